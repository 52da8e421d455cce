"""Players of Battleship: what they fire at, where they hide, what they learn and what they tell."""

from __future__ import annotations

import re

import numpy as np
import pytest

from parlour import Match, Stream, analyse, game, play
from parlour.core.errors import BadOption
from parlour.core.rules import mask, random_action
from parlour.core.spec import make
from parlour.games.battleship.play.board import new_notes
from parlour.games.battleship.play.density_map import density_games, new_maps, plain_table
from parlour.games.battleship.play.history import lesson_from
from parlour.games.battleship.play.placing import apart, choose_place, going_on, shots_needed
from parlour.games.battleship.play.words import heat_picture
from parlour.games.battleship.words import line

FLEET = "A1h C1h E1h G1h I1h"


def boards(number, seed=0):
    fleets = np.zeros((number, 5), np.int64)
    assert going_on(game("battleship").start(), 0, number, Stream.of("boards", seed), fleets) == number
    return fleets


def density_shots(fleets):
    v = mask(game("battleship", alone=True, fleet=FLEET).start(), 0)
    shots = np.zeros(len(fleets), np.int64)
    notes, maps = new_notes(100), new_maps(10, 10)
    density_games(v, 0, fleets, notes, plain_table(), maps, shots, np.zeros(100, np.int64))
    return shots


def test_density_needs_fewer_than_45_shots():
    shots = density_shots(boards(4000))
    assert shots.mean() + 1.96 * shots.std() / 4000**0.5 < 45.0


def test_whole_games_are_those_of_the_strategy():
    for number, fleet in enumerate(boards(3, seed=2)):
        s = game("battleship").start()
        text = " ".join(
            f"{'ABCDEFGHIJ'[a % 124 // 10]}{a % 124 % 10 + 1}{'v' if a >= 124 else 'h'}" for a in fleet
        )
        record = play(game("battleship", alone=True, fleet=text), ["density"], seed=number)
        assert record.ended == "finished", record.reason
        assert -record.returns[0] == density_shots(fleet[None, :])[0]
        assert len(line(s, int(fleet[0]), 5)) == 5


def test_a_hidden_fleet_costs_the_density_player_more_shots():
    s = game("battleship").start()
    usual = density_shots(boards(300))
    hidden = np.zeros((30, 5), np.int64)
    for n in range(30):
        t = s
        for k in range(5):
            hidden[n, k], plan = choose_place(t, 0, "hidden", 60, None, Stream.of(n, k))
            assert plan.reasons[0].startswith("Of 60 fleets drawn at random, ")
            assert f"{plan.evidence['measure']:.1f} shots" in plan.reasons[1]
            t = game("battleship").play(t, int(hidden[n, k]))
    shots = density_shots(hidden)
    error = (shots.var() / len(shots) + usual.var() / len(usual)) ** 0.5
    assert shots.mean() - usual.mean() > 3 * error


def test_a_spread_fleet_lies_far_apart():
    s = game("battleship").start()
    fleets = boards(200)
    t = s
    for k in range(5):
        a, _ = choose_place(t, 0, "spread", 100, None, Stream.of(k))
        t = game("battleship").play(t, a)
    assert apart(s, np.array([t.fleets[:5]]))[0] > apart(s, fleets).mean()
    assert len(shots_needed(s, fleets[:3])) == 3


def test_the_hunt_does_not_forget_a_hit_on_the_neighbour():
    it = game("battleship", alone=True, fleet="A1h B5v C1h D1h A8v")
    match = Match(it, 1)
    for move in ["A5", "B5", "A4", "A3", "A2", "A1"]:
        match.play(move)
    choice = make(it, "hunt", 0, Stream.of(1)).decide(match.view(0))
    assert "The hit at B5 belongs to a ship afloat" in choice.reasons[0]
    assert {c.move for c in choice.candidates} == {"B4", "B6", "C5"}


def test_the_lattice_of_the_hunt_widens_with_the_shortest_ship_afloat():
    it = game("battleship", alone=True, fleet="A1h C1h E1h G1h J9h")
    match = Match(it, 1)
    for move in ("J9", "J10"):
        match.play(move)
    choice = make(it, "hunt:parity=yes", 0, Stream.of(1)).decide(match.view(0))
    assert all((ord(c.move[0]) - 65 + int(c.move[1:]) - 1) % 3 == 0 for c in choice.candidates)


@pytest.fixture
def history(tmp_path):
    """Write records in which seat 1 hides always in the same place and fires row by row."""
    it = game("battleship", size=6, ships=(3, 2))
    lines = []
    for seed in range(6):
        match, rng = Match(it, seed), Stream.of(seed)
        for move in ("A1h", "C1h", "F1h", "E5h"):
            match.play(move)
        while not match.over:
            legal = it.legal(match.state)
            match.play(rng.choice(legal) if match.turn == 0 else legal[0])
        lines.append(match.record().to_json())
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_the_shooter_learns_where_the_opponent_hides(history):
    it = game("battleship", size=6, ships=(3, 2))
    lesson = lesson_from(history, it.start(), 0)
    assert lesson.games == 6
    assert lesson.prior[30] > 3
    assert lesson.prior[14] < 1
    s = it.start()
    for move in ("A1h", "C1h", "F1h", "E5h"):
        s = it.play(s, it.parse(s, move))
    view = it.view(s, 0)
    first = make(it, f"density:history={history}", 0, Stream.of(1)).decide(view)
    assert first.action in {30, 31, 32, 28, 29}
    assert make(it, "density", 0, Stream.of(1)).decide(view).action not in {30, 31, 32, 28, 29}


def test_the_placer_learns_when_the_opponent_fires_where(history):
    it = game("battleship", size=6, ships=(3, 2))
    s = it.start()
    rows = []
    for n in range(10):
        player = make(it, f"density:placing=adapt,history={history}", 0, Stream.of(n))
        choice = player.decide(it.view(s, 0))
        assert "Ben has found last in past games" in choice.reasons[0]
        rows.append(choice.action % 62 // 6)
    assert np.mean(rows) > 3.2  # seat 1 fires from the top


def test_a_history_that_cannot_be_read_is_refused(tmp_path):
    it = game("battleship")
    with pytest.raises(BadOption, match="cannot be read"):
        make(it, f"density:history={tmp_path}/nothing", 0).decide(it.view(it.start(), 0))
    (tmp_path / "odd").write_text("{}\n")
    with pytest.raises(BadOption, match="line 1"):
        make(it, f"density:history={tmp_path}/odd", 0).decide(it.view(it.start(), 0))


@pytest.mark.parametrize("spec", ["density", "density:weights=tuned"])
def test_an_analysis_shows_the_map_the_fleets_and_the_shots_to_come(spec, monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    it = game("battleship", size=5, ships=(3, 2), alone=True, fleet="B2h D1h")
    choice = analyse(it, "B2 C4", strategy=spec, limit="simulations=30")
    found = choice.evidence
    assert found["fleets_exact"] in (True, False)
    assert found["fleets"] > 0
    assert found["shots_to_finish"] >= 4
    assert len(found["heat"]) == 5
    assert "[" in found["heat_map"]
    assert "explain what was said" in choice.hint[0]
    assert choice.hint[1] == f"{choice.move} is beside the hit at B2, whose ship is still afloat."
    assert choice.exhibits[0].data["heat"] == found["heat"]
    assert choice.exhibits[0].caption.startswith("Chance of a ship on each cell of the sea")
    assert "[" in choice.exhibits[0].text()
    picture = heat_picture(mask(it.start(), 0), 0, np.array(found["heat"]).ravel(), choice.action)
    assert picture.svg().startswith("<svg")
    assert picture.html()


def percents(text):
    return [float(number) for number in re.findall(r"([0-9.]+) %", text)]


@pytest.mark.parametrize("spec", ["density", "density:weights=tuned"])
def test_one_chance_of_a_ship_in_the_map_the_list_and_the_words(spec):
    checked = 0
    for seed, shots in ((3, 6), (4, 30), (5, 60), (6, 90)):
        match, rng = Match(game("battleship"), seed), Stream.of(seed)
        while match.ply < 10 + shots and not match.over:
            match.play(random_action(match.state, rng))
        if match.over:
            continue
        choice = analyse(match.game, match, spec)
        chance = 100 * choice.evidence["hit"]
        row, col = "ABCDEFGHIJ".index(choice.move[0]), int(choice.move[1:]) - 1
        assert choice.evidence["heat"][row][col] == choice.evidence["hit"]
        marked = re.search(r"\[ *([0-9]+) *\]", choice.evidence["heat_map"])
        assert marked
        assert int(marked[1]) == round(chance)
        for c in choice.candidates:
            assert "weight" not in c.note
        assert percents(choice.candidates[0].note) == [pytest.approx(chance, abs=0.05)]
        told = [reason for reason in choice.reasons if reason.startswith(f"{choice.move} has a ship in")]
        assert len(told) == 1
        assert percents(told[0])[0] == pytest.approx(chance, abs=0.05)
        said = [number for reason in choice.reasons for number in percents(reason)]
        known = [100 * share for line in choice.evidence["heat"] for share in line]
        assert all(any(abs(number - share) <= 0.0501 for share in known) for number in said)
        checked += 1
    assert checked >= 3


def test_players_and_numbers_in_words():
    it = game("battleship", size=3, ships=(2,), fleet="A1h/B1h")
    s = it.start()
    drawn = it.show(it.play(s, it.parse(s, "B1")))
    assert "Ben's sea: 1 shot, 1 of 2 hits" in drawn
    assert "Ann's sea: 0 shots" in drawn
    assert drawn.splitlines()[2] == "Ben fires"
    assert "seat" not in drawn
