"""Draw what notebooks show as HTML: games, records and solutions; text is escaped, and no colour is set.

Without a colour of its own a table is as readable in a dark notebook as in a light one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from parlour.core.errors import ParlourError
from parlour.core.names import numbered
from parlour.core.words import short

if TYPE_CHECKING:
    from parlour.core.game import Game
    from parlour.core.record import Record
    from parlour.core.solve import Solution

CELL = "text-align:left;vertical-align:top;padding:.1em .7em .1em 0"
MOST_ROWS = 60
LONGEST = 400  # characters of a text in a cell


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], bold: int = -1) -> str:
    """Write a table, one of its rows perhaps in bold."""
    head = "".join(f'<th style="{CELL}">{escape(text)}</th>' for text in heads)
    body = "".join(_row(row, index == bold) for index, row in enumerate(rows))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(texts: Sequence[str], bold: bool) -> str:
    cells = "".join(f'<td style="{CELL}">{_cell(text)}</td>' for text in texts)
    return f'<tr style="font-weight:bold">{cells}</tr>' if bold else f"<tr>{cells}</tr>"


def _cell(text: str) -> str:
    if "\n" in text:
        return f'<pre style="margin:0;line-height:1.2">{escape(text)}</pre>'
    return escape(clipped(text, LONGEST))


def clipped(text: str, most: int) -> str:
    """Cut a text that is too long, and say so by three dots."""
    return text if len(text) <= most else text[: most - 3] + "..."


def paragraph(text: str, bold: bool = False) -> str:
    """Write a paragraph."""
    return f"<p><b>{escape(text)}</b></p>" if bold else f"<p>{escape(text)}</p>"


def block(kind: str, parts: Iterable[str]) -> str:
    """Wrap what belongs together."""
    return f'<div class="parlour-{kind}">{"".join(parts)}</div>'


def draw_game(game: Game) -> str:
    """Draw the title, the options as they are set, the levels and the first position."""
    options = [(name, told(game.options[name]), known.help) for name, known in game.known_options.items()]
    parts = [paragraph(f"{game.title} ({game.name}), {_seats(game.seats)}", bold=True)]
    if options:
        parts.append(table(("option", "value", ""), options))
    parts.append(table(("level", "strategy"), list(game.levels.items())))
    public = game.public
    return block("game", [*parts, public.picture(public.start()).html()])


def draw_record(record: Record) -> str:
    """Draw what was played and how it ended, the last position if it can be replayed, and the moves."""
    options = "".join(f", {name}={told(value)}" for name, value in record.options.items())
    parts = [paragraph(f"{record.game}{options}: {moves_in(record)}, {record.ended}", bold=True)]
    try:
        match = record.replay()
        board, names = match.view().picture().html(), match.game.names.names  # what a spectator sees
    except ParlourError as error:
        board, names = (
            paragraph(f"It does not replay here: {error}"),
            numbered(len(record.seats or record.returns or ())),
        )
    results = record.returns or ()
    rows = [
        (
            names[seat],
            who,
            f"{results[seat]:+g}" if seat < len(results) else "",
        )
        for seat, who in enumerate(record.seats or ("",) * len(results))
    ]
    if rows:
        parts.append(table(("", "who", "result"), rows))
    if record.reason:
        parts.append(paragraph(record.reason))
    parts.append(board)
    return block("record", [*parts, paragraph(clipped(" ".join(record.moves), 10 * LONGEST))])


def draw_solution(solution: Solution) -> str:
    """Draw the value, the best moves, the policy as a table, and the certificate."""
    parts = [paragraph(f"value to {_called(solution.seat)}: {short(solution.value)}", bold=True)]
    if solution.moves:
        parts.append(paragraph(f"best: {' '.join(solution.moves)}"))
    rest = dict(solution.certificate)
    policy = rest.pop("policy", None)
    if _is_policy(policy):
        parts.append(_policy(policy))
    elif policy is not None:
        rest["policy"] = policy
    rows = [(name.replace("_", " "), told(value)) for name, value in rest.items() if value is not None]
    if rows:
        parts.append(table(("certificate", ""), rows))
    return block("solution", parts)


def _is_policy(policy: Any) -> bool:
    if not isinstance(policy, (list, tuple)) or not policy:
        return False
    return all(isinstance(row, Mapping) and {"seat", "seen", "plays"} <= row.keys() for row in policy)


def _policy(policy: Sequence[Mapping[str, Any]]) -> str:
    moves = list(dict.fromkeys(move for row in policy for move in row["plays"]))
    if len(moves) > 8:  # too many for columns of their own
        heads = ["", "seen", "plays"]
        rows = [[_called(int(row["seat"])), row["seen"], _odds(row["plays"])] for row in policy]
    else:
        heads = ["", "seen", *moves]
        rows = [
            [
                _called(int(row["seat"])),
                row["seen"],
                *(_share(row["plays"][m]) if m in row["plays"] else "" for m in moves),
            ]
            for row in policy
        ]
    more = f"<p>and {len(rows) - MOST_ROWS:,} more</p>" if len(rows) > MOST_ROWS else ""
    return table(heads, rows[:MOST_ROWS]) + more


def _called(seat: int) -> str:
    """Name a seat where the game, and so its names, is not known."""
    return numbered(seat + 1)[seat]


def _odds(plays: Mapping[str, float]) -> str:
    return ", ".join(f"{move} {_share(share)}" for move, share in plays.items() if share > 0)


def _share(share: float) -> str:
    return f"{share:.1%}"


def told(value: Any) -> str:
    """Write a value of an option or a certificate in few words."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return clipped(", ".join(f"{name} {told(part)}" for name, part in value.items()), LONGEST)
    if isinstance(value, (list, tuple)):
        return clipped(" ".join(map(told, value)), LONGEST)
    return str(value)


def moves_in(record: Record) -> str:
    """Count the moves of a record."""
    return "1 move" if len(record.moves) == 1 else f"{len(record.moves)} moves"


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"
