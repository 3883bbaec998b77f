"""saizen (最善, "the best move"): play, explain, analyse and solve two-player games by minimax."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from saizen.errors import SaizenError as SaizenError
    from saizen.games.base import Side as Side
    from saizen.games.base import State as State
    from saizen.games.connect4 import ConnectFour as ConnectFour
    from saizen.games.othello import Othello as Othello
    from saizen.games.tictactoe import MNK as MNK
    from saizen.games.tictactoe import TicTacToe as TicTacToe
    from saizen.games.tree import Tree as Tree
    from saizen.lesson.explanation import explain as explain
    from saizen.players import make_player as make_player
    from saizen.search import Limits as Limits
    from saizen.search import SearchResult as SearchResult
    from saizen.search import alphabeta as alphabeta
    from saizen.search import mcts as mcts
    from saizen.search import minimax as minimax
    from saizen.search import mtdf as mtdf
    from saizen.search import negamax as negamax
    from saizen.search import perft as perft
    from saizen.search import proof_number as proof_number
    from saizen.search import pvs as pvs
    from saizen.search import solve as solve

    __version__: str

# Each public name and the module that holds it; loaded when first asked for, so that `import saizen` is quick.
_HOMES = {
    "SaizenError": "saizen.errors",
    "Side": "saizen.games.base",
    "State": "saizen.games.base",
    "ConnectFour": "saizen.games.connect4",
    "Othello": "saizen.games.othello",
    "MNK": "saizen.games.tictactoe",
    "TicTacToe": "saizen.games.tictactoe",
    "Tree": "saizen.games.tree",
    "explain": "saizen.lesson.explanation",
    "make_player": "saizen.players",
    "Limits": "saizen.search",
    "SearchResult": "saizen.search",
    "alphabeta": "saizen.search",
    "mcts": "saizen.search",
    "minimax": "saizen.search",
    "mtdf": "saizen.search",
    "negamax": "saizen.search",
    "perft": "saizen.search",
    "proof_number": "saizen.search",
    "pvs": "saizen.search",
    "solve": "saizen.search",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> object:
    import importlib

    if name == "__version__":
        from importlib.metadata import version

        return version("saizen")
    if name not in _HOMES:
        raise AttributeError(f"module 'saizen' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
