"""A user's game for tests: a race by steps of one or two, in as few lines as rules can have."""

from __future__ import annotations

RULES = '''
"""A race to {to}, a step of one or two at a time; who comes there wins."""
from typing import NamedTuple
ACTIONS = 3
class State(NamedTuple):
    at: int
    player: int
def start(): return State(0, 0)
def turn(s): return -2 if s.at >= {to} else s.player
def legal(s): return 0 if s.at >= {to} else 6
def play(s, a): return State(s.at + a, 1 - s.player)
def returns(s): return (1.0, -1.0) if s.player == 1 else (-1.0, 1.0)
'''


def race(to: int, situation: str = "") -> str:
    """Write the rules; `situation` is what names a decision of a view, where the game is to be trained."""
    named = f"def situation(view): return {situation}\n" if situation else ""
    return RULES.format(to=to) + named
