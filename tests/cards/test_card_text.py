"""Cards as numbers and text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.cards.cards import (
    DECK,
    BadCards,
    card_set,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    set_text,
)
from parlour.cards.ranges import parse_range


def test_a_card_is_thirteen_times_its_suit_plus_its_rank() -> None:
    assert [parse_card(text) for text in ("2c", "Ac", "2d", "Td", "2h", "2s", "As")] == [
        0,
        12,
        13,
        21,
        26,
        39,
        51,
    ]
    assert [parse_card(card_text(card)) for card in range(52)] == list(range(52))


@given(st.lists(st.integers(0, 51), unique=True, max_size=10), st.sampled_from(["", " ", ", "]))
def test_cards_are_read_as_they_are_written(cards: list[int], gap: str) -> None:
    assert parse_cards(cards_text(cards, gap)) == tuple(cards)


def test_spellings_people_use() -> None:
    assert parse_cards("10s aH K♠ q♦") == parse_cards("Ts Ah Ks Qd")
    assert set_text(card_set(parse_cards("2c As Td"))) == "As Td 2c"
    assert card_set(range(52)) == DECK


@pytest.mark.parametrize(
    ("text", "named"),
    [("AsXd", "'Xd'"), ("1c", "'1c'"), ("As Kx9c", "'Kx'"), ("Asas", "As is twice"), ("A", "'A'")],
)
def test_what_is_no_card_is_named(text: str, named: str) -> None:
    with pytest.raises(BadCards, match=named):
        parse_cards(text)
    with pytest.raises(BadCards):
        parse_card(text)


@pytest.mark.parametrize("text", ["Aſ", "AsKſ", "\u212as", "٢c", "１0c"])
def test_letters_that_only_look_plain_are_no_cards(text: str) -> None:
    with pytest.raises(BadCards, match="is no card"):
        parse_cards(text)
    with pytest.raises(BadCards):
        parse_range(text)
    with pytest.raises(BadCards):
        parse_range("AKſ, QQ:٠")


def test_an_emoji_of_a_suit_is_the_suit() -> None:
    assert parse_cards("A♠\ufe0fK♥\ufe0f 10♣") == parse_cards("As Kh Tc")
    assert parse_range("A♠\ufe0fK♥\ufe0f").holdings == parse_range("AsKh").holdings
