"""The judge's bench: each decision is shown to the judge as its player saw it, and its loss is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from parlour.core import rules
from parlour.core.analyse import analyse
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.match import Match, Turn
from parlour.core.names import Names
from parlour.core.review.data import (
    FORCED,
    GOOD,
    LEAST,
    UNJUDGED,
    Curve,
    Judged,
    Player,
    Review,
    accuracy,
    verdict,
)
from parlour.core.review.loss import lost, told
from parlour.core.rules import CHANCE, OVER

MUTE = 10  # decisions in a row without a value, after which the judge is taken to have none for this game
WHOLE_GAME, MOST = 15.0, 1.0  # seconds that a review may take if no limit is given, and those of one decision

Progress = Callable[[int, int], None]


class Bench:
    """One review under way; an analysis is made once, though two decisions may ask for it."""

    def __init__(
        self, match: Match, judge: str, limit: Limit, seed: int, seat: int | None, names: Names
    ) -> None:
        self.match, self.judge, self.seed, self.seat, self.names = match, judge, seed, seat, names
        self.game = match.game
        traits = self.game.traits
        duel = self.game.seats == 2 and traits.zero_sum
        self.open = duel and not (traits.hidden or traits.simultaneous)
        self.span = self.game.bounds[1] - self.game.bounds[0]
        self.found: dict[int, Choice] = {}
        self.mute = 0
        self.tasks = list(self._tasks())
        share = WHOLE_GAME / max(1, len(self.tasks))
        self.limit = limit or Limit(at_most=round(min(MOST, share), 3))

    def _tasks(self) -> Iterator[tuple[int, Turn, int]]:
        """Give each decision: the number of its move, the turn, and the ply after it."""
        turns = self.match.turns(None if self.match.over else self.seat)
        ends = [*(turn.ply for turn in turns), self.match.ply][1:]
        number = 0
        for index, (turn, after) in enumerate(zip(turns, ends, strict=True)):
            if turn.who < 0:
                continue
            number += 1
            if index >= self.match.opening and self.seat in (None, turn.who):
                yield number, turn, after

    def reviewed(self, progress: Progress) -> Review:
        moves: list[Judged] = []
        for done, task in enumerate(self.tasks):
            progress(done, len(self.tasks))
            moves.append(self.judged(*task))
        progress(len(self.tasks), len(self.tasks))
        seats = range(self.game.seats) if self.seat is None else (self.seat,)
        record = self.match.record()
        return Review(
            self.game.public if self.seat is not None else self.game,
            self.judge,
            self.limit,
            self.seat,
            record.ended,
            record.returns,
            tuple(self.summed_up(seat, moves) for seat in seats),
            tuple(moves),
            tuple(self.curves(moves)),
        )

    # -- one decision ------------------------------------------------------------------------------------

    def analysis(self, ply: int) -> Choice:
        """Ask the judge for the decision at a ply, showing it the view of who is to move."""
        if ply not in self.found:
            then = self.match.at(ply)
            view = then.view(then.turn)
            found = analyse(view.game, view, self.judge, self.limit, self.seed)
            self.found[ply] = found.named(self.names)
        return self.found[ply]

    def judged(self, number: int, turn: Turn, after: int) -> Judged:
        blank = Judged(number, turn.ply, turn.who, turn.words, UNJUDGED)
        states = self.match.states[turn.ply : after]
        if all(len(listed(rules.legal(rules.mask(s, turn.who)))) == 1 for s in states):
            return replace(blank, verdict=FORCED)
        if self.mute == MUTE:
            return blank
        choice = self.analysis(turn.ply)
        best = next((c for c in choice.candidates if c.action == choice.action), None)
        if best is None or best.value is None:
            self.mute += 1
            return blank
        self.mute = 0
        mine = self.of_played(choice, turn, after, best)
        blank = replace(
            blank,
            best=best.move,
            best_value=best.value,
            best_told=told(self.game, best),
            reasons=choice.reasons,
        )
        if mine is None or mine.value is None:
            return blank
        known = self.open or self.valued(choice, turn)
        loss = lost(best, mine, self.span) if known else None
        return replace(
            blank,
            value=mine.value,
            told=told(self.game, mine),
            loss=loss,
            exact=best.exact and mine.exact,
            verdict=UNJUDGED if loss is None else verdict(loss, self.span),
        )

    def valued(self, choice: Choice, turn: Turn) -> bool:
        """Say whether every action has a value: else only who agrees with the judge would be judged."""
        s = rules.mask(self.match.states[turn.ply], turn.who)
        return {c.action for c in choice.candidates if c.value is not None} >= set(listed(rules.legal(s)))

    def of_played(self, choice: Choice, turn: Turn, after: int, best: Candidate) -> Candidate | None:
        """Find what the judge makes of the move played; None if that cannot be said."""
        first, whole = self.match.actions[turn.ply], after == turn.ply + 1
        same = [c for c in choice.candidates if c.action == first and (whole or c.move == turn.words)]
        mine = same[0] if same else None
        if mine is not None and mine.value is not None and (mine.exact or mine is best):
            return mine
        if not self.open:
            return mine
        left = self.left_behind(turn, after)
        if mine is None or mine.value is None:
            return left
        # A proven value beside a guess without an interval would be two scales.
        comparable = best.exact or best.low is not None
        return left if left is not None and left.exact and comparable else mine

    def left_behind(self, turn: Turn, after: int) -> Candidate | None:
        """Value a move of an open duel by the position after it: one's gain is the other's loss."""
        s, action = self.match.states[after], self.match.actions[turn.ply]
        whose = rules.turn(s)
        if whose == OVER:
            return Candidate(action, turn.words, self.game.returns(s)[turn.who], exact=True)
        if whose == CHANCE:
            return None
        choice = self.analysis(after)
        next_best = next((c for c in choice.candidates if c.action == choice.action), None)
        if next_best is None or next_best.value is None:
            return None
        if whose == turn.who:
            return replace(next_best, action=action, move=turn.words)
        low, high = next_best.low, next_best.high
        return Candidate(
            action,
            turn.words,
            -next_best.value,
            low=None if high is None else -high,
            high=None if low is None else -low,
            exact=next_best.exact,
        )

    # -- the whole ---------------------------------------------------------------------------------------

    def summed_up(self, seat: int, moves: list[Judged]) -> Player:
        mine = [move for move in moves if move.seat == seat]
        losses = [move.loss for move in mine if move.loss is not None]
        counts = {
            name: sum(move.verdict == name for move in mine) for name in (GOOD, *LEAST, FORCED, UNJUDGED)
        }
        spec = self.match.seats[seat] if seat < len(self.match.seats) else ""
        return Player(seat, self.names[seat], spec, accuracy(losses, self.span), sum(losses), counts)

    def curves(self, moves: list[Judged]) -> Iterator[Curve]:
        """Give the values to seat 0 where both see all; elsewhere each player's own expectation."""
        by_rules = self.match.over and self.match.loser is None and not self.match.agreed
        last = sum(turn.who >= 0 for turn in self.match.turns(None if self.match.over else self.seat))
        ends = self.match.returns if by_rules else (None,) * self.game.seats
        if self.open and self.seat is None:
            sign = (1.0, -1.0)
            points = [(move.number, sign[move.seat] * move.value) for move in moves if move.value is not None]
            first = moves[0] if moves else None
            if first is not None and first.best_value is not None:
                points.insert(0, (first.number - 1, sign[first.seat] * first.best_value))
            yield Curve(0, _with_end(points, last, ends[0]))
            return
        for seat in range(self.game.seats) if self.seat is None else (self.seat,):
            mine = [(m.number, m.value) for m in moves if m.seat == seat and m.value is not None]
            yield Curve(seat, _with_end(mine, last, ends[seat]))


def _with_end(points: list[tuple[int, float]], last: int, end: float | None) -> tuple[tuple[int, float], ...]:
    """Let a curve that has points end with the result."""
    if not points or end is None:
        return tuple(points)
    return (*(point for point in points if point[0] < last), (last, end))
