"""The past of a view in words is what a match writes of it, in every game, as far as the seat saw it."""

from __future__ import annotations

from typing import Any

import pytest

from parlour import Match, game, game_names
from parlour.core.retold import retold
from parlour.core.rng import Stream

FORMS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in game_names()),
    ("holdem", {"seats": 4, "hands": 4}),
    ("liars_dice", {"match": True, "seats": 3}),
    ("battleship", {"salvo": True, "size": 5, "ships": (3, 2)}),
    ("rock_paper_scissors", {"rounds": 5}),
]
MOST_PLIES = 250


@pytest.mark.parametrize(("name", "options"), FORMS)
def test_words_of_a_view_are_those_of_the_match(name: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        match, rng = Match(game(name, **options), seed), Stream.of(seed, "retold")
        while not match.over and match.ply < MOST_PLIES:
            view = match.view(match.turn)
            if match.ply < 20 or rng.below(8) == 0:
                known = zip(match.states, view.history, strict=False)
                assert retold(view) == [match.game.format(s, action) for s, (_, action) in known]
            match.play(rng.choice(view.legal()))
