"""Entries played again are the match: moves, chance, undo, and every way to end."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from store_kit import kept, move

import parlour
from parlour import Match, Stream
from parlour.core.errors import BadRecord
from parlour.store import Entry, Kept, Store
from parlour.store.fold import append_of, entries_of, fold, happen, kept_of, moved, record_of


def at_random(match: Match, plies: int, seed: int = 1) -> Match:
    """Play on at random."""
    rng = Stream([seed])
    while not match.over and match.ply < plies:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_game_comes_back_as_it_was(name: str) -> None:
    for plies in (5, 500):
        match = at_random(Match(name, 7, ("human",) * parlour.game(name).seats), plies)
        again = fold(kept_of(match, "m"), entries_of(match, "m"))
        assert again.states == match.states
        assert again.full_record() == match.full_record()
        assert again.game.given == match.game.given or again.game == match.game


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_record_without_a_seed_keeps_chance_as_entries(name: str) -> None:
    record = replace(at_random(Match(name, 7), 60).full_record(), seed=None, ended="unfinished", returns=None)
    match = record.replay()
    kept, entries = kept_of(match, "m", source="import"), entries_of(match, "m")
    assert len(entries) == len(match.turns())
    assert record_of(kept, entries) == match.full_record()


def test_it_comes_through_a_store(store: Store) -> None:
    match = at_random(Match("leduc_poker", 2**255 + 1, ("human", "easy")), 100)
    store.create(kept_of(match, "m"), entries=entries_of(match, "m"))
    assert record_of(store.match("m"), store.entries("m")) == match.full_record()


def test_what_happens_is_written_as_it_happens(store: Store) -> None:
    match = Match("tic_tac_toe", 1, ("human", "human"))
    store.create(kept_of(match, "m"))

    def write(kind: str, **data: object) -> None:
        entry = Entry("m", store.match("m").entries, kind, data)
        store.append([append_of(entry, match, len(match.begun()))])
        assert fold(store.match("m"), store.entries("m")).full_record() == match.full_record()
        found = store.match("m")
        assert (found.ended, found.moves) == (match.full_record().ended, len(match.begun()))

    for text in ("a1", "b2", "c3"):
        match.play(text)
        write("move", seat=0, move=text, ply=match.ply - 1)
    match.undo()
    write("undo", seat=0, ply=2)
    match.forfeit(1, "resigned")
    write("resign", seat=1)
    match.undo()
    write("undo", seat=1, ply=2)
    match.agree()
    write("agree")
    match.undo()
    write("undo", seat=0, ply=2)
    match.forfeit(0, "timed out: too slow")
    write("forfeit", seat=0, reason="timed out: too slow")
    assert store.match("m").returns == match.returns


def test_a_match_that_goes_on_shows_no_more_than_what_is_so() -> None:
    """Views that were looked at before an undo hold nothing of what was taken back."""
    match, again = Match("kuhn_poker", 1), Match("kuhn_poker", 1)
    for number, text in enumerate(("check", "bet")):
        happen(match, Entry("m", number, "move", {"move": text}))
        assert len(match.view(0).history) == match.ply
    happen(match, Entry("m", 2, "undo", {"ply": 3}))
    again.play("check")
    assert [match.view(seat) for seat in (-1, 0, 1)] == [again.view(seat) for seat in (-1, 0, 1)]


def test_an_opening_is_known_as_such() -> None:
    match = Match("connect_four", 1)
    match.open_with([0, 1, 2])
    match.play("4")
    entries = entries_of(match, "m")
    assert [entry.kind for entry in entries] == ["opening"] * 3 + ["move"]
    assert fold(replace(kept_of(match, "m"), opening=0), entries).full_record() == match.full_record()


def test_entries_go_on_where_others_stopped() -> None:
    match = at_random(Match("nim", 1), 2)
    first = entries_of(match, "m")
    since = match.ply
    at_random(match, 4, seed=2)
    both = [*first, *entries_of(match, "m", since=since, first=len(first))]
    assert [replace(entry, at=0.0) for entry in both] == [
        replace(entry, at=0.0) for entry in entries_of(match, "m")
    ]


@pytest.mark.parametrize(
    "entry",
    [
        move(0, text="nonsense"),
        Entry("m", 0, "move", {}),
        Entry("m", 0, "move", {"move": 3}),
        Entry("m", 0, "undo", {"ply": "x"}),
        Entry("m", 0, "forfeit", {"seat": 9}),
        Entry("m", 0, "dance", {}),
    ],
)
def test_a_damaged_entry_is_one_line(entry: Entry) -> None:
    with pytest.raises(BadRecord, match="match m: entry 0 is damaged"):
        fold(kept(), [entry])


def test_ten_thousand_moves_are_played_again_in_seconds() -> None:
    kept = Kept("m", "nim", {"heaps": (10_000, 10_000)}, 1)
    entries = [Entry("m", ply, "move", {"seat": ply % 2, "move": "1:1", "ply": ply}) for ply in range(10_000)]
    begun = time.process_time()
    assert fold(kept, entries).ply == 10_000
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_move_as_it_was_typed_is_the_same_when_it_is_read_again(name: str) -> None:
    """Also one that stands for several and may be read differently every time."""
    match, rng, entries = Match(name, 7), Stream([3]), []
    while not match.over and match.ply < 60:
        view, seat, ply = match.view(match.turn), match.turn, match.ply
        text = rng.choice([*view.moves(), *view.shortcuts() * 20])
        match.play(text)
        entries.append(Entry("m", len(entries), "move", moved(match, ply, seat, text)))
    again = fold(kept_of(match, "m"), entries)
    assert again.states == match.states
