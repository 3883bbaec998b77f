"""One game at the terminal: moves and commands in, boards out, and nothing lost on the way."""

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from saizen.cli.board import board, format_value, named_side, result_text, status
from saizen.cli.console import Console
from saizen.cli.live import LiveLine
from saizen.errors import SaizenError
from saizen.games.base import Move, Side, State, move_name, normalise, parse_move, position_text
from saizen.players import Player, ask, make_player
from saizen.players.evaluators import EVALUATORS, default_evaluator
from saizen.records.saved_game import SavedGame, load_game, save_game
from saizen.records.transcript import forced_pass, move_names
from saizen.search import Limits
from saizen.search.values import move_values

__all__ = ["Session", "default_path"]

HINT_SECONDS = 1.0


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to leave."""


def default_path() -> Path:
    """Return where an interrupted game is kept."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "saizen" / "game.json"


class Session:
    """A game between two players, of whom none, one or both are at this terminal."""

    def __init__(self, saved: SavedGame, console: Console, path: Path) -> None:
        self.console, self.path = console, path
        self.adopt(saved)

    def adopt(self, saved: SavedGame) -> None:
        """Take up a game where it stands."""
        self.saved, self.start = saved, saved.start()
        moves = saved.replay()[1]
        self.states: list[State] = [self.start]
        self.moves: list[Move] = []
        for move in moves:
            self.play(move)
        self.undone: list[Move] = []
        self.specs = {Side.FIRST: saved.first, Side.SECOND: saved.second}
        self.players: dict[Side, Player | None] = {side: self.seat(side) for side in Side}

    def seat(self, side: Side) -> Player | None:
        """Return the player on a side, or None for the person at the terminal."""
        spec = self.specs[side]
        if spec == "human":
            return None
        number = 0 if side is Side.FIRST else 1
        progress = Limits(progress=lambda result: self.live.update(result))
        return make_player(spec, self.start, seed=self.saved.seed, side=number, limits=progress)

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    def play(self, move: Move) -> None:
        """Put a move on the board."""
        self.states.append(self.state.apply_move(move))
        self.moves.append(move)

    def run(self) -> None:
        """Play to the end of the game, or until the person leaves."""
        try:
            self.draw()
            while not self.state.is_over():
                player = self.players[self.state.next_player]
                if player is None:
                    self.ask_person()
                else:
                    self.ask_machine(player)
            self.report()
        except (Quit, EOFError):
            self.keep()
        except BaseException:
            self.keep()
            raise

    def draw(self) -> None:
        """Show the board and who is to move."""
        if not self.console.as_json:
            self.console.show(f"\n{board(self.state, self.console)}\n{status(self.state, self.console)}")

    def ask_machine(self, player: Player) -> None:
        """Let a player that is no person move."""
        state = self.state
        spec = self.specs[state.next_player]
        with LiveLine(state, self.console) as self.live:
            move = ask(player, state, spec)
        self.advance(move, spec)

    def advance(self, move: Move, spec: str) -> None:
        """Play a move, say so, and draw the board."""
        state = self.state
        if not self.console.as_json:
            side = named_side(state, state.next_player, self.console)
            self.console.show("\n" + self.console.text("plays", side=side, player=spec, move=move_name(state, move)))
        self.play(move)
        self.draw()

    def ask_person(self) -> None:
        """Read a move or a command, and carry it out; what is wrong is said, and asked again."""
        side = named_side(self.state, self.state.next_player, self.console)
        if forced_pass(self.state):
            self.console.say("must_pass", side=side)
        words = input(self.console.text("your_move", side=side)).split()
        if not words:
            if forced_pass(self.state):
                self.enter_move("pass")
            return
        command = self.commands().get(normalise(words[0]))
        try:
            if command is None:
                self.enter_move(" ".join(words))
            else:
                command(" ".join(words[1:]))
        except SaizenError as error:
            self.tell(str(error))

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return what can be typed beside moves."""
        return {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hint,
            "eval": self.evaluate,
            "save": self.save,
            "load": self.load,
            "moves": self.show_moves,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    def completions(self) -> list[str]:
        """Return what can be typed now, for the Tab key."""
        names = [move_name(self.state, move) for move in self.state.legal_moves()]
        return [*names, *self.commands()]

    def tell(self, text: str) -> None:
        """Print talk that is not in the catalogue."""
        print(text, file=sys.stderr)

    def enter_move(self, text: str) -> None:
        """Play the move a person typed."""
        move = parse_move(self.state, text)
        self.undone.clear()
        self.advance(move, "human")

    def own_turns(self) -> list[int]:
        """Return the plies at which the person was to move."""
        return [ply for ply, state in enumerate(self.states[:-1]) if self.players[state.next_player] is None]

    def undo(self, _: str) -> None:
        """Take back moves up to the person's last one."""
        turns = self.own_turns()
        if not turns:
            return self.console.say("nothing_to_undo")
        while len(self.moves) > turns[-1]:
            self.undone.append(self.moves.pop())
            self.states.pop()
        self.draw()

    def redo(self, _: str) -> None:
        """Play again what was taken back, up to the person's next turn."""
        if not self.undone:
            return self.console.say("nothing_to_redo")
        self.play(self.undone.pop())
        while self.undone and self.players[self.state.next_player] is not None:
            self.play(self.undone.pop())
        self.draw()

    def hint(self, _: str) -> None:
        """Value the moves by a short search."""
        state = self.state
        evaluator = default_evaluator(state)
        best = move_values(state, evaluate=evaluator, limits=Limits(seconds=HINT_SECONDS))[0]
        source = self.console.text(f"source_{best.provenance.kind}", depth=best.provenance.depth)
        self.console.say("best_move", move=move_name(state, best.move), value=format_value(best.value), source=source)

    def evaluate(self, _: str) -> None:
        """Judge the position by each evaluator of the game, without a search."""
        side = named_side(self.state, self.state.next_player, self.console)
        shown = set()
        for name, known in EVALUATORS.items():
            fits = known.game is None or isinstance(self.state, known.game)
            if fits and known.evaluate not in shown:
                shown.add(known.evaluate)
                value = format_value(known.evaluate(self.state))
                self.console.say("evaluation", name=name, value=value, side=side)

    def help(self, _: str) -> None:
        """Say what can be typed."""
        self.console.say("help", example=move_name(self.state, self.state.legal_moves()[0]))

    def quit(self, _: str) -> None:
        """Leave."""
        raise Quit

    def show_moves(self, _: str) -> None:
        """Show the moves so far."""
        self.console.say("moves_were", moves=" ".join(move_names(self.start, self.moves)))

    def snapshot(self) -> SavedGame:
        """Return the game as it would be saved."""
        return replace(self.saved, moves=move_names(self.start, self.moves))

    def save(self, file: str) -> None:
        """Save the game to a file."""
        path = Path(file) if file else self.path
        save_game(self.snapshot(), path)
        self.console.say("saved", path=path)

    def load(self, file: str) -> None:
        """Go on with a game from a file."""
        path = Path(file) if file else self.path
        self.adopt(load_game(path))
        self.console.say("loaded", path=path)
        self.draw()

    def keep(self) -> None:
        """Save an unfinished game, or at least show its moves, before leaving."""
        if self.state.is_over() or not self.moves:
            return
        try:
            print(file=sys.stderr)
            self.save("")
        except SaizenError as error:
            self.console.say("not_saved", reason=error, moves=" ".join(move_names(self.start, self.moves)))

    def report(self) -> None:
        """Say how the game ended."""
        names = move_names(self.start, self.moves)
        if self.console.as_json:
            return self.console.emit("play", self.answer(names))
        self.console.show("\n" + self.console.text("result", result=result_text(self.state, self.console)))
        self.console.say("moves_were", moves=" ".join(names))

    def answer(self, names: list[str]) -> dict[str, object]:
        """Return the finished game as JSON."""
        winner = self.state.winner()
        answer: dict[str, object] = {
            "game": self.saved.game,
            "players": [self.saved.first, self.saved.second],
            "winner": winner.value if winner else None,
            "line": names,
            "position": position_text(self.state),
        }
        discs = getattr(self.state, "discs", None)
        return answer if discs is None else {**answer, "discs": list(discs)}
