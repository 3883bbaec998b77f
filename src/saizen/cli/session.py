"""One game at the terminal: moves and commands in, boards out, and nothing lost on the way."""

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count
from pathlib import Path

from saizen.cli.board import board, format_value, named_side, result_text, source_text, status
from saizen.cli.console import Console, at_terminal, one_line, write
from saizen.cli.hint import quick_values
from saizen.cli.live import LiveLine
from saizen.errors import ResignError, SaizenError, UnreadableFileError
from saizen.games.base import Move, Side, State, move_name, normalise, position_text
from saizen.games.othello import Othello
from saizen.players import Player, ask, begin_game, close_player, make_player, show_move
from saizen.players.evaluators import EVALUATORS
from saizen.records.saved_game import SavedGame, load_game, save_game
from saizen.records.transcript import forced_pass, read_move, replay
from saizen.search import Limits

__all__ = ["Session"]

HINT_SECONDS = 1.0


class Quit(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to leave."""


def kept_games() -> Path:
    """Return the folder where interrupted games are kept."""
    state = os.environ.get("XDG_STATE_HOME")
    try:
        return Path(state or Path.home() / ".local" / "state") / "saizen"
    except RuntimeError:
        raise UnreadableFileError("there is no home folder to keep games in; set XDG_STATE_HOME or use save") from None


def free_path() -> Path:
    """Return a place for an interrupted game where no other is kept."""
    names = ("game.json" if number == 1 else f"game-{number}.json" for number in count(1))
    return next(path for name in names if not os.path.exists(path := kept_games() / name))


def last_path() -> Path:
    """Return the interrupted game that was kept last."""
    games = sorted(kept_games().glob("game*.json"), key=lambda path: path.stat().st_mtime)
    if not games:
        raise UnreadableFileError(f"no game is kept in {str(kept_games())!r}; write load FILE")
    return games[-1]


def stop(number: int, _: object) -> None:
    """Leave as if told to by the person, when the terminal is closed or the process ended."""
    raise SystemExit(128 + number)


class Session:
    """A game between two players, of whom none, one or both are at this terminal."""

    def __init__(self, saved: SavedGame, console: Console, path: Path | None) -> None:
        self.console, self.path = console, path
        self.finished = False
        self.farewells = ExitStack()  # closes the players
        self.adopt(saved)

    def adopt(self, saved: SavedGame) -> None:
        """Take up a game where it stands; one that cannot be taken up changes nothing."""
        start = saved.start()
        moves = replay(start, saved.moves)[1]
        specs = {Side.FIRST: saved.first, Side.SECOND: saved.second}
        with ExitStack() as farewells:
            players = {side: self.seat(side, spec, start, saved.seed, farewells) for side, spec in specs.items()}
            self.farewells, former = farewells.pop_all(), self.farewells
        self.saved, self.specs, self.players = saved, specs, players
        self.states: list[State] = [start]
        self.moves: list[Move] = []
        self.names: list[str] = []  # of the moves, so that a game can be saved without asking its rules again
        self.undone: list[Move] = []
        self.shown = 0  # moves that the players have seen
        for move in moves:
            self.play(move)
        self.let_go(former)

    def seat(self, side: Side, spec: str, start: State, seed: int, farewells: ExitStack) -> Player | None:
        """Return the player on a side, ready for the game, or None for the person at the terminal."""
        if spec == "human":
            return None
        number = 0 if side is Side.FIRST else 1
        progress = Limits(progress=lambda result: self.live.update(result))
        player = make_player(spec, start, seed=seed, side=number, limits=progress)
        farewells.callback(close_player, player, spec)
        begin_game(player, start, spec)
        return player

    def let_go(self, farewells: ExitStack) -> None:
        """Close players; one that fails at that is said to, which costs no game."""
        try:
            farewells.close()
        except SaizenError as error:
            self.tell(one_line(str(error)))

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    def play(self, move: Move) -> None:
        """Put a move on the board."""
        name = move_name(self.state, move)
        self.states.append(self.state.apply_move(move))
        self.moves.append(move)
        self.names.append(name)

    def run(self) -> None:
        """Play to the end of the game, or until the person leaves; whatever happens, no player's process is left."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)
        try:
            self.play_and_keep()
            self.report()
        finally:
            self.let_go(self.farewells)

    def play_and_keep(self) -> None:
        """Play to the end of the game, or until someone leaves; whatever happens, the game is kept."""
        try:
            self.play_on()
        except ResignError as resignation:
            self.tell(one_line(str(resignation)))
        except Quit:
            pass
        except EOFError:
            self.tell("")  # leaves the line of the prompt
        finally:
            try:
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    signal.signal(number, signal.SIG_IGN)  # an impatient second Ctrl-C would lose the game
            finally:
                self.keep()

    def play_on(self) -> None:
        """Ask for moves until the game is over."""
        self.draw()
        self.show_players()
        while not self.state.is_over():
            player = self.players[self.state.next_player]
            if player is None:
                self.ask_person()
            else:
                self.ask_machine(player)
            self.show_players()
        self.finished = True

    def show_players(self) -> None:
        """Show the players the moves that they have not seen; after some were taken back, the game from its start."""
        if self.shown > len(self.moves):
            self.shown = 0
            for player, spec in self.machines():
                begin_game(player, self.states[0], spec)
        for state, move in list(zip(self.states, self.moves, strict=False))[self.shown :]:
            for player, spec in self.machines():
                show_move(player, state, move, spec)
        self.shown = len(self.moves)

    def machines(self) -> Iterator[tuple[Player, str]]:
        """Yield the players that are no persons, with their specs."""
        for side, player in self.players.items():
            if player is not None:
                yield player, self.specs[side]

    def draw(self) -> None:
        """Show the board and who is to move."""
        if not self.console.as_json:
            self.console.show(f"\n{board(self.state, self.console)}\n{status(self.state, self.console)}".rstrip("\n"))

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
        words = self.read_line(self.console.text("your_move", side=side)).split()
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
            self.tell(one_line(str(error)))

    def read_line(self, prompt: str) -> str:
        """Read what the person types; the prompt is talk, so it stays out of results that go elsewhere."""
        if at_terminal() and sys.stdout is not None and sys.stdout.isatty():
            return input(prompt)
        write(prompt, sys.stderr, end="")
        if sys.stdin is None:
            raise EOFError
        return input()

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
        write(text, sys.stderr)

    def enter_move(self, text: str) -> None:
        """Play the move a person typed."""
        move = read_move(self.state, text)
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
            self.names.pop()
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
        best = quick_values(state, Limits(seconds=HINT_SECONDS))[0]
        source = source_text(best.provenance, self.console)
        self.console.say("best_move", move=move_name(state, best.move), value=format_value(best.value), source=source)

    def evaluate(self, _: str) -> None:
        """Judge the position by each evaluator of the game, without a search."""
        side = named_side(self.state, self.state.next_player, self.console)
        shown = set()
        for name, known in EVALUATORS.items():
            if isinstance(self.state, known.games) and known.evaluate not in shown:
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
        self.console.say("moves_were", moves=" ".join(self.names))

    def save(self, file: str) -> None:
        """Save the game to a file."""
        self.tell(self.write(file))

    def write(self, file: str = "") -> str:
        """Write the game to a file, and return the words that say so."""
        if file:
            path = Path(os.path.expanduser(file))
        else:
            path = self.path = self.path or free_path()
        save_game(replace(self.saved, moves=self.names), path)
        return self.console.text("saved", path=shlex.quote(str(path)))

    def load(self, file: str) -> None:
        """Go on with a game from a file."""
        path = Path(os.path.expanduser(file)) if file else self.path or last_path()
        self.adopt(load_game(path))
        self.console.say("loaded", path=path)
        self.draw()

    def keep(self) -> None:
        """Save an unfinished game before leaving, or at least show its moves."""
        if self.finished or not self.names:
            return
        try:
            said = self.write()
        except SaizenError as error:
            said = self.console.text("not_saved", reason=error, moves=" ".join(self.names))
        self.tell(f"\n{said}")

    def report(self) -> None:
        """Say how the game ended, if it did."""
        if self.console.as_json:
            return self.console.emit("play", self.answer())
        if not self.finished:
            return None
        self.console.show("\n" + self.console.text("result", result=result_text(self.state, self.console)))
        return self.console.say("moves_were", moves=" ".join(self.names))

    def answer(self) -> dict[str, object]:
        """Return the game as JSON."""
        winner = self.state.winner() if self.finished else None
        answer: dict[str, object] = {
            "game": self.saved.game,
            "players": [self.saved.first, self.saved.second],
            "over": self.finished,
            "winner": winner.value if winner else None,
            "line": self.names,
            "position": position_text(self.state),
        }
        return {**answer, "discs": list(self.state.discs)} if isinstance(self.state, Othello) else answer
