"""The numbers a Hold'em player decides by: what it holds, price, pot and odds, the raises offered."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.view import View
from parlour.games.holdem import State
from parlour.games.holdem.betting import amount_of, to_call
from parlour.games.holdem.table import CALL, FIRST_RAISE, FOLD, set_of

MOST_RAISES = 16  # raises that are weighed where every amount may be bet

__all__ = ["CALL", "FOLD", "Raise", "Spot", "spot_of"]


@dataclass(frozen=True)
class Raise:
    """A raise that is offered."""

    action: int
    amount: int  # what the seat then has in front of it
    added: int  # what it puts in now
    share: float  # what is raised beyond the call, in pots with the call made


@dataclass(frozen=True)
class Spot:
    """A decision at the table."""

    seat: int
    own: int  # the two cards
    board: int
    street: int
    pot: int  # what lies in the middle and in front of the seats
    price: int
    stack: int
    raised_before: int  # bets and raises of this round; before the flop the blind is none
    raises: tuple[Raise, ...]
    others: tuple[int, ...]  # seats still in the hand
    may_call: bool  # not where one must push or fold

    @property
    def odds(self) -> float:
        """Return the share of wins that a call needs to break even: price over pot with the call."""
        return self.price / (self.pot + self.price) if self.price else 0.0

    def nearest(self, share: float) -> int:
        """Return the raise that is nearest to a share of the pot."""
        return min(self.raises, key=lambda offered: abs(offered.share - share)).action


def spot_of(view: View) -> Spot:
    """Read the numbers off a view."""
    s: State = view.state
    seat, price, pot = s.actor, to_call(s), sum(s.paid) + s.dead
    top = max(s.bets)
    raises = []
    for action in _weighed(view.legal()):
        amount = amount_of(s, action)
        share = (amount - top) / max(pot + price, 1)
        raises.append(Raise(action, amount, amount - s.bets[seat], share))
    others = tuple(other for other in range(len(s.stacks)) if other != seat and s.live >> other & 1)
    return Spot(
        seat, s.hands[seat], set_of(s.board), s.street, pot, price, s.stacks[seat], s.raises, tuple(raises),
        others, CALL in view.legal(),
    )  # fmt: skip


def _weighed(legal: list[int]) -> list[int]:
    """Return the raises to weigh: all of a menu; of every amount some from the least to the most."""
    raises = [action for action in legal if action >= FIRST_RAISE]
    if len(raises) <= MOST_RAISES:
        return raises
    ratio = (len(raises)) ** (1.0 / (MOST_RAISES - 1))
    places = sorted({min(round(ratio**step) - 1, len(raises) - 1) for step in range(MOST_RAISES)})
    return [raises[place] for place in places]
