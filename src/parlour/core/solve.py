"""Exact and equilibrium values, each with a certificate that says why it can be believed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.core import rules
from parlour.core.errors import BadOption, GameOver, Unsuitable, clipped
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.options import DEVICES
from parlour.core.registry import known_strategies, settled_game
from parlour.core.rules import OVER
from parlour.core.strategy import Strategy
from parlour.core.trial import try_out


@dataclass(frozen=True)
class Solution:
    """What a position is worth to `seat` under best play by all, and the proof."""

    value: float
    seat: int = 0
    moves: tuple[str, ...] = ()  # the best moves here, where they are single moves
    certificate: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the solution as data."""
        return {**vars(self), "moves": list(self.moves), "certificate": dict(self.certificate)}

    def _repr_html_(self) -> str:
        from parlour.core.draw.page import draw_solution

        return draw_solution(self)

    def __repr__(self) -> str:
        method = str(self.certificate.get("method", ""))
        best = f", moves={' '.join(self.moves)!r:.100}" if self.moves else ""
        return f"Solution(value={self.value:.6g}, seat={self.seat}{best}, method={method!r:.100})"


def solve(
    game: Game | str,
    position: str | Iterable[str | int] = "",
    limit: Limit | str | dict[str, Any] | None = None,
    device: str = "",
    target: float = 0.0,
) -> Solution:
    """Solve a position for the seat to move (before a deal: for seat 0).

    With a `device`, "cpu", "gpu" or "auto", games that want regret minimisation are solved there, and larger
    ones too; they stop at the exploitability `target`. What is solved otherwise needs neither.
    """
    if device not in ("", *DEVICES):
        raise BadOption(f"device={clipped(device)}: use cpu, gpu, or auto for a GPU where there is one")
    if not 0.0 <= target < float("inf"):
        raise BadOption(f"target={target}: an exploitability is a number such as 0.001")
    game = settled_game(game)
    try_out(game)
    s = game.start()
    for action in game.read_moves(position):
        s = rules.play(s, action)
    if rules.turn(s) == OVER:
        raise GameOver(f"{game.name}: the game is over, there is nothing to solve")
    budget = Limit.of(limit)
    # What knows this very game first, then the general methods.
    # Nobody is playing: a deal that is fixed may be solved as it stands.
    kinds = known_strategies(game).values()
    for kind in sorted(kinds, key=lambda k: (not k.closed_form, not k.games, k.name)):
        solution = kind.solve_on(game, s, budget, device, target)
        if solution is not None:
            return solution
    tried = [kind for kind in kinds if game.traits.hidden and _solves_hidden(kind)]
    why = [f" ({kind.name}: {reason})" for kind in tried if (reason := kind.unsuited(game.public))]
    reason = why[0] if why else ""
    raise Unsuitable(
        f"{game.name}: no exact method reaches this position{reason}; try analyse, or a later position"
    )


def _solves_hidden(kind: type[Strategy]) -> bool:
    """Say whether a strategy solves whole games, as those with hidden information must be."""
    return "solve_on" in vars(kind)
