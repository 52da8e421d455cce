"""The rules of Blackjack that differ from house to house, as options and as one word of bits."""

from __future__ import annotations

from typing import Any

from parlour.core.options import Option
from parlour.games.blackjack.cards import (
    DAS,
    DOUBLE_9,
    DOUBLE_10,
    EARLY_OUT,
    H17,
    HIT_ACES,
    INSURE,
    LATE,
    MOST_BET,
    MOST_HANDS,
    PEEK,
    RESPLIT_ACES,
    SIX_FIVE,
    WITH_PAIRS,
    WITH_POKER,
)


class Decks(Option):
    """A number of decks, or the word infinite, which is 0."""

    def read(self, name: str, value: Any) -> Any:
        """Read a number, or inf and infinite as 0."""
        if isinstance(value, str) and value.strip().lower() in ("inf", "infinite"):
            value = 0
        return super().read(name, value)


OPTIONS = {
    "decks": Decks(6, "decks in the shoe; 0 (or the word infinite) never runs out", low=0, high=8),
    "h17": Option(False, "the dealer hits soft 17"),
    "das": Option(True, "one may double after a split"),
    "hands": Option(4, "hands that splitting may lead to; 1 forbids it", low=1, high=MOST_HANDS),
    "resplit_aces": Option(False, "split aces may be split again"),
    "hit_split_aces": Option(False, "split aces may take more than one card"),
    "double": Option("any", "which two cards may be doubled", choices=("any", "9-11", "10-11")),
    "surrender": Option("none", "giving up half the bet", choices=("none", "late", "early")),
    "peek": Option(True, "the dealer looks for a blackjack first; if not, all bets are lost to one"),
    "payout": Option("3:2", "what a blackjack pays", choices=("3:2", "6:5")),
    "insurance": Option(True, "insurance is offered against an ace"),
    "side": Option("none", "side bets on offer", choices=("none", "pairs", "21+3", "both")),
    "bets": Option(1, "the highest bet in units; above 1 a round begins with a bet", low=1, high=MOST_BET),
    "rounds": Option(1, "rounds played, the shoe shuffled when it is used up", low=1, high=1000),
    "penetration": Option(75, "per cent of the shoe that are dealt before it is shuffled", low=10, high=90),
    "deal": Option("", "the shoe's next cards, such as As 9d Ts 2c", most=1, secret=True),
}
SWITCHES = {
    "h17": H17,
    "das": DAS,
    "resplit_aces": RESPLIT_ACES,
    "hit_split_aces": HIT_ACES,
    "peek": PEEK,
    "insurance": INSURE,
}
WORDS = {
    "double": {"9-11": DOUBLE_9, "10-11": DOUBLE_10},
    "surrender": {"late": LATE, "early": EARLY_OUT},
    "payout": {"6:5": SIX_FIVE},
    "side": {"pairs": WITH_PAIRS, "21+3": WITH_POKER, "both": WITH_PAIRS | WITH_POKER},
}


def house(**given: Any) -> int:
    """Pack the rules into a word; an option that is not given has its default."""
    of = {name: given.get(name, option.default) for name, option in OPTIONS.items()}
    bits: int = of["decks"] | of["bets"] << 4 | of["hands"] << 10
    for name, bit in SWITCHES.items():
        bits |= bit if of[name] else 0
    for name, known in WORDS.items():
        bits |= known.get(of[name], 0)
    return bits
