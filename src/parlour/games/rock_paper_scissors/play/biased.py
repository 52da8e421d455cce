"""A beginner's throws in Rock-Paper-Scissors."""

from __future__ import annotations

from parlour.core.choice import Choice
from parlour.core.limit import Limit
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.rock_paper_scissors import NAMES
from parlour.games.rock_paper_scissors.play.throwing import drawn
from parlour.search.repeated import Follower


class Biased(Follower):
    """Throw rock too often and repeat oneself, as beginners do."""

    name = "biased"
    rock: float = option(0.5, "how often rock is thrown", low=0.0, high=1.0)
    repeat: float = option(0.2, "how often the last throw is repeated", low=0.0, high=1.0)

    def forget(self) -> None:
        """Start from nothing."""
        self._own = -1

    def note(self, mine: int, theirs: int) -> None:
        """Remember one's own throw."""
        self._own = mine

    def choose(self, view: View, limit: Limit) -> Choice:
        """Draw rock with its share, the others evenly, and now and then the last throw again."""
        shares = [self.rock, (1 - self.rock) / 2, (1 - self.rock) / 2]
        who = f"{{{self.seat} likes}}"
        reason = f"{who} rock and throws it {percent(self.rock)} of the time."
        if self.follow(view):
            shares = [(1 - self.repeat) * share for share in shares]
            shares[self._own] += self.repeat
            again = f"{{{self.seat} repeats}} the last throw, {NAMES[self._own]}"
            reason += f" {again}, {percent(self.repeat)} of the time."
        return drawn(self, shares, {"probabilities": dict(zip(NAMES, shares, strict=True))}, reason)
