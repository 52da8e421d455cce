"""The question an equity answers: who may hold what, which cards lie on the board, which are out of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.cards.cards import DECK, BadCards, card_set, card_text, parse_cards, set_text
from parlour.cards.ranges import Range, parse_range
from parlour.core.bits import listed

FEWEST, MOST = 2, 10  # players
BOARD = 5


class Spot(NamedTuple):
    """A question that makes sense: every range has a hand left, no card is in two places."""

    players: tuple[Range, ...]
    names: tuple[str, ...]  # what the user wrote
    board: int
    dead: int
    random: tuple[bool, ...]  # who may hold any two cards

    @property
    def missing(self) -> int:
        """Count the cards of the board still to come."""
        return BOARD - self.board.bit_count()

    @property
    def taken(self) -> int:
        """Return the cards that cannot come: on the board, dead, or in the one hand a player can hold."""
        cards = self.board | self.dead
        for player in self.players:
            if player.is_hand:
                cards |= next(iter(player.holdings))
        return cards

    @property
    def live(self) -> int:
        """Return the cards that may come."""
        return DECK & ~self.taken


def make_spot(hands: Sequence[str], board: str = "", dead: str = "") -> Spot:
    """Read a question; what cannot be is refused, with the card or the range that is wrong."""
    if not FEWEST <= len(hands) <= MOST:
        raise BadCards(f"{len(hands)} players: give {FEWEST} to {MOST} hands or ranges, such as AsKs random")
    ranges = [parse_range(text) for text in hands]
    table, out = _placed(board, "the board"), _placed(dead, "the dead cards")
    if table.bit_count() > BOARD:
        raise BadCards(f"{table.bit_count()} cards on the board: at most {BOARD}")
    if table & out:
        raise BadCards(f"{set_text(table & out)} is on the board and among the dead cards")
    random = tuple(part.is_random for part in ranges)
    return Spot(_possible(ranges, table, out), tuple(part.text for part in ranges), table, out, random)


def _placed(text: str, where: str) -> int:
    try:
        return card_set(parse_cards(text))
    except BadCards as error:
        raise BadCards(f"{where}: {error}") from None


def _possible(ranges: list[Range], board: int, dead: int) -> tuple[Range, ...]:
    """Take from each range what cannot be held: known cards, and cards that another must hold."""
    left = list(ranges)
    for player in left:  # two known hands, or a hand and the board: name the card, not the range
        if player.is_hand:
            _check_hand(player, left, board, dead)
    settled = False
    while not settled:
        settled = True
        for p, player in enumerate(left):
            gone = board | dead
            for other in (*left[:p], *left[p + 1 :]):
                if other.is_hand:
                    gone |= next(iter(other.holdings))
            kept = {holding: share for holding, share in player.holdings.items() if not holding & gone}
            if not kept:
                raise BadCards(f"no hand of {player.text!r} is left: its cards are held by others or known")
            if len(kept) < len(player.holdings):
                left[p] = Range(player.text, kept)
                settled = settled and len(kept) > 1
    return tuple(left)


def _check_hand(player: Range, others: list[Range], board: int, dead: int) -> None:
    hand = next(iter(player.holdings))
    places = [(board, "on the board"), (dead, "among the dead cards")]
    places += [
        (next(iter(other.holdings)), f"in {other.text}")
        for other in others
        if other is not player and other.is_hand
    ]
    for cards, where in places:
        if cards & hand:
            card = card_text(listed(cards & hand)[0])
            raise BadCards(f"{card} is in {player.text} and {where}: a card can only be in one place")
