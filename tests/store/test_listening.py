"""What one server writes, the others hear: PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

from queue import Queue

from store_kit import kept, move

from parlour.store import Append, Store, Token, open_store
from postgres import Postgres

SECONDS = 30


def test_a_change_is_heard_by_the_others_and_not_by_who_made_it(store: Store, url: str) -> None:
    heard: Queue[str] = Queue()
    other = open_store(url)
    store.create(kept("m"), [Token("i", "m", (1,), "invitation")])
    store.create(kept("n"))
    close = other.listen(heard.put, lambda: heard.put("lost"))
    other.create(kept("own"))
    other.append([Append(move(0, "own"))])
    store.append([Append(move(0, "n")), Append(move(0, "m"))])
    store.append([Append(move(0, "m"))])
    store.use_invitation("i", Token("t", "m", (1,)), "Bob")
    store.delete("n")
    expected = ["m", "n", "m", "n"] if store.dialect == "postgresql" else []
    assert [heard.get(timeout=SECONDS) for _ in expected] == expected
    close()
    assert heard.empty()
    other.close()


def test_a_listener_comes_back_by_itself(postgres: Postgres, shared: str) -> None:
    store, other = open_store(shared), open_store(shared)
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
    other.append([Append(move(0))])
    assert heard.get(timeout=SECONDS) == "m"
    close()
    store.close()
    other.close()
