"""A match that goes back forgets what was seen after: its views are as if it had never gone on."""

from __future__ import annotations

from parlour.core.match import Match
from parlour.store import Entry
from parlour.store.fold import happen


def test_views_after_an_undo_are_those_before_the_move():
    match = Match("battleship", 1)
    for move in ("A1h", "B1h"):
        match.play(move)
    before = [match.view(seat) for seat in (0, 1, -1)]
    match.play("C1h")
    assert match.view(0).ply == 3
    happen(match, Entry("m", 3, "undo", {"seat": 0, "ply": 2}))
    assert [match.view(seat) for seat in (0, 1, -1)] == before
    match.play("D1h")
    assert match.view(0).history[-1] == (0, match.actions[-1])


def test_going_back_takes_an_end_back():
    match = Match("tic_tac_toe", 1)
    match.play("a1")
    match.forfeit(1, "resigned")
    match.back_to(0)
    assert (match.over, match.reason, match.ply) == (False, "", 0)
