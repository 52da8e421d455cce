"""Sampled equities: no bias, honest errors, less variance where promised, the same answer for a seed."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import parlour
from parlour.cards import exact, variance
from parlour.cards.accuracy import SIZES, accuracy
from parlour.cards.equity import METHODS
from parlour.cards.ranges import Range
from parlour.cards.sampling import deals_of, draw_ranges
from parlour.cards.spot import make_spot
from parlour.core.errors import BadOption, UnknownName
from parlour.core.rng import Stream

REPEATS, SAMPLES = 200, 256
SPOTS = {
    "hand v hand": (["AcAd", "KcKd"], ""),
    "hand v any on the turn": (["AsKs", "random"], "Qs7h2c9d"),
    "three ranges": (["8h8d", "AKs, QQ", "JTs:0.5, 99"], "Th4c2d"),
}
# Where a method has reason to help: importance sampling is for rare winners.
HELPED = [
    *((method, spot) for method in ("stratified", "control", "quasi") for spot in SPOTS),
    ("antithetic", "hand v any on the turn"),
    ("importance", "rare"),
]
RARE = (["AsAh", "KsKh"], "Kc7d2h")


def repeated(method: str, hands: list[str], board: str) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Estimate the least equity many times; give estimates, errors, the exact value and plain variance."""
    spot = make_spot(hands, board)
    tally = exact.count(spot)
    split = 1.0 / np.arange(1, len(hands) + 1)
    means = tally.tied @ split / tally.total
    p = int(means.argmin())
    plain = (tally.tied[p] @ split**2 / tally.total - means[p] ** 2) / SAMPLES
    found = [variance.METHODS[method](spot, SAMPLES, Stream.of(seed, method)) for seed in range(REPEATS)]
    return (
        np.array([one.equity[p] for one in found]),
        np.array([one.error[p] for one in found]),
        float(means[p]),
        float(plain),
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", SPOTS)
def test_no_bias_and_an_honest_error(method: str, name: str) -> None:
    estimates, errors, truth, _ = repeated(method, *SPOTS[name])
    assert stats.ttest_1samp(estimates, truth).pvalue > 1e-4
    assert np.sqrt((errors**2).mean()) == pytest.approx(estimates.std(ddof=1), rel=0.25)


@pytest.mark.parametrize(("method", "name"), HELPED)
def test_less_variance_at_equal_samples(method: str, name: str) -> None:
    estimates, _, truth, plain = repeated(method, *(RARE if name == "rare" else SPOTS[name]))
    assert estimates.var(ddof=1) < 0.9 * plain
    assert stats.ttest_1samp(estimates, truth).pvalue > 1e-4


def test_ranges_are_drawn_together_by_their_true_odds() -> None:
    """Ranges that share many cards: redrawing only the one that clashes would favour some deals."""
    spot = make_spot(["AKs, AA:0.5", "AK", "KK, AQs:0.25"])
    d = deals_of(spot)
    players: list[Range] = [spot.players[p] for p in d.order]
    holes, weights = exact.joint(players)
    places = {tuple(row): n for n, row in enumerate(holes.tolist())}
    rng, picks, seen = Stream.of(3), np.zeros(3, np.int64), np.zeros(len(holes))
    for _ in range(20_000):
        draw_ranges(d, rng, picks)
        seen[places[tuple(d.holds[picks].tolist())]] += 1
    assert stats.chisquare(seen, weights / weights.sum() * seen.sum()).pvalue > 1e-4


def test_many_players_share_the_pot() -> None:
    found = parlour.equity("AsKs", *["random"] * 9, samples=200_000, seed=4)
    assert sum(player.equity for player in found.players) == pytest.approx(1.0)
    others = [player.equity for player in found.players[1:]]
    assert max(others) - min(others) < 6 * found.players[1].standard_error
    assert found.players[0].win < found.players[0].equity < found.players[0].win + found.players[0].tie


@pytest.mark.parametrize("method", METHODS)
def test_a_seed_decides(method: str) -> None:
    def ask(seed: int) -> list[float]:
        answer = parlour.equity("AsKs", "random", board="QsJs2c", samples=1000, method=method, seed=seed)
        assert not answer.exact
        assert answer.method == method
        return [player.equity for player in answer.players]

    assert ask(1) == ask(1) != ask(2)


def test_many_deals_come_in_batches() -> None:
    answer = parlour.equity("AcAd", "KcKd", samples=450_000, method="stratified")
    assert 449_000 < answer.samples <= 450_000
    assert answer.players[0].equity == pytest.approx(0.826366, abs=5 * answer.players[0].standard_error)
    assert answer.players[0].variance_ratio == pytest.approx(0.08, abs=0.05)


def test_the_accuracy_table() -> None:
    lines = accuracy(make_spot(["AsKs", "random"], "QsJs2c"), "plain", 1)
    assert [line.samples for line in lines] == list(SIZES)
    for line in lines:
        assert line.real_error is not None
        assert line.standard_error == pytest.approx((0.763 * 0.237 / line.samples) ** 0.5, rel=0.1)
        assert line.real_error < 2 * line.standard_error


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown method 'magic'"):
        parlour.equity("AsKs", "random", method="magic")
    with pytest.raises(BadOption, match="samples=10"):
        parlour.equity("AsKs", "random", method="quasi", samples=10)
    with pytest.raises(BadOption, match="samples=1"):
        parlour.equity("AsKs", "random", samples=1)
