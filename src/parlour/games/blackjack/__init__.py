"""Blackjack: come closer to 21 than the dealer without going over; one player against the house.

The player gets two cards, the dealer one face up and, where there is a hole card, one face down. One may hit,
stand, double (one card more for twice the bet), split a pair into two hands, or surrender half the bet; then
the dealer draws to 17. An ace and a ten at once are a blackjack, which is paid 3:2. The rules are those of
Griffin ("The Theory of Blackjack", 1979) and Shackleford (wizardofodds.com), with the usual variants as
options. A hand of 21 stands by itself. Cards come in the order player, dealer, player, dealer.

Only the hole card is hidden. Money is in tenths of a unit, so that a half and 6:5 are whole numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.core.bits import lowest, replace
from parlour.core.game import Traits
from parlour.core.picture import Picture
from parlour.core.rng import below, uniform
from parlour.core.rules import CHANCE, OVER, UNKNOWN, changed
from parlour.games.blackjack import words
from parlour.games.blackjack.cards import (
    BET,
    CARD,
    DEAL,
    DEALER,
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
    LOOK,
    NEW,
    NEXT,
    NOBODY_HAS,
    PAIRS,
    PAY,
    PEEK,
    PLAY,
    SIDE,
    SPLIT,
    SURRENDER,
    Four,
    Many,
    Two,
    after_first,
    cards_in,
    cards_of_hand,
    decks_of,
    hand_put,
    hand_split,
    is_chance,
    is_natural,
    put_card,
    with_card,
)
from parlour.games.blackjack.manual import guide
from parlour.games.blackjack.money import most_lost, most_won, round_pay, side_pay
from parlour.games.blackjack.moves import (
    after_bet,
    before_look,
    bets,
    by_thumb,
    is_played,
    may_be_natural,
    must_draw,
    opening,
    plays,
    side_bets,
)
from parlour.games.blackjack.options import OPTIONS, house
from parlour.games.blackjack.shoe import (
    barred_hole,
    card_in_place,
    drawn,
    full_shoe,
    kinds_left,
    left_of,
    moved,
    off_the_table,
    size_of,
    total_left,
    worth_left,
)
from parlour.games.blackjack.situations import situation
from parlour.games.blackjack.told import events, marked, scores, value_told

__all__ = ["OPTIONS", "State", "events", "guide", "house", "marked", "scores", "situation", "value_told"]

TITLE = "Blackjack"
BLURB = "Closer to 21 than the dealer, and not above it"
GROUP = "Cards"
SEAT_NAMES = ("Ann",)
SCORE = "bets won"
SITTING = {"rounds": 20}
SEATS = 1
ACTIONS = 52
TRAITS = Traits(zero_sum=False)
LEVELS = {
    "easy": "mimic_dealer",
    "medium": "rules_of_thumb",
    "hard": "basic_strategy",
    "expert": "card_counter",
}

RESERVE = 20  # with fewer cards left no round is begun
NO_FACTS = (0, 0, 0, 0)
BLANK = NO_FACTS + NO_FACTS


class State(NamedTuple):
    """The shoe, the table, the money and the rules."""

    shoe: Four  # cards left, see `_blackjack_cards`; in a view the hole card is among them
    left: int  # how many
    fixed: Four  # cards that were asked to come next: nobody's knowledge
    hands: Many = BLANK  # the player's cards, two words a hand
    facts: Many = NO_FACTS  # what they come to
    dealer: Two = (0, 0)
    dealer_facts: int = 0
    hole: int = NOBODY_HAS  # the card face down, or -1
    phase: int = BET
    active: int = 0  # the hand that is played
    number: int = 1  # of hands
    bet: int = 1  # units
    side: int = 0  # side bets taken: 1 Perfect Pairs, 2 21+3
    insured: int = 0
    won: int = 0  # tenths of a unit, all rounds together
    round: int = 0
    rounds: int = 1
    cut: int = 0  # with that few cards left the shoe is shuffled before the next round
    rules: int = 0


def start(**options: Any) -> State:
    """Return the start before the first bet or card, or after the cards asked for."""
    rules = house(**options)
    cut = max(RESERVE, size_of(rules) * (100 - options.get("penetration", 75)) // 100)
    fixed = words.read_deal(options.get("deal", ""), decks_of(rules))
    full, rounds = full_shoe(rules), options.get("rounds", 1)
    s = State(full, size_of(rules), fixed, phase=opening(rules), rounds=rounds, cut=cut, rules=rules)
    return play(s, _asked_for(s)) if _is_fixed(s) else s


def BOUNDS(s: State) -> tuple[float, float]:  # noqa: N802
    """All hands doubled, all lost or won, with insurance and the side bets."""
    return (-float(s.rounds * most_lost(s.rules)), float(s.rounds * most_won(s.rules)))


def turn(s: State) -> int:
    """Bets first, then cards, the player, the dealer's cards."""
    if s.phase == DONE:
        return OVER
    return CHANCE if is_chance(s.phase) else 0


def legal(s: State) -> int:
    """What may be done with the hand that is played; for chance, the cards left."""
    if s.phase == PLAY:
        return plays(s.facts[s.active], cards_of_hand(s.hands, s.active), s.dealer_facts, s.rules, s.number)
    if is_chance(s.phase):
        return 1 << _asked_for(s) if s.fixed[0] != 0 else kinds_left(s.shoe)
    if s.phase == EARLY:
        return before_look(s.facts[0], s.dealer_facts, s.rules)
    if s.phase == BET:
        return bets(s.rules)
    return side_bets(s.rules, s.side) if s.phase == SIDE else 0


def weights(s: State, a: int) -> float:
    """A card is as likely as there are many of it left."""
    return 1.0 if s.fixed[0] != 0 else left_of(s.shoe, a) / s.left


def random_outcome(s: State, rng: Any) -> int:
    """Draw a place in the shoe: the same card as by the weights, and sooner."""
    place = min(int(uniform(rng) * s.left), s.left - 1)
    return _asked_for(s) if s.fixed[0] != 0 else card_in_place(s.shoe, place)


def play(s: State, a: int) -> State:
    """Bet, play the hand, or deal a card; cards that were asked for are dealt at once."""
    while True:
        s = _stepped(s, a)
        if not _is_fixed(s):
            return s
        a = _asked_for(s)


def returns(s: State) -> tuple[float]:
    """What was won, in units."""
    return (s.won / 10.0,)


# -- from one state to the next ------------------------------------------------------------------------------


def _is_fixed(s: State) -> bool:
    return s.fixed[0] != 0 and is_chance(s.phase)


def _asked_for(s: State) -> int:
    return (s.fixed[0] & 63) - 1


def _stepped(s: State, a: int) -> State:
    """Do one thing, then what follows from it without a choice: each in one place, for it is much code."""
    if is_chance(s.phase):
        s = _dealt(s, a)
    elif s.phase == PLAY:
        s = _played(s, a)
    elif s.phase == BET:
        s = changed(s, phase=after_bet(s.rules), bet=a - GO)
    elif s.phase == SIDE:
        s = changed(s, phase=NEW) if a == GO else changed(s, side=s.side | (1 << (a - PAIRS)))
    else:
        s = _given_up(s) if a == SURRENDER else changed(s, insured=int(a == INSURANCE), phase=LOOK)
    if s.phase == LOOK:
        s = changed(s, phase=_after_look(s))
    elif s.phase == NEXT:
        more = s.active + 1 < s.number
        s = changed(s, phase=CARD if more else DEALER, active=s.active + int(more))
    return _paid(s) if s.phase == DEALER or s.phase == PAY else s


def _dealt(s: State, card: int) -> State:
    """Take a card from the shoe and lay it where it belongs; the first of a round clears the table."""
    if s.phase == NEW:
        cleared = changed(s, hands=BLANK, facts=NO_FACTS, dealer=(0, 0), dealer_facts=0, hole=NOBODY_HAS)
        s = changed(cleared, phase=DEAL, active=0, number=1)
    held = cards_in(s.facts[s.active])
    if s.phase == DRAW or (s.phase == DEAL and held == 1 and s.dealer_facts == 0):
        dealer = put_card(s.dealer, cards_in(s.dealer_facts), card)
        s = changed(s, dealer=dealer, dealer_facts=with_card(s.dealer_facts, card))
    elif s.phase == CARD or held < 2:
        hands = hand_put(s.hands, s.active, put_card(cards_of_hand(s.hands, s.active), held, card))
        s = changed(s, hands=hands, facts=replace(s.facts, s.active, with_card(s.facts[s.active], card)))
    else:
        s = changed(s, hole=card)
    shoe, left = s.shoe, s.left
    if decks_of(s.rules) > 0:
        shoe, left = moved(shoe, card, -1), left - 1
        if left == 0:
            shoe = off_the_table(s.rules, s.hands, s.dealer, s.hole)
            left = total_left(shoe)
    s = changed(s, shoe=shoe, left=left, fixed=after_first(s.fixed))
    if s.phase == DEAL:
        return _after_deal(s)
    if s.phase == DRAW:
        return changed(s, phase=DEALER)
    played = is_played(s.facts[s.active], cards_of_hand(s.hands, s.active), s.rules, s.number)
    return changed(s, phase=NEXT if played else PLAY)


def _after_deal(s: State) -> State:
    wanted = 4 if s.rules & PEEK != 0 else 3
    if cards_in(s.facts[0]) + cards_in(s.dealer_facts) + int(s.hole != NOBODY_HAS) < wanted:
        return s
    if s.side != 0:
        s = changed(s, won=s.won + side_pay(s.side, cards_of_hand(s.hands, 0), s.dealer))
    return changed(s, phase=EARLY if before_look(s.facts[0], s.dealer_facts, s.rules) != 0 else LOOK)


def _after_look(s: State) -> int:
    """Let the dealer look at the hole card and say what comes: a blackjack on either side ends the round."""
    natural = is_natural(s.facts[0])
    if s.rules & PEEK != 0:
        return PAY if natural or is_natural(with_card(s.dealer_facts, s.hole)) else PLAY
    if natural:
        return DRAW if may_be_natural(s.dealer_facts) else PAY
    return PLAY


def _given_up(s: State) -> State:
    facts = replace(NO_FACTS, 0, s.facts[0] | GIVEN_UP)
    return changed(s, facts=facts, phase=DEALER, active=0, number=1)


def _played(s: State, a: int) -> State:
    if a == HIT:
        return changed(s, phase=CARD)
    if a == DOUBLE:
        return changed(s, facts=replace(s.facts, s.active, s.facts[s.active] | DOUBLED), phase=CARD)
    if a == SPLIT:
        hands, facts = hand_split(s.hands, s.facts, s.active, s.number, s.rules)
        return changed(s, hands=hands, facts=facts, phase=CARD, number=s.number + 1)
    return _given_up(s) if a == SURRENDER else changed(s, phase=NEXT)


def _paid(s: State) -> State:
    """Turn the hole card up; let the dealer draw, or pay and go on to the next round.

    A shoe that is used up is shuffled before it.
    """
    if s.hole != NOBODY_HAS:
        dealer = put_card(s.dealer, cards_in(s.dealer_facts), s.hole)
        s = changed(s, dealer=dealer, dealer_facts=with_card(s.dealer_facts, s.hole), hole=NOBODY_HAS)
    if s.phase == DEALER and must_draw(s.facts, s.number, s.dealer_facts, s.insured, s.rules):
        return changed(s, phase=DRAW)
    won = s.won + round_pay(s.facts, s.number, s.dealer_facts, s.bet, s.insured, s.rules)
    if s.round + 1 == s.rounds:
        return changed(s, phase=DONE, won=won)
    if decks_of(s.rules) > 0 and s.left <= s.cut:
        s = changed(s, shoe=full_shoe(s.rules), left=size_of(s.rules))
    paid = changed(s, won=won, round=s.round + 1)
    return changed(paid, phase=opening(s.rules), active=0, bet=1, side=0, insured=0)


# -- what the player may know --------------------------------------------------------------------------------


def mask(s: State, seat: int) -> State:
    """The hole card is unknown, and so is which of the unseen cards are in the shoe."""
    shoe, left, hole = s.shoe, s.left, s.hole
    if hole >= 0:
        if decks_of(s.rules) > 0:
            shoe, left = moved(shoe, hole, 1), left + 1
        hole = UNKNOWN
    return changed(s, shoe=shoe, left=left, fixed=NO_FACTS, hole=hole)


def fill(v: State, seat: int, rng: Any) -> State:
    """Draw the hole card from the unseen cards, without those by which the round would be over."""
    shoe, left, hole = v.shoe, v.left, v.hole
    if hole == UNKNOWN:
        barred = barred_hole(v.dealer_facts) if v.phase != EARLY else 0
        hole = drawn(shoe, below(rng, total_left(shoe) - worth_left(shoe, barred)), barred)
        if decks_of(v.rules) > 0:
            shoe, left = moved(shoe, hole, -1), left - 1
    return changed(v, shoe=shoe, left=left, fixed=NO_FACTS, hole=hole)


def sees(s: State, a: int, seat: int, now: State) -> bool:
    """All is open but the hole card, until the round is over or the dealer turns it up."""
    face_down = s.phase == DEAL and s.dealer_facts != 0 and cards_in(s.facts[0]) == 2
    return not face_down or now.round != s.round or now.hole == NOBODY_HAS


def evaluate(s: State, seat: int) -> float:
    """What was won so far."""
    return s.won / 10.0


def rollout(s: State, rng: Any) -> int:
    """Play by rules of thumb, with the least bet and no other."""
    actions = legal(s)
    if s.phase == PLAY:
        return by_thumb(actions, s.facts[s.active], s.dealer_facts)
    if s.phase == EARLY:
        return DECLINE
    return lowest(actions) if s.phase == BET else GO


# -- words ---------------------------------------------------------------------------------------------------


def format(s: State, a: int) -> str:
    """The card dealt, the bet, or the move."""
    return words.move_name(s, a)


def parse(s: State, text: str) -> int:
    """Read a card, a bet or a move, in either case."""
    return words.move_number(s, text)


def picture(s: State) -> Picture:
    """Show the dealer's cards, the player's hands, the money and the shoe."""
    return words.table(s)


def touches(s: State, a: int) -> tuple[str, ...]:
    """The move as a button."""
    return words.buttons(s, a)
