"""What Battleship tells: its rules, that a fleet is placed, and what every shot did."""

from __future__ import annotations

from typing import Any

from parlour.core.bits import WORD
from parlour.core.event import Event
from parlour.core.guide import Guide
from parlour.core.rules import UNKNOWN
from parlour.games.battleship.sea import ALONE, DONE, NAMED, PLACE
from parlour.games.battleship.words import CLASSIC, NAMES, ROWS, bits_of, cell_name, names


def guide(
    size: tuple[int, ...] = (10,),
    ships: tuple[int, ...] = (5, 4, 3, 3, 2),
    touching: bool = True,
    salvo: bool = False,
    announce: str = "ship",
    alone: bool = False,
    fleet: str = "",
) -> Guide:
    """Tell how the game is played."""
    rows, cols = (size[0], size[-1])
    fleet_words = (
        ", ".join(f"{name} {length}" for name, length in zip(NAMES, CLASSIC, strict=True))
        if ships == CLASSIC
        else "of " + ", ".join(map(str, ships))
    )
    apart = "They may touch." if touching else "They may not touch, not even at a corner."
    place = "" if alone else f"First both place their ships in secret ({fleet_words} cells). {apart} "
    shots = "one shot a turn"
    if salvo:
        shots = f"a turn has a shot for every ship {'' if alone else 'of your own '}afloat, told together"
    said = {
        "ship": "Hit or miss is told, and which ship has sunk",
        "sunk": "Hit or miss is told, and that a ship has sunk, but not which",
        "none": "Only hit or miss is told",
    }[announce]
    corner = f"{ROWS[rows - 1]}{cols}"
    examples: tuple[tuple[str, str], ...] = (
        ("A1", "fire at the top left cell"),
        (corner, "fire at the bottom right cell"),
    )
    moves = f"A shot is a letter A to {ROWS[rows - 1]} for the row and a number 1 to {cols} for the column."
    if not alone:
        moves += (
            " A ship is placed by its top left cell and h, across from there, or v, down from there. "
            "`random` places all ships that are left; with a number, as in `random 2`, always the same way."
        )
        if ships[0] <= cols:
            examples = (("A1h", "place a ship in the top row, from A1 to the right"), *examples)
        examples = (*examples, ("random", "place the whole fleet anywhere"))
    return Guide(
        goal="Find the hidden fleet with few shots." if alone else "Sink the other's fleet before yours is.",
        turn=f"{place}{'Fire' if alone else 'Then fire in turns'}: {shots}, at cells not fired at yet. "
        f"{said}.",
        end=f"When all ships are sunk{'; every shot counts one' if alone else ': who sank them has won'}.",
        symbols="A dot is open sea, o a miss, X a hit, # a ship that is sunk, * a shot not told yet; arrow "
        "heads with bars between them are ships.",
        moves=moves,
        examples=examples,
        more=(("The fleet", f"The ships: {fleet_words} cells."),) if alone else (),
    )


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell a placement to its owner, a fleet to all, and what each shot did."""
    if before.phase == PLACE:
        return _placed(before, action, after, seat)
    mover, side = before.mover, 0 if before.flags & ALONE else 1 - before.mover
    fired = bits_of(after, after.shots, side) - bits_of(before, before.shots, side)
    if not fired:
        data = {"seat": mover, "cell": cell_name(before, action)}
        return [Event("move", f"{{{mover} fires}} at {{move}}", data)]
    hits = bits_of(after, after.hits, side) & fired
    sunk = _sunk(before, after, side)
    text, kind = _result(before, action, fired, hits), "hit" if hits else "miss"
    if sunk:
        text, kind = f"{text}, {_gone(after, sunk, side)}", "sunk"
    data = {
        "seat": mover,
        "cell": cell_name(before, action),
        "shots": [cell_name(before, cell) for cell in sorted(fired)],
        "hits": [cell_name(before, cell) for cell in sorted(hits)],
        "sunk": [names(after)[k] for k in sunk] if after.announce == NAMED else len(sunk),
    }
    told = [Event(kind, f"{{{mover} fires}} at {{move}}: {text}", data)]
    if after.phase == DONE:
        whose = "The" if after.flags & ALONE else f"{{{side}'s}}"
        told.append(Event("over", f"{whose} whole fleet is sunk", {"side": side}))
    return told


def _placed(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    if before.flags & ALONE:
        return [Event("fleet", "The fleet is placed and hidden")] if after.phase != PLACE else []
    number = len(before.ships)
    side, ship = divmod(before.fleets.index(-1), number)
    told = []
    if action != UNKNOWN:
        data = {"seat": side, "ship": names(before)[ship], "place": _place(before, action)}
        told.append(Event("move", f"{{{side} places}} the {names(before)[ship]} at {{move}}", data))
    if ship == number - 1 and seat != side:
        told = [Event("fleet", f"{{{side} has}} placed the fleet", {"seat": side})]
    return told


def _place(s: Any, action: int) -> str:
    upright = WORD * len(s.sea)
    return cell_name(s, action % upright) + ("v" if action >= upright else "h")


def _sunk(before: Any, after: Any, side: int) -> list[int]:
    """List the ships (or slots) of a side that were announced as sunk just now."""
    number = len(before.ships)
    slots = range(side * number, (side + 1) * number)
    return [at - side * number for at in slots if before.sunk[at] != after.sunk[at]]


def _result(s: Any, action: int, fired: set[int], hits: set[int]) -> str:
    """Say what one shot did, or those of a salvo together."""
    if len(fired) == 1:
        return "hit" if hits else "miss"
    cells = " ".join(cell_name(s, cell) for cell in sorted(hits))
    return f"the salvo of {len(fired)} hits {cells}" if hits else f"the salvo of {len(fired)} misses"


def _gone(s: Any, sunk: list[int], side: int) -> str:
    if s.announce != NAMED:
        return "a ship is sunk" if len(sunk) == 1 else f"{len(sunk)} ships are sunk"
    whose = "the" if s.flags & ALONE else f"{{{side}'s}}"
    ships = " and ".join(names(s)[k] for k in sunk)
    return f"{whose} {ships} {'is' if len(sunk) == 1 else 'are'} sunk"


def scores(s: Any) -> tuple[int, ...]:
    """Count the shots of one who plays alone; two against each other win or lose."""
    return (len(bits_of(s, s.shots, 0)),) if s.flags & ALONE else ()


def marked(s: Any, a: int) -> list[tuple[int, int, int]]:
    """Find the last shot in the sea that it was fired at."""
    side = 0
    if not s.flags & ALONE:
        # Who has fired is still the mover at the end, and within a salvo; otherwise the other is to fire.
        side = 1 - s.mover if s.phase == DONE or any(s.fired) else s.mover
    if s.phase == PLACE or a not in bits_of(s, s.shots, side) | bits_of(s, s.fired, 0):
        return []
    return [(side, a // s.cols, a % s.cols)]
