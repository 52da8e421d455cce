"""Draw a review: what the match was worth, move by move, with the mistakes marked on the curve."""

from __future__ import annotations

from html import escape

from parlour.core.draw.colours import BORDER, INK, LABEL, MARK, PANEL, RULE, TONES
from parlour.core.draw.measure import clean
from parlour.core.draw.shapes import SANS, element, label, line, number, rect, text_width
from parlour.core.picture import SEATS
from parlour.core.review.data import BLUNDER, MISTAKE, SLIP, Judged, Review
from parlour.core.review.text import scale
from parlour.core.words import short

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 78, 24, 78, 52
SIZES = {BLUNDER: 7.0, MISTAKE: 5.0, SLIP: 3.0}  # radius of a mark
TEXT, TITLE = 13, 17
MARGIN, GAP = 18, 18
TICKS = 10  # at most so many numbers of moves


def draw(review: Review) -> str:
    """Draw one self-contained element, like the boards: no script, no style sheet, no font."""
    title = clean(f"{review.game.title}, judged by {review.judge}")
    return element(
        "svg",
        element("title", text=title),
        rect(0.5, 0.5, WIDTH - 1, HEIGHT - 1, rx=10, fill=PANEL, stroke=BORDER),
        label(title, MARGIN, 24, TITLE, INK, anchor="start", weight="bold"),
        *_legend(review),
        *_Plot(review).parts(),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        font_family=SANS,
    )


def draw_html(review: Review) -> str:
    """Draw a figure: the curve, and under a fold the whole review as text."""
    return (
        '<figure class="parlour-review" style="margin:0;overflow-x:auto">'
        f"{draw(review)}"
        "<details><summary>As text</summary>"
        f'<pre style="line-height:1.2">{escape(str(review))}</pre>'
        "</details></figure>"
    )


def _tone(seat: int) -> str:
    return TONES[SEATS[seat % len(SEATS)]]


def _legend(review: Review) -> list[str]:
    """Name the players in their colours, with their accuracy."""
    words = [
        clean(each.called) + ("" if each.accuracy is None else f": accuracy {each.accuracy:.1f}")
        for each in review.players
    ]
    wanted = sum(text_width(text, TEXT) + GAP for text in words)
    size = TEXT * min(1.0, (WIDTH - 2 * MARGIN) / wanted)
    parts, x = [], float(MARGIN)
    for each, text in zip(review.players, words, strict=True):
        parts.append(label(text, x, 50, size, _tone(each.seat), anchor="start"))
        x += (text_width(text, TEXT) + GAP) * size / TEXT
    return parts


class _Plot:
    """The axes, the curves and the marks on them."""

    def __init__(self, review: Review) -> None:
        self.review = review
        self.low, self.high = scale(review)
        numbers = [x for curve in review.curve for x, _ in curve.points] or [0, 1]
        self.first, self.last = min(numbers), max(max(numbers), min(numbers) + 1)
        self.shared = len(review.curve) == 1 and review.seat is None

    def x(self, move: float) -> float:
        return LEFT + (move - self.first) / (self.last - self.first) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def parts(self) -> list[str]:
        """Draw from the back to the front."""
        return [*self.axes(), *self.lines(), *self.marks()]

    def axes(self) -> list[str]:
        bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
        found = []
        for value in sorted({self.low, (self.low + self.high) / 2, self.high}):
            found.append(line(LEFT, self.y(value), right, self.y(value), RULE, 1))
            found.append(label(short(round(value, 2)), LEFT - 8, self.y(value), TEXT, LABEL, anchor="end"))
        step = max(1, -(-(self.last - self.first) // TICKS))
        for move in range(self.first, self.last + 1, step):
            found.append(label(str(move), self.x(move), bottom + 14, TEXT, LABEL))
        found.append(label("move", (LEFT + right) / 2, HEIGHT - 14, TEXT, LABEL))
        whose = (
            f"worth to {self.review.game.names[self.review.curve[0].seat]}"
            if self.shared
            else "worth to each player"
        )
        turned = label(whose, 0, 0, TEXT, LABEL)
        found.append(
            element("g", turned, transform=f"translate(18 {number((TOP + bottom) / 2)}) rotate(-90)")
        )
        return found

    def lines(self) -> list[str]:
        found = []
        for curve in self.review.curve:
            corners = " ".join(f"{number(self.x(x))},{number(self.y(v))}" for x, v in curve.points)
            ink = INK if self.shared else _tone(curve.seat)
            if corners:
                found.append(
                    element(
                        "polyline",
                        points=corners,
                        fill="none",
                        stroke=ink,
                        stroke_width=2,
                        stroke_linejoin="round",
                    )
                )
        return found

    def marks(self) -> list[str]:
        """Mark what lost something in the colour of who played it: the dearer, the larger."""
        places = {(curve.seat, x): value for curve in self.review.curve for x, value in curve.points}
        found = []
        for move in self.review.moves:
            place = places.get((self.review.curve[0].seat if self.shared else move.seat, move.number))
            if move.verdict in SIZES and place is not None:
                found.append(self._mark(move, place))
        return found

    def _mark(self, move: Judged, value: float) -> str:
        words = f"{move.number}. {move.move}: {move.verdict}, better {move.best}"
        return element(
            "circle",
            element("title", text=clean(words)),
            cx=self.x(move.number),
            cy=self.y(value),
            r=SIZES[move.verdict],
            fill=_tone(move.seat),
            stroke=MARK,
            stroke_width=1,
        )
