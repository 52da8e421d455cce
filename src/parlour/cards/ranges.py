"""Ranges of starting hands: reading their text, and which holdings they are.

    AsKs            one hand                        AA              the six pairs of aces
    AKs, AKo, AK    suited, offsuit, both           QQ+, ATs+       and better: the pair, or the lower card
    77-TT, A5s-A2s  from one to the other           JTs-98s         both cards step together
    random          any two cards                   AKs:0.5         each of them half as often as without

Items stand together with commas or spaces; where two name the same holding, the later one counts.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import NamedTuple

from parlour.cards.cards import RANKS, BadCards, card_set, cards_text, parse_cards
from parlour.core.bits import listed
from parlour.core.errors import clipped

FORMS = "write it as AsKs, AA, AKs, AKo, AK, QQ+, ATs+, 77-TT, A5s-A2s, AKs:0.5 or random"
ANY_TWO = ("random", "any")
LONGEST = 20_000  # characters: every holding written out, with weights, is less
_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]\ufe0f?){2}", re.IGNORECASE | re.ASCII)
_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE | re.ASCII)
PAIRED, SUITED, OFFSUIT = "p", "s", "o"


class Range(NamedTuple):
    """What a player may hold: sets of two cards, each with its weight."""

    text: str
    holdings: dict[int, float]

    @property
    def is_hand(self) -> bool:
        """Say whether it is one known hand."""
        return len(self.holdings) == 1

    @property
    def is_random(self) -> bool:
        """Say whether it is any two cards, all alike."""
        return len(self.holdings) == 1326 and len(set(self.holdings.values())) == 1


def parse_range(text: str) -> Range:
    """Read a range."""
    if len(text) > LONGEST:
        raise BadCards(f"a range of {len(text)} characters is too long; {FORMS}")
    if _CARDS.fullmatch(re.sub(r"[\s,]", "", text)):
        hand = parse_cards(text)
        return Range(cards_text(hand, ""), {card_set(hand): 1.0})
    close = re.sub(r"\s*([-:])\s*|\s+(?=\+)", r"\1", text)  # `77 - TT` is one item
    items = [item for item in re.split(r"[,\s]+", close) if item]
    holdings: dict[int, float] = {}
    for item in items:
        what, colon, weight = item.partition(":")
        share = _weight(weight, item) if colon else 1.0
        for holding in _holdings(what, text):
            holdings[holding] = share
    holdings = {holding: share for holding, share in holdings.items() if share > 0.0}
    if not holdings:
        raise BadCards(f"the range {clipped(text)} holds no hand; {FORMS}")
    return Range(text.strip(), holdings)


def _weight(text: str, item: str) -> float:
    try:
        share = float(text) if text.isascii() else -1.0
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        raise BadCards(f"{clipped(item)}: a weight is a number from 0 to 1, such as AKs:0.5")
    return share


def _holdings(item: str, text: str) -> list[int]:
    if item.lower() in ANY_TWO:
        return list(all_holdings())
    if _CARDS.fullmatch(item):
        return [card_set(parse_cards(item))]
    first, dash, last = item.partition("-")
    plus = not dash and first.endswith("+")
    begin = _kind(first.removesuffix("+") if plus else first)
    end = _kind(last) if dash else begin
    if begin is None or end is None:
        raise BadCards(f"{clipped(item)} in the range {clipped(text)} is no hand; {FORMS}")
    if plus:
        high, low, kind = begin
        end = (12, 12, kind) if high == low else (high, high - 1, kind)
    return [holding for kind in _between(begin, end, item) for holding in _spelt(kind)]


def _kind(text: str) -> tuple[int, int, str] | None:
    """Read `AKs` as its high rank, low rank and kind: paired, suited, offsuit or, without a letter, both."""
    found = _KIND.fullmatch(text)
    if found is None:
        return None
    one, two = (RANKS.index(letter.upper()) for letter in found.groups()[:2])
    kind = found[3].lower()
    if one == two:
        return None if kind else (one, two, PAIRED)
    return max(one, two), min(one, two), kind


def _between(begin: tuple[int, int, str], end: tuple[int, int, str], item: str) -> list[tuple[int, int, str]]:
    (high, low, kind), (high_2, low_2, kind_2) = begin, end
    lows = range(min(low, low_2), max(low, low_2) + 1)
    if kind == kind_2:
        if high == high_2 and kind != PAIRED:
            return [(high, rank, kind) for rank in lows]
        if high - low == high_2 - low_2:  # pairs, and hands with the same gap
            return [(rank + high - low, rank, kind) for rank in lows]
    raise BadCards(f"{clipped(item)}: both ends must share the high card or the gap, and be s, o or neither")


@cache
def _spelt(kind: tuple[int, int, str]) -> tuple[int, ...]:
    high, low, suits = kind
    found = []
    for a in range(4):
        for b in range(4):
            if suits == PAIRED and a >= b:
                continue
            if (suits == SUITED and a != b) or (suits == OFFSUIT and a == b):
                continue
            found.append(1 << (13 * a + high) | 1 << (13 * b + low))
    return tuple(found)


@cache
def all_holdings() -> tuple[int, ...]:
    """List the 1326 holdings; the one of cards a < b is at b * (b - 1) / 2 + a."""
    return tuple(1 << a | 1 << b for b in range(52) for a in range(b))


def holding_index(holding: int) -> int:
    """Return the place of a holding in that list."""
    a, b = listed(holding)
    return b * (b - 1) // 2 + a


def kind_of(holding: int) -> str:
    """Name the kind of a holding: `AKs`, `AKo` or `AA`."""
    (suit_a, a), (suit_b, b) = (divmod(card, 13) for card in listed(holding))
    letters = RANKS[max(a, b)] + RANKS[min(a, b)]
    return letters if a == b else letters + (SUITED if suit_a == suit_b else OFFSUIT)


def kinds() -> list[str]:
    """List the 169 kinds of holdings: pairs, then the others from the highest."""
    pairs = [letter * 2 for letter in reversed(RANKS)]
    both = [(high, low) for high, low in combinations(reversed(RANKS), 2)]
    return pairs + [high + low + suits for high, low in both for suits in (SUITED, OFFSUIT)]
