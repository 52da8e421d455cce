"""Dots and Boxes in words: the chains and loops on the board, the long chain rule, and who is in control."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from parlour.core.bits import count
from parlour.core.exhibit import Exhibit, picture_of
from parlour.core.picture import Cell, Picture, heat
from parlour.games.dots_and_boxes import NAMES, State, picture
from parlour.games.dots_and_boxes.play.graph import Graph

LONG = 3  # boxes from which on a chain is long: its last two can be given away


@dataclass
class Shapes:
    """What a quiet position is made of, in boxes."""

    chains: list[int] = field(default_factory=list)
    loops: list[int] = field(default_factory=list)
    places: list[tuple[str, list[int]]] = field(default_factory=list)  # each as its kind and its boxes
    joints: int = 0  # boxes with three or four open edges
    safe: int = 0  # open edges that give nothing away
    edges: int = 0
    boxes: int = 0

    @property
    def long(self) -> int:
        """Count the long chains."""
        return sum(chain >= LONG for chain in self.chains)

    @property
    def turns(self) -> int:
        """Count the turns until a long chain or a loop must be opened, if the long chains stay as many.

        A turn draws one edge, and one more for every box that was closed. In the end a long chain has one
        edge more than boxes and a loop as many, so the edges before that are those that remain here.
        """
        return self.edges - self.boxes - self.long


def shapes_of(graph: Graph, w: int) -> Shapes:
    """Find the chains and loops of a quiet position."""
    found = Shapes()
    ties = [tie & w for tie in graph.ties]
    found.joints = sum(tie.bit_count() > 2 for tie in ties)
    found.edges, found.boxes = w.bit_count(), sum(tie != 0 for tie in ties)
    pairs = {coin: tie for coin, tie in enumerate(ties) if tie.bit_count() == 2}
    found.safe = (w & ~_union(pairs.values())).bit_count()
    while pairs:
        coins: list[int] = []
        strings = next(iter(pairs.values()))
        while True:
            reached = [coin for coin, tie in pairs.items() if tie & strings]
            if not reached:
                break
            coins += reached
            strings |= _union(pairs.pop(coin) for coin in reached)
        # A chain has one string more than boxes, a loop as many.
        looped = strings.bit_count() == len(coins)
        (found.loops if looped else found.chains).append(len(coins))
        found.places.append(("loop" if looped else "chain", sorted(coins)))
    found.chains.sort()
    found.loops.sort()
    return found


def _union(words: Any) -> int:
    total = 0
    for word in words:
        total |= word
    return total


def by_rule(s: State, shapes: Shapes) -> int:
    """Say which seat comes into control by the long chain rule, if the long chains stay as many."""
    return int(s.player) ^ int(shapes.turns % 2 == 0)


def evidence(s: State, shapes: Shapes, taken: int, choice: int, value: float | None = None) -> dict[str, Any]:
    """Return what was found as data; `value` is the exact lead of the player to move at the end.

    Favoured is the player who leads then; where that is not known, the one whom the long chain rule favours,
    and nobody where the player to move has the choice.
    """
    facts = {
        "boxes": [count(s.first), count(s.second)],
        "open_edges": count(s.open),
        "to_take": taken + choice,
        "choice": choice,
        "safe_edges": shapes.safe,
        "chains": shapes.chains,
        "loops": shapes.loops,
        "joints": shapes.joints,
        "long_chains": shapes.long,
    }
    if value:
        facts["favoured"] = NAMES[s.player ^ int(value < 0)]
    elif value is None and shapes.edges and not choice:
        facts["favoured"] = NAMES[by_rule(s, shapes)]
    return facts


def chain_words(
    s: State, shapes: Shapes, facts: dict[str, Any], after: int | None, value: float | None = None
) -> list[str]:
    """Put the position into sentences.

    Where known, `after` is what the rest is worth to its mover, and `value` the exact lead at the end.
    """
    out = []
    taking = facts["to_take"]
    if taking:
        out += _taking(facts, bool(shapes.edges), after, 1 - s.player)
    if shapes.edges or not taking:
        out.append(f"{'Beyond those' if taking else 'On the board'}: {_listed(shapes)}.")
    rule = by_rule(s, shapes)
    if shapes.safe and not facts["choice"]:
        wants_even = rule ^ (shapes.long % 2)
        out.append(
            f"Long chain rule, a rule of thumb: {{{wants_even} wants}} an even number of chains of three or "
            f"more boxes, {{{1 - wants_even}}} an odd one."
        )
        out.append(f"{_so_far(shapes)}, which would favour {{{rule}}}{_outcome(s, rule, value)}.")
    elif not taking and (shapes.chains or shapes.loops):
        sure = not shapes.joints and (shapes.long or shapes.loops)
        control = f", and {{{rule} comes}} into control" if sure else ""
        out.append(f"No safe edge is left: {{{s.player}}} must open a chain or loop{control}.")
    return out


def _so_far(shapes: Shapes) -> str:
    number = f"There {'is' if shapes.long == 1 else 'are'} {shapes.long or 'none'}"
    return f"{number} so far, with {_edges(shapes.safe)} left"


def _outcome(s: State, rule: int, value: float | None) -> str:
    """Hold the rule against the exact value."""
    if value is None:
        return ""
    if value == 0.0:
        return "; but by the exact value it ends level"
    ahead = s.player ^ int(value < 0)
    link = "; and" if ahead == rule else "; but"
    return f"{link} by the exact value {{{ahead} ends}} {_boxes(abs(int(value)))} ahead"


def _taking(facts: dict[str, Any], goes_on: bool, after: int | None, other: int) -> list[str]:
    """Say what can be taken, and whether to take it all or to give the end of it away."""
    taking, choice = facts["to_take"], facts["choice"]
    if not (choice and goes_on):
        return [f"{_boxes(taking)} can be taken at once, and nothing is gained by leaving any."]
    out = [
        f"{_boxes(taking)} can be taken at once; giving away the last {choice}, a double-cross, makes "
        f"{{{other}}} move first in the rest."
    ]
    if after is None:
        return out
    takes, gives = taking + after, taking - 2 * choice - after
    facts |= {"rest": after, "taking": takes, "giving": gives}
    better = "both are right" if takes == gives else f"{'taking' if takes > gives else 'giving'} is right"
    out.append(
        f"The rest is worth {after:+d} to who moves there, so taking all comes to {takes:+d} and giving "
        f"{choice} to {gives:+d}: {better}."
    )
    return out


def chains_shown(s: State, shapes: Shapes) -> tuple[Exhibit, ...]:
    """Show where the chains and loops are, the longer the hotter; nothing where there are none."""
    found = sorted(shapes.places, key=lambda place: (-len(place[1]), place[1]))
    if not found:
        return ()
    longest = len(found[0][1])
    named = [(ascii_lowercase[at % 26], kind, boxes) for at, (kind, boxes) in enumerate(found)]
    cells = {
        (2 * (box // s.cols) + 1, 2 * (box % s.cols) + 1): Cell(name, heat(len(boxes) / (longest + 1)))
        for name, _, boxes in named
        for box in boxes
    }
    board = picture(s).grids()[0]
    rows = tuple(
        tuple(cells.get((y, x), cell) for x, cell in enumerate(row)) for y, row in enumerate(board.rows)
    )
    data = {"shapes": [{"name": name, "kind": kind, "boxes": len(boxes)} for name, kind, boxes in named]}
    caption = f"Chains and loops: {_listed(shapes, joints=False)}"
    return (picture_of(caption, Picture((replace(board, rows=rows),)), data),)


def _listed(shapes: Shapes, joints: bool = True) -> str:
    parts = [_kind(n, "chain", size) for size, n in sorted(Counter(shapes.chains).items())]
    parts += [_kind(n, "loop", size) for size, n in sorted(Counter(shapes.loops).items())]
    if shapes.joints and joints:
        parts.append(f"{shapes.joints} box{'es' * (shapes.joints > 1)} with three or four open edges")
    if not parts:
        return "nothing"
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]


def _kind(n: int, kind: str, size: int) -> str:
    return f"{'a' if n == 1 else n} {kind}{'s' * (n > 1)} of {size}"


def _boxes(n: int) -> str:
    return "1 box" if n == 1 else f"{n} boxes"


def _edges(n: int) -> str:
    return "1 safe edge" if n == 1 else f"{n} safe edges"
