"""One Trick More: three hidden cards each; the higher card takes the trick, and most tricks win."""

from typing import Any, NamedTuple

from parlour import CHANCE, OVER, UNKNOWN, Picture
from parlour.core.bits import nth, popcount
from parlour.core.picture import Cell, Grid, Text
from parlour.core.rng import below
from parlour.core.rules import changed

CARDS = ACTIONS = 8
EACH = 3
NONE = -2


class State(NamedTuple):
    hands: tuple[int, int]
    dealt: int
    gone: int  # cards that were played
    led: int  # the card on the table, or NONE
    player: int
    won: tuple[int, int]


def start() -> State:
    return State((0, 0), 0, 0, NONE, 0, (0, 0))


def turn(s: State) -> int:
    if s.dealt < 2 * EACH:
        return CHANCE
    return OVER if sum(s.won) == EACH else s.player


def legal(s: State) -> int:
    if s.dealt < 2 * EACH:
        return ((1 << CARDS) - 1) & ~(s.hands[0] | s.hands[1])
    return 0 if sum(s.won) == EACH else s.hands[s.player]


def weights(s: State, a: int) -> float:
    return 1.0 / popcount(legal(s))


def play(s: State, a: int) -> State:
    card = 1 << a
    if s.dealt < 2 * EACH:
        first, second = s.hands
        hands = (first | card, second) if s.dealt % 2 == 0 else (first, second | card)
        return changed(s, hands=hands, dealt=s.dealt + 1)
    first, second = s.hands
    hands = (first ^ card, second) if s.player == 0 else (first, second ^ card)
    if s.led == NONE:
        return changed(s, hands=hands, gone=s.gone | card, led=a, player=1 - s.player)
    taker = s.player if a > s.led else 1 - s.player
    won = (s.won[0] + 1, s.won[1]) if taker == 0 else (s.won[0], s.won[1] + 1)
    return changed(s, hands=hands, gone=s.gone | card, led=NONE, player=taker, won=won)


def returns(s: State) -> tuple[float, float]:
    return (1.0, -1.0) if s.won[0] > s.won[1] else (-1.0, 1.0)


def mask(s: State, seat: int) -> State:
    first = s.hands[0] if seat == 0 else UNKNOWN
    second = s.hands[1] if seat == 1 else UNKNOWN
    return changed(s, hands=(first, second))


def sees(s: State, a: int, seat: int, now: State) -> bool:
    return s.dealt == 2 * EACH or s.dealt % 2 == seat


def fill(v: State, seat: int, rng: Any) -> State:
    first, second = v.hands
    if first == UNKNOWN:
        first = _drawn(v, 0, second, rng)
    if second == UNKNOWN:
        second = _drawn(v, 1, first, rng)
    return changed(v, hands=(first, second))


def _drawn(v: State, seat: int, other: int, rng: Any) -> int:
    """Draw a hand from the cards that are neither played nor in the other hand."""
    held = (v.dealt + 1 - seat) // 2 - sum(v.won)
    if v.led != NONE and v.player != seat:
        held -= 1
    known = other if other > 0 else 0
    hand = 0
    for _ in range(held):
        left = ((1 << CARDS) - 1) & ~(v.gone | known | hand)
        hand |= 1 << nth(left, below(rng, popcount(left)))
    return hand


def format(s: State, a: int) -> str:
    return f"{a + 2}s"


def picture(s: State) -> Picture:
    led = () if s.led == NONE else (Cell(f"{s.led + 2}s", shape="card"),)
    mine, other = (Grid((_hand(s, seat),), style="bare") for seat in (0, 1))
    return Picture((mine, Text(f"tricks {s.won[0]} : {s.won[1]}"), Grid((led,), style="bare"), other))


def _hand(s: State, seat: int) -> tuple[Cell, ...]:
    if s.hands[seat] == UNKNOWN:
        held = (s.dealt + 1 - seat) // 2 - sum(s.won) - (s.led != NONE and s.player != seat)
        return (Cell("", shape="back"),) * held
    return tuple(Cell(f"{card + 2}s", shape="card") for card in range(CARDS) if s.hands[seat] >> card & 1)
