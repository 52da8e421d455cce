"""Sampled regret minimisation: it comes near the equilibrium, by both ways of sampling, and is repeatable."""

from __future__ import annotations

import pytest

from parlour import Match, Stream, game
from parlour.core.analyse import analyse
from parlour.core.errors import Unsuitable
from parlour.core.limit import Limit
from parlour.search.cfr import laid_flat
from parlour.search.cfr_solver import certify
from parlour.search.mccfr import SAMPLINGS, SampledCFR, learn

KUHN = game("kuhn_poker")


def exploitability(it, sampling, walks, bits=12):
    form = laid_flat(it)
    return certify(form, learn(it, sampling, walks, 0.6, bits).plans(form)).exploitability


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_kuhn_poker_is_learnt(sampling):
    early, late = (exploitability(KUHN, sampling, walks) for walks in (100, 100_000))
    assert late < 0.02 < early


def test_leduc_poker_is_learnt():
    early, late = (exploitability(game("leduc_poker"), "external", walks) for walks in (100, 50_000))
    assert late < 0.15 < 1.0 < early


def test_every_information_set_of_kuhn_poker_is_met_once():
    learnt = learn(KUHN, "external", 1000, 0.6, 12)
    assert int(learnt.table.used[0]) == 12
    s = game("kuhn_poker", deal="K/J").start()
    policy = learnt.policy(s, 0)
    assert len(policy) == 2
    assert sum(policy) == pytest.approx(1)


def test_a_full_table_forgets_nothing_and_learns_no_more():
    learnt = learn(game("leduc_poker"), "external", 2000, 0.6, 8)
    assert int(learnt.table.used[0]) == 192  # three quarters of 2**8


def test_the_same_walks_give_the_same_choice():
    choices = {
        str(analyse("kuhn_poker", "Q K check bet", "mccfr:iterations=500").to_json()) for _ in range(2)
    }
    learn.cache_clear()
    choices.add(str(analyse("kuhn_poker", "Q K check bet", "mccfr:iterations=500").to_json()))
    assert len(choices) == 1


def test_games_of_any_size_are_played_by_outcomes_and_unmet_views_at_random():
    it = game("liars_dice")
    match = Match(it, 3)
    match.play("5x2")
    player = SampledCFR(it, 1, Stream.of(1))
    choice = player.decide(match.view(1), Limit(simulations=50))
    assert choice.action in match.view(1).legal()
    assert choice.work["iterations"] == 50
    assert choice.evidence["met"] is False
    assert len({c.probability for c in choice.candidates}) == 1
    with pytest.raises(Unsuitable, match="use sampling=outcome"):
        SampledCFR(it, 1, Stream.of(1), sampling="external").decide(match.view(1), Limit(simulations=2000))


def test_it_stops_in_time():
    player = SampledCFR(KUHN, 0, Stream.of(1), iterations=10**9)
    choice = player.decide(Match(game("kuhn_poker", deal="K/J"), 1).view(0), Limit(seconds=0.05))
    assert 1 <= choice.work["iterations"] < 10**8
