"""What other programs rely on: the commands, their JSON keys and their exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.core.record import Record

CANDIDATE = {"move", "value", "visits", "line"}


def test_games_lists_every_game_with_its_levels(run):
    games = {game["name"]: game for game in run("games", "--json").data["games"]}
    assert set(games) >= set(parlour.game_names())
    for game in games.values():
        assert set(game) >= {"name", "title", "seats", "levels", "strategies", "options"}
        assert list(game["levels"]) == ["easy", "medium", "hard", "expert"]
        assert "random" in game["strategies"]
    assert games["nim"]["options"]["heaps"]["default"] == [3, 4, 5]


def test_games_for_people_name_each_game_and_its_strategies(run):
    text = run("games").out
    for name in parlour.game_names():
        assert name in text
    one = run("games", "nim").out
    for words in ("heaps", "objects in each heap", "nim_sum:blunder=0.8", "taking the last object loses"):
        assert words in one


@pytest.mark.parametrize("name", parlour.game_names())
def test_a_game_in_detail_tells_how_it_goes(run, name):
    ran = run("games", name)
    words = " ".join(ran.out.split())
    guide = parlour.game(name).guide
    assert "\nRules\n" in ran.out
    for heading, told in guide.parts().items():
        assert f"\n{heading} " in ran.out
        assert told in words
    for move, meaning in guide.examples:
        assert f"{move} " in words
        assert meaning in words
    for head in ("level ", "name "):
        assert f"\n\n{head}" in ran.out, "a blank line before every table"
    examples = [line for line in ran.out.splitlines() if line.startswith("parlour ")]
    assert len(examples) == 3
    assert max(map(len, examples)) < 120
    data = run("games", name, "--json").data["games"][0]
    assert {"Moves", "Result", "Move text"} <= set(data["rules"])
    assert data["summary"]
    assert data["guide"] == guide.to_json()


def test_what_is_not_known_is_not_printed():
    from parlour.cli.explain import evidence

    assert evidence({"distance": None, "depth": 3, "of": {"a": None, "b": 1}}) == ["depth: 3", "of: b 1"]


def test_games_in_detail_has_the_options_of_strategies(run):
    (game,) = run("games", "nim", "--json").data["games"]
    assert game["strategy_options"]["random"]["blunder"]["default"] == 0.0


@pytest.mark.parametrize("game", ["nim", "kuhn_poker"])
def test_analyse_gives_a_choice_with_its_evidence(run, game):
    moves = "K Q" if game == "kuhn_poker" else ""
    data = run("analyse", game, "--moves", moves, "--json").data
    assert set(data) >= {
        *("game", "options", "moves", "seat", "move", "candidates", "evidence", "reasons", "work")
    }
    assert (data["game"], data["seat"], data["moves"]) == (game, 0, moves.split())
    assert data["candidates"]
    assert all(set(candidate) >= CANDIDATE for candidate in data["candidates"])
    assert data["move"] in {candidate["move"] for candidate in data["candidates"]}


def test_analyse_takes_a_level_a_spec_and_a_limit(run):
    for spec in ("easy", "expert", "random", "mcts:simulations=20,c=1.4"):
        data = run("analyse", "nim", "--strategy", spec, "--limit", "simulations=20", "--json").data
        assert data["move"]


def test_analyse_for_people_shows_board_candidates_and_reasons(run):
    ran = run("analyse", "nim", "--option", "heaps=3,4,5")
    assert ran.code == 0
    for words in ("● ● ● ● ●", "move: 1:2", "nim-sum"):
        assert words in ran.out


def test_moves_are_given_back_in_standard_form(run):
    assert run("perft", "connect_four", "--moves", "4453", "--depth", 1, "--json").data["moves"] == list(
        "4453"
    )


def test_solve_gives_value_and_certificate(run):
    data = run("solve", "nim", "--option", "heaps=3,4,5", "--json").data
    assert set(data) >= {"game", "options", "moves", "value", "seat", "certificate", "best"}
    assert data["value"] == 1.0
    assert data["options"]["heaps"] == [3, 4, 5]
    assert "1:2" in data["best"]


def test_solve_names_the_fraction_of_kuhn_1950(run):
    data = run("solve", "kuhn_poker", "--json").data
    assert data["value"] == pytest.approx(-1 / 18)
    assert data["certificate"]
    assert "−1/18" in run("solve", "kuhn_poker").out


@pytest.mark.parametrize(
    ("argv", "leaves", "games"),
    [
        (("tic_tac_toe", "--depth", 6), 54720, 6768),
        (("tic_tac_toe", "--depth", 0), 1, 0),
        (("connect_four", "--depth", 4), 2401, 0),
    ],
)
def test_perft_counts_what_is_published(run, argv, leaves, games):
    data = run("perft", *argv, "--json").data
    assert set(data) >= {"depth", "leaves", "games", "positions", "game", "options", "moves"}
    assert (data["depth"], data["leaves"], data["games"]) == (argv[2], leaves, games)


def test_perft_for_people_has_a_row_for_every_depth(run):
    rows = run("perft", "nim", "--depth", 3).out.splitlines()
    assert [row.split()[0] for row in rows] == ["depth", "1", "2", "3"]


def test_arena_gives_standings_the_same_for_the_same_seed(run, state):
    argv = ("arena", "nim", "expert", "random", "--games", 6, "--seed", 3, "--json")
    data = run(*argv).data
    assert data == run(*argv).data
    assert {entry["spec"] for entry in data["standings"]} == {"expert", "random"}
    for entry in data["standings"]:
        assert set(entry) >= {"spec", "games", "score", "low", "high", "elo"}
    assert not list((state / "events").glob("*")), "a finished event leaves no file behind"


def test_arena_says_exactly_what_is_played(run):
    data = run("arena", "nim", "random", "random", "--games", 3, "--json").data
    assert (data["games"], data["asked"], data["block"], data["openings"]) == (4, 3, 2, 2)
    title = run("arena", "nim", "random", "random", "--games", 3, "--openings", 0).out.splitlines()[0]
    assert title == "nim: 4 games a pairing (3 asked for; each deal is played from both sides), seed 0"
    assert "openings of 5 plies" in run("arena", "nim", "random", "random", "-n", 2, "--openings", 5).out
    wrong = run("arena", "nim", "random", "random", "--openings", "many")
    assert (wrong.code, "openings='many'" in wrong.err, len(wrong.err.splitlines())) == (2, True, 1)


def test_arena_without_a_place_for_its_file_says_so_once(run, state, monkeypatch):
    plain = run("arena", "nim", "random", "random", "--games", 4).out
    (state / "events").rmdir()
    (state / "events").write_text("")
    ran = run("arena", "nim", "random", "random", "--games", 4)
    assert (ran.code, ran.out) == (0, plain)
    (line,) = ran.err.splitlines()
    assert "the event is not being kept, and cannot be resumed" in line


def test_arena_goes_on_from_its_file(run, tmp_path):
    file = tmp_path / "event.jsonl"
    argv = ("arena", "nim", "random", "expert", "--games", 4, "--json", "--resume", file)
    whole = run(*argv).data
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:3]))
    assert run(*argv).data == whole
    assert len(file.read_text().splitlines()) == len(lines)


def test_arena_with_a_damaged_file_says_so_in_one_line(run, tmp_path):
    file = tmp_path / "event.jsonl"
    argv = ("arena", "nim", "random", "expert", "--games", 4, "--resume", file)
    assert run(*argv).code == 0
    lines = file.read_text().splitlines(keepends=True)
    lines[-1] = lines[-1].replace('"match"', '"much"')
    file.write_text("".join(lines))
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert "line 5: a damaged line" in line


def test_arena_for_people_names_who_is_stronger(run):
    ran = run("arena", "nim", "expert", "random", "--games", 4)
    assert ran.code == 0
    assert "expert" in ran.out


def test_play_without_people_prints_a_record_that_replays(run, tmp_path):
    ran = run("play", "nim", "--seats", "expert,random", "--seed", 5, "--json")
    record = Record.from_json(ran.out)
    assert record.replay().over
    assert record.seats == ("expert", "random")
    assert ran.out == run("play", "nim", "--seats", "expert,random", "--seed", 5, "--json").out
    told = run("play", "kuhn_poker", "--seats", "random,random", "--seed", 5).out
    names = parlour.game("kuhn_poker").names.names
    assert told.startswith(f"Kuhn Poker: {names[0]} and {names[1]} are random.\n")


def test_bench_lists_what_it_measures_and_gives_rows(run, monkeypatch):
    from parlour import bench
    from parlour.bench.measure import Row

    names = run("bench", "--list", "--json").data["benchmarks"]
    assert all(set(row) == {"name", "peer_name"} for row in names)
    assert names[0]["name"] in run("bench", "--list").out

    def one_row(wanted, against, progress):
        progress("nim")
        return [Row("nim", 200.0, 100.0, "peer", 2.0, "games/s")]

    monkeypatch.setattr(bench, "run", one_row)
    row = {"name": "nim", "ours": 200.0, "peer": 100.0, "peer_name": "peer", "ratio": 2.0, "unit": "games/s"}
    assert run("bench", "nim", "--json").data == {"rows": [row]}
    assert "2.00" in run("bench").out


def test_bench_gpu_gives_a_row_for_each_game_and_needs_a_gpu_unless_told_otherwise(run, own_game):
    found = run("bench", "gpu", "--device", "cpu", "--load", own_game, "--seconds", 0.01, "--json").data
    (row,) = found["rows"]
    assert row["game"] == "countdown"
    assert row["core"]["rate"] > 0
    assert row["gpu"] is row["equal"] is row["steps_a_second"] is None
    assert found["machine"]["gpu"] is None
    assert "1 core" in run("bench", "gpu", "--device", "cpu", "--load", own_game, "--seconds", 0.01).out
    refused = run("bench", "gpu", "--load", own_game)
    assert refused.code == 2
    assert "device=gpu" in refused.err
    assert len(refused.err.splitlines()) == 1


def test_check_tells_every_law_with_its_count(run, own_game):
    data = run("check", own_game, "--games", 2, "--json").data
    (part,) = data["checked"]
    assert part["game"] == "countdown"
    assert all(set(law) == {"law", "statement", "count"} for law in part["laws"])
    assert "laws hold" in run("check", own_game, "--games", 1).out


def test_check_takes_strategies_too(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from parlour import Strategy\n\nclass First(Strategy):\n    name = 'first_move'\n"
        "    def choose(self, view, limit):\n        return view.legal()[0]\n"
    )
    data = run("check", file, "--games", 1, "--json").data
    assert data["checked"][0]["strategy"] == "first_move"
    played = run("play", "nim", "--load", file, "--seats", "first_move,random", "--seed", 1, "--json")
    assert Record.from_json(played.out).seats == ("first_move", "random")


def test_a_broken_law_is_one_line_that_names_it(run, tmp_path, own_game):
    file = tmp_path / "broken.py"
    file.write_text(
        own_game.read_text().replace("(1.0, -1.0) if s.player == 1", "(1.0, 1.0) if s.player == 1")
    )
    ran = run("check", file)
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "broken" in ran.err


def test_warm_runs_every_level(run):
    data = run("warm", "nim", "kuhn_poker", "--json").data
    assert [(row["game"], row["level"]) for row in data["warmed"]] == [
        (game, level) for game in ("nim", "kuhn_poker") for level in ("easy", "medium", "hard", "expert")
    ]
    assert "expert" in run("warm", "nim").out


def test_a_users_game_works_everywhere(run, own_game):
    assert run("analyse", "countdown", "--load", own_game, "--json").data["game"] == "countdown"
    assert run("solve", "countdown", "--load", own_game, "--json").data["value"] == 1.0
    assert run("perft", "countdown", "--load", own_game, "--depth", 3, "--json").data["leaves"] == 7
    names = [game["name"] for game in run("games", "--load", own_game, "--json").data["games"]]
    assert "countdown" in names


def test_version_is_told_both_ways(run):
    assert run("--version").out == f"parlour {parlour.__version__}\n"
    assert run("version", "--json").data["version"] == parlour.__version__
    assert parlour.__version__ in run("version").out


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "games",
        "analyse",
        "solve",
        "puzzle",
        "perft",
        "replay",
        "export",
        "import",
        "arena",
        "equity",
        "bench",
        "check",
        "warm",
        "version",
    ],
)
def test_every_command_has_help_with_examples(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"parlour {command}" in ran.out.partition("Examples:")[2]
    assert "--json" in ran.out
    assert run("help", command).out == ran.out


def test_no_arguments_show_help(run):
    assert run().out == run("--help").out
    assert "analyse" in run().out


def test_verbose_logs_to_stderr_only(run):
    ran = run("play", "nim", "--seats", "expert,random", "--seed", 5, "--json", "--verbose")
    assert ran.data["game"] == "nim"
    assert f"parlour.play: {parlour.game('nim').names[0]} plays" in ran.err
    assert "parlour.match:" in ran.err
    assert run("play", "nim", "--seats", "expert,random", "--seed", 5, "--json").err == ""


def test_the_front_door_names_no_game():
    """Only the examples of --help may: they are there to be typed as they stand."""
    import re

    import parlour.cli

    names = re.compile(rf"\b({'|'.join(parlour.game_names())})\b")
    examples = re.compile(r'^EXAMPLES = """.*?"""$', re.M | re.S)
    for file in Path(parlour.cli.__path__[0]).glob("*.py"):
        text, found = examples.subn("", file.read_text())
        assert found <= 1
        assert not names.search(text), file.name


def test_the_examples_of_a_game_work(run):
    import shlex

    for name in ("nim", "kuhn_poker"):
        lines = [line for line in run("games", name).out.splitlines() if line.startswith("parlour ")]
        assert len(lines) == 3
        for line in lines:
            assert run(*shlex.split(line)[1:]).code == 0, line


def test_files_stay_below_three_hundred_lines():
    import parlour.cli

    for file in Path(parlour.cli.__path__[0]).glob("*.py"):
        assert len(file.read_text().splitlines()) < 300, file.name
