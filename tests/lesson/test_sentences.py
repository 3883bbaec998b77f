"""Each event has its sentence, in both languages, and the sentence is true."""

import re
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.drawing.messages import Language
from saizen.games.connect4 import ConnectFour
from saizen.games.othello import Othello
from saizen.games.tictactoe import TicTacToe
from saizen.games.tree import Tree, node_value
from saizen.lesson.convention import USUAL, Convention
from saizen.lesson.recording import LESSONS, record
from saizen.lesson.replay import Meaning, replay
from saizen.lesson.sentences import SENTENCES, sentences, value_text, window_text
from saizen.lesson.trace import Kind, Recorder, Trace
from saizen.search import Limits, pvs
from tests.search.agreement import dice, grow_tree, play, scramble
from tests.search.dots_and_boxes import DotsAndBoxes

LANGUAGES: tuple[Language, ...] = get_args(Language)
CHOICES = st.lists(st.integers(0, 999), min_size=1, max_size=60)
STRICT_AND_HARD = Convention(cuts_at_equal=False, fail_soft=False)


def deepened(tree: Tree) -> Trace:
    """Return the trace of a search that deepens, so that it comes to each node with better and better moves first."""
    recorder = Recorder(tree, "pvs")
    return recorder.finish(pvs(tree, evaluate=node_value, observer=recorder))


def all_kinds_of_traces() -> Sequence[Trace]:
    """Return traces in which everything happens that a sentence can tell."""
    traces = []
    for seed in range(25):
        for extra_moves in (False, True):
            tree = grow_tree(dice(seed), extra_moves=extra_moves)
            traces += [record(tree, name) for name in LESSONS]
            traces += [deepened(tree), record(tree, depth=1, evaluate=node_value), record(tree, most_nodes=12)]
            traces += [record(tree, convention=STRICT_AND_HARD), record(tree, limits=Limits(nodes=4))]
    for start in (TicTacToe(), ConnectFour(4, 4), Othello(4, 4), DotsAndBoxes()):
        state = play(start, [2, 7, 1, 8], left=4)
        traces += [record(state, name, depth=depth, evaluate=scramble) for name in LESSONS for depth in (None, 2)]
    return traces


def blanks(text: str) -> set[str]:
    return set(re.findall(r"{(\w*)}", text))


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_has_the_same_blanks_in_both_languages(key: str) -> None:
    said = SENTENCES[key]
    assert set(said) == set(LANGUAGES)
    assert len({frozenset(blanks(text)) for text in said.values()}) == 1
    assert all(text.strip() == text != "" for text in said.values())


def test_every_event_has_a_sentence_and_every_sentence_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    class Watched(dict[str, Any]):
        def __getitem__(self, key: str) -> Any:
            used.add(key)
            return super().__getitem__(key)

    monkeypatch.setattr("saizen.lesson.sentences.SENTENCES", Watched(SENTENCES))
    for trace in all_kinds_of_traces():
        for language in LANGUAGES:
            told = list(sentences(trace, language))
            assert len(told) == len(trace.events)
            for sentence in told:
                assert sentence.strip() == sentence != ""
                assert not set("{}") & set(sentence)
                assert sentence.endswith(".") if language == "en" else sentence.endswith("。")
                assert "None" not in sentence
                assert "-" not in sentence  # a minus is a true one
    assert used == set(SENTENCES)


def test_japanese_has_spaces_beside_other_letters_only() -> None:
    for trace in all_kinds_of_traces():
        for sentence in sentences(trace, "ja"):
            assert not re.search(r"[ぁ-んァ-ヶ一-龯。、] [ぁ-んァ-ヶ一-龯]|  |。 ", sentence), sentence


@given(choices=CHOICES, name=st.sampled_from(sorted(LESSONS)), extra_moves=st.booleans(), strict=st.booleans())
def test_the_sentence_of_a_cut_names_the_window_and_how_many_moves_are_left_out(
    choices: list[int], name: str, extra_moves: bool, strict: bool
) -> None:
    tree = grow_tree(iter(choices), extra_moves=extra_moves)
    strict = strict and name == "alphabeta"
    trace = record(tree, name, convention=Convention(cuts_at_equal=not strict))
    for language in LANGUAGES:
        for event, sentence in zip(trace.events, sentences(trace, language), strict=True):
            if event.kind is Kind.CUT:
                sign = "<" if strict else "≤"
                assert event.beta < event.alpha or (event.beta == event.alpha and not strict)
                assert sentence.startswith(f"β = {value_text(event.beta)} {sign} α = {value_text(event.alpha)}")
                count = len(event.skipped)
                in_words = {0: "no move", 1: "the remaining move "} if language == "en" else {0: "残りの手はありません"}
                rest = f"remaining {count} moves" if language == "en" else f"残りの {count} 手"
                assert in_words.get(count, rest) in sentence


@given(choices=CHOICES, name=st.sampled_from(sorted(LESSONS)), hard=st.booleans(), strict=st.booleans())
def test_what_a_node_is_said_to_be_worth_is_what_its_value_means(
    choices: list[int], name: str, hard: bool, strict: bool
) -> None:
    convention = Convention(cuts_at_equal=not strict, fail_soft=not hard) if name == "alphabeta" else USUAL
    trace = record(grow_tree(iter(choices)), name, convention=convention)
    frame = replay(trace, 0)
    words = {Meaning.AT_LEAST: "at least", Meaning.AT_MOST: "at most", Meaning.UNKNOWN: "cannot change anything"}
    for event, sentence in zip(trace.events, sentences(trace), strict=True):
        frame.apply(event)
        if event.kind is Kind.LEAVE:
            first = sentence.partition(". ")[0]
            said = {meaning for meaning, word in words.items() if word in first} or {Meaning.EXACT}
            assert said == {frame.views[event.node].meaning}


@given(choices=CHOICES, name=st.sampled_from(sorted(LESSONS)))
def test_a_move_said_to_be_better_is_better_and_one_said_to_bound_is_a_bound(choices: list[int], name: str) -> None:
    trace = record(grow_tree(iter(choices)), name)
    frame = replay(trace, 0)
    for event, sentence in zip(trace.events, sentences(trace), strict=True):
        if event.kind in (Kind.BEST, Kind.RAISE, Kind.LOWER):
            before, child = frame.views[event.node].value, frame.views[event.child or 0]
            is_max = trace.nodes[event.node].is_max
            only_bound = child.meaning is (Meaning.AT_MOST if is_max else Meaning.AT_LEAST)
            assert (("at most" if is_max else "at best") in sentence) == only_bound
            compares = "more than" in sentence or "less than" in sentence
            assert compares == (before is not None and not only_bound)
            assert "comes first" not in sentence  # only a search that deepens has such ties
            if before is not None and event.value is not None:
                assert event.value > before if is_max else event.value < before
            assert ("α rises" in sentence) == (event.kind is Kind.RAISE)
            assert ("β falls" in sentence) == (event.kind is Kind.LOWER)
        frame.apply(event)


def test_a_second_look_says_why_it_comes() -> None:
    trace = record(Tree([[3, 5], [4, 6]]), "pvs")
    told = list(sentences(trace))
    again = next(place for place, sentence in enumerate(told) if sentence.startswith("Search node 2 again"))
    assert told[again] == "Search node 2 again, now with α = 3 and β = +∞."
    reason = "That is better for MAX than before, so it must be searched again with a wider window."
    assert told[again - 1] == f"Node 2 is worth at least 4. {reason}"


def test_minimax_is_told_without_windows() -> None:
    told = list(sentences(record(Tree(), "minimax")))
    assert told[:2] == ["Start at the root: MAX to move.", "Go down to node 1: MIN to move."]
    assert not [sentence for sentence in told if "α" in sentence or "β" in sentence]


def test_moves_of_a_game_are_named_as_people_write_them() -> None:
    trace = record(TicTacToe().apply_move(0).apply_move(4), depth=1, evaluate=scramble)
    told = list(sentences(trace))
    assert told[1] == "Go down to b1."
    assert "as deep as the search goes: the evaluator says" in told[2]
    assert list(sentences(trace, "ja"))[1] == "b1 へ進みます。"


def test_values_are_written_as_people_write_them() -> None:
    values = [None, 0, -3, 2.5, -0.25, 0.1 + 0.2, float("inf"), float("-inf"), 12345678901234567890, -(10**400)]
    told = [value_text(value) for value in values]
    assert told[:8] == ["?", "0", "−3", "2.5", "−0.25", "0.3", "+∞", "−∞"]
    assert told[8:] == ["12345678901234567890", "−1" + "0" * 400]
    assert (window_text((-1, float("inf"))), window_text(None)) == ("(−1, +∞)", "")


TEXTBOOK = """
Start at the root: MAX to move, with α = −∞ and β = +∞.
Go down to node 1: MIN to move, with α = −∞ and β = +∞.
Go down to node 1.1.
Node 1.1 is the end: its value is 3.
Go back up to node 1 with 3.
MIN can hold it to 3 by node 1.1. So β falls to 3.
Go down to node 1.2.
Node 1.2 is the end: its value is 12.
Go back up to node 1 with 12. MIN keeps the 3 of node 1.1.
Go down to node 1.3.
Node 1.3 is the end: its value is 8.
Go back up to node 1 with 8. MIN keeps the 3 of node 1.1.
Node 1 is worth 3.
MAX can have 3 by node 1. So α rises to 3.
Go down to node 2: MIN to move, with α = 3 and β = +∞.
Go down to node 2.1.
Node 2.1 is the end: its value is 2.
Go back up to node 2 with 2.
MIN can hold it to 2 by node 2.1. So β falls to 2.
β = 2 ≤ α = 3, so the remaining 2 moves cannot matter: MAX already has 3 elsewhere.
Node 2 is worth at most 2. MAX keeps the 3 of node 1.
Go down to node 3: MIN to move, with α = 3 and β = +∞.
Go down to node 3.1.
Node 3.1 is the end: its value is 14.
Go back up to node 3 with 14.
MIN can hold it to 14 by node 3.1. So β falls to 14.
Go down to node 3.2.
Node 3.2 is the end: its value is 5.
Go back up to node 3 with 5.
MIN can hold it to 5 by node 3.2, less than 14. So β falls to 5.
Go down to node 3.3.
Node 3.3 is the end: its value is 2.
Go back up to node 3 with 2.
MIN can hold it to 2 by node 3.3, less than 5. So β falls to 2.
β = 2 ≤ α = 3, but no move is left to be cut.
Node 3 is worth at most 2. MAX keeps the 3 of node 1.
The root is worth 3.
The value is 3 for MAX; best play: 1 1. Nodes entered: 11.
"""


def test_the_textbook_tree_is_told_in_plain_words() -> None:
    assert list(sentences(record(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))) == TEXTBOOK.strip().splitlines()


def test_the_textbook_tree_is_told_in_plain_japanese() -> None:
    told = list(sentences(record(Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])), "ja"))
    assert told[0] == "根から始めます。MAX の番で、α = −∞、β = +∞ です。"
    assert told[8] == "値 12 を持って節点 1 へ戻ります。MIN の最善は節点 1.1 の 3 のままです。"
    assert told[19] == "β = 2 ≤ α = 3 なので、残りの 2 手は無関係です。MAX は他で 3 を確保しています。"
    assert told[20] == "節点 2 の値は 2 以下です。MAX の最善は節点 1 の 3 のままです。"
    assert told[-2:] == [
        "根の値は 3 です。",
        "MAX から見た値は 3、最善の進行は 1 1 です。調べた節点の数は 11 です。",
    ]
