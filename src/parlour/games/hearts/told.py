"""What happens at a table of Hearts, told to one who may know no more than a seat does."""

from __future__ import annotations

from typing import Any

from parlour.core.event import MOVE, Event
from parlour.core.picture import Picture
from parlour.core.rules import UNKNOWN, changed
from parlour.games.hearts.cards import (
    DEAL,
    JACK_BONUS,
    JACK_CARD,
    PASS,
    PLAY,
    POINTS,
    QUEEN,
    QUEEN_BREAKS,
    QUEEN_CARD,
    SUBTRACT,
    Four,
    added,
    on_table,
    pick,
    put,
    tally,
    winner,
    worth,
)
from parlour.games.hearts.words import DIRECTIONS, deck, table


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell the deal, passes, cards, who takes the tricks, and what a hand has cost."""
    if before.phase == DEAL:
        return _dealt(before, after, seat) if before.count == 51 else []
    return _passed(before, action, after, seat) if before.phase == PASS else _played(before, action)


def _dealt(before: Any, after: Any, seat: int) -> list[Event]:
    hand = f"Hand {before.hand_no + 1}: " if before.target else ""
    data: dict[str, Any] = {"hand": before.hand_no + 1, "direction": DIRECTIONS[before.direction]}
    if seat < 0:
        passing = ("none are passed", "three go left", "three go across", "three go right")[before.direction]
        return [Event("deal", f"{hand or 'The deal: '}thirteen cards each; {passing}", data)]
    cards = pick(after.hands, seat)
    to = f"three go to {{{(seat + before.direction) % 4}}}" if before.direction else "none are passed"
    text = f"{hand}{{{seat} is}} dealt {deck.faces(cards)}; {to}"
    return [Event("deal", text, {**data, "cards": deck.names(cards).split()})]


def _passed(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell the giver each card and then all three, the others that cards went, the receivers what came."""
    giver = before.turn_seat
    to = (giver + before.direction) % 4
    told = []
    if before.count % 3 < 2:
        if seat == giver:
            text = f"{{{giver} chooses}} {deck.face(action)} to pass"
            told.append(Event(MOVE, text, {"seat": giver, "card": deck.name(action)}))
        return told
    cards = pick(after.given, giver)
    data: dict[str, Any] = {"from": giver, "to": to}
    if seat == giver:
        data["cards"] = deck.names(cards).split()
        told.append(Event("pass", f"{{{giver} passes}} {deck.faces(cards)} to {{{to}}}", data))
    elif seat != to or before.count < 11:
        told.append(Event("pass", f"{{{giver} passes}} three cards to {{{to}}}", data))
    if before.count == 11 and seat >= 0:
        source = (seat - before.direction) % 4
        cards = pick(after.given, source)
        data = {"from": source, "to": seat, "cards": deck.names(cards).split()}
        told.append(Event("received", f"{{{seat} gets}} {deck.faces(cards)} from {{{source}}}", data))
    return told


def _played(before: Any, action: int) -> list[Event]:
    who, card = before.turn_seat, 1 << action
    verb = "leads" if before.count % 4 == 0 else "plays"
    text, kind = f"{{{who} {verb}}} {deck.face(action)}", MOVE
    breaks = card & POINTS and (card != QUEEN or before.switches & QUEEN_BREAKS)
    if before.broken == 0 and breaks:
        text, kind = f"{text}: hearts are broken", "broken"
    told = [Event(kind, text, {"seat": who, "card": deck.name(action)})]
    if before.count % 4 < 3:
        return told
    trick = put(before.trick, who, action)
    taker, cards = winner(trick, before.leader), on_table(trick)
    points = worth(cards, before.switches)
    data = {"seat": taker, "cards": deck.names(cards).split(), "points": points}
    told.append(Event("trick", f"{{{taker} takes}} the trick{_cost(cards, before.switches)}", data))
    if before.count == 51:
        taken = put(before.taken, taker, pick(before.taken, taker) | cards)
        told += _hand_over(before, taken)
    return told


def _cost(cards: int, switches: int) -> str:
    """Say what a trick costs, and the cards of note in it."""
    points = worth(cards, switches)
    notable = ["the queen of spades"] if cards >> QUEEN_CARD & 1 else []
    if switches & JACK_BONUS and cards >> JACK_CARD & 1:
        notable.append("the jack of diamonds")
    if not points and not notable:
        return ", no points"
    number = _points(points) if points >= 0 else f"{_points(-points)} off"
    return f": {number}" + (f", {' and '.join(notable)} with it" if notable else "")


def _hand_over(before: Any, taken: Four) -> list[Event]:
    told = []
    cost = tally(taken, before.switches, 1)
    for seat in range(4):
        if taken[seat] & POINTS == POINTS:
            paid = "26 points off" if before.switches & SUBTRACT else "26 points for each of the others"
            told.append(Event("moon", f"{{{seat} shoots}} the moon: {paid}", {"seat": seat}))
    data = {"hand": before.hand_no + 1, "points": list(cost)}
    told.append(Event("hand", f"Points of {_hand(before)}: {_each(cost)}", data))
    if before.hand_no:
        scores = added(before.scores, cost)
        told.append(Event("standing", f"Score: {_each(scores)}", {"scores": list(scores)}))
    return told


def _hand(s: Any) -> str:
    return f"hand {s.hand_no + 1}" if s.target else "the hand"


def _each(numbers: Four) -> str:
    return ", ".join(f"{{{seat}}} {number}" for seat, number in enumerate(numbers))


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def value_told(value: float) -> str:
    """Write by how many points the others end above a player, on the average."""
    return f"{value:+.2f} points" if abs(value) >= 0.005 else "0 points"


def scores(s: Any) -> Four:
    """Return the points of the hands that are over."""
    found: Four = s.scores
    return found


def marked(s: Any, a: int) -> list[str]:
    """Find the last card on the table; a trick that is complete has been taken away."""
    return [deck.name(a)] if a in s.trick else []


def moment(before: Any, action: int, after: Any) -> Picture | None:
    """Show a trick that is complete, before it is taken away."""
    if before.phase != PLAY or before.count % 4 < 3:
        return None
    who = before.turn_seat
    hand = pick(before.hands, who)
    hands = put(before.hands, who, hand & ~(1 << action)) if hand != UNKNOWN else before.hands
    trick = put(before.trick, who, action)
    taker = winner(trick, before.leader)
    s = changed(before, hands=hands, trick=trick, turn_seat=taker)
    headline = f"trick {before.count // 4 + 1} of 13 goes to {{{taker}}}"
    drawn = table(s, tally(before.taken, before.switches, 0), "play", headline)
    return drawn.marked([deck.name(action)])
