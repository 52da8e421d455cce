"""What Liar's Dice players believe: odds, the posterior over hidden dice, habits, and what they remember."""

from __future__ import annotations

from itertools import product
from math import isclose

import numpy as np
import pytest

from parlour import Match, Stream, game
from parlour.beliefs.belief import belief_named
from parlour.core.rules import mask
from parlour.games.liars_dice.belief.bidder import SIZE, STRAY
from parlour.games.liars_dice.belief.bids import every_hand, expected_faces, posterior, total_matching
from parlour.games.liars_dice.belief.habits import Habits, habits_of, is_bluff, shifted
from parlour.games.liars_dice.belief.models import KINDS, LEVEL_ONE, LEVEL_TWO, learned, players
from parlour.games.liars_dice.belief.odds import chance_of, rough_tail, tail
from parlour.games.liars_dice.belief.play import own_chances
from parlour.games.liars_dice.belief.rounds import Memory, Round, bidding
from parlour.games.liars_dice.bids import ORDERS, all_bids, matching


def test_the_exact_tail_counts_all_rolls():
    for dice, need in product(range(5), range(6)):
        hits = sum(1 for roll in product(range(6), repeat=dice) if roll.count(0) >= need)
        assert isclose(tail(dice, need, 1 / 6), hits / 6**dice)


def test_the_rough_tail_is_near_only_with_the_continuity_correction():
    worst = max(
        abs(rough_tail(n, k, p) - tail(n, k, p))
        for n in range(5, 41)
        for k in range(n)
        for p in (1 / 6, 1 / 3)
    )
    assert 0.02 < worst < 0.08
    assert abs(rough_tail(20, 4, 1 / 6) - tail(20, 4, 1 / 6)) < 0.03
    # Without it the same formula is far off: P(at least 4 of 20 sixes) is 0.43, not 0.35.
    assert isclose(tail(20, 4, 1 / 6), 0.4335, abs_tol=1e-4)
    assert rough_tail(4, 5, 0.5) == 0.0
    assert rough_tail(4, 3, 1.0) == 1.0


def test_wild_faces_double_the_chance_of_others_alone():
    table = game("liars_dice", wild="ones").start().table
    assert chance_of(1, table) == 1 / 6
    assert chance_of(4, table) == 1 / 3


@pytest.fixture
def small():
    return game("liars_dice", dice=(1, 2), faces=3)


def test_the_posterior_is_what_sampling_gives(small):
    """Hands are rolled, bids drawn by the formula; those rounds that went as ours did have the same dice."""
    kinds = players((1, 2))[:1]
    match = Match(small, 5)
    opening, answer = small.parse(match.state, "1x2"), None
    rng = Stream.of(3)
    seen: dict[int, int] = {}
    for _ in range(3000):
        s = small.start()
        for _ in range(3):
            s = small.play(s, rng.below(3))
        s = small.play(s, opening)
        chances = own_chances(1, s, bidding(s), kinds)
        action = rng.weighted(chances.tolist())
        answer = answer if answer is not None else small.parse(s, "2x2")
        if action == answer:
            seen[s.hands[1]] = seen.get(s.hands[1], 0) + 1
            after = small.play(s, action)
    v = mask(after, 0)
    found = posterior(1, v, bidding(v), kinds, np.ones(1), rng)
    total = sum(seen.values())
    assert total > 150
    assert found.exact
    assert isclose(found.by_hand.sum(), 1.0)
    for hand, chance in zip(found.hands.tolist(), found.by_hand, strict=True):
        assert abs(seen.get(hand, 0) / total - chance) < 4 * np.sqrt(chance * (1 - chance) / total) + 0.003


def test_before_any_bid_dice_are_as_rolled_and_add_up(small):
    v = mask(Match(small, 1).state, 0)
    known = posterior(1, v, [], players((1, 2)), LEVEL_ONE, Stream.of(1))
    hands, rolled = every_hand(2, 3)
    assert known.hands.tolist() == hands.tolist()
    assert np.allclose(known.by_hand, rolled)
    assert np.allclose(expected_faces(known, 2, v.table), [2 / 3] * 3)
    total = total_matching({1: known}, 2, v)
    assert np.allclose(total, [4 / 9, 4 / 9, 1 / 9])


def test_a_bid_makes_its_face_likelier_with_its_bidder_alone():
    it = game("liars_dice", seats=3)
    match = Match(it, 2)
    match.play("3x5")
    v = match.view(1).state
    known = {
        seat: posterior(seat, v, bidding(v), players(v.counts), LEVEL_ONE, Stream.of(1)) for seat in (0, 2)
    }
    assert expected_faces(known[0], 5, v.table)[4] > 1.3
    assert isclose(expected_faces(known[2], 5, v.table)[4], 5 / 6)


def test_large_tables_draw_hands_and_say_so():
    it = game("liars_dice", seats=4, dice=6, faces=12)
    match = Match(it, 2)
    match.play("3x5")
    v = match.view(1).state
    known = posterior(0, v, bidding(v), players(v.counts), LEVEL_ONE, Stream.of(1))
    assert not known.exact
    assert expected_faces(known, 6, v.table)[4] > 0.6  # half a die without the bid


@pytest.mark.parametrize("order", ORDERS)
def test_only_legal_actions_are_weighed_and_no_likely_one_is_left_out(order):
    it = game("liars_dice", seats=3, dice=3, wild="ones", order=order, exact="gain")
    rng = Stream.of(order)
    for seed in range(6):
        match = Match(it, seed)
        while not match.over:
            v = match.view(match.turn).state
            chances = own_chances(match.turn, v, bidding(v), players(v.counts))
            legal = set(it.legal(match.state))
            assert isclose(chances.sum(), 1.0)
            assert set(np.flatnonzero(chances).tolist()) <= legal
            calls = {a for a in legal if a >= all_bids(v.table)}
            assert all(chances[a] > 0.0 for a in calls)
            assert calls == legal or chances[min(legal)] > 0.0  # the lowest raise
            match.play(rng.choice(sorted(legal)))


def test_a_bid_out_of_all_reason_tells_of_a_player_who_does_anything():
    match = Match(game("liars_dice", seats=3), 2)
    match.play("15x5")
    v = match.view(1).state
    known = posterior(0, v, bidding(v), players(v.counts), LEVEL_ONE, Stream.of(1))
    assert isclose(known.joint.sum(), 1.0)
    assert known.by_kind[KINDS.index("random")] > 10 * LEVEL_ONE[KINDS.index("random")]
    assert isclose(expected_faces(known, 5, v.table)[4], 5 / 6)


def test_the_belief_bids_draws_worlds_that_explain_the_view():
    it = game("liars_dice", seats=3, wild="ones")
    match = Match(it, 2)
    match.play("4x5")
    view = match.view(1)
    worlds = belief_named("bids", it).worlds(view, 2000, Stream.of(4))
    assert {mask(world, 1) for world in worlds} == {view.state}
    fives = [sum(matching(world.hands[seat], 5, 1) for world in worlds) / 2000 for seat in (0, 2)]
    assert fives[0] > fives[1] + 0.35


def test_the_bidding_is_read_off_the_state_and_rounds_off_the_history():
    it = game("liars_dice", seats=3, dice=2, match=True)
    match = Match(it, 4)
    memory = Memory()
    steps: list[tuple[int, int]] = []
    rounds = 0
    rng = Stream.of(9)
    while not match.over:
        view = match.view(match.turn)
        assert bidding(view.state) == steps
        seat, action = match.turn, rng.choice(view.legal())
        before = match.state
        match.play(action)
        steps.append((seat, action))
        if it.format(before, action) == "liar":
            rounds += 1
            shown = memory.follow(match.view(0))
            assert len(shown) == rounds
            assert shown[-1] == Round(before.counts, before.hands, tuple(steps), before.table)
            steps = []
    match.undo()
    assert len(memory.follow(match.view(0))) == rounds - 1


def shown_round(hands, moves, it):
    s = it.start()
    table = s.table
    steps = tuple((seat % 2, it.parse(_after(it, moves[:seat]), move)) for seat, move in enumerate(moves))
    return Round((5, 5), hands, steps, table)


def _after(it, moves):
    match = Match(it, 1)
    for move in moves:
        match.play(move)
    return match.state


def test_habits_count_bluffs_calls_and_faces():
    it = game("liars_dice")
    table = it.start().table
    sixes, ones = 5 << 20, 5
    bid = it.parse(_after(it, []), "4x6")
    assert is_bluff(bid, ones, 5, 10, table)
    assert not is_bluff(bid, sixes, 5, 10, table)
    shown = [shown_round((ones, sixes), ["2x6", "4x6", "6x1", "liar"], it)] * 3
    first, second = habits_of(shown, [], table, [Habits(0.2, 20), Habits(0.2, 20)])
    assert (first.bluffs, first.judged, first.got_away) == (3, 6, 3)  # two sixes, with none of them
    assert (second.bluffs, second.judged, second.right_calls) == (0, 3, 3)
    assert first.bluff_rate > 0.2 > second.bluff_rate
    low, high = first.bluff_interval
    assert 0 < low < first.bluff_rate < high < 1
    assert first.aggression > 0
    assert list(first.recent)[-2:] == [(2, 6), (6, 1)]


def test_suspicion_rises_with_escalation_and_unusual_faces():
    it = game("liars_dice")
    table = it.start().table
    habits = Habits(0.25, 20)
    bid = it.parse(_after(it, []), "4x2")
    calm = habits.suspicion(bid, [2, 2, 3], table)
    assert isclose(calm, 0.25)
    assert isclose(habits.suspicion(bid, [2, 3, 4], table), 0.45)
    for _ in range(12):
        habits.note_bid(5, -1, table)
    assert isclose(habits.suspicion(bid, [4], table), 0.4)
    assert shifted(0.5, 0.45, 0.25, 0.3) < 0.5
    assert shifted(0.5, 0.45, 0.25, 0.0) == 0.5


def test_what_kind_a_player_is_is_learned_from_its_rounds():
    it = game("liars_dice")
    ones = 5
    bluffs = [shown_round((ones, ones), ["3x6", "4x6", "liar"], it)] * 4
    prior = LEVEL_ONE
    after = learned(0, bluffs, prior)
    assert isclose(after.sum(), 1.0)
    honest = KINDS.index("honest")
    assert after[honest] < prior[honest] / 5
    assert isclose(LEVEL_ONE.sum(), 1.0)
    assert isclose(LEVEL_TWO.sum(), 1.0)
    assert players((5, 5)).shape == (len(KINDS), SIZE)
    assert players((5, 5))[KINDS.index("random"), STRAY] == 1.0
