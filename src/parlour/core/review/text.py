"""Tell a review in plain lines: how everybody did, the curve, the dearest moves and why, then all moves."""

from __future__ import annotations

from textwrap import wrap

from parlour.core.draw.measure import clean, columns
from parlour.core.names import Names, with_article
from parlour.core.review.data import BLUNDER, FORCED, MISTAKE, SLIP, UNJUDGED, Curve, Judged, Player, Review
from parlour.core.spec import expand
from parlour.core.words import short

NARROWEST, WIDEST = 20, 100
HEIGHT = 9  # lines of a curve
STRETCH = 3  # columns that a point may take
BLOCKS, DIGITS = "▁▂▃▄▅▆▇█", "0123456789"
SENTENCES = 2  # of the reasons for a better move
LONGEST = 30  # columns of a move in the table
MARKED = (MISTAKE, BLUNDER)


def tell(review: Review, width: int, ascii_only: bool, names: Names) -> str:
    """Tell all of a review in lines of at most so many columns."""
    width = max(NARROWEST, min(width, WIDEST))
    parts = [
        _head(review, width, names),
        _curves(review, width, ascii_only, names),
        _dearest(review, width, names),
        _table(review, width, names),
    ]
    text = "\n\n".join("\n".join(lines) for lines in parts if lines)
    return text.encode("ascii", "replace").decode() if ascii_only else text


def _head(review: Review, width: int, names: Names) -> list[str]:
    count = len(review.moves)
    whose = "" if review.seat is None else f" of {names[review.seat]}"
    meant = expand(review.game, review.judge).partition(":")[0]
    judge = review.judge if review.judge.startswith(meant) else f"{review.judge} ({meant})"
    head = f"{review.game.title}: {count} move{'s' * (count != 1)}{whose}, judged by {judge}."
    if review.game.traits.hidden:
        head += " Each is judged by what its player could see then."
    lines = wrap(head, width)
    for each in review.players:
        called = _capital(names[each.seat] if each.seat == names.you else each.called)
        lines += wrap(f"{called}: {_figures(each)}.", width, subsequent_indent="  ")
    return lines


def _figures(each: Player) -> str:
    if each.accuracy is None:
        found = ["no accuracy, for nothing could be judged"]
    else:
        found = [f"accuracy {each.accuracy:.1f}"]
        wrong = [_many(each.counts[name], name) for name in (BLUNDER, MISTAKE, SLIP) if each.counts[name]]
        found += wrong or ["no mistakes"]
    return ", ".join(
        found + [f"{each.counts[name]} {name}" for name in (FORCED, UNJUDGED) if each.counts[name]]
    )


def _axis(value: float) -> str:
    return short(round(value, 2))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _filled(text: str, width: int, right: bool = False) -> str:
    space = " " * (width - columns(text))
    return space + text if right else text + space


def _many(count: int, name: str) -> str:
    return f"{count} {name}{'s' * (count != 1)}"


# -- the curve -------------------------------------------------------------------------------------------


def scale(review: Review) -> tuple[float, float]:
    """Return the ends of the axis of values: as far from nought on both sides as any value lies."""
    low, high = review.game.bounds
    values = [value for curve in review.curve for _, value in curve.points]
    if low < 0.0 < high:
        far = max(map(abs, values), default=0.0) or min(high, 1.0)
        return -far, far
    return min(values, default=low), max(values, default=high)


def _curves(review: Review, width: int, ascii_only: bool, names: Names) -> list[str]:
    curves = [curve for curve in review.curve if len(curve.points) > 1]
    if not curves:
        return []
    low, high = scale(review)
    if len(curves) == 1:
        return _chart(review, curves[0], width, ascii_only, names)
    marks = DIGITS if ascii_only else BLOCKS
    title = (
        f"Worth to each player, move by move, from {_axis(low)} ({marks[0]}) to {_axis(high)} ({marks[-1]}):"
    )
    widest = max(columns(names[curve.seat]) for curve in curves)
    room = width - widest - 2
    lines = []
    for curve in curves:
        values = [value for _, value in _thinned(curve, room)]
        drawn = "".join(marks[_step(value, low, high, len(marks))] for value in values)
        lines.append(_filled(names[curve.seat], widest) + f"  {drawn}")
    return [*wrap(title, width), *lines]


def _step(value: float, low: float, high: float, steps: int) -> int:
    share = (value - low) / (high - low) if high > low else 0.5
    return max(0, min(steps - 1, round(share * (steps - 1))))


def _thinned(curve: Curve, room: int) -> list[tuple[int, float]]:
    """Leave out points of a curve that has more of them than there are columns."""
    points = list(curve.points)
    if len(points) <= room:
        return points
    return [points[(i + 1) * len(points) // room - 1] for i in range(room)]


def _chart(review: Review, curve: Curve, width: int, ascii_only: bool, names: Names) -> list[str]:
    low, high = scale(review)
    ends = [_axis(high), "0" if low < 0 < high else "", _axis(low)]
    margin = max(map(len, ends)) + 2
    points = _thinned(curve, width - margin)
    wide = max(1, min(STRETCH, (width - margin) // len(points)))
    dot, bar = ("*", "|") if ascii_only else ("●", "│")
    rows = [[" "] * (wide * len(points)) for _ in range(HEIGHT)]
    middle = HEIGHT // 2
    if ends[1]:
        rows[middle] = ["-" if ascii_only else "┄"] * (wide * len(points))
    wrong = _wrong(review, curve)
    for i, (number, value) in enumerate(points):
        mark = "x" if number in wrong else dot
        rows[HEIGHT - 1 - _step(value, low, high, HEIGHT)][wide * i + wide - 1] = mark
    labels = {0: ends[0], middle: ends[1], HEIGHT - 1: ends[2]}
    lines = [f"{labels.get(i, ''):>{margin - 2}} {bar}{''.join(row).rstrip()}" for i, row in enumerate(rows)]
    first, last = str(points[0][0]), str(points[-1][0])
    gap = max(1, wide * len(points) - len(first) - len(last))
    lines.append(" " * margin + first + " " * gap + last)
    title = f"Worth to {with_article(names[curve.seat])}, move by move"
    title += " (x: a mistake or a blunder):" if wrong & {number for number, _ in points} else ":"
    return [*wrap(title, width), *(line[:width] for line in lines)]


def _wrong(review: Review, curve: Curve) -> set[int]:
    """Return the numbers of the mistakes and blunders that a curve shows."""
    both = len(review.curve) == 1 and review.seat is None
    return {m.number for m in review.moves if m.verdict in MARKED and (both or m.seat == curve.seat)}


# -- the moves -------------------------------------------------------------------------------------------


def _dearest(review: Review, width: int, names: Names) -> list[str]:
    worst = review.worst()
    if not worst:
        return []
    lines = ["What cost most:"]
    for move in worst:
        lines += wrap(_sentence(move, names), width, subsequent_indent="    ")
        for reason in reasons(move):
            lines += wrap(clean(reason), width, initial_indent="    ", subsequent_indent="    ")
    return lines


def _sentence(move: Judged, names: Names) -> str:
    return (
        f"{move.number:>3}. {_capital(names[move.seat])} played {move.move} ({move.told}), a {move.verdict}; "
        f"better was {move.best} ({move.best_told})."
    )


def reasons(move: Judged) -> list[str]:
    """Pick the sentences that say why the better move is better: the first ones, the method left out."""
    return [reason for reason in move.reasons if not reason.startswith("Method: ")][:SENTENCES]


HEADS = ("", "player", "move", "worth", "best", "worth", "lost", "")
RIGHT = (0, 3, 5, 6)
SPARED = (5, 3, 1, 6)  # columns that a narrow terminal goes without, in this order


def _table(review: Review, width: int, names: Names) -> list[str]:
    if not review.moves:
        return []
    rows = [HEADS, *(_row(move, names) for move in review.moves)]
    kept = [i for i in range(len(HEADS)) if any(row[i] for row in rows[1:])]
    widths = [max(columns(row[i]) for row in rows) for i in range(len(HEADS))]
    for spared in SPARED:
        if sum(widths[i] + 2 for i in kept) - 2 > width and spared in kept:
            kept.remove(spared)
    lines = []
    for row in rows:
        cells = [_filled(row[i], widths[i], i in RIGHT) for i in kept]
        lines.append("  ".join(cells).rstrip()[:width])
    return lines


def _row(move: Judged, names: Names) -> tuple[str, ...]:
    text = clean(move.move)
    cut = text if columns(text) <= LONGEST else text[: LONGEST - 3] + "..."
    other = clean(move.best) if move.loss else ""
    best = other if columns(other) <= LONGEST else other[: LONGEST - 3] + "..."
    lost = "" if not move.loss else f"{move.loss:.2f}"
    worth = move.best_told if other else ""
    said = "" if move.verdict == "good" else move.verdict
    return (f"{move.number}.", names[move.seat], cut, move.told, best, worth, lost, said)
