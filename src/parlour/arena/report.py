"""The result of an event, as data, as JSON and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from parlour.core.letters import printable
from parlour.core.record import Record

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Standing:
    """How one strategy did against all others; the Elo is relative to the average of its opponents."""

    spec: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean points from 0 to 1: a win is 1, a draw 0.5; at larger tables, the share beaten
    low: float  # 95 % interval of the score
    high: float
    elo: float
    elo_low: float  # 95 % interval of the Elo
    elo_high: float
    mean: float  # mean return of a game, on the game's own scale
    margin: float  # mean lead over its opponents in a game, on the game's own scale
    margin_low: float | None  # 95 % interval of the margin; None where one block cannot tell
    margin_high: float | None
    forfeits: int  # games lost by an error, an illegal move or a timeout: they are among the losses


@dataclass(frozen=True)
class Pair:
    """How two strategies did against each other, from the side of the first."""

    specs: tuple[str, str]
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    superiority: float  # likelihood that the first is the stronger
    means: tuple[float, float]  # mean return of each
    margin: float  # mean lead of the first in a game
    margin_low: float | None
    margin_high: float | None
    pentanomial: tuple[int, ...] | None  # games in twos, seats swapped: how many gave 0, ½, 1, 1½, 2 points


@dataclass(frozen=True)
class Forfeit:
    """Why a strategy lost games without being beaten, and how often."""

    spec: str
    reason: str
    games: int
    first: int  # the first match it happened in


@dataclass(frozen=True)
class Result:
    """Everything an event showed."""

    game: str
    options: dict[str, Any]
    seed: int
    games: int  # of each pairing
    asked: int  # games of each pairing that were asked for, before they were rounded up to whole blocks
    block: int  # matches on one deal, in all seatings
    seats: int
    openings: int  # plies drawn before each block
    played: int  # matches that count here: fewer than there are if the event was stopped
    matches: int
    limit: dict[str, Any]
    timeout: float | None
    standings: list[Standing]  # best first
    pairs: list[Pair]
    forfeits: list[Forfeit]
    texts: list[str] | None = field(default=None, repr=False, compare=False)  # records as JSON, if kept
    seconds: float = field(default=0.0, compare=False)  # how long it took: no part of what was found

    @property
    def records(self) -> list[Record]:
        """Return every match in the order of the schedule; none if they were not kept."""
        return [Record.from_json(text) for text in self.texts or ()]

    def to_json(self) -> dict[str, Any]:
        """Return the result as data: the same for the same event, however and wherever it was run."""
        told = {name: value for name, value in vars(self).items() if name not in UNTOLD}
        return told | {
            "options": _listed(self.options),
            "standings": [asdict(standing) for standing in self.standings],
            "pairs": [_listed(asdict(pair)) for pair in self.pairs],
            "forfeits": [asdict(forfeit) for forfeit in self.forfeits],
        }

    def table(self) -> Table:
        """Return the standings for a terminal."""
        from rich.table import Table
        from rich.text import Text

        # As Text throughout: a spec or an error may hold what looks like markup.
        table = Table(title=Text(self.title()), caption=Text(self.footnotes()), caption_justify="left")
        names, *rows = self._rows()
        for number, name in enumerate(names):
            table.add_column(Text(name), justify="left" if number == 1 else "right")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        return table

    def text(self) -> str:
        """Return the standings as plain text."""
        rows = self._rows()
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        lines = ["  ".join(_cells(row, widths)).rstrip() for row in rows]
        return "\n".join(part for part in (self.title(), *lines, self.footnotes()) if part)

    def title(self) -> str:
        """Say what was played."""
        options = "".join(f" {name}={printable(_brief(value))}" for name, value in self.options.items())
        parts = [f"{self.games:,} {'game' if self.games == 1 else 'games'} a pairing"]
        if self.seats == 1:
            parts[0] += ", each played by both alone"
        if self.asked != self.games:
            what = "opening" if self.openings else "deal"
            how = "from both sides" if self.block == 2 else f"in all {self.block} seatings"
            parts[0] += f" ({self.asked:,} asked for; each {what} is played {how})"
        if self.openings:
            parts.append(f"openings of {self.openings} {'ply' if self.openings == 1 else 'plies'}")
        parts.append(f"seed {self.seed}")
        if self.played < self.matches:
            parts.append(f"{self.played:,} of {self.matches:,} matches so far")
        return f"{self.game}{options}: {', '.join(parts)}"

    def footnotes(self) -> str:
        """Tell, line by line, who beat whom and why games were forfeited."""
        notes = []
        if len(self.pairs) > 1:
            notes += [_versus(pair, self._in_units) for pair in self.pairs]
        notes += [_conclusion(pair, self._in_units) for pair in self.pairs if len(self.pairs) == 1]
        for forfeit in self.forfeits[:MOST_REASONS]:
            spec, reason = printable(forfeit.spec), _one_line(forfeit.reason)
            notes.append(f"{spec} forfeited {forfeit.games:,}, first match {forfeit.first}: {reason}")
        if len(self.forfeits) > MOST_REASONS:
            rest = self.forfeits[MOST_REASONS:]
            notes.append(f"... and {sum(f.games for f in rest):,} more for {len(rest):,} other reasons")
        return "\n".join(notes)

    @property
    def _in_units(self) -> bool:
        """Say whether returns tell more than who won."""
        return any(abs(s.mean - (2.0 * s.score - 1.0)) > 1e-9 for s in self.standings)

    def _rows(self) -> list[list[str]]:
        """Write the table, its head first; a column that would say nothing new is left out."""
        units, lost = self._in_units, bool(self.forfeits)
        rows = [["#", "strategy", "games", "score", "95 %", "Elo", "95 %", "won", "drawn", "lost"]]
        rows[0] += (["mean", "margin", "95 %"] if units else []) + (["forfeits"] if lost else [])
        for place, s in enumerate(self.standings, 1):
            row = [str(place), printable(s.spec), f"{s.games:,}"]
            row += [f"{s.score:.3f}", f"{s.low:.3f} to {s.high:.3f}"]
            row += [f"{s.elo:+.0f}", f"{s.elo_low:+.0f} to {s.elo_high:+.0f}"]
            row += [f"{s.wins:,}", f"{s.draws:,}", f"{s.losses:,}"]
            row += [f"{s.mean:+.3f}", f"{s.margin:+.3f}", _span(s.margin_low, s.margin_high)] if units else []
            rows.append(row + ([f"{s.forfeits:,}"] if lost else []))
        return rows

    def _repr_html_(self) -> str:
        from parlour.core.draw.page import block, paragraph, table

        heads, *rows = self._rows()
        notes = [paragraph(line) for line in self.footnotes().splitlines()]
        return block("result", [paragraph(self.title(), bold=True), table(heads, rows), *notes])

    def __repr__(self) -> str:
        best = ", ".join(f"{printable(s.spec)[:60]} {s.score:.3f}" for s in self.standings[:3])
        return f"Result({self.game!r:.60}, {self.played:,} of {self.matches:,} matches, {best})"

    def __str__(self) -> str:
        return self.text()


UNTOLD = ("seats", "played", "matches", "texts", "seconds")  # in the JSON
MOST_REASONS = 10  # shown in a table; the JSON has them all
MOST_REASON = 160  # characters of a reason


def _cells(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    pairs = zip(row, widths, strict=True)
    return [cell.ljust(width) if at == 1 else cell.rjust(width) for at, (cell, width) in enumerate(pairs)]


def _conclusion(pair: Pair, units: bool) -> str:
    """Say who won more; where returns tell more than that, also who leads by how much: perhaps the other."""
    ahead = pair.superiority >= 0.5
    likelihood = _percent(pair.superiority if ahead else 1.0 - pair.superiority)
    better = printable(pair.specs[0 if ahead else 1])
    if not units:
        return f"{better} is stronger with likelihood {likelihood}"
    leader, sign = (pair.specs[0], 1.0) if pair.margin >= 0.0 else (pair.specs[1], -1.0)
    text = f"{better} wins more games with likelihood {likelihood}; "
    text += f"{printable(leader)} leads by {abs(pair.margin):.3f}"
    if pair.margin_low is None or pair.margin_high is None:
        return f"{text} a game"
    low, high = sorted((sign * pair.margin_low, sign * pair.margin_high))
    return f"{text} a game ({low:+.3f} to {high:+.3f})"


def _versus(pair: Pair, units: bool) -> str:
    lead = f"margin {pair.margin:+.3f} ({_span(pair.margin_low, pair.margin_high)}), " if units else ""
    return (
        f"{printable(pair.specs[0])} v {printable(pair.specs[1])}: "
        f"{pair.wins:,} won, {pair.draws:,} drawn, {pair.losses:,} lost; "
        f"score {pair.score:.3f} ({pair.low:.3f} to {pair.high:.3f}), {lead}"
        f"{'wins more' if units else 'stronger'} with likelihood {_percent(pair.superiority)}"
    )


def _span(low: float | None, high: float | None) -> str:
    return "unknown" if low is None or high is None else f"{low:+.3f} to {high:+.3f}"


def _percent(value: float) -> str:
    """Write a likelihood without ever claiming certainty."""
    return f"{min(99.9, max(0.1, 100.0 * value)):.1f} %"


def _one_line(reason: str) -> str:
    text = printable(" ".join(reason.split()))
    return text if len(text) <= MOST_REASON else text[: MOST_REASON - 3] + "..."


def _brief(value: Any) -> str:
    return ",".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def _listed(data: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}
