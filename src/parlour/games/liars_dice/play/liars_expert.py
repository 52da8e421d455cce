"""Liar's Dice as well as it is played here: the equilibrium where it fits, else one step ahead of the others.

With two players and few dice a round is solved by regret minimisation (search/cfr): nobody can do better
against its mixed policy than the figure it tells. Larger rounds are beyond that. There the hidden dice are
inferred and the actions tried in sampled rounds, against opponents who are taken to do the same one step less
far: they infer and try too, but expect simpler players (Stahl and Wilson 1995, level-k thinking).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import comb, prod
from typing import Any

from parlour.core.bits import packed
from parlour.core.choice import Choice
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.names import Names
from parlour.core.registry import game as game_named
from parlour.core.rules import UNKNOWN
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.games.liars_dice.belief.models import LEVEL_TWO, SCHEMER
from parlour.games.liars_dice.belief.odds import chance_of, tail
from parlour.games.liars_dice.belief.rounds import bidding
from parlour.games.liars_dice.bids import FACES, WILD, all_bids, face_of, matching, may_follow, quantity_of
from parlour.games.liars_dice.play.liars_bayes import LiarsBayes
from parlour.games.liars_dice.play.words import bids_shown, held_words, next_bids
from parlour.games.liars_dice.words import number
from parlour.search.cfr import CFR, QUICK, is_quick

ITERATIONS = 240  # of the solver: exploitable by a thousandth or less, mostly, and within half a second
UNWEIGHED = "before the bidding is weighed"
KEPT_OPTIONS = ("faces", "wild", "bid_wild", "order", "exact")


def _unbid(v: Any, seat: int, bid: int) -> float:
    """Return how likely a bid is to hold by a seat's own dice alone."""
    face = face_of(bid, v.table)
    need = quantity_of(bid, v.table) - matching(v.hands[seat], face, v.table[WILD])
    return tail(sum(v.counts) - v.counts[seat], need, chance_of(face, v.table))


def duel(view: View) -> View | None:
    """Return the round under way as a two-player game, the opener first; None with more players."""
    v, seats, steps = view.state, duellists(view), bidding(view.state)
    if len(seats) != 2:
        return None
    small = _small(view.game, (v.counts[seats[0]], v.counts[seats[1]]))
    s = small.start()
    named = {(quantity_of(b, s.table), face_of(b, s.table)): b for b in range(all_bids(s.table))}
    bids = [named[quantity_of(bid, v.table), face_of(bid, v.table)] for _, bid in steps]
    state = s._replace(
        hands=tuple(v.hands[seat] if seat == view.seat else UNKNOWN for seat in seats),
        bids=packed(bids, len(s.bids)),
        last=bids[-1] if bids else -1,
        seat=seats.index(v.seat),
        rolled=sum(v.counts),
    )
    return View(small, seats.index(view.seat), state)


def duellists(view: View) -> list[int]:
    """List the seats that have dice, the opener of the round first."""
    steps = bidding(view.state)
    opener = steps[0][0] if steps else view.state.seat
    return [opener, *(seat for seat, n in enumerate(view.state.counts) if n and seat != opener)]


def _small(game: Game, dice: tuple[int, int]) -> Game:
    kept = {name: game.options[name] for name in KEPT_OPTIONS}
    return game_named("liars_dice", seats=2, dice=dice, **kept)


@lru_cache(256)
def biddings(table: tuple[int, ...], most: int) -> int:
    """Count the ways in which the bidding of a round may go; some number above `most` if there are more."""
    bids = all_bids(table)
    after = [0] * bids  # ways that begin with a bid
    for bid in reversed(range(bids)):
        after[bid] = 1 + sum(after[b] for b in range(bid + 1, bids) if may_follow(bid, b, table))
        if after[bid] > most:
            return after[bid]
    return sum(after[bid] for bid in range(bids) if may_follow(-1, bid, table))


def is_small(game: Game) -> bool:
    """Say whether a round is quickly solved; most that are not are told by counting biddings and hands."""
    s = game.start()
    faces = s.table[FACES]
    hands = prod(comb(count + faces - 1, count) for count in s.counts)
    return biddings(s.table, QUICK // hands) * hands <= QUICK and is_quick(game)


class LiarsExpert(LiarsBayes):
    """Solve the round if it is small enough; else answer players who think one step less far."""

    name = "liars_expert"
    expects = LEVEL_TWO
    goes_on = SCHEMER

    worlds: int = option(2000, "worlds in which the actions are tried", low=1, high=10**7)
    width: int = option(20, "bids that are tried, the most natural ones", low=1, high=1000)
    solve_small: bool = option(True, "play the equilibrium where two players have few dice")

    def select(self, view: View, limit: Limit) -> Choice:
        """Solve or search, by the size of the round."""
        small = duel(view) if self.solve_small else None
        if small is not None and is_small(small.game):
            return self.solved(view, small, limit)
        choice = super().select(view, limit)
        why = "The round is too large to solve: best response to players who think one step less far."
        return replace(
            choice, evidence={**choice.evidence, "method": "search"}, reasons=(*choice.reasons, why)
        )

    def solved(self, view: View, small: View, limit: Limit) -> Choice:
        """Play the equilibrium of the round."""
        player = CFR(small.game, small.seat, self.rng.spawn("policy", view.ply), iterations=ITERATIONS)
        choice = player.choose(small, Limit(simulations=limit.simulations, at_most=limit.cap))
        here = {view.format(a): a for a in view.legal()}
        move = small.format(choice.action)
        v = view.state
        dice = number(sum(v.counts))
        small_round = f"Two players with {dice} dice in all: the round is solved by regret minimisation."
        why = []
        evidence = {**choice.evidence, "method": "equilibrium"}
        chances = {bid: _unbid(v, view.seat, bid) for bid in next_bids(v, view.legal())}
        if v.last >= 0:
            evidence["holds_before_bidding"] = chances[v.last]
            why.append(held_words(v, view.seat, v.last, chances[v.last], UNWEIGHED))
        seats = Names(tuple(f"{{{seat}}}" for seat in duellists(view)))  # whom the small game numbers so
        drawn, *others_said = map(seats.tell, choice.reasons)
        return replace(
            choice,
            action=here[move],
            candidates=tuple(replace(c, action=here[c.move]) for c in choice.candidates),
            evidence=evidence,
            reasons=(*why, drawn, small_round, *others_said),
            exhibits=(
                bids_shown(v, chances, UNWEIGHED),
                *(shown.told(seats) for shown in choice.exhibits),
            ),
            lesson=len(why) + 1,
        )
