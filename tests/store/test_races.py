"""Several writers at once: each number is won by one of them, and what was acknowledged stays."""

from __future__ import annotations

import json
from threading import Barrier, Thread

from store_kit import Start, kept, move

from parlour.store import Append, Entry, Gone, Store
from parlour.store.fold import fold

RIVAL = """
import json, sys
from parlour.store import Append, Entry, open_store
store, me = open_store(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
won = []
for number in range(40):
    (answer,) = store.append([Append(Entry("m", number, "move", {"by": me}))])
    won += [number] if isinstance(answer, Entry) else []
print(json.dumps(won), flush=True)
"""
WRITER = """
import sys
from parlour.store import Append, Entry, open_store
store = open_store(sys.argv[1])
for number in range(1_000_000):
    data = {"seat": number % 2, "move": "1:1", "ply": number}
    store.append([Append(Entry(id, number, "move", data), number) for id in ("m", "n")])
    print(number, flush=True)
"""


def test_threads_that_race_for_a_number(store: Store) -> None:
    store.create(kept())
    barrier, won = Barrier(4), []

    def race(me: int) -> None:
        for number in range(25):
            barrier.wait(30)
            (answer,) = store.append([Append(move(number, text=str(me)))])
            won.extend([(number, me)] if isinstance(answer, Entry) else [])

    threads = [Thread(target=race, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number for number, _ in won) == list(range(25))
    assert [(entry.number, int(entry.data["move"])) for entry in store.entries("m")] == sorted(won)
    assert store.match("m").entries == 25


def test_threads_with_batches_over_the_same_matches(store: Store) -> None:
    """Batches in different orders neither wait for each other in a circle nor lose an entry."""
    ids = [f"m{number}" for number in range(8)]
    for id in ids:
        store.create(kept(id))
    barrier, answers = Barrier(3), []

    def write(me: int) -> None:
        order = ids if me % 2 else ids[::-1]
        for ply in range(10):
            barrier.wait(30)
            answers.extend(store.append([Append(move(ply, id, text=str(me)), ply + 1) for id in order]))

    threads = [Thread(target=write, args=(me,)) for me in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(answer, Entry) for answer in answers) == 80
    assert {store.match(id).moves for id in ids} == {10}


def test_matches_that_are_deleted_under_a_writer(store: Store) -> None:
    """Whoever writes to a match that goes away is told so; the others in the batch are written."""
    store.create(kept("stays"))
    answers, failed = [], []

    def write() -> None:
        try:
            for number in range(60):
                batch = [Append(move(0, f"m{number}")), Append(move(number, "stays"))]
                answers.append(store.append(batch))
        except Exception as error:
            failed.append(error)

    for number in range(60):
        store.create(kept(f"m{number}"))
    writer = Thread(target=write)
    writer.start()
    for number in range(60):
        store.delete(f"m{number}")
    writer.join()
    assert not failed
    assert {type(first) for first, _ in answers} <= {Entry, Gone}
    assert [second.number for _, second in answers] == list(range(60))
    assert store.match("stays").entries == 60


def test_processes_that_race_for_a_number(url: str, store: Store, start: Start) -> None:
    store.create(kept())
    rivals = [start(RIVAL, url, str(me)) for me in range(3)]
    for rival in rivals:
        assert rival.stdout.readline() == "ready\n"
    won = []
    for rival in rivals:
        rival.stdin.write("go\n")
        rival.stdin.flush()
    for rival in rivals:
        won += json.loads(rival.stdout.readline())
    assert sorted(won) == list(range(40))
    assert [entry.number for entry in store.entries("m")] == list(range(40))


def test_a_killed_writer_loses_nothing_that_was_acknowledged(url: str, store: Store, start: Start) -> None:
    for id in ("m", "n"):
        store.create(kept(id, game="nim", options={"heaps": (1000, 1000)}))
    writer = start(WRITER, url)
    for number in range(50):
        assert writer.stdout.readline() == f"{number}\n"
    writer.kill()
    said = [int(line) for line in writer.stdout.read().splitlines() if line]
    last = said[-1] if said else 49
    written = {id: store.entries(id) for id in ("m", "n")}
    assert len(written["m"]) == len(written["n"]) > last  # a batch is in both or in none
    for id, entries in written.items():
        match = store.match(id)
        assert [entry.number for entry in entries] == list(range(match.entries))
        assert fold(match, entries).ply == len(entries)
    more = move(len(written["m"]))
    assert store.append([Append(more)]) == [more]
