"""The table of match-ups before the flop: against counting, and against itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parlour.cards import exact, preflop
from parlour.cards.cards import set_text
from parlour.cards.ranges import all_holdings
from parlour.cards.spot import make_spot


def test_random_match_ups_are_what_counting_gives() -> None:
    rng = random.Random(5)
    for _ in range(40):
        one, two = rng.sample(all_holdings(), 2)
        if one & two:
            continue
        spot = make_spot([set_text(one, ""), set_text(two, "")])
        counted, known = exact.by_hands(spot), preflop.tally(spot)
        assert counted.total == known.total == preflop.BOARDS
        assert counted.tied.tolist() == known.tied.tolist()


def test_match_ups_are_all_there_and_sum_up() -> None:
    """Any two cards against any two: 2,781,381,002,400 deals, of which both win alike."""
    known = preflop.table()
    assert len(known.keys) == preflop.MATCHUPS
    assert (np.diff(known.keys) > 0).all()
    assert ((known.wins >= 0) & (known.ties >= 0) & (known.wins + known.ties <= preflop.BOARDS)).all()
    spot = make_spot(["random:0.5, AA", "random:0.5, AA"])
    tally = preflop.tally(spot)
    assert tally.tied[0].tolist() == pytest.approx(tally.tied[1].tolist())
    assert tally.tied.sum() - tally.tied[1, 1] == pytest.approx(tally.total)


def test_hands_against_any_two() -> None:
    worth = preflop.against_random()
    assert worth.mean() == pytest.approx(0.5, abs=1e-12)
    best, worst = int(worth.argmax()), int(worth.argmin())
    assert [set_text(all_holdings()[i])[::3] for i in (best, worst)] == ["AA", "32"]
    assert worth[best] == pytest.approx(0.852037133021)
