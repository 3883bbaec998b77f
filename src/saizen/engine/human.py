"""Opponents that err as people do: they see the board wrongly, the more so the lower they are rated."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from saizen.engine.levels import EVERYTHING, Level
from saizen.engine.positional import border
from saizen.errors import SettingError
from saizen.games.base import Move
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.search.values import MoveValue

__all__ = ["HIGHEST", "LOWEST", "Person", "Profile", "profile_of"]

LOWEST, HIGHEST = 400, 2400

# What a beginner sees wrongly, in discs: a disc turned over and a square on the edge seem worth so much, a reply left
# to the opponent and a square beside an empty corner seem to cost so much less than they do.
FLIP, EDGE, REPLY, X_SQUARE, C_SQUARE = 1.0, 2.0, 0.4, 6.0, 3.0
FEW_EMPTIES = 10  # below which everyone sees more clearly


@dataclass(frozen=True, slots=True)
class Profile:
    """How someone of a rating plays.

    `sight` is how much of a move's true value is seen, `naivety` how much of a beginner's wrong ideas is left, both
    from 0 to 1; `noise` are the discs by which judgements go wrong beside that. Moves lose at most `a_move` discs on
    average, and `at_once` in one go. `level` finds the true values.
    """

    rating: int
    sight: float
    naivety: float
    noise: float
    a_move: float
    at_once: float
    level: Level


def profile_of(rating: int) -> Profile:
    """Return how a player of a rating plays."""
    if not LOWEST <= rating <= HIGHEST:
        raise SettingError(f"human={rating} is no rating; use {LOWEST} to {HIGHEST}")
    lack = (HIGHEST - rating) / (HIGHEST - LOWEST)
    end = 16 - round(10 * lack)
    return Profile(
        rating,
        sight=1 - 0.9 * lack,
        naivety=lack,
        noise=0.3 + 7.7 * lack,
        a_move=0.2 + 9.8 * lack,
        at_once=2.5 + 32.5 * lack,
        level=Level(0, 7 - round(5 * lack), EVERYTHING, end, end),
    )


class Person:
    """Someone who plays one game after another, and in each may lose only so many discs by mistakes."""

    def __init__(self, profile: Profile, dice: Stream) -> None:
        self.profile, self.dice = profile, dice
        self.new_game()

    def new_game(self) -> None:
        """Begin a game with all mistakes still to be made."""
        self.purse = self.profile.at_once  # the discs that the next move may lose

    def choose(self, state: Othello, values: Sequence[MoveValue]) -> Move:
        """Return the move that seems best, of those that do not lose too much."""
        best = values[0]
        bearable = [value for value in values if value.loss(best) <= self.purse]
        chosen = max(bearable, key=lambda value: self.perceived(state, value))
        self.purse = min(self.profile.at_once, self.purse - chosen.loss(best) + self.profile.a_move)
        return chosen.move

    def perceived(self, state: Othello, value: MoveValue) -> float:
        """Return what a move seems to be worth."""
        profile = self.profile
        error = profile.naivety * illusion(state, value.move) + profile.noise * normal(self.dice)
        return profile.sight * value.value + error * min(1.0, state.empties / FEW_EMPTIES)


def illusion(state: Othello, move: Move) -> float:
    """Return how many discs too much a beginner sees in a move."""
    if move == state.pass_move:
        return 0.0
    corners, edges = border(state.width, state.height)
    empty_corners = corners & ~(state.own | state.other)
    x_squares, c_squares = corner_squares(state.width, state.height, empty_corners)
    square = 1 << move
    return (
        FLIP * state.flips(move)
        + EDGE * any(edge & square for edge in edges)
        + REPLY * state.apply_move(move).mobility.bit_count()
        + X_SQUARE * bool(x_squares & square)
        + C_SQUARE * bool(c_squares & square)
    )


@cache
def corner_squares(width: int, height: int, corners: int) -> tuple[int, int]:
    """Return the squares that touch some of the corners: diagonally, and along an edge."""
    diagonal = along = 0
    for row, inner_row in ((0, 1), (height - 1, height - 2)):
        for column, inner_column in ((0, 1), (width - 1, width - 2)):
            if corners >> row * width + column & 1:
                diagonal |= 1 << inner_row * width + inner_column
                along |= 1 << inner_row * width + column | 1 << row * width + inner_column
    return diagonal, along


def normal(dice: Stream) -> float:
    """Return a number of the standard normal distribution, or nearly: twelve dice are even enough."""
    return sum(dice.below(1 << 32) for _ in range(12)) / (1 << 32) - 6
