"""Ratings of all the players of a tournament, from all its games at once."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import TypeAlias

from saizen.arena.statistics import NORMAL_975
from saizen.errors import SettingError

__all__ = ["Rating", "rate"]

Matrix: TypeAlias = list[list[float]]

ELO_PER_UNIT = 400 / math.log(10)


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's Elo, 0 being the mean of all players, with its 95 % interval, and `score` points of `games`."""

    player: int
    elo: float
    low: float
    high: float
    games: int
    score: float


def rate(games: Iterable[tuple[int, int, float]], players: int) -> list[Rating]:
    """Rate players 0 to `players` − 1 by their games (one, other, points of the one), and return the best first.

    The model is that of Bradley and Terry (1952), fitted by maximum likelihood; a draw counts as half a win and half
    a loss, which makes the intervals of players who draw much wider than they need be. Each player also has one
    virtual draw against a player of strength zero: who won or lost everything stays finite, and groups that never met
    stand at one level, with intervals that say how little this means.
    """
    met, points = tally(games, players)
    strengths = fit(met, points)
    deviations = deviations_from_mean(inverse(information(met, strengths)))
    ratings = []
    for player in range(players):
        elo = ELO_PER_UNIT * (strengths[player] - sum(strengths) / players)
        reach = ELO_PER_UNIT * NORMAL_975 * deviations[player]
        ratings.append(Rating(player, elo, elo - reach, elo + reach, int(sum(met[player])), points[player]))
    return sorted(ratings, key=lambda rating: (-round(rating.elo, 6), rating.player))


def tally(games: Iterable[tuple[int, int, float]], players: int) -> tuple[Matrix, list[float]]:
    """Return how often each two players met, and the points of each player."""
    met, points = [[0.0] * players for _ in range(players)], [0.0] * players
    for one, other, score in games:
        if not (0 <= one < players and 0 <= other < players and one != other):
            raise SettingError(f"players {one} and {other} cannot meet; use two different ones from 0 to {players - 1}")
        if score not in (0, 0.5, 1):
            raise SettingError(f"{score} points cannot come of a game; use 0, 0.5 or 1")
        met[one][other] += 1
        met[other][one] += 1
        points[one] += score
        points[other] += 1 - score
    return met, points


def expectation(lead: float) -> float:
    """Return the points a game that a player expects who is stronger by `lead`."""
    odds = math.exp(-abs(lead))  # of the weaker one
    return (1 if lead > 0 else odds) / (1 + odds)


def fit(met: Matrix, points: Sequence[float]) -> list[float]:
    """Return the most likely strengths, by Newton's method.

    A step is shortened to change no lead by more than one unit. On such a way the curvature changes by no more than
    the factor e, because the logistic's third derivative never exceeds its second, so every step gains.
    """
    strengths = [0.0] * len(points)
    while True:
        surplus = [
            score + 0.5 - expectation(mine) - sum(map(mul, row, (expectation(mine - yours) for yours in strengths)))
            for score, mine, row in zip(points, strengths, met, strict=True)
        ]
        step = [sum(map(mul, row, surplus)) for row in inverse(information(met, strengths))]
        longest = max([0.0, *step]) - min([0.0, *step])
        strengths = [mine + change / max(1.0, longest) for mine, change in zip(strengths, step, strict=True)]
        if sum(map(mul, surplus, step)) < 1e-12:  # so far from the peak, before this step, in squared standard errors
            return strengths


def information(met: Matrix, strengths: Sequence[float]) -> Matrix:
    """Return the observed information: minus the second derivatives of the log-likelihood."""

    def certainty(lead: float) -> float:
        return expectation(lead) * expectation(-lead)

    matrix = [
        [-n * certainty(mine - yours) for n, yours in zip(row, strengths, strict=True)]
        for mine, row in zip(strengths, met, strict=True)
    ]
    for player, mine in enumerate(strengths):
        matrix[player][player] = certainty(mine) - sum(matrix[player])
    return matrix


def deviations_from_mean(covariance: Matrix) -> list[float]:
    """Return the standard deviation of each variable less the mean of all."""
    means = [sum(row) / len(row) for row in covariance]
    variances = [row[place] - 2 * means[place] for place, row in enumerate(covariance)]
    # A variable that is the mean itself has none, and rounding may take that below zero.
    return [math.sqrt(max(0.0, variance + sum(means) / len(means))) for variance in variances]


def inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix, by elimination, which needs no pivoting here."""
    size = len(matrix)
    rows = [[*row, *(float(column == place) for column in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = rows[place][place]
        rows[place] = [entry / pivot for entry in rows[place]]
        for other in range(size):
            if other != place and (factor := rows[other][place]):
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[place], strict=True)]
    return [row[size:] for row in rows]
