"""All Hearts deals that fit what a seat has seen, found the plainest way: listed, and each played again.

Nothing here knows of voids or of counting. A deal fits if every card that was played was legal in it when it
was played, if the seat to lead first had the two of clubs, and if a passed card is where it went.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

from parlour.beliefs.belief import Belief, belief_named
from parlour.core.match import Match
from parlour.core.registry import game as game_named
from parlour.core.rng import Stream
from parlour.core.rules import is_legal, play, random_action, turn
from parlour.core.view import View
from parlour.games.hearts import State

Hands = tuple[int, int, int, int]
PACK = (1 << 52) - 1
RANKS, SUITS = "23456789TJQKA", "cdsh"


def cards_of(cards: int) -> list[int]:
    return [card for card in range(52) if cards >> card & 1]


def by_size(view: View) -> list[Hands]:
    """List all ways to deal the cards the seat has not seen into the places that are open."""
    v, seat = view.state, view.seat
    seen = v.hands[seat]
    for cards in v.played:
        seen |= cards
    sizes = [0 if other == seat else 13 - v.played[other].bit_count() for other in range(4)]
    found = []
    for hands in _dealt(cards_of(PACK & ~seen), sizes):
        a, b, c, d = (v.hands[seat] if other == seat else hands[other] for other in range(4))
        found.append((a, b, c, d))
    return found


def _dealt(cards: list[int], sizes: list[int]) -> Iterator[list[int]]:
    if not sizes:
        yield []
        return
    for held in combinations(cards, sizes[0]):
        for others in _dealt([card for card in cards if card not in held], sizes[1:]):
            yield [sum(1 << card for card in held), *others]


def before_play(view: View, hands: Hands, first: State) -> State:
    """Give the state before the first trick in a deal; from `first`, the true one, comes what is public."""
    full = tuple(hand | played for hand, played in zip(hands, view.state.played, strict=True))
    return first._replace(hands=full)


def fits(view: View, hands: Hands, first: State) -> bool:
    """Say whether all that was seen could have happened in this deal."""
    v, seat = view.state, view.seat
    if v.direction:
        receiver = (seat + v.direction) % 4
        if v.given[seat] & ~(hands[receiver] | v.played[receiver]):
            return False
    s = before_play(view, hands, first)
    if not s.hands[turn(s)] & 1:
        return False
    for who, card in view.history[len(view.history) - v.count :]:
        if turn(s) != who or not is_legal(s, card):
            return False
        s = play(s, card)
    return True


def first_lead(match: Match) -> State:
    """Give the state of a match before its first trick."""
    return next(s for s in match.states if s.phase == 2)


def number(card: str) -> int:
    return 13 * SUITS.index(card[1]) + RANKS.index(card[0])


def belief(name: str, match: Match) -> Belief:
    return belief_named(name, match.game)


@cache
def played_on(passing: str, seed: int, until: int) -> Match:
    """Play a match at random until so many cards are played."""
    match, rng = Match(game_named("hearts", passing=passing), seed), Stream.of(seed, "moves")
    while not (match.state.phase == 2 and match.state.count >= until):
        match.play(random_action(match.state, rng))
    return match


def view_of(match: Match) -> View:
    return match.view(match.turn)


def dealt(passing: str, moves: str, *hands: str) -> Match:
    """Start from hands of which some cards are named, the rest of the pack in order, and play some cards."""
    named = [[number(card) for card in hand.split()] for hand in hands]
    left = [card for card in range(52) if card not in list(chain(*named))]
    for hand in named:
        while len(hand) < 13:
            hand.append(left.pop(0))
    text = "/".join(" ".join(RANKS[card % 13] + SUITS[card // 13] for card in hand) for hand in named)
    match = Match(game_named("hearts", passing=passing, deal=text), 1)
    for move in moves.split():
        match.play(move)
    return match


def matrix(name: str, match: Match, seat: int) -> list[list[float]]:
    found = belief(name, match).matrix(match.view(seat))
    assert found is not None
    return found
