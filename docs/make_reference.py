"""Write the generated parts of the documentation: run it after a change to a game, a strategy or a command.

    python docs/make_reference.py

A page's generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`; all else is written by
hand. A game without a page in `games/` gets one. A test compares the pages with what this would write.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import typer

import parlour
from parlour.bench.gpu_text import page
from parlour.core.game import Game
from parlour.core.guide import facts, paragraph, summary
from parlour.core.options import Option
from parlour.core.registry import game, game_names, strategies, strategies_for
from parlour.core.strategy import Strategy

DOCS = Path(__file__).parent
PART = re.compile(r"(<!-- generated: ([^\n]+) -->\n).*?(<!-- end -->)", re.S)
GAMES = DOCS / "games"
# A page as it begins, before somebody writes down how the game is played.
HEADS = {"title": "", "rules": "## Rules\n\n", "options": "## Options\n\n", "players": "## Players\n\n"}
BLANK = (
    "\n\n".join(f"{head}<!-- generated: {kind} NAME -->\n<!-- end -->" for kind, head in HEADS.items()) + "\n"
)
SHARED = ("option", "moves", "limit", "seed", "load", "json", "verbose", "help")  # told once, by hand


def made() -> dict[Path, str]:
    """Give every page that has generated parts, with these as they should be."""
    pages = {}
    for page in sorted({*DOCS.rglob("*.md"), *(GAMES / f"{name}.md" for name in game_names())}):
        text = page.read_text(encoding="utf-8") if page.exists() else BLANK.replace("NAME", page.stem)
        found = {name for _, name, _ in PART.findall(text)}
        if found:
            written = {name.removeprefix("strategy ") for name in found}
            pages[page] = PART.sub(partial(_filled, written), text)
    return pages


def _filled(written: set[str], part: re.Match[str]) -> str:
    return f"{part[1]}{_part(part[2], written)}\n{part[3]}"


def _part(name: str, written: set[str]) -> str:
    kind, *words = name.split()
    if kind == "strategy":
        return _facts(strategies()[words[0]])
    if kind in ABOUT:
        return ABOUT[kind](game(words[0]))
    if kind in ("file", "listing"):  # a listing is not run: it is a part of something
        return (
            f"```{'python' if kind == 'file' else 'text'}\n{(DOCS / words[0]).read_text(encoding='utf-8')}```"
        )
    if kind == "source":
        module = game(words[0]).module
        return "```text\n" + "\n\n".join(inspect.getsource(getattr(module, w)) for w in words[1:]) + "```"
    makers: dict[str, Callable[[], str]] = {
        "games": _games,
        "api": _api,
        "commands": _commands,
        "experts": lambda: _experts(written),
        "gpu": _gpu,
    }
    return makers[name]()


# -- measurements --------------------------------------------------------------------------------------------


def _gpu() -> str:
    """Draw what `python -m parlour.bench.gpu --json docs/data/gpu.json` has measured."""
    file = DOCS / "data" / "gpu.json"
    if not file.is_file():
        return "Not measured yet: `python -m parlour.bench.gpu --json docs/data/gpu.json` does it, on a GPU."
    return page(json.loads(file.read_text(encoding="utf-8")))


# -- games ---------------------------------------------------------------------------------------------------


def _games() -> str:
    rows = [
        f"| [{it.title}](games/{it.name}.md) | {_kind_of(it)} | {summary(it.module, it.title)} |"
        for it in map(game, game_names())
    ]
    return "\n".join(["| game | | |", "|---|---|---|", *rows])


def _kind_of(it: Game) -> str:
    """Say in a few words for how many it is, and whether dice fall or cards are hidden."""
    told = [f"{it.seats} seat{'s' if it.seats > 1 else ''}"]
    told += ["chance"] * it.traits.chance + ["hidden"] * it.traits.hidden
    return ", ".join(told)


def _title(it: Game) -> str:
    return "\n".join(
        [
            f"# {it.title}",
            "",
            f"`{it.name}`. {summary(it.module, it.title)}",
            "",
            "```text",
            it.show(it.start()),
            "```",
        ]
    )


def _rules(it: Game) -> str:
    low, high = it.bounds
    own = hasattr(it.module, "guide")
    told = [f"**{label}.** {text}" for label, text in it.guide.parts().items()] if own else []
    examples = [f"| `{move}` | {what} |" for move, what in it.guide.examples]
    table = "\n".join(["| move | meaning |", "|---|---|", *examples]) if examples else ""
    lines = [f"- {label}: {words}" for label, words in facts(it.module).items()]
    ends = "\n".join([*lines, f"- Seats: {it.seats}. Results from {low:g} to {high:g}."])
    return "\n\n".join(filter(None, [*told, table, "In the words of the rules file:" * own, ends]))


def _game_options(it: Game) -> str:
    shown = (
        f'`parlour play {it.name} --option name=value`, or `parlour.game("{it.name}", name=value)` in Python.'
    )
    return "\n".join([shown, "", *_options(it.known_options)] if it.known_options else ["It has none."])


def _players(it: Game) -> str:
    lines = ["| level | strategy |", "|---|---|", *(f"| {k} | `{v}` |" for k, v in it.levels.items())]
    names = ", ".join(f"[{name}](../strategies.md#{name})" for name in strategies_for(it))
    here = "".join(f" Here `{name}` stands for `{spec}`." for name, spec in it.presets.items())
    fare = "How the levels fare against each other is told [with the strategies](../strategies.md#levels)."
    return "\n".join([*lines, "", f"Strategies: {names}.{here} {fare}"])


ABOUT = {"title": _title, "rules": _rules, "options": _game_options, "players": _players}


# -- options and strategies ----------------------------------------------------------------------------------


def _options(options: Any) -> list[str]:
    rows = [f"| `{name}` | {_value(o.default)} | {_meaning(o)} |" for name, o in options.items()]
    return ["| option | default | meaning |", "|---|---|---|", *rows]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "":
        return "none"
    return f"`{','.join(map(str, value)) if isinstance(value, tuple) else value}`"


def _meaning(option: Option) -> str:
    words = option.help
    if option.choices:
        words += f"; one of {', '.join(f'`{choice}`' for choice in option.choices)}"
    elif option.low is not None and option.high is not None:
        words += f"; {option.low:,} to {option.high:,}"
    elif option.low is not None:
        words += f"; at least {option.low:,}"
    return words + ("; a secret: never part of a view" if option.secret else "")


def _facts(kind: type[Strategy]) -> str:
    own = {name: o for name, o in kind.options.items() if name not in Strategy.options}
    players = [name for name in game_names() if kind.suits(game(name))]
    lines = _options(own) if own else ["No options of its own."]
    everywhere = len(players) == len(game_names())
    under_options = f"{', '.join(kind.games)} under options that suit it" if kind.games else "none yet"
    return "\n".join(
        [*lines, "", f"Plays: {'every game' if everywhere else ', '.join(players) or under_options}."]
    )


def _experts(written: set[str]) -> str:
    """Tell of every strategy that the page does not tell of by hand."""
    left = {name: kind for name, kind in strategies().items() if name not in written}
    return "\n\n".join(f"### {name}\n\n{paragraph(k)}\n\n{_facts(k)}" for name, k in left.items())


# -- the public names ----------------------------------------------------------------------------------------


class _Bare(str):
    """An annotation, which a signature then shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _api() -> str:
    names = sorted(parlour.__all__, key=lambda name: (_kind(getattr(parlour, name)), name))
    return "\n\n".join(_name(name) for name in names)


def _kind(value: Any) -> int:
    """Functions first, then classes, then constants."""
    return 1 if inspect.isclass(value) else 0 if callable(value) else 2


def _name(name: str) -> str:
    value = getattr(parlour, name)
    if not callable(value):
        return f"### {name}\n\n`{value!r}`"
    lines = [f"### {name}", "", f"`{name}{_signature(value)}`", "", paragraph(value)]
    if inspect.isclass(value):
        members = [line for key, member in vars(value).items() if (line := _member(name, key, member))]
        lines += [""] * bool(members) + members
    return "\n".join(lines)


def _member(owner: str, key: str, member: Any) -> str:
    if key.startswith("_") or not inspect.getdoc(member):
        return ""
    if isinstance(member, property | cached_property):
        return f"- `.{key}`: {paragraph(member)}"
    if isinstance(member, classmethod):
        return f"- `{owner}.{key}{_signature(member.__func__)}`: {paragraph(member)}"
    return f"- `.{key}{_signature(member)}`: {paragraph(member)}" if inspect.isfunction(member) else ""


def _signature(value: Any) -> str:
    if inspect.isclass(value) and issubclass(value, list | Exception):
        return ""  # these are not built by hand
    shown = inspect.signature(value)
    bare = [
        p.replace(annotation=_Bare(p.annotation)) if isinstance(p.annotation, str) else p
        for p in shown.parameters.values()
        if p.name not in ("self", "cls")
    ]
    result = shown.return_annotation
    shown = shown.replace(
        parameters=bare, return_annotation=_Bare(result) if isinstance(result, str) else result
    )
    return str(shown).replace("<factory>", "{}").removesuffix(" -> None")


# -- commands ------------------------------------------------------------------------------------------------


def _commands() -> str:
    from typer.main import get_command

    from parlour.cli import entry

    parts = []
    for name in entry.COMMANDS:
        app = typer.Typer(add_completion=False)
        app.command(name)(entry.function(name))
        parts.append(_command(name, get_command(app).params, entry.function(name), entry.room(name).EXAMPLES))
    return "\n\n".join(parts)


def _command(name: str, parameters: Any, function: Any, examples: str) -> str:
    words = [p.metavar or p.name.upper() for p in parameters if p.param_type_name == "argument"]
    lines = [
        f"### parlour {name}",
        "",
        f"`{' '.join(['parlour', name, *words])}`",
        "",
        paragraph(function),
        "",
    ]
    for p in parameters:
        if p.param_type_name == "option" and p.name not in SHARED:
            value = f" {p.metavar}" if p.metavar else ""
            lines.append(f"- `{', '.join(p.opts)}{value}`: {p.help}")
    common = [f"`--{p.name}`" for p in parameters if p.name in SHARED[:-2]]
    lines += [f"- also {', '.join(common)}"] if common else []
    return "\n".join([*lines, "", "```text", examples.replace("  parlour", "parlour"), "```"])


if __name__ == "__main__":
    for page, text in made().items():
        page.write_text(text, encoding="utf-8")
