"""Moore's Nim by its theorem: leave every binary place with a multiple of k + 1 ones (Moore 1910)."""

from __future__ import annotations

from typing import Any

from parlour.core.bits import listed, popcount
from parlour.core.rules import legal, play
from parlour.games.moore_nim import State, action_of
from parlour.search.theorem import Theorem
from parlour.theory import moore_finish, moore_move, moore_sums


class MooreSums(Theorem[State]):
    """Leave digit sums that are 0 modulo k + 1, taking from up to k heaps."""

    name = "moore_sums"
    method = "Moore's theorem"

    @classmethod
    def winning(cls, s: State, every: bool) -> list[int]:
        """Give the parts of one winning move, in any order; with `every`, all that some winning move has."""
        if every:
            return [a for a in listed(legal(s)) if _goes_on_winning(s, play(s, a))]
        left = _aim(s)
        if left is None:
            return []
        if left == list(s.heaps):
            return [_done(s)]
        return [
            action_of(s, i, heap - to)
            for i, (heap, to) in enumerate(zip(s.heaps, left, strict=True))
            if heap > to
        ]

    @classmethod
    def delaying(cls, s: State) -> int:
        """Take one from the largest heap, and no more."""
        return _done(s) if s.touched else action_of(s, s.heaps.index(max(s.heaps)), 1)

    @classmethod
    def evidence(cls, s: State) -> dict[str, Any]:
        """Return the heaps in binary and, place by place, the number of ones modulo k + 1."""
        sums = moore_sums(s.heaps, s.k)[::-1]
        width = max(1, len(sums))
        binary = [f"{heap:0{width}b}" for heap in s.heaps]
        label = max(len(f"mod {s.k + 1}"), *(len(str(heap)) for heap in s.heaps))
        lines = [f"{heap:>{label}}  {bits}" for heap, bits in zip(s.heaps, binary, strict=True)]
        lines += [
            " " * label + "  " + "-" * width,
            f"{f'mod {s.k + 1}':>{label}}  {''.join(map(str, sums)) or 0}",
        ]
        return {"heaps": list(s.heaps), "k": s.k, "binary": binary, "sums": sums, "table": "\n".join(lines)}

    @classmethod
    def size(cls, s: State) -> int:
        """There are as many actions as objects, and `done`."""
        return sum(s.heaps)

    def note(self, s: State, action: int, won: bool) -> str:
        """Say what digit sums an action leaves, before any other action of the same move."""
        after = play(s, action)
        return f"leaves digit sums {_sums(after)} modulo {s.k + 1}"

    def why(self, s: State, action: int, won: bool) -> str:
        """Name the digit sums before and after the whole move."""
        heaps, move = ", ".join(map(str, s.heaps)), self.game.format(s, action)
        have = f"The ones in each binary place of {heaps}, modulo {s.k + 1}: {_sums(s)}"
        if not won:
            why = "No move from here makes them all 0"
            if not any(moore_sums(s.heaps, s.k)):
                why = "All are 0, and no move leaves them so"
            return f"{have}. {why}, so every move loses against best play."
        after, moves = play(s, action), [move]
        while after.player == s.player and any(after.heaps):
            following = self.winning(after, False)[0]
            moves.append(self.game.format(after, following))
            after = play(after, following)
        if not any(after.heaps):
            return f"{' '.join(moves)} takes all that is left and wins."
        left = ", ".join(map(str, after.heaps))
        return f"{have}. {' '.join(moves)} leaves {left}, where all are 0, and every reply can be answered."


def _aim(s: State) -> list[int] | None:
    """Return the heaps to leave at the end of this move; None if no move wins."""
    if s.touched:
        untouched = [i for i, heap in enumerate(s.heaps) if heap and not s.touched >> i & 1]
        return moore_finish(s.heaps, s.k, untouched, s.k - popcount(s.touched))
    left = list(s.heaps)
    for heap, taken in moore_move(s.heaps, s.k):
        left[heap] -= taken
    return left if left != list(s.heaps) else None


def _goes_on_winning(s: State, after: State) -> bool:
    """Say whether the player who moved still wins: in the middle of a move, or at the other's turn."""
    return (_aim(after) is not None) == bool(after.player == s.player)


def _done(s: State) -> int:
    return action_of(s, len(s.heaps), 1)


def _sums(s: State) -> str:
    return " ".join(map(str, moore_sums(s.heaps, s.k)[::-1])) or "0"
