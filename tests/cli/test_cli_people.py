"""The person at the terminal in the database, and what opponents that learn remember of them."""

from __future__ import annotations

from shelf_kit import matches, names, records

from parlour.store import glance

RPS = ("play", "rock_paper_scissors", "-o", "rounds=3", "--level", "expert")


def test_the_person_who_sits_alone_is_a_player_of_the_database(run, state):
    for seats, stdin in (("human,easy", "1:1\n"), ("easy,human", ""), ("human,human", "1:1\n")):
        run("play", "nim", "--option", "heaps=1", "--seats", seats, stdin=stdin)
    (first, _), (second, _), (both, _) = matches(state, over=True)
    (me,) = run("player", "--json").data["players"]
    assert first.players == (me["id"], "")
    assert second.players == ("", me["id"])
    assert first.names == (me["name"], "")
    assert both.players == ("", ""), "of two at one screen nobody knows who is who"


def test_of_a_database_that_others_share_only_ones_own_matches_are_listed(run, state, monkeypatch, tmp_path):
    monkeypatch.setenv("PARLOUR_DATABASE", str(tmp_path / "shared.db"))
    monkeypatch.setattr(glance, "file", lambda: None)  # as with PostgreSQL: only the store can tell
    for who in ("ann", "bob"):
        monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / who))
        run("play", "nim", "--seats", "human,human", stdin="1:1\nlevel\n")
        run("play", "nim", "--option", "heaps=1", stdin="1:1\n")
        assert len(run("play", "--list", "--json").data["games"]) == 2
        assert run("play", "--resume", "--json", stdin="").data["moves"] == ["1:1"]
        assert run("replay", "--json").data["ended"] == "finished"
    assert run("history", "--json").data["total"] == 4


def test_a_strategy_that_cannot_recall_plays_on(run, tmp_path):
    (tmp_path / "odd.py").write_text(
        "from parlour import Strategy\n\nclass Odd(Strategy):\n    name = 'odd'\n"
        "    def recall(self, past):\n        raise ValueError('no idea')\n"
        "    def choose(self, view, limit):\n        return view.legal()[0]\n"
    )
    ran = run("play", "nim", "--load", "odd.py", "--seats", "human,odd", stdin="1:1\n")
    assert ran.code == 0
    assert "Second player takes" in ran.out
    assert ran.err == "parlour: odd cannot recall: ValueError: no idea\n"


def test_a_level_changed_in_the_game_keeps_the_person_where_they_sit(run, state):
    run("play", "nim", stdin="1:1\nlevel hard\n")
    ((kept, _),) = matches(state)
    assert kept.players[0]
    run("play", "--resume", "--seats", "easy,human", stdin="")
    ((after, _),) = matches(state)
    assert (after.seats, after.players) == (("easy", "human"), ("", kept.players[0]))
    assert after.names == ("", kept.names[0])


def test_opponents_that_learn_recall_the_person(run, state):
    for _ in range(2):
        run(*RPS, stdin="rock\nrock\nrock\n")
    told = run(*RPS, stdin="rock\nrock\nrock\nwhy\n").out
    assert "In 2 past matches you chose rock 100.0 % of the time." in told


def test_with_a_seed_nothing_is_recalled_not_even_when_it_is_resumed(run, state):
    first = run(*RPS, "--seed", 7, "--json", stdin="rock\nrock\nrock\n").data
    run(*RPS, stdin="rock\nrock\nrock\n")
    told = run(*RPS, "--seed", 7, stdin="rock\nrock\n")
    assert "past match" not in told.out
    resumed = run("play", "--resume", stdin="rock\nwhy\n").out
    assert "past match" not in resumed
    assert records(state, over=True)[-1].moves == tuple(first["moves"])


def test_a_resumed_match_recalls_what_it_did_when_it_began(run, state):
    run(*RPS, stdin="rock\nrock\nrock\n")
    run(*RPS, stdin="rock\n")
    (name,) = names(state)
    run(*RPS, stdin="paper\npaper\npaper\n")
    assert "In 1 past match you chose rock" in run("play", "--resume", name, stdin="rock\nrock\nwhy\n").out
