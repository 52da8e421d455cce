"""What happens at a table of Hold'em, told to one who may know no more than a seat does.

A step may end a round, turn cards up, and end the hand; the next hand has then begun already, and what was
shown and won stands in `State.last`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parlour.cards.cards import POKER, highest_first
from parlour.cards.hands import strength, words
from parlour.core.bits import popcount
from parlour.core.event import MOVE, Event
from parlour.core.rules import changed
from parlour.games.holdem.betting import amount_of, to_call
from parlour.games.holdem.hand import act, seat_at
from parlour.games.holdem.side_pots import FOLDED, best_of, between, layer, uncalled, winners
from parlour.games.holdem.table import (
    BET,
    BOARD,
    CALL,
    DONE,
    FOLD,
    FRESH,
    HANDS,
    HOLE,
    highest,
    pot_of,
    set_of,
)
from parlour.games.holdem.table import turned_up as is_up

STREETS = {3: "Flop", 4: "Turn", 5: "River"}  # by the cards on the board
BLINDS = ("small blind", "big blind", "straddle")
ONE_LINE = 6  # seats whose stacks stand in one line


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell blinds and cards, what each seat does, the board, the showdown, and who wins which pot."""
    over = after.phase == DONE or after.hand_no != before.hand_no
    if before.phase == HOLE and after.phase == HOLE and not over:
        return []
    told = []
    if before.phase == HOLE:
        told += _dealt(before, after, seat)
    elif before.phase == BET:
        told.append(_acted(before, action))
    table = act(before, action) if before.phase == BET else before
    closes = over or after.phase == BOARD or after.street != before.street
    back, whose = uncalled(table.bets) if closes else (0, 0)
    stacks, paid = list(table.stacks), list(table.paid)
    stacks[whose] += back
    paid[whose] -= back
    table = changed(table, stacks=tuple(stacks), paid=tuple(paid))
    if back and popcount(table.live) > 1:
        text = f"{{{whose} takes}} back {back} that nobody could call"
        told.append(Event("uncalled", text, {"seat": whose, "chips": back}))
    if not over:
        told += _turned_up(before, after)
        told += _streets(before.board, after.board, pot_of(after))
        return told
    board, hands = _seen_at_the_end(before, after)
    told += _streets(before.board, board, pot_of(table))
    return told + _ended(before, after, table, board, hands, back)


# -- a hand begins -------------------------------------------------------------------------------------------


def _dealt(s: Any, after: Any, seat: int) -> list[Event]:
    players = len(s.stacks)
    posts: list[str] = []
    for position in range(popcount(s.live)):
        at = seat_at(s.live, s.button, position, players)
        if s.bets[at]:
            verb = "" if posts else " posts"
            posts.append(f"{{{at}{verb}}} the {BLINDS[min(position, 2)]} of {s.bets[at]}")
    antes = pot_of(s) - sum(s.bets)
    if antes:
        posts.append(f"antes of {antes} in all")
    text = f"{_hand(s)}{', '.join(posts)}"
    told = [Event("blinds", text, {"hand": s.hand_no + 1, "bets": list(s.bets), "button": s.button})]
    if after.hand_no != s.hand_no:  # the blinds were all that some had, and the hand is over
        return told
    if seat >= 0 and s.live >> seat & 1:
        hand = after.hands[seat]
        told.append(Event("deal", f"{{{seat} is}} dealt {_cards(hand)}", {"cards": _names(hand)}))
    else:
        told.append(Event("deal", "Two cards are dealt to each", {"seats": popcount(s.live)}))
    return told


def _hand(s: Any) -> str:
    return f"Hand {s.hand_no + 1}: " if s.terms[HANDS] > 1 else ""


# -- betting and the board -----------------------------------------------------------------------------------


def _acted(s: Any, action: int) -> Event:
    who = s.actor
    data: dict[str, Any] = {"seat": who}
    if action == FOLD:
        return Event(MOVE, f"{{{who} folds}}", {**data, "act": "fold"})
    if action == CALL:
        price = to_call(s)
        if not price:
            return Event(MOVE, f"{{{who} checks}}", {**data, "act": "check"})
        everything = ", all-in" if price == s.stacks[who] else ""
        return Event(MOVE, f"{{{who} calls}} {price}{everything}", {**data, "act": "call", "chips": price})
    amount = amount_of(s, action)
    everything = ", all-in" if amount == s.stacks[who] + s.bets[who] else ""
    bets = highest(s.bets) == 0
    text = f"{{{who} {'bets' if bets else 'raises'}}} {'' if bets else 'to '}{amount}{everything}"
    return Event(MOVE, text, {**data, "act": "bet" if bets else "raise", "chips": amount})


def _turned_up(before: Any, after: Any) -> list[Event]:
    """Tell the hands that are turned up because nobody can bet any more."""
    told = []
    for seat in range(len(after.stacks)):
        bit = len(after.stacks) * after.hand_no + seat
        if is_up(after.shown, bit) > is_up(before.shown, bit):
            hand = after.hands[seat]
            text = f"{{{seat} turns}} up {_cards(hand)}"
            told.append(Event("shown", text, {"seat": seat, "cards": _names(hand)}))
    return told


def _streets(before: tuple[int, ...], after: tuple[int, ...], pot: int) -> list[Event]:
    told = []
    old, new = popcount(set_of(before)), popcount(set_of(after))
    for count, name in STREETS.items():
        if old < count <= new:
            cards = [POKER.face(card) for card in after[0 if count == 3 else count - 1 : count]]
            data = {"cards": [POKER.name(card) for card in after[:count]], "pot": pot}
            told.append(Event(name.lower(), f"{name} {' '.join(cards)}, pot {pot}", data))
    return told


# -- a hand ends ---------------------------------------------------------------------------------------------


def _seen_at_the_end(before: Any, after: Any) -> tuple[tuple[int, ...], list[int]]:
    """Return the board and, by seat, the hand that all have seen, 0 for none."""
    players = len(after.stacks)
    if after.hand_no != before.hand_no:
        return after.last[:5], list(after.last[5 : 5 + players])
    first = players * after.hand_no
    return after.board, [
        hand if is_up(after.shown, first + seat) else 0 for seat, hand in enumerate(after.hands)
    ]


def _ended(
    before: Any, after: Any, table: Any, board: tuple[int, ...], hands: list[int], back: int
) -> list[Event]:
    told = []
    players = range(len(after.stacks))
    if popcount(table.live) > 1:
        told += _showdown(before, table, board, hands)
        values = tuple(_value(table, seat, board, hands[seat]) for seat in players)
        parts = list(_parts(table, values))
    else:
        parts = [(pot_of(table), [seat for seat in players if table.live >> seat & 1])]
    for number, (amount, seats) in enumerate(parts):
        name = "pot" if len(parts) == 1 else "side pot" if number else "main pot"
        if len(seats) > 1:
            text = f"{_and(seats)} share the {name} of {amount}"
        else:
            text = f"{{{seats[0]} wins}} the {name} of {amount}"
            if back and popcount(table.live) == 1:
                text += f", and {back} uncalled go{'es' if back == 1 else ''} back"
            text += _by_a_kicker(table, board, hands, seats[0])
        told.append(Event("pot", text, {"seats": seats, "chips": amount}))
    return told + (_standing(before, after, table) if after.terms[HANDS] > 1 else [])


def _showdown(before: Any, table: Any, board: tuple[int, ...], hands: list[int]) -> list[Event]:
    told = []
    players = len(hands)
    for step in range(players):
        seat = (table.opener + step) % players
        if not table.live >> seat & 1:
            continue
        if not hands[seat]:
            told.append(Event("muck", f"{{{seat} throws}} a beaten hand away unseen", {"seat": seat}))
            continue
        name = words(strength(hands[seat] | set_of(board)))
        known = is_up(before.shown, players * before.hand_no + seat)
        text = f"{{{seat} has}} {_a(name)}" if known else f"{{{seat} shows}} {_cards(hands[seat])}: {name}"
        data = {"seat": seat, "cards": _names(hands[seat]), "hand": name}
        told.append(Event("showdown", text, data))
    return told


def _a(name: str) -> str:
    return f"a {name}" if name.startswith(("straight", "flush", "full", "royal")) else name


def _by_a_kicker(s: Any, board: tuple[int, ...], hands: list[int], best: int) -> str:
    """Say so where hands of one name are decided by cards that the name leaves out."""
    names = [words(strength(hand | set_of(board))) if hand else "" for hand in hands]
    others = [name for seat, name in enumerate(names) if seat != best and s.live >> seat & 1]
    return ", by a higher card" if names[best] and names[best] in others else ""


def _value(s: Any, seat: int, board: tuple[int, ...], hand: int) -> int:
    if not s.live >> seat & 1:
        return FOLDED
    return strength(hand | set_of(board)) if hand else 0  # what is thrown away has lost


def _parts(s: Any, values: tuple[int, ...]) -> Iterator[tuple[int, list[int]]]:
    """List every pot, as they are paid out, with the seats that win it."""
    left, below = winners(s, values), -1
    while (depth := layer(s.paid, left, below)) >= 0:
        amount = between(s.paid, max(below, 0), depth) + (s.dead if below < 0 else 0)
        best = best_of(values, s.paid, depth)
        if amount:
            yield amount, [seat for seat in range(len(values)) if best >> seat & 1]
        below = depth


def _standing(before: Any, after: Any, table: Any) -> list[Event]:
    """Tell who has lost the last chip, and between hands the stacks."""
    players, fresh = len(after.stacks), after.terms[FRESH] == 1
    if after.hand_no == before.hand_no:
        stacks, name = list(after.stacks), ""
    elif fresh:
        stacks, name = [began + won for began, won in zip(after.began, after.banked, strict=True)], "Chips"
    else:
        took = after.last[5 + players :]
        stacks, name = [stack + won for stack, won in zip(table.stacks, took, strict=True)], "Stacks"
    told = []
    for seat, chips in enumerate(stacks):
        if not chips and not fresh and table.paid[seat]:
            told.append(Event("out", f"{{{seat} is}} out of chips", {"seat": seat}))
    for first in range(0, players, ONE_LINE) if name else ():
        each = ", ".join(f"{{{seat}}} {stacks[seat]}" for seat in range(players)[first : first + ONE_LINE])
        told.append(Event("stacks", f"{name}: {each}", {"stacks": stacks}))
    return told


# -- words and numbers ---------------------------------------------------------------------------------------


def _cards(hand: int) -> str:
    return " ".join(map(POKER.face, highest_first(hand)))


def _names(hand: int) -> list[str]:
    return [POKER.name(card) for card in highest_first(hand)]


def _and(seats: list[int]) -> str:
    named = [f"{{{seat}}}" for seat in seats]
    return f"{', '.join(named[:-1])} and {named[-1]}"


def value_told(value: float) -> str:
    """Write what is won or lost in chips."""
    return f"{value:+.2f} chips" if abs(value) >= 0.005 else "0 chips"


def scores(s: Any) -> tuple[int, ...]:
    """Return the chips of every seat, those put aside between hands among them."""
    return tuple(stack + banked for stack, banked in zip(s.stacks, s.banked, strict=True))


def marked(s: Any, a: int) -> list[str]:
    """Find the card that was turned up last, as long as nobody has acted since."""
    return [POKER.name(a)] if a in s.board and s.acted == 0 else []
