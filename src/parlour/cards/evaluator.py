"""Fast evaluation: the class of a hand, 1 to 7462, higher is better and equal is a tie; one hand or millions.

It says the same as `parlour.cards.hands.strength`, the rule; `strength_of` and `class_words` lead back to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from parlour.cards.cards import DECK, SUIT, BadCards, card_set, parse_cards, set_text
from parlour.cards.hands import words
from parlour.cards.tables import FLUSH, KEY, MIX, PLACE, ROW, ROWS, SIZES, Tables, tables
from parlour.compile import kernel
from parlour.core.bits import popcount, trailing
from parlour.core.rules import rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Classes = NDArray[np.uint16]

_BEGIN_6, _BEGIN_5 = SIZES[6][0], SIZES[5][0]
_PLACES = {size: (begin, length - 1, ROWS * (7 - size)) for size, (begin, length) in SIZES.items()}
_MASK_7, _MASK_6, _MASK_5 = (SIZES[size][1] - 1 for size in (7, 6, 5))


# Helpers that take the tables are straight lines: with a branch in them the compiler would count references
# to every array, which costs many times the look-up. So kernels ask about the flush themselves.


@rule
def plain_class(t: Tables, key: int) -> int:
    """Return the class of seven cards without a flush, from the sum of their keys."""
    product = (key & KEY) * MIX
    shift = int(t.shifts[(product >> ROW) & (ROWS - 1)])
    return int(t.classes[((product >> PLACE) + shift) & _MASK_7])


@rule
def flush_class(t: Tables, key: int, cards: int) -> int:
    """Return the class of cards with a flush, from the sum of their keys and BIAS."""
    return int(t.flushes[(cards >> (13 * ((trailing(int(key) & FLUSH) - 35) >> 2))) & SUIT])


@rule
def showdown(t: Tables, key: int, board: int, keys: Any, masks: Any, values: Any) -> tuple[int, int]:
    """Return every player's class on a board into `values`; give the best and how many have it."""
    best, many = 0, 0
    for p in range(len(keys)):
        whole = key + keys[p]
        if whole & FLUSH == 0:
            value = plain_class(t, whole)
        else:
            value = flush_class(t, whole, board | masks[p])
        values[p] = value
        many = 1 if value > best else many + (1 if value == best else 0)
        best = max(best, value)
    return best, many


@rule
def sum_of_set(t: Tables, cards: int) -> int:
    """Add up the keys of a set of cards, suit by suit; a flush is marked as if it were in clubs."""
    low = t.suits[cards & SUIT] + t.suits[(cards >> 13) & SUIT]
    return int(low + t.suits[(cards >> 26) & SUIT] + t.suits[cards >> 39])


@rule
def flush_of_set(t: Tables, cards: int) -> int:
    """Return the class of a set of cards with a flush: the other suits, too short for one, have class 0."""
    clubs, diamonds = t.flushes[cards & SUIT], t.flushes[(cards >> 13) & SUIT]
    hearts, spades = t.flushes[(cards >> 26) & SUIT], t.flushes[cards >> 39]
    return int(max(max(clubs, diamonds), max(hearts, spades)))


@rule
def short_class(t: Tables, key: int, more: int) -> int:
    """Return the class of five cards (`more` 0) or six (1) without a flush."""
    product = (key & KEY) * MIX
    row = (2 - more) * ROWS + ((product >> ROW) & (ROWS - 1))
    begin = _BEGIN_5 + more * (_BEGIN_6 - _BEGIN_5)
    mask = _MASK_5 + more * (_MASK_6 - _MASK_5)
    return int(t.classes[begin + (((product >> PLACE) + int(t.shifts[row])) & mask)])


@kernel
def _evaluate_sets(t: Tables, hands: Any, found: Any) -> int:
    """Evaluate sets of cards; give the index of the first that is no hand, or -1."""
    for i in range(len(hands)):
        cards = int(hands[i])
        size = popcount(cards)
        if not 5 <= size <= 7 or not 0 < cards <= DECK:
            return i
        key = sum_of_set(t, cards)
        if key & FLUSH != 0:
            found[i] = flush_of_set(t, cards)
        elif size == 7:
            found[i] = plain_class(t, key)
        else:
            found[i] = short_class(t, key, size - 5)
    return -1


@kernel
def _evaluate_rows(t: Tables, hands: Any, found: Any) -> int:
    """Evaluate rows of card numbers; give the index of the first that is no hand, or -1."""
    width = hands.shape[1]
    for i in range(len(hands)):
        cards = 0
        for j in range(width):
            cards |= 1 << min(int(hands[i, j]), 62)
        if popcount(cards) != width or not 0 < cards <= DECK:
            return i
        key = sum_of_set(t, cards)
        if key & FLUSH != 0:
            found[i] = flush_of_set(t, cards)
        else:
            found[i] = short_class(t, key, width - 5)
    return -1


@kernel
def _evaluate_sevens(t: Tables, hands: Any, found: Any) -> int:
    """Evaluate rows of seven card numbers; give the index of the first that is no hand, or -1."""
    for i in range(len(hands)):
        cards = 0
        for j in range(7):
            cards |= 1 << min(int(hands[i, j]), 62)
        if popcount(cards) != 7 or not 0 < cards <= DECK:
            return i
        key = sum_of_set(t, cards)
        if key & FLUSH != 0:
            found[i] = flush_of_set(t, cards)
        else:
            found[i] = plain_class(t, key)
    return -1


def evaluate(cards: int | str | Iterable[int]) -> int:
    """Return the class of five, six or seven cards: a set, a text such as "AsKsQsJsTs", or card numbers."""
    if not isinstance(cards, int):
        cards = card_set(parse_cards(cards) if isinstance(cards, str) else cards)
    size = cards.bit_count()
    if not 5 <= size <= 7 or not 0 < cards <= DECK:
        raise _no_hand(cards)
    suits, shifts, classes, flushes = _views()
    clubs, diamonds, hearts, spades = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39
    key = suits[clubs] + suits[diamonds] + suits[hearts] + suits[spades]
    if key > KEY:  # a flush is marked above the sum
        best: int = max(flushes[clubs], flushes[diamonds], flushes[hearts], flushes[spades])
        return best
    begin, mask, row = _PLACES[size]
    product = key * MIX
    answer: int = classes[begin + ((product >> PLACE) + shifts[row + (product >> ROW & ROWS - 1)] & mask)]
    return answer


def evaluate_many(hands: Any) -> Classes:
    """Return the classes of many hands: an array of sets (52-bit ints), or one with a row of cards a hand."""
    import numpy as np

    given = np.asarray(hands)
    if given.dtype.kind not in "iu":
        raise BadCards("evaluate_many takes an array of ints: sets of cards, or rows of card numbers")
    found = np.zeros(len(given), np.uint16)
    if given.ndim == 1:
        bad = _evaluate_sets(tables(), np.ascontiguousarray(given, np.int64), found)
    elif given.ndim == 2 and 5 <= given.shape[1] <= 7:
        small = given if given.dtype == np.uint8 else np.where((given < 0) | (given > 51), 62, given)
        rows = np.ascontiguousarray(small, np.uint8)
        bad = (_evaluate_sevens if rows.shape[1] == 7 else _evaluate_rows)(tables(), rows, found)
    else:
        raise BadCards(f"hands of shape {given.shape}: give n sets, or n rows of 5, 6 or 7 cards")
    if bad >= 0:
        raise _no_hand(given[bad], f"hand {bad}: ")
    return found


def _no_hand(cards: Any, which: str = "") -> BadCards:
    named = set_text(cards) if isinstance(cards, int) and 0 <= cards <= DECK else str(cards)
    return BadCards(f"{which}{named or 'nothing'}: a hand is five, six or seven different cards")


@cache
def _views() -> tuple[Any, ...]:
    """Return the tables as Python reads them fastest, one entry at a time."""
    t = tables()
    return tuple(table.data for table in (t.suits, t.shifts, t.classes, t.flushes))


def strength_of(hand_class: int) -> int:
    """Return the strength, as the rule has it, of a class."""
    return int(tables().strengths[hand_class])


def class_words(hand_class: int) -> str:
    """Say what a class is: "two pair, aces and nines"."""
    return words(strength_of(hand_class))
