"""Portable Draughts Notation: games of checkers as other programs and archives keep them.

Adrian Millett's format of 1995 after chess's PGN: tags, then the moves with their numbers, comments in braces
or after a semicolon, variations in parentheses, and the result, White's part first: 1-0 is a win for White.
Where the tags call the first player Red, as American archives do, its part comes first.

    parlour import games.pdn -o games.jsonl
    parlour export games.jsonl -o again.pdn
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.core.errors import BadRecord, IllegalMove, ParlourError
from parlour.core.match import Match
from parlour.core.registry import game
from parlour.games import checkers

TYPE = "21"  # English draughts
OPEN, DRAW = "*", "1/2-1/2"
RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": DRAW, "0-0": OPEN}
RESULTS |= {result: result for result in ("1-0", "0-1", DRAW, OPEN)}
LOSERS = {"1-0": 0, "0-1": 1}
MOST_MOVES = 100
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White")
WIDTH = 79
TOKEN = re.compile(
    r"""\[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
      | \{(?P<comment>[^}]*)\} | ;(?P<rest>[^\n]*) | ^%[^\n]*
      | (?P<bracket>[()]) | \$[0-9]+ | [0-9]+\.+
      | (?P<result>(?:[01]-[01]|2-0|0-2)(?![0-9x-])|1/2-1/2|\*)
      | (?P<move>[0-9]+(?:[-x:*][0-9]+)+)[!?*]* | [!?]+ | (?P<space>\s+)""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Sheet:
    """One game on paper: tags, whole moves, comments by the number of moves before them, and the result."""

    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    result: str = OPEN
    lines: tuple[int, ...] = field(default=(), compare=False)  # where each move stands, and the end


def read(text: str) -> Iterator[Match]:
    """Play every game of a file."""
    return map(match_of, read_pdn(text))


def write(matches: Sequence[Match]) -> str:
    """Write matches as one file."""
    return write_pdn(map(sheet_of, matches))


def read_pdn(text: str) -> list[Sheet]:
    """Read every game of a file; raise BadRecord, naming the line, where it is not PDN."""
    sheets: list[Sheet] = []
    tags: dict[str, str] = {}
    moves: list[str] = []
    lines: list[int] = []
    comments: dict[int, str] = {}
    result, depth, line, begun = OPEN, 0, 1, 1

    def close() -> None:
        nonlocal tags, moves, lines, comments, result
        if tags or moves or comments:
            tagged = RESULTS.get(tags.pop("Result", OPEN), OPEN)
            ended = tagged if result == OPEN else result
            if "Red" in tags:
                tags["Black"], ended = tags.pop("Red"), {"1-0": "0-1", "0-1": "1-0"}.get(ended, ended)
            sheets.append(Sheet(tags, tuple(moves), comments, ended, (*lines, line)))
        tags, moves, lines, comments, result = {}, [], [], {}, OPEN

    for line, token in _tokens(text):
        kind, value = token.lastgroup, token[0]
        if kind == "bracket":
            begun = line if depth == 0 else begun
            depth += 1 if value == "(" else -1
            if depth < 0:
                raise BadRecord(f"line {line}: a variation ends that never began; put a ( before it")
        elif depth > 0:  # a variation is not the game
            continue
        elif kind == "value":
            if moves:
                close()
            tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
        elif kind in ("comment", "rest"):
            words = " ".join(token[kind].split())
            comments[len(moves)] = " ".join(filter(None, (comments.get(len(moves)), words)))
        elif kind == "move":
            moves.append(token["move"].lower())
            lines.append(line)
        elif kind == "result":
            result = RESULTS[value]
            close()
    if depth > 0:
        raise BadRecord(f"line {begun}: a variation has no end; put a ) after it")
    close()
    return sheets


def _tokens(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    at, line = int(text.startswith("\ufeff")), 1  # after the mark that some editors put first
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            shown = text[at : at + 20].splitlines()[0]
            raise BadRecord(
                f"line {line}: {shown!r} is not PDN; moves are 11-15 or 22x15, comments {{in braces}}"
            )
        yield line, token
        line += token[0].count("\n")
        at = token.end()


def match_of(sheet: Sheet) -> Match:
    """Play a sheet's moves, checking each; who lost before the end has resigned, a draw was agreed on.

    On paper a draw has to be claimed, so the count of moves without progress is set as high as it goes.
    """
    lines = [f"line {line}: " for line in sheet.lines] or [""] * (len(sheet.moves) + 1)
    kind = sheet.tags.get("GameType", TYPE).split(",")[0].strip()
    if kind != TYPE:
        raise BadRecord(f"{lines[0]}GameType {kind} is not English draughts, which is {TYPE}")
    names = tuple(sheet.tags.get(side, "") for side in checkers.SEAT_NAMES)
    try:
        it = game("checkers", position=sheet.tags.get("FEN", ""), forty=MOST_MOVES)
    except ParlourError as error:
        raise BadRecord(f"{lines[0]}{error}") from None
    match = Match(it, 0, names if any(names) else ())
    for number, text in enumerate(sheet.moves, 1):
        try:
            _play(match, text)
        except ParlourError as error:
            raise BadRecord(f"{lines[number - 1]}move {number}: {error}") from None
    if not match.over and sheet.result in LOSERS:
        match.forfeit(LOSERS[sheet.result], "resigned")
    elif not match.over and sheet.result == DRAW:
        match.agree()
    return match


def _play(match: Match, text: str) -> None:
    """Play a move; a jump may be written with a dash, as books do."""
    try:
        match.play(text)
    except IllegalMove as error:
        try:
            match.play(text.replace("-", "x"))
        except ParlourError:
            raise error from None


def sheet_of(match: Match, tags: Mapping[str, str] | None = None) -> Sheet:
    """Put a match on paper."""
    start = match.states[0]
    named = dict(tags or {})
    for side, who in zip(checkers.SEAT_NAMES, match.seats, strict=False):
        named.setdefault(side, who)
    if checkers.to_fen(start) != checkers.to_fen(checkers.start()):
        named |= {"SetUp": "1", "FEN": checkers.to_fen(start)}
    result = {1.0: "0-1", -1.0: "1-0", 0.0: DRAW}[match.returns[0]] if match.over else OPEN
    return Sheet(named, tuple(match.moves()), {}, result)


def write_pdn(sheets: Sheet | Iterable[Sheet]) -> str:
    """Write games as text that `read_pdn` and other programs read."""
    listed = [sheets] if isinstance(sheets, Sheet) else sheets
    return "\n".join(_written(sheet) for sheet in listed)


def _written(sheet: Sheet) -> str:
    tags = {name: sheet.tags.get(name, "?") for name in ROSTER}
    tags |= {"Result": sheet.result, "GameType": TYPE}
    tags |= {name: value for name, value in sheet.tags.items() if name not in tags}
    head = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    second = sheet.tags.get("FEN", "B").lstrip()[:1].upper() == "W"  # White begins: the first number has dots
    comments = {at: f"{{{comment.replace('}', ')')}}}" for at, comment in sheet.comments.items() if comment}
    words = [comments[0]] if 0 in comments else []
    for ply, move in enumerate(sheet.moves, int(second)):
        if ply % 2 == 0 or not words or words[-1].startswith("{"):
            words.append(f"{ply // 2 + 1}{'...' if ply % 2 else '.'}")
        words.append(move)
        if ply + 1 - int(second) in comments:
            words.append(comments[ply + 1 - int(second)])
    body = textwrap.wrap(" ".join([*words, sheet.result]), WIDTH, break_on_hyphens=False)
    return "\n".join([*head, "", *body, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
