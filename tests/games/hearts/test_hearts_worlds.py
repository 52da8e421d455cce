"""Worlds of Hearts: every deal that explains a view, no other, and each as likely, constraint by constraint.

A deal explains what was seen if the cards played so far were legal in it, one by one: that is asked of the
rules themselves, over all deals, so nothing of the counting under test is used.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, factorial, prod

import pytest
from scipy.stats import chisquare

from parlour import Match, Stream, game
from parlour.core import rules
from parlour.core.bits import listed, packed
from parlour.games.hearts import DONE, PASS, PLAY, TWO
from parlour.games.hearts.worlds import classes, shares

from ..helpers import after
from .test_hearts_rules import MOON, SUITS, cards

LEAST = 0.001  # the p value below which frequencies are not those of even chances


def partitions(unseen, room):
    """List all ways to deal cards into hands of given sizes."""
    if not room:
        yield ()
        return
    for hand in combinations(unseen, room[0]):
        rest = [card for card in unseen if card not in hand]
        for others in partitions(rest, room[1:]):
            yield (packed(list(hand)), *others)


def explanations(match, seat):
    """List the hands that explain what a seat has seen, by replaying the tricks in every deal."""
    s = match.state
    begun = next(ply for ply, t in enumerate(match.states) if t.phase == PLAY and t.hand_no == s.hand_no)
    others = [p for p in range(4) if p != seat]
    unseen = [card for p in others for card in listed(s.hands[p])]
    room = [s.hands[p].bit_count() for p in others]
    found = []
    for dealt in partitions(sorted(unseen), room):
        hands = list(s.hands)
        for p, hand in zip(others, dealt, strict=True):
            hands[p] = hand
        if explains(match, begun, seat, tuple(hands)):
            found.append(tuple(hands))
    return found


def explains(match, begun, seat, hands):
    """Say whether the tricks could have gone as they did from these hands."""
    first, s = match.states[begun], match.state
    full = tuple(hands[p] | s.played[p] for p in range(4))
    if not full[first.turn_seat] & TWO:
        return False
    if seat >= 0 and s.given[seat] & ~full[(seat + s.direction) % 4]:
        return False
    now = first._replace(hands=full)
    for action in match.actions[begun:]:
        if not rules.is_legal(now, action):
            return False
        now = rules.play(now, action)
    return now.hands == tuple(hands)


def draws(match, seat, number):
    """Draw worlds for what a seat sees; check that each explains it."""
    view = rules.mask(match.state, seat)
    for n in range(number):
        world = rules.fill(view, seat, Stream.of(n, "world"))
        assert rules.mask(world, seat) == view
        yield world


def even(found, expected):
    """Check that all that is expected was drawn, nothing else, and in even frequencies."""
    assert set(found) <= set(expected)
    if len(expected) > 1:
        assert chisquare([found[each] for each in expected]).pvalue > LEAST


def check(match, seat, expected=None, number=0):
    """Check the worlds of a seat against the deals that explain what it saw."""
    expected = explanations(match, seat) if expected is None else expected
    number = number or max(400, 15 * len(expected))
    even(Counter(world.hands for world in draws(match, seat, number)), expected)
    return len(expected)


def endgame(seed, cards_left, **options):
    """Play a hand at random until so many cards are left in all hands together."""
    match = Match(game("hearts", **options), seed)
    while match.state.phase != PLAY or match.state.count < 52 - cards_left:
        match.play(rules.random_action(match.state, Stream.of(seed, "endgame", match.ply)))
    return match


def first_where(condition, cards_left, **options):
    """Find the first seed whose endgame is as wanted for some seat."""
    for seed in range(3000):
        match = endgame(seed, cards_left, **options)
        for seat in range(4):
            if condition(match.state, seat):
                return match, seat
    raise AssertionError("no such endgame")


# -- one test a constraint -----------------------------------------------------------------------------------


def test_hand_sizes_in_the_middle_of_a_trick():
    def wanted(s, seat):
        return len({hand.bit_count() for hand in s.hands}) == 2 and s.hands[seat].bit_count() == 3

    match, seat = first_where(wanted, 10, passing="hold")
    assert match.state.trick != (-1, -1, -1, -1)
    for world in draws(match, seat, 50):
        assert [h.bit_count() for h in world.hands] == [h.bit_count() for h in match.state.hands]
    check(match, seat)


def test_cards_played_are_in_no_hand():
    match = endgame(1, 11, passing="hold")
    gone = match.state.played[0] | match.state.played[1] | match.state.played[2] | match.state.played[3]
    for seat in range(4):
        for world in draws(match, seat, 50):
            assert not any(hand & gone for hand in world.hands)
            assert packed(sorted(c for hand in world.hands for c in listed(hand))) == (1 << 52) - 1 - gone


def test_voids_that_were_shown():
    def wanted(s, seat):
        unseen = sum(hand for p, hand in enumerate(s.hands) if p != seat)
        barred = [
            (p, suit)
            for p in range(4)
            for suit in range(4)
            if p != seat and s.voids >> 4 * p + suit & 1 and unseen >> 13 * suit & 0x1FFF
        ]
        return len(barred) >= 2

    match, seat = first_where(wanted, 12, passing="hold")
    s = match.state
    sizes = [hand.bit_count() for p, hand in enumerate(s.hands) if p != seat]
    number = check(match, seat)
    assert 1 < number < factorial(sum(sizes)) // prod(map(factorial, sizes))


def test_cards_passed_on_stay_where_they_went_until_they_are_played():
    def wanted(s, seat):
        return (s.given[seat] & s.hands[(seat + s.direction) % 4]).bit_count() == 2

    match, seat = first_where(wanted, 12, passing="across")
    s = match.state
    for world in draws(match, seat, 100):
        assert s.given[seat] & s.hands[(seat + 2) % 4] & ~world.hands[(seat + 2) % 4] == 0
    assert check(match, seat) > 1


@pytest.mark.parametrize("passing", ["left", "right", "across"])
def test_cards_received_are_known_and_other_passes_are_even(passing):
    match = endgame(5, 52, passing=passing)
    s, seat = match.state, 2
    giver = (seat - s.direction) % 4
    hidden = next(p for p in range(4) if p not in (seat, giver))
    to = (hidden + s.direction) % 4
    found = Counter()
    for world in draws(match, seat, 2000):
        assert world.given[giver] == s.given[giver]
        assert world.given[seat] == s.given[seat]
        assert world.given[hidden] & ~world.hands[to] == 0
        ranks = sorted(listed(world.hands[to]).index(card) for card in listed(world.given[hidden]))
        found[tuple(ranks)] += 1
    even(found, list(combinations(range(13), 3)))


def test_two_of_clubs_is_where_the_first_lead_is_due():
    match = endgame(3, 52, passing="hold")
    leader = match.turn
    for seat in (*range(4), -1):
        assert all(world.hands[leader] & TWO for world in draws(match, seat, 50))


def test_two_of_clubs_stays_with_who_led_another_club():
    def wanted(s, seat):
        holder = (s.voids >> 20).bit_length() - 1
        return seat != holder and s.hands[holder] & TWO

    match, seat = first_where(wanted, 12, passing="hold", can_lead_any_club=True)
    assert check(match, seat) > 1


def test_points_on_the_first_trick_show_a_hand_of_nothing_else():
    match = Match(game("hearts", deal=SUITS, passing="hold"), 1)
    for move in ("2c", "2d", "2s", "2h"):
        match.play(move)
    # Seat 1 has the diamonds. Seat 2 is out of clubs; seat 3 has 12 of the hearts and the queen of spades.
    s = match.state
    pool = listed(s.hands[3] | cards("Qs"))
    expected = []
    for left_out in pool:
        third = packed(pool) & ~(1 << left_out)
        second = (s.hands[2] | s.hands[3]) & ~third
        expected.append((s.hands[0], s.hands[1], second, third))
    assert all(explains(match, 0, 1, hands) for hands in expected)
    assert check(match, 1, expected) == 13


@pytest.mark.parametrize("kept", [False, True])
def test_a_lead_of_unbroken_hearts_shows_a_hand_of_nothing_else(kept):
    match = Match(game("hearts", deal=MOON, passing="hold", can_lead_hearts_instead_of_qs=kept), 1)
    for move in ("2c", "2d", "2s", "Ac", "3h"):
        match.play(move)
    # Seat 2 has the diamonds, seat 3 is out of clubs. Seat 0 has 11 of 12 hearts, or with the option of those
    # and the queen of spades; seat 1 the clubs and one card that is left.
    s = match.state
    hearts = s.hands[0] | cards("2h") | (cards("Qs") if kept else 0)
    clubs = s.hands[1] & 0x1FFF
    expected = []
    for own in combinations(listed(hearts), 11):
        left = (s.hands[0] | s.hands[1] | s.hands[3]) & ~(packed(list(own)) | clubs)
        for one in listed(left):
            expected.append((packed(list(own)), clubs | 1 << one, s.hands[2], left & ~(1 << one)))
    assert len(expected) == (comb(13, 11) if kept else 12) * 13
    assert all(explains(match, 0, 2, hands) for hands in expected[:: len(expected) // 50])
    check(match, 2, expected)


# -- all of them together ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_endgames_are_even_for_every_seat(seed):
    options = {"passing": ("left", "right", "across", "hold")[seed % 4], "can_lead_any_club": seed % 2 == 1}
    match = endgame(seed, (9, 10, 11)[seed % 3], **options)
    assert sum(check(match, seat) for seat in range(4)) >= 4


@pytest.mark.parametrize("seed", range(2))
def test_endgames_are_even_for_a_spectator(seed):
    assert check(endgame(seed, 8, passing="left"), -1) > 1


def test_deals_are_counted_exactly():
    for number in range(300):
        rng = Stream.of(number, "count")
        room = tuple(rng.below(3) for _ in range(4))
        deck = list(range(52))
        unseen = [deck.pop(rng.below(len(deck))) for _ in range(sum(room))]
        voids = sum(1 << bit for bit in range(20) if rng.below(5) == 0)
        sets, who = classes(packed(unseen), room, voids)
        total, _ = shares(sets, who, room, -1.0)
        counted = total * prod(factorial(each.bit_count()) for each in sets)
        listed_ones = sum(
            all(not barred(card, seat, voids) for seat, hand in enumerate(dealt) for card in listed(hand))
            for dealt in partitions(sorted(unseen), room)
        )
        assert counted == pytest.approx(listed_ones, abs=1e-6)


def barred(card, seat, voids):
    """Say whether what was shown keeps a card out of a hand."""
    if voids >> 4 * seat + card // 13 & 1:
        return True
    return bool(voids >> 16 + seat & 1) and card // 13 == 2 and card != 36


# -- before and after the tricks -----------------------------------------------------------------------------


def test_while_dealing_every_card_may_be_anywhere():
    it = game("hearts")
    s = it.start()
    for card in range(10):
        s = it.play(s, card)
    own, found = listed(s.hands[1]), Counter()
    for n in range(3000):
        world = rules.fill(rules.mask(s, 1), 1, Stream.of(n, "dealing"))
        assert [hand.bit_count() for hand in world.hands] == [3, 3, 2, 2]
        assert listed(world.hands[1]) == own
        found.update(listed(world.hands[2]))
    assert chisquare([found[card] for card in range(52) if card not in own]).pvalue > LEAST


def test_while_passing_what_others_gave_is_any_of_their_cards():
    it = game("hearts", deal=SUITS)
    s = after(it, "Ac Kc Qc Ad Kd")
    assert s.phase == PASS
    found, given = Counter(), Counter()
    for n in range(3000):
        world = rules.fill(rules.mask(s, 0), 0, Stream.of(n, "passing"))
        assert [hand.bit_count() for hand in world.hands] == [10, 11, 13, 13]
        assert world.given[0] == s.given[0]
        assert world.given[1].bit_count() == 2
        found.update(listed(world.hands[1]))
        given.update(listed(world.given[1]))
    assert set(found) == set(given) == set(range(13, 52))
    assert chisquare([given[card] for card in range(13, 52)]).pvalue > LEAST


def test_after_the_last_trick_only_passes_are_unknown():
    match = endgame(9, 1, passing="left")
    match.play(match.view(match.turn).legal()[0])
    s = match.state
    assert s.phase == DONE
    found = Counter()
    for n in range(3000):
        world = rules.fill(rules.mask(s, -1), -1, Stream.of(n, "over"))
        assert world._replace(given=s.given) == s
        found[world.given[3]] += 1
    even(found, [packed(list(three)) for three in combinations(listed(s.played[0]), 3)])
