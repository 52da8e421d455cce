"""The readers of throws against each other over a thousand rounds, after Egnor's Iocaine Powder (2000)."""

import json
from itertools import pairwise

import pytest

from parlour.core.analyse import view_of
from parlour.core.driver import play
from parlour.core.limit import Limit
from parlour.core.registry import game
from parlour.core.rng import Stream
from parlour.core.spec import make

THOUSAND = game("rock_paper_scissors", rounds=1000)
CHANCE_SPREAD = (2 / 3 * 1000) ** 0.5  # of the lead after a thousand random rounds: 25.8


def leads(first, second, matches=4):
    """Play both ways round; give the leads of the first."""
    ahead = [play(THOUSAND, (first, second), seed=seed).returns[0] for seed in range(matches // 2)]
    return ahead + [play(THOUSAND, (second, first), seed=seed).returns[1] for seed in range(matches // 2)]


def decide(spec, moves, rounds=1000, seed=0):
    match = game("rock_paper_scissors", rounds=rounds)
    view = view_of(match, moves)
    return make(match, spec, view.seat, Stream.of(seed)).decide(view)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("frequency", "biased"),
        ("patterns", "frequency:risk=1e6"),
        ("patterns", "biased"),
        ("ensemble", "frequency:risk=1e6"),
    ],
)
def test_the_better_reader_wins_far_beyond_chance(better, worse):
    ahead = leads(better, worse)
    assert min(ahead) > 0
    assert sum(ahead) / len(ahead) > 5 * CHANCE_SPREAD


def test_nobody_loses_to_the_equilibrium_beyond_chance():
    ahead = leads("patterns", "nash", matches=4)
    assert abs(sum(ahead)) < 4 * CHANCE_SPREAD * len(ahead) ** 0.5


def test_biased_throws_rock_half_the_time_and_repeats_itself():
    record = play(THOUSAND, ("biased", "nash"), seed=1)
    throws = record.moves[::2]
    again = sum(a == b for a, b in pairwise(throws))
    assert throws.count("rock") == pytest.approx(500, abs=75)  # four standard errors, with the repeats
    assert again == pytest.approx(999 * (0.2 + 0.8 * (0.5**2 + 2 * 0.25**2)), abs=64)
    assert decide("biased:rock=1,repeat=0", "").move == "rock"


def test_patterns_finds_a_cycle_and_names_it():
    # Seat 1 goes rock, paper, scissors; seat 0 always throws rock. The next is rock.
    cycle = " ".join(f"rock {('rock', 'paper', 'scissors')[n % 3]}" for n in range(30))
    choice = decide("patterns", cycle)
    assert choice.move == "paper"
    assert choice.evidence["expected"] == "rock"
    assert choice.evidence["pattern"] == "Ben threw rock in 9 of 9 rounds after Ann's rock and Ben's scissors"
    assert choice.evidence["standard_deviations"] > 4
    json.dumps(choice.to_json())


def test_patterns_throws_anything_where_no_pattern_stands_out():
    choice = decide("patterns", "")
    assert [c.probability for c in choice.candidates] == pytest.approx([1 / 3] * 3)
    assert choice.reasons[0] == (
        "Nothing was seen of Ben yet, so any throw will do, each a third of the time."
    )
    assert "was drawn at random by these odds" in choice.reasons[1]


@pytest.mark.parametrize("spec", ["biased", "frequency", "patterns", "markov:order=2", "ensemble"])
def test_following_round_by_round_equals_reading_the_whole_history_and_survives_an_undo(spec):
    record = play(game("rock_paper_scissors", rounds=60), ("biased", "frequency"), seed=3)
    match = game("rock_paper_scissors", rounds=1000)
    follower = make(match, spec, 0, Stream.of(0))
    other = ["paper", "paper"] * 20  # another line of play after the undo
    for moves in [*(record.moves[: 2 * n] for n in range(50)), other, record.moves[:60]]:
        view = view_of(match, moves)
        follower.rng[:] = Stream.of(7)
        fresh = make(match, spec, 0, Stream.of(7))
        assert follower.choose(view, Limit()) == fresh.choose(view, Limit())


@pytest.mark.parametrize("spec", ["frequency", "patterns", "markov", "ensemble"])
def test_a_pending_throw_is_never_read(spec):
    past = "rock paper scissors rock rock paper " * 5
    assert decide(spec, past + "rock") == decide(spec, past + "scissors")
