"""The past of a view in words: the text of each step as the seat saw it, from the view alone.

The words of a move may depend on where it was played (call or check), and a view holds no position but the
last. So the steps are played again from the start; a step that the seat did not see is played by a stand-in.
"""

from __future__ import annotations

from parlour.core import rules
from parlour.core.errors import IllegalMove
from parlour.core.rules import UNKNOWN
from parlour.core.view import View

HIDDEN = "?"


def retold(view: View) -> list[str]:
    """Return the text of every step of the history, one an action; "?" for what the seat did not see."""
    game, s = view.game, view.game.start()
    actions = [action for _, action in view.history]
    words: list[str] = []
    for at, (who, action) in enumerate(view.history):
        if rules.turn(s) != who or not (action == UNKNOWN or rules.is_legal(s, action)):
            return words + [_plainly(view, each) for each in actions[at:]]  # a stand-in led astray
        words.append(HIDDEN if action == UNKNOWN else game.format(s, action))
        s = rules.play(s, _stand_in(game.legal(s), actions[at + 1 :]) if action == UNKNOWN else action)
    return words


def _stand_in(legal: list[int], later: list[int]) -> int:
    """Choose what comes last, or never, in what follows: no card that is yet to be seen is dealt before."""
    return max(legal, key=lambda a: later.index(a) if a in later else len(later))


def _plainly(view: View, action: int) -> str:
    """Write an action without the position it was played in, as it would read where the view stands now."""
    try:
        return HIDDEN if action == UNKNOWN else view.game.format(view.state, action)
    except IllegalMove:
        return str(action)
