"""Engines as processes: they play what a match plays, and whatever a strategy does, there is an answer."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import parlour
from parlour.core.errors import BadOption, GameOver, UnknownName
from parlour.core.keys import seat_key
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.memory import past_of
from parlour.server.engines import Answer, Ask, Busy, Engines, Failed, engines_of
from parlour.server.engines.local import Pool

PLAYERS = Path(__file__).with_name("engine_players.py")


@pytest.fixture(autouse=True)
def interpreted(monkeypatch, tmp_path):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setenv("ENGINE_MARKS", str(tmp_path / "marks"))
    (tmp_path / "marks").touch()


def with_engines(test: Callable[[Pool], Awaitable[None]], number: int = 1, **settings) -> None:
    """Run a test with some engines, and see that no process is left of them."""

    async def main() -> None:
        pool = engines_of(str(number), settings.pop("load", [str(PLAYERS)]), **settings)
        assert isinstance(pool, Pool)
        await pool.start()
        try:
            await test(pool)
        finally:
            pids = [process.pid for process in pool.slots]
            await pool.close()
            assert not [pid for pid in pids if pid and Path(f"/proc/{pid}").exists()]

    asyncio.run(main())


def ask_of(spec: str, at: Match | None = None, **rest) -> Ask:
    at = at or Match("tic_tac_toe", 3)
    given = {"limit": Limit(), "key": seat_key(at.seed), **rest}
    return Ask(at.view(at.turn), spec, **given)


async def begun(marks: str, count: int) -> list[str]:
    """Wait until so many have begun to think."""
    until = time.monotonic() + 60
    while True:
        lines = Path(marks).read_text().split()
        if len(lines) >= count:
            return lines
        assert time.monotonic() < until
        await asyncio.sleep(0.005)


# -- the same moves ----------------------------------------------------------------------------------------


async def played(engines: Engines, game: str, specs: list[str], seed: int, limit: Limit) -> tuple[Match, int]:
    """Give the match, and the most actions that a turn had."""
    match, most = Match(game, seed, specs), 0
    while not match.over:
        ask = ask_of(specs[match.turn], match, limit=limit, match=f"{game} {specs}")
        answer = await engines.think(ask, 20, patient=True)
        assert answer.seconds >= 0
        words = ask.view.game.write(ask.view.state, [choice.action for choice in answer.choices])
        assert len(words) == 1, "a whole turn"
        match.play(words[0], match.turn)
        most = max(most, len(answer.choices))
    return match, most


def test_an_engine_plays_what_a_match_plays():
    """Levels that blunder, a tree that is kept, hidden cards, learners, and turns of several actions."""
    table = [
        ("tic_tac_toe", ["easy", "medium"], Limit()),
        ("connect_four", ["mcts:keep=yes", "random"], Limit(simulations=20)),
        ("kuhn_poker", ["easy", "hard"], Limit()),
        ("checkers", ["alphabeta", "random"], Limit(depth=1)),
        ("rock_paper_scissors", ["frequency", "easy"], Limit()),
    ]

    async def test(pool: Pool) -> None:
        several = 0
        for game, specs, limit in table:
            match, most = await played(pool, game, specs, 7, limit)
            record = parlour.play(game, specs, 7, limit)
            assert match.record().to_json() == record.to_json()
            several = max(several, most)
        assert several > 1

    with_engines(test, 2)


def test_an_engine_recalls_what_it_is_told_of_the_past():
    """Who threw rock in three matches meets paper; the same match without that past plays evenly."""
    it = parlour.game("rock_paper_scissors", rounds=10)
    past = []
    for seed in range(3):
        match = Match(it, seed)
        while not match.over:
            match.play("rock")
        past.append(past_of(match, 0, [(0, 0), (1, 1)]))

    async def test(pool: Pool) -> None:
        chosen = []
        for recalled in ((), tuple(past)):
            ask = ask_of("frequency", Match(it, 99), match="m", past=recalled)
            chosen += (await pool.think(ask, 5)).choices
        shares = [{c.move: c.probability for c in choice.candidates}["paper"] for choice in chosen]
        assert shares == [pytest.approx(1 / 3), 1.0]

    with_engines(test)


def test_analysis_and_review_are_those_of_the_package():
    record = parlour.play("tic_tac_toe", ["random", "medium"], 5)
    match = Match("tic_tac_toe", 5)

    async def test(pool: Pool) -> None:
        answer = await pool.think(ask_of("medium", match, do="analyse", seed=5), 20)
        expected = parlour.analyse("tic_tac_toe", match.view(0), "medium", seed=5)
        assert _told(answer) == _without_time(expected.to_json())
        limit = Limit(depth=2)
        judged = ask_of("alphabeta", match, do="review", record=record.to_json(), limit=limit)
        answer = await pool.think(judged, 20)
        assert answer.review == parlour.review(record, "alphabeta", limit).to_json()
        with pytest.raises(UnknownName, match="unknown strategy"):
            await pool.think(ask_of("nobody", do="analyse"), 30)
        with pytest.raises(GameOver):
            await pool.think(Ask(record.replay().view(0), "medium", Limit(), "analyse"), 5)
        with pytest.raises(Failed, match="unknown strategy"):  # nobody but the match is to blame
            await pool.think(ask_of("nobody"), 30)

    with_engines(test)


def _told(answer: Answer) -> dict:
    return _without_time(answer.choices[0].to_json())


def _without_time(told: dict) -> dict:
    return {key: value for key, value in told.items() if key not in ("work", "evidence", "exhibits")}


# -- what a strategy may do --------------------------------------------------------------------------------


def test_whatever_a_strategy_does_is_one_line_and_the_engine_goes_on(capfd):
    async def test(pool: Pool) -> None:
        first = await pool.think(ask_of("random"), 30)
        pid = pool.slots[0].pid
        told = {}
        for spec in ("raiser", "leaver", "cheat"):
            with pytest.raises(Failed) as caught:
                await pool.think(ask_of(spec), 30)
            told[spec] = str(caught.value)
        assert "ValueError: no idea at all" in told["raiser"]
        assert told["leaver"] == "leaver gave no choice: SystemExit: 0"
        assert "illegal action 999" in told["cheat"]
        spoken = await pool.think(ask_of("talker"), 30)
        assert spoken.choices[0].action == 0
        assert pool.slots[0].pid == pid
        assert (await pool.think(ask_of("random"), 30)).choices == first.choices

    with_engines(test)
    out, err = capfd.readouterr()
    assert out == ""
    assert "thinking aloud" in err


def test_too_much_memory_is_one_line_and_a_new_engine():
    async def test(pool: Pool) -> None:
        with pytest.raises(Failed, match="out of memory: an engine has 700 MB"):
            await pool.think(ask_of("hog"), 20)
        assert (await pool.think(ask_of("random"), 30)).choices

    with_engines(test, memory_mb=700)


def test_one_that_does_not_stop_is_killed_and_replaced():
    async def test(pool: Pool) -> None:
        await pool.think(ask_of("random"), 30)
        pid, began = pool.slots[0].pid, time.monotonic()
        with pytest.raises(Failed, match=r"stuck gave no answer within 0.3 s"):
            await pool.think(ask_of("stuck"), 0.3)
        assert 1.2 < time.monotonic() - began < 20
        assert (await pool.think(ask_of("random"), 30)).choices
        assert pool.slots[0].pid != pid

    with_engines(test)


def test_one_that_hears_answers_with_what_it_has_and_compiling_is_not_thinking(tmp_path):
    async def test(pool: Pool) -> None:
        await pool.think(ask_of("random"), 30)
        pid = pool.slots[0].pid
        assert (await pool.think(ask_of("slow", limit=Limit(at_most=30)), 0.2)).choices
        answer = await pool.think(ask_of("compiling"), 0.2)
        assert answer.seconds < 0.2
        assert pool.slots[0].pid == pid

    with_engines(test)


def test_an_ask_survives_the_end_of_its_engine_and_no_more_than_two(tmp_path):
    async def test(pool: Pool) -> None:
        asked = asyncio.create_task(pool.think(ask_of("slow:most=0.5"), 30))
        lines = await begun(str(tmp_path / "marks"), 1)
        os.kill(int(lines[0][1:]), signal.SIGKILL)
        assert (await asked).choices
        assert len(set(await begun(str(tmp_path / "marks"), 2))) == 2
        with pytest.raises(Failed, match="crasher: the engine died, 3 times"):
            await pool.think(ask_of("crasher"), 30)
        assert (await pool.think(ask_of("random"), 30)).choices

    with_engines(test, 2)


# -- who is next -------------------------------------------------------------------------------------------


def test_matches_go_first_and_too_many_others_are_refused(tmp_path):
    async def test(pool: Pool) -> None:
        marks = str(tmp_path / "marks")

        def think(mark: str, patient: bool = False) -> asyncio.Task[Answer]:
            return asyncio.create_task(pool.think(ask_of(f"slow:mark={mark},most=0.15"), 5, patient))

        await pool.think(ask_of("slow:mark=_,most=0.4"), 30)
        tasks = [think("a")]
        await begun(marks, 2)
        tasks += [think("b"), think("c")]
        await asyncio.sleep(0)
        refused = think("d")
        tasks += [think("m", patient=True), think("n", patient=True)]
        with pytest.raises(Busy, match="try again in 1 s") as caught:
            await refused
        assert 0.5 < caught.value.retry_after < 3
        health = pool.health()
        assert health.pop("compiled") == {"done": 0, "of": 0, "now": ""}
        assert health == {"kind": "local", "engines": 1, "ready": 1, "busy": 1, "waiting": 4}
        await asyncio.gather(*tasks)
        assert [line[0] for line in await begun(marks, 6)] == list("_amnbc")

    with_engines(test, queue=2)


def test_who_leaves_is_not_thought_for(tmp_path):
    async def test(pool: Pool) -> None:
        marks = str(tmp_path / "marks")
        heeds = asyncio.create_task(pool.think(ask_of("slow", limit=Limit(at_most=50)), 60))
        lines = await begun(marks, 1)
        queued = asyncio.create_task(pool.think(ask_of("slow:mark=q"), 60))
        await asyncio.sleep(0)
        queued.cancel()
        heeds.cancel()
        began = time.monotonic()
        assert (await pool.think(ask_of("slow:most=0,mark=z"), 30)).choices
        assert time.monotonic() - began < 20
        assert lines == [f"x{pool.slots[0].pid}"], "it heard, and was not killed"
        assert [*lines, f"z{pool.slots[0].pid}"] == Path(marks).read_text().split()
        deaf = asyncio.create_task(pool.think(ask_of("stuck"), 60))
        await asyncio.sleep(0.1)
        deaf.cancel()
        assert (await pool.think(ask_of("random"), 30)).choices

    with_engines(test)


def test_a_seat_goes_to_the_engine_that_keeps_its_player(tmp_path):
    async def test(pool: Pool) -> None:
        marks = str(tmp_path / "marks")
        while pool.health()["ready"] < 2:
            await asyncio.sleep(0.01)
        one, two = (ask_of("slow:most=0.1", match=name) for name in "ab")
        await asyncio.gather(pool.think(one, 30), pool.think(two, 30))
        homes = {line[1:] for line in await begun(marks, 2)}
        assert len(homes) == 2
        Path(marks).write_text("")
        await pool.think(two, 30)  # asked the same again at once, it answers the same without thinking
        assert Path(marks).read_text() == ""

    with_engines(test, 2)


# -- start and end -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import nothing_of_that_name", r"odd.py: ModuleNotFoundError"),
        ("import os; os._exit(1)", "ends as soon as it is started"),
        ("import time; time.sleep(99)", "not ready after 0.9 s"),
    ],
)
def test_what_cannot_be_loaded_is_told_to_who_asks(tmp_path, monkeypatch, source, told):
    monkeypatch.setattr("parlour.server.engines.local.STARTING", 0.9 if "sleep" in source else 60.0)
    file = tmp_path / "odd.py"
    file.write_text(f"{source}\n")

    async def test(pool: Pool) -> None:
        with pytest.raises(Failed, match=told):
            await pool.think(ask_of("random"), 30)
        assert pool.health()["ready"] == 0

    with_engines(test, load=[str(file)])


def test_closing_fails_whoever_waits(tmp_path):
    async def test(pool: Pool) -> None:
        tasks = [asyncio.create_task(pool.think(ask_of("slow:most=50"), 60)) for _ in range(3)]
        await begun(str(tmp_path / "marks"), 1)
        await pool.close()
        for task in tasks:
            with pytest.raises(Failed, match="closed"):
                await task
        with pytest.raises(Failed, match="closed"):
            await pool.think(ask_of("random"), 1)

    with_engines(test)


@pytest.mark.parametrize("text", ["", "0", "65", "two", "-1", "http://x:80", "tcp://nowhere"])
def test_engines_that_are_none_are_one_line_before_a_server_starts(text):
    from parlour.cli.serve import serve

    with pytest.raises(BadOption, match=r"give (how many processes|what dask scheduler prints)"):
        engines_of(text)
    with pytest.raises(BadOption, match="give"):
        serve(engines=text)
