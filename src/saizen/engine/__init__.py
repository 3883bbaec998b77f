"""The strong Othello player: what moves are worth, exact results and what proves them, levels, time, and mistakes."""

from saizen.engine.analysing import Book, Engine
from saizen.engine.book import OpeningBook, load_book
from saizen.engine.clock import Allotment, allot
from saizen.engine.human import Person, Profile, profile_of
from saizen.engine.levels import LEVELS, Level
from saizen.engine.progress import Progress
from saizen.engine.solving import MoveBounds, Solution, solve
from saizen.engine.store import ProofStore
from saizen.search.result import Provenance
from saizen.search.values import MoveValue

__all__ = [
    "LEVELS",
    "Allotment",
    "Book",
    "Engine",
    "Level",
    "MoveBounds",
    "MoveValue",
    "OpeningBook",
    "Person",
    "Profile",
    "Progress",
    "ProofStore",
    "Provenance",
    "Solution",
    "allot",
    "load_book",
    "profile_of",
    "solve",
]
