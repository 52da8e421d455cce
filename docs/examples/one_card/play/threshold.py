"""Play by a table of the lowest card to stay with."""

from pathlib import Path

from parlour import Limit, Strategy, View

TABLE = Path(__file__).parents[1] / "data" / "lowest.txt"


class Threshold(Strategy):
    """Stay with a card from the number in the table on, one number a seat."""

    name = "threshold"

    def choose(self, view: View, limit: Limit) -> int:
        lowest = [int(word) for word in TABLE.read_text().split()]
        return int(view.state.cards[self.seat] + 1 >= lowest[self.seat])
