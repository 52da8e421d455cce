"""Classes and modules in place of names: a notebook's too."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import parlour
from parlour import Match, Strategy, option
from parlour.core import registry
from parlour.core.errors import BadOption, BadRules

PIG = Path(__file__).parents[2] / "docs" / "examples" / "pig.py"


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_kinds", {})


class First(Strategy):
    """Take the first move, or the one that the option names."""

    place: int = option(0, "which of the legal moves", low=0, high=9)
    bold: bool = option(False, "for show")

    def choose(self, view: parlour.View, limit: parlour.Limit) -> int:
        legal = view.legal()
        return legal[min(self.place, len(legal) - 1)]


def pig(name: str = "pig") -> ModuleType:
    module = ModuleType(name)
    exec(compile(PIG.read_text(), "a cell", "exec"), module.__dict__)
    return module


def test_a_class_stands_where_a_spec_does() -> None:
    record = parlour.play("nim", [First, "random"], seed=1)
    assert record.seats == ("first", "random")
    assert record.moves == parlour.play("nim", ["first", "random"], seed=1).moves
    assert parlour.analyse("nim", "", First).action == parlour.Opponent("nim", First, 0).choose("").action
    result = parlour.arena.run("nim", [First, parlour.spec(First, place=3), "random"], games=2)
    assert {row.spec for row in result.standings} == {"first", "first:place=3", "random"}


def test_a_spec_is_written_with_its_options() -> None:
    assert parlour.spec(First) == "first"
    assert parlour.spec(First, place=2, bold=True) == "first:place=2,bold=yes"
    assert parlour.spec("mcts:c=1.4", simulations=5) == "mcts:c=1.4,simulations=5"
    with pytest.raises(BadOption, match="no comma"):
        parlour.spec(First, place="1,2")
    assert parlour.play("nim", [parlour.spec(First, place=2), "random"], seed=1).moves[0] == "1:3"


def test_a_cell_that_runs_again_takes_the_place_of_what_it_defined() -> None:
    def cell(answer: int) -> type[Strategy]:
        class Cell(Strategy):
            def choose(self, view: parlour.View, limit: parlour.Limit) -> int:
                return view.legal()[answer]

        return Cell

    parlour.register(cell(0))
    assert parlour.register(cell(1)) == ["cell"]
    assert parlour.play("nim", ["cell", "random"], seed=1).moves[0] == "1:2"


def test_another_of_the_same_name_is_refused() -> None:
    parlour.register(First)
    other = type("Other", (Strategy,), {"name": "first"})
    with pytest.raises(BadRules, match="named 'first' already"):
        parlour.register(other)
    with pytest.raises(BadRules, match="named 'random' already"):
        parlour.register(type("Mine", (Strategy,), {"name": "random"}))
    with pytest.raises(BadRules, match="a game is named nim already"):
        parlour.register(pig("nim"))
    with pytest.raises(BadOption, match="cannot be registered"):
        parlour.register(3)
    with pytest.raises(BadRules, match="no game"):
        parlour.register(ModuleType("empty"))


def test_a_module_of_a_notebook_is_a_game_everywhere() -> None:
    assert parlour.register(pig()) == ["pig"]
    assert "pig" in parlour.game_names()
    assert Match("pig", 1).legal() == Match("pig", 1).view(0).moves()
    assert parlour.play("pig", [First, "random"], seed=2).returns is not None
    assert parlour.arena.run("pig", ["random", First], games=2).played == 2
    assert parlour.register(pig()) == ["pig"]  # the cell ran again
    for workers in ({"workers": 2}, {"dask": "tcp://127.0.0.1:1"}):
        with pytest.raises(BadOption, match="other processes"):
            parlour.arena.run("pig", ["random", First], games=2, **workers)  # type: ignore[arg-type]


def test_a_class_or_a_namespace_with_the_names_of_a_rules_file_will_do() -> None:
    names = {name: value for name, value in vars(pig()).items() if not name.startswith("__")}
    assert parlour.register(type("Sow", (), names)) == ["sow"]
    assert parlour.register(SimpleNamespace(**names, NAME="hog")) == ["hog"]
    assert Match("hog", 1).moves() == Match("sow", 1).moves()
    with pytest.raises(BadRules, match="NAME"):
        parlour.register(SimpleNamespace(**names))


def test_a_class_of_a_notebook_is_made_anew_for_every_match() -> None:
    made: list[Any] = []

    class Counted(Strategy):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            made.append(self)

        def choose(self, view: parlour.View, limit: parlour.Limit) -> int:
            return view.legal()[0]

    parlour.arena.run("nim", [Counted, "random"], games=4)
    assert len(set(map(id, made))) == len(made) >= 4


def test_the_arena_is_there_without_being_imported() -> None:
    code = "import sys, parlour; assert 'parlour.arena' not in sys.modules; parlour.arena.run"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert "arena" in dir(parlour)
    assert "arena" not in parlour.__all__


def test_legal_and_played_moves_have_their_own_names() -> None:
    match = Match("nim", 1)
    match.play("1:2")
    assert match.moves() == ["1:2"]
    assert match.legal() == match.view(1).moves()
    assert "1:2" not in match.legal()
    match.forfeit(0, "tired")
    assert match.legal() == []
