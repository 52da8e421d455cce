"""Hearts: thirteen tricks for four, each heart taken costs 1, the queen of spades 13, all of them nothing.

Each seat passes three cards on, the two of clubs leads, one follows suit if one can, and hearts may be led
once they are broken. A player who takes all 26 points has shot the moon: the others get 26 each. The rules
are those of Pagat (McLeod, "Hearts", pagat.com), with the eight switches of OpenSpiel under its names.

A card is its number, 13 * suit + rank with the suits in the order c d s h, and a set of cards 52 bits.
`voids` holds what play has shown: bit 4 * seat + suit, the seat has none of the suit; bit 16 + seat, no spade
but perhaps the queen; bit 20 + seat, it was to lead first, so it held the two of clubs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.cards.cards import draw_some
from parlour.core.bits import nth, popcount
from parlour.core.game import Traits
from parlour.core.options import Option
from parlour.core.picture import Picture
from parlour.core.rng import below
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed, evenly
from parlour.games.hearts import words
from parlour.games.hearts.cards import (
    ANY_CLUB,
    AVOID_BONUS,
    CLEAN_FIRST,
    CLUBS,
    DEAL,
    DECK,
    DIAMONDS,
    DONE,
    HEARTS,
    JACK_BONUS,
    MUST_BREAK,
    NO_TRICK,
    NONE,
    PASS,
    PASS_CARDS,
    PLAY,
    POINTS,
    QUEEN,
    QUEEN_BREAKS,
    QUEEN_CARD,
    QUEEN_KEPT,
    SLACK,
    SPADES,
    SUBTRACT,
    TWO,
    Four,
    added,
    on_table,
    pick,
    put,
    standing,
    suit_of,
    tally,
    together,
    winner,
)
from parlour.games.hearts.manual import guide
from parlour.games.hearts.policy import careful, give, mind_moon, shooter
from parlour.games.hearts.told import events, marked, moment, scores, value_told
from parlour.games.hearts.worlds import draw_hands

__all__ = ["CLUBS", "DEAL", "DECK", "DIAMONDS", "HEARTS", "MUST_BREAK", "NONE", "NO_TRICK", "PASS", "PLAY",
           "POINTS", "QUEEN", "SPADES", "TWO", "Four", "State", "events", "guide", "marked", "moment",
           "points", "scores", "value_told", "winner"]  # fmt: skip

TITLE = "Hearts"
BLURB = "Thirteen tricks; take no hearts and not the queen of spades"
GROUP = "Cards"
SEAT_NAMES = ("South", "West", "North", "East")
SCORE = "points"
SITTING = {"target": 100}
SEATS = 4
ACTIONS = 52
TRAITS = Traits(zero_sum=True)
INLINE = True  # the state is wide: copying it for every call would take longer than the rules
OPTIONS = {
    "deal": Option("", "the four hands, such as 2c 5d .../.../.../...", most=1, secret=True),
    "passing": Option("left", "where three cards go in the first hand", choices=words.DIRECTIONS),
    "target": Option(0, "play hands until somebody has so many points; 0 is one hand", low=0, high=1000),
    "moon": Option("add", "all 26 points: add to the others, or subtract", choices=("add", "subtract")),
    "pass_cards": Option(True, "cards are passed at all"),
    "no_pts_on_first_trick": Option(True, "no hearts and no queen on the first trick if there is a choice"),
    "can_lead_any_club": Option(False, "the holder of the two of clubs may lead another club"),
    "jd_bonus": Option(False, "the jack of diamonds takes 10 points off"),
    "avoid_all_tricks_bonus": Option(False, "taking no trick takes 5 points off, unless the moon was shot"),
    "must_break_hearts": Option(True, "hearts cannot be led before they are broken"),
    "qs_breaks_hearts": Option(True, "the queen of spades breaks hearts too"),
    "can_lead_hearts_instead_of_qs": Option(False, "who has hearts and the queen alone may lead hearts"),
}
LEVELS = {
    "easy": "heuristic:blunder=0.3",
    "medium": "hearts:belief=om0,worlds=8,simulations=20,passing=500",
    "hard": "hearts:belief=om1,worlds=20,simulations=50,passing=2000",
    "expert": "hearts:belief=om1,worlds=60,simulations=200,c=0.1,passing=20000",
}

SWITCHES = tuple(name for name, option in OPTIONS.items() if isinstance(option.default, bool))
NEXT_DIRECTION = 0x2031  # by hex digit: after hold (0) left (1), after left right (3), then across (2), hold


class State(NamedTuple):
    """The cards and who has them, the trick, what is known of the hand, and the score."""

    hands: Four = NONE  # cards held now
    given: Four = NONE  # cards each seat has passed on
    played: Four = NONE  # cards each seat has played in this hand
    taken: Four = NONE  # cards each seat has won in tricks
    trick: Four = NO_TRICK  # the card of each seat on the table, or -1
    leader: int = 0  # who led the trick
    voids: int = 0  # what play has shown, see above
    broken: int = 0  # hearts may be led
    phase: int = DEAL
    turn_seat: int = 0  # who passes or plays; while dealing, who gets the next card
    count: int = 0  # type: ignore[assignment]  # cards dealt, passed or played so far in this phase
    direction: int = 0  # how many seats on cards are passed: 0 hold, 1 left, 2 across, 3 right
    scores: Four = NONE  # points of the hands that are over
    hand_no: int = 0
    switches: int = 0
    target: int = 0


def start(
    deal: str = "", passing: str = "left", target: int = 0, moon: str = "add", **switches: bool
) -> State:
    """Return the start before the deal, or after the one asked for."""
    bits = SUBTRACT if moon == "subtract" else 0
    for index, name in enumerate(SWITCHES):
        bits |= int(switches.get(name, OPTIONS[name].default)) << index
    direction = words.DIRECTIONS.index(passing) if bits & PASS_CARDS else 0
    s = new_hand(State(direction=direction, switches=bits, target=target))
    for card in words.read_deal(deal):
        s = play(s, card)
    return s


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """One hand is worth up to 26 points, more with bonuses; for a match, see `standing`."""
    most = 26.0 + 10.0 * int(s.switches & JACK_BONUS != 0) + 4.0 * int(s.switches & AVOID_BONUS != 0)
    if s.target > 0:
        most = 2.0 * (s.target + SLACK)
    return (-most, most)


def turn(s: State) -> int:
    """Deal first; then three cards each are passed, seat by seat; then the tricks."""
    if s.phase == DEAL:
        return CHANCE
    return OVER if s.phase == DONE else s.turn_seat


def legal(s: State) -> int:
    """Follow suit; otherwise any card, but no points on the first trick and no lead of unbroken hearts."""
    if s.phase != PLAY:
        return _legal_before_play(s)
    hand = max(pick(s.hands, s.turn_seat), 0)
    if s.count & 3 == 0:
        return _leads(s, hand)
    if s.count < 4 and s.switches & CLEAN_FIRST != 0 and hand & ~POINTS != 0:
        hand &= ~POINTS  # clubs are led, so that all that can follow is still there
    suit = hand & suit_of(pick(s.trick, s.leader))
    return suit if suit != 0 else hand


def _leads(s: State, hand: int) -> int:
    if s.count == 0:
        return hand & CLUBS if s.switches & ANY_CLUB != 0 else TWO
    others = hand & ~HEARTS
    if s.broken == 1 or others == 0 or (others == QUEEN and s.switches & QUEEN_KEPT != 0):
        return hand
    return others


def _legal_before_play(s: State) -> int:
    if s.phase == DONE:
        return 0
    if s.phase == DEAL:
        return DECK & ~together(s.hands)
    return max(pick(s.hands, s.turn_seat), 0)


def weights(s: State, a: int) -> float:
    """Every card left is as likely."""
    return 1.0 / popcount(legal(s))


def random_outcome(s: State, rng: Any) -> int:
    """Draw one as fast as that allows."""
    return evenly(s, rng)


def play(s: State, a: int) -> State:
    """Deal, pass or play a card."""
    if s.phase != PLAY:
        return _deal_card(s, a) if s.phase == DEAL else _pass_card(s, a)
    seat = s.turn_seat
    card = 1 << a
    leader, voids, broken = s.leader, s.voids, s.broken
    if s.count & 3 == 0:
        leader = seat
    else:
        led = pick(s.trick, leader)
        voids |= int(card & suit_of(led) == 0) << (4 * seat + led // 13)
    if (s.broken == 0 or s.count < 4) and card & POINTS != 0:
        voids |= _only_points(s, seat, card)
        broken |= int(card != QUEEN or s.switches & QUEEN_BREAKS != 0)
    hands = put(s.hands, seat, pick(s.hands, seat) ^ card)
    played = put(s.played, seat, pick(s.played, seat) | card)
    trick, taken = put(s.trick, seat, a), s.taken
    next_seat = (seat + 1) & 3
    if s.count & 3 == 3:
        next_seat = winner(trick, leader)
        taken = put(taken, next_seat, pick(taken, next_seat) | on_table(trick))
        trick = NO_TRICK
    known = changed(s, leader=leader, voids=voids, broken=broken, turn_seat=next_seat, count=s.count + 1)
    after = changed(known, hands=hands, played=played, trick=trick, taken=taken)
    return _hand_over(after) if after.count == 52 else after


def new_hand(s: State) -> State:
    """Clear the table for the next hand: of `s` stay the rules, the score and the direction."""
    broken = int(s.switches & MUST_BREAK == 0)
    cleared = changed(s, hands=NONE, given=NONE, played=NONE, taken=NONE, trick=NO_TRICK)
    return changed(cleared, leader=0, voids=0, broken=broken, phase=DEAL, turn_seat=0, count=0)


def _deal_card(s: State, a: int) -> State:
    hands = put(s.hands, s.turn_seat, pick(s.hands, s.turn_seat) | (1 << a))
    if s.count < 51:
        return changed(s, hands=hands, turn_seat=(s.turn_seat + 1) & 3, count=s.count + 1)
    dealt = changed(s, hands=hands, phase=PASS, turn_seat=0, count=0)
    return first_lead(dealt) if s.direction == 0 else dealt


def _pass_card(s: State, a: int) -> State:
    hands = put(s.hands, s.turn_seat, pick(s.hands, s.turn_seat) & ~(1 << a))
    given = put(s.given, s.turn_seat, pick(s.given, s.turn_seat) | (1 << a))
    count = s.count + 1
    if count < 12:
        return changed(s, hands=hands, given=given, turn_seat=count // 3, count=count)
    for seat in range(4):
        to = (seat + s.direction) & 3
        hands = put(hands, to, pick(hands, to) | pick(given, seat))
    return first_lead(changed(s, hands=hands, given=given))


def first_lead(s: State) -> State:
    """Begin the play: the seat with the two of clubs leads."""
    seat = (s.hands[1] & TWO) + 2 * (s.hands[2] & TWO) + 3 * (s.hands[3] & TWO)
    return changed(s, leader=seat, voids=1 << (20 + seat), phase=PLAY, turn_seat=seat, count=0)


def _only_points(s: State, seat: int, card: int) -> int:
    """Return what a point card shows of a hand when it may be played only for want of others."""
    others = (0b0011 << 4 * seat) | (1 << (16 + seat))  # no clubs, no diamonds, of spades only the queen
    if s.count & 3 == 0:
        if card == QUEEN or s.broken == 1:
            return 0
        return others if s.switches & QUEEN_KEPT != 0 else others | (0b0100 << 4 * seat)
    return others if s.count < 4 and s.switches & CLEAN_FIRST != 0 else 0


def _hand_over(s: State) -> State:
    scores = added(s.scores, tally(s.taken, s.switches, 1))
    most = max(max(scores[0], scores[1]), max(scores[2], scores[3]))
    if s.target == 0 or most >= s.target:
        return changed(s, hands=NONE, phase=DONE, turn_seat=0, scores=scores)
    direction = (NEXT_DIRECTION >> (4 * s.direction)) & 3 if s.switches & PASS_CARDS != 0 else 0
    return new_hand(changed(s, direction=direction, scores=scores, hand_no=s.hand_no + 1))


def points(s: State) -> Four:
    """Return the points of this hand so far; once it is over, what it has cost each seat."""
    return tally(s.taken, s.switches, int(s.phase == DONE))


def returns(s: State) -> tuple[float, float, float, float]:
    """By how much the others' points, on the average, exceed one's own."""
    if s.phase != DONE:
        return (0.0, 0.0, 0.0, 0.0)
    return standing(s.scores, s.target)


# -- what a seat may know ------------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """A hand is known to its owner; passed cards to the giver and, once all have passed, to the receiver."""
    if s.phase == DONE:
        hands = s.hands
    else:
        hands = put((UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN), seat, pick(s.hands, seat))
    given = s.given
    for giver in range(4):
        receives = s.phase >= PLAY and seat == (giver + s.direction) & 3
        if giver != seat and not receives and pick(given, giver) != 0:
            given = put(given, giver, UNKNOWN)
    return changed(s, hands=hands, given=given)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """A dealt card is known to its owner, a pass to the giver and, once all have passed, the receiver."""
    if s.phase == DEAL:
        return seat == s.turn_seat
    if s.phase == PLAY or seat == s.turn_seat:
        return True
    return seat == (s.turn_seat + s.direction) & 3 and (now.phase >= PLAY or now.hand_no > s.hand_no)


def fill(v: State, seat: int, rng: Any) -> State:
    """Draw one of the deals that explain the view, all equally likely (a determinization).

    Known are one's own cards, those one has passed on until they are played, and what `voids` says.
    """
    if v.phase == DONE:
        hands = v.hands
    else:
        hands = draw_hands(v, seat, rng)
    given = v.given
    for giver in range(4):
        if pick(given, giver) == UNKNOWN:
            if v.phase == PASS:
                cards = draw_some(pick(hands, giver), min(3, v.count - 3 * giver), rng)
                hands = put(hands, giver, pick(hands, giver) ^ cards)
            else:
                to = (giver + v.direction) & 3
                cards = draw_some(pick(hands, to) | pick(v.played, to), 3, rng)
            given = put(given, giver, cards)
    return changed(v, hands=hands, given=given)


# -- hints ---------------------------------------------------------------------------------------------------


def evaluate(s: State, seat: int) -> float:
    """The standing so far, with what lies on the table counted for who is winning it."""
    taken = s.taken
    if s.phase == PLAY and s.count & 3 != 0:
        ahead = winner(s.trick, s.leader)
        taken = put(taken, ahead, pick(taken, ahead) | on_table(s.trick))
    return standing(added(s.scores, tally(taken, s.switches, 0)), s.target)[seat]


def order(s: State, a: int) -> float:
    """Look at dangerous cards first: the queen of spades, then by rank, hearts before others."""
    return 13.0 if a == QUEEN_CARD else a % 13 + 0.5 * int(a >= 39)


def rollout(s: State, rng: Any) -> int:
    """Play carefully, and once in eight times any card, so that playouts differ."""
    cards = legal(s)
    if below(rng, 8) == 0:
        return nth(cards, below(rng, popcount(cards)))
    if s.phase == PASS:
        return give(cards)
    out = DECK & ~(together(s.played) | pick(s.hands, s.turn_seat))
    return careful(cards, out, s.trick, s.leader, s.count, rng)


def aware(s: State, rng: Any) -> int:
    """Play so, but mostly notice a moon under way: go on with one's own, stop another's."""
    owner = shooter(s.taken)
    if owner < 0 or s.phase == PASS or below(rng, 8) == 0:
        return rollout(s, rng)
    hand = pick(s.hands, s.turn_seat)
    return mind_moon(legal(s), hand, DECK & ~(together(s.played) | hand), s, owner, rng)


PLAYOUTS = {"aware": aware}


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """The card dealt, passed or played."""
    return words.card_name(a)


def parse(s: State, text: str) -> int:
    """Read a card, in either case."""
    return words.card_number(text)


def picture(s: State) -> Picture:
    """Show the trick in the middle of the table, the hands that are known, and the points."""
    return words.table(s, points(s), ("deal", "pass", "play", "over")[s.phase])
