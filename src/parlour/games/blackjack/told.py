"""What happens at a table of Blackjack, in words: the deal, cards, what the dealer turns up, what is paid."""

from __future__ import annotations

from typing import Any

from parlour.core.event import MOVE, Event
from parlour.games.blackjack.cards import (
    BET,
    CARD,
    DEAL,
    DECLINE,
    DONE,
    DOUBLE,
    DOUBLED,
    DRAW,
    EARLY,
    GIVEN_UP,
    GO,
    HIT,
    INSURANCE,
    NEW,
    PAIRS,
    PLAY,
    POKER,
    SIDE,
    SPLIT,
    STAND,
    SURRENDER,
    Two,
    card_at,
    cards_in,
    cards_of_hand,
    is_chance,
    is_natural,
    top_bet,
    total_of,
)
from parlour.games.blackjack.money import UNIT, hand_pay, round_pay, side_pay
from parlour.games.blackjack.words import MOVES, deck, total_text

OPENING = (BET, SIDE, NEW, DEAL)
PLAIN = {
    HIT: "{0 hits}",
    SURRENDER: "{0 surrenders}",
    INSURANCE: "{0 takes} insurance",
    DECLINE: "{0 takes} no insurance",
    PAIRS: "{0 bets} on a pair (Perfect Pairs)",
    POKER: "{0 bets} on a poker hand (21+3)",
}


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell the cards as they come, and at the end of a round what each hand has won or lost."""
    over = after.round != before.round or after.phase == DONE
    # Cards that were asked for come at once: the next round may lie on the table already.
    cleared = over and after.phase not in (BET, SIDE, NEW, DONE)
    told = []
    if not is_chance(before.phase):
        told.append(Event(MOVE, _move(before, action), {"move": MOVES[min(action, GO)]}))
    if cleared:
        pay = after.won - before.won
        told.append(Event("result", f"The round {_brought(pay, after.rules)}", {"won": pay / UNIT}))
        return [*told, *_total(after), *_dealt(after)]
    if before.phase in OPENING and (after.phase not in OPENING or over):
        told += _dealt(after, over)
        told += _side(before, after)
    elif before.phase == CARD:
        told.append(_card(before, action, after))
    elif before.phase == PLAY and cards_in(after.facts[before.active]) > cards_in(
        before.facts[before.active]
    ):
        drawn = cards_of_hand(after.hands, before.active)  # a card that was asked for has come at once
        told.append(_card(before, card_at(drawn, cards_in(before.facts[before.active])), after))
    if over or after.phase not in OPENING:
        told += _dealer(before, after)
    if over:
        told += _results(before, action, after)
        told += _total(after)
    return told


# -- cards ---------------------------------------------------------------------------------------------------


def _move(s: Any, action: int) -> str:
    if s.phase == BET:
        return f"{{0 bets}} {action - GO}"
    if s.phase == SIDE and action == GO:
        return "{0 asks} for the cards"
    facts = s.facts[s.active]
    if action == STAND:
        return f"{{0 stands}} on {total_text(facts)}"
    if action == DOUBLE:
        return f"{{0 doubles}} on {total_text(facts)}"
    if action == SPLIT:
        return f"{{0 splits}} {' and '.join(_faces(cards_of_hand(s.hands, s.active), facts))}"
    return PLAIN[action]


def _dealt(s: Any, over: bool = False) -> list[Event]:
    """Tell the first cards; `s` is the table with them, in a round that a blackjack may have ended."""
    number = s.round + 1 - int(over and s.phase != DONE)
    begin = f"Round {number}: " if s.rounds > 1 else ""
    cards = _faces(cards_of_hand(s.hands, 0), s.facts[0])
    shown = deck.face(card_at(s.dealer, 0))
    total = "blackjack" if is_natural(s.facts[0]) else total_text(s.facts[0])
    text = f"{begin}{{0 is}} dealt {' '.join(cards)}: {total}; the dealer shows {shown}"
    return [
        Event("deal", text, {"round": number, "cards": cards, "total": total_of(s.facts[0]), "up": shown})
    ]


def _card(before: Any, action: int, after: Any) -> Event:
    hand = before.active
    total = total_text(after.facts[hand])
    many = f"Hand {hand + 1}: " if before.number > 1 else ""
    data = {"hand": hand + 1, "card": deck.name(action), "total": total_of(after.facts[hand])}
    return Event("card", f"{many}{{0 gets}} {deck.face(action)}: {total}", data)


def _dealer(before: Any, after: Any) -> list[Event]:
    """Tell the cards that the dealer has turned up or drawn."""
    known = 1 if before.phase in OPENING else cards_in(before.dealer_facts)
    new = _faces(after.dealer, after.dealer_facts)[known:]
    if not new:
        return []
    verb = "turns up" if before.phase != DRAW else "draws"
    total = "blackjack" if is_natural(after.dealer_facts) else total_text(after.dealer_facts)
    data = {"cards": new, "total": total_of(after.dealer_facts)}
    return [Event("dealer", f"The dealer {verb} {' '.join(new)}: {total}", data)]


def _faces(cards: Two, facts: int) -> list[str]:
    return [deck.face(card_at(cards, place)) for place in range(cards_in(facts))]


# -- money ---------------------------------------------------------------------------------------------------


def _side(before: Any, after: Any) -> list[Event]:
    if not before.side:
        return []
    pay = side_pay(before.side, cards_of_hand(after.hands, 0), after.dealer)
    return [Event("side", f"On the side {_won(pay, after.rules)}", {"won": pay / UNIT})]


def _results(before: Any, action: int, after: Any) -> list[Event]:
    """Tell what every hand has won or lost, and why."""
    bet = action - GO if before.phase == BET else before.bet
    dealer, rules, number = after.dealer_facts, after.rules, after.number
    told = []
    if before.insured or (before.phase == EARLY and action == INSURANCE):
        pay = UNIT * bet if is_natural(dealer) else -UNIT * bet // 2
        told.append(Event("insurance", f"On insurance {_won(pay, rules)}", {"won": pay / UNIT}))
    for hand in range(number):
        facts = after.facts[hand]
        natural = number == 1 and is_natural(facts)
        pay = (
            round_pay(after.facts, 1, dealer, bet, 0, rules)
            if natural
            else hand_pay(facts, dealer, bet, rules)
        )
        many = f"Hand {hand + 1}: " if number > 1 else ""
        why = "blackjack" if natural and pay else _why(facts, dealer)
        data = {"hand": hand + 1, "won": pay / UNIT, "dealer": total_of(dealer), "total": total_of(facts)}
        told.append(Event("result", f"{many}{_won(pay, rules)}: {why}", data))
    return told


def _why(facts: int, dealer: int) -> str:
    mine, other = total_of(facts), total_of(dealer)
    if facts & GIVEN_UP:
        return "surrendered"
    if mine > 21:
        return f"{mine} is over 21"
    if is_natural(dealer):
        return "both have blackjack" if is_natural(facts) else "the dealer has blackjack"
    if other > 21:
        return f"the dealer's {other} is over 21"
    doubled = ", doubled" if facts & DOUBLED else ""
    return (f"{mine} each" if mine == other else f"{mine} against {other}") + doubled


def _won(pay: int, rules: int) -> str:
    if pay == 0:
        return "{0 gets} the bet back"
    return f"{{0 {'wins' if pay > 0 else 'loses'}}} {amount(abs(pay) / UNIT, top_bet(rules) > 1)}"


def _brought(pay: int, rules: int) -> str:
    how = "brings" if pay > 0 else "costs"
    return f"{how} {{0}} {amount(abs(pay) / UNIT, top_bet(rules) > 1)}" if pay else "brings {0} the bet back"


def _total(after: Any) -> list[Event]:
    """Tell how a match of several rounds stands."""
    played = after.round + int(after.phase == DONE)
    if after.rounds == 1:
        return []
    rounds = "1 round" if played == 1 else f"{played} rounds"
    sum_ = amount(abs(after.won) / UNIT, top_bet(after.rules) > 1)
    stands = f"{sum_} {'up' if after.won > 0 else 'down'}" if after.won else "even"
    return [Event("total", f"After {rounds} {{0 is}} {stands}", {"rounds": played, "won": after.won / UNIT})]


def amount(number: float, units: bool = False) -> str:
    """Write a sum of money in bets, or in units where bets have several sizes."""
    word = "unit" if units else "bet"
    return f"half a {word}" if number == 0.5 else f"{number:g} {word}{'' if number == 1 else 's'}"


def value_told(value: float) -> str:
    """Write a value in bets."""
    return f"{value:+.4f} bets" if abs(value) >= 0.00005 else "0 bets"


def scores(s: Any) -> tuple[float]:
    """Return what was won in all rounds together."""
    return (s.won / UNIT,)


def marked(s: Any, a: int) -> list[tuple[int, int, int]]:
    """Find the card that came last, in the hand that is played or in the dealer's."""
    rows = [(s.dealer, s.dealer_facts)]
    rows += [(cards_of_hand(s.hands, hand), s.facts[hand]) for hand in range(s.number)]
    lasts = [(row, cards_in(facts) - 1) for row, (_, facts) in enumerate(rows) if facts]
    return [(0, row, last) for row, last in lasts if last > 0 and card_at(rows[row][0], last) == a]
