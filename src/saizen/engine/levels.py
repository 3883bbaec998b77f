"""The levels of the engine: how far it looks, and from where on it plays perfectly."""

from dataclasses import dataclass

from saizen.errors import SettingError

__all__ = ["DEEPEST", "DEFAULT_LEVEL", "LEVELS", "SELECTIVITIES", "Level", "find_level"]

# How often, in percent, a cut of the search has to be right; at the last step it cuts nothing by guess.
SELECTIVITIES = (73, 87, 95, 99, 100)
EVERYTHING = len(SELECTIVITIES) - 1


@dataclass(frozen=True, slots=True)
class Level:
    """A depth and a selectivity, never a time: equal levels find equal values on any machine.

    `selectivity` is a step of `SELECTIVITIES`. With `end_from` empty squares or fewer the engine searches to the end of
    the game, first selectively; with `exact_from` or fewer until the score is proved.
    """

    number: int
    depth: int
    selectivity: int
    end_from: int
    exact_from: int

    @property
    def percent(self) -> int:
        """The selectivity of the middle game."""
        return SELECTIVITIES[self.selectivity]


LEVELS = (
    Level(1, 1, EVERYTHING, 2, 2),
    Level(2, 2, EVERYTHING, 6, 6),
    Level(3, 3, EVERYTHING, 8, 8),
    Level(4, 4, EVERYTHING, 10, 10),
    Level(5, 5, EVERYTHING, 12, 12),
    Level(6, 6, EVERYTHING, 14, 14),
    Level(7, 8, 0, 16, 16),
    Level(8, 10, 0, 18, 18),
    Level(9, 11, 0, 20, 18),
    Level(10, 12, 0, 21, 19),
    Level(11, 13, 0, 22, 20),
    Level(12, 14, 0, 22, 20),
    Level(13, 15, 0, 23, 21),
    Level(14, 16, 0, 24, 21),
    Level(15, 17, 0, 24, 22),
    Level(16, 18, 0, 25, 22),
    Level(17, 19, 0, 26, 23),
    Level(18, 20, 0, 27, 24),
    Level(19, 22, 0, 28, 25),
    Level(20, 24, 0, 30, 26),
)
DEFAULT_LEVEL = LEVELS[9]
DEEPEST = Level(0, 60, 0, 60, 60)  # no level of the ladder: as far as time or nodes allow


def find_level(number: int) -> Level:
    """Return the level of a number."""
    if not 1 <= number <= len(LEVELS):
        raise SettingError(f"level={number} is no level; use 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
