"""A commitment: what a referee publishes before the first move, so that the deal cannot be changed after it.

It is the SHA-256 of a few lines that anyone can write again once the seed is told, at the end:

    parlour-commitment-1
    game NAME
    option NAME VALUE      for each that is not at its default, by name; the value as it stands in the record
    seed N

each line with its newline. It gives nothing away where the seed is of many random bits, as a server's are; a
short seed could be found by trying. See docs/verify.md.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

from parlour.core.keys import check_seed

if TYPE_CHECKING:
    from parlour.core.game import Game

FORMAT = "parlour-commitment-1"


def commit(game: Game, seed: int) -> str:
    """Return the commitment to a seed for the game as a match plays it, its secret and drawn options too."""
    return sha256(committed_text(game, seed).encode()).hexdigest()


def committed_text(game: Game, seed: int) -> str:
    """Write what a commitment is the hash of; no value holds a newline, so no two games share a text."""
    check_seed(seed)
    options = sorted(game.changed_options().items())
    lines = [f"option {k} {json.dumps(v, ensure_ascii=False, separators=(',', ':'))}" for k, v in options]
    return "\n".join([FORMAT, f"game {game.name}", *lines, f"seed {seed}", ""])


def is_commitment(value: object) -> bool:
    """Say whether it can be a commitment: 64 hex digits, small letters."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None
