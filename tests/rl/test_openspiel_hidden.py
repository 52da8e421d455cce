"""In an OpenSpiel game a seat is told what OpenSpiel tells it, and no more."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.core.bits import listed
from parlour.core.errors import Unsuitable
from parlour.core.rng import Stream
from parlour.core.rules import NOBODY, OVER, UNKNOWN, fill, legal, mask, play, sees
from parlour.core.view import history_of
from parlour.rl.openspiel_state import ALL, as_numbers, as_text

SMALL = ["kuhn_poker", "goofspiel(num_cards=3)", "goofspiel(imp_info=True,num_cards=3)", "tiny_hanabi"]


def all_states(game):
    waiting = [game.start()]
    while waiting:
        s = waiting.pop()
        yield s
        waiting += [play(s, a) for a in listed(legal(s))]


@pytest.mark.parametrize("name", SMALL)
def test_views_are_equal_exactly_where_openspiels_information_states_and_the_past_are(name):
    game = parlour.from_openspiel(name)
    seen: dict[object, set[object]] = {}
    for s in all_states(game):
        if s.turn < 0:
            continue
        told, at = [], s
        while at is not None:  # what the seat was told at each decision, and by whom it was made
            told.append((at.turn, at.spiel.information_state_string(s.turn) if at.turn >= 0 else ""))
            at = at.before
        own = tuple(a for a, turn in zip(s.history, reversed(told), strict=False) if turn[0] == s.turn)
        seen.setdefault(mask(s, s.turn), set()).add((s.turn, tuple(told), own))
    assert all(len(each) == 1 for each in seen.values())
    assert len(seen) == len(set().union(*seen.values()))


@pytest.mark.parametrize("name", SMALL)
def test_a_seat_sees_an_action_exactly_if_no_history_that_looks_alike_has_another(name):
    game = parlour.from_openspiel(name)
    alike: dict[object, list[object]] = {}
    for s in all_states(game):
        for seat in range(game.seats) if s.turn != OVER else ():
            alike.setdefault(mask(s, seat), []).append(s)
    for view, states in alike.items():
        for ply in range(len(view.history)):
            actions = {s.history[ply] for s in states}
            for s in states:
                before = game.start()
                for a in s.history[:ply]:
                    before = play(before, a)
                assert sees(before, s.history[ply], view.seat, s) == (len(actions) == 1)


def test_a_view_holds_no_action_of_others_and_no_object_of_openspiel():
    match = parlour.Match("openspiel:leduc_poker", 5)
    while not match.over:
        for seat in (0, 1, NOBODY):
            state = match.view(seat).state
            assert state.seat == seat
            assert not vars(state).keys() & {"spiel", "before", "traces"}
            own = [a for a, turn in zip(state.history, state.turns, strict=False) if turn != seat or seat < 0]
            assert set(own) <= {UNKNOWN}
        match.play(match.view(match.turn).legal()[-1])
    assert match.view(0).state.seat == ALL  # at the end everything is shown


def test_bets_are_seen_and_cards_are_not():
    game = parlour.from_openspiel("kuhn_poker")
    states, actions = [game.start()], [2, 0, 1]
    for a in actions:
        states.append(game.play(states[-1], a))
    assert history_of(states, actions, 1) == ((-1, UNKNOWN), (-1, 0), (0, 1))
    assert history_of(states, actions, NOBODY) == ((-1, UNKNOWN), (-1, UNKNOWN), (0, UNKNOWN))
    assert str(parlour.View(game, 1, mask(states[-1], 1))).splitlines()[-1] == "0b"


def test_worlds_come_as_often_as_chance_makes_them():
    game = parlour.from_openspiel("leduc_poker")
    s = game.start()
    for a in (0, 3):
        s = game.play(s, a)
    rng = Stream([1])
    drawn = Counter(fill(mask(s, 0), 0, rng).history for _ in range(2000))
    assert set(drawn) == {(0, card) for card in range(1, 6)}
    assert all(abs(count - 400) < 4.5 * (400 * 0.8) ** 0.5 for count in drawn.values())


def test_worlds_are_drawn_by_trial_where_there_are_too_many_to_follow():
    game = parlour.from_openspiel("liars_dice(numdice=3)")
    match = parlour.Match(game, 2)
    view = match.view(0)
    world = fill(view.state, 0, Stream([4]))
    assert mask(world, 0) == view.state
    assert parlour.play(game, ["ismcts:simulations=5", "random"], seed=3).ended == "finished"


def test_what_cannot_be_drawn_is_refused_and_people_and_random_play_on():
    game = parlour.from_openspiel("hearts")
    assert set(game.levels.values()) == {"random"}
    assert parlour.play(game, ["random"] * 4, seed=1).ended == "finished"
    match = parlour.Match(game, 1)
    with pytest.raises(Unsuitable, match="openspiel:hearts: too much is hidden for a search here"):
        fill(match.view(match.turn).state, match.turn, Stream([1]))
    assert "Hand:" in str(match.view(match.turn))
    match.play(match.view(match.turn).moves()[0])


def test_text_survives_as_numbers():
    for text in ("", "x", "P0 hand: ♠A\n\n12", "a" * 50):
        assert as_text(as_numbers(text)) == text
