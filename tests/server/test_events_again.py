"""An event that a server left unfinished is played by the next one."""

from __future__ import annotations

from serving import quick_folder, serving, settled

from parlour.server.settings import Settings
from parlour.store import ArenaEvent, open_store


def test_a_server_that_is_started_again_goes_on_with_its_events() -> None:
    with quick_folder() as folder:
        database = f"{folder}/games.db"
        store = open_store(database)
        for number, ended in enumerate((None, 5.0, None)):
            store.add_event(
                ArenaEvent(f"{number:016x}", "nim", {}, ("easy", "random"), 2, 1, created=1.0, ended=ended)
            )
        store.close()
        with serving(Settings(database=database, rate=1e9)) as it:

            def states() -> list[str]:
                return [event["state"] for event in it.ask("GET", "/events").json()["events"]]

            settled(lambda: states() == ["finished", "failed", "finished"])
            assert states() == ["finished", "failed", "finished"]
