"""Reasons in words: each sentence is put together from numbers that the search has computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot, inf

from parlour.core.choice import Candidate
from parlour.core.game import Game
from parlour.core.words import percent

NOISE = 1e-9  # smaller differences are rounding errors


def best_first(candidates: Sequence[Candidate], chosen: int) -> tuple[Candidate, ...]:
    """Sort candidates: the chosen one, then by value (early wins, late losses first), visits and action."""

    def rank(c: Candidate) -> tuple[bool, float, int, int, int]:
        value = c.value if c.value is not None else float("-inf")
        pace = (c.distance or 0) * (1 if value > 0 else -1)
        return (c.action != chosen, -value, pace, -(c.visits or 0), c.action)

    return tuple(sorted(candidates, key=rank))


def verdict(game: Game, c: Candidate) -> str:
    """Say what a candidate is worth: "wins in 5 plies", "draws", "is worth +0.31"."""
    if c.value is None:
        return "was not valued"
    low, high = game.bounds
    plies = f" in {_plies(c.distance)}" if c.distance is not None else ""
    if c.exact and game.traits.zero_sum and game.seats == 2 and low == -high:
        if c.value == high:
            return f"wins{plies}"
        if c.value == low:
            return f"loses{plies}"
        if c.value == 0.0:
            return "draws"
    spread = ""
    if c.low is not None and c.high is not None and not c.exact:
        spread = f" (95 % between {game.worth(c.low)} and {game.worth(c.high)})"
    return f"is worth {game.worth(c.value)}{' exactly' if c.exact else ''}{spread}"


def _plies(n: int) -> str:
    return "1 ply" if n == 1 else f"{n} plies"


def reasons(game: Game, candidates: Sequence[Candidate], every: bool = True) -> list[str]:
    """Explain the first candidate against the others; `every` says that no legal move was left out."""
    best, others = candidates[0], [c for c in candidates[1:] if c.value is not None]
    out = [f"{best.move} {verdict(game, best)}{_going_on(best)}"]
    if best.value is None:
        return out
    if not others:
        return [*out, "It is the only move."] if every and len(candidates) == 1 else out
    equal = [c for c in others if _is_nought(worth(c) - worth(best)) and c.distance == best.distance]
    if equal:
        names = ", ".join(c.move for c in equal[:6]) + (" and more" if len(equal) > 6 else "")
        out.append(f"As good: {names}.")
    above = [c for c in others if c not in equal and worth(c) > worth(best)]
    worse = [c for c in others if c not in equal and c not in above]
    if above:
        out.append(_above(game, best, max(above, key=worth)))
    elif worse:
        out.append(_alternative(game, best, worse))
    threat = parried(candidates)
    if threat:
        out.append(threat)
    return out


def _going_on(c: Candidate) -> str:
    return f"; the answer to expect is {c.line[1]}." if len(c.line) > 1 else "."


def _alternative(game: Game, best: Candidate, worse: list[Candidate]) -> str:
    nxt = worse[0]
    loss = worth(best) - worth(nxt)
    answer = f" after {' '.join(nxt.line[:2])}" if len(nxt.line) > 1 and loss > 0 else ""
    judged = verdict(game, nxt)
    told = game.worth(worth(nxt))
    if judged.startswith("is worth") and told == game.worth(worth(best)) and loss > 0:
        judged = judged.replace(f"is worth {told}", "is worth the same to two decimals")
    after = ""
    if loss > 0 and overlapping(best, nxt):
        after = ": the intervals do not tell the two apart"
    text = f"The next best, {nxt.move}, {judged}{answer}{after}."
    losing = [c for c in worse if c.exact and c.value == game.bounds[0]]
    if len(losing) > 1 and worth(best) > game.bounds[0]:
        whole = len(losing) == len(worse)
        text += " All" if whole else f" {len(losing)} of the"
        text += f" {len(worse)} worse moves lose."
    return text


def _above(game: Game, best: Candidate, other: Candidate) -> str:
    """Say why a move with a better value was not taken: it has been tried less."""
    value = game.worth(worth(other))
    if value == game.worth(worth(best)):
        value = "by less than 0.01"
    lead = f"{other.move} comes out higher so far, {value}"
    if best.visits and other.visits is not None and other.visits < best.visits:
        tried = f"{other.visits:,} {'time' if other.visits == 1 else 'times'} to {best.visits:,}"
        return f"{lead}, but was tried less, {tried}; the move tried most is the surer one."
    return f"{lead}, but that is not sure."


def overlapping(best: Candidate, other: Candidate) -> bool:
    """Say whether two estimates lie no farther apart than the errors of both together; exact ones never."""
    if best.exact or other.exact or best.low is None or other.high is None:
        return False
    return worth(best) - worth(other) <= hypot(worth(best) - best.low, other.high - worth(other))


def worth(c: Candidate) -> float:
    """Return the value of a candidate that has one; the least there is for one that has none."""
    return -inf if c.value is None else c.value


def _is_nought(value: float) -> bool:
    return abs(value) < NOISE


def many(n: int, what: str) -> str:
    """Write a number of things: 1 world, 30 worlds."""
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def drawn_by(move: str, odds: Mapping[str, float]) -> str:
    """Begin a sentence that says that a move was drawn, and by what odds."""
    shares = ", ".join(f"{name} {percent(share)}" for name, share in odds.items())
    return f"{move} was drawn at random by these odds: {shares}"


def gaining(most: float) -> str:
    """End "nobody gains ...": a bound in plain digits, or nothing at all where it is rounding noise."""
    if most < NOISE:
        return "anything"
    return "more than " + f"{float(f'{most:.1g}'):.9f}".rstrip("0").rstrip(".")


def parried(candidates: Sequence[Candidate]) -> str:
    """Name the threat the best move meets: one reply that refutes most of the alternatives."""
    best = candidates[0]
    refuted = [
        c for c in candidates[1:] if c.exact and c.value is not None and c.value < 0 and len(c.line) > 1
    ]
    if best.value is None or best.value < 0 or len(refuted) < 2:
        return ""
    (reply, times), *_ = Counter(c.line[1] for c in refuted).most_common(1)
    if times < 2 or times * 2 < len(refuted):
        return ""
    if len(best.line) > 1 and best.line[1] == reply:
        return ""
    how = "leaves it without effect" if best.move != reply else "plays there first"
    others = len(candidates) - 1
    return f"It meets a threat: {reply} would refute {times} of the {others} other moves; {best.move} {how}."
