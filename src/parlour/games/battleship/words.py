"""Battleship in words: `B7` is row B, column 7; `B7h` a ship from there across, `B7v` one down."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection
from typing import Any

from parlour.core.bits import WORD, listed
from parlour.core.errors import BadOption
from parlour.core.picture import Beside, Cell, Grid, Picture, Text
from parlour.core.rng import Stream
from parlour.games.battleship.sea import (
    ALONE,
    DONE,
    NAMED,
    PER_WORD,
    PLACE,
    SALVO,
    SHOOT,
    SILENT,
    TOUCHING,
    UNPLACED,
)

ROWS = "ABCDEFGHIJKLMNO"
CLASSIC = (5, 4, 3, 3, 2)
NAMES = ("carrier", "battleship", "cruiser", "submarine", "destroyer")
MOVE = re.compile(r"([A-Oa-o])([0-9]{1,2})([HVhv]?)")
RANDOM = re.compile(r"random(?: fleet)?(?: ?([0-9]{1,6}))?", re.IGNORECASE)
HULLS = (("◀", "━", "▶"), ("▲", "┃", "▼"))  # a ship that lies, one that stands: bow, middle and stern


def checked(size: tuple[int, ...], ships: tuple[int, ...], most: int) -> tuple[int, int]:
    """Return rows and columns; raise BadOption unless the fleet can be of use there."""
    rows, cols = (size[0], size[0]) if len(size) == 1 else (size[0], size[1])
    if max(ships) > max(rows, cols):
        raise BadOption(f"ships: one of {max(ships)} does not fit into {rows} x {cols} cells")
    if sum(ships) > min(most, rows * cols):
        raise BadOption(f"ships: {sum(ships)} cells of ships; {min(most, rows * cols)} are possible here")
    return rows, cols


def no_room(rows: int, cols: int, ships: tuple[int, ...], touching: bool) -> BadOption:
    """Build the error for a fleet that cannot be placed at all."""
    apart = "" if touching else " without touching"
    fleet = ",".join(map(str, ships))
    return BadOption(
        f"ships={fleet}: they do not fit into {rows} x {cols} cells{apart}; take fewer or shorter"
    )


def cells_of(rows: int, cols: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return all cells, and those of the last column, as words."""
    words = -(-rows * cols // WORD)
    sea, edge = [0] * words, [0] * words
    for cell in range(rows * cols):
        sea[cell // WORD] |= 1 << cell % WORD
        if cell % cols == cols - 1:
            edge[cell // WORD] |= 1 << cell % WORD
    return tuple(sea), tuple(edge)


def shape(s: Any) -> tuple[int, int]:
    """Return the rows and columns of a state's sea."""
    return sum(word.bit_count() for word in s.sea) // s.cols, s.cols


def cell_name(s: Any, cell: int) -> str:
    """Write a cell."""
    return f"{ROWS[cell // s.cols]}{cell % s.cols + 1}"


def move(s: Any, a: int) -> str:
    """Write a shot or a placement."""
    upright = WORD * len(s.sea)
    if s.phase == PLACE:
        return cell_name(s, a % upright) + ("v" if a >= upright else "h")
    return cell_name(s, a)


def touched(s: Any, a: int) -> tuple[str, ...]:
    """Name the cell of a shot, or the first and the last of a placement."""
    if s.phase != PLACE:
        return (cell_name(s, a),)
    side, ship = divmod(s.fleets.index(UNPLACED), len(s.ships))
    cells = line(s, a, s.ships[ship])
    return tuple(_own(s, side) + cell_name(s, cell) for cell in (cells[0], cells[-1])[: len(cells)])


def _own(s: Any, side: int) -> str:
    """Say before the name of a cell that it lies in one's own sea: where more of the ships are known."""
    if s.flags & ALONE:
        return ""
    number = len(s.ships)
    known = [sum(code >= 0 for code in s.fleets[at : at + number]) for at in (0, number)]
    mover = s.fleets.index(UNPLACED) // number if s.phase == PLACE else s.mover
    known[mover] += known[0] == known[1]  # to one who sees both or none, it is the mover's
    return "own " if known[side] == max(known) else ""


def read_move(s: Any, text: str) -> int:
    """Read a shot or a placement; -1 if it is neither. A ship of one cell needs no direction."""
    found = MOVE.fullmatch(text)
    if not found or not found[2].isascii():
        return -1
    rows, cols = shape(s)
    row, col, way = ROWS.index(found[1].upper()), int(found[2]) - 1, found[3].lower()
    if row >= rows or not 0 <= col < cols or found[2].startswith("0"):
        return -1
    if bool(way) != (s.phase == PLACE):
        return -1
    return row * cols + col + (WORD * len(s.sea) if way == "v" else 0)


def read_fleet(
    s: Any, text: str, legal: Callable[[Any], tuple[int, ...]], play: Callable[[Any, int], Any]
) -> list[int]:
    """Read `random` as places for all ships that a seat has left; nothing if it does not say that.

    With a number the same ships get the same places; without one nobody can foretell them.
    """
    found = RANDOM.fullmatch(text)
    if not found or s.phase != PLACE or s.flags & ALONE:
        return []
    side = s.fleets.index(UNPLACED) // len(s.ships)
    own = s.fleets[side * len(s.ships) : (side + 1) * len(s.ships)]
    number = int(found[1]) if found[1] else secrets.randbits(62)
    rng, places = Stream.of("fleet", number, side, own, s.ships, s.sea), []
    for _ in range(own.count(UNPLACED)):
        places.append(rng.choice(listed(legal(s))))
        s = play(s, places[-1])
    return places


def fleet_offered(s: Any) -> list[str]:
    """Offer a random fleet to who places ships, and not to who sets up a sea for one player."""
    return ["random fleet"] if s.phase == PLACE and not s.flags & ALONE else []


def read_fleets(text: str, s: Any) -> tuple[int, ...]:
    """Read the placements of each side, as far as they are given; raise BadOption for what is no fleet."""
    number = len(s.ships)
    sides = len(s.fleets) // number
    parts = [part.replace(",", " ").split() for part in text.split("/")]
    if len(parts) > sides:
        raise BadOption(f"fleet: {len(parts)} fleets for {sides} {'seat' if sides == 1 else 'seats'}")
    fleets = list(s.fleets)
    for side, moves in enumerate(parts):
        if not moves:
            continue
        if len(moves) != number:
            raise BadOption(f"fleet: {len(moves)} ships; the fleet has {number}: {', '.join(names(s))}")
        blocked: set[int] = set()
        for k, word in enumerate(moves):
            code = read_move(s, word if word[-1:].lower() in ("h", "v") or s.ships[k] > 1 else word + "h")
            cells = line(s, code, s.ships[k]) if code >= 0 else []
            if not cells:
                raise BadOption(
                    f"fleet: {word[:20]!r} is no place for a ship of {s.ships[k]}; write such as B7h"
                )
            if blocked & set(cells):
                what = "overlap" if s.flags & TOUCHING else "overlap or touch"
                raise BadOption(f"fleet: {word[:20]!r} would {what} another ship")
            blocked |= set(cells) if s.flags & TOUCHING else near(s, cells)
            fleets[side * number + k] = code
    return tuple(fleets)


def line(s: Any, code: int, length: int) -> list[int]:
    """List the cells of a placed ship; none if it sticks out, or stands with one cell only."""
    upright = WORD * len(s.sea)
    rows, cols = shape(s)
    first, step = (code - upright, cols) if code >= upright else (code, 1)
    if code >= upright:
        fits = first // cols + length <= rows and length > 1
    else:
        fits = first % cols + length <= cols
    return [first + i * step for i in range(length)] if fits else []


def near(s: Any, cells: list[int]) -> set[int]:
    """Return the cells and all around them."""
    rows, cols = shape(s)
    found = set()
    for cell in cells:
        for row in range(max(0, cell // cols - 1), min(rows, cell // cols + 2)):
            for col in range(max(0, cell % cols - 1), min(cols, cell % cols + 2)):
                found.add(row * cols + col)
    return found


def names(s: Any) -> list[str]:
    """Name the ships: as the classic ones, or by their lengths."""
    if s.ships == CLASSIC:
        return list(NAMES)
    found = []
    for k, length in enumerate(s.ships):
        which = s.ships[: k + 1].count(length)
        found.append(f"{length}-ship" + (f" {which}" if s.ships.count(length) > 1 else ""))
    return found


def bits_of(s: Any, words: tuple[int, ...], side: int) -> set[int]:
    """Return one side's part of a field of words as a set of cells."""
    width = len(s.sea)
    return set(listed(words[side * width : (side + 1) * width]))


def called(s: Any, after: Any) -> str:
    """Say what a shot, or the salvo that it ends, did; nothing while more shots of it are to come."""
    if s.phase != SHOOT or after.shots == s.shots:
        return ""
    side = 0 if s.flags & ALONE else 1 - s.mover
    cells = sorted(bits_of(s, after.shots, side) - bits_of(s, s.shots, side))
    hits, ships = bits_of(s, after.hits, side), len(s.ships)
    told = ["hit" if cell in hits else "miss" for cell in cells]
    for k in range(ships):
        if after.sunk[side * ships + k] != s.sunk[side * ships + k]:
            told.append(f"{names(s)[k]} sunk" if s.announce == NAMED else "sunk")
    return " ".join(told[-1:] if len(cells) == 1 else told)


def seas(s: Any) -> Picture:
    """Draw the seas beside each other, with what is said of them."""
    sides = range(len(s.fleets) // len(s.ships))
    titles = [_title(s, side) for side in sides]
    drawn = Beside(tuple((Text(titles[side]), _sea(s, side)) for side in sides))
    told = [Text(f"{titles[side]}: {_standing(s, side)}") for side in sides]
    return Picture((Text(_headline(s)), drawn, *told), "Battleship")


def _title(s: Any, side: int) -> str:
    return "the sea" if s.flags & ALONE else f"{{{side}'s}} sea"


def _headline(s: Any) -> str:
    if s.phase == PLACE:
        if s.flags & ALONE:
            return "chance places the fleet"
        at = s.fleets.index(UNPLACED)
        seat, ship = divmod(at, len(s.ships))
        return f"{{{seat} places}} the {names(s)[ship]} ({s.ships[ship]} cells)"
    fired = len(listed(s.shots))
    if s.phase == DONE:
        return f"all sunk after {_shots(fired)}" if s.flags & ALONE else f"{{{s.mover} has}} won"
    of = f", {s.left} left in the salvo" if s.flags & SALVO else ""
    return f"{_shots(fired)} fired{of}" if s.flags & ALONE else f"{{{s.mover} fires}}{of}"


def _shots(number: int) -> str:
    return "1 shot" if number == 1 else f"{number} shots"


def _standing(s: Any, side: int) -> str:
    number = len(s.ships)
    fired, hits = len(bits_of(s, s.shots, side)), len(bits_of(s, s.hits, side))
    text = f"{_shots(fired)}, {hits} of {sum(s.ships)} hits"
    sunk = [k for k in range(number) if s.sunk[side * number + k] >= 0]
    if s.announce == SILENT or not sunk:
        return text
    if s.announce == NAMED:
        return f"{text}, sunk: {', '.join(names(s)[k] for k in sunk)}"
    return f"{text}, {len(sunk)} sunk"


def _sea(s: Any, side: int) -> Grid:
    rows, cols = shape(s)
    shots, hits = bits_of(s, s.shots, side), bits_of(s, s.hits, side)
    pending = (
        bits_of(s, s.fired, 0)
        if s.phase == SHOOT and side == (0 if s.flags & ALONE else 1 - s.mover)
        else set()
    )
    ships = _parts(s, side)
    sunk = _sunk_cells(s, side)

    def cell_at(cell: int) -> Cell:
        text, joins = ships.get(cell, ("", ""))
        if cell in sunk:
            return Cell("#", "bad", shape="sunk", joins=sunk[cell])
        if cell in hits:
            return Cell("X", "bad", shape="hit", joins=joins)
        if cell in shots:
            return Cell("o", "empty", shape="miss")
        if cell in pending:
            return Cell("*", "plain", mark=True, shape="water")
        return Cell(text, shape="ship", joins=joins) if text else Cell(".", "empty", shape="water")

    own = _own(s, side)
    cells = tuple(tuple(cell_at(row * cols + col) for col in range(cols)) for row in range(rows))
    grid = Grid(cells, tuple(ROWS[:rows]), tuple(str(col + 1) for col in range(cols)), style="bare")
    return grid.with_parts(lambda row, col: own + cell_name(s, row * cols + col))


def _parts(s: Any, side: int) -> dict[int, tuple[str, str]]:
    """Return every cell of the ships that are known: its text, and the sides on which the ship goes on."""
    parts = {}
    for k, length in enumerate(s.ships):
        code = s.fleets[side * len(s.ships) + k]
        cells = line(s, code, length) if code >= 0 else []
        faces = HULLS[cells[-1] - cells[0] >= s.cols] if length > 1 and cells else ("◆", "◆", "◆")
        joined = _joined(s, cells)
        for place, cell in enumerate(cells):
            parts[cell] = faces[0 if place == 0 else 2 if place == length - 1 else 1], joined[cell]
    return parts


def _joined(s: Any, cells: Collection[int]) -> dict[int, str]:
    """Return the sides on which each cell of one ship goes on."""
    steps = {"n": -s.cols, "e": 1, "s": s.cols, "w": -1}
    return {cell: "".join(side for side, step in steps.items() if cell + step in cells) for cell in cells}


def _sunk_cells(s: Any, side: int) -> dict[int, str]:
    """Return the cells known to be of sunk ships, and the sides on which these go on.

    Of a fleet that is not known they are the cells which all places have in common where the ship could have
    been sunk when it was announced.
    """
    found: dict[int, str] = {}
    hits, order = bits_of(s, s.hits, side), hits_in_order(s, side)
    for k, length in enumerate(s.ships):
        code, told = s.fleets[side * len(s.ships) + k], s.sunk[side * len(s.ships) + k]
        cells = line(s, code, length) if code >= 0 else []
        if cells and hits >= set(cells):
            found |= _joined(s, cells)
        elif not cells and told >= 0:
            lengths = {length} if s.announce == NAMED else set(s.ships)
            found |= _joined(s, _common_cells(s, lengths, order[: told >> 8], told & 255))
    return found


def _common_cells(s: Any, lengths: set[int], hits: list[int], before: int) -> set[int]:
    """Return what all places have in common that are hit throughout, by one of the last hits at least."""
    known, last = set(hits), set(hits[before:])
    codes = [code for cell in hits for code in (cell, cell + WORD * len(s.sea))]
    places = [set(line(s, code, length)) for code in codes for length in lengths]
    fitting = [cells for cells in places if cells and cells <= known and cells & last]
    return set.intersection(*fitting) if fitting else set()


def hits_in_order(s: Any, side: int) -> list[int]:
    """List one side's hits in the order they were told."""
    number = len(bits_of(s, s.hits, side))
    first = side * (len(s.order) * len(s.ships) // len(s.fleets))
    return [s.order[first + i // PER_WORD] >> 8 * (i % PER_WORD) & 255 for i in range(number)]
