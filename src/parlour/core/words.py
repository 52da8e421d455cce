"""Figures in words, as boards, reasons and tables write them."""

from __future__ import annotations

Z = 1.96  # standard errors on either side of a mean that hold 95 % of a normal distribution


def percent(share: float, digits: int = 1) -> str:
    """Write a share of 1 as a percentage."""
    return f"{100 * share:.{digits}f} %"


def signed(value: float) -> str:
    """Write a value with its sign, and nought without one."""
    text = f"{value:+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text


def short(value: float) -> str:
    """Write a value with its sign, without more digits than it has."""
    return f"{value:+.4f}".rstrip("0").rstrip(".") if value else "0"
