"""OpenSpiel's rules, written by others, agree with ours in random games, state for state."""

from __future__ import annotations

from dataclasses import replace

import pytest

import parlour
import referee

GAMES = 2_000
PAIRS = {pair.name: pair for pair in referee.pairs()}


@pytest.mark.parametrize("name", PAIRS)
def test_random_games_agree_state_for_state(name):
    tally = referee.compare(PAIRS[name], GAMES)
    assert tally.differences == []
    assert tally.games == GAMES
    assert tally.states >= 3 * GAMES


def test_the_games_that_open_spiel_has_are_compared():
    compared = {pair.ours.name for pair in PAIRS.values()}
    assert compared == {
        "connect_four",
        "kuhn_poker",
        "matrix",
        "nim",
        "rock_paper_scissors",
        "tic_tac_toe",
    }


def test_another_rule_is_noticed():
    found = referee.compare(replace(PAIRS["tic_tac_toe"], ours=parlour.game("tic_tac_toe", misere=True)), 50)
    assert any("returns (-1.0, 1.0), theirs [1.0, -1.0]" in difference for difference in found.differences)


def test_another_board_is_noticed():
    found = referee.compare(replace(PAIRS["connect_four"], number=lambda s, a: 6 - a), 5)
    assert all("board" in difference for difference in found.differences)
    assert len(found.differences) == 5


def test_a_wrong_action_is_noticed():
    swapped = (1, 0, 2, 3, 4, 5, 6, 7, 8)
    wrong = replace(PAIRS["tic_tac_toe"], number=lambda s, a: swapped[a], board=None)
    found = referee.compare(wrong, 200)
    assert any("turn" in difference for difference in found.differences)


def test_missing_actions_and_other_chances_are_noticed():
    nim = replace(PAIRS["nim 3;4;5"], ours=parlour.game("nim", heaps=(3, 4, 4)))
    assert "legal" in referee.compare(nim, 1).differences[0]
    state = PAIRS["kuhn_poker"].theirs.new_initial_state()
    loaded = parlour.game("kuhn_poker")
    vars(loaded)["outcomes"] = lambda s: [(0, 0.5), (1, 0.25), (2, 0.25)]
    assert "chance" in referee.differs(replace(PAIRS["kuhn_poker"], ours=loaded), loaded.start(), state)


def test_the_command_prints_a_row_a_game_and_exits_by_the_differences(capsys, monkeypatch):
    assert referee.main(["--games", "3", "nim", "kuhn_poker"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split() == ["game", "games", "states", "differences", "seconds"]
    assert len(rows) == 1 + 12 + 1
    wrong = replace(PAIRS["tic_tac_toe"], ours=parlour.game("tic_tac_toe", misere=True))
    monkeypatch.setattr(referee, "pairs", lambda: [wrong])
    assert referee.main(["--games", "50"]) == 1
    assert "returns (-1.0, 1.0), theirs [1.0, -1.0]" in capsys.readouterr().out
    assert referee.main(["--games", "5", "chess"]) == 2
    assert "games: tic_tac_toe" in capsys.readouterr().err
