"""Matches to and from other programs' notations: nothing lost, nothing told, nothing overwritten."""

from __future__ import annotations

import json

import pytest

import parlour
from conftest import GAME
from parlour.core.record import Record

PDN = '[Black "Ann"]\n[White "Bob"]\n\n1. 11-15 23-19 {a comment} 2. 8-11 22-17 1-0\n'
OWN_NOTATION = """
class Lines:
    SUFFIXES = (".count",)

    @staticmethod
    def write(matches):
        return "\\n".join(" ".join(match.moves()) for match in matches)

    @staticmethod
    def read(text):
        import parlour

        for number, line in enumerate(text.splitlines(), 1):
            match = parlour.Match("countdown")
            for word in line.split():
                try:
                    match.play(word)
                except parlour.ParlourError as error:
                    raise parlour.ParlourError(f"line {number}: {error}") from None
            yield match


NOTATIONS = {"count": Lines}
"""


@pytest.fixture
def pdn(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_text(PDN + "\n" + PDN.replace("1-0", "*"))
    return file


def test_games_of_another_program_become_records_and_go_back(run, pdn, tmp_path):
    shown = run("import", pdn)
    assert shown.code == 0
    assert "Ann, Bob" in shown.out
    assert "forfeit" in shown.out
    assert run("import", pdn, "-o", "games.jsonl").out == "2 matches of checkers: games.jsonl\n"
    assert run("export", "games.jsonl", "--out", "again.pdn").code == 0
    data = run("import", "again.pdn", "--json").data
    assert [row["file"] for row in data["matches"]] == [None, None]
    assert [row["record"]["moves"] for row in data["matches"]] == [["11-15", "23-19", "8-11", "22-17"]] * 2
    assert [row["record"]["ended"] for row in data["matches"]] == ["forfeit", "unfinished"]
    assert "White" in run("export", "games.jsonl").out


def test_names_in_latin_1_are_read(run, tmp_path):
    (tmp_path / "old.pdn").write_bytes(PDN.replace("Ann", "Günther").encode("latin-1"))
    assert run("import", "old.pdn", "--json").data["matches"][0]["record"]["seats"] == ["Günther", "Bob"]


def test_several_matches_are_numbered_files(run, pdn, tmp_path):
    assert run("import", pdn, "-o", "game.json", "--json").data["matches"][1]["file"] == "game-2.json"
    assert Record.read(tmp_path / "game-1.json").replay().loser == 0
    again = run("import", pdn, "-o", "game.json")
    assert again.err == "parlour: game-1.json: is there already; name another file, or add --force\n"
    assert run("import", pdn, "-o", "game.json", "--force").code == 0


def test_hands_go_through_records_unchanged(run, tmp_path):
    run("play", "holdem", "--seats", "easy,easy", "--option", "hands=3", "--seed", 3, "--save", "s.json")
    text = run("export", "s.json").out
    assert run("export", "s.json", "-o", "s.phhs").code == 0
    assert (tmp_path / "s.phhs").read_text() == text
    assert run("import", "s.phhs", "-o", "s.jsonl").code == 0
    again = run("export", "s.jsonl", "--format", "phh").out
    kept = [line for line in text.splitlines() if not line.startswith("hand = ")]
    assert [line for line in again.splitlines() if not line.startswith("hand = ")] == kept
    whole = run("export", "s.json", "--format", "json").out
    assert Record.from_json(whole) == Record.read(tmp_path / "s.json")


def test_a_match_under_way_keeps_its_secrets(run, tmp_path):
    match = parlour.Match("holdem", 5)
    match.play("call")
    match.save(tmp_path / "live.json")
    ran = run("export", "live.json", "--format", "phh")
    assert (ran.code, ran.out) == (2, "")
    assert "is not over, and phh would tell what is hidden" in ran.err
    record = Record.from_json(run("export", "live.json", "--format", "json").out)
    assert (record.seed, record.moves[:4]) == (None, ("?", "?", "?", "?"))
    assert run("export", "live.json", "--format", "json", "-o", "seen.json").code == 0
    assert json.loads((tmp_path / "seen.json").read_text())["seed"] is None


def test_a_hand_from_elsewhere_can_be_gone_on_with(run, tmp_path):
    lines = ["variant = 'NT'", "antes = [0, 0]", "blinds_or_straddles = [1, 2]", "min_bet = 2"]
    lines += ["starting_stacks = [9, 9]", "actions = ['d dh p1 AsAh', 'd dh p2 7h6h', 'p2 cc']"]
    (tmp_path / "part.phh").write_text("\n".join(lines))
    assert run("import", "part.phh", "-o", "part.json").code == 0
    assert run("play", "--resume", "part.json", stdin="check\nquit\n").code == 0
    record = Record.read(tmp_path / "part.json")
    assert (record.seed, len(record.moves) > 6) == (None, True)
    assert record.replay().state.street == 1


def test_a_users_game_may_have_a_notation(run, tmp_path):
    (tmp_path / "countdown.py").write_text(GAME + OWN_NOTATION)
    (tmp_path / "two.count").write_text("1 1 0\n0 0 0\n")
    words = ("--load", "countdown.py")
    assert run("import", "two.count", *words, "-o", "two.jsonl").code == 0
    assert run("export", "two.jsonl", *words).out == "1 1 0\n0 0 0\n"
    (tmp_path / "two.count").write_text("1 1 0\n0 5\n")
    ran = run("import", "two.count", *words)
    assert ran.code == 2
    assert ran.err.startswith("parlour: two.count: line 2: countdown: '5' is not a move; legal: 0 1")
    lazy = "type('Lazy', (), {'read': staticmethod(lambda text: [7]), 'write': staticmethod(len)})"
    wrong = (
        (f"{{'count': {lazy}}}", "yields 7, not a Match"),
        ("{'count': 'nowhere_at_all'}", "No module"),
        ("{'count': 7}", "read and write"),
        ("7", "a dict"),
    )
    for number, (notations, says) in enumerate(wrong):
        (tmp_path / f"broken{number}.py").write_text(f"{GAME}\nNOTATIONS = {notations}\n")
        words = ("--load", f"broken{number}.py", "--game", f"broken{number}", "--format", "count")
        ran = run("import", "two.count", *words)
        assert (ran.code, says in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "a.pdn",
            "1. 11-15\n2. 11-99 *",
            "a.pdn: line 2: move 2: checkers: '11-99' is not a move; legal: 21-17",
        ),
        ("a.pdn", "e4 e5", "a.pdn: line 1: 'e4 e5' is not PDN; moves are 11-15"),
        ("a.pdn", "", "a.pdn: holds no match"),
        ("a.phh", "variant = 'NT'\nantes = [", "a.phh: PHH: not TOML"),
        ("a.phh", "variant = 'NT'\nantes = [0, 0]", "a.phh: line 1: blinds_or_straddles is missing"),
        ("a.txt", "1. 11-15", "which notation is it? add --format F; known: pdn (checkers), phh (holdem)"),
        ("a.json", "{}\n[]", "a.json: line 1: not a record"),
        ("a.json", b"\n\xff", "a.json: line 2: not UTF-8"),
        ("a.pdn", b"\n\xff", "a.pdn: line 2: 'ÿ' is not PDN"),
    ],
)
def test_nonsense_gets_one_line_with_file_line_and_fix(run, tmp_path, name, text, says):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = run("import", name)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert says in ran.err


def test_what_cannot_be_exported_says_so(run, tmp_path, pdn):
    run("play", "nim", "--seats", "easy,easy", "--seed", 1, "--save", "nim.json")
    assert "nim has no notation 'pdn'; it has json" in run("export", "nim.json", "--format", "pdn").err
    assert run("export", "nim.json").data["game"] == "nim"
    run("import", pdn, "-o", "games.jsonl")
    both = (tmp_path / "games.jsonl").read_text() + (tmp_path / "nim.json").read_text()
    (tmp_path / "both.jsonl").write_text(both)
    assert "records of several games" in run("export", "both.jsonl").err
    assert "No such file" in run("export", "nowhere.json").err
    assert "a directory" in run("export", "nim.json", "-o", tmp_path).err
    assert "several" not in run("import", pdn, "--game", "checkers").err
    assert "known: none but json" in run("import", pdn, "--game", "nim").err
