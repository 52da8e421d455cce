"""What a move gives up beside the best, as far as the judge can tell, and what its value is called."""

from __future__ import annotations

from parlour.core.choice import Candidate
from parlour.core.game import Game
from parlour.core.words import short, signed

NOISE = 1e-9  # by which exact values may differ and be the same
ROUGH = 1 / 1000  # of the range: how far an estimate without an interval is trusted
PLAYED = 0.01  # the share from which a move belongs to the judge's own mixture


def lost(best: Candidate, mine: Candidate, span: float) -> float | None:
    """Say what a move gives up, if that is more than the judge's error; None if that is not known."""
    if best.value is None or mine.value is None or _is_vague(best) or _is_vague(mine):
        return None
    if mine.action == best.action and mine.move == best.move:
        return 0.0
    if mine.probability is not None and mine.probability >= PLAYED:
        return 0.0
    low = best.value if best.exact or best.low is None else best.low
    high = mine.value if mine.exact or mine.high is None else mine.high
    rough = any(not c.exact and c.low is None for c in (best, mine))
    error = ROUGH * span if rough else NOISE
    less = best.value - mine.value
    return less if less > NOISE and low - high > error else 0.0


def told(game: Game, c: Candidate) -> str:
    """Put a value into words: those of the game, win, draw or loss, or a figure."""
    value = 0.0 if c.value is None else c.value
    if c.told:
        return c.told
    if c.exact and game.bounds == (-1.0, 1.0) and value in (-1.0, 0.0, 1.0):
        return {-1.0: "loss", 0.0: "draw", 1.0: "win"}[value]
    return short(value) if c.exact else signed(value)


def said(game: Game, c: Candidate) -> str:
    """Say what a move does, after its name: "wins", "is worth +2 boxes"."""
    worth = told(game, c)
    return {"win": "wins", "draw": "draws", "loss": "loses"}.get(worth, f"is worth {worth}")


def _is_vague(c: Candidate) -> bool:
    """Say whether a value comes from so few samples that nobody can tell its error."""
    return not c.exact and c.low is None and bool(c.visits)
