"""Average uncertain payoffs: expected value, variance and standard error."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, isfinite, sqrt

_TOLERANCE = 1e-9


def expected_value(outcomes: Iterable[float], probabilities: Iterable[float]) -> float:
    """Weigh each outcome by its probability and add: E[X] = sum p x (Huygens 1657)."""
    values, weights = _paired(outcomes, probabilities)
    return fsum(p * x for x, p in zip(values, weights, strict=True))


def variance(outcomes: Iterable[float], probabilities: Iterable[float]) -> float:
    """Average the squared distance from the expected value: Var[X] = E[(X - E[X])^2] (Fisher 1918)."""
    values, weights = _paired(outcomes, probabilities)
    mean = fsum(p * x for x, p in zip(values, weights, strict=True))
    return fsum(p * (x - mean) ** 2 for x, p in zip(values, weights, strict=True))


def standard_error(values: Iterable[float]) -> float:
    """Estimate the error of a sample mean: s / sqrt(n), with s^2 divided by n - 1 (Bessel's correction)."""
    sample = checked_numbers(values, "values")
    n = len(sample)
    if n < 2:
        raise ValueError(f"values has {n} entries: give at least 2 to measure their spread")
    mean = fsum(sample) / n
    return sqrt(fsum((x - mean) ** 2 for x in sample) / (n - 1) / n)


def checked_numbers(values: Iterable[float], name: str) -> list[float]:
    """Return the values as a list of finite floats, or raise ValueError."""
    numbers = []
    for place, value in enumerate(values):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if not isfinite(number):
            raise ValueError(f"{name}[{place}] is {value!r}: give a finite number")
        numbers.append(number)
    return numbers


def checked_distribution(probabilities: Iterable[float], size: int, name: str) -> list[float]:
    """Return the probabilities as a list, or raise ValueError: size of them, none negative, sum 1."""
    weights = checked_numbers(probabilities, name)
    if len(weights) != size:
        raise ValueError(f"{name} has {len(weights)} entries: give {size} to match")
    for place, weight in enumerate(weights):
        if weight < 0:
            raise ValueError(f"{name}[{place}] is {weight}: give 0 or more")
    total = fsum(weights)
    if abs(total - 1) > _TOLERANCE:
        raise ValueError(f"the sum of {name} is {total}: make the entries add to 1")
    return weights


def _paired(outcomes: Iterable[float], probabilities: Iterable[float]) -> tuple[list[float], list[float]]:
    values = checked_numbers(outcomes, "outcomes")
    if not values:
        raise ValueError("outcomes is empty: give at least one")
    return values, checked_distribution(probabilities, len(values), "probabilities")
