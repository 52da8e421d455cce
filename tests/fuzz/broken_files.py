"""Files of users, most of them broken in one way: what a slip of the pen, or malice, makes of a game."""

from __future__ import annotations

from random import Random

GAME = """
from typing import NamedTuple
from parlour import OVER
from parlour.core.picture import Picture, Text

ACTIONS = 2
SEATS = 2

class State(NamedTuple):
    left: int
    player: int

def start():
    return State(5, 0)

def turn(s):
    return OVER if s.left == 0 else s.player

def legal(s):
    return 0 if s.left == 0 else 1 if s.left == 1 else 3

def play(s, a):
    return State(s.left - 1 - a, 1 - s.player)

def returns(s):
    if s.left:
        return (0.0, 0.0)
    return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)

def format(s, a):
    return "take " + str(a + 1)

def parse(s, text):
    return int(text[-1]) - 1 if text[-1:] in ("1", "2") else -1

def picture(s):
    return Picture((Text("left: " + str(s.left)),))
"""
# What one line of the game becomes.
EDITS = {
    "ACTIONS = 2": ("ACTIONS = 0", "ACTIONS = -1", "ACTIONS = 'x'", "ACTIONS = None", "ACTIONS = 1",
    "ACTIONS = 10**9"),
    "SEATS = 2": (
        "SEATS = 0", "SEATS = 1", "SEATS = 3", "SEATS = -1", "SEATS = '2'", "SEATS = 2.5", "OPTIONS = 5",
        "OPTIONS = {'x': 5}", "OPTIONS = {5: 5}", "TRAITS = 5", "LEVELS = 5", "LEVELS = {'easy': 5}",
        "LEVELS = {}",
        "LEVELS = {'easy': 'nobody'}", "LEVELS = {5: 'random'}", "STRATEGIES = 5",
        "STRATEGIES = {'mcts': 5}",
        "BOUNDS = 5", "BOUNDS = (1.0, -1.0)", "BOUNDS = ('a', 'b')", "NAME = 5", "NAME = ''",
        "NAME = '../x'",
        "NAME = 'a b'", "NAME = 'nim'", "NAME = '\\x1b[2J'", "TITLE = 5", "TITLE = None",
        "TITLE = '\\x1b]0;x\\x07'",
        "import nothing_of_that_name", "raise ValueError('\\x1b[2J')", "raise SystemExit(5)", "1 / 0",
        "raise KeyboardInterrupt", "class Odd(BaseException): pass\nraise Odd", "def (", "\tx = 1\n  y = 2",
        "from parlour.core.options import Option\nOPTIONS = {'size': Option(3)}",
    ),
    "    return State(5, 0)": (
        "    return None", "    return 5", "    return (5, 0)", "    return State(5.5, 0)",
        "    return State('x', 0)",
        "    raise ValueError('no')", "    raise SystemExit(3)", "    return State(0, 0)",
        "    return State(-1, 0)",
        "    return State(10**30, 0)", "    return start()", "    return State(5, 7)",
    ),
    "    return OVER if s.left == 0 else s.player": (
        "    return None", "    return 7", "    return -5", "    return 'x'", "    return 1 / 0",
        "    return -1",
        "    return 0.5", "    return True",
    ),
    "    return 0 if s.left == 0 else 1 if s.left == 1 else 3": (
        "    return -1", "    return ~3", "    return None", "    return 'x'", "    return [0, 1]",
        "    return 0",
        "    return 1.5", "    return 1 << 70", "    return 3", "    raise KeyError('legal')",
        "    return (3, 0)",
    ),
    "    return State(s.left - 1 - a, 1 - s.player)": (
        "    return None", "    return (s.left - 1 - a, 1 - s.player)", "    return 5",
        "    raise IndexError('play')",
        "    return State(s.left - 1 - a)", "    return State(0.5, 0)", "    raise SystemExit(4)",
        "    return State(None, None)",
    ),
    "    return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)": (
        "    return None", "    return 1.0", "    return (1.0,)", "    return (1.0, 2.0, 3.0)",
        "    return ('a', 'b')",
        "    return (float('nan'), 0.0)", "    return (float('inf'), 0.0)", "    return (10**400, 0)",
        "    raise OSError",
    ),
    '    return "take " + str(a + 1)': (
        "    return None", "    return 5", "    return ''", "    return '\\x1b[2J'",
        "    return 'x' * 10000",
        "    return 'the same'", "    raise ValueError('format')", "    return 'a\\nb'",
        "    return '\\ud800'",
    ),
    '    return int(text[-1]) - 1 if text[-1:] in ("1", "2") else -1': (
        "    return None", "    return 'x'", "    return 99", "    return 0.5",
        "    raise ValueError('\\x1b[2J')",
        "    return int(text)", "    return -7", "    return 10**30",
    ),
    '    return Picture((Text("left: " + str(s.left)),))': (
        "    return 5", "    return None", "    return Picture(5)", "    return Picture((5,))",
        "    return 'a board'",
        "    return Picture((Text('\\x1b[2J\\x07'),))", "    raise RuntimeError('picture')",
        "    return Picture((Text(5),))",
    ),
}  # fmt: skip
MORE = (
    "def mask(s, seat): return s",
    "def mask(s, seat): return None\ndef fill(s, seat, rng): return None",
    "def mask(s, seat): return s\ndef fill(s): return s",
    "def weights(s, a): return None",
    "def sees(s, a, seat, after): return None",
    "def evaluate(s): return 'x'",
    "def order(s, a): return None",
    "def rollout(s, rng): return None",
    "def split(text): return 5",
    "def read(s, text): return 5",
    "def write(s, actions): return 5",
    "def whole_moves(s): return 5",
    "turn = 5",
    "State = 5",
    "del legal",
    "legal = max",
)
STRATEGY = """
from parlour import Strategy

class Mine(Strategy):
    '''Play the first move.'''

    name = "mine"

    def choose(self, view, limit):
        return view.legal()[0]
"""
CHOICES = (
    "return None", "return 'x'", "return 10**6", "return -1", "return 0.5", "raise ValueError('\\x1b[2J')",
    "raise SystemExit(5)", "class Odd(BaseException): pass\n        raise Odd", "raise KeyboardInterrupt",
    "return True",
    "view.game.options['x'] = 1\n        return view.legal()[0]", "return [view.legal()[0]]", "return view",
    "import sys\n        sys.exit()", "raise MemoryError", "raise RecursionError",
    "return self.choose(view, limit)",
)  # fmt: skip
HEADS = (
    'name = ""', "name = 5", 'name = "random"', 'name = "a:b"', "name = '\\x1b[2J'",
    'name = "mine"\n    options = 5',
    'name = "mine"\n    options = {"x": 5}', 'name = "mine"\n    games = 5',
    'name = "mine"\n    games = ("nowhere",)',
    'name = "mine"\n    @classmethod\n    def unfit(cls, game): raise ValueError("unfit")',
    'name = "mine"\n    @classmethod\n    def unfit(cls, game): return "never"',
    'name = "mine"\n    def __init__(self, *a, **k): raise ValueError("init")',
    'name = "mine"\n    def __init__(self): pass',
)  # fmt: skip
RAW = (
    b"", b"\0", b"\xff\xfe", b"# -*- coding: nonsense -*-\n", b"x = 'caf\xe9'\n", b"(" * 5000,
    b"x = " + b"-" * 5000 + b"1",
    b"\x7fELF\x02\x01", b"print('hello')", b"a = 1\n", b"\xef\xbb\xbfx = 1\n", b"{" * 200,
    b"x = " + b"9" * 6000,
    b"class State: pass\n", b"start = 5\n", b"from parlour import *\n", b"def start(): pass\n",
)  # fmt: skip


# Games in which the number of things left jumps over zero, or begins far above or below it.
ENDLESS = ("    return 3", "    return 1 << 70", "    return State(-1, 0)", "    return State(10**30, 0)")


def is_endless(content: bytes) -> bool:
    """Say whether a file is a game that goes on for ever: only to check it may not take for ever."""
    return any(line.encode() + b"\n" in content for line in ENDLESS)


def unlike(content: bytes) -> bytes:
    """Give the lines of a file that no whole game or strategy has: what is wrong with it, for a report."""
    known = {line for whole in (GAME, STRATEGY) for line in whole.encode().splitlines()}
    return b"\n".join(line for line in content.splitlines() if line not in known)[-200:]


def user_file(rng: Random) -> tuple[str, bytes]:
    """Write a file; give also what it is: game, strategy or neither."""
    kind = rng.random()
    if kind < 0.08:
        return "game", GAME.encode()
    if kind < 0.58:
        line = rng.choice(list(EDITS))
        return "game", GAME.replace(line, rng.choice(EDITS[line])).encode(errors="replace")
    if kind < 0.68:
        return "game", (GAME + "\n" + rng.choice(MORE) + "\n").encode()
    if kind < 0.72:
        return "strategy", STRATEGY.encode()
    if kind < 0.82:
        return "strategy", STRATEGY.replace("return view.legal()[0]", rng.choice(CHOICES)).encode()
    if kind < 0.9:
        return "strategy", STRATEGY.replace('name = "mine"', rng.choice(HEADS)).encode()
    return "neither", rng.choice(RAW)
