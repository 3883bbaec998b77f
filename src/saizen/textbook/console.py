"""The N×N Othello of the console document: a person is black (X), the machine white (O)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from saizen.drawing.messages import Language, translate
from saizen.drawing.text import grid_text
from saizen.errors import NotationError, SettingError, SpecError
from saizen.games.base import Side, normalise
from saizen.games.othello import DIGITS, Othello
from saizen.players import Player, make_player
from saizen.search.size import estimate_nodes

__all__ = ["STRATEGIES", "TURNS", "Game", "alphabeta_depth", "board_text", "parse_yx", "yx_name"]

TURNS = ("human", "machine")
STRATEGIES = ("random", "maxflip", "minimax", "alphabeta")
PROMPT = 'Your turn. [yx] or "pass": '


def alphabeta_depth(n: int) -> int:
    """Return how many plies `alphabeta` looks ahead on an n×n board, so that it answers within seconds.

    The document's nine, its own move and eight more, on 4×4; fewer on larger boards.
    """
    return {4: 9, 6: 6, 8: 5, 10: 4, 12: 4}.get(n, 3)


@dataclass(slots=True)
class Game:
    """A game between a person and the machine on an N×N board; `start` plays it.

    `turn` says who begins. The seed fixes the arrangement of the centre and the random strategy.
    """

    N: int = 4
    turn: str = "human"
    strategy: str = "random"
    seed: int = field(default=0, kw_only=True)
    language: Language = field(default="en", kw_only=True)
    read: Callable[[str], str] = field(default=input, kw_only=True)
    write: Callable[[str], Any] = field(default=print, kw_only=True)
    board: Othello = field(init=False)
    machine: Player = field(init=False)

    def __post_init__(self) -> None:
        if self.turn not in TURNS:
            raise SpecError(f"unknown turn {self.turn!r}; known: {' '.join(TURNS)}")
        if self.strategy not in STRATEGIES:
            raise SpecError(f"unknown strategy {self.strategy!r}; known: {' '.join(STRATEGIES)}")
        board = Othello(self.N, self.N, start="random", seed=self.seed)
        first = "X" if self.turn == "human" else "O"
        self.board = board.parse_position(board.position_text()[:-1] + first)
        self.machine = machine_player(self.strategy, self.board, self.seed)

    def start(self) -> Othello:
        """Play until neither side can move, or until there is no more input; return the last position."""
        while not self.board.is_over():
            self.write(board_text(self.board))
            try:
                move = self.ask_human() if self.board.next_player is Side.FIRST else self.ask_machine()
            except EOFError:
                self.write("")
                self.say("textbook_no_input")
                return self.board
            self.board = self.board.apply_move(move)
        self.write(board_text(self.board))
        self.write("")
        winner = self.board.winner()
        self.write("DRAW" if winner is None else f"Winner : {'BLACK' if winner is Side.FIRST else 'WHITE'}")
        return self.board

    def ask_human(self) -> int:
        """Return the person's move, asking again with the reason until it is a legal one."""
        while True:
            text = self.read(PROMPT)
            try:
                move = parse_yx(self.board, text)
            except NotationError as error:
                self.write(str(error))
                continue
            if move in self.board.legal_moves():
                self.write("")
                return move
            self.explain(text)

    def explain(self, text: str) -> None:
        """Say why a move is refused."""
        moves = self.board.legal_moves()
        if moves == (self.board.pass_move,):
            self.say("textbook_must_pass")
        else:
            legal = " ".join(yx_name(self.board, move) for move in moves)
            passing = normalise(text) == "pass"
            self.say("textbook_cannot_pass" if passing else "textbook_turns_nothing", move=text.strip(), legal=legal)

    def ask_machine(self) -> int:
        """Return the machine's move."""
        if self.strategy == "minimax":
            self.write("thinking ...")
        move: int = self.machine.choose(self.board)
        if move == self.board.pass_move:
            self.say("textbook_machine_passes")
        return move

    def say(self, key: str, **values: object) -> None:
        """Write a message that is not one of the document's."""
        self.write(translate(self.language, key, **values))


def machine_player(strategy: str, board: Othello, seed: int) -> Player:
    """Return the player for a strategy of the document, refusing one that could not answer."""
    if strategy == "minimax" and board.width > 4:
        nodes = estimate_nodes(board)
        raise SettingError(
            f"minimax plays every game to its end, about {nodes:.0e} positions with N={board.width}; "
            "use N=4, or the strategy alphabeta"
        )
    spec = f"alphabeta:depth={alphabeta_depth(board.width)}" if strategy == "alphabeta" else strategy
    return make_player(spec, board, seed=seed, side=1)


def board_text(board: Othello) -> str:
    """Return the disc counts and the board, with coordinates as the person types them."""
    black, white = board.discs
    labels = DIGITS[: board.width]
    cells = [["." if cell == "-" else cell for cell in row] for row in board.cells()]
    return f"WHITE:{white}, BLACK:{black}\n{grid_text(cells, columns=[*labels, '→x'], rows=labels)}\n↓\ny"


def yx_name(board: Othello, move: int) -> str:
    """Return a move as the person types it: the row and the column from 0, letters from 10 up."""
    if move == board.pass_move:
        return "pass"
    row, column = divmod(move, board.width)
    return DIGITS[row] + DIGITS[column]


def parse_yx(board: Othello, text: str) -> int:
    """Return the move that `text` names; `a3` is row 10, column 3."""
    word = normalise(text)
    if word == "pass":
        return board.pass_move
    labels = DIGITS[: board.width]
    if len(word) != 2 or word[0] not in labels or word[1] not in labels:
        raise NotationError(f"{text!r} is no square; type row and column, each from 0 to {labels[-1]}, or pass")
    return labels.index(word[0]) * board.width + labels.index(word[1])
