"""Playing through a pipe: every order, every save, nothing lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shelf_kit import NIM, matches

import parlour
from parlour.core.match import Match
from parlour.core.record import Record


def kept_of(state: Path, game: str, over: bool = False) -> list[tuple[str, Record]]:
    """List the matches of a game under way, or that are over, the latest last."""
    return [(kept.id, record) for kept, record in matches(state, over) if kept.game == game]


def saved(state: Path, game: str) -> Record:
    """Read the unfinished game that was played last."""
    return kept_of(state, game)[-1][1]


def test_a_game_is_played_to_its_end(run, state):
    ran = run("play", "nim", "--option", "heaps=1,1", "--level", "expert", stdin="1:1\n")
    assert ran.code == 0
    assert ran.err == ""
    assert "\x1b" not in ran.out
    for words in ("Nim: you are the first player; the second player is expert.", "your move (1:1 2:1)> 1:1"):
        assert words in ran.out
    assert "Second player takes 1 from heap 2" in ran.out
    assert "Second player wins." in ran.out
    ((kept, record),) = kept_of(state, "nim", over=True)
    assert f"parlour replay {kept}\n" in ran.out
    assert "parlour analyse nim --option heaps=1,1\n" in ran.out
    assert not kept_of(state, "nim")
    assert record.ended == "finished"


def test_the_words_at_the_end_are_commands_that_work(run):
    ran = run("play", "nim", "--option", "heaps=1,1,1", "--level", "expert", stdin="1:1\n2:1\n3:1\n")
    import shlex

    for line in ran.out.splitlines():
        if line.startswith(("replay:", "analyse:")):
            words = shlex.split(line.partition(":")[2])
            assert words[0] == "parlour"
            assert run(*words[1:]).code == 0


def test_save_keeps_the_record(run, tmp_path):
    file = tmp_path / "deep" / "er" / "game.json"
    ran = run("play", "nim", "--option", "heaps=1", "--save", file, stdin="1:1\n")
    assert "You win." in ran.out
    assert Record.read(file).seats == ("human", "medium")
    assert f"parlour replay {file}" in ran.out


def test_at_the_end_of_input_the_match_is_saved(run, state):
    ran = run(*NIM, stdin="1:1\n")
    assert ran.code == 0
    assert ran.out.rstrip().endswith("Saved; go on with: parlour play nim --resume")
    record = saved(state, "nim")
    assert record.ended == "unfinished"
    assert record.seats == ("human", "medium")
    assert record.moves[0] == "1:1"
    assert len(record.moves) == 2


@pytest.mark.parametrize("how", [(), ("nim",)])
def test_a_resumed_match_goes_on_as_if_never_left(run, state, how):
    first, second = "1:1\n2:2\n", "board\nmoves\n"
    run(*NIM, "--level", "hard", stdin=first + second)
    whole = saved(state, "nim")
    run(*NIM, "--level", "hard", stdin=first)
    left = saved(state, "nim")
    ran = run("play", *how, "--resume", stdin=second)
    assert ran.code == 0
    assert left.moves == whole.moves
    assert saved(state, "nim") == whole
    ending = run("play", "--resume", "--json", stdin="resign\n")
    record = Record.from_json(ending.out)
    assert record.moves == whole.moves
    assert (record.ended, record.loser, record.reason) == ("forfeit", 0, "resigned")
    assert len(kept_of(state, "nim")) == 1
    assert len(kept_of(state, "nim", over=True)) == 1


def test_a_file_is_resumed_and_kept_up_to_date(run, tmp_path):
    file = tmp_path / "game.json"
    run(*NIM, "--save", file, stdin="1:1\n")
    before = Record.read(file)
    ran = run("play", "nim", f"--resume={file}", stdin="2:1\n")
    after = Record.read(file)
    assert after.moves[: len(before.moves)] == before.moves
    assert len(after.moves) == len(before.moves) + 2
    assert f"--resume {file}" in ran.out
    assert run("play", file, "--resume", "nim", "--level", "hard").code == 0
    assert Record.read(file).seats == ("human", "hard")


def test_a_new_game_leaves_the_unfinished_one(run, state):
    run(*NIM, stdin="1:1\n")
    old = saved(state, "nim")
    ran = run(*NIM, stdin="2:1\n")
    (first, kept), (second, _) = kept_of(state, "nim")
    assert f"An unfinished game is kept; go on with it by: parlour play --resume {first}\n" in ran.out
    assert ran.out.endswith(f"Saved; go on with: parlour play --resume {second}\n")
    assert kept == old
    assert saved(state, "nim").moves[0] == "2:1"


def test_a_bad_move_costs_one_line(run, state):
    ran = run(*NIM, stdin="zz\n9:9\n" + "x" * 1_000_000 + "\n\0\n\n1:1\n")
    assert "'zz' is not a move; legal: 1:1 1:2" in ran.out
    assert ran.code == 0
    assert len(ran.out) < 20_000
    assert saved(state, "nim").moves[0] == "1:1"


def test_undo_goes_back_to_ones_last_decision(run, state):
    ran = run(*NIM, stdin="1:1\n2:2\nundo\nundo\nundo\n")
    assert "There is no move of yours to undo." in ran.out
    assert saved(state, "nim").moves == ()
    ran = run("play", "nim", "--option", "heaps=2,2", "--seed", 1, stdin="resign\nundo\n1:1\n")
    assert saved(state, "nim").moves[0] == "1:1"


def test_undo_after_the_last_move(run, state):
    run("play", "nim", "--option", "heaps=1,1", stdin="1:1\nundo\n")
    assert saved(state, "nim").moves == ()
    assert saved(state, "nim").ended == "unfinished"


def test_undo_replays_the_same_answer(run, state):
    run(*NIM, stdin="1:1\n")
    once = saved(state, "nim")
    run(*NIM, stdin="1:1\nundo\n2:1\nundo\n1:1\n")
    assert saved(state, "nim") == once


def test_hint_tells_a_move_and_reasons(run):
    ran = run(*NIM, stdin="hint\nhint random\nhint nosuch\nhint kuhn\n")
    assert "move: 1:2" in ran.out
    assert "nim-sum" in ran.out
    assert "Any legal move" in ran.out
    assert "unknown strategy 'nosuch'" in ran.out


def test_why_tells_the_reasons_of_the_last_answer(run):
    ran = run(*NIM, "--level", "expert", stdin="why\n1:2\nwhy\n")
    assert "The computer has not moved yet" in ran.out
    assert "nim-sum" in ran.out


def test_the_level_changes_and_is_remembered(run, state):
    ran = run(*NIM, stdin="level\nlevel nosuch\nlevel human\nlevel mcts:simulations=5\nlevel expert\n1:1\n")
    assert "Now: you are the first player; the second player is medium." in ran.out
    assert "unknown level 'nosuch'; known: easy, expert, hard, medium" in ran.out
    assert saved(state, "nim").seats == ("human", "expert")


def test_save_board_moves_help_new_quit(run, state, tmp_path):
    file = tmp_path / "kept.json"
    orders = f"save\nsave {file}\nsave /nosuch\0/x\nboard\nmoves\nhelp\n1:1\nnew\nquit\n2:2\n"
    ran = run(*NIM, stdin=orders)
    assert ran.code == 0
    assert Match.resume(file).ply == 0
    for words in ("Name the file", f"Saved to {file}", "12 legal: 1:1 1:2", "hint [LEVEL]", "hint more"):
        assert words in ran.out
    assert ran.out.count("Nim: you are the first player") == 2
    assert saved(state, "nim").moves == ()
    assert kept_of(state, "nim")[0][1].moves[0] == "1:1"


def test_a_finished_game_still_takes_orders(run, tmp_path):
    file = tmp_path / "end.json"
    ran = run(
        "play",
        "nim",
        "--option",
        "heaps=1",
        stdin=f"1:1\n1:1\nhint\nboard\nmoves\nresign\nsave {file}\nnew\n",
    )
    assert ran.code == 0
    assert "The game is over; type new" in ran.out
    assert "nothing to hint at" in ran.out
    assert Record.read(file).ended == "finished"
    assert ran.out.count("Nim: you are the first player") == 2


def test_a_menu_takes_numbers_and_names(run, state):
    listed = run("play").out.splitlines()
    number = next(line for line in listed if line[5:].startswith("Nim  ")).split()[0]
    ran = run("play", stdin=f"zzz\n{number}\nhrd\n4\n\n1:2\n")
    assert ran.code == 0
    assert "unknown choice 'zzz'" in ran.out
    assert "did you mean hard" in ran.out
    assert saved(state, "nim").seats == ("human", "expert")
    run("play", stdin="kuhn_poker\n\n\n\n")
    assert saved(state, "kuhn_poker").seats == ("human", "medium")
    assert run("play", stdin="").code == 0
    assert run("play", stdin="nim\n").code == 0
    run("play", "--level", "easy", stdin="nim\n1:1\n")
    assert saved(state, "nim").seats == ("human", "easy")


def test_the_computer_may_begin(run, state):
    ran = run("play", "nim", "--seats", "expert,human", stdin="")
    assert "First player takes 2 from heap 1" in ran.out
    assert saved(state, "nim").moves == ("1:2",)


def test_specs_with_commas_are_kept_whole(run, state):
    run("play", "nim", "--seats", "mcts:simulations=5,c=1.4,human", stdin="")
    assert saved(state, "nim").seats == ("mcts:simulations=5,c=1.4", "human")
    run("play", "nim", "--seats", "ai,human", "--level", "easy", stdin="")
    assert saved(state, "nim").seats == ("easy", "human")


def test_with_json_the_screen_is_on_stderr(run):
    ran = run("play", "nim", "--option", "heaps=1", "--json", stdin="1:1\n")
    assert ran.data["returns"] == [1.0, -1.0]
    assert "You win." in ran.err
    ran = run("play", "kuhn_poker", "--option", "deal=K/Q", "--json", stdin="")
    assert ran.data["ended"] == "unfinished"
    assert ran.data["seed"] is None
    assert ran.data["options"] == {}


def test_two_people_share_a_screen(run):
    ran = run("play", "nim", "--option", "heaps=1,1", "--seats", "human,human", stdin="1:1\n2:1\n")
    assert "second player's move (2:1)> 2:1" in ran.out
    assert "Second player wins." in ran.out
    assert "pass the screen" not in ran.out


def test_people_with_secrets_pass_the_screen(run):
    names = [name.capitalize() for name in parlour.game("kuhn_poker").names.names]
    argv = ("play", "kuhn_poker", "--option", "deal=K/J", "--seats", "human,human")
    for stdin in ("\nbet\n\nfold\n", "bet\nfold\n"):
        ran = run(*argv, stdin=stdin)
        between = ran.out.split("pass the screen to ")
        assert len(between) == 3
        assert " K " in between[1]
        assert " J" not in between[1]
        assert " K " not in between[2]
        assert f"{names[0]} wins." in ran.out


def test_a_state_folder_that_cannot_be_written_does_not_end_the_game(run, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "file"))
    ran = run("play", "nim", "--option", "heaps=2,2", stdin="1:1\n")
    assert ran.code == 0
    assert len(ran.err.splitlines()) == 1
    assert "not being kept" in ran.err
    assert "could not be saved" in ran.out
    assert run("play", "nim", "--option", "heaps=1", stdin="1:1\n").code == 0
    assert run("arena", "nim", "random", "random", "--games", 2).code == 0


def test_a_strategy_that_fails_forfeits_and_the_game_ends_well(run, tmp_path):
    file = tmp_path / "bad.py"
    file.write_text(
        "from parlour import Strategy\n\nclass Bad(Strategy):\n    name = 'bad'\n"
        "    def choose(self, view, limit):\n        return 1 // 0\n"
    )
    ran = run("play", "nim", "--load", file, "--seats", "human,bad", stdin="1:1\nhint bad\n")
    assert ran.code == 0
    assert "Second player loses: error: ZeroDivisionError" in ran.out
    hint = run("play", "nim", "--load", file, stdin="hint bad\n1:1\n")
    assert "bad failed: ZeroDivisionError" in hint.out
    assert hint.out.count("Second player takes") == 1


@pytest.mark.parametrize("seat", [None, -1, 0, 1])
def test_replay_shows_every_ply(run, tmp_path, seat):
    file = tmp_path / "k.json"
    run("play", "kuhn_poker", "--option", "deal=", "--seats", "random,random", "--seed", 3, "--save", file)
    record = Record.read(file)
    asked = [] if seat is None else ["--seat", seat]
    data = run("replay", file, "--json", *asked).data
    assert len(data["plies"]) == len(record.moves) + 1
    moves = [ply["move"] for ply in data["plies"][1:]]
    hidden = {None: [], -1: [0, 1], 0: [1], 1: [0]}[seat]
    assert moves == ["?" if at in hidden else move for at, move in enumerate(record.moves)]
    assert all(set(ply) == {"ply", "seat", "move", "state", "picture"} for ply in data["plies"])
    text = run("replay", file, *asked).out
    assert text.count("Kuhn Poker") == len(data["plies"])
    assert run("replay", file, "--ply", 2, *asked).out.count("Kuhn Poker") == 1
    assert "wins" in text
    assert "seed" not in data


def test_replay_of_a_live_match_shows_what_a_spectator_knows(run, state):
    run("play", "kuhn_poker", "--option", "deal=K/J", stdin="")
    ((name, _),) = kept_of(state, "kuhn_poker")
    text = run("replay", name).out
    assert "K" not in text.replace("Kuhn", "")
    assert "not over" in text
    assert " K " in run("replay", name, "--seat", 0).out
    assert json.loads(run("replay", name, "--json").out)["options"] == {"deal": ""}


def test_every_seed_and_every_new_game_of_row_column_has_another_square(run):
    def square(text):
        return [line for line in text.splitlines() if "│" in line][:6]

    boards = [square(run("play", "row_column", "--seed", seed, stdin="").out) for seed in (5, 6, 5)]
    assert boards[0] == boards[2] != boards[1]
    ran = run("play", "row_column", "--seed", 5, stdin="new\n")
    first, second = map(square, ran.out.split("Row-Column: you are ")[1:])
    assert first == boards[0] != second
    assert len(second) == 6
    by_hand = [square(run("play", "row_column", "-o", "seed=1", "--seed", n, stdin="").out) for n in (5, 6)]
    assert by_hand[0] == by_hand[1]
