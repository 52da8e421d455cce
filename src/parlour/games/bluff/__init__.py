"""Bluff, also called Cheat or I Doubt It: lay cards face down, say what they are, do not get caught lying.

The seats take turns. One lays one to four cards face down and claims that all are of a rank: the next rank in
order, from two up to ace and round again, or (`claims=any`) a rank of its choice. The cards need not be what
is claimed. Then each other seat in turn may challenge or pass. On a challenge the claim is turned up: if a
card of it is not of the rank, the claimer takes the whole pile, otherwise the challenger does. The next seat
goes on, with the next rank. Who has no cards left once the claim was passed by all, or was shown to be true,
has won. (McLeod, "Cheat / I Doubt It", pagat.com; a taken pile is not kept in order.) After `limit` claims
the game ends and the fewest cards win.

A claim is several actions: its cards one by one in ascending order, then the rank. Action c < 52 is a card,
52 + r claims rank r, 65 challenges, 66 passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from parlour.cards.cards import draw_some
from parlour.core.bits import floats, popcount, replace, runs
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rules import CHANCE, MIDWAY, OPEN, OVER, UNKNOWN, WHOLE, changed, evenly
from parlour.games.bluff import words
from parlour.games.bluff.cards import (
    ANSWER,
    ANY_RANK,
    AS,
    CHALLENGE,
    CLAIM,
    DEAL,
    DONE,
    LOW_RANKS,
    NOBODY_YET,
    PASS,
    Words,
    added,
    cards_of,
    count_of,
    deck_of,
    draw_holdings,
    holding,
    limit_of,
    most_of,
    of_rank,
    placed_by,
    ranks_of,
    remembered,
    up_to_highest,
)
from parlour.games.bluff.policy import plausible
from parlour.games.bluff.told import events, guide, scores

__all__ = ["State", "events", "guide", "scores"]

TITLE = "Bluff"
BLURB = "Lay cards face down, say what they are, do not get caught"
GROUP = "Cards"
SEAT_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
SCORE = "cards left"
ACTIONS = 67
INLINE = True  # the state is wide: copying it for every call would take longer than the rules
OPTIONS = {
    "seats": Option(4, "players", low=2, high=8),
    "ranks": Option(13, "ranks in the pack, from two up; 13 make 52 cards", low=2, high=13),
    "claims": Option("next", "the rank to claim: the next in order, or any", choices=("next", "any")),
    "most": Option(4, "cards in one claim at most", low=1, high=4),
    "limit": Option(150, "claims after which the fewest cards win", low=1, high=248),
    "deal": Option(
        "", "the hands, such as 2c 5d .../...; what is in none is out of play", most=1, secret=True
    ),
}
LEVELS = {
    "easy": "bluffer:style=honest,blunder=0.05",
    "medium": "bluffer:style=counting",
    "hard": "bayes",
    "expert": "foresight",
}
STRATEGIES = {style: f"bluffer:style={style}" for style in ("honest", "cautious", "bold", "paranoid")}


class State(NamedTuple):
    """Who has which cards and who knows it, the claim, whose turn it is, and what the last challenge showed.

    In a view the hand of another seat is ~known: the cards it is known to hold or to have laid since.
    """

    hands: Words  # cards held
    laid: Words  # cards each seat has in the pile
    known: Words  # cards with others that a seat alone can place
    opened: Words  # which claims were turned up, as bits
    shown: int = 0  # cards with somebody that all can place
    sizes: int = 0  # cards held by each seat, six bits each
    lays: int = 0  # cards each seat has in the pile, six bits each
    picked: int = 0  # cards of the claim being made
    claim: int = 0  # cards of the last claim
    number: int = 0  # how many cards the claim has
    rank: int = 0  # the rank claimed or, before that, due
    claimer: int = 0
    mover: int = 0  # who claims or answers; while dealing, who gets the next card
    phase: int = DEAL
    claims: int = 0  # made so far
    rules: int = 0  # any rank may be claimed (1 bit), ranks (4), cards in a claim (3), the limit on claims
    doubter: int = NOBODY_YET  # who made the last challenge; -1 before the first
    face_up: int = 0  # the cards it turned up
    taker: int = NOBODY_YET  # who took the pile
    taken: int = 0  # how many cards that was


def start(
    seats: int = 4, ranks: int = 13, claims: str = "next", most: int = 4, limit: int = 150, deal: str = ""
) -> State:
    """Return the start before the deal, or after the one asked for."""
    rules = int(claims == "any") | ranks << 1 | most << 5 | limit << 8
    none = (0,) * seats
    s = State(none, none, none, (0, 0, 0, 0), rules=rules)
    hands = words.read_deal(deal, seats, ranks)
    if not hands:
        return s
    sizes = sum(hand.bit_count() << 6 * seat for seat, hand in enumerate(hands))
    return changed(s, hands=tuple(hands), sizes=sizes, phase=CLAIM)


def SEATS(s: State) -> int:  # noqa: N802
    """As many as asked for."""
    return len(s.hands)


TRAITS = Traits(zero_sum=True)


def turn(s: State) -> int:
    """Deal first; then claims in turn, each answered by all others in turn."""
    if s.phase == DEAL:
        return CHANCE
    return OVER if s.phase == DONE else s.mover


def legal(s: State) -> tuple[int, int]:
    """Lay cards in ascending order and name the rank; challenge or pass."""
    if s.phase == ANSWER:
        return (0, 1 << (CHALLENGE - 62) | 1 << (PASS - 62))
    if s.phase == DONE:
        return (0, 0)
    if s.phase == DEAL:
        left = deck_of(s.rules)
        for i in range(len(s.hands)):
            left &= ~cards_of(s.hands[i])
        return (left, 0)
    low, high = 0, 0
    if s.number < most_of(s.rules):
        low = cards_of(s.hands[s.mover]) & ~up_to_highest(cards_of(s.picked))
    if s.number > 0:
        ranks = (1 << ranks_of(s.rules)) - 1 if s.rules & ANY_RANK != 0 else 1 << s.rank
        low |= (ranks & ((1 << LOW_RANKS) - 1)) << AS
        high = ranks >> LOW_RANKS
    return (low, high)


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(legal(s)[0])


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def stage(s: State) -> int:
    """A claim takes several actions."""
    if s.phase != CLAIM:
        return WHOLE
    return OPEN if s.number == 0 else MIDWAY


def play(s: State, a: int) -> State:
    """Deal, lay a card, claim, challenge or pass."""
    if s.phase == ANSWER:
        return _challenged(s) if a == CHALLENGE else _passed(s)
    if a >= AS:
        return _claimed(s, a - AS)
    card = 1 << a
    hand = s.hands[s.mover]
    if s.phase == CLAIM:
        laid = changed(s, picked=s.picked | card, number=s.number + 1)
        return changed(laid, hands=replace(s.hands, s.mover, hand & ~card), sizes=added(s.sizes, s.mover, -1))
    is_last = popcount(legal(s)[0]) == 1
    dealt = changed(s, hands=replace(s.hands, s.mover, hand | card), sizes=added(s.sizes, s.mover, 1))
    if is_last:
        return changed(dealt, mover=0, phase=CLAIM)
    return changed(dealt, mover=after(s, s.mover))


def after(s: State, seat: int) -> int:
    """Return the next seat."""
    return seat + 1 if seat + 1 < len(s.hands) else 0


def _claimed(s: State, rank: int) -> State:
    laid = replace(s.laid, s.mover, s.laid[s.mover] | s.picked)
    s = changed(s, laid=laid, lays=added(s.lays, s.mover, s.number), picked=0, claim=s.picked, rank=rank)
    return changed(s, claimer=s.mover, mover=after(s, s.mover), phase=ANSWER, claims=s.claims + 1)


def _passed(s: State) -> State:
    mover = after(s, s.mover)
    return _next_turn(s) if mover == s.claimer else changed(s, mover=mover)


def _challenged(s: State) -> State:
    """Turn the claim up; the liar or the doubter takes the pile, and all remember what they can."""
    lie = s.claim & ~of_rank(s.rank) != 0
    taker = s.claimer if lie else s.mover
    pile, known, shown = remembered(s, taker)
    laid = s.laid
    for j in range(len(s.hands)):
        laid = replace(laid, j, 0)
    hands, taken = replace(s.hands, taker, s.hands[taker] | pile), popcount(pile)
    which = (s.claims - 1) // 62
    opened = replace(s.opened, which, s.opened[which] | 1 << (s.claims - 1) % 62)
    up = changed(s, opened=opened, doubter=s.mover, face_up=s.claim, known=known, shown=shown)
    sizes = added(s.sizes, taker, taken)
    return _next_turn(changed(up, hands=hands, laid=laid, sizes=sizes, lays=0, taker=taker, taken=taken))


def _next_turn(s: State) -> State:
    """Let the next seat claim the next rank, unless the game is over."""
    over = count_of(s.sizes, s.claimer) == 0 or s.claims >= limit_of(s.rules)
    rank = s.rank + 1 if s.rank + 1 < ranks_of(s.rules) else 0
    cleared = changed(s, picked=0, claim=0, number=0, rank=rank)
    return changed(cleared, mover=after(s, s.claimer), phase=DONE if over else CLAIM)


def returns(s: State) -> tuple[float, ...]:
    """The seat with the fewest cards (none, as a rule) gets 1, shared if need be; the rest pay it."""
    seats = len(s.hands)
    fewest, winners = 64, 0
    for i in range(seats):
        size = count_of(s.sizes, i)
        if size < fewest:
            fewest, winners = size, 0
        winners += int(size == fewest)
    gains = floats(runs((0,), s.hands))
    if s.phase == DONE:
        for i in range(seats):
            share = 1.0 / winners if count_of(s.sizes, i) == fewest else 0.0
            gains = replace(gains, i, (seats * share - 1.0) / (seats - 1))  # type: ignore[arg-type]
    return gains


# -- what a seat may know ------------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """Hide the others' cards but those that the seat can place; at the end all cards are shown."""
    if s.phase == DONE:
        return s
    hands, laid, known = s.hands, s.laid, s.known
    placed = placed_by(s, seat)
    for i in range(len(s.hands)):
        if i != seat:
            hands = replace(hands, i, ~(holding(s, i) & placed))
            known = replace(known, i, UNKNOWN)
            if count_of(s.lays, i) > 0:
                laid = replace(laid, i, UNKNOWN)
    picked = UNKNOWN if s.phase == CLAIM and s.number > 0 and seat != s.mover else s.picked
    claim = UNKNOWN if s.phase == ANSWER and seat != s.claimer else s.claim
    return changed(s, hands=hands, laid=laid, known=known, picked=picked, claim=claim)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """A dealt card is known to its owner, a laid one to the claimer, and to all once it was turned up."""
    if now.phase == DONE or s.phase == ANSWER or a >= AS or seat == s.mover:
        return True
    return s.phase == CLAIM and (now.opened[s.claims // 62] >> s.claims % 62) & 1 == 1


def fill(v: State, seat: int, rng: Any) -> State:
    """Draw one of the worlds that explain the view, all equally likely (a determinization).

    What the others remember of each other's cards is taken for nothing but what all have seen.
    """
    if v.phase == DONE:
        return v
    hands, laid, known = v.hands, v.laid, v.known
    picked, claim = v.picked, v.claim
    cards = draw_holdings(v, seat, rng)
    for i in range(len(v.hands)):
        if i != seat:
            heap = draw_some(cards[i], count_of(v.lays, i), rng)
            rest = cards[i] ^ heap
            if v.phase == CLAIM and i == v.mover and v.number > 0:
                picked = draw_some(rest, v.number, rng)
                rest ^= picked
            if v.phase == ANSWER and i == v.claimer:
                claim = draw_some(heap, v.number, rng)
            hands, laid, known = replace(hands, i, rest), replace(laid, i, heap), replace(known, i, 0)
    return changed(v, hands=hands, laid=laid, known=known, picked=picked, claim=claim)


# -- hints ---------------------------------------------------------------------------------------------------


def evaluate(s: State, seat: int) -> float:
    """Few cards are good; those in the pile are half on their way back."""
    mine, others = 0.0, 0.0
    for i in range(len(s.hands)):
        cards = count_of(s.sizes, i) + 0.0
        if i == seat:
            mine = cards
        else:
            others += cards
    others /= len(s.hands) - 1
    return 0.9 * (others - mine) / (others + mine + 4.0)


def rollout(s: State, rng: Any) -> int:
    """Claim and answer as a plain player would, by what the mover knows."""
    return plausible(s, rng)


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """A card, `as` with a rank, challenge or pass."""
    return words.action_name(a)


def write(s: State, actions: Iterable[int]) -> list[str]:
    """Put a line of actions into whole moves, such as 2c,2d as 2."""
    return words.written(popcount(legal(s)[0]) if s.phase == DEAL else 0, list(actions))


def read(s: State, text: str) -> list[int]:
    """Read a move as its actions: 2c,2d as 2, or its parts; [] is no move, and one not legal stays so."""
    actions, here = words.actions_of(text), s
    for number, a in enumerate(actions):
        if legal(here)[a // 62] >> a % 62 & 1 == 0 or (number and turn(here) != turn(s)):
            # As a whole, so that no card is laid of a claim that cannot be made.
            return actions if len(actions) == 1 else [AS if s.phase == ANSWER else PASS]
        here = play(here, a)
    return actions


def parse(s: State, text: str) -> int:
    """Read one action; of a whole claim, the first."""
    actions = read(s, text)
    return actions[0] if actions else -1


def answer(s: State, a: int, after: State, seat: int) -> str:
    """Name the cards that a seat finds in a pile it takes, besides its own and those that were turned up."""
    if a != CHALLENGE or after.phase == DONE or after.taker != seat:
        return ""
    pile = after.hands[seat] & ~s.hands[seat] & ~s.laid[seat] & ~s.claim
    return words.names(pile) if pile else ""


def split(text: str) -> list[str]:
    """Split a line of moves; the cards of a claim may have spaces after the commas."""
    return text.replace(", ", ",").split()


def whole_moves(s: State) -> list[tuple[int, ...]]:
    """List moves worth offering: true claims, then single cards; a hand has far too many sets to list all."""
    return words.offered(s, turn(s), legal(s), s.phase == CLAIM)


def picture(s: State) -> Picture:
    """Draw the table as a seat sees it."""
    return words.table(s, ("deal", "claim", "answer", "over")[s.phase])


def touches(s: State, a: int) -> tuple[str, ...]:
    """A card in the hand; a claim or an answer as a button."""
    return (words.touched(a),)
