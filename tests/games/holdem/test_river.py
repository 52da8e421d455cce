"""The river: closed forms, the solver against them and against a linear program, and exact best responses."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from parlour import analyse, game
from parlour.core.errors import BadOption, Unsuitable
from parlour.core.rules import play
from parlour.games.holdem.play.river import tree_of
from parlour.games.holdem.play.river_cfr import RiverSolver, solve_river
from parlour.games.holdem.play.river_spot import River, bluff_share, defence_share

BOARD = "2c 2d 7h 9s Jc"
NUTS_OR_NOTHING = "2h2s, 5h4h, 5s4s, 6h4h"


def test_the_closed_forms():
    assert bluff_share(100.0, 100.0) == pytest.approx(1 / 3)
    assert defence_share(100.0, 100.0) == pytest.approx(1 / 2)
    assert bluff_share(100.0, 50.0) == pytest.approx(1 / 4)
    assert defence_share(100.0, 50.0) == pytest.approx(2 / 3)
    for pot, bet in ((0.0, 1.0), (1.0, 0.0), (-1.0, 1.0)):
        with pytest.raises(BadOption):
            bluff_share(pot, bet)


@pytest.mark.parametrize("size", [0.33, 0.5, 1.0, 2.0])
def test_the_solver_finds_the_balanced_frequencies(size):
    """A range of the best hand and of nothing bets into hands that beat only the bluffs."""
    river = River(BOARD, "AA", NUTS_OR_NOTHING, 10.0, 100.0, bets=((), (size,)), raises=())
    solved = solve_river(river, target=1e-4, most=5000)
    bet = f"bet {10 * size:g}"
    assert solved.exploitability <= 1e-3
    assert solved.bluffs("check", bet) == pytest.approx(bluff_share(1.0, size), abs=0.003)
    folded = solved.frequencies(f"check {bet}")["fold"]
    assert 1.0 - folded == pytest.approx(defence_share(1.0, size), abs=0.003)
    assert sum(solved.values) == pytest.approx(10.0)


def test_two_ranges_with_raises_are_solved_to_a_stated_exploitability():
    river = River(BOARD, "88+, A9s+, KQs, JTs", "22+, ATs+, T8s, 98s, AJo+", 10.0, 30.0)
    solved = solve_river(river, target=0.002)
    assert 0.0 <= solved.exploitability <= 0.02
    assert min(solved.gains) > -1e-9
    assert sum(solved.frequencies().values()) == pytest.approx(1.0)
    sooner = solve_river(river, target=1e-9, most=10)
    assert sooner.exploitability > solved.exploitability
    assert sooner.iterations == 10


def test_a_linear_program_gives_the_same_value():
    """One bet by who acts last, as a matrix of plans a hand: the value by a method that shares no step."""
    river = River(BOARD, "AA, J9s, 65s", "2h2s, KJs, 5h4h, T8s", 10.0, 100.0, bets=((), (0.7,)), raises=())
    first, second = river.chances
    pairs = first[:, None] * river.apart * second[None, :] / river.weight
    show = 10.0 * river.wins
    called = 24.0 * river.wins - 7.0 * river.apart
    weight = first[:, None] * second[None, :] / river.weight
    # Who acts last chooses how often each hand bets; the other leaves it the least, hand by hand.
    hands, bets = len(first), len(second)
    checked = (pairs * 10.0 - weight * show).sum(axis=0)
    gain = np.concatenate([checked, -np.ones(hands)])
    fold = np.hstack([-(pairs * 10.0), np.eye(hands)])
    call = np.hstack([-(pairs * 10.0 - weight * called), np.eye(hands)])
    found = linprog(
        gain, np.vstack([fold, call]), np.zeros(2 * hands), bounds=[(0, 1)] * bets + [(None, None)] * hands
    )
    value = float(checked.sum()) - found.fun
    assert solve_river(river, target=1e-5, most=5000).values[1] == pytest.approx(value, abs=2e-3)


def test_a_best_response_takes_what_a_bad_plan_leaves():
    river = River(BOARD, "AA", NUTS_OR_NOTHING, 10.0, 100.0, bets=((), (1.0,)), raises=())
    spot = RiverSolver(river)
    spot.solver.run(1)  # the average is still the first policy: everybody plays every move as often
    start = spot.solved()
    assert start.gains[0] > 0.1
    assert start.gains[1] > 0.1


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"board": "2c 2d 7h"}, "five cards"),
        ({"pot": 0.0}, "pot"),
        ({"stack": -1.0}, "stack"),
        ({"bets": ((-1.0,), ())}, "bets"),
        ({"first": "2c2d"}, "no pair of hands"),
        ({"first": "AsAh", "second": "AsAh"}, "no pair of hands"),
    ],
)
def test_bad_spots_are_named(changed, word):
    spot = {"board": BOARD, "first": "AA", "second": "KK", "pot": 10.0, "stack": 10.0, **changed}
    with pytest.raises(BadOption, match=word):
        River(**spot)


def test_places_that_do_not_exist_are_named():
    solved = solve_river(River(BOARD, "AA", "KK", 10.0, 10.0), most=1)
    with pytest.raises(BadOption, match="no place"):
        solved.frequencies("check jump")
    with pytest.raises(BadOption, match="no move"):
        solved.bluffs("check", "bet 3")
    with pytest.raises(BadOption, match="target"):
        solve_river(River(BOARD, "AA", "KK", 10.0, 10.0), target=0.0)


def at_the_river(moves: str, deal: str = "AsKs/QdQh", **options):
    """Let the strategy choose on the river of a hand with 40 chips a seat."""
    it = game("holdem", stacks=(40,), deal=deal, board="Qs Js 2c 7d 8h", **options)
    return analyse(
        it, f"raise 6 call check raise 6 call check check {moves}", strategy="river:iterations=300"
    )


def test_the_strategy_bets_with_balanced_bluffs():
    choice = at_the_river("")
    assert choice.evidence["exploitability_of_pot"] < 0.002
    for told in list(choice.evidence["bluffs"].values())[1:]:  # the least bet is for thin value, not polar
        assert told["of_bets"] == pytest.approx(told["balanced"], abs=0.02)
    assert sum(c.probability for c in choice.candidates) == pytest.approx(1.0)


def test_the_strategy_never_folds_the_best_hand_nor_calls_with_the_worst():
    best = at_the_river("check raise 24", deal="Tc9c/QdQh")  # a straight, facing a bet of the pot
    assert best.move in ("call", "allin")
    assert best.value > 12
    worst = at_the_river("check raise 24", deal="4c3c/QdQh")
    told = {c.move: c for c in worst.candidates}
    assert told["fold"].value == pytest.approx(-12.0)
    assert told["call"].value < -30
    assert told["call"].probability < 0.001
    early = analyse(game("holdem", deal="AsKs/QdQh"), "", strategy="river")
    assert early.move == "call"


def test_the_tree_is_the_table_s_own():
    it = game("holdem", stacks=(40,), deal="AsKs/QdQh", board="Qs Js 2c 7d 8h", hands=3)
    s = it.start()
    for action in it.read_moves("raise 6 call check raise 6 call check check raise 24"):
        s = play(s, action)
    tree = tree_of(s)
    assert tree.moves == ("fold", "call", "allin")
    fold, call, _ = tree.after
    assert (fold.folded, fold.paid) == (1, (-24.0, 0.0))  # the bet that nobody called goes back
    assert (call.folded, call.paid) == (-1, (0.0, 24.0))


def test_the_strategy_refuses_what_it_cannot_play():
    for options in ({"seats": 3}, {"bets": "all"}):
        with pytest.raises(Unsuitable):
            analyse(
                game("holdem", deal="AsKs/QdQh/2c2d"[: 9 if "bets" in options else None], **options),
                "",
                "river",
            )
