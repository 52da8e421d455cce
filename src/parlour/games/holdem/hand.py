"""How a hand goes on: blinds and cards, the rounds of betting, the showdown, the next hand.

`advance` takes a table from any point to where somebody has to act or a card is to be drawn. The rules are
those of the Tournament Directors Association as PokerKit plays them; see docs/games/holdem.md.
"""

from __future__ import annotations

from parlour.core.bits import popcount, replace
from parlour.core.rules import CHANCE, OVER, changed, rule
from parlour.games.holdem.betting import amount_of
from parlour.games.holdem.side_pots import compared, paid_out, showing, uncalled, zeros
from parlour.games.holdem.table import (
    BET,
    BOARD,
    CALL,
    DEAD_ANTES,
    DONE,
    EMPTY,
    FOLD,
    FRESH,
    HANDS,
    HOLE,
    PAY,
    Chips,
    State,
    after,
    highest,
    on_board,
    pot_of,
    total,
    turned_up,
    with_chips,
)


@rule
def advance(s: State) -> State:
    """Go on until a seat is to act, a card is to be drawn, or everything is over."""
    # Each step is called in one place: a GPU has the code of every call in the loop, once for each.
    while s.phase != DONE:
        if s.phase == BET:
            if s.waiting != 0 and popcount(s.live) > 1:
                return s
            s = close_round(s)
        elif s.phase == PAY:
            s = end_hand(s)
        elif s.phase == HOLE and s.waiting != 0:
            return s
        elif s.phase == BOARD and on_board(s.board) < cards_due(s):
            card = s.plan[on_board(s.board)]
            if card < 0:
                return s
            s = put_on_board(s, card)
        elif s.phase == BOARD and is_run_out(s):
            s = changed(s, phase=PAY)
        else:
            s = open_round(s)
    return s


@rule
def cards_due(s: State) -> int:
    """Return how many cards lie on the board before the next round, or the showdown."""
    return 5 if is_run_out(s) else s.street + 2


@rule
def is_run_out(s: State) -> int:
    """Say whether nobody can bet any more, so that the board is run out."""
    return int(popcount(with_chips(s)) <= 1)


# -- dealing -------------------------------------------------------------------------------------------------


@rule
def receiver(s: State) -> int:
    """Return the seat that the next hole card goes to: two cards each, from the button's left."""
    return after(s.waiting, s.button, len(s.stacks))


@rule
def give_hole_card(s: State, card: int) -> State:
    """Deal a hole card."""
    seat = receiver(s)
    waiting = s.waiting ^ (1 << seat) if s.dealt & 1 == 1 else s.waiting
    hands = replace(s.hands, seat, s.hands[seat] | (1 << card))
    return changed(s, hands=hands, waiting=waiting, dealt=s.dealt + 1)


@rule
def put_on_board(s: State, card: int) -> State:
    """Deal a card of the flop, the turn or the river."""
    count = on_board(s.board)
    board = replace(s.board, count, card)
    return changed(s, board=board, street=max(s.street, count - 1))


# -- rounds of betting ---------------------------------------------------------------------------------------


@rule
def open_round(s: State) -> State:
    """Begin a round: everybody with chips and an opponent to bet against acts, from the button's left.

    Before the flop, from the left of the largest blind posted, of equal ones the last.
    """
    players = len(s.stacks)
    everybody = (1 << players) - 1
    opener, top = after(everybody, s.button, players), highest(s.bets)
    if s.street == 0 and top > 0:
        seat = seat_at(s.live, s.button, 0, players)
        for _ in range(popcount(s.live)):
            opener = after(everybody, seat, players) if s.bets[seat] == top else opener
            seat = after(s.live, seat, players)
    waiting = 0
    for seat in range(players):
        if (s.live >> seat) & 1 == 1 and s.stacks[seat] > 0 and at_stake(s, seat) > s.bets[seat]:
            waiting |= 1 << seat
    if popcount(waiting) == 1 and s.bets[after(waiting, 0, players)] >= highest(s.bets):
        waiting = 0
    actor = after(waiting, (opener + players - 1) % players, players)
    return changed(unraised(s), waiting=waiting, actor=actor, opener=opener, phase=BET)


@rule
def unraised(s: State) -> State:
    """Return the table with the round's betting cleared: nobody has acted, bet or raised."""
    return changed(s, waiting=0, acted=0, raised=0, raises=0, short=0)


@rule
def seat_at(seats: int, button: int, position: int, players: int) -> int:
    """Return the seat that posts blind number `position`: of two players, the button is the first."""
    seat = button
    if popcount(seats) > 2:
        seat = after(seats, seat, players)
    for _ in range(position):
        seat = after(seats, seat, players)
    return seat


@rule
def at_stake(s: State, seat: int) -> int:
    """Return what a seat can bet at most in this round and still be called."""
    most = 0
    for other in range(len(s.stacks)):
        if other != seat and (s.live >> other) & 1 == 1:
            most = max(most, s.stacks[other] + s.bets[other])
    return min(most, s.stacks[seat] + s.bets[seat])


@rule
def act(s: State, a: int) -> State:
    """Fold, check, call, bet or raise."""
    players, seat, bit = len(s.stacks), s.actor, 1 << s.actor
    live, waiting, acted = s.live, s.waiting ^ bit, s.acted | bit
    opener, raised, raises, short = s.opener, s.raised, s.raises, s.short
    top = highest(s.bets)
    added = 0
    if a == FOLD:
        live ^= bit
    elif a == CALL:
        added = min(s.stacks[seat], top - s.bets[seat])
    else:
        amount = amount_of(s, a)
        added = amount - s.bets[seat]
        by = amount - top
        waiting = with_chips(s) & ~bit
        opener = seat
        if by >= raised:
            acted = bit
        raised = max(raised, by)
        raises += 1
        short = short + by if added == s.stacks[seat] else 0
        short = 0 if short >= raised else short
    stacks, bets = (
        replace(s.stacks, seat, s.stacks[seat] - added),
        replace(s.bets, seat, s.bets[seat] + added),
    )
    s = changed(s, stacks=stacks, bets=bets, paid=replace(s.paid, seat, s.paid[seat] + added))
    s = changed(s, opener=opener, raised=raised, raises=raises, short=short)
    return changed(s, live=live, waiting=waiting, acted=acted, actor=after(waiting, seat, players))


@rule
def close_round(s: State) -> State:
    """End a round: an uncalled bet goes back; then come more cards, or the pots are paid."""
    excess, seat = uncalled(s.bets)
    stacks = replace(s.stacks, seat, s.stacks[seat] + excess)
    paid = replace(s.paid, seat, s.paid[seat] - excess)
    shown = s.shown
    players = len(stacks)
    # Where somebody is all-in, every hand is turned up: at once if there is no more betting, or on the river.
    chips = popcount(with_chips(s))
    if popcount(s.live) > 1 and (chips <= 1 or (s.street == 3 and chips < popcount(s.live))):
        shown = show(shown, s.live, players * s.hand_no)
    phase = PAY if popcount(s.live) == 1 or s.street == 3 else BOARD
    closed = changed(unraised(s), stacks=stacks, bets=zeros(s.bets), paid=paid, shown=shown)
    return changed(closed, actor=CHANCE, phase=phase, street=min(s.street + 1, 3))


# -- the end of a hand ---------------------------------------------------------------------------------------


@rule
def show(shown: tuple[int, ...], seats: int, first: int) -> tuple[int, ...]:
    """Return the marks of shown hands with those of some seats added; `first` is the mark of seat 0."""
    seat = 0
    while seats >> seat != 0:
        if (seats >> seat) & 1 == 1:
            bit = first + seat
            shown = replace(shown, bit // 62, shown[bit // 62] | (1 << (bit % 62)))
        seat += 1
    return shown


@rule
def showdown(s: State) -> tuple[Chips, tuple[int, ...]]:
    """Give the pots to the best hands, or all to the last seat; return the stacks and what is turned up."""
    stacks, shown, players = s.stacks, s.shown, len(s.stacks)
    one = after(s.live, 0, players)
    if popcount(s.live) == 1:
        return replace(stacks, one, stacks[one] + pot_of(s)), shown
    values = compared(s)
    if turned_up(shown, players * s.hand_no + one) == 0:  # else all are
        shown = show(shown, showing(values, s.opener), players * s.hand_no)
    return paid_out(s, values), shown


@rule
def end_hand(s: State) -> State:
    """Pay the pots and go on with the next hand while there is one and two seats have chips."""
    stacks, shown = showdown(s)
    players, rich, banked = len(stacks), 0, s.banked
    is_last = s.hand_no + 1 == s.terms[HANDS]
    last = s.last if is_last else remembered(s, stacks, shown)
    if s.terms[FRESH] == 1 and not is_last:
        for seat in range(players):
            banked = replace(banked, seat, banked[seat] + stacks[seat] - s.began[seat])
        stacks = s.began
    for seat in range(players):
        rich |= int(stacks[seat] > 0) << seat
    s = changed(s, stacks=stacks, banked=banked, shown=shown)
    if is_last or popcount(rich) <= 1:
        return changed(s, plan=EMPTY, actor=OVER, phase=DONE)
    return new_hand(changed(s, button=after(rich, s.button, players), hand_no=s.hand_no + 1, last=last))


@rule
def remembered(s: State, stacks: Chips, shown: tuple[int, ...]) -> tuple[int, ...]:
    """Return what all saw of the hand that is over, to be shown during the next."""
    last, players = s.last, len(stacks)
    for place in range(5):
        last = replace(last, place, s.board[place])
    for seat in range(players):
        up = turned_up(shown, players * s.hand_no + seat)
        last = replace(last, 5 + seat, s.hands[seat] * up)
        last = replace(last, 5 + players + seat, stacks[seat] - s.stacks[seat])
    return last


@rule
def new_hand(s: State) -> State:
    """Post antes and blinds; every seat that has chips is in. Cards and bets of `s` are cleared away."""
    stacks, players, live = s.stacks, len(s.stacks), 0
    for seat in range(players):
        live |= int(stacks[seat] > 0) << seat
    paid = zeros(stacks)
    bets = paid
    first = seat_at(live, s.button, 0, players)
    seat = first
    for position in range(popcount(live)):
        paid = replace(paid, seat, min(stacks[seat], s.antes[position]))
        seat = after(live, seat, players)
    dead = 0
    if s.terms[DEAD_ANTES] == 1:
        dead = total(paid)
    else:
        excess, seat = uncalled(paid)  # all the others have less than the ante
        paid = replace(paid, seat, paid[seat] - excess)
    for seat in range(players):
        stacks = replace(stacks, seat, stacks[seat] - paid[seat])
    if dead > 0:
        paid = bets
    seat = first
    for position in range(popcount(live)):
        blind = min(stacks[seat], s.blinds[position])
        stacks = replace(stacks, seat, stacks[seat] - blind)
        bets = replace(bets, seat, blind)
        paid = replace(paid, seat, paid[seat] + blind)
        seat = after(live, seat, players)
    s = changed(unraised(s), hands=zeros(stacks), board=EMPTY, plan=EMPTY, phase=HOLE, street=0, dealt=0)
    s = changed(s, live=live, waiting=live, actor=CHANCE, opener=s.button)
    return changed(s, stacks=stacks, bets=bets, paid=paid, dead=dead)
