"""Command lines by the thousand: right ones, nearly right ones and absurd ones, with the files they name."""

from __future__ import annotations

import json
from collections.abc import Callable

from broken_files import is_endless, user_file
from command_words import (
    LEAST,
    NAMES,
    SMALL,
    Case,
    Dice,
    common,
    damaged,
    inside,
    journal,
    limit_of,
    moves_of,
    number,
    options_of,
    record,
    spec,
    word,
)
from fuzzing import wild

from parlour.core import registry

VAST = ("1000000", "1e9", "1000000000", "10000000", "60")
ORDERS = (
    "help", "?", "moves", "board", "undo", "why", "hint random", "hint easy", "hint", "hint nobody",
    "level easy", "level random", "level nobody", "level human", "level", "save", "save x.json", "save .",
    "save no/such/x.json", "save a\x1b[2Jb.json", "resign", "new", "quit", "exit", "MOVES", " help ",
)  # fmt: skip


def play(rng: Dice) -> Case:
    """Play, with a pipe for the player."""
    name = word(rng, *NAMES)
    menu = rng.random() < 0.1
    case = Case(["play"] if menu else ["play", name, *options_of(rng, name)])
    seats = registry.game(name).seats if name in NAMES else 2
    if rng.random() < 0.5:
        case.argv += ["--seats", ",".join(rng.choice(("human", spec(rng))) for _ in range(seats))]
    else:
        case.argv += ["--level", word(rng, "easy")]
    case.argv += [
        *limit_of(rng),
        *(["--save", inside(rng, "game.json")] if rng.random() < 0.25 else []),
        *common(rng),
    ]
    words = [*moves_of(rng, name)[:3], "1", *ORDERS]
    lines = [rng.choice((word(rng, *words), rng.choice(words))) for _ in range(rng.randrange(9))]
    lines[:0] = [name, "easy"] if menu else []
    lines = [line for line in lines if not any(sign in line for sign in ("/", "~", "..")) or line in ORDERS]
    case.typed = "\n".join(lines).encode(errors=rng.choice(("replace", "surrogatepass"))) + rng.choice(
        (b"", b"\n", b"\xff\n", b"\0")
    )
    case.endless = rng.random() < 0.01
    return case


def resume(rng: Dice) -> Case:
    """Go on with a saved game, whatever has become of it."""
    name = rng.choice(NAMES)
    saved = damaged(rng, record(name, rng.randrange(4) // 2 * 2)[0].encode())
    case = Case(
        ["play", "--resume"],
        {f"state/{word(rng, name).replace('/', '')[:50] or 'x'}.json".replace("\0", ""): saved},
    )
    if rng.random() < 0.6:
        case.argv += [inside(rng, name, "game.json", "game.json")]
        case.files["game.json"] = saved
    case.argv += rng.choice(
        (["--seats", ",".join(["human"] * registry.game(name).seats)], ["--level", "easy"], [])
    ) + limit_of(rng)
    case.typed = "\n".join(
        rng.choice(("quit", "board", "moves", "undo", "resign")) for _ in range(4)
    ).encode()
    return case


def games(rng: Dice) -> Case:
    """List games."""
    return Case(["games", *[word(rng, *NAMES) for _ in range(rng.randrange(3))], *common(rng)])


def analyse(rng: Dice) -> Case:
    """Ask a cheap strategy."""
    name = word(rng, *NAMES)
    words = [
        "analyse",
        name,
        "-m",
        " ".join(moves_of(rng, name)),
        "-s",
        spec(rng),
        *limit_of(rng),
        *options_of(rng, name),
    ]
    return Case([*words, *common(rng)])


def solve(rng: Dice) -> Case:
    """Solve a small game, or any with next to no time."""
    name = word(rng, *SMALL)
    moves = moves_of(rng, name)
    return Case(
        ["solve", name, "-m", " ".join(moves), *limit_of(rng), *options_of(rng, name), *common(rng)],
        long=True,
    )


def perft(rng: Dice) -> Case:
    """Count to a small depth."""
    name = word(rng, *NAMES)
    depth = number(rng, "0", "1") if name not in SMALL else number(rng, "0", "1", "2")
    words = [
        "perft",
        name,
        "--depth",
        depth,
        "-m",
        " ".join(moves_of(rng, name)),
        *options_of(rng, name),
        *common(rng),
    ]
    return Case(words, long=True)


def replay(rng: Dice) -> Case:
    """Step through a record, whole or damaged."""
    content = damaged(rng, record(rng.choice(NAMES), rng.randrange(4))[0].encode())
    path = rng.choice(
        ("game.json",) * 8 + (".", "nothing.json", "", wild(rng), "/dev/zero", "/dev/null", "a/b/c")
    )
    words = ["replay", path, *common(rng)]
    words += rng.choice(
        ([], [], ["--ply", number(rng, "0", "1", "-1", "999")], ["--seat", number(rng, "0", "1", "-1", "9")])
    )
    return Case(words, {"game.json": content}, b"\n")


PAPERS = {
    "game.pdn": b'[Red "\xc3\xa9"]\n[FEN "W:W30,K10:B6,14,23"]\n1... 10x17 {so} (10x1) 2. 23-26! 30x23 1-0\n',
    "hand.phh": b"variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    b"starting_stacks = [20.5, 20]\nactions = ['d dh p1 ????', 'd dh p2 7h6h', 'p2 cbr 6', 'p1 f']\n",
}


def paper(rng: Dice) -> Case:
    """Bring in what another program wrote, or put a record on paper, whole or damaged."""
    name = rng.choice(("game.json", "game.json", *PAPERS))
    right = PAPERS.get(name) or record(rng.choice(NAMES), rng.randrange(4))[0].encode() * rng.choice(
        (1, 1, 2)
    )
    path = rng.choice((name,) * 9 + (".", "nothing", "", wild(rng), "/dev/zero", "/dev/null", "a/b/c"))
    words = [rng.choice(("export", "import")), path, *common(rng)]
    words += rng.choice(([], [], ["--format", word(rng, "pdn", "phh", "json")]))
    words += rng.choice(([], [], ["-o", rng.choice(("out.jsonl", "out", name, ".", "/dev/full", wild(rng)))]))
    words += rng.choice(([], [], [], ["--force"]))
    if words[0] == "import":
        words += rng.choice(([], [], ["--game", word(rng, *NAMES)]))
    at, cut = rng.randrange(len(right)), rng.randrange(12)
    torn = right[:at] + wild(rng).encode(errors="replace") + right[at + cut :]
    return Case(words, {name: rng.choice((right, right, torn))})


def event(rng: Dice) -> Case:
    """Run a short event, or go on with one."""
    name = word(rng, *SMALL)
    words = [
        "arena",
        name,
        *[spec(rng) for _ in range(rng.choice((2, 2, 2, 3, 1, 0)))],
        "--games",
        number(rng, "1", "2"),
    ]
    words += [*limit_of(rng), *options_of(rng, name), *common(rng)]
    words += rng.choice(([], [], ["--timeout", number(rng, "5", "60")], ["--workers", number(rng, "1")]))
    if rng.random() < 0.5 or name not in SMALL:
        return Case(words)
    kept = journal(name)
    words = [
        "arena",
        name,
        "random",
        "easy",
        "--games",
        "4",
        "--seed",
        "0",
        "--limit",
        LEAST,
        "--resume",
        inside(rng, "j.jsonl"),
    ]
    lines = kept.splitlines(keepends=True)
    if rng.random() < 0.5:
        at = rng.randrange(len(lines))
        lines[at] = damaged(rng, lines[at])
    elif rng.random() < 0.5:
        rng.shuffle(lines)
    return Case(words + ["--json"] * (rng.random() < 0.5), {"j.jsonl": b"".join(lines)})


def equity(rng: Dice) -> Case:
    """Compare hands on a late street, or by a few samples."""
    hands = [
        word(rng, "AsKs", "QQ", "JTs", "7h2c", "random", "77-TT", "A5s-A2s, KQo:0.5")
        for _ in range(rng.choice((2, 2, 2, 3, 1)))
    ]
    words = [
        "equity",
        *hands,
        "--board",
        word(rng, "Qs Js 2c 9d 8d", "Qd Jd 2c 3s 4h", "Qd Jd 2c 3s", "QdJd"),
    ]
    words += [
        "--samples",
        number(rng, "2", "50"),
        *(["--dead", word(rng, "2d", "AhAd")] if rng.random() < 0.3 else []),
    ]
    words += ["--method", word(rng, "plain", "stratified", "antithetic")] * (rng.random() < 0.2)
    return Case([*words, *common(rng)], long=True)


def own_file(rng: Dice) -> Case:
    """Use a file of the user's, which is most likely broken."""
    kind, content = user_file(rng)
    name = {"game": "mine", "strategy": "tic_tac_toe", "neither": "mine"}[kind]
    who = "mine" if kind == "strategy" else "random"
    load = ["--load", "mine.py"]
    words = rng.choice(
        (
            ["check", "mine.py", "--games", "2"], ["check", "mine.py", "--games", "2", "--json"], ["games",
            name, *load],
            ["games", *load], ["play", name, "--seats", f"{who},random", *load], ["play", name, "--seats",
            f"human,{who}", *load],
            ["analyse", name, "-s", who, *load], ["analyse", name, "-s", "mcts:simulations=3", *load],
            ["perft", name, "--depth", "2", *load], ["solve", name, *load, "--limit", "nodes=99"],
            ["arena", name, who, "random", "--games", "2", *load], ["warm", name, *load],
            ["replay", "game.json", *load], ["games", name, "--json", *load],
        )
    )  # fmt: skip
    moves = ["take 1", "take 2"]
    saved = {
        "format": "parlour-record-1",
        "game": "mine",
        "options": {},
        "seed": 1,
        "seats": [who, who],
        "moves": moves,
    }
    files = {"mine.py": content, "game.json": json.dumps(saved).encode()}
    typed = "\n".join(
        rng.choice(("1", "take 1", "2", "hint random", "moves", "undo", "x")) for _ in range(4)
    ).encode()
    return Case(words, files, typed, long=is_endless(content) and words[0] != "check")


def wrong_file(rng: Dice) -> Case:
    """Give a path that is no file of the kind."""
    path = rng.choice(
        (
            ".",
            "",
            "nothing.py",
            "loop",
            "a/" * 900 + "b",
            "/dev/zero",
            "/dev/null",
            "é.py",
            "x.txt",
            wild(rng),
            "~nobody/x.py",
        )
    )
    words = rng.choice(
        (["check", path], ["games", "--load", path], ["replay", path], ["analyse", "battleship", "-s",
        f"density:history={path}", *limit_of(rng)],
         ["analyse", "kuhn_poker", "-s", f"cfr:file={path}"], ["play", "nim", "--load", path], ["play",
         "--resume", path])
    )  # fmt: skip
    deep = rng.choice((b"[" * 100_000, b"x", b"\xff", b"{}", b"[1, 2]"))
    return Case(
        words,
        {"x.txt": deep, "é.py": b"\xe9", "loop": b"-> loop"},
        long=words[0] == "analyse" and "density" in words[3],
    )


def small_talk(rng: Dice) -> Case:
    """Ask for what costs nothing: help, the version, the benchmarks' names; or write nonsense."""
    names = (
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
        "check",
        "warm",
        "bench",
        "version",
    )
    words = rng.choice(
        (["version"], ["version", "--json"], ["bench", "--list"], ["bench", "--list", "--json"], ["bench",
        word(rng, "nothing"), "--list"],
         ["--help"], [word(rng, *names), "--help"], ["help", word(rng, *names)], [], [wild(rng)],
         ["--version"],
         ["warm", wild(rng)], [wild(rng) for _ in range(4)], [rng.choice(names),
         *[wild(rng) for _ in range(3)]])
    )  # fmt: skip
    return Case(words)


def for_ever(rng: Dice) -> Case:
    """Ask for more than can be done; Ctrl-C must end it."""
    name, vast = rng.choice(SMALL), rng.choice(VAST)
    words = rng.choice(
        (["arena", name, "random", "easy", "--games", vast], ["perft", "checkers", "--depth", "60"],
         ["analyse", "checkers", "-s", f"mcts:simulations={vast}"], ["play", "checkers", "--seats",
         "human,mcts:simulations=1000000"],
         ["solve", "checkers", "--limit", "nodes=1000000000"], ["equity", "AsKs", "random", "random",
         "--samples", vast],
         ["play", "hearts", "--seats", "random,random,random,random", "-o", "rounds=1000"])
    )  # fmt: skip
    return Case(words, typed=b"11-15\n" * 50, long=True)


KINDS: tuple[Callable[[Dice], Case], ...] = (
    *[play] * 20, *[resume] * 8, *[games] * 5, *[analyse] * 14, *[solve] * 5, *[perft] * 8, *[replay] * 9,
    *[paper] * 8,
    *[event] * 9,
    *[equity] * 6, *[own_file] * 14, *[wrong_file] * 5, *[small_talk] * 6, for_ever,
)  # fmt: skip
COLUMNS = ("0", "1", "-5", "x", "20", "100000", "", "٣")


def case_of(seed: int, index: int) -> Case:
    """Make the case of that number."""
    rng = Dice(f"command_lines {seed} {index}")
    rng.slips = rng.choice((0.0, 0.0, 0.08, 0.25))
    kind = rng.choice(KINDS)
    case = kind(rng)
    case.kind = kind.__name__
    case.long |= "--limit" in case.argv and LEAST not in case.argv  # another may be as good as none
    if rng.random() < 0.06:
        case.environment["COLUMNS"] = rng.choice(COLUMNS)
    if rng.random() < 0.03:
        case.environment["PARLOUR_STATE_DIR"] = rng.choice(("x.json", "a/" * 100, "a\x1b[2Jb", " ", "\udcff"))
    if rng.random() < 0.02:
        case.environment["PARLOUR_BACKEND"] = rng.choice(("nonsense", "INTERPRETED ", "\x1b[2J"))
    if rng.random() < 0.05:
        case.encoding = rng.choice(("ascii", "latin-1", "utf-16"))
    return case
