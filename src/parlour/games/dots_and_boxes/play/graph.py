"""Dots and Boxes as strings and coins, and what theory says about taking coins.

A box is a coin, an open edge a string that ties it to the coin next to it or to the ground; drawing the edge
cuts the string, and who cuts a coin's last string takes it. A position is a word of strings.

Words for what is on the table:
- a *joint* is a coin with three or four strings; a *safe* string ties joints or the ground only;
- a *chain* of k coins with two strings each runs between joints or the ground, a *loop* closes on itself;
- a position is *quiet* when no coin hangs by one string, so that nothing can be taken at once.

Two theorems turn any position into a quiet one (E. Berlekamp, The Dots and Boxes Game, 2000; the same in
J. Barker and R. Korf, Solving Dots-And-Boxes, AAAI 2012):
1. Whatever can be taken is taken at once, but for the last two coins of one chain that runs on to ground or
   to a joint, or else the last four of one that does not (a loop that was cut).
2. With those c coins there are two choices: take them and move on in the rest R, or give them to the opponent
   by one cut that leaves him to take them and move on in R. So the whole is worth
   taken + max(c + V(R), -c - V(R)) = taken + |V(R) + c| to the player to move.
And a third cuts moves in a quiet position: all cuts of a chain or loop come to the same, except that a chain
of two is best cut in its middle, which leaves no choice; and of several chains of three or more coins between
ground and ground only a shortest need be tried, of several loops likewise: one coin more in such a chain
changes V by at most one, so a longer one given away costs no less.

All tables of a graph and the scratch of its searches are in one array, `g`: handing arrays on costs time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.core.bits import WORD, count, listed, popcount, trailing
from parlour.core.rules import rule
from parlour.games.dots_and_boxes import State

# Places in g: sizes, where the tables begin, and the counters of a search.
COINS, STRINGS, TWINS, MIRRORS, TIES, ENDS, TWIN, MIRROR, SCRATCH, MIRRORED, SHIFT = range(11)
NODES, LIMIT, STOP, STOPPED = range(11, 15)
HEAD = 16
ENTRY = 4  # numbers of one opening in the scratch: the string to cut, taken, choice, rest
ROOM = 16_384


class Graph:
    """The strings and coins of a board; strings are numbered from its middle outwards.

    Searches try strings in that order: cutting the middle first splits the board into parts, and parts come
    up again and again. A board of one word has all its edges as strings, and its mirror images; of a larger
    one only the edges that are open now, as many as one word holds.
    """

    def __init__(self, s: State) -> None:
        rows, cols = count(s.boxes) // s.cols, s.cols
        whole = len(s.open) == 1
        edges = range(2 * rows * cols + rows + cols) if whole else listed(s.open)
        if len(edges) > WORD:
            raise ValueError(f"{len(edges)} open edges, at most {WORD} make a graph")
        places = {edge: _place(edge, cols) for edge in edges}
        self.edges = sorted(edges, key=lambda edge: _from_middle(*places[edge], rows, cols))
        self.string = {edge: string for string, edge in enumerate(self.edges)}
        ties = [
            [
                self.string[e]
                for e in (box, box + cols, box + cols + 1, box + 2 * cols + 1)
                if e in self.string
            ]
            for box in listed(s.boxes)
        ]
        ends: list[list[int]] = [[] for _ in self.edges]
        for coin, strings in enumerate(ties):
            for string in strings:
                ends[string].append(coin)
        grounded = [[string for string in strings if len(ends[string]) == 1] for strings in ties]
        mirrors = self._mirrors(rows, cols) if whole else []
        self.ties = [_word(strings) for strings in ties]
        tables = {
            TIES: self.ties,
            ENDS: [coin for pair in ends for coin in (*pair, -1, -1)[:2]],
            TWIN: [_word(strings) for strings in grounded if len(strings) > 1],
            MIRROR: [string for mirror in mirrors for string in mirror],
            SCRATCH: [0] * ROOM,
        }
        head = [0] * HEAD
        head[COINS], head[STRINGS], head[TWINS] = len(ties), len(ends), len(tables[TWIN])
        head[MIRRORS], head[MIRRORED] = len(mirrors), int(0.55 * len(ends))
        values = list(head)
        for name, table in tables.items():
            values[name] = len(values)
            values += table
        self.g = np.array(values, np.int64)

    def _mirrors(self, rows: int, cols: int) -> list[list[int]]:
        """Give, for each symmetry of the board but the identity, where it takes every string."""
        high, wide = 2 * rows, 2 * cols
        images: list[list[tuple[int, int]]] = [
            [(high - y, x), (y, wide - x), (high - y, wide - x)]
            + [(x, y), (high - x, y), (x, wide - y), (high - x, wide - y)] * (rows == cols)
            for y, x in (_place(edge, cols) for edge in self.edges)
        ]
        at = {_place(edge, cols): string for edge, string in self.string.items()}
        return [[at[place] for place in mirror] for mirror in zip(*images, strict=True)]

    def holds(self, s: State) -> bool:
        """Say whether the open edges of a state are all strings here."""
        return all(edge in self.string for edge in listed(s.open))

    def word(self, s: State) -> int:
        """Return the open edges of a state as a word of strings."""
        return _word([self.string[edge] for edge in listed(s.open)])

    def listed(self, word: int) -> list[int]:
        """List the edges of a word of strings in ascending order."""
        return sorted(self.edges[string] for string in listed(word))


def _word(strings: list[int]) -> int:
    return sum(1 << string for string in strings)


def _place(edge: int, cols: int) -> tuple[int, int]:
    """Return an edge's middle on a grid of half boxes."""
    row, column = divmod(edge, 2 * cols + 1)
    return (2 * row, 2 * column + 1) if column < cols else (2 * row + 1, 2 * (column - cols))


def _from_middle(y: int, x: int, rows: int, cols: int) -> tuple[int, int, int]:
    """Rank an edge: near the line that halves the longer side first."""
    across, along = abs(y - rows), abs(x - cols)
    if rows > cols:
        across, along = along, across
    return (2 * along + across, y, x)


@rule
def paired(g: Any, w: int) -> tuple[int, int]:
    """Return the strings of all coins that have two, and the number of coins left."""
    pairs = 0
    coins = 0
    for coin in range(g[COINS]):
        own = int(g[g[TIES] + coin]) & w
        if own != 0:
            coins += 1
            if popcount(own) == 2:
                pairs |= own
    return pairs, coins


@rule
def safe_strings(g: Any, w: int, pairs: int) -> int:
    """Give the strings that can be cut without giving anything away; of several to ground at a coin, one."""
    safe = w & ~pairs
    for i in range(g[TWINS]):
        own = safe & int(g[g[TWIN] + i])
        if own & (own - 1) != 0:
            kept = own
            while kept & (kept - 1) != 0:
                kept &= kept - 1
            safe ^= own ^ kept
    return safe


@rule
def sorted_twins(g: Any, w: int) -> int:
    """Return the same position with the first of every coin's strings to ground: it matters only how many."""
    for i in range(g[TWINS]):
        every = int(g[g[TWIN] + i])
        left = popcount(every & w)
        w &= ~every
        while left > 0:
            w |= every & -every
            every &= every - 1
            left -= 1
    return w


@rule
def least_mirror(g: Any, w: int) -> int:
    """Give of a position and its mirror images the one whose word is least."""
    least = w
    for i in range(g[MIRRORS]):
        at = g[MIRROR] + i * g[STRINGS]
        image = 0
        left = w
        while left != 0:
            image |= 1 << int(g[at + trailing(left)])
            left &= left - 1
        least = min(least, sorted_twins(g, image))
    return least


@rule
def other_end(g: Any, string: int, coin: int) -> int:
    """Return the coin at the other end of a string, -1 for the ground."""
    first = int(g[g[ENDS] + 2 * string])
    return int(g[g[ENDS] + 2 * string + 1]) if first == coin else first


@rule
def settled(g: Any, w: int) -> tuple[int, int, int]:
    """Take what theory says is taken: give the coins taken, the choice c (0, 2 or 4) and the quiet rest.

    Everything that comes off is taken, coin by coin, and what hung together is remembered as a tree: a coin's
    `children` are those taken before it that it was tied to. A tree whose last string runs to ground or to
    the rest has the choice of two once it has two coins; any other that of four where it holds a path of
    four coins, three strings long. Of coins we know: the height of the tree below, if it is 1 (`low`) or
    more (`high`), whether there is such a path in it (`path`), and whether a child has children (`door`).
    """
    low = high = path = door = 0
    two = four = 0
    taken = 0
    again = True
    while again:
        again = False
        for coin in range(g[COINS]):
            string = int(g[g[TIES] + coin]) & w
            if string == 0 or string & (string - 1) != 0:
                continue
            again = True
            taken += 1
            w ^= string
            height = (low >> coin & 1) + 2 * (high >> coin & 1)
            held = path >> coin & 1
            parent = other_end(g, trailing(string), coin)
            if parent < 0:
                two |= int(height > 0)
                continue
            above = (low >> parent & 1) + 2 * (high >> parent & 1)
            held |= path >> parent & 1 | int(height + above >= 2)
            if int(g[g[TIES] + parent]) & w == 0:  # the string between the last two coins of a tree
                taken += 1
                four |= held
                continue
            path |= held << parent
            door |= int(height > 0) << parent
            if height > 0:
                high |= 1 << parent
                low &= ~(1 << parent)
            elif above == 0:
                low |= 1 << parent
    for coin in range(g[COINS]):
        if int(g[g[TIES] + coin]) & w != 0:
            two |= door >> coin & 1
    if two != 0:  # giving two away is better than giving four
        return taken - 2, 2, w
    if four != 0:
        return taken - 4, 4, w
    return taken, 0, w


@rule
def openings(g: Any, w: int, pairs: int, at: int) -> int:
    """List the ways to cut a chain or loop of a quiet position, smallest first, from g[at]; give how many.

    An entry is the string to cut, and of the position after it: the coins taken, the choice and the rest.
    """
    found = 0
    single = double = longer = round_ = -1  # entries of which one will do: from ground to ground, loops
    left = pairs
    while left != 0:
        begun = left & -left
        strings = begun
        shared = -1  # by all coins: the middle of a chain of two
        coins = 0
        looped = 0
        joint = -1
        twice = 0  # both ends at one joint
        for side in range(2):
            string = begun
            coin = int(g[g[ENDS] + 2 * trailing(begun) + side])
            while coin >= 0 and looped == 0:
                own = int(g[g[TIES] + coin]) & w
                if popcount(own) != 2:
                    twice = int(coin == joint)
                    joint = coin
                    break
                coins += 1
                shared &= own
                string ^= own
                looped = int(string == begun)
                strings |= string
                coin = other_end(g, trailing(string), coin)
        left &= ~strings
        cut = trailing(begun if shared == 0 else shared)
        place = at + ENTRY * found
        if looped == 1:
            taken, choice, rest = coins - 4, 4, w ^ strings
        elif twice == 1 and popcount(int(g[g[TIES] + joint]) & w) == 3:  # the joint will hang by one string
            taken, choice, rest = settled(g, w ^ (1 << cut))
        elif coins > 2:
            taken, choice, rest = coins - 2, 2, w ^ strings
        else:
            taken, choice, rest = coins, 0, w ^ strings
        known = -1
        if looped == 1:
            known = round_
            round_ = place if known < 0 else known
        elif joint < 0 and coins > 2:
            known = longer
            longer = place if known < 0 else known
        elif joint < 0 and coins == 2:
            known = double
            double = place if known < 0 else known
        elif joint < 0:
            known = single
            single = place if known < 0 else known
        if known < 0:
            found += 1
        elif taken < g[known + 1]:
            place = known
        else:
            continue
        g[place] = cut
        g[place + 1] = taken
        g[place + 2] = choice
        g[place + 3] = rest
    for i in range(1, found):
        j = at + ENTRY * i
        while j > at and g[j + 1] + g[j + 2] < g[j - 3] + g[j - 2]:
            for k in range(ENTRY):
                kept = g[j + k]
                g[j + k] = g[j + k - ENTRY]
                g[j + k - ENTRY] = kept
            j -= ENTRY
    return found
