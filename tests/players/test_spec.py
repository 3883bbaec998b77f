"""The grammar of players: what each spec makes, and what each wrong one is told."""

import itertools
from pathlib import Path

import pytest

from saizen.errors import IllegalMoveError, ProtocolError, SettingError, SpecError, UnreadableFileError
from saizen.games.base import State
from saizen.games.catalogue import make_game
from saizen.players import SearchPlayer, ask, make_player, play_game
from saizen.players.spec import PLAYERS, read_spec
from saizen.search import Limits, SearchResult

EXAMPLES = Path(__file__).parents[2] / "examples"

GAMES = {
    "tictactoe": make_game("tictactoe"),
    "4,3,3": make_game("mnk", size="4,3,3"),
    "connect4": make_game("connect4", size="4x4"),
    "othello 4x4": make_game("othello", size="4"),
    "othello 8x8": make_game("othello"),
    "tree": make_game("[[3, 12, 8], [2, [4, 6]], [14, 5, 2]]"),
    "nim": make_game(f"{EXAMPLES / 'nim.py'}:Nim"),
    "dots and boxes": make_game(f"{EXAMPLES / 'dots_and_boxes.py'}:DotsAndBoxes"),
}

SPECS = (
    "random",
    "minimax:depth=1",
    "minimax:depth=2,ties=last",
    "negamax:depth=2,ties=random",
    "alphabeta:depth=2,distance=yes",
    "alphabeta:nodes=50",
    "pvs:nodes=200,distance=yes,ties=last",
    "pvs:seconds=0.002",
    "pvs:nodes=1",
    "mtdf:depth=2,ties=random",
    "mcts:playouts=20",
    "mcts:nodes=100,depth=3",
    "mcts:seconds=0.002",
    "proof_number:depth=2",
    "proof_number:nodes=100",
    "proof_number:nodes=1,ties=last",
    f"{EXAMPLES / 'my_player.py'}:greedy",
    f"{EXAMPLES / 'my_player.py'}:Careful",
)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.rpartition("/")[2])
@pytest.mark.parametrize("game", GAMES)
def test_every_player_plays_every_game_by_its_rules(game: str, spec: str) -> None:
    start = GAMES[game]
    player, opponent = make_player(spec, start, seed=1), make_player("random", start, seed=2, side=1)
    record = play_game(start, player, opponent)  # refuses an illegal move
    assert record.end.is_over()
    record = play_game(start, opponent, player)
    assert record.end.is_over()


def test_maxflip_plays_othello() -> None:
    for name in ("othello 4x4", "othello 8x8"):
        player = make_player("maxflip", GAMES[name])
        assert play_game(GAMES[name], player, player).end.is_over()


def test_every_player_of_the_grammar_is_tried_here() -> None:
    tried = {spec.partition(":")[0] for spec in SPECS} | {"maxflip", "engine", "human", "gtp", "nboard"}
    assert set(PLAYERS) <= tried


def test_a_human_is_asked_by_the_means_the_caller_brings() -> None:
    asked: list[State] = []

    def answer(state: State) -> int:
        asked.append(state)
        return 4

    player = make_player("human", GAMES["tictactoe"], ask=answer)
    assert ask(player, GAMES["tictactoe"]) == 4
    assert asked == [GAMES["tictactoe"]]


def test_a_random_player_is_given_by_seed_game_and_side() -> None:
    start = GAMES["othello 8x8"]

    def moves(seed: int, game: int, side: int) -> tuple[int, ...]:
        player = make_player("random", start, seed=seed, game=game, side=side)
        return play_game(start, player, player).moves

    streams = [moves(*stream) for stream in itertools.product((0, 1), repeat=3)]
    assert len(set(streams)) == len(streams)
    assert moves(1, 1, 1) == streams[-1]


def test_limits_and_progress_of_the_caller_reach_the_search() -> None:
    seen: list[SearchResult] = []
    player = make_player("pvs:seconds=0.4", GAMES["othello 8x8"], limits=Limits(progress=seen.append))
    player.choose(GAMES["othello 8x8"])
    assert seen
    stopped = make_player("pvs:seconds=60", GAMES["othello 8x8"], limits=Limits(cancel=lambda: True))
    assert isinstance(stopped, SearchPlayer)
    stopped.choose(GAMES["othello 8x8"])
    assert stopped.last is not None
    assert not stopped.last.complete


def test_a_spec_is_read_into_its_name_and_settings() -> None:
    assert read_spec("random") == ("random", {})
    assert read_spec("pvs:") == ("pvs", {})
    assert read_spec("alphabeta:depth=6,eval=a/b.py:f") == ("alphabeta", {"depth": "6", "eval": "a/b.py:f"})


KNOWN = "human random maxflip minimax negamax alphabeta pvs mtdf proof_number mcts gtp nboard"
KEYS = "depth seconds nodes eval ties distance"
PROGRAM_KEYS = "cwd start reply stop margin grace"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("genius", f"unknown player 'genius'; known: {KNOWN}, or file.py:Name"),
        ("", f"unknown player ''; known: {KNOWN}, or file.py:Name"),
        ("Random", f"unknown player 'Random'; known: {KNOWN}, or file.py:Name"),
        ("human", "player 'human' needs someone to ask; choose another player here"),
        ("human:name=Ann", "unknown key 'name' for player 'human'; known: none"),
        ("maxflip:depth=2", "unknown key 'depth' for player 'maxflip'; known: none"),
        ("minimax:dept=2", f"unknown key 'dept' for player 'minimax'; known: {KEYS}"),
        ("minimax:playouts=2", f"unknown key 'playouts' for player 'minimax'; known: {KEYS}"),
        ("mcts:level=2", f"unknown key 'level' for player 'mcts'; known: {KEYS} playouts"),
        ("minimax:depth", "key 'depth' in 'minimax:depth' has no value; write depth=VALUE"),
        ("minimax:depth=", "key 'depth' in 'minimax:depth=' has no value; write depth=VALUE"),
        ("minimax:depth=2,depth=3", "key 'depth' stands twice in 'minimax:depth=2,depth=3'"),
        ("minimax:depth=2,", f"unknown key '' for player 'minimax'; known: {KEYS}"),
        ("minimax:depth=0", "depth=0 in 'minimax:depth=0' is not a whole number from 1 up"),
        ("minimax:depth=-1", "depth=-1 in 'minimax:depth=-1' is not a whole number from 1 up"),
        ("minimax:depth=2.5", "depth=2.5 in 'minimax:depth=2.5' is not a whole number from 1 up"),
        ("minimax:depth=２", "depth=２ in 'minimax:depth=２' is not a whole number from 1 up"),
        ("pvs:nodes=0", "nodes=0 in 'pvs:nodes=0' is not a whole number from 1 up"),
        ("mcts:playouts=none", "playouts=none in 'mcts:playouts=none' is not a whole number from 1 up"),
        ("pvs:seconds=0", "seconds=0 in 'pvs:seconds=0' is not a number above 0"),
        ("pvs:seconds=nan", "seconds=nan in 'pvs:seconds=nan' is not a number above 0"),
        ("pvs:seconds=1e400", "seconds=1e400 in 'pvs:seconds=1e400' is not a number above 0"),
        ("pvs:seconds=soon", "seconds=soon in 'pvs:seconds=soon' is not a number above 0"),
        ("gtp", "player 'gtp' needs a command, e.g. gtp:./engine --level 3"),
        ("gtp:", "player 'gtp' needs a command, e.g. gtp:./engine --level 3"),
        ("nboard[stop=1]:  ", "player 'nboard' needs a command, e.g. nboard:./engine --level 3"),
        (
            "nboard:no-such-engine x",
            "no such program 'no-such-engine'; nboard:COMMAND runs a program that speaks nboard",
        ),
        ("gtp[cwd=/]:./engine.py", "no such program '/engine.py'; gtp:COMMAND runs a program that speaks gtp"),
        ("gtp[cwd=nowhere]:./engine", "no such folder 'nowhere' to run './engine' in"),
        ("gtp:'true", '"\'true" is no command: no closing quotation'),
        ("gtp[level=3]:true", f"unknown key 'level' for player 'gtp'; known: {PROGRAM_KEYS}"),
        ("gtp[depth=3]:true", f"unknown key 'depth' for player 'gtp'; known: {PROGRAM_KEYS}"),
        ("nboard[level=3]:true", f"unknown key 'level' for player 'nboard'; known: {PROGRAM_KEYS} depth"),
        ("nboard[depth=0]:true", "depth=0 in 'nboard[depth=0]:true' is not a whole number from 1 up"),
        ("gtp[stop=0]:true", "stop=0 in 'gtp[stop=0]:true' is not a number above 0"),
        ("gtp[cwd]:true", "key 'cwd' in 'gtp[cwd]:true' has no value; write cwd=VALUE"),
        ("pvs:depth=1,ties=best", "ties=best in 'pvs:depth=1,ties=best' is not one of first last random"),
        ("pvs:depth=1,distance=1", "distance=1 in 'pvs:depth=1,distance=1' is not one of no yes"),
        (
            "pvs:depth=1,eval=weight",
            "unknown evaluator 'weight' for Othello; known: zero discs mass_count positional custom",
        ),
        ("pvs:depth=1,eval=node_value", "unknown evaluator 'node_value' for Othello; known: zero discs"),
    ],
)
def test_a_wrong_spec_is_told_what_would_work(spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_player(spec, GAMES["othello 8x8"])
    assert str(caught.value).startswith(message)


def test_maxflip_refuses_other_games() -> None:
    with pytest.raises(SpecError, match="player 'maxflip' plays Othello only, not ConnectFour"):
        make_player("maxflip", GAMES["connect4"])


@pytest.mark.parametrize("spec", ["minimax", "negamax", "alphabeta", "pvs", "mtdf", "proof_number"])
def test_a_search_without_a_limit_refuses_a_board_it_cannot_finish(spec: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_player(spec, GAMES["othello 8x8"])
    message = str(caught.value)
    assert message.startswith(f"{spec} without a depth would search about ")
    assert f" positions here; try {spec}:depth=4" in message
    assert ("seconds=1" in message) == (spec not in ("minimax", "negamax"))


@pytest.mark.parametrize("game", ["tictactoe", "othello 4x4"])
@pytest.mark.parametrize("spec", ["minimax", "negamax", "alphabeta", "pvs", "mtdf", "proof_number"])
def test_a_search_without_a_limit_accepts_a_small_board(spec: str, game: str) -> None:
    player = make_player(spec, GAMES[game])
    assert isinstance(player, SearchPlayer)
    assert player.depth is None


def test_mcts_without_a_limit_plays_a_thousand_games() -> None:
    player = make_player("mcts", GAMES["othello 8x8"])
    assert isinstance(player, SearchPlayer)
    assert player.playouts == 1000


def own(tmp_path: Path, code: str, name: str = "mine") -> str:
    path = tmp_path / "own.py"
    path.write_text(code, encoding="utf-8")
    return f"{path}:{name}"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def mine(state): return state.legal_moves()[-1]", 8),
        ("class mine:\n    def choose(self, state): return 3", 3),
        ("class mine:\n    def __init__(self, seed): self.s = seed\n    def choose(self, state): return self.s", 7),
        ("class mine:\n    def __init__(self, depth=2): self.d = depth\n    def choose(self, state): return self.d", 2),
        ("mine = lambda state: 5", 5),
        ("def mine(state): return 5.0", 5),
        ("def mine(state): return True", 1),
    ],
)
def test_an_own_player_is_a_function_or_a_class(tmp_path: Path, code: str, expected: int) -> None:
    start = GAMES["tictactoe"]
    move = ask(make_player(own(tmp_path, code), start, seed=7), start)
    assert move == expected
    assert type(move) is int  # the game's own move, whatever equal object the player named


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("mine = 3", "mine is no player; write 'def mine\\(state\\)' that returns a move"),
        ("class mine: pass", "mine has no method choose; a player class needs 'def choose\\(self, state\\)'"),
        ("class mine:\n    choose = 3", "mine has no method choose"),
        (
            "class mine:\n    def __init__(self, level): pass",
            r"mine failed: TypeError: mine\.__init__\(\) missing 1 required",
        ),
        (
            "class mine:\n    def __init__(self): 1 / 0",
            r"mine failed: ZeroDivisionError: .* \(in __init__, line 2 of own\.py\)",
        ),
    ],
)
def test_what_is_no_player_is_told_why(tmp_path: Path, code: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        make_player(own(tmp_path, code), GAMES["tictactoe"])


def test_an_own_player_may_refuse_in_our_words(tmp_path: Path) -> None:
    code = (
        "from saizen.errors import SettingError\nclass mine:\n    def __init__(self): raise SettingError('not today')"
    )
    with pytest.raises(SettingError, match="not today"):
        make_player(own(tmp_path, code), GAMES["tictactoe"])


def test_a_missing_file_or_name_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"no such file 'nowhere\.py'; write it as path/to/file\.py:Name"):
        make_player("nowhere.py:f", GAMES["tictactoe"])
    with pytest.raises(SpecError, match=r"own\.py has no 'yours'; it has: mine$"):
        make_player(own(tmp_path, "from math import sqrt\ndef mine(state): pass", "yours"), GAMES["tictactoe"])


@pytest.mark.parametrize(
    ("answer", "shown"), [("4", "'b2'"), ("None", "'None'"), ("[1]", r"'\[1\]'"), ("'a1'", "'a1'")]
)
def test_an_illegal_move_is_refused_with_the_legal_ones(tmp_path: Path, answer: str, shown: str) -> None:
    state = GAMES["tictactoe"].apply_move(4)
    player = make_player(own(tmp_path, f"def mine(state): return {answer}"), state)
    with pytest.raises(
        IllegalMoveError, match=f"^Ann: illegal move {shown} for O in ----X---- O; legal: a1 b1 c1 a2 c2"
    ):
        ask(player, state, "Ann")


def test_a_player_that_raises_is_reported_by_name(tmp_path: Path) -> None:
    player = make_player(own(tmp_path, "import json\ndef mine(state): return json.loads('?')"), GAMES["tictactoe"])
    with pytest.raises(ProtocolError, match=r"^Ann failed: JSONDecodeError: .* \(in mine, line 2 of own\.py\)$"):
        ask(player, GAMES["tictactoe"], "Ann")
