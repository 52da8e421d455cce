"""Learners of matrix games: what they find, what they gain, and that they lose no more than they say."""

import json
from dataclasses import replace

import pytest

from parlour.core.analyse import view_of
from parlour.core.driver import play
from parlour.core.errors import BadOption
from parlour.core.limit import Limit
from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.spec import make
from parlour.core.view import View

THROWS = ("rock", "paper", "scissors")
LEARNERS = ("frequency", "markov", "markov:order=3", "ensemble")


def rps(rounds):
    return game("rock_paper_scissors", rounds=rounds)


def decide(spec, moves, it=None):
    it = it or rps(1000)
    view = view_of(it, moves)
    return make(it, spec, view.seat, Stream.of(0)).decide(view)


def shares(choice):
    return {c.move: c.probability for c in choice.candidates}


def test_frequency_counts_the_opponents_throws_only():
    # The opponent, seat 0, threw rock twice and paper once; this seat threw scissors throughout.
    choice = decide("frequency", "rock scissors rock scissors paper scissors rock")
    assert choice.evidence["counts"] == {"rock": 2, "paper": 1, "scissors": 0}
    assert choice.move == "paper"
    assert choice.evidence["edge"] == pytest.approx(2 / 3)
    (reason,) = choice.reasons
    assert reason.startswith("Ann chose rock in 2 of 3 rounds: paper does best against that, +0.667 a round")
    assert choice.exhibits[0].caption == "What Ann has chosen, in rounds"
    even = decide("frequency", "rock scissors paper scissors scissors scissors rock")
    assert even.reasons[0].startswith("Ann has chosen all equally often, in 3 rounds: ")


def test_markov_answers_what_follows_and_says_so():
    # Seat 1 throws what seat 0 threw before.
    moves = "rock paper paper rock scissors paper rock scissors paper rock scissors paper rock scissors"
    choice = decide("markov", moves)
    assert choice.evidence["pattern"] == "Ben chose rock in 1 of 1 round after Ann's rock and Ben's scissors"
    assert choice.move == "paper"
    first = decide("markov", "")
    assert first.reasons[0] == (
        "Nothing was seen yet: Ann plays the mixture by which nobody can gain, the equilibrium."
    )
    assert first.reasons[1].startswith(f"{first.move} was drawn at random by these odds: ")


def test_the_ensemble_names_the_pattern_it_trusts():
    cycle = " ".join(f"rock {THROWS[n % 3]}" for n in range(30))
    choice = decide("ensemble", cycle)
    assert choice.move == "paper"
    assert choice.evidence["pattern"] == "Ben chose rock in 9 of 9 rounds after Ann's rock and Ben's scissors"
    assert choice.evidence["standard_deviations"] > 4
    assert choice.reasons[0] == (
        "Ben chose rock in 9 of 9 rounds after Ann's rock and Ben's scissors. If Ben goes on like that, rock "
        "comes next: paper does best against that, +0.900 a round above the equilibrium."
    )
    assert choice.exhibits[0].data["values"] == choice.evidence["chances"]
    json.dumps(choice.to_json())


def test_the_ensemble_second_guesses_an_opponent_that_counts():
    record = play(rps(300), ("ensemble", "frequency:risk=1e6"), seed=1)
    assert record.returns[0] > 250
    choice = decide("ensemble", record.moves)
    assert choice.evidence["taken_for"] == "Ben answers that"


@pytest.mark.parametrize("learner", ["frequency", "markov", "ensemble"])
def test_a_player_that_throws_rock_half_the_time_loses_three_fifths(learner):
    it = rps(1500)
    ahead = [play(it, (learner, "biased:rock=0.5,repeat=0"), seed=seed).returns[0] for seed in range(2)]
    assert 0.5 + sum(ahead) / 2 / 1500 / 2 > 0.60


def worst_play(spec, it, rounds, seat=0):
    """Play the opponent that knows the mixture of each round; give the expected result of the learner."""
    moves, expected = [], 0.0
    learner = make(it, spec, seat, Stream.of(0))
    for number in range(rounds):
        view = View(it, seat, view_of(it, moves).state, view_of(it, moves).history)
        if seat == 1:
            view = view_of(it, [*moves, "1"])
        learner.rng[:] = Stream.of(5, number)
        chances = shares(learner.choose(view, Limit()))
        names = learner.other_names
        worth = [
            sum(p * learner.side.gains[learner.names.index(own)][b] for own, p in chances.items())
            for b in range(len(names))
        ]
        answer = min(range(len(names)), key=lambda b: worth[b])
        expected += worth[answer]
        mine = max(chances, key=lambda own: (chances[own], own))
        moves += [mine, names[answer]] if seat == 0 else [names[answer], mine]
    return expected


@pytest.mark.parametrize("spec", LEARNERS)
def test_who_reads_its_mind_takes_no_more_than_the_risk(spec):
    assert worst_play(f"{spec}:risk=4" if ":" not in spec else f"{spec},risk=4", rps(1000), 150) >= -4 - 1e-9


def test_the_bound_holds_in_other_matrix_games_and_for_the_column_player():
    it = game("matrix", payoffs="3,-1,0;-2,4,1", rounds=1000)
    for seat in (0, 1):
        learner = make(it, "ensemble:risk=3", seat, Stream.of(0))
        lost = worst_play("ensemble:risk=3", it, 60, seat)
        assert lost - 60 * learner.side.value >= -3 - 1e-9


def test_without_risk_it_plays_the_equilibrium_in_rock_paper_scissors():
    choice = decide("ensemble:risk=0", "paper rock " * 50)
    assert shares(choice) == pytest.approx(dict.fromkeys(THROWS, 1 / 3))
    assert "Ann has 0 to risk, so it is only mixed in" in choice.reasons[3]


def test_gifts_are_risked_even_without_a_budget():
    # Column 3 is dominated: whoever plays it gives something away, which may be risked later.
    it = game("matrix", payoffs="1,-1,2;-1,1,2", rounds=100)
    choice = decide("frequency:risk=0", "1 3 1 3 1 1 1 1 1 1 1 1", it)
    assert choice.evidence["risk_budget"] > 0
    assert choice.move == "1"


def test_earlier_matches_teach_and_only_those_of_the_opponent(tmp_path):
    file = tmp_path / "past.jsonl"
    rocks = replace(play(rps(60), ("biased:rock=1,repeat=0", "nash"), seed=1), seats=("ann", "me"))
    others = replace(play(rps(60), ("nash", "nash"), seed=2), seats=("me", "bob"))
    file.write_text(rocks.to_json() + "\n" + others.to_json() + "\n")
    known = make(rps(10), f"frequency:history={file},against=ann", 0, Stream.of(0))
    choice = known.decide(view_of(rps(10), ""))
    assert choice.evidence["counts"]["rock"] == 60
    assert choice.evidence["risk_budget"] == 10
    everybody = make(rps(10), f"frequency:history={file}", 0, Stream.of(0)).decide(view_of(rps(10), ""))
    assert sum(everybody.evidence["counts"].values()) == 120


def test_a_history_that_is_none_is_refused(tmp_path):
    (tmp_path / "no.json").write_text("nothing\n")
    for name, says in (("gone.json", "give a file of records"), ("no.json", "line 1")):
        with pytest.raises(BadOption, match=says):
            make(rps(10), f"ensemble:history={tmp_path / name}")
