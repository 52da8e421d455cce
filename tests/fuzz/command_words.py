"""What command lines are made of: names, numbers, moves, options, records and journals, whole and damaged."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from broken_files import unlike
from fuzzing import confused, mutated, wild

from parlour import Match, arena, game_names
from parlour.core import registry
from parlour.core.options import Option

NAMES = game_names()
SMALL = ("tic_tac_toe", "nim", "kayles", "kuhn_poker", "rock_paper_scissors", "wythoff", "subtraction")
ALPHABET = "abchrx019 ,:=-./[]{}\"'\\\n"
NUMBERS = (
    "0", "-1", "1", "2", "3", "007", "1e1", "1e999", "nan", "-inf", "٣", "1_0", "0x10", "1.5", "", " ", "½",
    "+1", "--5", "9" * 30, "9" * 5000, "１", "true", "1,2", "2\n",
)  # fmt: skip
CHEAP = (
    "random", "easy", "greedy", "random:blunder=1", "mcts:simulations=2", "montecarlo:simulations=2",
    "minimax:depth=1",
)  # fmt: skip
LEAST = "simulations=2,depth=1,nodes=20"


@dataclass
class Case:
    """One command: its words, what stands in its folder, what is typed, its surroundings."""

    argv: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    typed: bytes = b""
    endless: bool = False  # of what is typed no end comes
    environment: dict[str, str] = field(default_factory=dict)
    encoding: str = "utf-8"
    kind: str = ""  # the function that made it
    long: bool = False  # it may rightly take for ever; Ctrl-C must end it

    def shown(self) -> str:
        """Write the case so that it can be seen what it was."""
        parts = [f"parlour {json.dumps(self.argv)}"]
        parts += [f"{name}={value!r}" for name, value in self.environment.items()]
        parts += [f"typed {self.typed!r}"] if self.typed else []
        parts += ["typed zeros without end"] if self.endless else []
        parts += [f"{name}: {unlike(content)!r}" for name, content in self.files.items()]
        return "; ".join(parts)[:1500]


@cache
def record(name: str, number: int) -> tuple[str, tuple[str, ...]]:
    """Play some plies at random; give the record and its moves."""
    match, rng = (
        Match(registry.game(name), number, ("random",) * registry.game(name).seats),
        Random(f"{name}{number}"),
    )
    while not match.over and match.ply < (8, 200)[number % 2]:
        match.play(rng.choice(match.game.legal(match.state)))
    return match.record().to_json(), tuple(match.moves())


@cache
def journal(name: str) -> bytes:
    """Play an event of four matches; give its journal."""
    with TemporaryDirectory() as folder:
        arena.run(name, ["random", "easy"], games=4, seed=0, resume=Path(folder) / "j", limit=LEAST)
        return (Path(folder) / "j").read_bytes()


class Dice(Random):
    """The chances of one case, and how often its words are wrong ones."""

    slips = 0.0


def number(rng: Dice, *good: str) -> str:
    """Give a number, a good one unless there is a slip."""
    return rng.choice(good) if rng.random() >= rng.slips else rng.choice(NUMBERS)


def word(rng: Dice, *good: str) -> str:
    """Give one of the words; in a slip something like it, or anything."""
    text, kind = rng.choice(good), rng.random()
    if rng.random() >= rng.slips:
        return text
    return confused(rng, text) if kind < 0.4 else mutated(rng, text, ALPHABET) if kind < 0.7 else wild(rng)


def inside(rng: Dice, *good: str) -> str:
    """Give a path that does not lead out of the folder: it is written to, and the tests may run as root."""
    path = word(rng, *good, "x.json", "no/such/y", ".", "a b", "x" * 300, "ü.json", "a\x1b[2Jb", "state", "-")
    return path if not path.strip().startswith(("/", "~")) and ".." not in path else "x.json"


def moves_of(rng: Dice, name: str) -> list[str]:
    """Give the moves of a match, or nearly."""
    known = name if name in NAMES else rng.choice(SMALL)
    moves = list(record(known, rng.randrange(4))[1][: rng.randrange(9)])
    if moves and rng.random() < 0.5 and rng.slips:
        moves[rng.randrange(len(moves))] = word(rng, *moves)
    return moves


def options_of(rng: Dice, name: str) -> list[str]:
    """Set some of the game's options."""
    known: dict[str, Option] = dict(registry.game(name).known_options) if name in NAMES else {}
    words: list[str] = []
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        key = word(rng, *known) if known else wild(rng)
        option = known.get(key, Option(3))
        values = [option.default, *option.choices, option.low, *(("yes", "2", "3,3") if rng.slips else ())]
        value = rng.choice([value for value in values if value is not None])
        text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        words += [
            rng.choice(("-o", "--option")),
            f"{key}={word(rng, text)}" if rng.random() >= rng.slips / 2 else wild(rng),
        ]
    return words


def limit_of(rng: Dice) -> list[str]:
    """Give a limit: nearly always one that is soon over."""
    return [
        "--limit",
        LEAST if rng.random() < 0.8 else word(rng, "simulations=2", "seconds=0.01", LEAST, "depth=1,nodes=9"),
    ]


def common(rng: Dice) -> list[str]:
    """Add what every command takes."""
    words = ["--json"] * (rng.random() < 0.3) + ["--seed", number(rng, "0", "7")] * (rng.random() < 0.1)
    return words + [rng.choice(("--help", "-v", "--nonsense", "--verbose", "-x", "--", wild(rng)))] * (
        rng.random() < 0.3 * rng.slips
    )


def spec(rng: Dice) -> str:
    """Name a strategy that answers soon."""
    return word(rng, *CHEAP)


def damaged(rng: Dice, content: bytes) -> bytes:
    """Damage a file of JSON, as text or as data."""
    kind = rng.randrange(9)
    if kind == 0:
        return content
    if kind == 1:
        return content[: rng.randrange(len(content) + 1)]
    if kind == 2:
        changed = bytearray(content)
        for _ in range(rng.choice((1, 1, 5))):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return bytes(changed)
    if kind == 3:
        deep = 100_000
        return rng.choice(
            (b"[" * deep, b'{"a":' * deep, b"", b"\0" * 99, b"null", b"\xff\xfe", b"9" * 6000, b"NaN", b'"')
        )
    if kind == 4:
        return confused(rng, content.decode()).encode(errors="replace")
    head, newline, rest = content.partition(b"\n")
    data = json.loads(head)
    key = rng.choice(list(data))
    odd: list[Any] = [
        None,
        True,
        -1,
        0,
        10**30,
        1e308,
        "",
        "x",
        "\x1b[2J\x1b]0;x\x07",
        [],
        [[]],
        ["\x1b[31mred"],
        {},
        {"x": 1},
        [5],
        "nim",
    ]
    if kind == 5:
        del data[key]
    elif kind == 6 and isinstance(data[key], list):
        data[key] = [*data[key], rng.choice(odd)] if rng.random() < 0.5 else data[key][1:]
    elif kind == 7 and "ended" in data:
        data |= {
            "ended": "forfeit",
            "reason": rng.choice(("\x1b[2Jgone", "x" * 9999, "\x9b31m")),
            "loser": rng.choice((0, 1, 9, -1)),
        }
    else:
        data[key] = rng.choice(odd)
    return json.dumps(data, ensure_ascii=rng.random() < 0.5).encode(errors="replace") + newline + rest
