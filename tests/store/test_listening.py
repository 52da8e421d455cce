"""What one server writes, the others hear: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

from queue import Queue

from store_kit import kept, move

from parlour.store import Append, Store, Token, open_store
from postgres import Postgres

SECONDS = 30


def test_a_change_is_heard_by_the_others(store: Store) -> None:
    heard: Queue[str] = Queue()
    store.create(kept("m"), [Token("i", "m", (1,), "invitation")])
    store.create(kept("n"))
    close = store.listen(heard.put, lambda: heard.put("lost"))
    store.append([Append(move(0, "n")), Append(move(0, "m"))])
    store.append([Append(move(0, "m"))])
    store.use_invitation("i", Token("t", "m", (1,)), "Bob")
    store.delete("n")
    expected = ["m", "n", "m", "n"] if store.dialect == "postgresql" else []
    assert [heard.get(timeout=SECONDS) for _ in expected] == expected
    close()
    assert heard.empty()


def test_a_listener_comes_back_by_itself(postgres: Postgres, shared: str) -> None:
    store = open_store(shared)
    store.delete("m")
    store.create(kept("m"))
    heard: Queue[str] = Queue()
    close = store.listen(heard.put, lambda: heard.put("lost"))
    postgres.stop()
    try:
        assert heard.get(timeout=SECONDS) == "lost"
    finally:
        postgres.start()
    assert heard.get(timeout=SECONDS) == "lost"  # now it hears again: look at what was missed
    store.append([Append(move(0))])
    assert heard.get(timeout=SECONDS) == "m"
    close()
    store.close()
