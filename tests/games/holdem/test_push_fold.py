"""Push or fold: an equilibrium by exact best response, the published chart, and the value by another way."""

from __future__ import annotations

import numpy as np
import pytest

from parlour import Match, Stream, analyse, game, solve
from parlour.cards.equity import equity
from parlour.cards.ranges import kinds, parse_range
from parlour.core.errors import BadOption, Unsuitable
from parlour.games.holdem.play.push_fold_equilibrium import (
    Stakes,
    blind_values,
    button_values,
    in_words,
    judged,
    matchups,
    share,
)
from parlour.games.holdem.play.push_fold_equilibrium import solve as solve_stakes


def at(stack: float, ante: float = 0.0):
    """Solve with blinds of a half and one."""
    return solve_stakes(Stakes(0.5 + ante, 1.0 + ante, stack))


def weight(plan, kind: str) -> float:
    return float(plan[kinds().index(kind)])


def test_chances_and_equities_of_kinds():
    chance, worth = matchups()
    assert chance.sum() == pytest.approx(1.0)
    assert chance.sum(axis=1)[kinds().index("AKo")] == pytest.approx(12 / 1326)
    assert np.allclose(chance * worth + (chance * worth).T, chance)
    names = kinds()
    for one, two in (("AA", "KK"), ("A2s", "76s"), ("K9o", "K9o"), ("22", "AKo")):
        exact = equity([one, two], exact=True).players[0].equity
        assert worth[names.index(one), names.index(two)] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("stack", [1.0, 1.2, 2.0, 3.3, 5.0, 7.5, 10.0, 13.0, 17.0, 20.0])
def test_no_best_response_wins_anything(stack):
    for ante in (0.0, 0.1):
        found = at(stack + ante, ante)
        assert found.exploitability <= 1e-9 < 0.001
        assert -1e-9 < found.button_gain < 1e-9
        assert -1e-9 < found.blind_gain < 1e-9


def test_the_best_response_finds_a_mistake():
    stakes = Stakes(0.5, 1.0, 10.0)
    found = at(10.0)
    always = judged(stakes, np.ones(169), found.call)
    assert always.button_gain > 0.05
    assert judged(stakes, found.push, np.zeros(169)).button_gain > 0.3


def test_the_published_chart():
    """HoldemResources, "HeadsUp Push/Fold Equilibrium": T3s pushes to 7.7, Q2o calls to 5.6, 63s has gaps."""
    assert weight(at(7.7).push, "T3s") > 0.0 == weight(at(7.8).push, "T3s")
    assert [weight(at(stack).call, "Q2o") for stack in (5.5, 5.7)] == [1.0, 0.0]
    assert [weight(at(stack).push, "63s") for stack in (2.2, 2.5, 5.0, 7.0, 7.2)] == [1.0, 0.0, 0.0, 1.0, 0.0]
    assert share(at(10.0).push) == pytest.approx(0.583, abs=5e-4)
    assert share(at(10.0).call) == pytest.approx(0.374, abs=5e-4)


def test_regret_matching_comes_to_the_same_value():
    """CFR+ with alternating updates and linear averaging, a method that shares no step with the program."""
    stakes = Stakes(0.5, 1.0, 10.0)
    regret = [np.zeros((2, 169)), np.zeros((2, 169))]
    average = [np.zeros(169), np.zeros(169)]
    plan = [np.full(169, 0.5), np.full(169, 0.5)]
    for number in range(1, 1500):
        for side, values in ((0, button_values), (1, blind_values)):
            go, stay = values(stakes, plan[1 - side])
            mean = plan[side] * go + (1 - plan[side]) * stay
            regret[side] = np.maximum(regret[side] + [go - mean, stay - mean], 0.0)
            total = regret[side].sum(axis=0)
            plan[side] = np.where(total > 0, regret[side][0] / np.maximum(total, 1e-300), 0.5)
            average[side] += number * plan[side]
    other = judged(stakes, *(part / (1500 * 1499 / 2) for part in average))
    assert other.exploitability < 0.001
    assert other.value == pytest.approx(at(10.0).value, abs=0.001)


def test_ranges_are_written_as_ranges():
    plan = at(10.0).push
    words = in_words(plan)
    assert words.startswith("22+, A2s+")
    assert sum(parse_range(words).holdings.values()) == pytest.approx(1326 * share(plan), abs=0.01)


def test_solve_gives_the_value_and_its_certificate():
    found = solve(game("holdem", bets="push", stacks=(20,)))
    assert found.value == pytest.approx(
        -2 * at(10.0).value
    )  # seat 0 is the big blind, and a big blind two chips
    assert found.certificate["exploitability_bb"] < 1e-9
    assert "left out" not in found.certificate["game"]
    assert "left out" in solve(game("holdem", stacks=(20,))).certificate["game"]
    pushed = solve(game("holdem", bets="push", stacks=(20,), deal="AcAd/7c2d"))
    assert (pushed.seat, pushed.moves, pushed.value) == (1, ("fold",), -1.0)
    called = solve(game("holdem", bets="push", stacks=(20,), deal="AcAd/7c2d"), "allin")
    assert (called.seat, called.moves) == (0, ("call",))
    assert called.value > 10
    for options in ({}, {"stacks": (20,), "seats": 3}, {"stacks": (20,), "hands": 2}):
        with pytest.raises(Unsuitable):
            solve(game("holdem", **options))


def test_values_are_what_play_brings():
    """Equilibrium against itself, at the table: the button's mean result is the value."""
    it = game("holdem", bets="push", stacks=(20,), antes=(0, 2))
    value = -solve(it).value
    results = []
    for seed in range(500):
        match = Match(it, seed)
        rng = Stream.of(seed, "players")
        while not match.over:
            choice = analyse(it, match.view(match.turn), strategy="push_fold", seed=rng.below(1 << 30))
            match.play(choice.action)
        results.append(match.returns[1])
    spread = float(np.std(results)) / len(results) ** 0.5
    assert abs(float(np.mean(results)) - value) < 4 * spread


def test_stacks_that_cannot_pay_are_refused():
    with pytest.raises(BadOption, match="cover"):
        Stakes(0.5, 1.0, 0.7)
    with pytest.raises(Unsuitable, match="heads-up"):
        analyse(game("holdem", seats=3, deal="AcAd/KcKd/QcQd"), "", strategy="push_fold")
