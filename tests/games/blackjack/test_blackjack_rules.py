"""Blackjack's rules, card by card: what is paid, what may be done, what is hidden, and what the text says."""

from __future__ import annotations

import pytest

from parlour import CHANCE, OVER, Match, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import fill, mask, play, sees
from parlour.games.blackjack.cards import DEAL
from parlour.games.blackjack.side import pairs_pay, poker_pay
from parlour.games.blackjack.words import card_number
from parlour.laws import check_game

from ..helpers import drawn, refuses_move, refuses_option
from .referee import compare


def moves_at(deal: str, moves: str = "", **options) -> set[str]:
    """Give what may be done after some moves."""
    match = Match(game("blackjack", deal=deal, **options), 0)
    for move in moves.split():
        match.play(move)
    return set(match.view(0).moves())


# The cards come in the order player, dealer, player, dealer (face down), then as they are drawn.
PAID = [
    ("As 9d Ks 7c", "", {}, 1.5),
    ("As 9d Ks 7c", "", {"payout": "6:5"}, 1.2),
    ("As Kd Ks Ac", "", {}, 0.0),  # both have a blackjack
    ("9s Kd 9h Ac", "", {}, -1.0),  # the dealer looks and has one
    ("As Ad Ks Kc", "insurance", {}, 1.0),  # even money
    ("As Ad Ks 9c", "insurance", {}, 1.0),
    ("9s Ad 9h Kc", "insurance", {}, 0.0),
    ("9s Ad 9h Kc", "no", {}, -1.0),
    ("9s Ad 9h 8c", "insurance stand", {}, -1.5),
    ("Ts 6d 6s Tc 5h 9d", "hit", {}, 1.0),  # 21 stands by itself, the dealer busts
    ("Ts 7d 6s Tc Kh", "hit", {}, -1.0),
    ("Ts 7d 7s Tc", "stand", {}, 0.0),
    ("6s 6d 5s Tc Th 5d", "double", {}, 0.0),
    ("6s 6d 5s Tc 9h Td", "double", {}, 2.0),
    ("6s 6d 5s Tc 2h 2d", "double", {}, -2.0),
    ("Ts 7d 6s Tc", "surrender", {"surrender": "late"}, -0.5),
    ("Ts Ad 6s Kc", "surrender", {"surrender": "early"}, -0.5),
    ("Ts Td 6s Ac", "surrender", {"surrender": "early"}, -0.5),
    ("Ts Td 6s Ac", "no", {"surrender": "early"}, -1.0),
    ("8s 6d 8h Tc 3d Th Td Kc", "split double stand", {}, 3.0),
    ("8s 6d 8h Tc 3d Th Td Kc", "split double stand", {"hands": 2}, 3.0),
    ("8s 6d 8h Tc 8d 2s Kh Ts Kd Th 7d", "split split double stand stand", {}, 4.0),
    (
        "As 6d Ah Tc Kd 9s 5d",
        "split",
        {},
        -1.0,
    ),  # 21, which is no blackjack, and 20, to 21
    ("As 6d Ah Tc Ad 9s 8s 7s 2h", "split split", {"resplit_aces": True}, 2.0),
    ("As 6d Ah Tc 5d 4s 9s 2h", "split hit stand stand", {"hit_split_aces": True}, 2.0),
    ("8s Ad 8h 9c", "insurance surrender", {"surrender": "late"}, -1.0),
    # The dealer's soft 17.
    ("Ts 6d 8s Ac", "stand", {}, 1.0),
    ("Ts 6d 8s Ac 4c", "stand", {"h17": True}, -1.0),
    ("Ts 6d 8s Ac 9c Kd", "stand", {"h17": True}, 1.0),
    # Without a hole card the dealer's second card comes when all have played, and a blackjack takes all.
    ("6s Ad 5s 9h Kc", "no double", {"peek": False}, -2.0),
    ("8s Td 8h Ts Tc Ac", "split stand stand", {"peek": False}, -2.0),
    ("As Td Ks Ac", "", {"peek": False}, 0.0),
    ("As Td Ks 9c", "", {"peek": False}, 1.5),
    ("As 9d Ks", "", {"peek": False}, 1.5),
    ("Ts Td 6s Ac", "surrender", {"peek": False, "surrender": "late"}, -1.0),
    ("Ts Td 6s 9c", "surrender", {"peek": False, "surrender": "late"}, -0.5),
    ("Ts Td 6s", "surrender", {"peek": False, "surrender": "early"}, -0.5),
    ("Ts Ad 6s Kh Ks", "insurance hit", {"peek": False}, 0.0),  # bust, but insured
    ("Ts 9d 6s Kh", "hit", {"peek": False}, -1.0),
    # Side bets are settled by the first cards.
    ("Ks Ad Ks 9c", "pairs deal no stand", {"side": "pairs"}, 26.0 - 1.0 + 0.0),
    ("Kc Ad Ks 9c", "pairs deal no stand", {"side": "both"}, 12.0 - 0.0),
    ("Kd 9d 2d 9c", "21+3 deal stand", {"side": "21+3"}, 9.0 - 1.0),
    ("Kd 9d 2c 9c", "deal stand", {"side": "both"}, -1.0),
]


@pytest.mark.parametrize(("deal", "moves", "options", "won"), PAID)
def test_what_is_paid(deal, moves, options, won):
    match = Match(game("blackjack", deal=deal, **options), 0)
    for move in moves.split():
        match.play(move)
    assert match.over
    assert match.returns == (won,)


def test_what_may_be_done():
    first = {"hit", "stand", "double"}
    assert moves_at("Ts 6d 5s Tc") == first
    assert moves_at("Ts 6d 5s Tc 2c", "hit") == {"hit", "stand"}
    assert moves_at("Ts 6d Ks Tc") == first | {"split"}  # tens of any face are a pair
    assert moves_at("Ts 6d Ks Tc", hands=1) == first
    assert moves_at("Ts 6d 5s Tc", surrender="late") == first | {"surrender"}
    assert moves_at("Ts 9d 5s Tc", surrender="early") == first | {"surrender"}
    assert moves_at("Ts Td 5s 9c", surrender="early") == {"no", "surrender"}
    assert moves_at("Ts Td 5s 9c", "no", surrender="early") == first
    assert moves_at("Ts Ad 5s 9c", surrender="early") == {"no", "surrender", "insurance"}
    assert moves_at("Ts Ad As 9c", surrender="early") == {"no", "insurance"}
    assert moves_at("Ts Ad 5s 9c", insurance=False) == first


@pytest.mark.parametrize(
    ("double", "hands"), [("any", "45 A8 54 65"), ("9-11", "45 54 64 65"), ("10-11", "64 65 37")]
)
def test_double_restrictions(double, hands):
    for low, high in hands.split():
        assert "double" in moves_at(f"{low}s 6d {high}c Tc", double=double)
    for low, high in {"any": (), "9-11": ("A8", "T2", "35"), "10-11": ("45", "A9", "A8")}[double]:
        assert "double" not in moves_at(f"{low}s 6d {high}c Tc", double=double)


def test_after_a_split():
    pair = "8s 6d 8h Tc 3d"
    assert moves_at(pair, "split") == {"hit", "stand", "double"}
    assert moves_at(pair, "split", das=False) == {"hit", "stand"}
    assert "split" in moves_at("8s 6d 8h Tc 8d", "split")
    assert "split" not in moves_at("8s 6d 8h Tc 8d", "split", hands=2)
    assert moves_at("As 6d Ah Tc Ad", "split", resplit_aces=True) == {"stand", "split"}
    assert "surrender" not in moves_at(pair, "split", surrender="late")


def test_chance_deals_by_what_is_left():
    it = game("blackjack", decks=2)
    s = it.start()
    assert it.turn(s) == CHANCE
    assert dict(it.outcomes(s)) == dict.fromkeys(range(52), 2 / 104)
    s = it.play(s, it.parse(s, "As"))
    assert dict(it.outcomes(s))[it.parse(s, "As")] == 1 / 103
    s = it.play(s, it.parse(s, "As"))
    assert it.parse(s, "Ks") in it.legal(s)
    refuses_move(it, s, "As", IllegalMove)
    endless = game("blackjack", decks="infinite")
    s = endless.play(endless.start(), 0)
    assert dict(endless.outcomes(s))[0] == 1 / 52


def test_the_hole_card_is_hidden_until_it_is_turned_up():
    it = game("blackjack", decks=1)
    s = it.start()
    for card in ("Ts", "Td", "6s"):
        s = it.play(s, it.parse(s, card))
    views = {mask(play(s, a), 0) for a in it.legal(s) if a % 13 != 12}
    assert len(views) == 1  # an ace would have ended the round
    dealt = it.play(s, it.parse(s, "9c"))
    assert not sees(s, it.parse(s, "9c"), 0, dealt)
    assert sees(s, it.parse(s, "9c"), 0, it.play(dealt, it.parse(dealt, "stand")))
    ended = it.play(s, it.parse(s, "Ac"))
    assert it.turn(ended) == OVER
    assert sees(s, it.parse(s, "Ac"), 0, ended)


def test_worlds_have_every_hole_card_as_often_as_it_is_left_but_no_blackjack_after_the_look():
    it = game("blackjack", decks=1)
    s = it.start()
    for card in ("Ts", "Ad", "6s", "5c"):
        s = it.play(s, it.parse(s, card))
    rng = Stream.of(5)
    before = [fill(mask(s, 0), 0, rng).hole for _ in range(2000)]
    tens = sum(8 <= hole % 13 <= 11 for hole in before)
    assert abs(tens / 2000 - 15 / 49) < 3 * (15 / 49 * 34 / 49 / 2000) ** 0.5
    looked = it.play(s, it.parse(s, "no"))
    after = [fill(mask(looked, 0), 0, rng) for _ in range(2000)]
    assert not any(8 <= world.hole % 13 <= 11 for world in after)
    seen = {card_number("Ad"), card_number("6s")}
    assert {world.hole for world in after} == {c for c in range(52) if not 8 <= c % 13 <= 11} - seen
    assert all(world.left == looked.left for world in after)


def test_a_session_shuffles_at_the_cut_and_keeps_the_score():
    it = game("blackjack", decks=1, rounds=40, penetration=50)
    match, rng = Match(it, 3), Stream.of(3)
    while not match.over:
        match.play(rng.choice(match.view(0).legal()))
    firsts = [s for s in match.states if s.phase == DEAL and s.dealer_facts == 0]
    assert len(firsts) == 40
    assert all(s.left + 1 > 26 for s in firsts)
    assert sum(s.left + 1 == 52 for s in firsts) > 5
    assert match.state.round == 39


def test_bets_multiply_all_that_is_won():
    assert moves_at("As 9d Ks 7c", bets=3) == {"bet 1", "bet 2", "bet 3"}
    match = Match(game("blackjack", bets=3, deal="As 9d Ks 7c"), 0)
    match.play("bet 3")
    assert match.returns == (4.5,)
    match = Match(game("blackjack", bets=5, deal="9s Ad 9h 8c 2c", payout="6:5"), 0)
    for move in ("bet 4", "insurance", "stand"):
        match.play(move)
    assert match.returns == (-6.0,)


def chance_of(pay, decks: int, cards: int) -> float:
    """Give the mean of a side bet over all first cards of a shoe."""
    total, ways = 0, 0
    for first in range(52):
        for second in range(52):
            n2 = decks - (second == first)
            if cards == 2:
                total += n2 * pay(first, second)
                ways += n2
                continue
            for up in range(52):
                n = n2 * (decks - (up == first) - (up == second))
                total += n * pay(first, second, up)
                ways += n
    return total / ways


def test_perfect_pairs_costs_17_in_415_at_eight_decks_and_21_plus_3_324_at_six():
    assert chance_of(pairs_pay, 8, 2) == pytest.approx(-17 / 415, abs=1e-12)
    assert chance_of(poker_pay, 6, 3) == pytest.approx(-0.032386, abs=5e-7)


def test_open_spiel_agrees_on_a_thousand_hands():
    compared, found = compare(1000, 1)
    assert compared > 800
    assert found == []


def test_the_european_game_keeps_the_laws():
    it = game("blackjack", peek=False, surrender="late", side="both", decks=2)
    assert all(p.count > 0 for p in check_game(it, games=4) if p.law != "unseen actions")


def test_text():
    it = game("blackjack", deal="Ts 6h 6d Td 5c 9s")
    s = it.start()
    assert it.parse(s, "HIT") == it.parse(s, "h") == 0
    assert [it.format(s, a) for a in it.legal(s)] == ["hit", "stand", "double"]
    refuses_move(it, s, "split", IllegalMove)
    refuses_move(it, s, "fold", InvalidMove)
    assert it.show(s) == drawn("""
Blackjack

bet 1

dealer  6h ?
Ann     Ts 6d[16]

309 cards unseen
""")
    insured = game("blackjack", deal="Ts Ah 6d Td")
    assert insured.parse(insured.start(), "decline") == insured.parse(insured.start(), "no")


def test_bad_options_are_refused():
    refuses_option("blackjack", "decks=9", decks=9)
    refuses_option("blackjack", "whole number", decks="many")
    refuses_option("blackjack", "is no card", deal="As 1x")
    refuses_option("blackjack", "As comes 2 times", decks=1, deal="As As")
    refuses_option("blackjack", "at most 40", deal="2c " * 41, decks=0)
    refuses_option("blackjack", "choose one of", surrender="maybe")
    assert game("blackjack", decks="inf") == game("blackjack", decks=0)
