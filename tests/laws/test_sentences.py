"""What strategies say: players are named, numbers read well, and a move that looks worse is accounted for."""

from __future__ import annotations

import re

import pytest

from parlour import Candidate, Choice, game
from parlour.core.spec import make
from parlour.laws.strategies import LITTLE, _decisions

from .test_laws import PLAYERS, THOROUGH

LEVELS = ("easy", "medium", "hard", "expert")
FEW = 3  # decisions of a game that are looked at
THINGS = (
    "bets|bluffs|boxes|calls|cards|chains|chips|coins|counters|dice|games|hands|heaps|iterations|lines|men|"
    "moves|nodes|pieces|playouts|plies|points|positions|rounds|shots|simulations|steps|stones|times|trees|"
    "tricks|turns|walks|worlds"
)
WRONG = {
    "a seat by its number": re.compile(r"\bseats? \d", re.IGNORECASE),
    "rounding noise": re.compile(r"\de-1\d"),
    "one of many": re.compile(rf"(?<![\d.,x])\b1 ({THINGS})\b"),
    "whoever reads it": re.compile(r"\byou(r|rs|rself)?\b", re.IGNORECASE),
}
# What is said where the chosen move is not the one with the best value.
ACCOUNTS = (
    "at random",
    "was tried less",
    "that is not sure",
    "less than the error of the two",
    "less apart than the error of the two",
    "when it was dropped",
    "gives away",
)


def faults(choice: Choice) -> list[str]:
    """List what is wrong with the sentences of a choice."""
    found = [
        f"{name}: {text}"
        for text in (*choice.reasons, *(c.note for c in choice.candidates))
        for name, pattern in WRONG.items()
        if pattern.search(text)
    ]
    best = max((c.value for c in choice.candidates if c.value is not None), default=None)
    if best is not None and choice.value is not None and choice.value < best - 1e-9:
        if not any(account in reason for reason in choice.reasons for account in ACCOUNTS):
            found.append(f"{choice.move} at {choice.value} is played, not {best}: {choice.reasons}")
    return found


@pytest.mark.parametrize(
    ("choice", "fault"),
    [
        (Choice(0, reasons=("seat 0 took 402.",)), "a seat by its number"),
        (Choice(0, reasons=("No opponent gains more than 1e-17.",)), "rounding noise"),
        (Choice(0, reasons=("In 1 hands it played 25 %.",)), "one of many"),
        (Choice(0, reasons=("2x6: you hold no sixes.",)), "whoever reads it"),
        (Choice(0, candidates=(Candidate(0, note="your bid"),)), "whoever reads it"),
        (Choice(0, "a", (Candidate(0, "a", 0.1), Candidate(1, "b", 0.2))), "is played, not 0.2"),
    ],
)
def test_each_fault_is_found(choice, fault):
    assert [fault in found for found in faults(choice)] == [True]


def test_sentences_without_fault_are_let_pass():
    drawn = (Candidate(0, "a", 0.1), Candidate(1, "b", 0.2))
    said = (
        "a was drawn at random by these odds: b 60.0 %, a 40.0 %.",
        "1 world, 11 hands, raised 1.1 times.",
    )
    assert faults(Choice(0, "a", drawn, reasons=said)) == []
    assert faults(Choice(0, reasons=("Player 1 holds two fives.", "1 loses in 36 plies."))) == []


COMPILED = (*THOROUGH, "adaptive", "equity", "archetype", "hard", "expert")  # of Hearts and Hold'em
FORMS = [p for p in PLAYERS if p.values[0] != "holdem" or not p.values[1]]
SPOKEN = [
    *(p for p in FORMS if p.values[2] != "random"),
    *(
        pytest.param(p.values[0], p.values[1], level, id=f"{p.id.removesuffix('-random')}-{level}")
        for p in FORMS
        if p.values[2] == "random"
        for level in LEVELS
    ),
]


@pytest.mark.parametrize(("name", "options", "spec"), SPOKEN)
def test_what_a_strategy_says(monkeypatch, name, options, spec):
    if spec not in COMPILED or name not in ("hearts", "holdem"):
        monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    it = game(name, **options)
    decisions = list(_decisions(it, 1, 3))
    for trail, view in decisions[:: -(-len(decisions) // FEW)]:
        player = make(it, spec, view.seat, trail.stream("choice"))
        for thorough in (False, True):
            player.thorough = thorough
            choice = player.decide(view, LITTLE)
            assert not faults(choice), trail.broken("").args[0]
