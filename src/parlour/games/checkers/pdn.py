"""Portable Draughts Notation: games of checkers as other programs and archives keep them.

Adrian Millett's format of 1995 after chess's PGN: tags, then the moves with their numbers, comments in braces
or after a semicolon, variations in parentheses, and the result, White's part first: 1-0 is a win for White.

    from parlour.games.checkers.pdn import match_of, read_pdn, sheet_of, write_pdn
    for sheet in read_pdn(open("games.pdn").read()):
        print(match_of(sheet).state)
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.match import Match
from parlour.core.registry import game
from parlour.games import checkers

TYPE = "21"  # English draughts
OPEN = "*"
RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": OPEN}
RESULTS |= {result: result for result in ("1-0", "0-1", "1/2-1/2", OPEN)}
LOSERS = {"1-0": 0, "0-1": 1}
MOST_MOVES = 100
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White")
WIDTH = 79
TOKEN = re.compile(
    r"""\[\s*(?P<tag>\w+)\s*"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
      | \{(?P<comment>[^}]*)\} | ;(?P<rest>[^\n]*) | ^%[^\n]*
      | (?P<bracket>[()]) | \$[0-9]+ | [0-9]+\.+
      | (?P<result>(?:[01]-[01]|2-0|0-2)(?![0-9x-])|1/2-1/2|\*)
      | (?P<move>[0-9]+(?:[-x:*][0-9]+)+)[!?]* | [!?]+ | (?P<space>\s+)""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Sheet:
    """One game on paper: tags, whole moves, comments by the number of moves before them, and the result."""

    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    comments: Mapping[int, str] = field(default_factory=dict)
    result: str = OPEN


def read_pdn(text: str) -> list[Sheet]:
    """Read every game of a file; raise BadRecord, naming the game and the place, where it is not PDN."""
    sheets: list[Sheet] = []
    tags: dict[str, str] = {}
    moves: list[str] = []
    comments: dict[int, str] = {}
    result, depth = OPEN, 0

    def close() -> None:
        nonlocal tags, moves, comments, result
        if tags or moves or comments:
            told = RESULTS.get(tags.pop("Result", OPEN), OPEN)
            sheets.append(Sheet(tags, tuple(moves), comments, told if result == OPEN else result))
        tags, moves, comments, result = {}, [], {}, OPEN

    for token in _tokens(text, sheets):
        kind, value = token.lastgroup, token[0]
        if kind == "bracket":
            depth += 1 if value == "(" else -1
            if depth < 0:
                raise BadRecord(f"PDN game {len(sheets) + 1}: a variation ends that never began")
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
        elif kind == "result":
            result = RESULTS[value]
            close()
    if depth > 0:
        raise BadRecord(f"PDN game {len(sheets) + 1}: a variation has no end")
    close()
    return sheets


def _tokens(text: str, sheets: list[Sheet]) -> Iterator[re.Match[str]]:
    at = int(text.startswith("\ufeff"))  # the mark that some editors put first
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            line = text.count("\n", 0, at) + 1
            raise BadRecord(f"PDN game {len(sheets) + 1}, line {line}: {text[at : at + 20]!r} is not PDN")
        at = token.end()
        yield token


def match_of(sheet: Sheet) -> Match:
    """Play a sheet's moves, checking each; who lost before the end has resigned.

    On paper a draw has to be claimed, so the count of moves without progress is set as high as it goes.
    """
    kind = sheet.tags.get("GameType", TYPE).split(",")[0].strip()
    if kind != TYPE:
        raise BadRecord(f"PDN: GameType {kind} is not English draughts, which is {TYPE}")
    names = tuple(sheet.tags.get(side, "") for side in checkers.SIDES)
    try:
        it = game("checkers", position=sheet.tags.get("FEN", ""), forty=MOST_MOVES)
    except ParlourError as error:
        raise BadRecord(f"PDN: {error}") from None
    match = Match(it, 0, names if any(names) else ())
    for number, text in enumerate(sheet.moves, 1):
        try:
            match.play(text)
        except ParlourError as error:
            raise BadRecord(f"PDN: move {number}: {error}") from None
    if not match.over and sheet.result in LOSERS:
        match.forfeit(LOSERS[sheet.result], "resigned")
    return match


def sheet_of(match: Match, tags: Mapping[str, str] | None = None) -> Sheet:
    """Put a match on paper."""
    start = match.states[0]
    named = dict(tags or {})
    for side, who in zip(checkers.SIDES, match.seats, strict=False):
        named.setdefault(side, who)
    if checkers.to_fen(start) != checkers.to_fen(checkers.start()):
        named |= {"SetUp": "1", "FEN": checkers.to_fen(start)}
    result = {1.0: "0-1", -1.0: "1-0", 0.0: "1/2-1/2"}[match.returns[0]] if match.over else OPEN
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
    comments = {at: f"{{{told.replace('}', ')')}}}" for at, told in sheet.comments.items() if told}
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
