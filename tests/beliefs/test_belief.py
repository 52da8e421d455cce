"""Beliefs: how they are found and named, and the one that works for every game."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.beliefs.belief import Belief, belief_named, beliefs_for
from parlour.beliefs.fill import Fill
from parlour.core import registry, rules
from parlour.core.errors import UnknownName
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.view import View


def queen() -> View:
    match = Match(parlour.game("kuhn_poker", deal="K/Q"), 0)
    match.play("bet")
    return match.view(1)


def test_the_rules_own_worlds_serve_every_game() -> None:
    for name in parlour.game_names():
        assert beliefs_for(parlour.game(name))["fill"] is Fill


def test_a_belief_for_some_games_is_not_offered_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(Belief):
        name = "odd"
        games = ("leduc_poker", "nim")

    for place in Odd.games:
        monkeypatch.setitem(registry._kinds, ("belief", place, "odd"), Odd)
    assert list(beliefs_for(parlour.game("nim"))) == ["fill", "odd"]
    assert list(beliefs_for(parlour.game("kuhn_poker"))) == ["fill"]
    with pytest.raises(UnknownName, match="unknown belief for kuhn_poker 'odd'; known: fill"):
        belief_named("odd", parlour.game("kuhn_poker"))
    odd = belief_named("odd", parlour.game("nim"))
    with pytest.raises(NotImplementedError, match=r"Odd needs a worlds"):
        odd.worlds(queen(), 1, Stream.of(1))


def test_every_belief_has_a_name_and_words_for_it() -> None:
    for game in map(parlour.game, parlour.game_names()):
        for name, kind in beliefs_for(game).items():
            assert name == kind.name
            assert kind.words
            assert kind.__doc__


def test_worlds_explain_the_view_and_come_as_often_as_they_are_likely() -> None:
    view = queen()
    worlds = Fill(view.game).worlds(view, 4000, Stream.of(1))
    assert len(worlds) == 4000
    assert all(rules.mask(world, 1) == view.state for world in worlds)
    found = Counter(world.cards[0] for world in worlds)
    assert set(found) == {0, 2}  # the jack or the king, nobody else's queen
    assert abs(found[0] - 2000) < 3.3 * (4000 * 0.25) ** 0.5  # p > 0.001


def test_the_same_stream_gives_the_same_worlds_and_goes_on() -> None:
    view, fill = queen(), Fill(queen().game)
    stream = Stream.of(2)
    first = fill.worlds(view, 50, stream)
    assert first == fill.worlds(view, 50, Stream.of(2))
    assert first != fill.worlds(view, 50, stream)
    assert fill.worlds(view, 1, Stream.of(2)) == first[:1]


def test_a_belief_never_holds_a_secret_option() -> None:
    game = parlour.game("kuhn_poker", deal="K/Q")
    assert Fill(game).game.options["deal"] == ""


def test_without_cards_there_is_no_matrix_and_drawn_worlds_weigh_the_same() -> None:
    view = queen()
    fill = belief_named("fill", view.game)
    assert fill.picture(view) == {}
    assert fill.weights(view, fill.worlds(view, 3, Stream.of(1))) is None
