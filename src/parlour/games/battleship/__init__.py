"""Battleship: place a fleet in secret, then fire at the cells of the other's sea until all ships are sunk.

The rules are those of the Milton Bradley game (1967): ships lie straight along a row or column and do not
overlap, one shot a turn, and who is fired at says hit or miss and which ship sank. Options change the board,
the fleet, whether ships may touch, and what is said; `salvo` is the older Salvo (1931), a shot for every ship
afloat, told all together. With `alone` chance places the fleet, and one player looks for it.

Chance draws ship by ship among all places and begins anew when two collide. So every fleet is as likely.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.core.bits import WORD, count, lowest, nth, replace, rest, some, trailing
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed, evenly
from parlour.games.battleship import words
from parlour.games.battleship.sea import (
    AFLOAT,
    ALONE,
    DONE,
    NAMED,
    PER_WORD,
    PLACE,
    ROOMY,
    SALVO,
    SHOOT,
    SILENT,
    SUNK,
    TOUCHING,
    UNPLACED,
    Words,
    afloat,
    around,
    blank,
    common,
    covers,
    joined,
    lying,
    meets,
    next_ship,
    open_water,
    part,
    put_cell,
    results,
    ship_cells,
    standing,
    with_hit,
    with_part,
    without,
)
from parlour.games.battleship.told import events, guide, marked, scores
from parlour.games.battleship.worlds import draw_fleet, fits, is_roomy

__all__ = [
    "ALONE", "DONE", "NAMED", "PLACE", "SHOOT", "SILENT", "SUNK", "TOUCHING", "State", "events", "guide",
    "marked", "scores", "target",
]  # fmt: skip

TITLE = "Battleship"
BLURB = "Find and sink a hidden fleet, shot by shot"
GROUP = "Dice and guessing"
SEAT_NAMES = ("Ann", "Ben")
SCORE = "shots"
MOST_CELLS = 60  # of a fleet
OPTIONS = {
    "size": Option((10,), "the sea: one number for a square, or rows and columns", low=1, high=15, most=2),
    "ships": Option((5, 4, 3, 3, 2), "the lengths of the ships", low=1, high=15, most=12),
    "touching": Option(True, "ships may touch; if not, not even at a corner"),
    "salvo": Option(False, "a shot for every ship of one's own afloat, told all together"),
    "announce": Option("ship", "beside hit and miss: the ship that sank, only sunk, or nothing",
                       choices=("ship", "sunk", "none")),
    "alone": Option(False, "one player, who looks for a fleet that chance has placed"),
    "fleet": Option("", "the ships of each player in order, such as A1h C3v .../...", most=1, secret=True),
}  # fmt: skip
LEVELS = {
    "easy": "hunt:blunder=0.7",
    "medium": "hunt:parity=yes",
    "hard": "density",
    "expert": "density:weights=tuned,placing=hidden",
}


class State(NamedTuple):
    """The fleets, what has been fired and what was said of it; per side, that of the owner of the sea."""

    fleets: tuple[int, ...]  # where each ship of each side is; -1 if it is not placed yet
    shots: Words  # cells of each sea that were fired at and told
    hits: Words  # those of them that hit
    order: Words  # the hits of each sea in the order they were told
    sunk: tuple[int, ...]  # a ship's number (a slot, where names are not told): see `_sunk_in`
    fired: Words  # of the salvo under way, not told yet
    left: int  # shots left in it
    mover: int  # who fires, or has won
    phase: int
    ships: tuple[int, ...]
    sea: Words  # all cells
    edge: Words  # the last column
    cols: int
    flags: int
    announce: int


def start(
    size: tuple[int, ...] = (10,),
    ships: tuple[int, ...] = (5, 4, 3, 3, 2),
    touching: bool = True,
    salvo: bool = False,
    announce: str = "ship",
    alone: bool = False,
    fleet: str = "",
) -> State:
    """Return the empty seas, or with the fleets asked for already placed."""
    rows, cols = words.checked(size, ships, MOST_CELLS)
    sea, edge = words.cells_of(rows, cols)
    sides = 1 if alone else 2
    said = ("ship", "sunk", "none").index(announce)
    flags = TOUCHING * int(touching) | SALVO * int(salvo) | ALONE * int(alone)
    flags |= ROOMY * int(is_roomy(rows, cols, ships, touching))
    nothing = (0,) * (len(sea) * sides)
    order = (0,) * ((sum(ships) + PER_WORD - 1) // PER_WORD * sides)
    ready = (UNPLACED,) * (len(ships) * sides)
    s = State(
        fleets=ready,
        shots=nothing,
        hits=nothing,
        order=order,
        sunk=(AFLOAT,) * len(ready),
        fired=blank(sea),
        left=len(ships) if salvo else 1,
        mover=0,
        phase=PLACE,
        ships=ships,
        sea=sea,
        edge=edge,
        cols=cols,
        flags=flags,
        announce=said,
    )
    if not fits(ready, 0, ships, bool(touching), cols, sea, edge):
        raise words.no_room(rows, cols, ships, touching)
    placed = words.read_fleets(fleet, s)
    return s if placed == ready else _placed(s, placed)


def SEATS(s: State) -> int:  # noqa: N802
    """One to look for the fleet, or two against each other."""
    return 1 if s.flags & ALONE else 2


def ACTIONS(s: State) -> int:  # noqa: N802
    """A cell, to fire at or to place a lying ship from; with a whole number of words more, an upright one."""
    return WORD * len(s.sea) + count(s.sea)


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """Win or lose; alone, the number of shots, which is at most that of the cells."""
    return (-float(count(s.sea)), 0.0) if s.flags & ALONE else (-1.0, 1.0)


def TRAITS(s: State) -> Traits:  # noqa: N802
    """What is good for one is bad for the other; alone there is no other."""
    return Traits(zero_sum=not s.flags & ALONE)


def turn(s: State) -> int:
    """Place first, all of one seat and then all of the other; then fire in turns."""
    if s.phase == SHOOT:
        return s.mover
    if s.phase == DONE:
        return OVER
    return CHANCE if s.flags & ALONE != 0 else next_ship(s) // len(s.ships)


def target(s: State, seat: int) -> int:
    """Say whose sea a seat fires at."""
    return 0 if s.flags & ALONE != 0 else 1 - seat


def legal(s: State) -> Words:
    """Every cell not fired at yet; while placing, where the ship fits so that the rest fits too."""
    if s.phase == SHOOT:
        words, first = s.sea + s.sea, target(s, s.mover) * len(s.sea)
        for i in range(len(s.sea)):
            words = replace(words, i, s.sea[i] & ~s.shots[first + i] & ~s.fired[i])
            words = replace(words, len(s.sea) + i, 0)
        return words
    if s.phase == DONE:
        return blank(s.sea) + blank(s.sea)
    at = next_ship(s)
    length = s.ships[at % len(s.ships)]
    free = s.sea
    if s.flags & ALONE == 0:
        free = open_water(s, at)
    places = lying(free, length, s.edge) + standing(free, length, s.cols)
    if s.flags & (ROOMY | ALONE) != 0:
        return places
    kept = places
    while some(places):
        a = lowest(places)
        places = rest(places)  # type: ignore[assignment]
        after = replace(s.fleets, at, a)
        side = at // len(s.ships)
        if not fits(after, side, s.ships, s.flags & TOUCHING != 0, s.cols, s.sea, s.edge):
            kept = replace(kept, a // WORD, kept[a // WORD] ^ (1 << (a % WORD)))
    return kept


def weights(s: State, a: int) -> float:
    """Every place is as likely."""
    return 1.0 / count(legal(s))


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def play(s: State, a: int) -> State:
    """Place a ship, or fire."""
    if s.phase == PLACE:
        return _place(s, a)
    fired = put_cell(s.fired, a)
    side = target(s, s.mover)
    left = s.left - 1
    if left > 0 and some(without(without(s.sea, part(s.shots, side, s.sea)), fired)):
        return changed(s, fired=fired, left=left, phase=SHOOT)
    return _announced(s, fired, side)


def _place(s: State, a: int) -> State:
    at = next_ship(s)
    fleets = replace(s.fleets, at, a)
    if s.flags & ALONE != 0:
        free = open_water(s, at)
        cells = ship_cells(a, s.ships[at], s.cols, s.sea)
        if meets(cells, without(s.sea, free)):
            for i in range(len(fleets)):
                fleets = replace(fleets, i, UNPLACED)
    return _placed(s, fleets)


def _placed(s: State, fleets: tuple[int, ...]) -> State:
    phase = SHOOT
    for i in range(len(fleets)):
        if fleets[i] == UNPLACED:
            phase = PLACE
    return changed(s, fleets=fleets, phase=phase)


def _announced(s: State, fired: Words, side: int) -> State:
    """Tell what the salvo did."""
    ships = len(s.ships)
    upright = WORD * len(s.sea)
    hits = part(s.hits, side, s.sea)
    before = count(hits)
    known, order, struck, left = before, s.order, 0, fired
    while some(left):
        cell = lowest(left)
        left = rest(left)  # type: ignore[assignment]
        for k in range(ships):
            if covers(s.fleets[side * ships + k], s.ships[k], cell, s.cols, upright):
                hits = put_cell(hits, cell)
                order = with_hit(order, side * (len(order) // (len(s.fleets) // ships)), known, cell)
                known += 1
                struck |= 1 << k
                break
    sunk = s.sunk
    while struck != 0 and s.announce != SILENT:
        k = trailing(struck)
        struck &= struck - 1
        cells = ship_cells(s.fleets[side * ships + k], s.ships[k], s.cols, s.sea)
        if not some(without(cells, hits)):
            slot = side * ships + k
            if s.announce == SUNK:
                slot = side * ships + ships - afloat(s, sunk, side)
            sunk = replace(sunk, slot, before | known << 8)
    total = 0
    for k in range(ships):
        total += s.ships[k]
    over = known == total
    mover = s.mover
    if not over and s.flags & ALONE == 0:
        mover = 1 - s.mover
    left_over = 1
    if s.flags & SALVO != 0:
        left_over = afloat(s, sunk, 0 if s.flags & ALONE != 0 else mover)
    shots = with_part(s.shots, side, joined(part(s.shots, side, s.sea), fired))
    after = changed(s, shots=shots, hits=with_part(s.hits, side, hits), order=order, sunk=sunk)
    return changed(after, fired=blank(s.sea), left=left_over, mover=mover, phase=DONE if over else SHOOT)


def returns(s: State) -> tuple[float, ...]:
    """The seat that sinks the last ship wins; alone, every shot costs one."""
    return results(s.fleets, s.ships, count(s.shots), s.mover, int(s.phase == DONE))


# -- what a seat may know ------------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """A fleet is its owner's secret until the end; how far chance has come with one, nobody knows."""
    if s.phase == DONE:
        return s
    fleets = s.fleets
    ships = len(s.ships)
    for i in range(len(fleets)):
        if s.flags & ALONE != 0 or (i // ships != seat and fleets[i] != UNPLACED):
            fleets = replace(fleets, i, UNKNOWN)
    return changed(s, fleets=fleets)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """Shots are called out; where a ship was placed is known to its owner, and to all at the end."""
    if s.phase == SHOOT or now.phase == DONE:
        return True
    return s.flags & ALONE == 0 and next_ship(s) // len(s.ships) == seat


def fill(v: State, seat: int, rng: Any) -> State:
    """Draw fleets that explain all that was said, all equally likely (see `draw_fleet`)."""
    fleets = v.fleets
    if v.phase == PLACE and v.flags & ALONE != 0:
        for i in range(len(fleets)):
            fleets = replace(fleets, i, UNPLACED)  # chance has yet to begin, as far as anyone can tell
    else:
        for side in range(len(fleets) // len(v.ships)):
            if v.fleets[side * len(v.ships)] == UNKNOWN:
                fleets = draw_fleet(v, fleets, side, rng)
    return changed(v, fleets=fleets)


# -- hints ---------------------------------------------------------------------------------------------------


def evaluate(s: State, seat: int) -> float:
    """The seat with more hits is ahead; alone, what is still hidden costs shots in proportion."""
    total = 0
    for k in range(len(s.ships)):
        total += s.ships[k]
    if s.flags & ALONE != 0:
        cells, fired = count(s.sea), count(s.shots)
        return -(fired + 0.9 * (cells - fired) * (1.0 - count(s.hits) / total))
    mine, theirs = count(part(s.hits, 1 - seat, s.sea)), count(part(s.hits, seat, s.sea))
    return 0.9 * (mine - theirs) / total


def rollout(s: State, rng: Any) -> int:
    """Fire beside a hit while there is room beside one; otherwise anywhere, and place anywhere."""
    actions = legal(s)
    if s.phase == SHOOT:
        side = target(s, s.mover)
        hits = part(s.hits, side, s.sea)
        near = common(around(hits, s.cols, s.sea, s.edge), part(actions, 0, s.sea))
        if some(near):
            return nth(near, below(rng, count(near)))
    return nth(actions, below(rng, count(actions)))


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """A cell, `B7`; a placement, `B7h` across or `B7v` down from there."""
    return words.move(s, a)


def parse(s: State, text: str) -> int:
    """Read a cell or a placement in either case, or the first ship of a random fleet."""
    return next(iter(read(s, text)), -1)


def read(s: State, text: str) -> list[int]:
    """Read a move; `random` is all placements that are left."""
    return words.read_fleet(s, text, legal, play) or [words.read_move(s, text)]


def answer(s: State, a: int, after: State, seat: int) -> str:
    """Say what was called out: `hit`, `miss` or the ship that sank; of a salvo, cell by cell when it ends."""
    return words.called(s, after)


def picture(s: State) -> Picture:
    """Show each sea: shots, hits, and the ships that are known."""
    return words.seas(s)


def touches(s: State, a: int) -> tuple[str, ...]:
    """The cell fired at; for a ship its first cell in one's own sea and its last."""
    return words.touched(s, a)


def shortcuts(s: State) -> list[str]:
    """Offer to place all ships that are left."""
    return words.fleet_offered(s)
