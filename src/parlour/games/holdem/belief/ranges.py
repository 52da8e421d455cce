"""A range that narrows: which holdings a Hold'em player may have, given what it did and how it plays.

P(holding | actions) is proportional to P(actions | holding). A player who folds a share f of what it holds,
and raises a share r, is taken to fold the weakest and to raise the strongest, not sharply, and some of the
raises are bluffs. "Weak" is by the value on the board of that moment, within the range held so far.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from parlour.cards.preflop import HOLDINGS
from parlour.cards.ranges import holding_index
from parlour.games.holdem.belief.answers import Steps, Strengths, asked_of, soft, steps
from parlour.games.holdem.belief.equity import HOLDS, Floats, board_equity
from parlour.games.holdem.belief.profile import OPENING, Profile, context_of
from parlour.games.holdem.belief.reading import FOLDED, PASSED, RAISED, Act, Hand

FLOOR = 0.02  # the least that an action leaves of a holding: nobody plays by a book
LARGER = 0.45  # before the flop the share raised falls by the raise in pots, beyond one, to this power: an
# all-in of 100 big blinds is 50 pots, and read as the best tenth of all hands instead of the better half


def anything(known: int) -> Floats:
    """Return the range of an unknown player: all holdings without the known cards (card removal)."""
    return np.where(HOLDS & known == 0, 1.0, 0.0)


def places(weights: Floats, board: int) -> Floats:
    """Return for each holding the share of the range, from 0 to 1, that is worth less on the board."""
    seen = board_equity(board)
    order, held = seen.order, np.where(seen.equity >= 0.0, weights, 0.0)
    reached = np.cumsum(held[order])
    found = np.empty(HOLDINGS)
    found[order] = (reached - held[order] / 2) / max(float(reached[-1]), 1e-12)
    return found


def likelihood(kind: int, raising: Floats, folding: Floats) -> Floats:
    """Return how likely each holding acts so, from the share raised and the share of the rest folded."""
    gone = folding * (1.0 - raising)
    chosen = raising if kind == RAISED else gone if kind == FOLDED else 1.0 - raising - gone
    return np.maximum(chosen, FLOOR)


class Facing(NamedTuple):
    """What a player faces."""

    street: int
    price: int
    pot: int
    raises: int  # before, in this round
    others: int = 1  # other players in the hand


def acting(
    at: Floats, board: int, profile: Profile, facing: Facing, size: float = 1.0
) -> tuple[Floats, Floats]:
    """Return how likely holdings at these places of the range raise by this size, and fold if they do not."""
    street, price, pot, _, others = facing
    context = context_of(*facing)
    fold, _, up = profile.shares(context)
    if price == 0:
        gone = np.zeros(HOLDINGS)
    elif context in OPENING:
        gone = soft(fold - at)
    else:
        gone = profile.answers.folding(asked_of(street, price, pot, others), strengths(board, at))
    if street == 0:
        up /= max(size, 1.0) ** LARGER
    return profile.raising.chances(at, up, profile.rates["bluff"].value), gone


def answered(kind: int, at: Floats, board: int, profile: Profile, facing: Facing) -> Floats:
    """Return how likely holdings at these places act so."""
    return likelihood(kind, *acting(at, board, profile, facing))


def narrowed(weights: Floats, act: Act, profile: Profile) -> Floats:
    """Return the range after an action."""
    facing = Facing(act.street, act.price, act.pot, act.raises, act.others)
    size = (act.paid - act.price) / max(act.pot + act.price, 1)
    at = places(weights, act.board)
    return weights * likelihood(act.kind, *acting(at, act.board, profile, facing, size))


def range_of(
    hand: Hand, seat: int, known: int, profile: Profile, telling: tuple[int, ...] = (PASSED, RAISED)
) -> Floats:
    """Return the range of a seat in the hand under way; only actions of the `telling` kinds narrow it."""
    weights = anything(known)
    for act in hand.acts:
        if act.seat == seat and act.kind in telling:
            weights = narrowed(weights, act, profile)
    return np.where(board_equity(hand.board).equity >= 0.0, weights, 0.0)


def learn(profile: Profile, hand: Hand, seat: int) -> None:
    """Learn from a finished hand: a player's habits, and how it answered bets."""
    if not hand.dealt >> seat & 1:
        return
    weights = anything(sum(held for owner, held in hand.shown.items() if owner != seat))
    own = hand.shown.get(seat, 0)
    for act in hand.acts:
        if act.seat != seat:
            continue
        context = context_of(act.street, act.price, act.pot, act.raises, act.others)
        at = places(weights, act.board)
        if act.price > 0 and context not in OPENING:
            held = np.where(board_equity(act.board).equity >= 0.0, own == HOLDS if own else weights, 0.0)
            asked = asked_of(act.street, act.price, act.pot, act.others)
            profile.answers.add(act.kind == FOLDED, asked, held, strengths(act.board, at))
        if own:
            place = float(at[holding_index(own)])
            up = profile.shares(context)[2]
            profile.raising.add(act.kind == RAISED, place, up, profile.rates["bluff"].value)
        weights = narrowed(weights, act, profile)
    profile.add(hand, seat)


def strengths(board: int, at: Floats) -> Strengths:
    """Return how good holdings are on a board, where `at` are their places in a range."""
    rank, equity = _steps_of(board)
    return Strengths(rank, steps(at), equity)


@lru_cache(maxsize=8)
def _steps_of(board: int) -> tuple[Steps, Steps]:
    seen = board_equity(board)
    return steps(seen.rank), steps(seen.equity)
