"""Random games on pgx: a thousand boards side by side until the last one is done, compiled beforehand."""

from functools import cache
from typing import Any

import jax  # type: ignore[import-not-found]
import pgx  # type: ignore[import-not-found]

from benchmarks.stopwatch import Task, answer

BATCH = 1000


@cache
def compiled() -> Any:
    """Return the machine code that plays a batch of games from a random key, and tells whether all ended."""
    game = pgx.make("othello")
    start, step = jax.vmap(game.init), jax.vmap(game.step)

    def go_on(carry: Any) -> Any:
        state, _ = carry
        return ~state.terminated.all()

    def move_all(carry: Any) -> Any:
        state, key = carry
        key, chance = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(chance, scores, axis=-1)), key

    def play(key: Any) -> Any:
        state = start(jax.random.split(key, BATCH))
        end, _ = jax.lax.while_loop(go_on, move_all, (state, key))
        return end.terminated.all()

    return jax.jit(play).lower(jax.random.PRNGKey(0)).compile()


def play_games() -> None:
    """Play a batch of games to the end."""
    assert bool(compiled()(jax.random.PRNGKey(1)))


if __name__ == "__main__":
    answer({"othello-random-game": Task(play_games, items=BATCH, prepare=play_games)})
