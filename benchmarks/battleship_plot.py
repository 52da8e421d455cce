"""Draw how many games ended after how many shots: one curve a player, as plain SVG."""

from __future__ import annotations

from typing import Any

import numpy as np

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 380, 56, 20, 20, 46
INKS = ("#8c8c8c", "#b07aa1", "#f28e2b", "#e0b400", "#4e79a7", "#59a14f", "#c03020")


def histogram(kept: dict[str, Any]) -> str:
    """Draw the share of games by number of shots."""
    shares = {name: np.bincount(shots, minlength=101)[:101] / len(shots) for name, shots in kept.items()}
    most = max(float(share[:100].max()) for share in shares.values())
    across, up = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><title>Shots needed to sink the fleet</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for shots in range(20, 101, 10):
        x = LEFT + across * (shots - 17) / 83
        parts.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{TOP + up}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{x:.1f}" y="{TOP + up + 18}" text-anchor="middle">{shots}</text>')
    parts.append(
        f'<text x="{LEFT + across / 2}" y="{HEIGHT - 8}" text-anchor="middle">shots to sink all</text>'
    )
    for step in range(5):
        y = TOP + up - up * step / 4
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{most * step / 4:.1%}</text>')
    for number, (name, share) in enumerate(shares.items()):
        ink = INKS[number % len(INKS)]
        points = " ".join(
            f"{LEFT + across * (n - 17) / 83:.1f},{TOP + up - up * min(float(share[n]) / most, 1.0):.1f}"
            for n in range(17, 101)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
        y = TOP + 14 + 17 * number
        mean = f"{float(kept[name].mean()):.1f}"
        parts.append(
            f'<line x1="{LEFT + 10}" y1="{y - 4}" x2="{LEFT + 30}" y2="{y - 4}" '
            f'stroke="{ink}" stroke-width="3"/>'
        )
        parts.append(f'<text x="{LEFT + 36}" y="{y}">{name}, mean {mean}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
