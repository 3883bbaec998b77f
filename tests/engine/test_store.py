"""Proofs kept in a file: found again in every image, by every process, and not lost when one dies."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from saizen.engine import ProofStore, solve
from saizen.engine.store import KnownProof
from saizen.errors import NotationError, UnreadableFileError
from saizen.games.othello import Othello
from saizen.records.problems import read_problems
from saizen.search import Limits

DATA = Path(__file__).parents[1] / "data"
FFO = read_problems(DATA / "othello_ffo.obf")
ENDINGS = [problem.state for problem in read_problems(DATA / "othello_endings.csv")]
SOLVE_ALL = """
import sys
from pathlib import Path
from saizen.engine import ProofStore, solve
from saizen.games.othello import Othello
with ProofStore(Path(sys.argv[1])) as store:
    for text in sys.stdin:
        solution = solve(Othello().parse_position(text.strip()), store=store)
        print(solution.lower, int(solution.stored), text.strip(), flush=True)
"""


def start(path: Path, states: Sequence[Othello]) -> subprocess.Popen[str]:
    """Return a process that solves positions with a store, a printed line each; it waits for more."""
    run = subprocess.Popen(
        [sys.executable, "-c", SOLVE_ALL, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert run.stdin is not None
    run.stdin.writelines(f"{state.position_text()}\n" for state in states)
    run.stdin.flush()
    return run


@pytest.fixture
def path(version: Path) -> Path:
    return version / "proofs.db"


def test_a_proof_is_found_as_it_was_written(path: Path) -> None:
    with ProofStore(path) as store:
        assert store.find(ENDINGS[0]) is None
        first = solve(ENDINGS[0], store=store)
        again = solve(ENDINGS[0], store=store)
        assert len(store) == 1
    assert (first.stored, again.stored) == (False, True)
    assert (again.lower, again.upper, again.line, again.nodes) == (first.lower, first.upper, first.line, first.nodes)
    assert (again.seconds, again.complete) == (first.seconds, True)
    with ProofStore(path) as store:
        assert store.find(ENDINGS[0]) == KnownProof(first.lower, first.line, first.nodes, first.seconds)


@pytest.mark.parametrize("number", range(8))
def test_every_image_finds_the_proof_with_a_line_of_its_own(path: Path, number: int) -> None:
    with ProofStore(path) as store:
        for state in ENDINGS[:8]:
            written = state.symmetries()[number]
            score = solve(written, store=store).lower
            swapped = [
                image.parse_position(image.position_text().translate(str.maketrans("XO", "OX")))
                for image in written.symmetries()
            ]
            for image in [*written.symmetries(), *swapped]:
                found = store.find(image)
                assert found is not None
                assert found.value == score
                end = image
                for move in found.line:
                    end = end.apply_move(move)
                assert end.is_over()
                assert score == (end.final_score() if end.next_player is image.next_player else -end.final_score())
        assert len(store) == 8


def test_boards_of_other_sizes_are_kept_apart(path: Path) -> None:
    wide, tall, square = (Othello(*size) for size in ((6, 4), (4, 6), (4, 4)))
    corner = "OX" + "-" * 14 + " O"
    with ProofStore(path) as store:
        small = Othello(4, 4).parse_position(corner)
        assert solve(small, store=store).lower == 16
        for other in (wide, tall):
            assert store.find(other.parse_position("OX" + "-" * 22 + " O")) is None
        assert store.find(square) is None
        solve(wide.parse_position("OX" + "-" * 22 + " O"), store=store)
        assert store.find(tall.parse_position("OX" + "-" * 22 + " O")) is None


def test_only_exact_and_finished_results_are_written(path: Path) -> None:
    with ProofStore(path) as store:
        assert not solve(ENDINGS[0], store=store, limits=Limits(nodes=1)).complete
        assert not solve(ENDINGS[0], store=store, window=(62, 64)).exact
        assert not solve(FFO[0].state, store=store, all_moves=True, limits=Limits(nodes=1)).complete
        assert len(store) == 0


def test_the_value_of_every_move_is_written_and_found_again(path: Path) -> None:
    state = FFO[0].state
    with ProofStore(path) as store:
        first = solve(state, store=store, all_moves=True)
        assert len(store) == len(first.moves) + 1
        for found in first.moves:
            child = solve(state.apply_move(found.move), store=store, limits=Limits(nodes=1))
            assert (child.stored, child.lower) == (True, -found.lower)
        again = solve(state, store=store, all_moves=True, limits=Limits(nodes=1))
        assert again == replace(first, stored=True)
        root = store.find(state)
    assert root == KnownProof(first.lower, first.line, first.nodes, first.seconds)


def test_moves_that_are_known_are_not_searched(path: Path) -> None:
    state = FFO[0].state
    *others, last = state.legal_moves()
    with ProofStore(path) as store:
        solve(state.apply_move(last), store=store)
        solution = solve(state, store=store, all_moves=True, limits=Limits(nodes=1))
    values = {found.move: (found.lower, found.upper) for found in solution.moves}
    assert values == {last: (18, 18), **dict.fromkeys(others, (-64, 64))}
    assert (solution.complete, solution.stored, solution.line) == (False, False, (last,))


def test_moves_that_mirror_each_other_are_proved_once(path: Path) -> None:
    start = Othello(4, 4)
    with ProofStore(path) as store:
        solution = solve(start, store=store, all_moves=True)
        assert len(store) == 2
    assert [(found.lower, found.upper) for found in solution.moves] == [(-10, -10)] * 4


def test_every_move_proved_before_a_limit_is_in_the_file(path: Path) -> None:
    state = FFO[0].state
    nodes = solve(state, all_moves=True).nodes
    with ProofStore(path) as store:
        solution = solve(state, store=store, all_moves=True, limits=Limits(nodes=nodes // 2))
        proved = [found for found in solution.moves if found.lower == found.upper]
        assert 0 < len(store) == len(proved) < len(solution.moves)


def test_an_exact_score_whose_line_a_limit_cut_short_is_not_written(path: Path) -> None:
    state = FFO[14].state
    nodes = solve(state).nodes
    cut = 0
    with ProofStore(path) as store:
        for limit in range(nodes * 2 // 3, nodes, nodes // 60):
            solution = solve(state, store=store, limits=Limits(nodes=limit))
            cut += solution.exact and not solution.complete
            assert len(store) == int(solution.complete)
    assert cut > 0


def test_a_known_proof_answers_a_window_and_a_limit(path: Path) -> None:
    with ProofStore(path) as store:
        score = solve(ENDINGS[1], store=store).lower
        for answer in (
            solve(ENDINGS[1], store=store, window=(-1, 1)),
            solve(ENDINGS[1], store=store, limits=Limits(nodes=1)),
        ):
            assert (answer.lower, answer.upper, answer.stored) == (score, score, True)
        assert not solve(ENDINGS[1], store=store, all_moves=True).stored


def test_a_second_proof_leaves_the_first(path: Path) -> None:
    with ProofStore(path) as store:
        store.add(ENDINGS[0], 4, (1,), 10, 0.5)
        store.add(ENDINGS[0], 6, (2,), 20, 0.25)
        assert store.find(ENDINGS[0]) == KnownProof(4, (1,), 10, 0.5)


def test_a_second_process_sees_what_the_first_has_proved(path: Path) -> None:
    with ProofStore(path) as store:
        scores = [solve(state, store=store).lower for state in ENDINGS[:5]]
        output, _ = start(path, ENDINGS[:6]).communicate(timeout=60)
        lines = [line.split() for line in output.splitlines()]
        assert [int(line[0]) for line in lines[:5]] == scores
        assert [line[1] for line in lines] == ["1"] * 5 + ["0"]
        assert store.find(ENDINGS[5]) is not None  # and the first sees what the second has proved


def test_processes_that_write_at_once_lose_nothing(path: Path) -> None:
    parts = [ENDINGS[:12], ENDINGS[8:], ENDINGS[::2]]
    runs = [start(path, part) for part in parts]
    outputs = [run.communicate(timeout=60)[0].splitlines() for run in runs]
    assert [len(output) for output in outputs] == [len(part) for part in parts]
    assert [run.returncode for run in runs] == [0, 0, 0]
    with ProofStore(path) as store:
        assert len(store) == len(ENDINGS)
        for state in ENDINGS:
            found = store.find(state)
            assert found is not None
            assert found.value == solve(state).lower


@pytest.mark.parametrize("printed", [1, 7, 15])
def test_every_result_printed_before_a_kill_is_in_the_file(path: Path, printed: int) -> None:
    run = start(path, ENDINGS)
    assert run.stdout is not None
    lines = [run.stdout.readline() for _ in range(printed)]
    run.kill()
    lines += run.communicate(timeout=60)[0].splitlines()
    assert run.returncode == -signal.SIGKILL
    with ProofStore(path) as store:
        assert len(store) >= len(lines) >= printed
        for line in lines:
            score, _, text = line.split(maxsplit=2)
            found = store.find(Othello().parse_position(text))
            assert found is not None
            assert found.value == int(score)


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("the diary of a player\n" * 100)
    with pytest.raises(UnreadableFileError, match=r"^cannot use the store '.*proofs\.db': file is not a database$"):
        ProofStore(path)
    assert path.read_text() == "the diary of a player\n" * 100


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE proofs (theorem TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(UnreadableFileError, match="it is a database, but no store of proofs"):
        ProofStore(path)
    assert path.read_bytes() == before


def test_a_damaged_file_is_refused_with_the_reason(path: Path) -> None:
    with ProofStore(path) as store:
        for state in ENDINGS:
            solve(state, store=store)
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes([0xA5]) * (len(content) - 4096))
    with pytest.raises(UnreadableFileError, match="malformed"), ProofStore(path) as store:
        store.find(ENDINGS[0])
    with pytest.raises(UnreadableFileError, match="malformed"), ProofStore(path) as store:
        len(store)
    with pytest.raises(UnreadableFileError, match="malformed"), ProofStore(path) as store:
        store.add(ENDINGS[0], 0, (), 0, 0.0)


@pytest.mark.parametrize("line", ["one two", "99"])
def test_a_stored_line_that_is_none_is_refused(path: Path, line: str) -> None:
    with ProofStore(path) as store:
        solve(ENDINGS[0], store=store)
    other = sqlite3.connect(path)
    other.execute("UPDATE proofs SET line = ?", (line,))
    other.commit()
    other.close()
    with (
        ProofStore(path) as store,
        pytest.raises(NotationError, match=f"the store holds a line that is none: '{line}'"),
    ):
        store.find(ENDINGS[0])


@pytest.mark.parametrize("name", ["missing/proofs.db", "."])
def test_a_path_that_cannot_be_written_is_refused(version: Path, name: str) -> None:
    with pytest.raises(UnreadableFileError, match=r"^cannot use the store '.*': unable to open database file$"):
        ProofStore(version / name)
