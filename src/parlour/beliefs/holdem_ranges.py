"""A range that narrows: which holdings a Hold'em player may have, given what it did and how it plays.

P(holding | actions) is proportional to P(actions | holding). A player who folds a share f of what it holds,
and raises a share r, is taken to fold the weakest and to raise the strongest, not sharply, and some of the
raises are bluffs. "Weak" is by the value on the board of that moment, within the range held so far.
"""

from __future__ import annotations

import numpy as np

from parlour.beliefs.holdem_equity import HOLDS, Floats, picture_of
from parlour.beliefs.holdem_profile import USUAL, Profile, asked, context_of
from parlour.beliefs.holdem_reading import FOLDED, RAISED, Act, Hand
from parlour.cards.preflop import HOLDINGS

BLUR = 0.10  # how soft the borders between folding, calling and raising are, in shares of the range
FLOOR = 0.02  # the least that an action leaves of a holding: nobody plays by a book


def anything(known: int) -> Floats:
    """Give the range of a player of whom nothing is known: all holdings that avoid the known cards."""
    return np.where(HOLDS & known == 0, 1.0, 0.0)


def places(weights: Floats, board: int) -> Floats:
    """Give for each holding the share of the range, from 0 to 1, that is worth less on the board."""
    equity = picture_of(board).equity
    held = np.where(equity >= 0.0, weights, 0.0)
    order = np.argsort(equity, kind="stable")
    reached = np.cumsum(held[order])
    found = np.empty(HOLDINGS)
    found[order] = (reached - held[order] / 2) / max(float(reached[-1]), 1e-12)
    return found


def likelihood(kind: int, at: Floats, shares: tuple[float, float, float], bluff: float) -> Floats:
    """Give how likely holdings at these places of the range act so."""
    fold, _, up = shares
    value = up * (1.0 - bluff)
    strong = soft(at - (1.0 - value))
    raising = strong + (1.0 - strong) * up * bluff
    folding = np.where(fold > 0.0, soft(fold - at), 0.0) * (1.0 - raising)
    chosen = raising if kind == RAISED else folding if kind == FOLDED else 1.0 - raising - folding
    return np.maximum(chosen, FLOOR)


def narrowed(weights: Floats, act: Act, profile: Profile) -> Floats:
    """Give the range after an action."""
    shares = habits(profile, act.street, act.price, act.pot, act.raises)
    bluff = profile.rates["bluff"].value
    return weights * likelihood(act.kind, places(weights, act.board), shares, bluff)


def range_of(hand: Hand, seat: int, known: int, profile: Profile) -> Floats:
    """Give the range of a seat in the hand under way."""
    weights = anything(known)
    for act in hand.acts:
        if act.seat == seat:
            weights = narrowed(weights, act, profile)
    return np.where(picture_of(hand.board).equity >= 0.0, weights, 0.0)


def habits(profile: Profile, street: int, price: int, pot: int, raises: int) -> tuple[float, float, float]:
    """Give how likely a player folds, calls and raises; a higher price folds more, within a context too."""
    context = context_of(street, price, pot, raises)
    fold, stay, up = profile.shares(context)
    if price == 0 or fold <= 0.0:
        return fold, stay, up
    # To leave the bettor nothing, the odds of folding are the price in pots: so they grow with it.
    odds = fold / max(1.0 - fold, 1e-9) * asked(price, pot) / USUAL[context]
    more = odds / (1.0 + odds)
    rest = (1.0 - more) / max(stay + up, 1e-9)
    return more, stay * rest, up * rest


def soft(x: Floats) -> Floats:
    """Give a step from 0 to 1 at 0 with a soft edge."""
    return 1.0 / (1.0 + np.exp(-x / (BLUR / 2)))
