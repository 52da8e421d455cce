"""Hearts strategies against each other over duplicate deals: points a hand, with 95 % intervals.

    python benchmarks/hearts_match.py heuristic random --hands 1000
    python benchmarks/hearts_match.py expert --open-spiel --seconds 0.1 --hands 200

Every deal is played in all seatings: two strategies sit at two seats each in all six ways, four as they are
named, turned seat by seat. So each has had every hand, and what a deal is worth to it no longer depends on
the cards. The deal is the unit of the intervals. Passing goes left, right, across and not at all, in turn.

With --tricks N the passes and the first N tricks are played by `heuristic` at all seats, the same in every
seating, and the strategies take over from there: what differs then is play with much to know of the hands,
and the luck of the deal is smaller.

With --open-spiel the second is OpenSpiel's C++ `ISMCTSBot` with its own random playouts. Both get the same
time for each card; where ours took longer than theirs on average, its next limits are shorter. The bot draws
its worlds from the true state, as OpenSpiel's `ResampleFromInfostate` does. Asked for a pass at any seat but
the first it crashes (open_spiel 2.0.2), so `heuristic` passes for it. Times are of choices between cards.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import sqrt
from typing import Any

import parlour
from parlour import Game, Match
from parlour.arena.stats import Z
from parlour.core.driver import Seat
from parlour.core.errors import ParlourError
from parlour.core.limit import Limit
from parlour.core.match import OVER
from parlour.core.spec import make
from parlour.games.hearts import PASS, PLAY

SEATS = 4
PASSING = ("left", "right", "across", "hold")
DIRECTIONS = ("hold", "left", "across", "right")  # by OpenSpiel's number
THEIR_SUITS = (0, 1, 3, 2)  # clubs, diamonds, hearts, spades there
OPEN_SPIEL = "open_spiel"
TRIES = 20
LOGGED = 20  # deals between two reports on the way
SHORTEST = 0.001  # seconds that a limit can ask for
SWITCHES = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)


@dataclass(frozen=True)
class Conditions:
    """What all hands of a match have in common."""

    seed: int = 0
    seconds: float | None = None
    uct_c: float = 26.0
    tricks: int = 0  # that are played by the rules of thumb first


@dataclass
class Deal:
    """The points of one deal, hand by hand of each strategy, and the time its choices of a card took."""

    points: dict[str, list[int]]
    seconds: dict[str, float] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)

    def ahead(self, name: str) -> float:
        """Give the time a strategy takes for a card as a multiple of what OpenSpiel takes; 1 without it."""
        if OPEN_SPIEL not in self.seconds or not self.decisions[OPEN_SPIEL] or not self.decisions[name]:
            return 1.0
        theirs = self.seconds[OPEN_SPIEL] / self.decisions[OPEN_SPIEL]
        return self.seconds[name] / self.decisions[name] / theirs


class Ours:
    """One of our strategies at a seat."""

    def __init__(self, game: Game, spec: str, seat: int, conditions: Conditions, seed: int) -> None:
        self.seat = Seat(game, spec, seat, seed)
        self.limit = Limit(seconds=conditions.seconds)

    def decide(self, match: Match, ahead: float) -> int:
        """Choose by the seat's view; `ahead` is the time taken so far, as a multiple of the other's."""
        limit = self.limit
        if limit.seconds is not None and ahead > 1.0:
            limit = Limit(seconds=max(SHORTEST, limit.seconds * max(0.2, 1.0 - 4.0 * (ahead - 1.0))))
        return self.seat.decide(match.view(match.turn), limit).action


class OpenSpiel:
    """OpenSpiel's information-set search at a seat; it follows the hand in its own rules."""

    def __init__(self, game: Game, seat: int, conditions: Conditions, seed: int) -> None:
        import pyspiel

        self.theirs = pyspiel.load_game("hearts", {name: game.options[name] for name in SWITCHES})
        self.passer = make(game, "heuristic", seat)
        # The bot does not keep its evaluator alive.
        self.evaluator = pyspiel.RandomRolloutEvaluator(1, seed % (1 << 31))
        self.bot = pyspiel.ISMCTSBot(
            seed % (1 << 31),
            self.evaluator,
            conditions.uct_c,
            10**6,
            -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            False,
            False,
            conditions.seconds or 0.1,
        )

    def decide(self, match: Match, ahead: float) -> int:
        """Play the hand so far in their rules and ask the bot."""
        if match.state.phase == PASS:
            return self.passer.decide(match.view(match.turn)).action
        state = self.theirs.new_initial_state()
        state.apply_action(DIRECTIONS.index(match.game.options["passing"]))
        for action in match.actions:
            state.apply_action(number(action))
        answer = self._step(state)
        return next(card for card in match.game.legal(match.state) if number(card) == answer)

    def _step(self, state: Any) -> int:
        """Ask the bot again where a busy machine left it no time for a single playout, which it takes ill."""
        import pyspiel

        for _ in range(TRIES):
            try:
                return int(self.bot.step(state))
            except pyspiel.SpielError as error:
                last = error
        raise last


def number(card: int) -> int:
    """Number a card as OpenSpiel does."""
    return card % 13 * 4 + THEIR_SUITS[card // 13]


def seatings(specs: Sequence[str]) -> list[tuple[str, ...]]:
    """Give the six seatings of two strategies, two seats each, or the four turns of four."""
    if len(specs) == SEATS:
        return [(*specs[-turn:], *specs[:-turn]) for turn in range(SEATS)]
    pairs = combinations(range(SEATS), 2)
    return [tuple(specs[0] if seat in pair else specs[1] for seat in range(SEATS)) for pair in pairs]


def play_deal(specs: Sequence[str], conditions: Conditions, deal: int) -> Deal:
    """Play one deal in all seatings."""
    game = parlour.game("hearts", passing=PASSING[deal % len(PASSING)])
    names = list(dict.fromkeys(specs))
    found = Deal({name: [] for name in names}, dict.fromkeys(names, 0.0), dict.fromkeys(names, 0))
    for seated in seatings(specs):
        match = opened(Match(game, seed=conditions.seed * 1_000_003 + deal), conditions.tricks)
        chairs = [sit(game, spec, seat, conditions, match.seed) for seat, spec in enumerate(seated)]
        while match.turn != OVER:
            seat = match.turn
            began = time.perf_counter()
            action = chairs[seat].decide(match, found.ahead(seated[seat]))
            if match.state.phase == PLAY and len(match.game.legal(match.state)) > 1:
                found.seconds[seated[seat]] += time.perf_counter() - began
                found.decisions[seated[seat]] += 1
            match.play(action, seat)
        for seat, spec in enumerate(seated):
            found.points[spec].append(match.state.scores[seat])
    return found


def opened(match: Match, tricks: int) -> Match:
    """Let `heuristic` pass and play so many tricks for all seats."""
    chairs = [make(match.game, "heuristic", seat) for seat in range(SEATS)] if tricks else []
    while chairs and (match.state.phase == PASS or match.state.count < SEATS * tricks):
        match.play(chairs[match.turn].decide(match.view(match.turn)).action, match.turn)
    return match


def sit(game: Game, spec: str, seat: int, conditions: Conditions, seed: int) -> Any:
    """Seat a strategy, ours or theirs."""
    if spec == OPEN_SPIEL:
        return OpenSpiel(game, seat, conditions, seed)
    return Ours(game, spec, seat, conditions, seed)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean and half of its 95 % interval."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, float("inf")
    return mean, Z * sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


def report(specs: Sequence[str], deals: Sequence[Deal]) -> tuple[str, float]:
    """Put the points of all deals into words; give the lower end of the first's lead over the second too."""
    names = list(dict.fromkeys(specs))
    lines = [f"{len(deals)} deals, {len(seatings(specs)) * len(deals)} hands"]
    means = {name: [sum(deal.points[name]) / len(deal.points[name]) for deal in deals] for name in names}
    for name in names:
        mean, half = interval(means[name])
        pace = sum(deal.seconds[name] for deal in deals) / max(1, sum(deal.decisions[name] for deal in deals))
        lines.append(f"{mean:7.3f} ± {half:.3f} points a hand  {1000.0 * pace:8.2f} ms a card  {name}")
    lead = 0.0
    for other in names[1:]:
        mean, half = interval([b - a for a, b in zip(means[names[0]], means[other], strict=True)])
        lines.append(f"{names[0]} takes {mean:+.3f} ± {half:.3f} fewer points a hand than {other}")
        lead = mean - half if other == names[1] else lead
    return "\n".join(lines), lead


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match; give 0 if the first takes fewer points than the second beyond the interval."""
    parser = argparse.ArgumentParser(description="Play Hearts strategies against each other.")
    parser.add_argument("specs", nargs="+", help="two strategies or four: levels or specs")
    parser.add_argument(
        "--hands", type=int, default=1000, help="hands to play at least, deal by deal (default 1000)"
    )
    parser.add_argument("--seconds", type=float, help="for each card; without it, as the strategies say")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tricks", type=int, default=0, help="tricks that heuristic plays for all first")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--open-spiel", action="store_true", help="the second is OpenSpiel's ISMCTSBot")
    parser.add_argument("--uct-c", type=float, default=26.0, help="its exploration constant (default 26)")
    parser.add_argument("--most-seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--log", action="store_true", help=f"report every {LOGGED} deals on the way")
    given = parser.parse_args(arguments)
    specs = [*given.specs, OPEN_SPIEL] if given.open_spiel else given.specs
    if len(specs) not in (2, SEATS):
        parser.error("name two strategies or four")
    if given.open_spiel and given.seconds is None:
        given.seconds = 0.1
    conditions = Conditions(given.seed, given.seconds, given.uct_c, given.tricks)
    deals: list[Deal] = []
    ends_at = time.perf_counter() + given.most_seconds
    numbers = range(-(-given.hands // len(seatings(specs))))
    try:
        play_deal(specs, conditions, 0)  # compiles
        job = partial(play_deal, specs, conditions)
        if given.jobs == 1:
            for deal in numbers:
                deals.append(job(deal))
                if given.log and len(deals) % LOGGED == 0:
                    print(report(specs, deals)[0], file=sys.stderr, flush=True)
                if time.perf_counter() > ends_at:
                    break
        else:
            with ProcessPoolExecutor(given.jobs) as executor:
                for found in executor.map(job, numbers):
                    deals.append(found)
                    if given.log and len(deals) % LOGGED == 0:
                        print(report(specs, deals)[0], file=sys.stderr, flush=True)
                    if time.perf_counter() > ends_at:
                        executor.shutdown(wait=False, cancel_futures=True)
                        break
    except ParlourError as error:
        print(error, file=sys.stderr)
        return 2
    text, lead = report(specs, deals)
    print(text)
    return 0 if lead > 0.0 else 1


if __name__ == "__main__":
    sys.exit(main())
