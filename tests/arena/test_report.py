"""The result as text, as a table and as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from parlour import game
from parlour.arena import Result, run


@pytest.fixture
def result(players: Path) -> Result:
    """Play three against each other, one of them broken."""
    return run(game("tic_tac_toe", misere=True), ["first", "raiser", "random"], games=10)


def test_text_shows_everybody_best_first(result: Result) -> None:
    """A head, one aligned line each, who beat whom, and why games were forfeited."""
    lines = result.text().splitlines()
    assert lines[0] == "tic_tac_toe misere=True: 10 games a pairing, openings of 3 plies, seed 0"
    assert lines[1].split()[:4] == ["#", "strategy", "games", "score"]
    rows = [line.split() for line in lines[2:5]]
    assert [row[1] for row in rows] == [s.spec for s in result.standings]
    assert [row[3] for row in rows] == [f"{s.score:.3f}" for s in result.standings]
    assert [int(row[-1]) for row in rows] == [s.forfeits for s in result.standings]
    assert [s.score for s in result.standings] == sorted((s.score for s in result.standings), reverse=True)
    assert len([line for line in lines if " v " in line]) == 3
    assert lines[-1].endswith("error: RuntimeError: out of ideas [bold]")  # on one line
    assert str(result) == result.text()


def test_table_shows_the_same_and_takes_no_markup(result: Result) -> None:
    """What looks like markup in an error is shown, not obeyed."""
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(result.table())
    shown = console.export_text()
    assert "out of ideas [bold]" in shown
    for standing in result.standings:
        assert standing.spec in shown
        assert f"{standing.score:.3f}" in shown


def test_columns_that_say_nothing_are_left_out() -> None:
    """Nobody forfeited, and won, drawn, lost say what the mean would."""
    plain = run("nim", ["random", "random:blunder=0.5"], games=4).text()
    assert "forfeits" not in plain
    assert "mean" not in plain
    assert "mean" in run("kuhn_poker", ["random", "random:blunder=0.5"], games=4).text()


def test_two_players_get_a_likelihood() -> None:
    """It is told of the better one, so it is at least one half, and never certain."""
    strong = run("nim", ["random", "nim_sum"], games=60)
    assert strong.text().splitlines()[-1] == "nim_sum is stronger with likelihood 99.9 %"
    assert strong.pairs[0].superiority < 0.001


def test_json_has_all_fields(result: Result) -> None:
    """Plain data, round-tripping through text."""
    data = result.to_json()
    assert json.loads(json.dumps(data)) == data
    assert {"game", "options", "seed", "games", "standings", "pairs", "forfeits"} <= set(data)
    wanted = {"spec", "games", "score", "low", "high", "elo", "wins", "draws", "losses", "mean", "forfeits"}
    assert all(wanted <= set(standing) for standing in data["standings"])
    assert data["options"] == {"misere": True}
    assert {f["spec"] for f in data["forfeits"]} == {"raiser"}
    assert sum(f["games"] for f in data["forfeits"]) == sum(s["forfeits"] for s in data["standings"]) > 0
    assert len(data["pairs"]) == 3
    assert all(len(pair["specs"]) == 2 for pair in data["pairs"])
    assert sum(s["score"] for s in data["standings"]) == pytest.approx(1.5)


def test_rich_is_not_imported_before_it_is_needed() -> None:
    """An event in a worker or a notebook does not pay for tables."""
    code = "import parlour.arena, sys; print('rich' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
