"""Exact values of Blackjack against an independent program, published tables and plain enumeration."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from parlour import CHANCE, OVER, game
from parlour.core.rules import mask
from parlour.games.blackjack import State
from parlour.games.blackjack.options import house
from parlour.games.blackjack.play.basic import as_text, table
from parlour.games.blackjack.play.kernel import House, dealer_ends
from parlour.games.blackjack.play.round import insurance_worth, natural_chance, round_of
from parlour.games.blackjack.play.sight import action_values, sight
from parlour.games.blackjack.play.tables import hands
from parlour.games.blackjack.play.value import full_shoe, house_of
from parlour.games.blackjack.words import card_number

REFERENCE = json.loads((Path(__file__).parents[2] / "values" / "blackjack.json").read_text())
EUROPEAN = REFERENCE["european_no_hole_card_from_wizard_of_odds"]
LETTERS = "A23456789T"
VARIANTS = {
    "DAS": {},
    "NDAS": {"das": False},
    "DAS_late_surrender": {"surrender": "late"},
    "NDAS_late_surrender": {"das": False, "surrender": "late"},
}


def rules_of(name: str, **options) -> int:
    """Read a name such as 6H17."""
    decks = 0 if name.startswith("inf") else int(name[0])
    return house(decks=decks, h17=name.endswith("H17"), **options)


@pytest.mark.parametrize("row", REFERENCE["game_ev"], ids=lambda row: row["decks"])
def test_value_of_a_round_in_every_rule_set(row):
    # Where the shoe is neither small nor usual, two of the four tell as much.
    few = row["decks"] not in ("1", "6", "inf")
    for name, options in VARIANTS.items():
        if few and name in ("NDAS", "DAS_late_surrender"):
            continue
        found = round_of(rules_of(row["decks"] + row["soft17"], **options)).value
        assert found == pytest.approx(row["player_EV"][name], abs=1.5e-6), name
        if name in row.get("wizard_of_odds", {}):
            assert found == pytest.approx(row["wizard_of_odds"][name], abs=4e-6)


@pytest.mark.parametrize("row", EUROPEAN, ids=lambda row: row["decks"])
def test_published_values_without_a_hole_card(row):
    for name in ("DAS", "NDAS"):
        rules = house(decks=row["decks"], h17=True, das=name == "DAS", peek=False)
        assert round_of(rules).value == pytest.approx(row[name], abs=5e-6)


def test_published_value_with_aces_split_again_and_hit():
    rules = house(decks=1, resplit_aces=True, hit_split_aces=True, surrender="late")
    assert round_of(rules).value == pytest.approx(REFERENCE["other_published"][0]["player_EV"], abs=5e-6)


@pytest.mark.parametrize("name", REFERENCE["tables"])
def test_every_action_with_every_first_hand(name):
    rounds = {das: round_of(rules_of(name, das=das)) for das in (True, False)}
    for key, row in REFERENCE["tables"][name]["ev"].items():
        up, hand = key.split(" v ")
        low, high = sorted(LETTERS.index(letter) for letter in hand.split(","))
        worth = rounds[True].columns[LETTERS.index(up)].worth[low, high]
        for action in ("stand", "hit", "double"):
            assert getattr(worth, action) == pytest.approx(row[action], abs=1e-6), key
        if "splitDAS" in row:
            assert worth.split == pytest.approx(row["splitDAS"], abs=2e-6), key
            other = rounds[False].columns[LETTERS.index(up)].worth[low, high]
            assert other.split == pytest.approx(row["splitNDAS"], abs=2e-6), key


@pytest.mark.parametrize("name", REFERENCE["tables"])
def test_the_dealers_ends(name):
    found = round_of(rules_of(name))
    for letter, row in REFERENCE["tables"][name]["dealer_final_given_no_blackjack"].items():
        ends = found.columns[LETTERS.index(letter)].ends
        told = dict(zip(("17", "18", "19", "20", "21", "bust"), ends, strict=False))
        assert told == pytest.approx(row, abs=1e-6)


@pytest.mark.parametrize("name", REFERENCE["basic_strategy"])
def test_derived_basic_strategy_is_the_usual_card(name):
    rules = rules_of(name)
    found = table(rules, round_of(rules))
    for kind in ("hard", "soft", "pairs"):
        wanted = REFERENCE["basic_strategy"][name][kind]
        assert {row: found[kind][row] for row in wanted} == wanted
    assert len(as_text(found).splitlines()) == 3 + 15 + 8 + 10


def test_insurance_on_full_shoes_and_with_a_hand():
    for decks, row in REFERENCE["insurance"].items():
        if not decks.startswith("1 "):
            shoe = list(full_shoe(rules_of(decks)))
            shoe[0] -= decks != "inf"
            exact = 2 * insurance_worth(natural_chance(0, tuple(shoe)))
            assert exact == pytest.approx(float(Fraction(row["ev_per_unit_insurance"])), abs=1e-12)
    for cards, text in (("Ts Ad Tc", "T,T"), ("As Ad Tc", "A,T"), ("2s Ad 3c", "no ten")):
        it = game("blackjack", decks=1, deal=cards)
        s = it.start()
        s = it.play(s, it.parse(s, "7h"))  # face down: it makes no difference
        values, _ = action_values(sight(mask(s, 0)))
        row = REFERENCE["insurance"][f"1 deck, player holds {text}"]
        assert 2 * (values[5] - values[6]) == pytest.approx(float(Fraction(row["ev_per_unit_insurance"])))


def plain_ends(up: int, shoe: tuple[int, ...], h17: bool, peek: bool) -> list[Fraction]:
    """Find the dealer's ends by following every card in every order."""
    found = [Fraction(0)] * 7

    def draw(cards: tuple[int, ...], left: tuple[int, ...], chance: Fraction) -> None:
        points = sum(card + 1 for card in cards)
        soft = 0 in cards and points <= 11
        best = points + 10 * soft
        if best > 21:
            found[5] += chance
        elif best == 21 and len(cards) == 2:
            found[6] += chance
        elif best > 17 or (best == 17 and not (soft and h17)):
            found[best - 17] += chance
        else:
            for card, many in enumerate(left):
                if many:
                    rest = (*left[:card], many - 1, *left[card + 1 :])
                    draw((*cards, card), rest, chance * Fraction(many, sum(left)))

    draw((up,), shoe, Fraction(1))
    natural = found[6]
    if peek:
        found = [part / (1 - natural) for part in found]
        found[6] = Fraction(0)
    return found


SHOES = [(3, 4, 3, 4, 4, 2, 4, 4, 3, 15), (1, 0, 2, 5, 0, 1, 3, 0, 2, 4), (4, 4, 4, 4, 4, 4, 4, 4, 4, 1)]


@pytest.mark.parametrize("peek", [True, False])
@pytest.mark.parametrize("h17", [True, False])
def test_dealers_ends_by_plain_enumeration(h17, peek):
    for shoe in SHOES:
        for up in (0, 5, 6, 9):
            found = dealer_ends(
                house_of(house(h17=h17, peek=peek)),
                up,
                {0: 9, 9: 0}.get(up, -1) if peek else -1,
                np.array(shoe, np.float64)[:, None],
            )[:, 0]
            wanted = [float(part) for part in plain_ends(up, shoe, h17, peek)]
            assert found.tolist() == pytest.approx(wanted, abs=1e-12)


def test_compiled_and_interpreted_ends_are_the_same(monkeypatch):
    it = House(0, 1, 1, 1, 4, 0, 0, 0, 0, 1.5)
    shoes = np.maximum(np.array(full_shoe(house(decks=1)), np.float64)[:, None] - hands().cards, 0.0)
    native = dealer_ends(it, 3, -1, shoes)
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert dealer_ends(it, 3, -1, shoes) == pytest.approx(native, abs=1e-14)


def best_play(it, s) -> dict[int, Fraction]:
    """Value every action by the game's own rules: every card, and the best decisions by what is seen."""

    @cache
    def values(v) -> dict[int, Fraction]:
        return {a: mean((p, onward(it.play(world, a))) for world, p in worlds(v)) for a in it.legal(v)}

    @cache
    def onward(t) -> Fraction:
        if it.turn(t) == OVER:
            return Fraction(t.won, 10)
        if it.turn(t) == CHANCE:
            return mean((Fraction(w).limit_denominator(99), onward(it.play(t, a))) for a, w in it.outcomes(t))
        return max(values(mask(t, 0)).values())

    return values(mask(s, 0))


def mean(parts) -> Fraction:
    return sum((p * x for p, x in parts), Fraction(0))


def without(shoe: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple(word - ((suit == card // 13) << 4 * (card % 13)) for suit, word in enumerate(shoe))


def worlds(v) -> list[tuple[State, Fraction]]:
    """List the hole cards that explain a view after the dealer's look, with their chances."""
    if v.hole == -1:
        return [(v, Fraction(1))]
    barred = {1: range(8, 12), 10: (12,)}.get(v.dealer_facts & 63, ())
    counts = {
        card: v.shoe[card // 13] >> 4 * (card % 13) & 15 for card in range(52) if card % 13 not in barred
    }
    total = sum(counts.values())
    return [
        (v._replace(hole=card, shoe=without(v.shoe, card), left=v.left - 1), Fraction(many, total))
        for card, many in counts.items()
        if many
    ]


SMALL = [  # the dealer's card, the hand, the cards left (the hole card among them)
    ("6d", "Ts 6s", "2c 3c 4c 5c 6c 7c 8c 9c Tc Ts Ac"),
    ("Td", "9s 2s", "2c 5c 5d 6c 7c 8c 9c Tc Ts Js Ac Ad"),
    ("Ad", "As 6s", "2c 4c 5d 6c 8c 8d 9c Tc Ts Ac"),
]


@pytest.mark.parametrize(("up", "hand", "left"), SMALL)
@pytest.mark.parametrize("peek", [True, False])
def test_values_are_those_of_the_games_own_rules(up, hand, left, peek):
    """Follow every card and every decision by the rules file, from a small shoe."""
    first, second = hand.split()
    it = game("blackjack", decks=8, insurance=False, peek=peek, deal=f"{first} {up} {second}", hands=1)
    s = it.start()
    if peek:
        s = it.play(s, it.parse(s, left.split()[0]))
    cards = [card_number(card) for card in left.split()]
    shoe = tuple(sum(1 << 4 * (card % 13) for card in cards if card // 13 == suit) for suit in range(4))
    s = s._replace(shoe=without(shoe, s.hole) if peek else shoe, left=len(cards) - peek)
    assert it.turn(s) == 0
    wanted = best_play(it, s)
    found, _ = action_values(sight(mask(s, 0)))
    assert {a: found[a] for a in wanted} == pytest.approx({a: float(v) for a, v in wanted.items()}, abs=1e-9)
