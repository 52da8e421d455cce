"""A decision and its evidence: the one record that the terminal, JSON, notebooks and pages show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from parlour.core.exhibit import Exhibit, usual
from parlour.core.names import Names

SENTENCES = 3  # of a hint


@dataclass(frozen=True)
class Candidate:
    """One action that was considered; `value` is for the seat that decides, on the scale of the returns."""

    action: int
    move: str = ""
    value: float | None = None
    visits: int | None = None
    probability: float | None = None  # with which a mixed strategy plays it
    win: float | None = None  # estimated probability of winning
    low: float | None = None  # 95 % interval of the value
    high: float | None = None
    exact: bool = False  # the value is proven, not estimated
    distance: int | None = None  # plies to the end of a proven win or loss
    line: tuple[str, ...] = ()  # how it would go on, this move first
    note: str = ""
    told: str = ""  # the value in the game's own units, such as "3.2 points"; shown in its place

    def to_json(self) -> dict[str, Any]:
        """Return the candidate as data, without what is not known."""
        out: dict[str, Any] = {
            "move": self.move,
            "action": self.action,
            "value": self.value,
            "visits": self.visits,
            "line": list(self.line),
            "exact": self.exact,
        }
        for key in ("probability", "win", "low", "high", "distance"):
            if getattr(self, key) is not None:
                out[key] = getattr(self, key)
        if self.note:
            out["note"] = self.note
        if self.told:
            out["told"] = self.told
        return out


@dataclass(frozen=True)
class Choice:
    """An action, what it was weighed against, and why; every number in a reason was computed."""

    action: int
    move: str = ""
    candidates: tuple[Candidate, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    work: Mapping[str, Any] = field(default_factory=dict)
    exhibits: tuple[Exhibit, ...] = ()  # what there is to show: pictures, bars, tables, lines of play
    lesson: int = SENTENCES  # how many of the reasons, the first, a learner can use; the rest is technical
    _said: tuple[str, ...] = field(default=(), repr=False, compare=False)  # the reasons with seats for names
    _drawn: tuple[Exhibit, ...] = field(default=(), repr=False, compare=False)  # the exhibits likewise

    @property
    def value(self) -> float | None:
        """Return the value of the chosen action, if it is known."""
        return next((c.value for c in self.candidates if c.action == self.action), None)

    def named(self, names: Names) -> Choice:
        """Return the choice with the players called by these names in everything it says."""
        said, drawn = self._said or self.reasons, self._drawn or self.exhibits
        return replace(
            self,
            reasons=tuple(map(names.tell, said)),
            candidates=tuple(replace(c, note=names.tell(c.note)) for c in self.candidates),
            exhibits=tuple(exhibit.told(names) for exhibit in drawn),
            _said=said,
            _drawn=drawn,
        )

    @property
    def shown(self) -> tuple[Exhibit, ...]:
        """Return all that there is to show: the strategy's own exhibits, and those of any candidates."""
        chosen = [c for c in self.candidates if c.action == self.action]
        others = [c for c in self.candidates if c.action != self.action]
        return (*self.exhibits, *usual([*chosen, *others]))

    @property
    def hint(self) -> tuple[str, ...]:
        """Return the sentences that a learner gets: the first few reasons, one at least."""
        return self.reasons[: max(1, min(self.lesson, SENTENCES))]

    def to_json(self) -> dict[str, Any]:
        """Return the choice as data."""
        return {
            "move": self.move,
            "action": self.action,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "evidence": dict(self.evidence),
            "reasons": list(self.reasons),
            "work": dict(self.work),
            "exhibits": [exhibit.to_json() for exhibit in self.shown],
        }

    def _repr_html_(self) -> str:
        from parlour.core.draw.choice import draw_choice

        return draw_choice(self)

    def __repr__(self) -> str:
        parts = [f"action={self.action!r}", f"move={self.move!r}"[:60]]
        parts += [] if self.value is None else [f"value={self.value:.4g}"]
        parts.append(f"{len(self.candidates)} candidates")
        if self.reasons:
            parts.append(f"reasons[0]={self.reasons[0]!r:.140}")
        return f"Choice({', '.join(parts)})"

    def __str__(self) -> str:
        return "\n".join([self.move or str(self.action), *self.reasons])
