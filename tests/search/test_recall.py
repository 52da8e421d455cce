"""Learners of games of rounds remember an opponent: a habit of past matches is answered at once."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.memory import past_of
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.laws.sentences import faults, settings_of

SPECS = ("frequency:risk=1e6", "markov:risk=1e6", "ensemble:risk=1e6", "patterns")
MATCHES = 30
RPS = game("rock_paper_scissors", rounds=10)


def finished(seed: int, habit, where: int, it=RPS) -> Match:
    """Play a match in which one seat follows a habit and the other throws at random."""
    match, rng = Match(it, seed), Stream.of(seed, "other")
    while not match.over:
        throws = match.legal()
        match.play(habit(rng, throws) if match.turn == where else rng.choice(throws))
    return match


def mostly(throw: str):
    return lambda rng, throws: throw if rng.uniform() < 0.8 else rng.choice([t for t in throws if t != throw])


def past(habit, seat: int, where: int = 0, it=RPS):
    """Past matches against somebody who sits opposite now, and sat in seat `where` then."""
    pairs = ((1 - seat, where), (seat, 1 - where))
    return [past_of(finished(n, habit, where, it), 1 - where, pairs) for n in range(MATCHES)]


def first(spec: str, seat: int, recalled, seed: int = 5):
    match = Match(RPS, 99)
    while match.turn != seat:
        match.play("paper")
    player = make(RPS, spec, seat, Stream.of(seed))
    player.recall(recalled)
    choice = player.decide(match.view(seat))
    assert faults(choice, match.view(seat), settings_of(player)) == []
    return choice


def chance(choice, move: str) -> float:
    return next(c.probability for c in choice.candidates if c.move == move)


@pytest.mark.parametrize("where", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("spec", SPECS)
def test_who_always_threw_rock_meets_paper_at_once_wherever_both_sat(spec, seat, where):
    assert chance(first(spec, seat, []), "paper") == pytest.approx(1 / 3)
    choice = first(spec, seat, past(mostly("rock"), seat, where))
    assert chance(choice, "paper") == 1.0
    seen = choice.evidence["past"]
    assert seen["matches"] == MATCHES
    assert sum(seen["counts"].values()) == 10 * MATCHES
    did, other = ("threw" if spec == "patterns" else "chose"), RPS.names[1 - seat]
    said = f"In 30 past matches {other} {did} rock {100 * seen['share']:.1f} % of the time."
    assert said in choice.hint


@pytest.mark.parametrize("spec", SPECS)
def test_it_earns_more_with_the_memory(spec):
    recalled = past(mostly("scissors"), 0, 1)

    def earned(memory) -> float:
        total = 0.0
        for seed in range(10):
            match, rng = Match(RPS, seed), Stream.of(seed, "habit")
            player = make(RPS, spec, 0, Stream.of(seed, "player"))
            player.recall(memory)
            while not match.over:
                if match.turn == 0:
                    match.play(player.decide(match.view(0)).action)
                else:
                    match.play(mostly("scissors")(rng, match.legal()))
            total += match.returns[0]
        return total

    assert earned(recalled) > earned([]) + 5


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_seed_and_the_same_past_give_the_same_choice(spec):
    assert first(spec, 0, past(mostly("rock"), 0)) == first(spec, 0, past(mostly("rock"), 0))


@pytest.mark.parametrize("spec", SPECS)
def test_matches_without_this_opponent_teach_nothing(spec):
    strangers = [past_of(finished(n, mostly("rock"), 0), 1, [(0, 1)]) for n in range(MATCHES)]
    assert first(spec, 0, strangers) == first(spec, 0, [])


def test_a_side_of_a_table_that_is_not_the_same_for_both_teaches_nothing_of_the_other():
    it = game("matrix", rounds=5)
    match = Match(it, 1)
    while not match.over:
        match.play(match.legal()[0])
    for pairs, taught in ((((1, 0), (0, 1)), 0), (((1, 1), (0, 0)), 5)):
        player = make(it, "frequency", 0, Stream.of(1))
        player.recall([past_of(match, 0, pairs)])
        choice = player.decide(Match(it, 2).view(0))
        assert sum(choice.evidence["counts"].values()) == taught
