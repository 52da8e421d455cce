"""What the rules of impartial games of heaps share: levels, the result, text, events and pictures."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.bits import WORD
from parlour.core.event import MOVE, Event
from parlour.core.picture import Cell, Grid, Picture, Text
from parlour.core.rules import OVER, rule

WIDEST_DRAWN = 24  # longer heaps are drawn as a number
TOOK_LAST, MOVED_LAST = "takes} the last object", "makes} the last move"  # see `ended`
HEAP = "heap {}"  # the part of a heap that is drawn as a number
SYMBOLS = "Each row is a heap with its number and what it holds; ● is an object, · one that has gone."


def levels(perfect: str) -> dict[str, str]:
    """Return the levels of a game that a strategy plays perfectly: the lower, the more blunders."""
    slips = {"easy": 0.8, "medium": 0.4, "hard": 0.1}
    return {**{level: f"{perfect}:blunder={slip}" for level, slip in slips.items()}, "expert": perfect}


def blank_for(heaps: tuple[int, ...], stretches: int) -> tuple[int, ...]:
    """Return an empty set of actions: stretches of words with a bit for every object of the largest heap."""
    return (0,) * (stretches * -(-max(heaps) // WORD))


@rule
def while_any(heaps: tuple[int, ...], player: int) -> int:
    """Return the player to move while some heap holds something."""
    for heap in heaps:
        if heap > 0:
            return player
    return OVER


@rule
def last_wins(mover: int, player: int) -> tuple[float, float]:
    """Return 1 to who moved last, once nobody is to move: not the player whose turn it would be."""
    if mover != OVER:
        return (0.0, 0.0)
    return (1.0, -1.0) if player == 1 else (-1.0, 1.0)


def read_pair(text: str, mark: str) -> tuple[int, int] | None:
    """Read two numbers with a mark between them, such as 2:3."""
    first, found, second = text.partition(mark)
    return (int(first), int(second)) if found and first.isdecimal() and second.isdecimal() else None


def drawn(
    heaps: Sequence[int], first: Sequence[int], title: str, told: str, numbered: bool = True
) -> Picture:
    """Draw each heap as a row of objects, with a dot for each that has gone.

    An object's part is the move that takes it and all to the right of it.
    """
    rows = []
    for index, (heap, at_first) in enumerate(zip(heaps, first, strict=True), 1):
        if max(first) <= WIDEST_DRAWN:
            rows.append(_objects(heap, at_first, max(first), f"{index}:" if numbered else ""))
        else:
            text = f"{heap:,} object{'' if heap == 1 else 's'}"
            rows.append((Cell(text, "first" if heap else "empty", part=HEAP.format(index)),))
    labels = tuple(f"{index}: {heap}" if numbered else str(heap) for index, heap in enumerate(heaps, 1))
    return Picture((Grid(tuple(rows), labels, style="bare"), Text(told)), title)


def _objects(heap: int, first: int, widest: int, prefix: str) -> tuple[Cell, ...]:
    """Draw what is left of a heap and where the rest was, in so many columns."""
    gone = max(first, heap) - heap
    left = tuple(Cell("●", "first", part=f"{prefix}{heap - place}") for place in range(heap))
    return left + (Cell("·", "empty"),) * gone + (Cell(),) * (widest - heap - gone)


def parts_of(move: str, first: Sequence[int]) -> tuple[str, ...]:
    """Name what a move such as 2:3 touches in the drawing: the third object from the right of that heap.

    Of heaps that are drawn as numbers, the heap and then the number taken.
    """
    heap, colon, number = move.partition(":")
    return (HEAP.format(heap), number) if colon and max(first) > WIDEST_DRAWN else (move,)


def caption(results: Sequence[float], player: int, told: str) -> str:
    """Say who has won, or who is to move and what."""
    if any(results):
        return f"{{{0 if results[0] > 0 else 1} wins}}"
    return f"{{{player}}} to move{told}"


def rest(left: int) -> str:
    """Say how many are left: 4 are left, 1 is left, none are left."""
    return "1 is left" if left == 1 else f"{left:,} are left" if left else "none are left"


def taken(player: int, number: int, source: str, left: int) -> Event:
    """Tell that a player took some objects, from where, and how many are left there."""
    data = {"seat": player, "taken": number, "left": left}
    return Event(MOVE, f"{{{player} takes}} {number:,} from {source}, {rest(left)}", data)


def gone(row: int, left: int, number: int) -> list[tuple[int, int, int]]:
    """Find in the drawing where the objects lay that were taken; of a large heap, its number."""
    columns = range(left, left + number) if left + number <= WIDEST_DRAWN else (0,)
    return [(0, row, column) for column in columns]


def ended(player: int, deed: str, misere: bool = False) -> Event:
    """Tell that a player did the last thing there was to do, such as "takes} the last object"."""
    return Event("last", f"{{{player} {deed}, which {'loses' if misere else 'wins'}", {"seat": player})


def written(numbers: Sequence[int], word: str = "and") -> str:
    """Write numbers as people say them: 3, 4 and 5."""
    texts = [f"{number:,}" for number in numbers]
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else texts[0]
