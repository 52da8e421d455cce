"""What strategies say: players are named, numbers read well, and a move that looks worse is accounted for."""

from __future__ import annotations

import pytest

from parlour import Candidate, Choice, game
from parlour.core.spec import make
from parlour.laws.sentences import faults, settings_of
from parlour.laws.strategies import LITTLE, decisions

from .test_laws import PLAYERS

LEVELS = ("easy", "medium", "hard", "expert")
FEW = 3  # decisions of a game that are looked at


@pytest.mark.parametrize(
    ("choice", "fault"),
    [
        (Choice(0, reasons=("seat 0 took 402.",)), "a seat by its number"),
        (Choice(0, reasons=("No opponent gains more than 1e-17.",)), "rounding noise"),
        (Choice(0, reasons=("In 1 hands it played 25 %.",)), "one of many"),
        (Choice(0, reasons=("2x6: you hold no sixes.",)), "whoever reads it"),
        (Choice(0, candidates=(Candidate(0, note="your bid"),)), "whoever reads it"),
        (Choice(0, reasons=("It wins 3.5 points.",)), "3.5 is nowhere in the data"),
        (
            Choice(0, reasons=("It wins 70 % of the time.",), work={"share": 0.71}),
            "70 % is nowhere in the data",
        ),
        (Choice(0, reasons=("{1 takes} the trick.",)), "a name that was not filled in"),
        (Choice(0, "a", (Candidate(0, "a", 0.1), Candidate(1, "b", 0.2))), "is played, not 0.2"),
    ],
)
def test_each_fault_is_found(choice, fault):
    assert any(fault in found for found in faults(choice))


def test_sentences_without_fault_are_let_pass():
    drawn = (Candidate(0, "a", 0.1), Candidate(1, "b", 0.2))
    said = (
        "a was drawn at random by these odds: b 60.0 %, a 40.0 %.",
        "1 world, 11 hands, raised 1.1 times.",
    )
    data = {"odds": {"b": 0.6, "a": 0.4}, "hands": 11, "raised": 1.12}
    assert faults(Choice(0, "a", drawn, reasons=said, work=data)) == []
    assert (
        faults(Choice(0, reasons=("Player 1 holds two fives.", "1 loses in 36 plies."), work={"a": 36})) == []
    )


FORMS = [p for p in PLAYERS if p.values[0] != "holdem" or not p.values[1]]
SPOKEN = [  # the levels; that every strategy speaks the truth is a law
    pytest.param(p.values[0], p.values[1], level, id=f"{p.id.removesuffix('-random')}-{level}")
    for p in FORMS
    if p.values[2] == "random"
    for level in LEVELS
]


@pytest.mark.parametrize(("name", "options", "spec"), SPOKEN)
def test_what_a_level_says(monkeypatch, name, options, spec):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")  # a few decisions are made before code is compiled
    it = game(name, **options)
    found = list(decisions(it, 1, 3))
    for trail, view in found[:: -(-len(found) // FEW)]:
        player = make(it, spec, view.seat, trail.stream("choice"))
        for thorough in (False, True):
            player.thorough = thorough
            choice = player.decide(view, LITTLE)
            assert not faults(choice, view, settings_of(player)), trail.broken("").args[0]
