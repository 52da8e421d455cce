"""What machines remember of people: finished matches of theirs, as the machine's own chair saw them."""

from __future__ import annotations

import pytest

from parlour import Match
from parlour.core.rules import NOBODY, UNKNOWN
from parlour.store import Kept, Store, open_store
from parlour.store.fold import entries_of, kept_of
from parlour.store.past import past_for


@pytest.fixture
def store(tmp_path):
    with_file = open_store(str(tmp_path / "parlour.db"))
    yield with_file
    with_file.close()


def keep(
    store: Store, id: str, moves: str, seats: tuple[str, ...], players: tuple[str, ...], at: float
) -> Kept:
    match = Match("kuhn_poker", 5, seats)
    for move in moves.split():
        match.play(move)
    kept = kept_of(match, id, players=players, created=at, changed=at)
    return store.create(kept, entries=entries_of(match, id, at=at))


def test_finished_matches_are_remembered_the_oldest_first_and_the_latest_of_many(store):
    for number in range(5):
        keep(store, f"m{number}", "pass pass", ("human", "easy"), ("ann", ""), 100.0 + number)
    keep(store, "open", "pass", ("human", "easy"), ("ann", ""), 200.0)
    keep(store, "bob", "pass pass", ("human", "easy"), ("bob", ""), 300.0)
    past = past_for(store, "kuhn_poker", {0: "ann"}, 1, limit=3)
    assert [one.seats for one in past] == [((0, 0),)] * 3
    assert len(past_for(store, "kuhn_poker", {0: "ann"}, 1)) == 5
    assert past_for(store, "nim", {0: "ann"}, 1) == ()
    assert past_for(store, "kuhn_poker", {0: ""}, 1) == ()
    assert past_for(store, "kuhn_poker", {}, 1) == ()


def test_nothing_is_remembered_that_the_machines_chair_did_not_see(store):
    keep(store, "folded", "bet fold", ("human", "easy"), ("ann", ""), 100.0)
    keep(store, "shown", "pass pass", ("hard", "human"), ("", "ann"), 200.0)
    folded, shown = past_for(store, "kuhn_poker", {0: "ann"}, 1)
    assert folded.view.seat == 1
    assert folded.view.history[0] == (-1, UNKNOWN), "the card that was folded or never shown"
    assert shown.view.seat == 0, "the machine sat there then"
    assert shown.seats == ((0, 1),)
    assert UNKNOWN not in [action for _, action in shown.view.history]


def test_where_no_machine_sat_a_spectators_view_is_remembered(store):
    keep(store, "people", "bet fold", ("human", "human"), ("ann", "bob"), 100.0)
    (past,) = past_for(store, "kuhn_poker", {1: "ann", 2: "bob", 3: "eve"}, 0)
    assert past.view.seat == NOBODY
    assert past.seats == ((1, 0), (2, 1))
    assert [action for _, action in past.view.history][:2] == [UNKNOWN, UNKNOWN]


def test_who_sits_in_two_chairs_is_one_person(store):
    keep(store, "alone", "bet fold", ("human", "human"), ("ann", "ann"), 100.0)
    (past,) = past_for(store, "kuhn_poker", {0: "ann", 1: "ann"}, 2)
    assert past.seats == ((0, 0),)


def test_a_match_that_no_longer_replays_is_left_out(store):
    match = Match("nim", 5, ("human", "easy"))
    kept = kept_of(match, "odd", players=("ann", ""), ended="finished", returns=(1.0, -1.0))
    store.create(kept)
    assert past_for(store, "nim", {0: "ann"}, 1) == ()
