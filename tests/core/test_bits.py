"""Sets of actions as bits agree with Python's sets: as an int, as words, interpreted and native."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import game
from parlour.compile import kernel
from parlour.core.bits import (
    WORD,
    count,
    has,
    listed,
    lowest,
    nth,
    packed,
    popcount,
    replace,
    rest,
    runs,
    some,
    trailing,
)
from parlour.core.errors import BadRules

WORDS = 3
STATE = game("tic_tac_toe").start()  # any state: kernels take one first
SMALL = st.sets(st.integers(0, WORD - 1))
LARGE = st.sets(st.integers(0, WORDS * WORD - 1))


@kernel
def ask(s, actions, index, action):
    """Ask everything of a set that is not empty."""
    return (
        count(actions),
        lowest(actions),
        rest(actions),
        nth(actions, index),
        has(actions, action),
        some(actions),
    )


@kernel
def ask_empty(s, actions, action):
    """Ask what may be asked of any set."""
    return count(actions), some(actions), has(actions, action)


@kernel
def ask_word(s, word):
    """Ask about one word."""
    return popcount(word), trailing(word)


@kernel
def ask_runs(s, lengths, blank):
    """Build runs."""
    return runs(lengths, blank)


@kernel
def ask_replace(s, words, index, word):
    """Change one word."""
    return replace(words, index, word)


BACKENDS = pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])


def run(asked, native, *args):
    return (asked if native else asked.function)(STATE, *args)


def check(members, bits, words, native, data):
    if not members:
        assert run(ask_empty, native, bits, 5) == (0, False, False)
        return
    index = data.draw(st.integers(0, len(members) - 1))
    action = data.draw(st.integers(-3, WORDS * WORD + 70) | st.sampled_from(sorted(members)))
    smallest, *others = sorted(members)
    found = run(ask, native, bits, index, action)
    assert found == (
        len(members),
        smallest,
        packed(others, words),
        sorted(members)[index],
        action in members,
        True,
    )
    assert run(ask_empty, native, bits, action) == (len(members), True, action in members)


@BACKENDS
@given(SMALL, st.data())
def test_one_word(native, members, data):
    bits = packed(sorted(members))
    assert isinstance(bits, int)
    assert listed(bits) == sorted(members)
    check(members, bits, 0, native, data)


@BACKENDS
@given(LARGE, st.data())
def test_several_words(native, members, data):
    bits = packed(sorted(members), WORDS)
    assert len(bits) == WORDS
    assert all(0 <= word < 1 << WORD for word in bits)
    assert listed(bits) == sorted(members)
    check(members, bits, WORDS, native, data)


@BACKENDS
@given(st.integers(1, (1 << WORD) - 1))
def test_count_and_lowest_bit_of_a_word(native, word):
    text = bin(word)[2:]
    assert run(ask_word, native, word) == (text.count("1"), len(text) - len(text.rstrip("0")))


@BACKENDS
@pytest.mark.parametrize("words", [1, 8, 9])
def test_any_number_of_words(native, words):
    members = sorted({0, 5, WORD * words // 2, WORD * words - 1})
    rest_of_them = packed(members[1:], words)
    for index, action in enumerate(members):
        found = run(ask, native, packed(members, words), index, action)
        assert found == (len(members), 0, rest_of_them, action, True, True)
    assert run(ask_empty, native, (0,) * words, 5) == (0, False, False)


@BACKENDS
@pytest.mark.parametrize("word", [1, 1 << 61, (1 << WORD) - 1])
def test_the_ends_of_a_word(native, word):
    members = {i for i in range(WORD) if word >> i & 1}
    last = len(members) - 1
    assert run(ask, native, word, last, 61) == (
        len(members),
        min(members),
        word & (word - 1),
        max(members),
        word >> 61 == 1,
        True,
    )


@BACKENDS
@given(st.lists(st.integers(0, 2 * WORD), min_size=2, max_size=2))
def test_runs_are_the_first_actions_of_each_stretch(native, lengths):
    blank = (0,) * 4  # two words a stretch
    expected = [a for i, n in enumerate(lengths) for a in range(2 * WORD * i, 2 * WORD * i + n)]
    assert listed(run(ask_runs, native, tuple(lengths), blank)) == expected


@BACKENDS
@given(st.lists(st.integers(-(2**61), 2**61), min_size=3, max_size=3), st.integers(0, 2), st.integers(0, 9))
def test_replacing_a_word(native, words, index, word):
    expected = list(words)
    expected[index] = word
    assert run(ask_replace, native, tuple(words), index, word) == tuple(expected)


def test_words_are_never_mixed_up():
    # Bit 61 ends the first word, bit 62 starts the second.
    assert packed([61, 62], 2) == (1 << 61, 1)
    assert lowest((0, 1)) == 62
    assert rest((1 << 61, 1)) == (0, 1)
    assert nth((1 << 61, 1), 1) == 62
    assert not has((1 << 61, 1), 124)
    assert lowest((0, 0)) == nth((0, 0), 0) == -1
    assert rest((0, 0)) == (0, 0)


@pytest.mark.parametrize("negative", [-1, -3, ~6, -(2**62), (-1, 0), (0, -3)], ids=str)
def test_a_negative_number_is_refused_where_its_bits_would_never_end(negative):
    for ask in (listed, rest):
        with pytest.raises(BadRules, match=r"legal gives -\d+, a negative number: mask a complement"):
            ask(negative)
    assert some(negative)
    assert count(negative) > 0
    assert nth(negative, 0) == lowest(negative) >= 0
