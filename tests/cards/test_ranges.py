"""Ranges: what their text means, with eval7 as a second reader, and what is refused."""

from __future__ import annotations

import eval7
import pytest

from parlour.cards.cards import BadCards, card_text, parse_card
from parlour.cards.ranges import Range, all_holdings, holding_index, kind_of, kinds, parse_range
from parlour.core.bits import listed

SHARED = [
    "QQ+",
    "AKs",
    "AKo",
    "AK",
    "KQ",
    "A5s-A2s",
    "77-TT",
    "JTs+",
    "ATs+",
    "T9o+",
    "22+",
    "AsKs",
    "K9-K6, 55",
]


@pytest.mark.parametrize("text", SHARED)
def test_eval7_reads_the_same(text: str) -> None:
    theirs = {sum(1 << parse_card(str(card)) for card in hand) for hand, _ in eval7.HandRange(text).hands}
    assert set(parse_range(text).holdings) == theirs


def kinds_in(found: Range) -> dict[str, set[float]]:
    """Give the kinds of a range with the weights of each."""
    out: dict[str, set[float]] = {}
    for holding, share in found.holdings.items():
        out.setdefault(kind_of(holding), set()).add(share)
    return out


def test_what_others_do_not_read() -> None:
    assert kinds_in(parse_range("JTs-98s")) == {"JTs": {1.0}, "T9s": {1.0}, "98s": {1.0}}
    assert kinds_in(parse_range("AKs:0.5, QQ")) == {"AKs": {0.5}, "QQ": {1.0}}
    assert kinds_in(parse_range("ATs+:0.25 QQ + : 0.5"))["AA"] == {0.5}
    assert kinds_in(parse_range("AK, AKs:0.5")) == {"AKs": {0.5}, "AKo": {1.0}}
    assert kinds_in(parse_range("77 - 99")) == kinds_in(parse_range("99-77"))
    assert parse_range("AK, AKs:0") == parse_range("AKo")._replace(text="AK, AKs:0")
    assert parse_range("As Ks").text == "AsKs"
    assert parse_range("random").is_random
    assert not parse_range("random, AKs:0.5").is_random


def test_holdings_have_places() -> None:
    assert len(set(all_holdings())) == 1326
    assert [holding_index(holding) for holding in all_holdings()] == list(range(1326))
    named = [kind_of(holding) for holding in all_holdings()]
    assert sorted(set(named)) == sorted(kinds())
    assert [named.count(kind) for kind in ("AA", "AKs", "AKo")] == [6, 4, 12]
    assert [card_text(card) for card in listed(all_holdings()[0])] == ["2c", "3c"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("AXs", "'AXs' in the range 'AXs' is no hand"),
        ("", "holds no hand"),
        ("AKs:0", "holds no hand"),
        ("AAs", "'AAs'"),
        ("QQ+, 1K", "'1K'"),
        ("AKs:2", "weight is a number from 0 to 1"),
        ("AKs:x", "weight is a number"),
        ("AKs:nan", "weight is a number"),
        ("AKs-QJo", "both ends"),
        ("AKs-A2o", "both ends"),
        ("77-AKs", "both ends"),
        ("AsAs", "As is twice"),
        ("77-", "'77-'"),
        ("AsKsQs", "'AsKsQs'"),
        ("QQ++", r"'QQ\+\+'"),
        ("A" * 30_000, "too long"),
    ],
)
def test_what_is_no_range_is_named(text: str, named: str) -> None:
    with pytest.raises(BadCards, match=named):
        parse_range(text)
