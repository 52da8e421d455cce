"""A throw drawn by its share, and the choice it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import Exhibit
from parlour.core.strategy import Strategy
from parlour.games.rock_paper_scissors import NAMES
from parlour.search.explain import drawn_by


def drawn(
    strategy: Strategy,
    shares: Sequence[float],
    evidence: dict[str, Any],
    *reasons: str,
    exhibits: tuple[Exhibit, ...] = (),
    lesson: int = 1,
) -> Choice:
    """Draw a throw by its share and put the choice together; so many of the reasons make the hint."""
    action = strategy.rng.weighted(shares)
    candidates = tuple(
        Candidate(throw, NAMES[throw], probability=shares[throw])
        for throw in sorted(range(3), key=lambda throw: -shares[throw])
    )
    odds = {c.move: c.probability or 0.0 for c in candidates if c.probability}
    by_lot = () if shares[action] == 1.0 else (f"{drawn_by(NAMES[action], odds)}.",)
    told = (reasons[0], *by_lot, *reasons[1:])
    return Choice(
        action,
        candidates=candidates,
        evidence=evidence,
        reasons=told,
        exhibits=exhibits,
        lesson=lesson + len(by_lot),
    )
