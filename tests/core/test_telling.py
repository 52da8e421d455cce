"""What a game tells people: one name for a seat, rules, what happened, exhibits drawn alike everywhere."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

import parlour
from parlour import Event, Guide, Match, Names, game, game_names
from parlour.core import exhibit, narrate
from parlour.core.choice import Candidate, Choice
from parlour.core.names import plural
from parlour.core.picture import Picture, Text
from parlour.core.telling import plain_events

OLD = ("{1 takes} the trick", "{1's} move. {1 is} next", "it is {1}", "{0 has} {1's} card; {1 passes}")


def test_a_seat_is_called_by_its_name():
    told = Names(("North", "East"))
    assert [told.tell(text) for text in OLD] == [
        "East takes the trick",
        "East's move. East is next",
        "it is East",
        "North has East's card; East passes",
    ]


def test_the_one_who_sits_there_is_spoken_to():
    told = Names(("North", "East"), you=1)
    assert [told.tell(text) for text in OLD] == [
        "You take the trick",
        "Your move. You are next",
        "it is you",
        "North has your card; you pass",
    ]


def test_a_sentence_begins_with_a_capital_and_no_other_braces_are_touched():
    assert (
        Names(("first player",)).tell("{0 moves}. {0} ({x}, {7})")
        == "First player moves. First player ({x}, {7})"
    )


def test_what_is_no_name_has_an_article():
    told = Names(("first player", "player 2"), you=-1)
    assert told.tell("{0 moves}; it was {0's} turn, not {1's}") == (
        "First player moves; it was the first player's turn, not player 2's"
    )


@pytest.mark.parametrize(
    ("one", "many"),
    [("takes", "take"), ("has", "have"), ("is", "are"), ("passes", "pass"), ("carries", "carry"),
     ("goes", "go"), ("bluffs", "bluff"), ("matches", "match"), ("loses", "lose"), ("raises", "raise")],
)  # fmt: skip
def test_verbs(one, many):
    assert plural(one) == many


def test_a_game_without_words_tells_its_moves_by_number():
    match = Match("nim", 1)
    match.play(match.game.legal(match.state)[0])
    events = plain_events(match.states[0], match.actions[0])
    assert [event.text for event in events] == ["{0 plays} {move}"]


def test_chance_in_a_row_is_one_line():
    row = [Event("chance", f"Chance: {n}", {"action": n}) for n in (3, 4)]
    joined = list(narrate._joined([*row, Event("move", "Ann plays 1")]))
    assert [event.text for event in joined] == ["Chance: 3 4", "Ann plays 1"]
    assert joined[0].data == {"actions": [3, 4]}


def test_a_story_and_its_end():
    match = Match("tic_tac_toe", 1)
    for move in ["a1", "b2", "a2", "b3", "a3"]:
        match.play(move)
    you = Names(match.game.names.names, you=0)
    assert [event.text for event in narrate.story(match, 0, 3, you)] == [
        "O plays b3",
        "You play a3",
        "You have three in a row",
    ]
    assert [event.text for event in narrate.result(match, you)] == ["You win."]
    assert [event.text for event in narrate.result(match)] == ["X wins."]


def test_the_last_move_is_marked():
    match = Match("tic_tac_toe", 1)
    match.play("b2")
    assert "[X]" in match.view(0).picture().text()
    assert "[" not in match.game.picture(match.state).text()


def test_a_guide_is_for_the_options_as_they_are_set():
    assert "loses" in game("tic_tac_toe", misere=True).guide.goal
    assert "loses" not in game("tic_tac_toe").guide.goal


def test_a_guide_in_text_and_data():
    guide = Guide("Win.", moves="A number.", examples=(("1", "one"), ("22", "two")))
    assert str(guide) == "Goal: Win.\nMoves: A number.\n  1   one\n  22  two"
    assert guide.to_json() == {
        "parts": {"Goal": "Win.", "Moves": "A number."},
        "examples": [["1", "one"], ["22", "two"]],
    }


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_introduced(name):
    it = game(name)
    guide = it.guide
    assert all((guide.goal, guide.turn, guide.end, guide.moves)), name
    assert len(guide.examples) >= 2, name
    assert 0 < len(it.blurb) <= 60, it.blurb
    assert it.group != "Other games"
    assert not any(said.startswith("player ") for said in it.names.names)


EXHIBITS = [
    exhibit.bars("Odds", {"a": 0.25, "b": 0.75}, "%"),
    exhibit.shares("Parts", {"a": 0.25, "b": 0.75}),
    exhibit.table("Votes", ("move", "votes"), [("a", 3), ("b", 0.5)]),
    exhibit.line("Best play", ("a1", "b2")),
    exhibit.picture_of("A map", Picture((Text("<here>"),)), {"here": 1}),
]


@pytest.mark.parametrize("it", EXHIBITS, ids=lambda it: it.kind)
def test_an_exhibit_is_drawn_everywhere_with_its_caption(it):
    assert it.text().startswith(it.caption + "\n")
    assert it.text(ascii=True).isascii()
    assert it.caption in "".join(ElementTree.fromstring(it.svg()).itertext())
    assert it.caption in it.html()
    assert "<here>" not in it.html()
    assert json.loads(json.dumps(it.to_json()))["caption"] == it.caption


def test_bars_are_as_long_as_their_values():
    short, long = EXHIBITS[0].text().splitlines()[1:]
    assert "25.0 %" in short
    assert long.count("█") == 3 * short.count("█") == 30


def test_a_choice_shows_its_odds_and_its_line():
    drawn = Choice(0, "a", (Candidate(0, "a", probability=0.25), Candidate(1, "b", probability=0.75)))
    assert [it.kind for it in drawn.shown] == ["bars"]
    line = Choice(1, "b", (Candidate(0, "a"), Candidate(1, "b", line=("b", "c"))))
    assert [it.data for it in line.shown] == [{"moves": ["b", "c"]}]


def test_a_choice_is_told_in_other_names():
    said = Choice(0, "a", reasons=("{0 wins}.",)).named(Names(("X", "O")))
    assert said.reasons == ("X wins.",)
    assert said.named(Names(("X", "O"), you=0)).reasons == ("You win.",)
    assert "{0" not in json.dumps(said.to_json())


def test_noise_is_nought():
    class Noisy(parlour.Strategy):
        def choose(self, view, limit):
            return Choice(0, candidates=(Candidate(0, value=-3e-17, low=1e-10),))

    it = game("tic_tac_toe")
    choice = Noisy(it, 0, parlour.Stream.of(1)).decide(Match(it, 1).view(0))
    assert (choice.candidates[0].value, choice.candidates[0].low) == (0.0, 0.0)
