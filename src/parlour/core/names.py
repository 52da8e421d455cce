"""What a player is called: one name for a seat, wherever it is spoken of.

Whatever a game or a strategy says of a player it says with the number of the seat in braces, and whoever
shows it fills the names in: "{1 takes} the trick" becomes "West takes the trick", or "You take the trick" for
the one who sits there.

    {1}         West              you
    {1's}       West's            your
    {1 takes}   West takes        you take
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PLACE = re.compile(r"\{(\d+)('s| [a-z]+)?\}")
IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
NOBODY = -1


@dataclass(frozen=True)
class Names:
    """The names of the seats; the seat `you`, if there is one, is spoken to."""

    names: tuple[str, ...]
    you: int = NOBODY

    def __getitem__(self, seat: int) -> str:
        """Return what a seat is called in the middle of a sentence."""
        return "you" if seat == self.you else self.names[seat]

    def tell(self, text: str) -> str:
        """Fill the names in; a sentence that begins with one begins with a capital."""
        return PLACE.sub(lambda found: self._called(found, text), text) if "{" in text else text

    def _called(self, found: re.Match[str], text: str) -> str:
        seat, what = int(found[1]), found[2] or ""
        if seat >= len(self.names):
            return found[0]
        if seat == self.you:
            words = "your" if what == "'s" else f"you{' ' + plural(what[1:]) if what else ''}"
        else:
            words = self.names[seat] + what
        if re.search(r"(^|[.!?] )$", text[: found.start()]):
            return words[:1].upper() + words[1:]
        return words if seat == self.you else with_article(words)


def with_article(name: str) -> str:
    """Put an article before what is no name of its own: the first player, but Ann, X and player 2."""
    own = name == "you" or re.match(r"player \d", name) or not name[:1].islower()
    return name if own else f"the {name}"


def plural(verb: str) -> str:
    """Give the form that goes with "you" of a verb that goes with a name: takes, take."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if re.search(r"(ss|sh|ch|x|zz|o)es$", verb):
        return verb[:-2]
    return verb.removesuffix("s")


def numbered(seats: int) -> tuple[str, ...]:
    """Name seats by their number, where a game has no better names."""
    return tuple(f"player {seat + 1}" for seat in range(seats))
