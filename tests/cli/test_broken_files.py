"""A user's file that is broken: every command says in one line which file it is and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.core import trial
from parlour.laws import watch

END = "return State(s.left - 1 - a, 1 - s.player)"
OWN = "from parlour import Option, Traits, Picture, Strategy, CHANCE, UNKNOWN\n"
HIDDEN = "\ndef mask(s, seat):\n    return State(UNKNOWN, s.player)\n\ndef fill(v, seat, rng):\n    {}\n"
ADDED = {  # what is written below the game -> what is said of it
    "OPTIONS = 5": "OPTIONS is 5; it must be a dict",
    'OPTIONS = {"x": 5}': "OPTIONS['x'] is 5; it must be parlour.Option",
    "OPTIONS = {1: Option(1)}": "OPTIONS has 1 for a name",
    'OPTIONS = {"x": Option(1)}': "start: TypeError",
    "TRAITS = 5": "TRAITS is 5; it must be made by parlour.Traits",
    "TRAITS = None": "TRAITS is None",
    "def TRAITS(s):\n    return 'open'": "TRAITS is 'open'",
    "LEVELS = 5": "LEVELS is 5; it must be a dict",
    'LEVELS = {"easy": 5}': "LEVELS['easy'] is 5",
    "LEVELS = ['easy']": "LEVELS is ['easy']",
    "STRATEGIES = 5": "STRATEGIES is 5",
    "STRATEGIES = {'mcts': None}": "STRATEGIES['mcts'] is None",
    "SEATS = 0": "SEATS is 0; it must be a whole number from 1",
    "SEATS = 'two'": "SEATS is 'two'",
    "SEATS = 2.0": "SEATS is 2.0",
    "SEATS = 10**9": "SEATS is 1000000000",
    "def SEATS(s):\n    return 1 // 0": "SEATS, ACTIONS or BOUNDS: ZeroDivisionError",
    "ACTIONS = 0": "ACTIONS is 0",
    "ACTIONS = None": "ACTIONS is None",
    "ACTIONS = -1": "ACTIONS is -1",
    "ACTIONS = 1": "legal gives action 1, but ACTIONS is 1",
    "BOUNDS = 5": "BOUNDS is 5; it must be the lowest and the highest result",
    "BOUNDS = (1, -1)": "BOUNDS is (1, -1)",
    "BOUNDS = (0.0,)": "BOUNDS is (0.0,)",
    "BOUNDS = ('a', 'b')": "BOUNDS is ('a', 'b')",
    "BOUNDS = (0.0, float('inf'))": "BOUNDS is (0.0, inf)",
    "NAME = 5": "NAME is 5; it must be a name",
    "NAME = ''": "NAME is ''",
    "TITLE = 5": "TITLE is 5",
    "format = 5": "format is 5; it must be a function",
    "picture = 'x'": "picture is 'x'",
    "def format(s, a):\n    return None": "format gives None for action 0; it must be text",
    "def format(s, a):\n    return a": "format gives 0 for action 0",
    "def picture(s):\n    return 5": "picture gives 5, a int, not a Picture",
    "def picture(s):\n    return None": "picture gives None",
    "def picture(s):\n    return Picture(5)": "TypeError",
    "def returns(s):\n    return (1.0,)": "returns gives (1.0,); it must be a tuple of 2 floats",
    "def returns(s):\n    return (1.0, 0.0, -1.0)": "returns gives (1.0, 0.0, -1.0)",
    "def returns(s):\n    return None": "returns gives None",
    "def returns(s):\n    return 'ab'": "returns gives 'ab'",
    "def returns(s):\n    return (float('nan'), 0.0)": "must be finite numbers",
    "def turn(s):\n    return OVER if s.left == 0 else 7": "turn gives 7; it must be a seat from 0 to 1",
    "def turn(s):\n    return None": "turn gives None",
    "def turn(s):\n    return OVER if s.left == 0 else s.player * 1.0": "turn gives 0.0",
    "def turn(s):\n    return s.player": "legal gives no action, but turn gives",
    "def legal(s):\n    return ~s.left": "a negative number: mask a complement",
    "def legal(s):\n    return -1": "legal gives -1, a negative number",
    "def legal(s):\n    return (-1, 0)": "legal gives -1, a negative number",
    "def legal(s):\n    return [0, 1]": "legal gives [0, 1]; it must be bits",
    "def legal(s):\n    return None": "legal gives None; it must be bits",
    "def legal(s):\n    return '3'": "legal gives '3'; it must be bits",
    "def legal(s):\n    return 3.0": "legal gives 3.0; it must be bits",
    "def legal(s):\n    return 0": "legal gives no action",
    "def play(s, a):\n    return s": "not over after 10,000 plies of random play",
    "def play(s, a):\n    return (s.left - 1, 0)": "a tuple, not a State",
    "def play(s, a):\n    return None": "the state is None",
    "def play(s):\n    return s": "TypeError",
    "def start():\n    return None": "the state is None",
    "def start():\n    return 1 // 0": "start: ZeroDivisionError",
    "def start(heaps):\n    return State(5, 0)": "start: TypeError",
    "def weights(s, a):\n    return 'x'\ndef turn(s):\n    return CHANCE": "TypeError",
    HIDDEN.format("return v"): "State.left holds UNKNOWN (-3) in a world drawn by fill",
    HIDDEN.format("return None"): "fill gives None, a NoneType, not a State",
    HIDDEN.format("return State(5, 0)[:1]"): "fill gives (5,), a tuple, not a State",
}
ASKED = {  # what only shows when a move is read
    "def parse(s, text):\n    return 'x'": "parse gives 'x' for '1'; it must be an action or -1",
    "def parse(s, text):\n    return None": "parse gives None",
    "def parse(s, text):\n    return int('no number')": "ValueError",
    "def read(s, text):\n    return 5": "read gives 5 for '1'; it must be a list of actions",
    "def split(text):\n    return 5": "split gives 5; it must be a list of texts",
    "def split(text):\n    return [5.5]": "split gives [5.5]",
    "def write(s, actions):\n    return 5": "write gives 5; it must be a list of texts",
}
PLAYERS = {  # the body of a class -> what is said of it
    "name = ''": "Mine.name is ''; it must be a word",
    "name = 5": "Mine.name is 5",
    "name = 'a b'": "Mine.name is 'a b'",
    "games = 5": "Mine.games is 5; it must be a tuple of games' names",
    "games = 'nim'": "Mine.games is 'nim'",
    "options = 5": "TypeError",
    "options = {'x': 5}": "Mine.options holds 'x': 5; declare it by option()",
    "def __init__(self):\n        return": "Mine.__init__: too many positional arguments",
}
COMMANDS = (
    ("games", "mine"),
    ("analyse", "mine", "--strategy", "montecarlo", "--limit", "simulations=20"),
    ("perft", "mine", "--depth", "2"),
    ("solve", "mine"),
    ("play", "mine", "--seats", "random,montecarlo", "--limit", "simulations=20"),
    ("play", "mine"),
    ("arena", "mine", "random", "random", "--games", "2"),
    ("warm", "mine"),
)


def told(ran: object, file: Path) -> str:
    assert ran.code in (0, 2), (ran.code, ran.err)
    if ran.code:
        assert file.name in ran.err
        assert "internal error" not in ran.err
        assert "Traceback" not in ran.err
        assert ran.err.strip().count("\n") == 0, ran.err
    return ran.err


def each(cases: dict[str, str]):
    return pytest.mark.parametrize(("body", "says"), cases.items(), ids=[b[:40] for b in cases])


@each(ADDED)
def test_a_broken_game_is_named_with_what_is_wrong(run, own_game, tmp_path, body, says):
    file = tmp_path / "mine.py"
    file.write_text(OWN + own_game.read_text() + "\n" + body + "\n")
    said = [told(run(*command, "--load", file), file) for command in COMMANDS]
    assert any(says in line for line in said), said
    ran = run("check", file)
    assert ran.code == 2
    assert ran.err.strip().count("\n") == 0
    assert "Traceback" not in ran.err
    assert "internal" not in ran.err


@each(ASKED)
def test_broken_words_are_named_when_a_move_is_read(run, own_game, tmp_path, body, says):
    file = tmp_path / "mine.py"
    file.write_text(OWN + own_game.read_text() + "\n" + body + "\n")
    said = [
        told(run("analyse", "mine", "--moves", "1", "--strategy", "random", "--load", file), file),
        told(run("perft", "mine", "--moves", "1", "--depth", "1", "--load", file), file),
    ]
    assert any(says in line for line in said), said
    run("play", "mine", "--load", file, stdin="1\nquit\n")  # at the table it is said, or ends in one line


@each(PLAYERS)
def test_a_strategy_that_says_nonsense_of_itself_is_named(run, tmp_path, body, says):
    file = tmp_path / "mine.py"
    file.write_text(
        OWN + f"class Mine(Strategy):\n    {body}\n    def choose(self, view, limit):\n        return 0\n"
    )
    for command in (("check", file), ("games", "nim", "--load", file)):
        ran = run(*command)
        assert ran.code == 2
        assert says in told(ran, file)


@pytest.mark.parametrize("ending", ["raise SystemExit(5)", "exit(5)", "raise Away('gone')"])
@pytest.mark.parametrize("where", ["choose(self, view, limit)", "__init__(self, *args, **options)"])
def test_a_strategy_that_exits_ends_nothing_but_its_match(run, tmp_path, ending, where):
    file = tmp_path / "mine.py"
    file.write_text(
        OWN
        + "class Away(BaseException):\n    pass\n\n"
        + f"class Mine(Strategy):\n    def {where}:\n        {ending}\n"
    )
    kind = "Away: gone" if "Away" in ending else "SystemExit: 5"
    for command in (
        ("check", file),
        ("analyse", "nim", "--strategy", "mine", "--load", file),
    ):
        ran = run(*command)
        assert ran.code == 2, ran
        assert kind in ran.err
        assert ran.err.count("\n") == 1
    ran = run("play", "nim", "--seats", "mine,random", "--json", "--load", file)
    assert (ran.code == 2) == ("__init__" in where)
    assert kind in (ran.err if ran.code else ran.data["reason"])
    ran = run("arena", "nim", "mine", "random", "--games", "2", "--load", file, "--json")
    assert (ran.code == 2) == ("__init__" in where)
    assert kind in (ran.err if ran.code else ran.out)
    ran = run("play", "nim", "--load", file, stdin="hint mine\n1:1\nquit\n")
    assert ran.code == 0
    assert kind in ran.out
    assert "Saved" in ran.out


def test_a_strategy_cannot_change_the_options_of_the_game(run, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        OWN
        + "class Mine(Strategy):\n    def choose(self, view, limit):\n"
        + "        view.game.options['heaps'] = (1,)\n        return 0\n"
    )
    ran = run("play", "nim", "--seats", "mine,random", "--json", "--load", file)
    assert "options of a game are settled" in ran.data["reason"]


def test_a_rule_that_never_ends_is_stopped_and_its_law_named(run, own_game, tmp_path, monkeypatch):
    monkeypatch.setattr(watch, "PATIENCE", 0.3)
    file = tmp_path / "mine.py"
    file.write_text(OWN + own_game.read_text() + "\ndef order(s, a):\n    while True:\n        pass\n")
    ran = run("check", file)
    assert ran.code == 2
    assert "the law of hints did not get on for 0.3 s" in ran.err


def test_a_law_that_walks_for_ever_is_stopped_by_its_steps(run, own_game, tmp_path, monkeypatch):
    monkeypatch.setattr(watch, "MOST_STEPS", 2)
    file = tmp_path / "mine.py"
    file.write_text(OWN + own_game.read_text())
    ran = run("check", file, "--games", "1")
    assert ran.code == 2
    assert "the law of plain states did not end within 2 steps" in ran.err


def test_check_names_the_law_under_way(run, own_game):
    ran = run("check", own_game, "-v", "--games", "2")
    assert ran.code == 0
    assert "checking the law of legal actions" in ran.err
    assert "checking the law of" not in run("check", own_game, "--games", "2").err


@pytest.mark.parametrize("path", ["ring.py", "a/" * 2000 + "x.py", "x.py\0"])
def test_paths_that_lead_nowhere(run, tmp_path, path):
    (tmp_path / "ring.py").symlink_to(tmp_path / "ring.py")
    for command in (("check", path), ("games", "--load", path)):
        ran = run(*command)
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert "internal" not in ran.err


def test_a_game_of_the_user_is_tried_once_and_a_sound_one_passes(own_game, monkeypatch):
    from parlour import Match, game, load

    load(own_game)
    it, states = game("countdown"), []
    monkeypatch.setattr(trial, "_check_state", lambda game, s: states.append(s))
    Match(it, 1)
    first = len(states)
    Match(it, 2)
    Match(game("nim"), 1)  # the package's own are held to every law by its tests
    assert 3 <= first == len(states)


def test_loose_bounds_are_noted(run, own_game, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(OWN + own_game.read_text() + "\nBOUNDS = (-91.0, 91.0)\n")
    ran = run("check", file, "--games", "2")
    assert ran.code == 0
    assert "BOUNDS are -91 to 91, but 300 random games ended between -1 and 1." in " ".join(ran.out.split())
    data = run("check", file, "--games", "2", "--json").data["checked"][0]
    assert data["results"] == {"bounds": [-91.0, 91.0], "seen": [-1.0, 1.0], "playouts": 300, "loose": True}
    assert len(data["notes"]) == 1


def test_tight_bounds_are_not(run, own_game):
    assert "Note" not in run("check", own_game, "--games", "2").out
    data = run("check", own_game, "--games", "2", "--json").data["checked"][0]
    assert (data["results"]["loose"], data["notes"]) == (False, [])
