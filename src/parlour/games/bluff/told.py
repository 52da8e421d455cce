"""What Bluff tells: its rules, the hand dealt, claims, challenges with what they turned up, who is out."""

from __future__ import annotations

from typing import Any

from parlour.cards.cards import RANK_NAMES, SYMBOLS
from parlour.core.bits import listed
from parlour.core.event import Event
from parlour.core.guide import Guide
from parlour.core.rules import UNKNOWN
from parlour.games.bluff.cards import ANSWER, CHALLENGE, CLAIM, DEAL, DONE, count_of, limit_of
from parlour.games.bluff.words import NUMBERS, card_name, ranks_in_words

A_LINE = 20  # cards told in one line


def guide(
    seats: int = 4, ranks: int = 13, claims: str = "next", most: int = 4, limit: int = 150, deal: str = ""
) -> Guide:
    """Tell how the game is played."""
    due = "of a rank of your choice"
    if claims == "next":
        last = ranks_in_words(ranks - 1)
        due = f"of the rank that is due: twos first, then threes and so on up to {last}, and again"
    several = f"one to {NUMBERS[most]} cards" if most > 1 else "one card"
    return Guide(
        goal="Be the first to get rid of all your cards.",
        turn=f"Lay {several} face down and claim that all of them are {due}. They need not be: you may lie. "
        "Then each other player in turn challenges or passes. A challenge turns the claim up: if any card "
        "of it is of another rank, the claimer takes the whole pile, otherwise the challenger does.",
        end="Who has no cards left, once the claim was passed by all or was true, has won. "
        f"After {limit} claims the fewest cards win.",
        symbols="The table shows how many cards each player holds and has in the pile. Cards are a rank "
        "(2 to 9, T for ten, J, Q, K, A) and a suit: c clubs, d diamonds, s spades, h hearts.",
        moves="The cards, commas between them, then `as` and the rank you claim. To answer: challenge (or "
        "c), pass (or p).",
        examples=(
            ("2c as 2", "lay the two of clubs, and say so"),
            *((("2d,3c as 2", "lay two cards, a two and a three, and claim two twos"),) if most > 1 else ()),
            ("challenge", "doubt the claim"),
            ("pass", "let it stand"),
        ),
    )


def events(before: Any, action: int, after: Any, seat: int) -> list[Event]:
    """Tell a deal at its last card, a claim when it is complete, and what became of it."""
    if before.phase == DEAL:
        return _dealt(after, seat) if after.phase != DEAL else []
    if before.phase == CLAIM:
        return _claimed(before, after) if after.phase == ANSWER else []
    who = before.mover
    told = [_passed(before, after, who)]
    if action == CHALLENGE:
        told = [_challenged(after), *_taken(before, after, seat)]
    if after.phase != DONE:
        return told
    if count_of(after.sizes, before.claimer) == 0:
        text = f"{{{before.claimer} has}} no cards left"
        return [*told, Event("out", text, {"seat": before.claimer})]
    text = f"That was claim {limit_of(after.rules)}, the last: the fewest cards win"
    return [*told, Event("limit", text, {"claims": limit_of(after.rules)})]


def _dealt(after: Any, seat: int) -> list[Event]:
    if seat < 0 or after.hands[seat] < 0:
        return [Event("deal", "The cards are dealt")]
    hand = listed(after.hands[seat])
    return [Event("deal", f"{{{seat} holds}} {shown(hand)}", {"seat": seat, "cards": _texts(hand)})]


def _claimed(before: Any, after: Any) -> list[Event]:
    who, number, rank = after.claimer, after.number, after.rank
    what = f"{NUMBERS[number]} card{'' if number == 1 else 's'}"
    data = {"seat": who, "number": number, "rank": RANK_NAMES[rank]}
    if before.picked not in (0, UNKNOWN):
        cards = listed(before.picked)
        what, data = shown(cards), {**data, "cards": _texts(cards)}
    name = RANK_NAMES[rank]
    article = "an" if name[0] in "ae" else "a"
    claim = f"{article} {name}" if number == 1 else ranks_in_words(rank)
    return [Event("move", f"{{{who} lays}} {what} as {claim}", data)]


def _challenged(after: Any) -> Event:
    cards, taken = listed(after.face_up), after.taken
    lie = after.taker != after.doubter
    pile = "the one card" if taken == 1 else f"the pile of {taken} cards"
    they = "it was" if len(cards) == 1 else "they were"
    text = f"{{{after.doubter} challenges}}: {they} {shown(cards)}, {'a lie' if lie else 'true'}; "
    text += f"{{{after.taker} takes}} {pile}"
    data = {"seat": after.doubter, "cards": _texts(cards), "lie": lie, "taker": after.taker, "taken": taken}
    return Event("challenge", text, data)


def _taken(before: Any, after: Any, seat: int) -> list[Event]:
    """Tell who takes a pile what else was in it, besides its own cards and those that were turned up."""
    if seat < 0 or after.taker != seat or after.phase == DONE:
        return []
    found = listed(after.hands[seat] & ~before.hands[seat] & ~max(before.laid[seat], 0) & ~after.face_up)
    rows = [found[at : at + A_LINE] for at in range(0, len(found), A_LINE)]
    return [
        Event("pile", f"{{{seat} finds}} {shown(row)} in the pile", {"cards": _texts(row)}) for row in rows
    ]


def _passed(before: Any, after: Any, who: int) -> Event:
    data = {"seat": who}
    if after.phase == ANSWER:
        return Event("move", f"{{{who} passes}}", data)
    pile = sum(count_of(after.lays, seat) for seat in range(len(after.hands)))
    size = f"the pile has {pile} card{'' if pile == 1 else 's'}"
    return Event("stands", f"{{{who} passes}}: nobody doubts it, {size}", {**data, "pile": pile})


def shown(cards: list[int]) -> str:
    """Write cards with the symbols of their suits: 10♦ K♠."""
    names = (card_name(card) for card in cards)
    return " ".join(name[0].replace("T", "10") + SYMBOLS[name[1]] for name in names)


def _texts(cards: list[int]) -> list[str]:
    return [card_name(card) for card in cards]


def scores(s: Any) -> tuple[int, ...]:
    """Count the cards left."""
    return tuple(count_of(s.sizes, seat) for seat in range(len(s.hands)))
