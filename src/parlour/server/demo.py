"""Boards for the lobby: a few moves in a row of a game that was played at random, drawn without words."""

from __future__ import annotations

import gzip
import random
from functools import lru_cache

from parlour.core.draw.data import picture_data
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.picture import Picture, Text
from parlour.server.outgoing import dumped

MOMENTS = 12
MOST_PLIES = 60  # of the game that is shown
BEGIN = 0.3  # of its length: there is something on the board by then, and not yet everything
SEED = 11  # by which all of them look well


@lru_cache(64)
def told(game: Game) -> bytes:
    """Tell the boards of a game as JSON, one move after the other."""
    match = Match(Game(game.module, **game.sitting), SEED)
    chance, boards = random.Random(SEED), [_board(match)]
    while not match.over and len(boards) <= MOST_PLIES:
        match.play(chance.choice(match.legal()))
        boards.append(_board(match))
    begin = round(BEGIN * (len(boards) - 1))
    return dumped({"moments": [picture_data(board) for board in boards[begin : begin + MOMENTS]]})


@lru_cache(64)
def packed(game: Game) -> bytes:
    """Pack them: one board is much like the next."""
    return gzip.compress(told(game), 9, mtime=0)


def _board(match: Match) -> Picture:
    """Picture the board as its first seat sees it, without title and lines of text."""
    blocks = match.view(0).picture().blocks
    boards = tuple(block for block in blocks if not isinstance(block, Text))
    return Picture(boards or blocks)
