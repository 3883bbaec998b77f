from collections.abc import Iterable

import pytest

from saizen.errors import NotationError, SettingError, SpecError
from saizen.games.base import Side
from saizen.games.othello import Othello
from saizen.randomness import Stream
from saizen.search import solve
from saizen.textbook.console import PROMPT, STRATEGIES, Game, alphabeta_depth, board_text, parse_yx, yx_name
from saizen.textbook.othello import MiniMaxAction

SEED = 27  # the centre and the machine's replies are those of the document's session


class Terminal:
    """A scripted person: answers are typed in turn, and everything shown is kept."""

    def __init__(self, answers: str | Iterable[str] = ()) -> None:
        self.answers = iter(answers.split() if isinstance(answers, str) else answers)
        self.shown: list[str] = []

    def read(self, prompt: str) -> str:
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        self.shown.append(prompt + answer)
        return answer

    def write(self, text: str) -> None:
        self.shown.append(text)

    def play(self, n: int = 4, turn: str = "human", strategy: str = "random", *, seed: int = 0) -> Game:
        return Game(n, turn, strategy, seed=seed, read=self.read, write=self.write)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


class Anyone(Terminal):
    """A person who plays any legal move, passing when it must be."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.dice = Stream(seed)
        self.game: Game

    def read(self, prompt: str) -> str:
        return yx_name(self.game.board, self.dice.choice(self.game.board.legal_moves()))

    def finish(self, n: int = 4, turn: str = "human", strategy: str = "random", *, seed: int = 0) -> Othello:
        self.game = self.play(n, turn, strategy, seed=seed)
        return self.game.start()


def test_the_documents_session_is_reproduced() -> None:
    terminal = Terminal("23 pass 13 33 00 20 02 31")
    end = terminal.play(seed=SEED).start()
    lines = terminal.text.splitlines()
    assert lines[:8] == [
        "WHITE:2, BLACK:2",
        "  0 1 2 3 →x",
        "0 . . . .",
        "1 . X O .",
        "2 . O X .",
        "3 . . . .",
        "↓",
        "y",
    ]
    counts = [line for line in lines if line.startswith("WHITE:")]
    assert counts[:5] == [f"WHITE:{w}, BLACK:{b}" for w, b in ((2, 2), (1, 4), (3, 3), (1, 6), (3, 5))]
    assert counts[-3:] == [f"WHITE:{w}, BLACK:{b}" for w, b in ((5, 9), (4, 11), (7, 9))]
    assert lines[-1] == "Winner : BLACK"
    assert end.position_text()[:16] == "XXXOOXXXOOXXOOOX"


def test_a_square_that_turns_nothing_and_a_pass_while_a_move_exists_are_refused_with_the_reason() -> None:
    terminal = Terminal("23 pass 13")
    terminal.play(seed=SEED).start()
    assert terminal.shown[1:5] == [
        PROMPT + "23",
        "23 turns over no disc; legal: 02 13 20 31",
        PROMPT + "pass",
        "You may not pass while you can move; legal: 02 13 20 31",
    ]


@pytest.mark.parametrize("answer", ["", "1", "xyz", "44", "05", "é1", "1 3 1"])
def test_what_is_no_square_is_refused_with_the_reason(answer: str) -> None:
    terminal = Terminal([answer, "13"])
    terminal.play(seed=SEED).start()
    assert "is no square; type row and column, each from 0 to 3, or pass" in terminal.shown[2]


def test_a_column_beyond_the_board_is_not_taken_for_the_next_row() -> None:
    with pytest.raises(NotationError):
        parse_yx(Othello(4, 4), "07")  # the document reads it as 13


def test_end_of_input_ends_the_game_with_a_message() -> None:
    terminal = Terminal("13")
    end = terminal.play(seed=SEED).start()
    assert terminal.shown[-1] == "No more input: the game ends here"
    assert not end.is_over()


@pytest.mark.parametrize(("turn", "side"), [("human", Side.FIRST), ("machine", Side.SECOND)])
def test_turn_says_who_begins(turn: str, side: Side) -> None:
    terminal = Terminal()
    game = terminal.play(turn=turn)
    assert game.board.next_player is side
    game.start()
    assert len([text for text in terminal.shown if text.startswith("WHITE:")]) == (1 if turn == "human" else 2)


def test_the_centre_is_arranged_at_random_both_ways() -> None:
    boards = {Game(4, seed=seed).board.position_text() for seed in range(20)}
    assert boards == {Othello(4, 4).position_text(), Othello(4, 4, start="mirrored").position_text()}


def test_equal_seeds_give_equal_games() -> None:
    first, second = Anyone(3), Anyone(3)
    assert first.finish(6, seed=5) == second.finish(6, seed=5)
    assert first.text == second.text


@pytest.mark.parametrize("n", [2, 3, 5, 0, -4, 28])
def test_a_board_must_be_even_from_four_up(n: int) -> None:
    with pytest.raises(SettingError):
        Game(n)


def test_unknown_names_are_errors_that_list_the_known_ones() -> None:
    with pytest.raises(SpecError, match="unknown turn 'me'; known: human machine"):
        Game(turn="me")
    with pytest.raises(SpecError, match="unknown strategy 'best'; known: random maxflip minimax alphabeta"):
        Game(strategy="best")


def test_minimax_refuses_a_board_that_it_cannot_finish() -> None:
    with pytest.raises(SettingError, match=r"positions with N=6; use N=4, or the strategy alphabeta"):
        Game(6, strategy="minimax")


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("turn", ["human", "machine"])
def test_every_strategy_plays_to_the_end(strategy: str, turn: str) -> None:
    terminal = Anyone(1)
    end = terminal.finish(4, turn, strategy, seed=1)
    assert end.is_over()
    expected = {None: "DRAW", Side.FIRST: "Winner : BLACK", Side.SECOND: "Winner : WHITE"}
    assert terminal.shown[-1] == expected[end.winner()]


def test_each_kind_of_end_is_announced() -> None:
    ends = set()
    for seed in range(60):
        terminal = Anyone(seed)
        terminal.finish(seed=seed)
        ends.add(terminal.shown[-1])
    assert ends == {"DRAW", "Winner : BLACK", "Winner : WHITE"}


def test_the_game_ends_when_neither_side_can_move_though_squares_are_empty() -> None:
    ends = [Anyone(seed).finish(seed=seed) for seed in range(40)]
    assert any(sum(end.discs) < 16 for end in ends)
    assert all(end.is_over() for end in ends)


def test_a_person_who_cannot_move_must_pass_and_is_told_so() -> None:
    terminal = Terminal(["00", "pass"])
    game = terminal.play()
    game.board = game.board.parse_position("OX-------------- X")
    assert game.board.legal_moves() == (game.board.pass_move,)
    game.start()
    assert "You cannot turn over a disc: type pass" in terminal.shown
    assert game.board.discs == (0, 3)


def test_a_machine_that_cannot_move_passes_and_says_so() -> None:
    terminal = Terminal(["02"])
    game = terminal.play(turn="machine")
    game.board = game.board.parse_position("XO-------------- O")
    game.start()
    assert "WHITE passes" in terminal.shown
    assert terminal.shown[-1] == "Winner : BLACK"


def test_maxflip_turns_most_discs_and_not_just_the_first_legal_move() -> None:
    other_than_first = 0
    for seed in range(10):
        machine, dice = Game(6, strategy="maxflip", seed=seed).machine, Stream(seed)
        state = Othello(6, 6)
        while not state.is_over():
            moves = state.legal_moves()
            if moves != (state.pass_move,):
                move = machine.choose(state)
                assert state.flips(move) == max(state.flips(other) for other in moves)
                other_than_first += move != moves[0]
            state = state.apply_move(dice.choice(moves))
    assert other_than_first > 50


@pytest.mark.parametrize("seed", [0, 1])
def test_minimax_sees_the_end_and_keeps_the_exact_value(seed: int) -> None:
    terminal = Anyone(seed)
    game = terminal.game = terminal.play(strategy="minimax", seed=seed)
    value = -solve(game.board).value
    assert value > 0  # the second player wins 4×4
    assert game.start().winner() is Side.SECOND
    assert "thinking ..." in terminal.shown


def test_only_minimax_says_that_it_is_thinking() -> None:
    terminal = Anyone(0)
    terminal.finish(strategy="alphabeta")
    assert "thinking ..." not in terminal.shown


@pytest.mark.parametrize("strategy", ["maxflip", "minimax", "alphabeta"])
def test_of_equally_good_moves_the_first_is_taken_here_and_the_last_in_the_othello_document(strategy: str) -> None:
    board = Game(4, "machine", strategy).board  # its four moves mirror each other
    assert Game(4, "machine", strategy).machine.choose(board) == board.legal_moves()[0]
    assert MiniMaxAction(2).action(board) == board.legal_moves()[-1]


def test_alphabeta_looks_as_far_as_the_document_on_its_board_and_less_far_on_larger_ones() -> None:
    depths = [alphabeta_depth(n) for n in range(4, 27, 2)]
    assert depths[0] == 9
    assert depths == sorted(depths, reverse=True)
    assert min(depths) >= 3


@pytest.mark.parametrize("strategy", ["random", "maxflip", "alphabeta"])
def test_larger_boards_answer_too(strategy: str) -> None:
    terminal = Terminal()
    end = terminal.play(20, "machine", strategy).start()
    assert sum(end.discs) == 5


def test_letters_stand_for_ten_and_more() -> None:
    board = Othello(12, 12)
    assert parse_yx(board, "a3") == 10 * 12 + 3
    assert parse_yx(board, "3a") == 3 * 12 + 10
    assert parse_yx(board, "Ｂ ０") == 11 * 12
    assert board_text(board).splitlines()[1] == "  0 1 2 3 4 5 6 7 8 9 a b →x"
    with pytest.raises(NotationError, match="from 0 to b"):
        parse_yx(board, "c0")


def test_moves_are_named_as_they_are_typed() -> None:
    board = Othello(12, 12)
    for move in (0, 5, 130, 143, board.pass_move):
        assert parse_yx(board, yx_name(board, move)) == move


def test_messages_come_in_japanese_too() -> None:
    terminal = Terminal("pass")
    Game(4, language="ja", read=terminal.read, write=terminal.write).start()
    assert any("パスはできません" in text for text in terminal.shown)
