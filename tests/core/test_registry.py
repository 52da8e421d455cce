"""One registry: a game is a file or a folder, its own names come first, and nothing else is imported."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.beliefs.belief import belief_named, beliefs_for
from parlour.core import loading, registry
from parlour.core.errors import BadRules, UnknownName, Unsuitable
from parlour.core.registry import strategies_for, strategy_kind
from parlour.core.spec import make

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"
WORDS = "GREETING = 'rolls on'\n"
BOLD = '''"""A bold player."""
from pathlib import Path
from parlour import Strategy
from .. import play
from ..words import GREETING

MOVE = (Path(__file__).parents[1] / "data" / "move.txt").read_text().strip()

class Bold(Strategy):
    """Roll on."""
    name = "NAME"
    def choose(self, view, limit):
        assert callable(play)  # the verb, not the folder of that name
        return next((a for a in view.legal() if view.format(a) == MOVE), view.legal()[0])
'''
HOPE = '''"""A belief."""
from parlour.beliefs.fill import Fill

class Hope(Fill):
    """Hope for the best."""
    name = "hope"
    words = "hoped for"
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write Pig as a folder, with a strategy, a belief and data of its own."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})
    home = tmp_path / "sow"
    for part in ("play", "belief", "data"):
        (home / part).mkdir(parents=True)
    shutil.copy(PIG, home / "__init__.py")
    (home / "words.py").write_text(WORDS)
    (home / "play" / "bold.py").write_text(BOLD.replace("NAME", "bold"))
    (home / "belief" / "hope.py").write_text(HOPE)
    (home / "data" / "move.txt").write_text("roll\n")
    return home


def test_a_folder_is_a_game_with_strategies_beliefs_and_data_of_its_own(folder: Path) -> None:
    assert parlour.load(folder) == ["sow", "bold", "hope"]
    it = parlour.game("sow")
    assert "bold" in strategies_for(it)
    assert "hope" in beliefs_for(it)
    assert belief_named("hope", it).name == "hope"
    record = parlour.play(it, ["bold", "random"], seed=1)
    assert record.returns is not None
    assert not record.reason
    assert parlour.load(folder / "__init__.py") == parlour.load(folder)  # as a user may name it
    again = pickle.loads(pickle.dumps(it))
    assert again == it
    assert loading.loaded_files() == [str(folder)]


def test_a_games_own_names_stay_in_the_game(folder: Path) -> None:
    parlour.load(folder)
    nim = parlour.game("nim")
    assert "bold" not in strategies_for(nim)
    with pytest.raises(Unsuitable, match="bold cannot play nim: it knows sow only"):
        make(nim, "bold")
    with pytest.raises(UnknownName, match="unknown strategy 'shy'"):
        make(nim, "shy")
    assert "hope" not in beliefs_for(nim)


def test_a_games_own_name_comes_before_a_general_one(folder: Path) -> None:
    (folder / "play" / "random.py").write_text(BOLD.replace("NAME", "random"))
    parlour.load(folder)
    own = strategy_kind(parlour.game("sow"), "random")
    assert own is not None
    assert own.__module__.startswith(loading.PREFIX)
    assert strategy_kind(parlour.game("nim"), "random") is not own


def test_a_strategy_lies_in_the_file_of_its_name(folder: Path) -> None:
    (folder / "play" / "shy.py").write_text(BOLD.replace("NAME", "brave"))
    with pytest.raises(BadRules, match=r"shy\.py: holds the strategy brave; name its file brave\.py"):
        parlour.load(folder)


def test_two_of_one_name_in_one_place_are_refused(folder: Path, tmp_path: Path) -> None:
    one = "from parlour import Strategy\nclass A(Strategy):\n    name = 'twin'\n"
    file = tmp_path / "twins.py"
    file.write_text(one + one.replace("class A", "class B"))
    with pytest.raises(BadRules, match=r"twins\.py: two strategy classes are named 'twin'"):
        parlour.load(file)
    file = tmp_path / "uct.py"
    file.write_text("from parlour import Strategy\nclass A(Strategy):\n    name = 'mcts'\n")
    with pytest.raises(
        BadRules, match=r"uct\.py: a strategy for any game is named 'mcts' already; rename it"
    ):
        parlour.load(file)
    file.write_text(
        "from parlour import Strategy\nclass A(Strategy):\n    name = 'nim_sum'\n    games = ('nim',)\n"
    )
    file = file.rename(tmp_path / "sum.py")
    with pytest.raises(BadRules, match=r"sum\.py: a strategy for nim is named 'nim_sum' already"):
        parlour.load(file)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ("play/bold.py", r"play/bold\.py: ZeroDivisionError"),
        ("belief/hope.py", r"belief/hope\.py: ZeroDivisionError"),
        ("__init__.py", r"sow/__init__\.py: ZeroDivisionError"),
        ("words.py", r"ZeroDivisionError"),
    ],
)
def test_what_is_wrong_in_a_folder_is_told_in_one_line(folder: Path, broken: str, says: str) -> None:
    (folder / broken).write_text("1 / 0\n")
    with pytest.raises(BadRules, match=says) as caught:
        parlour.load(folder)
    assert "\n" not in str(caught.value)


def test_a_folder_without_a_game_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match=r"a folder without an __init__\.py; give the path"):
        parlour.load(tmp_path)
    (tmp_path / "__init__.py").write_text("")
    with pytest.raises(BadRules, match=r"a folder is a game; its __init__\.py holds none"):
        parlour.load(tmp_path)


@pytest.mark.parametrize(
    ("game", "spec"),
    [("connect_four", "mcts"), ("nim", "alphabeta"), ("hearts", "determinized"), ("holdem", "equity")],
)
def test_naming_a_strategy_imports_that_strategy(game: str, spec: str) -> None:
    """At most 15 modules besides the core and the game's own."""
    code = (
        "import sys, parlour; from parlour.core.spec import make\n"
        f"make(parlour.game({game!r}), {spec!r})\n"
        "print(*(m for m in sys.modules if m.startswith('parlour.')))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    kept = ("parlour.core", f"parlour.games.{game}", "parlour.cards")
    others = [name for name in told.split() if not name.startswith(kept) and name != "parlour.games"]
    assert len(others) <= 15, others


def test_a_command_takes_a_folder(folder: Path) -> None:
    words = ["play", "sow", "--load", str(folder), "--seats", "bold,random", "--seed", "1"]
    ran = subprocess.run(
        [sys.executable, "-m", "parlour", *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
