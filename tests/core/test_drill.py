"""Drills: a decision drawn from play by its seed, and what a move there costs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.core.analyse import analyse
from parlour.core.drill import can_be_trained, drill, judge, situation
from parlour.core.errors import BadOption, BadRules, InvalidMove, ParlourError
from races import race

TRAINED = [name for name in parlour.game_names() if can_be_trained(parlour.game(name))]


def test_two_games_have_trainers() -> None:
    assert len(TRAINED) >= 2


@pytest.mark.parametrize("name", TRAINED)
def test_a_drill_is_a_decision_and_the_same_for_the_same_seed(name: str) -> None:
    seen = set()
    for seed in range(4):
        match = drill(name, seed)
        view = match.view(match.turn)
        assert len(view.moves()) > 1
        assert situation(view)
        assert drill(name, seed).view(match.turn) == view
        seen.add(situation(view))
    assert len(seen) > 1


def test_what_a_move_costs_at_blackjack() -> None:
    """Griffin, The Theory of Blackjack: hard 17 stands; the values here are exact."""
    game = parlour.game("blackjack", deal="9c 8d 8c 7d")
    view = parlour.Match(game, 1).view(0)
    assert situation(view) == "hard 17 against 8"
    choice = analyse(game, view, "exact_blackjack")
    good, bad = judge(view, "stand", choice), judge(view, "h", choice)
    assert (good.cost, good.told) == (0.0, "stand is best.")
    assert bad.move == "hit"
    assert bad.cost is not None
    assert 0.05 < bad.cost < 0.3
    assert bad.told.startswith("hit is worth -0.")
    assert bad.to_json()["best"] == "stand"
    with pytest.raises(InvalidMove):
        judge(view, "fold", choice)


@pytest.mark.parametrize(
    ("deal", "name"),
    [
        ("8c 6d 8d 7d", "a pair of 8s against 6"),
        ("Ac Td 7d 7d", "soft 18 against 10"),
        ("Th Ad 6d 7d", "insurance with hard 16"),
    ],
)
def test_hands_at_blackjack_have_their_usual_names(deal: str, name: str) -> None:
    view = parlour.Match(parlour.game("blackjack", deal=deal), 1).view(0)
    assert situation(view) == name


def test_hands_at_holdem_are_named_by_street_hand_and_price() -> None:
    match = parlour.Match(parlour.game("holdem", deal="AsKs/7d2h", board="Kd8c3h", button=0), 1)
    assert situation(match.view(match.turn)) == "before the flop, two high cards, not raised yet"
    match.play("raise 6")
    assert situation(match.view(match.turn)) == "before the flop, offsuit cards, facing a raise"
    match.play("call")
    assert situation(match.view(match.turn)) == "flop, no pair, not bet yet"
    match.play("check")
    assert situation(match.view(match.turn)) == "flop, pair, not bet yet"
    match.play("allin")
    assert situation(match.view(match.turn)) == "flop, no pair, facing an all-in"


def test_a_game_without_situations_has_no_trainer() -> None:
    with pytest.raises(BadOption, match=f"nim has no trainer; these have one: .*{TRAINED[0]}"):
        drill("nim", 1)


@pytest.fixture
def trained(tmp_path: Path, own_registry: None) -> Callable[[str, str], parlour.Game]:
    """Load a user's game that names its situations so."""

    def load(name: str, situation: str) -> parlour.Game:
        (tmp_path / f"{name}.py").write_text(race(6, situation))
        return parlour.game(parlour.load(tmp_path / f"{name}.py")[0])

    return load


def test_a_users_game_can_be_trained(trained: Callable[[str, str], parlour.Game]) -> None:
    game = trained("race_trained", 'f"{6 - view.state.at} to go" if view.state.at > 2 else ""')
    match = drill(game, 3)
    view = match.view(match.turn)
    assert situation(view) in ("1 to go", "2 to go", "3 to go")
    choice = analyse(game, view, "minimax")
    assert judge(view, choice.move, choice).cost == 0.0
    assert {judge(view, move, choice).cost for move in view.moves()} <= {0.0, 2.0, None}


def test_a_situation_that_is_none(trained: Callable[[str, str], parlour.Game]) -> None:
    with pytest.raises(BadRules, match="situation gives 7; it must be text"):
        drill(trained("race_wrong", "7"), 1)
    with pytest.raises(ParlourError, match="no decision with a situation came up"):
        drill(trained("race_silent", '""'), 1)
