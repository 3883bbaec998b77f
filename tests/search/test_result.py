"""What an answer says of itself."""

import pytest

from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree
from saizen.search import Bound, Limits, Provenance, SearchResult, alphabeta, mcts, pvs, solve


def answer(bound: Bound, *, complete: bool, horizon: bool, depth: int | None = 4) -> SearchResult:
    return SearchResult(1, bound, (3, 4), depth, nodes=10, seconds=0.1, complete=complete, horizon=horizon)


@pytest.mark.parametrize(
    ("bound", "complete", "horizon", "kind"),
    [
        (Bound.EXACT, True, False, "exact"),
        (Bound.EXACT, True, True, "search"),
        (Bound.LOWER, False, False, "bound"),
        (Bound.UPPER, False, False, "bound"),
        (Bound.LOWER, False, True, "search"),
        (Bound.ESTIMATE, True, False, "search"),
    ],
)
def test_a_value_says_where_it_comes_from(bound: Bound, complete: bool, horizon: bool, kind: str) -> None:
    result = answer(bound, complete=complete, horizon=horizon)
    assert result.provenance.kind == kind
    assert result.exact is (kind == "exact")
    assert result.provenance.depth == (4 if kind == "search" else None)


def test_provenance_reads_the_same_in_every_json_answer() -> None:
    assert Provenance("search", 6, 1).as_json() == {"kind": "search", "depth": 6, "selectivity": 1}
    assert Provenance("exact").as_json() == {"kind": "exact", "depth": None, "selectivity": None}


def test_the_stronger_value_stays() -> None:
    """Exact beats all, then selectivity, then depth."""
    weakest_first = [
        Provenance("bound"),
        Provenance("search", 1, 73),
        Provenance("search", 20, 73),
        Provenance("search", 14, 87),
        Provenance("book", 16, 87),
        Provenance("search", 2),  # nothing is left out
        Provenance("search", 3, 100),
        Provenance("exact"),
    ]
    for place, weaker in enumerate(weakest_first):
        assert weaker.replaces(weaker)
        for stronger in weakest_first[place + 1 :]:
            assert stronger.replaces(weaker)
            assert not weaker.replaces(stronger)


def test_the_move_is_the_first_of_the_line() -> None:
    assert answer(Bound.EXACT, complete=True, horizon=False).move == 3
    assert SearchResult(0, Bound.EXACT, (), None, 1, 0.0, True).move is None


def test_a_selective_search_says_so() -> None:
    result = SearchResult(1.5, Bound.EXACT, (3,), 14, 10, 0.1, complete=True, horizon=True, selectivity=73)
    assert result.provenance == Provenance("search", 14, 73)


def test_searches_state_how_they_found_their_value() -> None:
    start = TicTacToe()
    assert solve(start).provenance == Provenance("exact")
    assert alphabeta(start, depth=3).provenance == Provenance("search", 3)
    assert pvs(start, limits=Limits(nodes=200), native=False).provenance.kind == "search"
    assert solve(start, limits=Limits(nodes=20), native=False).provenance == Provenance("bound")
    assert mcts(start, playouts=10).provenance.kind == "search"


def test_deepening_reports_the_depth_it_finished() -> None:
    start = TicTacToe()
    depths = [pvs(start, depth=depth, native=False).depth for depth in range(4)]
    assert depths == [0, 1, 2, 3]
    assert pvs(start, limits=Limits(nodes=1), native=False).depth == 0
    assert pvs(Tree([[1, 2], [3, 4]]), depth=5).depth == 2  # decided by the rules, so it went no deeper
