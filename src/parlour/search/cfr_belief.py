"""What a seat sees at a decision of a game laid flat, in words, and what the other may then hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parlour.core import rules
from parlour.core.rules import CHANCE
from parlour.search import cfr_tree
from parlour.search.cfr_form import GameForm

MOST_WORLDS = 32  # shown in a posterior


@dataclass(frozen=True)
class Seen:
    """The moves as the seat saw them, ? for what it did not, and the worlds it may be in, with chances."""

    words: str = ""
    worlds: dict[str, float] = field(default_factory=dict)


def look(form: GameForm, seat: int, decision: int, hand: int, plan: Any) -> Seen:
    """Weigh the deals that explain a decision by Bayes' rule, from chance and the other seat's plan."""
    if not form.deals:
        return Seen()
    node = int(np.flatnonzero(form.nodes[:, cfr_tree.TURN] == seat)[decision])
    row = int(form.rows[node, 1 - seat])
    path = []
    while node > 0:
        path.append(int(form.nodes[node, cfr_tree.ACTION]))
        node = int(form.nodes[node, cfr_tree.PARENT])
    told = ""
    weights: dict[str, float] = {}
    for (_, p, line), held in zip(form.deals, form.held, strict=True):
        if held[seat] != hand:
            continue
        chance, seen, hidden = _replayed(form, seat, line, path[::-1])
        if chance > 0.0:
            told = told or seen
            weights[hidden] = weights.get(hidden, 0.0) + p * chance * float(plan[row, held[1 - seat]])
    total = sum(weights.values())
    if total <= 0.0 or list(weights) == [""]:
        return Seen(told)
    likely = sorted(((name, w / total) for name, w in weights.items()), key=lambda item: -item[1])
    shown = dict(likely[:MOST_WORLDS])
    if len(likely) > MOST_WORLDS:
        shown["any other"] = sum(share for _, share in likely[MOST_WORLDS:])
    return Seen(told, shown)


def _replayed(form: GameForm, seat: int, line: tuple[int, ...], path: list[int]) -> tuple[float, str, str]:
    """Play a deal and then a public path: the chance of the path, the moves as seen, and the hidden ones."""
    game, s, chance = form.game, form.game.start(), 1.0
    steps = []
    for index, a in enumerate((*line, *path)):
        if not rules.is_legal(s, a):
            return 0.0, "", ""
        if index >= len(line) and rules.turn(s) == CHANCE:
            chance *= rules.weights(s, a)
        steps.append((s, a))
        s = rules.play(s, a)
    known = [rules.sees(before, a, seat, s) for before, a in steps]
    words = [game.format(before, a) for before, a in steps]
    seen = " ".join(word if yes else "?" for word, yes in zip(words, known, strict=True))
    return chance, seen, " ".join(word for word, yes in zip(words, known, strict=True) if not yes)
