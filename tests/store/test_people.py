"""Tokens, invitations, players, events."""

from __future__ import annotations

from dataclasses import replace
from threading import Barrier, Thread

import pytest
from store_kit import kept

from parlour.core.errors import BadOption
from parlour.store import ArenaEvent, NameTaken, Player, Store, Token
from parlour.store.kinds import FORMER


def test_a_token_opens_its_match(store: Store) -> None:
    store.create(kept(), [Token("h", "m", (0, 1))])
    store.add_token(Token("i", "m", (1,), "invitation"))
    assert store.token("h") == Token("h", "m", (0, 1), "seat")
    assert store.token("i") == Token("i", "m", (1,), "invitation")
    assert store.token("j") is None
    with pytest.raises(BadOption):
        store.add_token(Token("k", "no match", (0,)))


def test_an_invitation_lets_one_person_in(store: Store) -> None:
    store.create(kept(seats=("human", "open")), [Token("h", "m", (0,)), Token("i", "m", (1,), "invitation")])
    barrier, let_in = Barrier(4), []

    def join(number: int) -> None:
        barrier.wait()
        if store.use_invitation("i", Token(f"t{number}", "m", (1,)), f"Guest {number}", f"p{number}"):
            let_in.append(number)

    threads = [Thread(target=join, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (first,) = let_in
    match = store.match("m")
    assert (match.seats, match.names) == (("human", "human"), ("", f"Guest {first}"))
    assert match.players == ("", f"p{first}")
    assert store.token("i") is None
    assert [store.token(f"t{number}") is not None for number in range(4)].count(True) == 1
    assert not store.use_invitation("h", Token("x", "m", (0,)))  # a seat's token is no invitation
    assert store.token("h") is not None


def test_of_two_invitations_to_a_seat_one_is_used(store: Store) -> None:
    codes = [Token(hash, "m", (1,), "invitation") for hash in ("i", "j")]
    store.create(kept(seats=("human", "open")), codes)
    assert store.use_invitation("j", Token("t", "m", (1,)), "Ben")
    assert not store.use_invitation("i", Token("u", "m", (1,)), "Cleo")
    assert store.match("m").names == ("", "Ben")
    assert [store.token(hash) for hash in ("u", "i")] == [None, None]


def test_players_come_and_go_and_their_matches_stay(store: Store) -> None:
    ann, bob = Player("p1", "Ann", "h1", 1.0), Player("p2", "Bob", "", 2.0)
    for player in (ann, bob, Player("p3", "Cleo", "", 3.0)):
        store.add_player(player)
    assert store.player_by_key("h1") == store.player("p1") == store.player("Ann") == ann
    assert store.player_by_key("") is None
    assert store.player("p9") is None
    with pytest.raises(NameTaken, match="'Ann' already"):
        store.add_player(Player("p4", "Ann"))
    with pytest.raises(NameTaken):
        store.rename_player("p2", "Ann")
    store.create(kept(names=("Ann", ""), players=("p1", "")))
    store.rename_player("p1", "Anna")
    assert store.match("m").names == ("Anna", "")
    assert [player.name for player in store.players()] == ["Anna", "Bob", "Cleo"]
    assert store.delete_player("p1")
    assert not store.delete_player("p1")
    match = store.match("m")
    assert (match.names, match.players) == ((FORMER, ""), ("", ""))
    assert store.player("p1") is None


def test_events_are_kept_as_they_go_on(store: Store) -> None:
    event = ArenaEvent("e", "nim", {"heaps": (1, 2)}, ("easy", "hard"), 100, 2**200, "simulations=10", 1.0)
    store.add_event(event)
    store.add_event(replace(event, id="f", created=2.0))
    assert store.event("e") == event
    assert store.event("g") is None
    done = replace(event, ended=3.0, played=100, table={"rows": [1.5]}, notes={"by": "me"})
    store.update_event(done)
    assert store.event("e") == done
    assert [each.id for each in store.events()] == ["f", "e"]
    assert [each.id for each in store.events(limit=1, offset=1)] == ["e"]
    with pytest.raises(BadOption):
        store.add_event(event)
