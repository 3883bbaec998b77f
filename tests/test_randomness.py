"""The one random generator: known numbers, no bias, and streams of their own."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saizen.randomness import Stream

MASK = (1 << 64) - 1
SEEDS = st.integers(0, MASK)
# SplitMix64 from the states 0 and 1234567, as published by its authors and by Rosetta Code.
FROM_0 = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
FROM_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def splitmix64(state: int) -> int:
    """Return the first output of SplitMix64 from a state, step by step as in the paper."""
    mixed = (state + 0x9E3779B97F4A7C15) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)


def at_state(state: int) -> Stream:
    """Return a stream whose next bits are the first that SplitMix64 gives from `state`."""
    stream = Stream(0)
    stream._state = state
    return stream


@pytest.mark.parametrize(("state", "outputs"), [(0, FROM_0), (1234567, FROM_1234567)])
def test_the_bits_are_those_published(state: int, outputs: list[int]) -> None:
    stream = at_state(state)
    assert [stream.bits() for _ in outputs] == outputs


@given(seed=st.integers(), game=st.integers(0, 2**70), side=st.integers(0, 1))
def test_a_stream_is_made_by_mixing_in_the_game_and_then_the_side(seed: int, game: int, side: int) -> None:
    state = (splitmix64(seed & MASK) + game) & MASK
    state = (splitmix64(state) + side) & MASK
    assert Stream(seed, game, side).bits() == splitmix64(state)


def test_a_stream_begins_with_known_bits() -> None:
    # Typed in, because the C++ core must give the same.
    assert [Stream(0).bits(), Stream(42).bits(), Stream(42, 1).bits(), Stream(42, 0, 1).bits()] == [
        2558736989570252433,
        7138415436909018950,
        3233633249810115081,
        13151335708014940318,
    ]


@given(seed=SEEDS, game=st.integers(0, 10**6), side=st.integers(0, 1), draws=st.integers(1, 30))
def test_equal_seeds_give_equal_numbers(seed: int, game: int, side: int, draws: int) -> None:
    one, other = Stream(seed, game, side), Stream(seed, game, side)
    assert [one.bits() for _ in range(draws)] == [other.bits() for _ in range(draws)]


def test_streams_differ_by_seed_game_and_side() -> None:
    streams = [Stream(seed, game, side) for seed in range(8) for game in range(50) for side in range(2)]
    firsts = {tuple(stream.bits() for _ in range(2)) for stream in streams}
    assert len(firsts) == len(streams)


@given(seed=SEEDS, count=st.integers(1, 2**64))
def test_a_number_below_a_count_is_below_it(seed: int, count: int) -> None:
    assert 0 <= Stream(seed).below(count) < count


@pytest.mark.parametrize("count", [2, 3, 6, 10, 64])
def test_every_number_is_equally_likely(count: int) -> None:
    draws = 20_000
    stream = Stream(2024)
    counts = Counter(stream.below(count) for _ in range(draws))
    chi_square = sum((counts[number] - draws / count) ** 2 / (draws / count) for number in range(count))
    freedom = count - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_counts_near_the_top_are_not_biased_towards_some_numbers() -> None:
    # Without rejection every third number would be drawn twice as often as the others.
    count, draws = 3 << 62, 6000
    stream = Stream(7)
    thirds = Counter(stream.below(count) % 3 for _ in range(draws))
    assert max(abs(thirds[rest] - draws / 3) for rest in range(3)) < 5 * (draws * 2 / 9) ** 0.5


def test_the_bits_are_balanced() -> None:
    stream = Stream(1)
    words = [stream.bits() for _ in range(4000)]
    for bit in range(64):
        assert abs(sum(word >> bit & 1 for word in words) - 2000) < 5 * 1000**0.5


@given(items=st.lists(st.integers()), seed=SEEDS)
def test_a_shuffle_is_a_permutation_and_leaves_its_items_alone(items: list[int], seed: int) -> None:
    before = list(items)
    assert sorted(Stream(seed).shuffled(items)) == sorted(items)
    assert items == before


def test_every_order_is_equally_likely() -> None:
    stream = Stream(5)
    orders = Counter(tuple(stream.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert max(abs(count - 1000) for count in orders.values()) < 5 * (6000 * 5 / 36) ** 0.5


@given(items=st.lists(st.integers(), min_size=1), seed=SEEDS)
def test_a_choice_is_one_of_the_items(items: list[int], seed: int) -> None:
    assert Stream(seed).choice(items) in items


def test_every_item_can_be_chosen() -> None:
    stream = Stream(3)
    assert {stream.choice("abcdefgh") for _ in range(200)} == set("abcdefgh")
