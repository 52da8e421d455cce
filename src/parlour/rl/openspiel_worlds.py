"""What a seat knows in an OpenSpiel game with hidden information, and the worlds that explain it.

All histories that look alike to a seat are followed from the start, ply by ply, as long as there are no more
than MOST of them. A seat sees an action if it is the same in all of these, so nothing is told that does not
follow from OpenSpiel's own words to that seat. Where there are more, worlds are drawn by trial, within TRIES
steps; a view that cannot be explained so is refused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from parlour.core.errors import Unsuitable
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, NOBODY, OVER, UNKNOWN
from parlour.rl.openspiel_state import ALL, SpielState, as_numbers, chained, own_actions

MOST = 4096  # histories followed at once
TRIES = 20_000  # actions tried to draw one world of more
KEPT = 200_000  # histories that are remembered, of all views together

World = tuple[SpielState, float]  # a history, and how likely chance made it


@dataclass(frozen=True)
class Followed:
    """All histories that look alike to a seat, to the ply up to which they could be followed."""

    ply: int
    worlds: list[World]

    @cached_property
    def same(self) -> tuple[int, ...]:
        """Return the actions that are the same in all of them, UNKNOWN for the others."""
        first = self.worlds[0][0].history
        return tuple(
            a if all(world.history[at] == a for world, _ in self.worlds) else UNKNOWN
            for at, a in enumerate(first)
        )


class Worlds:
    """The views of one game and their worlds."""

    def __init__(self, name: str, start: SpielState, play: Callable[[SpielState, int], SpielState]) -> None:
        self.name, self.start, self.play = name, start, play
        kind = start.spiel.get_game().get_type()
        self._words = "information_state_string" if kind.provides_information_state_string else ""
        if not self._words and kind.provides_observation_string:
            self._words = "observation_string"
        if not self._words:
            raise Unsuitable(f"{name}: OpenSpiel does not tell what a player of it knows")
        self._followed: OrderedDict[tuple[int, int], Followed] = OrderedDict()
        self._held = 0

    # -- views -------------------------------------------------------------------------------------------

    def told(self, s: SpielState, seat: int) -> str:
        """Return OpenSpiel's words to a seat where somebody decides; it has none for chance."""
        return str(getattr(s.spiel, self._words)(seat)) if s.turn >= 0 <= seat else ""

    def trace(self, s: SpielState, seat: int) -> tuple[int, ...]:
        """Return the digests of what a seat had seen after each action."""
        waiting: list[SpielState] = []
        at: SpielState | None = self._with_past(s)
        while at is not None and seat not in at.traces:
            waiting.append(at)
            at = at.before
        for each in reversed(waiting):
            past = each.before
            links = past.traces[seat] if past else ()
            own = each.history[-1] if past and past.turn == seat >= 0 else UNKNOWN
            link = chained(links[-1] if links else 0, each.turn, own, self.told(each, seat))
            each.traces[seat] = (*links, link)
        return self._with_past(s).traces[seat]

    def _with_past(self, s: SpielState) -> SpielState:
        """Return the truth with all that was before it: one that came alone is played again."""
        if s.before is not None or not s.history:
            return s
        again = self.start
        for a in s.history:
            again = self.play(again, a)
        s.before, s.traces = again.before, again.traces
        return s

    def mask(self, s: SpielState, seat: int) -> SpielState:
        """Return the view of a seat; at the end of a game everything is shown to all."""
        if s.turn == OVER or s.seat == seat:
            return s
        if s.seat != ALL:  # a spectator knows what every seat knows: whose turn it was
            turns, state = list(s.turns), type(s)
            trace = [chained(0, turns[0], UNKNOWN, "")]
            for turn in turns[1:]:
                trace.append(chained(trace[-1], turn, UNKNOWN, ""))
            return state(NOBODY, s.turn, (UNKNOWN,) * len(s.history), s.turns, tuple(trace))
        trace_ = self.trace(s, seat)
        line = [s]
        while line[-1].before is not None:
            line.append(line[-1].before)
        line.reverse()
        turns = [each.turn for each in line]
        words = next((self.told(each, seat) for each in reversed(line) if each.turn >= 0), "")
        legal = tuple(s.spiel.legal_actions()) if s.turn == seat >= 0 else ()
        known = own_actions(turns, s.history, seat)
        return type(s)(seat, s.turn, known, tuple(turns), trace_, legal, as_numbers(words))

    # -- worlds ------------------------------------------------------------------------------------------

    def _after(self, world: World, v: SpielState) -> list[World]:
        """List what may come after a world by the next action, as far as it looks like the view."""
        s, weight = world
        ply = len(s.history)
        if s.turn == CHANCE:
            ways = s.spiel.chance_outcomes()
        elif s.turn == v.seat:
            ways = [(v.history[ply], 1.0)] if v.history[ply] in s.spiel.legal_actions() else []
        else:
            ways = [(a, 1.0) for a in s.spiel.legal_actions()]
        found = [(self.play(s, a), weight * chance) for a, chance in ways if chance > 0.0]
        wanted = v.trace[ply + 1]
        return [each for each in found if self.trace(each[0], v.seat)[-1] == wanted]

    def followed(self, v: SpielState) -> Followed:
        """Follow all worlds of a view from the start, or from where that was done before."""
        last = begin = len(v.trace) - 1
        while begin > 0 and (v.seat, v.trace[begin]) not in self._followed:
            begin -= 1
        found = self._followed[v.seat, v.trace[begin]] if begin else Followed(0, [(self.start, 1.0)])
        for ply in range(begin + 1, last + 1):
            if found.ply == ply - 1:
                more: list[World] = []
                for world in found.worlds:
                    more += self._after(world, v)
                    if len(more) > MOST:
                        break
                else:
                    found = Followed(ply, more)
                    self._held += len(more)
            self._followed[v.seat, v.trace[ply]] = found
        while self._held > KEPT and len(self._followed) > 1:
            _, gone = self._followed.popitem(last=False)
            self._held -= len(gone.worlds)
        return found

    def known(self, v: SpielState) -> tuple[int, ...]:
        """Return the history as a seat can tell it: what all worlds agree in, and its own actions."""
        if v.turn == OVER:
            return v.history
        same = self.followed(v).same
        return (*same, *v.history[len(same) :])

    def fill(self, v: SpielState, rng: Any) -> SpielState:
        """Draw a world of a view, each as likely as chance made it."""
        if v.turn == OVER or v.seat == ALL:
            return v
        worlds, tries = self.followed(v).worlds, 0
        while tries < TRIES:
            following = worlds
            while following:
                drawn = following[Stream.weighted(rng, [weight for _, weight in following])][0]
                if len(drawn.history) == len(v.history):
                    return drawn
                following = self._after((drawn, 1.0), v)
                tries += 1 + len(following)
            tries += 1
        raise Unsuitable(
            f"{self.name}: too much is hidden for a search here; random can play it, and so can people"
        )

    def can_fill(self, v: SpielState) -> bool:
        """Say whether a world of a view can be drawn."""
        try:
            self.fill(v, Stream([0]))
        except Unsuitable:
            return False
        return True

    def some(self, v: SpielState) -> SpielState | None:
        """Return always the same world of a view, for the words of its moves; None if there are too many."""
        found = self.followed(v)
        return found.worlds[0][0] if found.ply == len(v.history) else None
