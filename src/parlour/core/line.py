"""One way in which a game may have come to where a seat sees it: its view, and how it got there.

A step is taken in worlds that explain the view (`fill`): in those where the move can be played, it is, and
the seat is shown the result (`mask`). The laws of views make that the same for all worlds, unless the move
brings something to light; then the seat says what it saw, and worlds in which it saw that are looked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from parlour.core import rules
from parlour.core.errors import IllegalMove, InvalidMove, ParlourError
from parlour.core.game import Game
from parlour.core.rng import Stream
from parlour.core.rules import OVER, UNKNOWN, AnyState
from parlour.core.view import View, answer_to

FEW = 20  # worlds that are drawn where a move is more likely one that the seat does not see
TRIES = 1000  # worlds that are drawn for one move before it is taken for impossible
REPLAYS = 2000  # and for what it brought to light
DRAWS = 8  # worlds in which a move is tried, to see whether its result differs
MORE = 64  # and if it does


class Untold(IllegalMove):
    """A move brought something to light that was not told."""


@dataclass(frozen=True)
class Step:
    """An action as the seat knows it, the view before it, and a world and an action that explain it."""

    who: int
    action: int
    view: Any
    world: Any
    played: int


@dataclass(frozen=True)
class Told:
    """What a seat is told of a step: the action or UNKNOWN, past moves that it shows, what is answered."""

    action: int
    shown: tuple[str, ...] | None = None
    answer: str | None = None

    def fits_answer(self, said: str) -> bool:
        """Say whether an answer is the one told; nothing said need not be told."""
        return _words(said) == _words(self.answer or "")


@dataclass(frozen=True)
class _Result:
    """What a step gave in one world: the actions played there by ply, the state after, and what it showed."""

    worlds: dict[int, tuple[AnyState, int]]
    after: AnyState
    revealed: tuple[int, ...]  # plies that were hidden and are not any more
    answer: str


@dataclass(frozen=True)
class Line:
    """A view of a seat and the steps that led to it."""

    game: Game
    seat: int
    state: Any
    steps: tuple[Step, ...] = ()

    @property
    def turn(self) -> int:
        """Say whose turn it is."""
        return rules.turn(self.state)

    @property
    def view(self) -> View:
        """Return what the seat knows."""
        return View(self.game, self.seat, self.state, tuple((step.who, step.action) for step in self.steps))

    def _stream(self, what: str) -> Stream:
        return Stream.of("knowledge", what, self.seat, len(self.steps))

    def _is_hidden(self, ply: int) -> bool:
        return self.steps[ply].action == UNKNOWN

    def unseen(self) -> bool:
        """Say whether the seat may not see what is played next."""
        if self.turn in (OVER, self.seat):
            return False
        rng = self._stream("unseen")
        world = rules.fill(self.state, self.seat, rng)
        for _ in range(3):
            a = rules.random_action(world, rng)
            if not rules.sees(world, a, self.seat, rules.play(world, a)):
                return True
        return False

    def read(self, text: str, tries: int = TRIES) -> list[int]:
        """Read a move in a world where it may be played; raise one line if there is none."""
        rng, why = self._stream("read"), None
        for _ in range(tries if self.game.traits.hidden else 1):
            try:
                return self.game.read(rules.fill(self.state, self.seat, rng), text)
            except InvalidMove:
                raise
            except IllegalMove as error:
                why = error
        if not self.game.traits.hidden or self.turn == self.seat:
            assert why is not None
            raise why
        raise self._impossible(text)

    def _impossible(self, text: str) -> IllegalMove:
        return IllegalMove(
            f"{self.game.name}: {text} is impossible here, by what seat {self.seat} was told before"
        )

    # -- one step --------------------------------------------------------------------------------------------

    def after(self, told: Told, draws: int = DRAWS) -> list[Line]:
        """Return the lines that a step may lead to, as a rule one; raise one line if there is none."""
        if not self.game.traits.hidden:
            draws = 1
        results = self._tried(told, draws)
        if not results:
            raise self._impossible(self._words(told.action))
        fitting = [result for result in results if self._fits(result, told)]
        said = not told.answer or any(result.answer for result in results)
        if not fitting and (told.shown or told.answer) and said:
            fitting = self._looked_for(told, results, draws)
        if not fitting:
            raise self._untold(told, results)
        if len({self._seen(result) for result in fitting}) > 1 and draws < MORE:
            fitting += [result for result in self._tried(told, MORE) if self._fits(result, told)]
        unlike = {self._seen(result): result for result in fitting}
        return [self._extended(told, result) for result in unlike.values()]

    def _words(self, action: int) -> str:
        return "?" if action == UNKNOWN else self.game.format(self.state, action)

    def _seen(self, result: _Result) -> AnyState:
        return rules.mask(result.after, self.seat)

    def _fits(self, result: _Result, told: Told) -> bool:
        if rules.turn(result.after) == OVER and told.shown is None and told.answer is None:
            return True  # the end shows everything, and nobody is asked any more
        if not told.fits_answer(result.answer):
            return False
        words = [self.game.format(*result.worlds[ply]) for ply in result.revealed if ply in result.worlds]
        return len(words) == len(result.revealed) and sorted(map(_words, words)) == sorted(
            map(_words, told.shown or ())
        )

    def _untold(self, told: Told, results: list[_Result]) -> ParlourError:
        name, move = self.game.name, self._words(told.action)
        if told.shown or told.answer:
            said = " ".join([*(told.shown or ()), told.answer or ""]).strip()
            return IllegalMove(
                f"{name}: {move} cannot have shown ({said}), by what seat {self.seat} was told"
            )
        answers = sorted({result.answer for result in results if result.answer})
        if answers:
            return Untold(f"{name}: {move} was answered; say how in brackets, such as {move} ({answers[0]})")
        shown = max(len(result.revealed) for result in results)
        after = "here" if told.action == UNKNOWN else f"after {move}"
        return Untold(f"{name}: {after} {_many(shown)} to light; name what the seat saw in brackets, (...)")

    def _tried(self, told: Told, draws: int) -> list[_Result]:
        """Try the step in some worlds that explain the view; of a hidden one, what stays hidden first."""
        rng = self._stream("try")
        found: list[_Result] = []
        seen: list[_Result] = []
        for _ in range(TRIES if draws > 1 else 1):
            world = rules.fill(self.state, self.seat, rng)
            action = told.action if told.action != UNKNOWN else rules.random_action(world, rng)
            if not rules.is_legal(world, action):
                continue
            result = self._result({len(self.steps): (world, action)}, rules.play(world, action), told)
            if told.action != UNKNOWN and not rules.sees(world, action, self.seat, result.after):
                words = self.game.format(world, action)
                raise IllegalMove(
                    f"{self.game.name}: seat {self.seat} does not see {words} here; leave it out, or write ?"
                )
            (seen if len(self.steps) in result.revealed else found).append(result)
            if len(found) == draws or len(seen) == 10 * draws:
                break
        return found + seen[:draws]

    def _result(self, worlds: dict[int, tuple[AnyState, int]], after: AnyState, told: Told) -> _Result:
        now = len(self.steps)
        hidden = [ply for ply in range(now) if self._is_hidden(ply)]
        revealed = []
        for ply in [*hidden, now] if told.action == UNKNOWN else hidden:
            world, action = worlds.get(ply) or (self.steps[ply].world, self.steps[ply].played)
            if rules.sees(world, action, self.seat, after):
                revealed.append(ply)
        world, action = worlds[now]
        return _Result(worlds, after, tuple(revealed), answer_to(self.game, world, action, after, self.seat))

    def _extended(self, told: Told, result: _Result) -> Line:
        steps = list(self.steps)
        for ply in result.revealed:
            if ply == len(steps) or ply not in result.worlds:  # this one; or the end, which shows the rest
                continue
            world, action = result.worlds[ply]
            steps[ply] = replace(steps[ply], action=action, world=world, played=action)
        world, action = result.worlds[len(steps)]
        known = action if rules.sees(world, action, self.seat, result.after) else UNKNOWN
        steps.append(Step(self.turn, known, self.state, world, action))
        return replace(self, state=self._seen(result), steps=tuple(steps))

    # -- what a step brought to light ------------------------------------------------------------------------

    def _looked_for(self, told: Told, results: list[_Result], draws: int) -> list[_Result]:
        """Play the hidden moves again as they are known now, and see where that leads."""
        shown, answered = list(told.shown or ()), (told.answer or "").split()
        rng, now = self._stream("look"), len(self.steps)
        sets = [set(result.revealed) for result in results if len(result.revealed) == len(shown)]
        for open_plies in [each for i, each in enumerate(sets) if each not in sets[:i]]:
            hidden = [ply for ply in range(now) if self._is_hidden(ply) and ply not in open_plies]
            starts = [min([*open_plies, now])]
            if 0 < len(answered) <= len(hidden) and self._are_moves(answered, hidden[-1]):
                starts.append(min([*open_plies, *hidden[-len(answered) :]]))
            for start, in_order in product(dict.fromkeys(starts), (True, False)):
                found: list[_Result] = []
                for _ in range((REPLAYS if in_order else REPLAYS // 4) if start < now else TRIES // 2):
                    pools = (list(shown), list(answered) if start < starts[0] else [])
                    result = self._replayed(told, start, open_plies, pools, rng, in_order)
                    if result is not None and self._fits(result, told):
                        found.append(result)
                    if len(found) == draws:
                        break
                if found:
                    return found
        return []

    def _replayed(
        self,
        told: Told,
        start: int,
        open_plies: set[int],
        pools: tuple[list[str], list[str]],
        rng: Stream,
        in_order: bool,
    ) -> _Result | None:
        """Go on from a world of an earlier view: known moves as they were, hidden ones from what is told."""
        now, worlds = len(self.steps), {}
        world = rules.fill(self.steps[start].view if start < now else self.state, self.seat, rng)
        for ply in range(start, now + 1):
            action = self.steps[ply].action if ply < now else told.action
            if ply == now and rules.mask(world, self.seat) != self.state:
                return None
            if action == UNKNOWN:
                pool, strict = (pools[0], in_order) if ply in open_plies else (pools[1], False)
                action = self._one_of(pool, world, rng, strict) if pool else rules.random_action(world, rng)
            if rules.turn(world) == OVER or not rules.is_legal(world, action):
                return None
            worlds[ply] = (world, action)
            world = rules.play(world, action)
        return self._result(worlds, world, told)

    def _are_moves(self, words: list[str], ply: int) -> bool:
        """Say whether words may be hidden moves of before, and not what was said about one."""
        try:
            for word in words:
                self.game.parse(self.steps[ply].world, word)
        except InvalidMove:
            return False
        except IllegalMove:
            return True
        return True

    def _one_of(self, pool: list[str], world: AnyState, rng: Stream, strict: bool) -> int:
        """Take the first move of the pool, or any that may be played; UNKNOWN, which never may, if none."""
        able: dict[str, int] = {}
        for text in pool[:1] if strict else dict.fromkeys(pool):
            try:
                able[text] = self.game.parse(world, text)
            except ParlourError:
                continue
        if not able:
            return UNKNOWN
        text = rng.choice(list(able))
        pool.remove(text)
        return able[text]


def _many(moves: int) -> str:
    return "a hidden move comes" if moves == 1 else f"{moves} hidden moves come"


def _words(text: str) -> str:
    return " ".join(text.lower().replace(",", " ").split())
