import itertools
from dataclasses import dataclass

import pytest

from saizen.errors import IllegalMoveError
from saizen.games.base import Side, State
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import MNK, TicTacToe
from saizen.games.tree import Tree
from saizen.search import minimax
from saizen.textbook.best_result import (
    GameResult,
    best_result,
    diagram,
    expansion,
    move_results,
    position,
    reverse_game_result,
)


@dataclass(frozen=True)
class Chain:
    """Take one or two counters; who takes two moves again; who takes the last wins."""

    left: int
    next_player: Side = Side.FIRST

    def legal_moves(self) -> list[int]:
        return [1, 2][: self.left]

    def apply_move(self, move: int) -> "Chain":
        following = self.next_player if move == 2 and self.left > 2 else self.next_player.other
        return Chain(self.left - move, following)

    def is_over(self) -> bool:
        return self.left == 0

    def winner(self) -> Side:
        return self.next_player.other


def expected(state: State) -> GameResult:
    value = minimax(state).value
    return GameResult((value > 0) - (value < 0))


def test_results_are_ordered_by_their_values() -> None:
    assert GameResult.loss.value < GameResult.draw.value < GameResult.win.value


@pytest.mark.parametrize("name", ["loss", "draw", "win"])
def test_reversing_twice_gives_the_same_result(name: str) -> None:
    result = GameResult[name]
    assert reverse_game_result(reverse_game_result(result)) is result


def test_a_win_of_one_side_is_the_loss_of_the_other_and_a_draw_stays_one() -> None:
    assert reverse_game_result(GameResult.win) is GameResult.loss
    assert reverse_game_result(GameResult.draw) is GameResult.draw


def test_the_position_is_the_documents_diagram() -> None:
    assert diagram(position()) == "  A B C\n1|o| |\n2|x|x|\n3| | |"
    assert position().next_player is Side.SECOND
    assert position().side_names[1] == "O"


def test_the_documents_position_is_a_draw_by_c2_alone() -> None:
    state = position()
    assert best_result(state) is GameResult.draw
    draws = [state.move_name(move) for move, result in move_results(state).items() if result is GameResult.draw]
    assert draws == ["c2"]
    assert list(move_results(state).values()).count(GameResult.loss) == 5


def test_the_expansion_shows_the_documents_four_diagrams_and_ends_with_a3() -> None:
    diagrams = list(expansion(position()))
    assert [text.splitlines()[0] for text in diagrams] == [
        "(1) B1(o)",
        "(1-1) C1(x)",
        "(1-1-1) C2(o)",
        "(1-1-1-1) A3(x)",  # the document says A1 here, where o already stands
    ]
    assert diagrams[-1].endswith("  A B C\n1|o|o|x\n2|x|x|o\n3|x| |")


def test_the_words_a1_of_the_last_diagram_would_be_an_illegal_move() -> None:
    state = position()
    with pytest.raises(IllegalMoveError, match="a1"):
        list(expansion(state, [state.parse_move(name) for name in ("b1", "c1", "c2", "a1")]))


def test_an_expansion_numbers_the_candidates_of_each_turn_and_goes_on_to_the_end() -> None:
    state = position()
    diagrams = list(expansion(state, [state.parse_move("c2"), state.parse_move("a3")]))
    assert [text.splitlines()[0] for text in diagrams[:3]] == ["(3) C2(o)", "(3-3) A3(x)", "(3-3-1) B1(o)"]
    assert len(diagrams) == 4  # x wins on the diagonal


def test_an_expansion_refuses_moves_after_the_end() -> None:
    with pytest.raises(IllegalMoveError, match="over"):
        list(expansion(position(), [1, 2, 5, 6, 7]))


@pytest.mark.parametrize(
    "state",
    [
        TicTacToe(),
        MNK(2, 2, 2),
        ConnectFour(3, 3),
        Othello(4, 4).apply_move(Othello(4, 4).legal_moves()[0]),
        Tree([[3, -12, 0], [0, 4, -6]]),
        Tree({"children": [{"player": "max", "children": [-3, 2]}, {"player": "min", "children": [0, 1]}]}),
    ],
    ids=str,
)
def test_the_result_of_any_game_has_the_sign_of_its_minimax_value(state: State) -> None:
    assert best_result(state) is expected(state)


@pytest.mark.parametrize("left", range(1, 14))
def test_extra_moves_do_not_reverse_a_result(left: int) -> None:
    assert best_result(Chain(left)) is expected(Chain(left))


def test_the_extra_move_game_tells_a_wrong_reversal() -> None:
    def always_reversed(state: Chain) -> GameResult:
        if state.is_over():
            return GameResult.win if state.winner() is state.next_player else GameResult.loss
        results = [reverse_game_result(always_reversed(state.apply_move(move))) for move in state.legal_moves()]
        return max(results, key=lambda result: result.value)

    assert any(always_reversed(Chain(left)) is not best_result(Chain(left)) for left in range(1, 14))


def test_every_early_tictactoe_position_agrees_with_minimax() -> None:
    start = TicTacToe()
    for first, second, third in itertools.islice(itertools.permutations(range(9), 3), 0, None, 7):
        state = start.apply_move(first).apply_move(second).apply_move(third)
        assert best_result(state) is expected(state)
