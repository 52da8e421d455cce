"""What is remembered of a finished match: what one chair saw, and who of those here sat where."""

from __future__ import annotations

import pytest

from parlour import Match, Strategy, game
from parlour.core.errors import BadOption
from parlour.core.memory import past_of
from parlour.core.rng import Stream
from parlour.core.rules import UNKNOWN


def folded(seed: int) -> Match:
    match = Match("kuhn_poker", seed)
    match.play("bet")
    match.play("fold")
    return match


def test_a_past_holds_what_its_chair_saw_and_no_more():
    match = folded(3)
    past = past_of(match, 0, [(1, 1)])
    assert past.view == match.view(0)
    assert past.view.history[0][1] == match.actions[0]
    assert past.view.history[1][1] == UNKNOWN
    assert past_of(match, -1, []).view.history[0][1] == UNKNOWN


def test_a_past_knows_who_sat_where():
    past = past_of(folded(3), 0, [(1, 0), (0, 1)])
    assert (past.now(0), past.now(1), past.then(1), past.then(0)) == (1, 0, 0, 1)
    assert past_of(folded(3), 0, [(1, 0)]).now(1) is None
    assert past_of(folded(3), 0, [(1, 0)]).then(0) is None


def test_two_truths_that_looked_alike_make_one_past():
    alike = {past_of(folded(seed), 0, [(1, 1)]): folded(seed).state for seed in range(30)}
    truths = {folded(seed).state for seed in range(30)}
    assert len(alike) < len(truths)


@pytest.mark.parametrize("pairs", [[(0, 2)], [(0, -1)], [(-1, 0)], [(0, 0), (0, 1)], [(0, 1), (1, 1)]])
def test_pairs_that_cannot_be_are_refused(pairs):
    with pytest.raises(BadOption):
        past_of(folded(3), 0, pairs)


def test_a_match_under_way_is_not_remembered():
    with pytest.raises(BadOption, match="not over"):
        past_of(Match("kuhn_poker", 1), 0, [])


def test_by_default_nothing_is_made_of_it():
    class First(Strategy):
        """Play the first of the legal moves."""

        def choose(self, view, limit):
            return view.legal()[0]

    player = First(game("kuhn_poker"), 0, Stream.of(1))
    before = dict(vars(player))
    player.recall([past_of(folded(3), 0, [(1, 1)])])
    assert vars(player) == before
