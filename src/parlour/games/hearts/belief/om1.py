"""The belief om1 of Hearts: deals that fit what the rules make certain, each as likely."""

from __future__ import annotations

from parlour.games.hearts.belief.counted import Counted


class Certain(Counted):
    """Use what the rules make certain too: voids, passed cards, who had the two of clubs."""

    name = "om1"
    words = "drawn from all deals that fit the voids shown and the cards passed"
    certain = True
