"""What a game tells people: its rules, what happened, the board, the score. Every `Game` has these methods.

A rules file may have, besides moves in words, `guide(**options)`, `events(before, action, after, seat)`,
`picture(s)` or `picture(s, start)`, `past_shown(history)`, `marked(s, a)`, `moment(before, action, after)`,
`scores(s)`, `value_told(value)`, and the facts `SEAT_NAMES`, `SCORE`, `GROUP`, `BLURB`, `SITTING`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core import rules
from parlour.core.errors import clipped
from parlour.core.event import MOVE, Event
from parlour.core.facts import takes_two
from parlour.core.guide import Guide, from_docstrings, summary
from parlour.core.names import Names, numbered
from parlour.core.picture import Block, Picture, Text
from parlour.core.rules import NOBODY, UNKNOWN, AnyState
from parlour.core.words import signed

if TYPE_CHECKING:
    from parlour.core.errors import BadRules
    from parlour.core.facts import Facts

CHANCE_KIND = "chance"  # of events of a game that has no words for what chance brings


class Telling:
    """What is told of a game; the rules themselves are `Game`'s."""

    if TYPE_CHECKING:
        name: str
        title: str
        file: str
        seats: int
        module: ModuleType
        options: Mapping[str, Any]
        _facts: Facts
        _start: AnyState

        def _expect(self, s: AnyState) -> None: ...
        def fault(self, what: str) -> BadRules: ...
        def format(self, s: AnyState, a: int) -> str: ...

    # -- rules and names ---------------------------------------------------------------------------------

    @cached_property
    def names(self) -> Names:
        """Return what the seats are called: by the game, or by their numbers."""
        given = self._facts.seat_names()
        return Names(given if len(given) >= self.seats else numbered(self.seats))

    @cached_property
    def guide(self) -> Guide:
        """Return the rules for people, for the options as they are set."""
        writer: Callable[..., Guide] | None = getattr(self.module, "guide", None)
        if writer is None:
            return from_docstrings(self.module, self.title)
        guide = writer(**self.options)
        if not isinstance(guide, Guide):
            raise self.fault(f"guide gives {clipped(guide)}, a {type(guide).__name__}, not a Guide")
        return guide

    @cached_property
    def blurb(self) -> str:
        """Say in one line what the game is."""
        given = getattr(self.module, "BLURB", "") or summary(self.module, self.title).partition(". ")[0]
        return str(given).replace("`", "").strip().rstrip(".")

    @cached_property
    def group(self) -> str:
        """Name the group of games to list it with."""
        return str(getattr(self.module, "GROUP", "Your games" if self.file else "Other games"))

    @cached_property
    def sitting(self) -> dict[str, Any]:
        """Return the options of a whole match, where one hand or one round is none; people play that."""
        return dict(getattr(self.module, "SITTING", {}))

    # -- what happened -----------------------------------------------------------------------------------

    def events(
        self, before: AnyState, action: int, after: AnyState, seat: int = NOBODY, names: Names | None = None
    ) -> list[Event]:
        """Tell what a seat may know of a step, in the words of the game and as data.

        The rules file is shown no more than the seat sees, so it cannot tell more.
        """
        known = action if rules.sees(before, action, seat, after) else UNKNOWN
        move = self.format(rules.mask(before, seat), known)
        told = self.untold(before, action, after, seat)
        return [event.told(names or self.names, move) for event in told]

    def untold(self, before: AnyState, action: int, after: AnyState, seat: int) -> list[Event]:
        """Return the events of a step with seats in place of names, as a story goes on to fill them in."""
        known = action if rules.sees(before, action, seat, after) else UNKNOWN
        seen, then = rules.mask(before, seat), rules.mask(after, seat)
        teller: Callable[[AnyState, int, AnyState, int], list[Event]] | None
        teller = getattr(self.module, "events", None)
        if teller is None:
            return plain_events(seen, known)
        events = teller(seen, known, then, seat)
        if not isinstance(events, list) or not all(isinstance(event, Event) for event in events):
            raise self.fault(f"events gives {clipped(events)}; it must be a list of parlour.Event")
        return events

    def scores(self, s: AnyState) -> tuple[float, ...]:
        """Return the score that people count, such as points or chips; nothing if the game has none."""
        counter: Callable[[AnyState], Iterable[float]] | None = getattr(self.module, "scores", None)
        return tuple(counter(s)) if counter else ()

    def worth(self, value: float) -> str:
        """Write a value on the scale of the returns as people count: in the game's words, or by its sign."""
        words: Callable[[float], str] | None = getattr(self.module, "value_told", None)
        return words(value) if words else signed(value)

    @cached_property
    def score_word(self) -> str:
        """Say what the score counts."""
        return str(getattr(self.module, "SCORE", "points"))

    # -- the board ---------------------------------------------------------------------------------------

    def picture(
        self,
        s: AnyState,
        last: int = UNKNOWN,
        names: Names | None = None,
        history: Sequence[tuple[int, int]] = (),
    ) -> Picture:
        """Describe the board, the last action marked; fields that are UNKNOWN are drawn as such.

        A `picture` of two arguments is given the start too, to draw what has gone since. What
        `past_shown` makes of the history, of a view that has one, comes below.
        """
        self._expect(s)
        drawer: Callable[..., Picture] | None = getattr(self.module, "picture", None)
        if drawer is None:
            fields = zip(self.module.State._fields, s, strict=True)
            return Picture(tuple(Text(f"{name}: {value}") for name, value in fields))
        drawn = drawer(s, self._start) if takes_two(drawer) else drawer(s)
        if not isinstance(drawn, Picture):
            raise self.fault(f"picture gives {clipped(drawn)}, a {type(drawn).__name__}, not a Picture")
        shower: Callable[[Sequence[tuple[int, int]]], Iterable[Block]] | None
        shower = getattr(self.module, "past_shown", None)
        if shower and history:
            drawn = replace(drawn, blocks=(*drawn.blocks, *shower(history)))
        drawn = drawn.told(names or self.names)
        marker: Callable[[AnyState, int], Iterable[tuple[int, int, int] | str]] | None
        marker = getattr(self.module, "marked", None)
        return drawn.marked(marker(s, last)) if marker and last >= 0 else drawn

    def moment(
        self, before: AnyState, action: int, after: AnyState, seat: int, names: Names | None = None
    ) -> Picture | None:
        """Describe what a seat sees of a step for a moment, before the table is cleared; None is nothing."""
        drawer: Callable[[AnyState, int, AnyState], Picture | None] | None
        drawer = getattr(self.module, "moment", None)
        if drawer is None:
            return None
        known = action if rules.sees(before, action, seat, after) else UNKNOWN
        drawn = drawer(rules.mask(before, seat), known, rules.mask(after, seat))
        if drawn is None:
            return None
        if not isinstance(drawn, Picture):
            raise self.fault(f"moment gives {clipped(drawn)}; it must be a Picture, or None")
        drawn = drawn.told(names or self.names)
        return drawn.seen_from(seat) if seat >= 0 else drawn

    def _repr_html_(self) -> str:
        from parlour.core.draw.page import draw_game

        return draw_game(self)  # type: ignore[arg-type]  # every Telling is a Game

    def show(self, s: AnyState) -> str:
        """Draw the board as plain text."""
        return self.picture(s).text()


def plain_events(before: AnyState, action: int) -> list[Event]:
    """Tell a step without words of the game's own."""
    who = rules.turn(before)
    if who < 0:
        return [] if action == UNKNOWN else [Event(CHANCE_KIND, "Chance: {move}", {"action": action})]
    if action == UNKNOWN:
        return [Event(MOVE, f"{{{who} moves}} in secret", {"seat": who})]
    return [Event(MOVE, f"{{{who} plays}} {{move}}", {"seat": who, "action": action})]
