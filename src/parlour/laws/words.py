"""Laws of the words: what `format`, `parse`, `split`, `remark`, `picture` must keep to; states as JSON."""

from __future__ import annotations

import json
from typing import Any

from parlour.core import rules
from parlour.core.draw.ascii import spelled
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.moves import MOST_TEXT
from parlour.core.picture import Picture
from parlour.core.rules import OVER
from parlour.core.view import plain
from parlour.laws import walk
from parlour.laws.walk import Trail, over, watchers

# No game has these as moves; "?" is how a move that a seat did not see is written.
RUBBISH = ("", "?", "\x00", "\n", "no such move at all", "x" * (MOST_TEXT + 1), "🂡🂡", "½", "%s{0}\\")
# These may be moves somewhere, so a game may take them, if they lead to a legal action.
DOUBTFUL = ("-", "-1", "0", "1", "99999999999999999999", "a1", "1:1", "١", "²", "pass", "1e3", "0x1")


@over(walk.states)
def move_words(trail: Trail) -> int:
    """Legal moves have different texts, and reading a move's text gives its action back."""
    game, s = trail.game, trail.state
    texts: dict[str, int] = {}
    for a in trail.sample():
        text = game.format(s, a)
        if not isinstance(text, str) or not text or text == "?" or text != " ".join(text.split()):
            raise trail.broken(f"format({a}) gave {text!r}; it must be words on one line")
        if text in texts:
            raise trail.broken(f"actions {texts[text]} and {a} are both written {text!r}")
        texts[text] = a
        try:
            read = game.parse(s, text)
        except (InvalidMove, IllegalMove) as error:
            raise trail.broken(f"format({a}) gave {text!r}, which parse() refuses: {error}") from None
        if read != a or type(read) is not int:
            raise trail.broken(f"format({a}) gave {text!r}, which parse() reads as {read!r}")
        who = rules.turn(s)
        told = game.remark(rules.mask(s, who), a) if who >= 0 else ""
        if not isinstance(told, str) or told != " ".join(told.split()):
            raise trail.broken(f"remark({a}) gave {told!r}; it must be words on one line, or empty")
    return len(texts)


@over(walk.states)
def lines(trail: Trail) -> int:
    """A whole game written as one line of moves is read back as the same actions."""
    game = trail.game
    if rules.turn(trail.state) != OVER:
        return 0
    texts = [game.format(s, a) for s, a in zip(trail.states, trail.actions, strict=False)]
    moves = game.write(trail.states[0], trail.actions)
    for written in (" ".join(texts), texts, " ".join(moves), moves):
        read = game.read_moves(written)
        if read != trail.actions:
            raise trail.broken(f"the line is read as {read}, but {trail.actions} were played")
    return len(texts)


@over(walk.states)
def rubbish(trail: Trail) -> int:
    """Text that is no move is refused with InvalidMove, and whatever is read as a move is legal."""
    game, s = trail.game, trail.state
    if rules.turn(s) == OVER:
        return 0
    for text in RUBBISH:
        try:
            read = game.parse(s, text)
        except InvalidMove:
            continue
        except Exception as error:
            raise trail.broken(
                f"parse({text!r:.40}) raised {type(error).__name__}; give -1 for what is no move"
            ) from None
        raise trail.broken(f"parse({text!r:.40}) gave {read!r}; give -1 for what is no move")
    for text in DOUBTFUL:
        try:
            read = game.parse(s, text)
        except (InvalidMove, IllegalMove):
            continue
        except Exception as error:
            raise trail.broken(f"parse({text!r}) raised {type(error).__name__}") from None
        if not rules.is_legal(s, read):
            raise trail.broken(f"parse({text!r}) gave {read!r}, which is not legal")
    return len(RUBBISH) + len(DOUBTFUL)


@over(walk.states)
def pictures(trail: Trail) -> int:
    """The true state and every view of it draw, as text, ASCII and SVG, and draw the same twice."""
    game = trail.game
    states = {trail.state, *(rules.mask(trail.state, seat) for seat in watchers(game))}
    for s in states:
        picture = game.picture(s)
        if not isinstance(picture, Picture):
            raise trail.broken(f"picture() gave a {type(picture).__name__}, not a Picture")
        if not picture.text().strip() or not picture.svg().startswith("<svg"):
            raise trail.broken("picture() draws to nothing")
        if not picture.text(ascii=True).isascii() or len(seen_in(picture, True)) < len(
            seen_in(picture, False)
        ):
            raise trail.broken("picture() has cells that differ, but not when they are drawn in ASCII")
        if game.picture(s) != picture:
            raise trail.broken("picture() gave two different pictures of one state")
    return len(states)


def seen_in(picture: Picture, ascii: bool) -> set[str]:
    """Return the texts of all cells, as they are or in ASCII."""
    texts = {cell.text for grid in picture.grids() for row in grid.rows for cell in row}
    return {spelled(text) for text in texts} if ascii else texts


@over(walk.states)
def json_states(trail: Trail) -> int:
    """A state and every view of it survive the way to JSON and back."""
    states = {trail.state, *(rules.mask(trail.state, seat) for seat in watchers(trail.game))}
    for s in states:
        back = _from_plain(type(s), json.loads(json.dumps(plain(s))))
        if back != s or repr(back) != repr(s):  # True equals 1, but is not the same state
            raise trail.broken(f"{s} comes back from JSON as {back}")
    return len(states)


def _from_plain(state: type, data: dict[str, Any]) -> Any:
    return state(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})
