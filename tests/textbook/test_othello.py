from collections.abc import Iterator
from typing import Any, Literal

import pytest

from saizen.errors import SettingError, SpecError
from saizen.games.base import Side, Value
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.search import minimax
from saizen.textbook import othello as document
from saizen.textbook.othello import (
    EVALUATIONS,
    MiniMaxAction,
    Player,
    RandomAction,
    Tally,
    custom_evaluation,
    document_wins,
    example,
    mass_count,
    opening,
    play_game,
    play_games,
    repeats,
    strategy_table,
    win_rates,
)

INFINITE = 10**10


def playout(seed: int, width: int = 8) -> Iterator[Othello]:
    """Yield the positions of a random game."""
    state, dice = Othello(width, width), Stream(seed)
    while not state.is_over():
        yield state
        state = state.apply_move(dice.choice(state.legal_moves()))


def swapped(state: Othello) -> Othello:
    """Return the position with the other side to move."""
    text = state.position_text()
    return state.parse_position(text[:-1] + ("O" if text[-1] == "X" else "X"))


def document_values(state: Othello, pass_sign: int) -> dict[int, Value]:
    """Return each move's value as the document finds it two plies deep.

    A side that cannot move gets 10**10 × pass_sign: +1 in the document's Python, −1 in its C++.
    """
    values: dict[int, Value] = {}
    for move in state.legal_moves():
        child = state.apply_move(move)
        if not child.mobility:
            values[move] = -INFINITE * pass_sign
        else:
            values[move] = min(mass_count(child.apply_move(reply)) for reply in child.legal_moves())
    return values


def test_mass_count_is_own_discs_less_the_others() -> None:
    state = Othello().apply_move(19)
    assert state.discs == (4, 1)
    assert mass_count(state) == -3  # white is to move
    assert mass_count(Othello()) == 0


def test_custom_evaluation_weighs_as_the_document_says() -> None:
    # White has the corner a1 and b1: the corner lies on two edges, b1 on one.
    state = Othello().parse_position("OO" + "-" * 25 + "OX------XO" + "-" * 27 + " O")
    mobility = len(state.legal_moves()) - len(swapped(state).legal_moves())
    assert custom_evaluation(state) == 10 * 1 + 5 * (2 + 1) + 2 * mobility + 1


@pytest.mark.parametrize("name", EVALUATIONS)
def test_what_is_good_for_one_side_is_as_bad_for_the_other(name: str) -> None:
    for state in playout(3):
        assert EVALUATIONS[name](state) == -EVALUATIONS[name](swapped(state))


def test_of_equally_good_actions_the_last_is_taken() -> None:
    found = 0
    for seed in range(4):
        for state in playout(seed):
            values = document_values(state, 1)
            best = [move for move, value in values.items() if value == max(values.values())]
            if all(abs(value) < INFINITE for value in values.values()) and not ends_soon(state):
                assert MiniMaxAction(2).action(state) == best[-1]
                found += len(best) > 1
    assert found > 50  # otherwise nothing was tested


def ends_soon(state: Othello) -> bool:
    children = [state.apply_move(move) for move in state.legal_moves()]
    return any(child.is_over() or any(child.apply_move(m).is_over() for m in child.legal_moves()) for child in children)


def forced_passes() -> Iterator[Othello]:
    """Yield positions where some but not all moves leave the opponent without one, while the game goes on."""
    for seed in range(40):
        for state in playout(seed, 6):
            children = [state.apply_move(move) for move in state.legal_moves()]
            forced = [not child.mobility for child in children]
            if any(forced) and not all(forced) and not ends_soon(state):
                yield state


def test_the_documents_python_shuns_a_forced_pass_its_cpp_always_makes_one_and_we_search_on() -> None:
    positions = list(forced_passes())
    assert len(positions) > 10
    differing = set()
    for state in positions:
        forcing = {move for move in state.legal_moves() if not state.apply_move(move).mobility}
        python, cpp = document_values(state, 1), document_values(state, -1)
        assert max(python, key=python.__getitem__) not in forcing
        assert max(cpp, key=cpp.__getitem__) in forcing
        ours = MiniMaxAction(2).action(state)
        assert -minimax(state.apply_move(ours), depth=1, evaluate=mass_count).value == by_the_rules(state, 2)
        differing.add(ours in forcing)
    assert differing == {True, False}  # by the rules a forced pass is sometimes best and sometimes not


def by_the_rules(state: Othello, depth: int) -> Value:
    """Return the value by plain recursion, a pass being a ply."""
    if depth == 0:
        return mass_count(state)
    return max(-by_the_rules(state.apply_move(move), depth - 1) for move in state.legal_moves())


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_of_no_plies_is_refused(depth: int) -> None:
    with pytest.raises(SettingError, match="use 1 or more"):
        MiniMaxAction(depth)


def test_an_unknown_strategy_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(SpecError, match="unknown strategy 'mimimax'; known: random minimax"):
        Player("mimimax")


@pytest.mark.parametrize("strategy", ["random", "minimax"])
def test_an_unknown_evaluation_is_an_error_that_lists_the_known_ones(strategy: str) -> None:
    with pytest.raises(SpecError, match="unknown evaluation 'mass'; known: mass_count custom"):
        Player(strategy, evaluation="mass")


def test_a_player_puts_its_move_on_a_new_board() -> None:
    start = Othello()
    assert Player("minimax").put(start).discs == (4, 1)
    assert start == Othello()


def test_players_hold_the_documents_actions() -> None:
    assert isinstance(Player("random").strategy, RandomAction)
    assert isinstance(Player("minimax").strategy, MiniMaxAction)


def test_black_begins_unless_white_is_told_to() -> None:
    assert play_game("random", "random").start.next_player is Side.FIRST
    assert play_game("random", "random", first="white").start.next_player is Side.SECOND
    assert opening("white").discs == (2, 2)
    with pytest.raises(SettingError, match="use black or white"):
        opening("red")  # type: ignore[arg-type]


def test_games_depend_on_the_seed_and_the_number_alone() -> None:
    assert play_game("random", "random", seed=1) == play_game("random", "random", seed=1)
    assert len({play_game("random", "random", game=game).moves for game in range(5)}) == 5


def test_two_deterministic_players_repeat_one_game() -> None:
    assert repeats("minimax", "minimax")
    assert not repeats("minimax", "random")
    assert not repeats("random", "minimax")
    games = {play_game("minimax", "minimax", white_evaluation="custom", seed=seed).moves for seed in range(3)}
    assert len(games) == 1


def test_a_tally_counts_every_game_once_and_draws_apart() -> None:
    tally = play_games("random", "random", games=40, seed=2)
    assert tally.games == 40
    winners = [play_game("random", "random", seed=2, game=game).winner for game in range(40)]
    assert tally == Tally(winners.count(Side.SECOND), winners.count(None), winners.count(Side.FIRST))
    assert tally.draws > 0
    assert tally.rate("white") + tally.rate("black") + tally.draws / 40 == pytest.approx(1)


@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize(("white", "black"), [("random", "random"), ("minimax", "random"), ("random", "minimax")])
def test_the_games_of_a_tally_are_those_of_play_game(
    monkeypatch: pytest.MonkeyPatch, white: str, black: str, first: Literal["black", "white"]
) -> None:
    monkeypatch.setattr(document, "BATCH", 5)
    settings: dict[str, Any] = {"depth": 1, "white_evaluation": "custom", "first": first, "seed": (1 << 70) + 5}
    winners = [play_game(white, black, game=game, **settings).winner for game in range(12)]
    tally = play_games(white, black, games=12, **settings)
    assert tally == Tally(winners.count(Side.SECOND), winners.count(None), winners.count(Side.FIRST))


@pytest.mark.parametrize(("rate", "wins"), [(0.1, 615), (0.615, 615), (0.6178, 618), (0.625, 625), (0.747, 625)])
def test_the_documents_count_is_the_nearest_that_rounds_to_its_per_cent(rate: float, wins: int) -> None:
    assert document_wins(62, rate) == wins


def test_a_wrong_setting_of_many_games_is_refused() -> None:
    with pytest.raises(SpecError, match="unknown strategy 'best'; known: random minimax"):
        play_games("random", "best", games=1)
    with pytest.raises(SpecError, match="unknown evaluation 'mass'"):
        play_games("random", "random", black_evaluation="mass", games=1)
    with pytest.raises(SettingError, match="use black or white"):
        play_games("random", "random", first="red", games=1)  # type: ignore[arg-type]


@pytest.mark.parametrize("games", [0, -3])
def test_no_games_are_refused(games: int) -> None:
    with pytest.raises(SettingError, match="use 1 or more"):
        play_games("random", "random", games=games)


def test_minimax_beats_random_play_with_both_colours() -> None:
    rates = win_rates("minimax", evaluation="custom", games=6)
    assert rates["white"].white >= 5
    assert rates["black"].black >= 5


def test_the_table_has_the_documents_six_cells() -> None:
    table = strategy_table(1, 0)
    assert list(table) == [("random", "mass_count"), ("minimax", "mass_count"), ("minimax", "custom")]
    assert all(set(rates) == {"white", "black"} for rates in table.values())
    assert all(tally.games == 1 for rates in table.values() for tally in rates.values())


def test_random_play_fits_the_documents_table_when_black_begins_and_not_when_white_does() -> None:
    fits = play_games("random", "random", games=1000)
    assert fits.white > fits.black  # 51 % and 45 % in the document
    other = play_games("random", "random", games=1000, first="white")
    assert other.white < other.black


def test_the_worked_example_has_the_documents_table() -> None:
    shown = example()
    table = [(shown.highest(move), shown.lowest(move)) for move in shown.position.legal_moves()]
    assert table == [(0, -2), (0, -2), (0, -2), (0, -2), (2, 0), (0, -2)]
    assert shown.position.next_player is Side.SECOND


def test_the_worked_example_chooses_the_fifth_move_not_the_fourth_of_the_text() -> None:
    shown = example()
    assert shown.position.legal_moves().index(shown.choice) + 1 == 5
    after = {mass_count(state) for state in replies_to(shown.position, shown.choice)}
    assert min(after) == 0
    assert any(state.discs == (5, 5) for state in replies_to(shown.position, shown.choice))  # its 5 − 5 = 0


def replies_to(state: Othello, move: int) -> list[Othello]:
    reached = state.apply_move(move)
    return [reached.apply_move(reply) for reply in reached.legal_moves()]


def test_the_values_of_the_example_are_those_on_the_board() -> None:
    shown = example()
    for move, replies in shown.replies.items():
        for reply, value in replies.items():
            black, white = shown.position.apply_move(move).apply_move(reply).discs
            assert value == white - black


def test_the_documents_even_values_need_a_game_that_white_began() -> None:
    for first, parity in (("black", 1), ("white", 0)):
        state = opening(first)  # type: ignore[arg-type]
        for _ in range(6):
            if state.next_player is Side.SECOND:
                assert sum(state.discs) % 2 == parity
            state = state.apply_move(state.legal_moves()[0])


def test_every_public_name_is_there() -> None:
    assert all(hasattr(document, name) for name in document.__all__)
