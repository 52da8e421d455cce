"""Monte Carlo estimates of equity: plain, and five ways to less variance; all without bias.

- stratified: deals from each of many strata of a player's strength and the board's help, with true weights
- control: what chance did to the samples, in variables whose exact mean is known, is taken off the result
- antithetic: deals in pairs, the second with the opposite strength and the opposite help from the board
- quasi: points of a low-discrepancy sequence, shifted at random; several shifts tell the error
- importance: cards that help a rare winner come more often, and the result is weighted back

Each tells its standard error and its variance relative to plain sampling with as many deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.cards.focus import Focus, focus_of
from parlour.cards.sampling import Deals, deals_of, no_deal, sample
from parlour.cards.spot import Spot
from parlour.cards.steering import Dealt, deal
from parlour.cards.tables import tables
from parlour.core.rng import Stream

SHIFTS = 16  # independent parts of a quasi-random estimate
PILOT = 10  # importance: one deal in so many is in each of two pilots, which find the cards that matter
PRIOR = 8.0  # deals that a guess from afar counts for
_LEAST_TILT, _MOST_TILT = 0.5, 30.0


@dataclass(frozen=True)
class Estimate:
    """What sampling says of each player."""

    samples: int
    equity: Any
    error: Any  # standard error of the equity
    win: Any
    tie: Any
    ratio: Any  # of this method's variance to plain sampling's, estimated from this run; 1 for plain


def plain(spot: Spot, samples: int, rng: Stream, device: str = "cpu") -> Estimate:
    """Deal at random, as fast as possible."""
    players = len(spot.players)
    if device == "gpu":
        from parlour.cards.device import draw

        tied = draw(spot, samples, rng, device)
    else:
        d, tied = deals_of(spot), np.zeros((players, players), np.int64)
        if sample(tables(), d, samples, rng, tied) < 0:
            raise no_deal()
        tied = tied[np.argsort(d.order)]
    split = 1.0 / np.arange(1, players + 1)
    equity = tied @ split / samples
    spread = np.maximum(tied @ split**2 / samples - equity**2, 0.0)
    error = np.sqrt(spread / max(samples - 1, 1))
    return Estimate(
        samples, equity, error, tied[:, 0] / samples, tied[:, 1:].sum(axis=1) / samples, np.ones(players)
    )


def stratified(spot: Spot, samples: int, rng: Stream) -> Estimate:
    """Take two deals from each stratum: they tell how much a stratum varies inside.

    Strata are cells of a grid: the steered player's strength by how much the board helps the first player.
    """
    known = all(player.is_hand for player in spot.players)
    rows = 1 if known else max(int((samples / 2) ** 0.5), 1)
    columns = samples // 2 // rows

    def numbers(cards: int) -> Any:
        points = _uniform(rng, 2 * rows * columns, cards)
        cell = np.repeat(np.arange(rows * columns), 2)
        points[:, 0] = (cell // columns + points[:, 0]) / rows
        points[:, 1] = (cell % columns + points[:, 1]) / columns
        return points

    return _in_groups(spot, 2, numbers, rng, within=True)


def antithetic(spot: Spot, samples: int, rng: Stream) -> Estimate:
    """Deal in pairs from opposite numbers; the pairs are independent."""

    def numbers(cards: int) -> Any:
        points = _uniform(rng, samples // 2, cards)
        return np.stack([points, np.nextafter(1.0, 0.0) - points], axis=1).reshape(-1, cards)

    return _in_groups(spot, 2, numbers, rng)


def quasi(spot: Spot, samples: int, rng: Stream) -> Estimate:
    """Deal from a Kronecker sequence with several random shifts; the shifts are independent."""
    size = samples // SHIFTS

    def numbers(cards: int) -> Any:
        root = 2.0  # the generalised golden ratio of that many dimensions: root ** (cards + 1) = root + 1
        for _ in range(60):
            root = (1.0 + root) ** (1.0 / (cards + 1))
        steps = np.arange(size)[:, None] * root ** -np.arange(1.0, cards + 1)
        points = _uniform(rng, SHIFTS, cards)[:, None, :] + steps[None, :, :]
        return (points % 1.0).reshape(-1, cards)

    return _in_groups(spot, size, numbers, rng)


def control(spot: Spot, samples: int, rng: Stream) -> Estimate:
    """Regress the result on variables with known means; each half uses the other half's coefficients.

    Coefficients from the very samples they correct would leave a bias of the order of 1 / samples.
    """
    d, f = _prepared(spot)
    dealt = deal(d, f, _uniform(rng, samples, 2 + d.missing), rng.spawn("others"))
    known = np.column_stack([dealt.worth - f.mean, dealt.hits.reshape(samples, -1)])
    half = samples // 2
    corrected = np.zeros((samples, len(spot.players)))
    outcomes = np.zeros((samples, len(spot.players)))
    for own, other in ((slice(0, half), slice(half, samples)), (slice(half, samples), slice(0, half))):
        centred = known[other] - known[other].mean(axis=0)
        slopes = np.linalg.lstsq(centred, dealt.shares[other], rcond=None)[0]
        corrected[own] = dealt.shares[own] - known[own] @ slopes
        outcomes[own] = dealt.shares[own]
    return _estimate(samples, corrected, outcomes, np.ones(samples))


def importance(spot: Spot, samples: int, rng: Stream) -> Estimate:
    """Let two pilots find the cards that make the rarest winner win; draw them more often; weigh back."""
    d, f = _prepared(spot)
    each = max(samples // PILOT, 16)
    first = deal(d, f, _uniform(rng, each, 2 + d.missing), rng.spawn("pilot"))
    rare = int(np.argmin(first.shares.mean(axis=0)))
    second = deal(d, f, _uniform(rng, each, 2 + d.missing), rng.spawn("again"), _tilt([first], rare))
    tilt = _tilt([first, second], rare)
    many = samples - 2 * each
    dealt = deal(d, f, _uniform(rng, many, 2 + d.missing), rng.spawn("others"), tilt)
    return _estimate(samples, dealt.shares * dealt.weights[:, None], dealt.shares, dealt.weights)


METHODS: dict[str, Callable[[Spot, int, Stream], Estimate]] = {
    "plain": plain,
    "stratified": stratified,
    "control": control,
    "antithetic": antithetic,
    "quasi": quasi,
    "importance": importance,
}


def combined(parts: Sequence[Estimate]) -> Estimate:
    """Put independent estimates together, each by its samples."""
    sizes = np.array([part.samples for part in parts], np.float64)
    shares = (sizes / sizes.sum())[:, None]

    def mean(values: list[Any]) -> Any:
        return (np.array(values) * shares).sum(axis=0)

    return Estimate(
        int(sizes.sum()),
        mean([part.equity for part in parts]),
        np.sqrt((np.array([part.error for part in parts]) ** 2 * shares**2).sum(axis=0)),
        mean([part.win for part in parts]),
        mean([part.tie for part in parts]),
        mean([part.ratio for part in parts]),
    )


def _prepared(spot: Spot) -> tuple[Deals, Focus]:
    d = deals_of(spot)
    return d, focus_of(spot, d)


def _uniform(rng: Stream, rows: int, columns: int) -> Any:
    """Draw a table of numbers in [0, 1) from the stream."""
    return np.random.default_rng(rng.below(1 << 31) << 31 | rng.below(1 << 31)).random((rows, columns))


def _tilt(pilots: Sequence[Dealt], rare: int) -> Any:
    """Say how much more often each card shall come: by what the rare winner gets when it does.

    A card that was seen little goes with its rank, and a rank that was seen little with them all. The less
    rare the winner, the less there is to gain, and the weaker the tilt.
    """
    weights = np.concatenate([pilot.weights for pilot in pilots])
    gains = np.concatenate([pilot.shares[:, rare] for pilot in pilots]) * weights
    come = np.concatenate([pilot.come for pilot in pilots])
    base = gains.sum() / weights.sum()
    if base == 0.0 or not come.size:
        return np.ones(52)
    cards = (come[:, :, None] == np.arange(52)).any(axis=1)
    ranks = cards.reshape(-1, 4, 13).any(axis=1)
    by_rank = (gains @ ranks + PRIOR * base) / (weights @ ranks + PRIOR)
    by_card = (gains @ cards + PRIOR * np.tile(by_rank, 4)) / (weights @ cards + PRIOR)
    strength = np.clip(1.2 - 3.0 * base, 0.0, 1.0)
    return np.clip((by_card / base) ** strength, _LEAST_TILT, _MOST_TILT)


def _in_groups(
    spot: Spot, size: int, numbers: Callable[[int], Any], rng: Stream, within: bool = False
) -> Estimate:
    """Estimate from deals in groups of a size: groups are independent, or strata that vary within."""
    d, f = _prepared(spot)
    points = numbers(2 + d.missing)
    dealt = deal(d, f, points, rng.spawn("others"))
    samples, players = dealt.shares.shape
    groups = dealt.shares.reshape(-1, size, players)
    if within:
        variance = groups.var(axis=1, ddof=1).mean(axis=0) / samples
    else:
        variance = groups.mean(axis=1).var(axis=0, ddof=1) / len(groups)
    return _with_variance(samples, dealt.shares.mean(axis=0), variance, dealt.shares, np.ones(samples))


def _estimate(samples: int, terms: Any, outcomes: Any, weights: Any) -> Estimate:
    variance = terms.var(axis=0, ddof=1) / len(terms)
    return _with_variance(samples, terms.mean(axis=0), variance, outcomes, weights)


def _with_variance(samples: int, equity: Any, variance: Any, outcomes: Any, weights: Any) -> Estimate:
    each = weights[:, None]
    square = (outcomes**2 * each).mean(axis=0)
    usual = np.maximum(square - equity**2, 0.0) / samples
    ratio = np.divide(variance, usual, out=np.full_like(equity, np.nan), where=usual > 0.0)
    win = ((outcomes == 1.0) * each).mean(axis=0)
    tie = (((outcomes > 0.0) & (outcomes < 1.0)) * each).mean(axis=0)
    return Estimate(samples, equity, np.sqrt(variance), win, tie, ratio)
