"""What Liar's Dice tells: its rules, each round's own dice, bids, calls and what they showed, who is out."""

from __future__ import annotations

from typing import Any

from parlour.core.event import Event
from parlour.core.guide import Guide
from parlour.core.rules import UNKNOWN
from parlour.games.liars_dice.bids import MATCH, WILD, all_bids, face_of, matching, quantity_of
from parlour.games.liars_dice.words import bid_name, dice_of, face_name, faces_of, number

A_LINE = 4  # players whose dice are told in one line
ORDER_WORDS = {
    "quantity": "more dice of any face, or as many of a higher face",
    "face": "a higher face with any number, or more dice of the same face",
    "more": "more dice, of any face",
    "upward": "more dice or a higher face, and never fewer dice or a lower face",
    "perudo": "more dice, or as many of a higher face; one ace counts as two dice of another face, and "
    "nobody opens with aces",
}


def guide(
    seats: int = 2,
    dice: tuple[int, ...] = (5,),
    faces: int = 6,
    wild: str = "none",
    bid_wild: bool = True,
    order: str = "quantity",
    exact: str = "no",
    match: bool = False,
    deal: str = "",
) -> Guide:
    """Tell how the game is played."""
    wild_face = {"none": 0, "ones": 1, "highest": faces}[wild]
    joker = "No face is wild."
    if wild_face:
        alone = "bid themselves, they count alone" if bid_wild else "they cannot be bid"
        joker = f"{face_name(wild_face, True).capitalize()} are wild: they count as any face; {alone}."
    turn = (
        "All roll in secret. A bid claims that at least so many of all dice on the table show a face. The "
        f"next player bids higher ({ORDER_WORDS[order]}) or calls liar. Then all dice are shown: if fewer "
        f"match the last bid, the bidder has lost, otherwise the caller. {joker}"
    )
    if exact != "no":
        prize = "wins a die back" if exact == "gain" else "makes all others lose a die"
        won = prize if match else "wins"
        turn += f" Who calls exact says that the bid is right to the die, and if so {won}, otherwise loses."
    last = "Who loses a round loses a die, and begins the next. Who has none left is out; the last one wins."
    face = 2 if wild_face == 1 else 1
    examples = [(f"1x{face}", f"at least one die shows a {face_name(face, False)}")]
    if sum(dice * seats if len(dice) == 1 else dice) > 1:
        examples.append((f"2x{faces}", f"at least two dice show {face_name(faces, True)}"))
    examples.append(("liar", "the last bid is too high"))
    if exact != "no":
        examples.append(("exact", "the last bid is right to the die"))
    return Guide(
        goal="Keep dice longer than the others." if match else "Do not be the one who loses the round.",
        turn=turn,
        end=last if match else "The first call ends the game; its loser loses, all others win.",
        symbols="A question mark is a hidden die; brackets show dice that match the bid that was called.",
        moves="The number of dice, an x, and the face. To doubt the last bid: liar, or call.",
        examples=tuple(examples),
    )


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell a roll at its last die, a bid, and what a call has shown."""
    if before.rolled < sum(before.counts):
        return _rolled(after, seat)
    mover, table = before.seat, before.table
    if action < all_bids(table):
        quantity, face = quantity_of(action, table), face_of(action, table)
        data = {"seat": mover, "quantity": quantity, "face": face}
        return [Event("move", f"{{{mover} bids}} {dice_of(quantity, face)}", data)]
    hands = after.hands if after.result else after.shown
    return [_call(before, action, after, hands), *_shown(before, hands), *_out(before, after)]


def _rolled(after: Any, seat: int) -> list[Event]:
    if after.rolled < sum(after.counts):
        return []
    round_no = f"Round {after.round_no + 1}: " if after.table[MATCH] else ""
    if seat < 0 or after.counts[seat] == 0 or after.hands[seat] == UNKNOWN:
        text = f"{round_no}all roll their dice"
        return [Event("deal", text[:1].upper() + text[1:], {"round": after.round_no + 1})]
    dice = faces_of(after.hands[seat])
    text = f"{round_no}{{{seat} rolls}} {' '.join(map(str, dice))}"
    return [Event("deal", text, {"round": after.round_no + 1, "seat": seat, "dice": dice})]


def _call(before: Any, action: int, after: Any, hands: tuple[int, ...]) -> Event:
    table, caller = before.table, before.seat
    bid, face = quantity_of(before.last, table), face_of(before.last, table)
    found = sum(matching(hand, face, table[WILD]) for hand in hands)
    told = f"{{{caller} calls}} {bid_name(action, table)} on {dice_of(bid, face)}: "
    told += f"there {'is' if found == 1 else 'are'} {number(found) if found else 'none'}"
    if table[WILD] and face != table[WILD]:
        told += f", counting wild {face_name(table[WILD], True)}"
    data = {"seat": caller, "call": bid_name(action, table), "bid": bid, "face": face, "found": found}
    return Event("call", f"{told}; {_outcome(before, after)}", data)


def _outcome(before: Any, after: Any) -> str:
    """Say who has lost or won by a call: the round, or dice."""
    if not before.table[MATCH]:
        who = after.result - 1 if after.result < 9 else after.result - 9
        return f"{{{who} {'loses' if after.result < 9 else 'wins'}}}"
    change = [now - then for then, now in zip(before.counts, after.counts, strict=True)]
    losers = [seat for seat, by in enumerate(change) if by < 0]
    if 1 in change:
        return f"{{{change.index(1)} wins}} a die back"
    if len(losers) == 1:
        return f"{{{losers[0]} loses}} a die"
    return f"all but {{{before.seat}}} lose a die" if losers else "nobody loses a die"


def _shown(before: Any, hands: tuple[int, ...]) -> list[Event]:
    """Tell all dice, so many players to a line."""
    dice = {seat: faces_of(hand) for seat, hand in enumerate(hands) if before.counts[seat]}
    each = [f"{{{seat}}} {' '.join(map(str, faces))}" for seat, faces in dice.items()]
    lines = [", ".join(each[at : at + A_LINE]) for at in range(0, len(each), A_LINE)]
    data = {"dice": {str(seat): faces for seat, faces in dice.items()}}
    return [Event("showdown", f"The dice: {line}", data) for line in lines]


def _out(before: Any, after: Any) -> list[Event]:
    gone = [s for s, n in enumerate(after.counts) if n == 0 and before.counts[s] > 0]
    return [Event("out", f"{{{seat} has}} no dice left", {"seat": seat}) for seat in gone]


def scores(s: Any) -> tuple[int, ...]:
    """Count the dice left at the end of a match."""
    return tuple(s.counts) if s.table[MATCH] else ()
