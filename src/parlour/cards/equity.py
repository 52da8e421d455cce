"""Equity: what share of the pot each player's cards are worth when all cards come, exactly or by sampling.

Unless told, the answer is exact where counting takes about a second at most, and sampled otherwise. On a GPU
(`cards/device.py`) that is far more; exact answers are the same numbers everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from parlour.cards import exact as counting
from parlour.cards.cards import BadCards, set_text
from parlour.cards.spot import Spot, make_spot
from parlour.compile.device import settle
from parlour.core.errors import BadOption, clipped, unknown
from parlour.core.keys import check_seed
from parlour.core.rng import Stream

if TYPE_CHECKING:
    from parlour.cards.variance import Estimate

METHODS = ("plain", "stratified", "control", "antithetic", "quasi", "importance")
PATIENCE = 1.0  # seconds: what takes longer to count is sampled unless exact is asked for
LONGEST = 3600.0  # seconds of counting that are too many even then
SAMPLES, REDUCED = 1_000_000, 100_000  # deals unless told: plain, and with a method of less variance
MOST_SAMPLES = 10**11
FEWEST, FEWEST_REDUCED = 2, 64
_BATCH, _REDUCED_BATCH, _GPU_BATCH = 2_000_000, 200_000, 1 << 28
WORTHWHILE = 0.05  # seconds on the cores from which a GPU is sooner done
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Player:
    """One player's part."""

    hand: str  # as it was written
    equity: float  # share of the pot: a pot that k players tie for counts 1/k
    win: float  # probability to win alone
    tie: float  # probability to tie for the best hand
    standard_error: float  # of the equity; 0 if it is exact
    wins: float | None = None  # deals won alone, if exact
    tie_share: float | None = None  # deals tied, each divided by the number of hands that tie, if exact
    variance_ratio: float | None = None  # of the method's variance to plain sampling's, if sampled


@dataclass(frozen=True)
class Equity:
    """The answer: one entry a player, and how it was found."""

    exact: bool
    samples: int  # deals sampled; 0 if exact
    players: tuple[Player, ...]
    board: str
    dead: str
    method: str  # "exact", or how the deals were drawn
    combos: float | None  # all deals there are, by weight, if exact

    def to_json(self) -> dict[str, Any]:
        """Return the answer as data."""
        data = asdict(self)
        data["players"] = [dict(player) for player in data["players"]]
        return data


def equity(
    *hands: str | Sequence[str],
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    samples: int | None = None,
    method: str = "plain",
    seed: int = 0,
    progress: Progress | None = None,
    device: str = "cpu",
) -> Equity:
    """Return the equity of hands or ranges: `equity("AsKs", "random", board="QsJs2c")`.

    With `exact` all deals are counted; with `samples` or a `method` that many are drawn. With neither,
    counting is chosen when it takes about a second at most. `progress` is called with (done, total). `device`
    is cpu, gpu, or auto for a GPU where there is one and the answer takes long without it.
    """
    texts: list[str] = []
    for part in hands:
        texts += part if isinstance(part, (list, tuple)) else [part]  # type: ignore[list-item]
    for text in (*texts, board, dead):
        if not isinstance(text, str):
            raise BadCards(f"{clipped(text)} is not text: write hands and cards as in AsKs, QQ+ or random")
    check_seed(seed)
    spot = make_spot(texts, board, dead)
    device = device_for(spot, exact, samples, method, device)
    return answer(spot, exact, samples, method, seed, progress, device)


def answer(
    spot: Spot,
    exact: bool | None,
    samples: int | None,
    method: str,
    seed: int,
    progress: Progress | None,
    device: str = "cpu",
) -> Equity:
    """Answer a question as `equity` does, on a device that `device_for` gave."""
    many = deals_to_draw(spot, exact, samples, method, device)
    if not many:
        return count(spot, progress, device)
    return draw(spot, many, method, Stream.of(seed, "equity"), progress, device)


def device_for(spot: Spot, exact: bool | None, samples: int | None, method: str, device: str) -> str:
    """Return "cpu" or "gpu" for what was asked: what the cores count much sooner, they do count."""
    settled = settle(device)
    many = deals_to_draw(spot, exact, samples, method)
    if settled == "gpu" and method != "plain":
        if device == "gpu":
            raise BadOption(f"device=gpu draws plain deals: leave out method={method}, or use device=cpu")
        return "cpu"
    if settled == "gpu":
        here = expected_seconds(spot, many, method)
        late = not many and expected_seconds(spot, 0, method, "gpu") > max(PATIENCE, here)
        if late or (device == "auto" and here < WORTHWHILE):
            return "cpu"
    return settled


def deals_to_draw(
    spot: Spot, exact: bool | None, samples: int | None, method: str, device: str = "cpu"
) -> int:
    """Say how many deals to draw; 0 if all are counted. What makes no sense is refused."""
    if method not in METHODS:
        raise unknown("method", str(method), METHODS)
    sampled = samples is not None or method != "plain"
    if exact and sampled:
        raise BadOption("exact counts every deal: leave out samples and method, or exact")
    if exact is None and not sampled:
        exact = expected_seconds(spot, 0, method, device) <= PATIENCE
    if exact:
        return 0
    fewest = FEWEST if method == "plain" else FEWEST_REDUCED
    many = samples if samples is not None else SAMPLES if method == "plain" else REDUCED
    if not fewest <= many <= MOST_SAMPLES:
        raise BadOption(f"samples={many}: give {fewest} to {MOST_SAMPLES:,} for {method} sampling")
    return many


def expected_seconds(spot: Spot, samples: int, method: str, device: str = "cpu") -> float:
    """Say about how long drawing so many deals takes, or with 0 of them counting all."""
    if device == "gpu" and not samples:
        from parlour.cards.device import is_countable, seconds_to_count

        return seconds_to_count(spot) if is_countable(spot) else inf
    if not samples:
        return counting.plan(spot).seconds
    each = 1e-10 if device == "gpu" else 2e-8 if method == "plain" else 5e-7
    return samples * each * len(spot.players)


def count(spot: Spot, progress: Progress | None = None, device: str = "cpu") -> Equity:
    """Answer by counting every deal."""
    seconds = expected_seconds(spot, 0, "", device)
    if seconds > LONGEST:
        raise BadCards(f"counting every deal would take about {_duration(seconds)}: sample it instead")
    tally = counting.count(spot, progress, device)
    if not tally.total:
        raise BadCards("no deal exists in which these ranges share no card; make one of them wider")
    shares = [
        sum(deals / (others + 1) for others, deals in enumerate(row.tolist()) if others) for row in tally.tied
    ]
    players = tuple(
        Player(
            name,
            (float(row[0]) + share) / tally.total,
            float(row[0]) / tally.total,
            float(row[1:].sum()) / tally.total,
            0.0,
            wins=_whole(float(row[0])),
            tie_share=_whole(share),
        )
        for name, row, share in zip(spot.names, tally.tied, shares, strict=True)
    )
    return Equity(True, 0, players, set_text(spot.board), set_text(spot.dead), "exact", _whole(tally.total))


def draw(
    spot: Spot,
    samples: int,
    method: str,
    rng: Stream,
    progress: Progress | None = None,
    device: str = "cpu",
) -> Equity:
    """Answer by drawing deals; many are drawn in batches, which are independent."""
    from parlour.cards import variance

    estimate = variance.METHODS[method]
    batch = _BATCH if method == "plain" else _REDUCED_BATCH
    if device == "gpu":
        batch, estimate = _GPU_BATCH, partial(variance.plain, device=device)
    count_of = -(-samples // batch)
    parts: list[Estimate] = []
    for index in range(count_of):
        if progress is not None:
            progress(index * batch, samples)
        size = (index + 1) * samples // count_of - index * samples // count_of
        parts.append(estimate(spot, size, rng.spawn(index)))
    whole = variance.combined(parts)
    players = tuple(
        Player(
            name,
            float(whole.equity[p]),
            float(whole.win[p]),
            float(whole.tie[p]),
            float(whole.error[p]),
            variance_ratio=float(whole.ratio[p]),
        )
        for p, name in enumerate(spot.names)
    )
    board, dead = set_text(spot.board), set_text(spot.dead)
    return Equity(False, whole.samples, players, board, dead, method, None)


def _whole(value: float) -> float:
    return int(value) if value.is_integer() else value


def _duration(seconds: float) -> str:
    for name, size in (("years", 31557600.0), ("days", 86400.0), ("hours", 3600.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {name}"
    return f"{seconds / 60:.0f} minutes"
