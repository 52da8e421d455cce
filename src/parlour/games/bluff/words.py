"""Cards, claims and the table of Bluff as text: `2c,2d as 2`, `challenge`, `pass`."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from parlour.cards.cards import FACE_DOWN, RANK_NAMES, RANKS, Deck
from parlour.core.bits import listed
from parlour.core.errors import BadOption
from parlour.core.picture import Cell, Grid, Picture, Place, Table, Text
from parlour.core.rules import UNKNOWN

deck = Deck("cdsh", by_rank=True)
card_name, card_number, names = deck.name, deck.number, deck.names
AS, CHALLENGE, PASS = 52, 65, 66
DOUBTS = ("challenge", "c", "doubt", "cheat", "bluff", "liar")
PASSES = ("pass", "p")
MOST_OFFERED = 120
NUMBERS = ("no", "one", "two", "three", "four")


def cards_in_words(number: int, rank: int) -> str:
    """Say a claim: one queen, two sixes."""
    return f"{NUMBERS[number]} {RANK_NAMES[rank] if number == 1 else ranks_in_words(rank)}"


def ranks_in_words(rank: int) -> str:
    """Name cards of a rank: queens, sixes."""
    name = RANK_NAMES[rank]
    return name + ("es" if name.endswith("x") else "s")


def action_name(a: int) -> str:
    """Write one action."""
    if a < AS:
        return card_name(a)
    return f"as {RANKS[a - AS]}" if a < AS + 13 else ("challenge", "pass")[a - AS - 13]


def touched(a: int) -> str:
    """Name the card or the button of an action: As, `as sixes`, pass."""
    return f"as {ranks_in_words(a - AS)}" if AS <= a < AS + 13 else action_name(a)


def written(left: int, actions: list[int]) -> list[str]:
    """Put a line of actions into moves: deals (that many are left) one by one, a claim as one.

    Cards of a claim that were not seen are counted.
    """
    out: list[str] = []
    cards: list[int] = []
    for a in actions:
        if left > 0:
            left -= 1
            out.append("?" if a == UNKNOWN else card_name(a))
        elif a == UNKNOWN or a < AS:
            cards.append(a)
        elif a < AS + 13:
            out.append(f"{_laid(cards)} {action_name(a)}".strip())
            cards = []
        else:
            out.append(action_name(a))
    return [*out, _laid(cards)] if cards else out


def _laid(cards: list[int]) -> str:
    if UNKNOWN in cards:
        return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
    return ",".join(card_name(card) for card in cards)


def actions_of(text: str) -> list[int]:
    """Read a move into actions, whether legal or not; nothing if it is no move.

    A small `as` with a rank after it is the word; the ace of spades is `As`.
    """
    if text.lower() in DOUBTS or text.lower() in PASSES:
        return [CHALLENGE if text.lower() in DOUBTS else PASS]
    before, marker, rank = f" {text}".rpartition(" as ")
    cards = before if marker else rank
    found = sorted(card_number(card) for card in re.split(r"[ ,]+", cards.strip(" ,")) if card)
    if -1 in found or len(set(found)) < len(found) or len(found) > 4 or cards.endswith(" as"):
        return []
    return [*found, AS + rank_number(rank)] if marker and rank_number(rank) >= 0 else [] if marker else found


def rank_number(text: str) -> int:
    """Read a rank: Q, q, 10, queen or queens; -1 if it is none."""
    text = text.lower().replace("10", "t")
    single = "six" if text == "sixes" else text.removesuffix("s")
    if single in RANK_NAMES:
        return RANK_NAMES.index(single)
    return RANKS.lower().index(text) if len(text) == 1 and text in RANKS.lower() else -1


def offered(s: Any, seat: int, legal: tuple[int, int], claiming: bool) -> list[tuple[int, ...]]:
    """List moves: at the beginning of a claim whole ones, otherwise single actions."""
    actions = listed(legal)
    if not claiming or s.number:
        return [(a,) for a in actions]
    hand, most = s.hands[seat], s.rules >> 5 & 7
    ranks = range(s.rules >> 1 & 15) if s.rules & 1 else (s.rank,)
    found: list[tuple[int, ...]] = []
    for rank in ranks:
        mine = [card for card in range(4 * rank, 4 * rank + 4) if hand >> card & 1]
        for number in range(min(most, len(mine)), 0, -1):
            found += [(*cards, AS + rank) for cards in combinations(mine, number)]
    known = set(found)
    found += [(a, AS + rank) for rank in ranks for a in actions if (a, AS + rank) not in known]
    return found[:MOST_OFFERED]


def read_deal(deal: str, seats: int, ranks: int) -> list[int]:
    """Read the hands; nothing if there is no deal."""
    hands = deck.hands(deal)
    if not hands:
        return []
    if len(hands) != seats:
        raise BadOption(f"deal: {len(hands)} hands for {seats} seats; set seats={min(len(hands), 8)}")
    if not all(hands):
        raise BadOption("deal: every hand needs at least one card")
    together = [card for hand in hands for card in hand]
    for card in together:
        if card >= 4 * ranks:
            pack = f"a pack of {ranks} ranks, which ends with {RANKS[ranks - 1]}"
            raise BadOption(f"deal: {card_name(card)} is not in {pack}")
    deck.refuse_twice(together)
    return [sum(1 << card for card in hand) for hand in hands]


def table(s: Any, phase: str) -> Picture:
    """Draw a state or a view: who has how many cards, the pile, what has just happened, the hands known."""
    seats = range(len(s.hands))
    sizes = tuple(Cell(str(s.sizes >> 6 * i & 63)) for i in seats)
    lays = tuple(Cell(str(s.lays >> 6 * i & 63)) for i in seats)
    labels = tuple(f"{{{i}}}" for i in seats)
    grid = Grid((sizes, lays), ("cards in hand", "cards in the pile"), labels, style="bare")
    plain: list[Grid | Text] = [grid]
    for i in seats:
        if s.hands[i] >= 0 and (s.hands[i] or phase == "over"):
            plain.append(
                _hand(f"{{{i} holds}}", s.hands[i]) if s.hands[i] else Text(f"{{{i} holds}} nothing")
            )
        plain += _known(s, i, phase)
    if s.picked > 0:
        plain.append(Text(f"about to lay {names(s.picked)}"))
    places = tuple(_place(s, i, phase) for i in seats)
    table = Table(places, _middle(s, phase), tuple(plain))
    return Picture((*(Text(line) for line in story(s, phase)), table), "Bluff")


def _hand(who: str, cards: int) -> Grid:
    rows = deck.rows(listed(cards))
    return Grid(tuple(rows), (who, *[""] * (len(rows) - 1)), style="bare")


def _known(s: Any, i: int, phase: str) -> list[Text]:
    """Tell of cards that are known to be in a hand or in the pile."""
    told = []
    if s.hands[i] < 0 and ~s.hands[i]:
        where = f"{{{i} holds}}" + (" or has laid" if s.lays >> 6 * i & 63 else "")
        told.append(Text(f"{where} {names(~s.hands[i])} among others"))
    if s.laid[i] > 0 and phase != "over":
        told.append(Text(f"{{{i} has}} laid {names(s.laid[i])}"))
    return told


def _place(s: Any, i: int, phase: str) -> Place:
    """Draw what a seat has: its cards, or how many."""
    size, laid = s.sizes >> 6 * i & 63, s.lays >> 6 * i & 63
    told = f"{size} card{'' if size == 1 else 's'}" + f", {laid} in the pile" * (laid > 0)
    shown = deck.rows(listed(s.hands[i])) if s.hands[i] > 0 else [(FACE_DOWN,)] if size else []
    hand = [Grid(tuple(shown), style="bare")] if shown else []
    active = phase in ("claim", "answer") and i == s.mover
    return Place(f"{{{i}}}", (*hand, Text(told), *_known(s, i, phase)), active=active)


def _middle(s: Any, phase: str) -> tuple[Grid | Text, ...]:
    """Draw the pile, what is about to be laid on it, or what the last challenge turned up."""
    pile = sum(s.lays >> 6 * i & 63 for i in range(len(s.hands)))
    blocks: list[Grid | Text] = []
    if pile:
        blocks.append(Grid(((FACE_DOWN, Cell(f"{pile} card{'' if pile == 1 else 's'}")),), style="bare"))
    elif s.doubter >= 0 and phase == "claim":
        blocks += [Text("turned up:"), Grid(tuple(deck.rows(listed(s.face_up))), style="bare")]
    if s.picked > 0:
        blocks += [Text("about to be laid:"), Grid(tuple(deck.rows(listed(s.picked))), style="bare")]
    return tuple(blocks)


def story(s: Any, phase: str) -> list[str]:
    """Tell the last challenge, the claim that is open, and who is to do what."""
    lines = []
    if phase == "deal":
        return [f"{sum(s.sizes >> 6 * i & 63 for i in range(len(s.hands)))} cards are dealt"]
    if s.doubter >= 0:
        lines.append(challenge_words(s))
    pile = sum(s.lays >> 6 * i & 63 for i in range(len(s.hands)))
    many = f"the pile has {pile} card{'' if pile == 1 else 's'}"
    if phase == "over":
        fewest = min(s.sizes >> 6 * i & 63 for i in range(len(s.hands)))
        ended = f"the limit of claims is reached with {fewest} card{'s' * (fewest > 1)} at least"
        return [*lines, f"{{{s.claimer} has}} no cards left" if fewest == 0 else ended]
    if phase == "answer":
        claim = cards_in_words(s.number, s.rank)
        lines.append(f"{{{s.claimer} claims}} {claim}; {many}; {{{s.mover}}}: challenge or pass")
    else:
        due = "any rank" if s.rules & 1 else ranks_in_words(s.rank)
        lines.append(f"claim {s.claims + 1} of at most {s.rules >> 8}: {{{s.mover} claims}} {due}; {many}")
    return lines


def challenge_words(s: Any) -> str:
    """Tell what the last challenge turned up and who took the pile."""
    verdict = "the truth" if s.taker == s.doubter else "a lie"
    return (
        f"{{{s.doubter}}} challenged and saw {names(s.face_up)}, {verdict}: "
        f"{{{s.taker}}} took {s.taken} card{'' if s.taken == 1 else 's'}"
    )
