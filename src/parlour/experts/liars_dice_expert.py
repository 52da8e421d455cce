"""wip."""

from __future__ import annotations

from parlour.beliefs.liars_dice_models import LEVEL_TWO, SCHEMER
from parlour.core.strategy import option
from parlour.experts.liars_dice_bayes import LiarsBayes


class LiarsExpert(LiarsBayes):
    """wip."""

    name = "liars_expert"
    expects = LEVEL_TWO
    goes_on = SCHEMER

    worlds: int = option(1500, "worlds in which the actions are tried", low=1, high=10**7)
