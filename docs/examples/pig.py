"""Pig: roll a die to collect points, or hold to bank them; a 1 loses the turn. First to the target wins."""

from typing import NamedTuple

from parlour import CHANCE, OVER, Option
from parlour.core.rules import changed

ACTIONS = 6  # a player's: 0 hold, 1 roll; the die's: 0 to 5 for the faces 1 to 6
OPTIONS = {"target": Option(20, "points to bank", low=2, high=1000)}


class State(NamedTuple):
    banked: tuple[int, int]
    pot: int  # collected in this turn
    player: int
    rolling: int  # 1 while the die is in the air
    target: int


def start(target: int) -> State:
    return State((0, 0), 0, 0, 0, target)


def turn(s: State) -> int:
    if max(s.banked) >= s.target:
        return OVER
    return CHANCE if s.rolling == 1 else s.player


def legal(s: State) -> int:
    if turn(s) == OVER:
        return 0b000000
    if s.rolling == 1:
        return 0b111111
    return 0b11 if s.pot > 0 else 0b10  # nobody holds with nothing in the pot


def weights(s: State, a: int) -> float:
    return 1 / 6


def play(s: State, a: int) -> State:
    if s.rolling == 0 and a == 1:
        return changed(s, rolling=1)
    if s.rolling == 1 and a > 0:
        return changed(s, pot=s.pot + a + 1, rolling=0)
    first, second = s.banked
    gain = s.pot if s.rolling == 0 else 0
    banked = (first + gain, second) if s.player == 0 else (first, second + gain)
    return changed(s, banked=banked, pot=0, player=1 - s.player, rolling=0)


def returns(s: State) -> tuple[float, float]:
    return (1.0, -1.0) if s.banked[0] > s.banked[1] else (-1.0, 1.0)


def format(s: State, a: int) -> str:
    return str(a + 1) if s.rolling == 1 else ("hold", "roll")[a]
