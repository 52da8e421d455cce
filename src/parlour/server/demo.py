"""Boards for the lobby: moments of a game that was played at random, drawn without words."""

from __future__ import annotations

import random
from functools import lru_cache

from parlour.core.match import Match
from parlour.core.picture import Picture, Text
from parlour.core.registry import game as game_named

FRAMES = 6
MOST_PLIES = 60  # of the game that is shown
SEED = 11  # by which all of them look well


@lru_cache(256)
def drawn(name: str, frame: int) -> bytes:
    """Draw one of the moments as SVG."""
    return _moments(name)[frame].svg().encode()


@lru_cache(32)
def _moments(name: str) -> tuple[Picture, ...]:
    match = Match(game_named(name, **game_named(name).sitting), SEED)
    chance, shown = random.Random(SEED), [_board(match)]
    while not match.over and len(shown) <= MOST_PLIES:
        match.play(chance.choice(match.legal()))
        shown.append(_board(match))
    first, step = 0.1 * (len(shown) - 1), 0.75 * (len(shown) - 1) / (FRAMES - 1)
    return tuple(shown[round(first + step * frame)] for frame in range(FRAMES))


def _board(match: Match) -> Picture:
    """Picture the board as its first seat sees it, without title and lines of text."""
    blocks = match.view(0).picture().blocks
    boards = tuple(block for block in blocks if not isinstance(block, Text))
    return Picture(boards or blocks)
