"""The belief om0 of Hearts: every unseen card is as likely at every open place."""

from __future__ import annotations

from parlour.games.hearts.belief.counted import Counted


class HandSizes(Counted):
    """Hold every unseen card to be as likely at every open place."""

    name = "om0"
    words = "drawn from all deals with the right hand sizes"
