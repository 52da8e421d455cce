"""What a seat can read off a Hold'em table: hand by hand who did what when, and what was shown.

A view's history leaves out what the seat was not told. To follow the money through it, hidden hands are
stood in for by any cards that fit: folded ones do not matter, and one that stayed hidden at a showdown has
lost, so its stand-in is the weakest there is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from parlour.cards.cards import DECK
from parlour.cards.hands import strength
from parlour.core.bits import listed
from parlour.core.rules import CHANCE, OVER, UNKNOWN, play
from parlour.core.view import View
from parlour.games.holdem import State, to_call
from parlour.games.holdem.betting import amount_of
from parlour.games.holdem.hand import receiver
from parlour.games.holdem.table import CALL, FOLD, HOLE

FOLDED, PASSED, RAISED = range(3)  # what a seat did: gave up, checked or called, bet or raised


class Act(NamedTuple):
    """One action of a seat, and what it faced."""

    seat: int
    kind: int  # FOLDED, PASSED or RAISED
    street: int
    board: int  # the cards on the board then
    price: int  # what it had to pay to stay in
    pot: int  # what lay in the pot before it
    paid: int  # what it added
    raises: int  # bets and raises in this round before it; before the flop the blind is none
    behind: int  # the chips it had behind
    others: int = 1  # other seats then in the hand or, after a raise in this round, when that was made


@dataclass
class Hand:
    """One hand as it was seen."""

    number: int
    dealt: int  # seats that got cards, as bits
    acts: list[Act] = field(default_factory=list)
    shown: dict[int, int] = field(default_factory=dict)  # the cards of the seats that showed them
    board: int = 0
    over: bool = False


class Reader:
    """Follows the history of a match; `hands` grows with every view that is read, the last is under way."""

    def __init__(self) -> None:
        self.hands: list[Hand] = []
        self._start: State | None = None  # the state in which the last hand began
        self._from = 0  # and where in the history that is

    def read(self, view: View) -> list[Hand]:
        """Read a view; give the hands so far. A hand that cannot be followed ends the reading."""
        s: State = self._start or view.game.start()
        at = self._from
        if self.hands:
            self.hands.pop()  # it may have gone on, and cards may have been shown
        while True:
            self._start, self._from = s, at
            hand, s, at = _one_hand(s, view, at)
            self.hands.append(hand)
            if not hand.over or s.actor == OVER:
                return self.hands


def _one_hand(s: State, view: View, at: int) -> tuple[Hand, State, int]:
    """Read one hand from its first card; give it, the state after it and the place in the history."""
    history, number = view.history, s.hand_no
    hand = Hand(number, s.live)
    s, at = _dealt(s, view, at, hand)
    if s.phase == HOLE:
        return hand, s, at
    while s.hand_no == number and s.actor != OVER:
        hand.board = _set(s.board)
        if s.actor == CHANCE:
            card, at = _next_board_card(s, view, at)
            if card < 0:
                return hand, s, at
            s = play(_without(s, card, hand), card)
            continue
        if at == len(history):
            return hand, s, at
        seat, action = history[at]
        at += 1
        hand.acts.append(_act(s, seat, action, hand.acts))
        if s.street == 3:
            s = _with_losers(s, hand)
        s = play(s, action)
    hand.over = True
    return hand, s, at


def _dealt(s: State, view: View, at: int, hand: Hand) -> tuple[State, int]:
    """Deal the hole cards: those known from the history or the view, any others for those that are not."""
    coming = islice((card for who, card in islice(view.history, at, None) if who < 0), 2 * len(s.hands) + 5)
    known = sum(1 << card for card in {card for card in coming if card != UNKNOWN})
    if view.state.hand_no == s.hand_no:
        hand.shown = {seat: held for seat, held in enumerate(view.state.hands) if held > 0}
        known |= _set(view.state.board) | sum(hand.shown.values())
    seen: dict[int, int] = {}
    while s.phase == HOLE:
        card, seat = UNKNOWN, receiver(s)
        if at < len(view.history) and view.history[at][0] < 0:
            card, at = view.history[at][1], at + 1
        elif at == len(view.history) and view.state.phase == HOLE and view.state.hand_no == s.hand_no:
            break  # still being dealt
        if card != UNKNOWN:
            seen[seat] = seen.get(seat, 0) | 1 << card
        else:
            mine = hand.shown.get(seat, 0) & ~s.hands[seat]
            card = listed(mine or (DECK & ~_all(s) & ~known))[0]
        s = play(s, card)
    hand.shown |= {seat: held for seat, held in seen.items() if held.bit_count() == 2}
    return s, at


def _next_board_card(s: State, view: View, at: int) -> tuple[int, int]:
    """Return the next card of the board: from the history or, where it was set up, from the view."""
    if at < len(view.history) and view.history[at][0] < 0:
        return view.history[at][1], at + 1
    if view.state.hand_no == s.hand_no:
        return next((card for card in view.state.board if card >= 0 and card not in s.board), -1), at
    return -1, at


def _act(s: State, seat: int, action: int, before: list[Act]) -> Act:
    price, pot = to_call(s), sum(s.paid) + s.dead
    kind = FOLDED if action == FOLD else PASSED if action == CALL else RAISED
    paid = price if kind == PASSED else amount_of(s, action) - s.bets[seat] if kind == RAISED else 0
    raised = next((act for act in reversed(before) if act.kind == RAISED and act.street == s.street), None)
    others = raised.others if raised else s.live.bit_count() - 1
    return Act(seat, kind, s.street, _set(s.board), price, pot, paid, s.raises, s.stacks[seat], others)


def _without(s: State, card: int, hand: Hand) -> State:
    """Take a card away from a stand-in, if one holds it."""
    for seat, held in enumerate(s.hands):
        if held >> card & 1 and seat not in hand.shown:
            other = 1 << listed(DECK & ~_all(s) & ~(1 << card))[0]
            s = s._replace(hands=(*s.hands[:seat], held ^ (1 << card) | other, *s.hands[seat + 1 :]))
    return s


def _with_losers(s: State, hand: Hand) -> State:
    """Return every hand that is not known the weakest cards left: at a showdown it would have been shown."""
    board, hands = _set(s.board), list(s.hands)
    used = board | sum(hand.shown.values())
    for seat in range(len(hands)):
        if hands[seat] > 0 and seat not in hand.shown:
            free = listed(DECK & ~used)[::3]  # of all suits
            pairs = [1 << a | 1 << b for a in free for b in free if a < b]
            hands[seat] = min(pairs, key=lambda held: strength(held | board))
            used |= hands[seat]
    return s._replace(hands=tuple(hands))


def _all(s: State) -> int:
    return _set(s.board) | sum(hand for hand in s.hands if hand > 0)


def _set(board: tuple[int, ...]) -> int:
    return sum(1 << card for card in board if card >= 0)
