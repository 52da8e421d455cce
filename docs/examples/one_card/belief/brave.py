"""Take it that player 1 raises with one of the better half of the cards."""

from parlour import Stream, View
from parlour.beliefs.belief import Belief
from parlour.core.rules import fill

from .. import CARDS, STAYED, State


class Brave(Belief):
    """Draw worlds evenly, but only such as a brave player 1 would have raised in."""

    name = "brave"
    words = "in which a raise means a good card"

    def worlds(self, view: View, count: int, rng: Stream) -> list[State]:
        found: list[State] = []
        while len(found) < count:
            world = fill(view.state, view.seat, rng)
            if view.state.said[0] != STAYED or view.seat == 0 or world.cards[0] >= CARDS // 2:
                found.append(world)
        return found
