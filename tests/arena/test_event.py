"""Whole events in one process: scores that are known, forfeits, many seats, and what is refused."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from statistics import mean, stdev

import pytest

import parlour
from parlour import ParlourError
from parlour.arena import run
from parlour.arena.pairings import seatings
from parlour.arena.stats import student

TRIO = """
from typing import NamedTuple

SEATS = 3
ACTIONS = 2
BOUNDS = (-2.0, 2.0)


class State(NamedTuple):
    ply: int
    picks: int


def start() -> State:
    return State(0, 0)


def turn(s: State) -> int:
    return s.ply if s.ply < 3 else -2


def legal(s: State) -> int:
    return 0b11 if s.ply < 3 else 0


def play(s: State, a: int) -> State:
    return State(s.ply + 1, s.picks | (a << s.ply))


def returns(s: State) -> tuple[float, float, float]:
    a, b, c = s.picks & 1, (s.picks >> 1) & 1, (s.picks >> 2) & 1
    total = a + b + c
    return (a - total / 3, b - total / 3, c - total / 3)
"""

TALLER = """
from typing import NamedTuple

ACTIONS = 2
BOUNDS = (-1.0, 1.0)


class State(NamedTuple):
    ply: int
    picks: int


def start() -> State:
    return State(0, 0)


def turn(s: State) -> int:
    return s.ply if s.ply < 2 else -2


def legal(s: State) -> int:
    return 0b11 if s.ply < 2 else 0


def play(s: State, a: int) -> State:
    return State(s.ply + 1, s.picks | (a << s.ply))


def returns(s: State) -> tuple[float, float]:
    lead = ((s.picks & 1) - (s.picks >> 1)) / 4
    return (lead, -lead)
"""

SOLO = """
from typing import NamedTuple

SEATS = 1
ACTIONS = 2


class State(NamedTuple):
    picked: int


def start() -> State:
    return State(-1)


def turn(s: State) -> int:
    return 0 if s.picked < 0 else -2


def legal(s: State) -> int:
    return 0b11 if s.picked < 0 else 0


def play(s: State, a: int) -> State:
    return State(a)


def returns(s: State) -> tuple[float]:
    return (1.0 if s.picked == 1 else -1.0,)
"""


def load(folder: Path, name: str, source: str) -> parlour.Game:
    """Write a rules file and load it."""
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
    parlour.load(folder / f"{name}.py")
    return parlour.game(name)


def test_random_play_against_itself_is_level() -> None:
    """With the same opening and seeds a strategy wins against itself what it loses from the other seat."""
    result = run("tic_tac_toe", ["random", "random"], games=100)
    assert [s.score for s in result.standings] == [0.5, 0.5]
    assert result.pairs[0].pentanomial == (0, 0, 50, 0, 0)
    assert result.standings[0].wins == result.standings[0].losses > 0
    assert 0.45 < result.standings[0].low < 0.5 < result.standings[0].high < 0.55
    assert result.pairs[0].superiority == 0.5


def test_better_than_random_is_shown_to_be(players: Path) -> None:
    """Always taking the first free square takes rows: it beats random play, and the table says so."""
    result = run("tic_tac_toe", ["random", "first"], games=200, openings=0)
    best, worst = result.standings
    assert (best.spec, worst.spec) == ("first", "random")
    assert best.low > 0.5 > worst.high
    assert best.score == pytest.approx(1 - worst.score)
    assert best.elo == pytest.approx(-worst.elo)
    assert best.elo_low > 0
    assert best.games == best.wins + best.draws + best.losses == 200
    assert best.mean == pytest.approx((best.wins - best.losses) / 200)
    assert best.score == pytest.approx((best.wins + best.draws / 2) / 200)
    pair = result.pairs[0]
    assert pair.specs == ("random", "first")
    assert pair.superiority < 0.01
    assert pair.pentanomial is not None
    assert sum(pair.pentanomial) == 100
    assert sum(n * k for n, k in enumerate(pair.pentanomial)) / 400 == pytest.approx(pair.score)


def test_records_are_those_of_single_matches(players: Path) -> None:
    """An event plays each fixture as `parlour.play` would, on one deal from both sides."""
    result = run("kuhn_poker", ["random", "last"], games=6, seed=3)
    records = result.records
    assert len(records) == 6
    for record in records:
        assert parlour.play(parlour.game("kuhn_poker"), record.seats, record.seed) == record
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.seats == second.seats[::-1]
        assert first.moves[:2] == second.moves[:2]  # the same two cards are dealt
    assert run("kuhn_poker", ["random", "last"], games=6, seed=3, records=False).records == []


def test_money_is_counted_in_money() -> None:
    """Mean and margin are on the game's own scale; the score counts pots won, large and small."""
    result = run("kuhn_poker", ["random", "random:blunder=1"], games=50)
    for standing in result.standings:
        own = [r.returns[r.seats.index(standing.spec)] for r in result.records if r.returns]
        assert standing.mean == pytest.approx(sum(own) / 50)
        assert standing.margin == pytest.approx(2 * standing.mean)
        assert standing.score == sum(value > 0 for value in own) / 50
        assert standing.margin_low is not None
        assert standing.margin_high is not None
        assert standing.margin_low < standing.margin < standing.margin_high
    blocks = [
        sum(r.returns[r.seats.index("random")] for r in result.records[i : i + 2]) for i in range(0, 50, 2)
    ]
    half = student(24) * stdev(blocks) / 25**0.5  # deals are the units, not games
    random = next(s for s in result.standings if s.spec == "random")
    assert random.margin_high == pytest.approx(mean(blocks) + half)


def test_the_score_does_not_depend_on_the_bounds(players: Path, tmp_path: Path) -> None:
    """Ten wins of ten are 1.0 and far above level, however small they are against what might be won."""
    narrow = load(tmp_path, "narrow", TALLER)
    wide = load(tmp_path, "wide", TALLER.replace("BOUNDS = (-1.0, 1.0)", "BOUNDS = (-91.0, 91.0)"))
    one, other = (run(game, ["first", "last"], games=10, openings=0) for game in (narrow, wide))
    assert one.standings == other.standings
    best = one.standings[0]
    assert (best.spec, best.wins, best.score) == ("last", 10, 1.0)
    assert best.elo_low > 0
    assert best.margin == pytest.approx(0.5)
    assert one.pairs[0].superiority < 0.05


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("raiser", "error: RuntimeError: out of\nideas [bold]"),
        ("cheat", "illegal move: tic_tac_toe: action 99 is illegal here"),
        ("quitter", "error: SystemExit: bored"),
        ("stillborn", "error: ZeroDivisionError: nothing to divide by"),
        ("sleeper", "timed out: no move within 0.05 s"),
    ],
)
def test_a_broken_strategy_loses_and_the_event_goes_on(players: Path, spec: str, reason: str) -> None:
    """Every kind of failure is a counted loss with its reason; other pairings are untouched."""
    timeout = 0.05 if spec == "sleeper" else None
    result = run("tic_tac_toe", [spec, "first", "last"], games=4, timeout=timeout, openings=0)
    broken = next(s for s in result.standings if s.spec == spec)
    lost = [r for r in result.records if r.ended == "forfeit"]
    assert broken.forfeits == len(lost) > 0
    assert broken.losses >= broken.forfeits
    assert sum(f.games for f in result.forfeits) == len(lost)
    assert {f.spec for f in result.forfeits} == {spec}
    assert all(f.reason.startswith(reason) for f in result.forfeits)
    assert result.records[result.forfeits[0].first].ended == "forfeit"
    sound = run("tic_tac_toe", ["first", "last"], games=4, openings=0).pairs[0]
    third = result.pairs[2]
    assert (third.specs, third.wins, third.losses) == (sound.specs, sound.wins, sound.losses)


def test_an_endless_loop_does_not_slow_the_others_down(players: Path) -> None:
    """What a timeout leaves behind is stopped: its opponent never runs out of time because of it."""
    before = threading.active_count()
    result = run("tic_tac_toe", ["spinner", "first"], games=20, timeout=0.05)
    assert [s.forfeits for s in result.standings] == [0, 20]
    assert result.standings[0].spec == "first"
    deadline = time.monotonic() + 3
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert threading.active_count() == before


def test_forfeits_do_not_flood_the_log(players: Path, caplog: pytest.LogCaptureFixture) -> None:
    """They are counted; a level somebody has set is respected and restored."""
    caplog.set_level("WARNING", logger="parlour")  # a server that other tests share may have set another
    run("tic_tac_toe", ["cheat", "first"], games=4)
    assert not caplog.records
    with caplog.at_level("INFO", logger="parlour.match"):
        run("tic_tac_toe", ["cheat", "first"], games=4)
    assert len(caplog.records) == 4


def test_three_seats(players: Path, tmp_path: Path) -> None:
    """One against two from every seat: picking 1 gains, by hand 2/3 alone and 1/3 each in company."""
    trio = load(tmp_path, "trio", TRIO)
    result = run(trio, ["first", "last"], games=7, openings=0)
    assert result.games == 12 == len(result.records)
    assert (result.asked, result.block) == (7, 6)
    assert result.title().startswith(
        "trio: 12 games a pairing (7 asked for; each deal is played in all 6 seatings), seed 0"
    )
    assert [r.seats for r in result.records[:6]] == [
        tuple(("first", "last")[seat] for seat in row) for row in seatings(0, 1, 3)
    ]
    best, worst = result.standings
    assert best.spec == "last"
    assert (best.wins, worst.losses) == (12, 12)
    assert best.mean == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert best.margin == pytest.approx(1.0)
    assert best.score == 1.0
    assert worst.score == pytest.approx(1 - best.score)
    assert best.elo == pytest.approx(-worst.elo)


def test_one_seat(players: Path, tmp_path: Path) -> None:
    """Alone with chance: both play the same ten deals, each for itself, and are compared deal by deal."""
    solo = load(tmp_path, "solo", SOLO)
    result = run(solo, ["first", "last"], games=10)
    assert [(s.spec, s.games, s.score) for s in result.standings] == [("last", 10, 1.0), ("first", 10, 0.0)]
    assert (result.pairs[0].score, result.pairs[0].games, result.pairs[0].losses) == (0.0, 10, 10)
    assert (result.games, len(result.records)) == (10, 20)
    assert result.title() == "solo: 10 games a pairing, each played by both alone, seed 0"


def test_returns_that_do_not_sum_to_zero(players: Path) -> None:
    """Prisoner's dilemma: who defects earns less than a pair of cooperators, but beats each opponent."""
    dilemma = parlour.game("matrix", payoffs="3,0;5,1", payoffs2="3,5;0,1")
    result = run(dilemma, ["first", "first", "last"], games=2)
    by_spec = {s.spec: s for s in result.standings}
    assert by_spec["first"].mean == pytest.approx(1.5)
    assert by_spec["last"].mean == pytest.approx(5.0)
    lead = next(p for p in result.pairs if p.specs == ("first", "last"))
    assert lead.means == (0.0, 5.0)
    assert lead.score < 0.5
    assert lead.losses == 2
    assert next(p for p in result.pairs if p.specs == ("first", "first")).score == 0.5


def test_progress_is_told() -> None:
    """Once at the start, then after every match."""
    seen: list[tuple[int, int]] = []
    run("nim", ["random", "random"], games=4, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(n, 4) for n in range(5)]


def test_json_is_deterministic_and_holds_no_time() -> None:
    """Two runs give the same JSON; how long they took is only an attribute."""
    one, two = (run("nim", ["random", "random:blunder=0.5"], games=10, seed=5) for _ in range(2))
    assert json.dumps(one.to_json()) == json.dumps(two.to_json())
    assert one == two
    assert one.seconds > 0
    assert "seconds" not in json.dumps(one.to_json())
    other = run("nim", ["random", "random:blunder=0.5"], games=10, seed=6)
    assert other.texts != one.texts


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "games=0: needs a whole number from 1 to 10,000,000"),
        ({"games": 10_000_001}, "games=10000001: needs a whole number from 1 to"),
        ({"games": True}, "games=True"),
        ({"workers": 0}, "workers=0: needs a whole number from 1 to 64"),
        ({"workers": 65}, "workers=65"),
        ({"timeout": 0}, "timeout=0: needs a number from"),
        ({"timeout": "nan"}, "timeout='nan'"),
        ({"seed": "x"}, "seed='x': needs a whole number"),
        ({"limit": "speed=3"}, "a limit has no option 'speed'"),
        ({"specs": ["random"]}, "at least two strategies; 1 given"),
        ({"specs": "random"}, "at least two strategies; 1 given"),
        ({"specs": []}, "at least two strategies; 0 given"),
        ({"specs": ["random", "randon"]}, "unknown strategy 'randon'; did you mean random"),
        ({"specs": ["random", "random:x=1"]}, "random has no option 'x'"),
        ({"specs": ["random", " human "]}, "a human cannot play in an event"),
        ({"specs": ["random", 3]}, "3 is not a strategy"),
        ({"game": "tick_tack"}, "unknown game 'tick_tack'"),
    ],
)
def test_mistakes_are_one_line_before_anything_is_played(
    changes: dict[str, object], message: str, tmp_path: Path
) -> None:
    """Nothing has been started or written when the error comes."""
    settings: dict[str, object] = {"game": "nim", "specs": ["random", "random"], "games": 2, **changes}
    with pytest.raises(ParlourError) as caught:
        run(**settings, resume=tmp_path / "event.jsonl")  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "event.jsonl").exists()


def test_a_strategy_that_cannot_be_built_is_refused_at_once(players: Path, tmp_path: Path) -> None:
    """If it already fails in the first seat there is no use in playing."""
    (tmp_path / "mine.py").write_text(
        "from parlour import Strategy\n"
        "class Mine(Strategy):\n"
        "    def __init__(self, *args, **options):\n"
        "        raise KeyError('no such table')\n"
    )
    parlour.load(tmp_path / "mine.py")
    with pytest.raises(ParlourError, match="mine cannot be set up: KeyError: 'no such table'"):
        run("nim", ["random", "mine"])


def test_a_game_whose_returns_are_no_numbers_is_named(players: Path, tmp_path: Path) -> None:
    """Such a result must not enter a mean."""
    broken = load(tmp_path, "broken", SOLO.replace("(1.0 if s.picked == 1 else -1.0,)", '(float("nan"),)'))
    with pytest.raises(ParlourError, match=r"broken.py: returns"):
        run(broken, ["first", "last"], games=2)
