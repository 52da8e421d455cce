"""Price a bet: pot odds, the expected value of a call, what breaks even, insurance, the edge of the house."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from .value import checked_numbers, expected_value


def net_value(outcomes: Iterable[float], probabilities: Iterable[float], costs: Iterable[float]) -> float:
    """Weigh each outcome, less what it costs in that case, by its probability."""
    gains = checked_numbers(outcomes, "outcomes")
    prices = checked_numbers(costs, "costs")
    if len(prices) != len(gains):
        raise ValueError(f"costs has {len(prices)} entries: give {len(gains)} to match")
    return expected_value([gain - price for gain, price in zip(gains, prices, strict=True)], probabilities)


def call_value(pot: float, call: float, win: float) -> float:
    """Return what calling is worth: the pot with probability `win`, less the call with the rest."""
    _amounts(pot=pot, call=call)
    return expected_value((pot, -call), (_probability(win, "win"), 1.0 - win))


def pot_odds(pot: float, call: float) -> float:
    """Return the pot odds as a number to 1. 100 in the pot for a call of 20 is 5 to 1."""
    _amounts(pot=pot, call=call)
    if call == 0:
        raise ValueError("call is 0: there are no odds on a free card")
    return pot / call


def break_even(pot: float, call: float) -> float:
    """Return the probability of winning at which a call is worth nothing: call / (pot + call)."""
    return implied_odds(pot, call, 0.0)


def implied_odds(pot: float, call: float, later: float) -> float:
    """Return the break-even probability when a win is expected to bring `later` more on the next streets."""
    _amounts(pot=pot, call=call, later=later)
    if pot + call + later == 0:
        raise ValueError("pot, call and later are all 0: there is nothing to play for")
    return call / (pot + call + later)


def later_needed(pot: float, call: float, win: float) -> float:
    """Give how much a win must still bring on later streets for a call to break even; 0 if none is needed."""
    _amounts(pot=pot, call=call)
    if _probability(win, "win") == 0:
        raise ValueError("win is 0: no later bet makes up for that")
    return max(0.0, call / win - call - pot)


def insurance_value(tens: float, others: float) -> float:
    """Return what one unit of Blackjack insurance is worth: it pays 2 to 1 if an unseen card is a ten."""
    _amounts(tens=tens, others=others)
    if tens + others == 0:
        raise ValueError("tens and others are 0: there is no card left")
    return expected_value((2.0, -1.0), (tens / (tens + others), others / (tens + others)))


def house_edge(outcomes: Iterable[float], probabilities: Iterable[float], stake: float = 1.0) -> float:
    """Give the share of the stake that the house keeps on average: outcomes are the player's net results."""
    _amounts(stake=stake)
    if stake == 0:
        raise ValueError("stake is 0: give what is bet")
    return -expected_value(outcomes, probabilities) / stake


def _amounts(**given: float) -> None:
    for name, amount in given.items():
        if not isfinite(amount) or amount < 0:
            raise ValueError(f"{name} is {amount}: give 0 or more")


def _probability(p: float, name: str) -> float:
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"{name} is {p}: give a probability from 0 to 1")
    return p
