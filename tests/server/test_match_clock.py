"""A clock at the table: what it counts, who loses by it, and what nobody pays for."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from serving import Serving, settled

from parlour.server.clock import OUT, Clock
from parlour.server.house import House
from parlour.server.opening import Wanted, open_match
from parlour.server.problems import Refused
from parlour.server.settings import Settings
from parlour.store import Entry, Kept, open_store

SHORT = {"seconds": 1, "increment": 0.5}


def kept(**notes: object) -> Kept:
    return Kept("m", "tic_tac_toe", seats=("human", "human"), created=100.0, changed=100.0, notes=notes)


def moved(seat: int, at: float, kind: str = "move") -> Entry:
    return Entry("m", 0, kind, {"seat": seat, "move": "a1", "ply": 0}, "", at)


def test_a_match_without_one_has_none():
    assert Clock.of(kept()) is None


def test_the_first_move_is_free_and_each_move_gives_something_back():
    clock = Clock.of(kept(clock={"seconds": 60, "increment": 2}))
    assert clock is not None
    for seat, at in ((0, 150.0), (1, 190.0), (0, 200.0), (1, 203.0)):
        clock.pressed(moved(seat, at))
    assert clock.left == [52.0, 59.0]
    clock.pressed(moved(0, 210.0, "undo"))
    clock.pressed(moved(0, 214.0))
    assert clock.left == [50.0, 59.0]


def test_what_was_played_before_it_began_costs_nothing():
    clock = Clock.of(kept(clock={"seconds": 60, "increment": 2}))
    assert clock is not None
    clock.pressed(moved(0, 100.0))
    assert clock.left == [60.0, 60.0]
    assert not clock.moved


def test_a_machine_thinks_for_a_part_of_what_is_left():
    clock = Clock.of(kept(clock={"seconds": 60, "increment": 2}))
    assert clock is not None
    assert clock.share(0) == pytest.approx(4.0)
    clock.moved.add(0)
    clock.since = time.time() - 100
    assert clock.share(0) == 0.05


def test_who_has_no_time_left_loses(server: Serving):
    made = server.ask(
        "post", "/matches", {"game": "tic_tac_toe", "seats": ["me", "me"], "clock": SHORT}
    ).json()
    here, token = f"/matches/{made['match']}", made["token"]
    assert made["view"]["clock"] == {**SHORT, "left": [1.0, 1.0], "runs": None}
    for move in ("a1", "b2"):
        view = server.ask("post", f"{here}/moves", {"move": move}, token).json()
    assert view["clock"]["runs"] == 0
    settled(lambda: server.ask("get", here, token=token).json()["over"])
    view = server.ask("get", here, token=token).json()
    assert view["ended"] == "forfeit"
    assert OUT in " ".join(view["result"])
    assert view["clock"]["left"][0] == 0.0
    assert view["clock"]["left"][1] == 1.0
    again = server.ask("post", f"{here}/rematch", {}, token).json()
    assert again["view"]["clock"]["left"] == [1.0, 1.0]


def test_a_move_that_came_first_is_in_time(tmp_path: Path):
    async def main() -> None:
        house = House(open_store(str(tmp_path / "games.db")), Settings())
        wanted = Wanted("tic_tac_toe", {}, ("me", "me"), clock=SHORT)
        table = (await open_match(house, wanted, None)).table
        before = table.version
        await house.move(table, 0, "a1")
        with pytest.raises(Refused, match="the match has gone on"):
            await house.resign(table, 0, reason=OUT, version=before)
        assert not table.match.over
        house.close()

    asyncio.run(main())


@pytest.mark.parametrize("clock", [{"seconds": 0}, {"seconds": 1e9}, {"increment": 3}, {"seconds": "x"}])
def test_nonsense_is_refused(server: Serving, clock: dict[str, object]):
    body = {"game": "tic_tac_toe", "seats": ["me", "me"], "clock": clock}
    assert server.ask("post", "/matches", body).status_code == 422
