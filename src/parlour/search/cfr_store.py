"""Policies in files: a line that says what they are for, the numbers, and a digest over all of it.

The numbers are the chances of every action of both seats, by row and hand, as 32-bit floats. A file is read
only if its digest is right and it was made for the same game, options and rules; how good it is, is then
worked out anew.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.errors import BadOption
from parlour.core.files import read_plain
from parlour.core.paths import user_path
from parlour.search.cfr_form import GameForm
from parlour.search.cfr_solver import plan_of, policy_of

MAGIC = b"parlour policy\n"
FORMAT = 1
DIGEST = 32  # bytes
MOST_BYTES = 256 * 2**20


def save(path: str | Path, form: GameForm, plans: tuple[Any, Any], variant: str, iterations: int) -> None:
    """Write both seats' policies; the file is there whole or not at all."""
    header = {
        "format": FORMAT,
        "game": form.game.name,
        "options": form.game.changed_options(),
        "rules": form.signature(),
        "variant": variant,
        "iterations": iterations,
    }
    numbers = b"".join(policy_of(form, seat, plans[seat]).astype("<f4").tobytes() for seat in (0, 1))
    body = MAGIC + json.dumps(header).encode() + b"\n" + zlib.compress(numbers, 6)
    target = user_path(path)
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(body + hashlib.sha256(body).digest())
        draft.replace(target)
    except OSError as error:
        raise BadOption(f"{path}: cannot be written: {error.strerror or error}") from None


def load(path: str | Path, form: GameForm) -> tuple[tuple[Any, Any], dict[str, Any]]:
    """Read both seats' plans and what the file says of itself; raise BadOption if it is not for this game."""
    try:
        whole = read_plain(path, MOST_BYTES)
    except (OSError, ValueError) as error:  # also a NUL byte in the path
        reason = getattr(error, "strerror", None) or error
        raise BadOption(f"{path}: cannot be read: {reason}; name a file that cfr has written") from None
    body, digest = whole[:-DIGEST], whole[-DIGEST:]
    if not body.startswith(MAGIC):
        raise BadOption(f"{path}: is no file of a policy; leave file= out, or name one that cfr has written")
    if hashlib.sha256(body).digest() != digest:
        raise BadOption(f"{path}: is damaged; delete it, and it is made again")
    line, _, packed = body[len(MAGIC) :].partition(b"\n")
    header: dict[str, Any] = json.loads(line)
    if header["format"] != FORMAT:
        raise BadOption(
            f"{path}: has format {header['format']}, this version reads {FORMAT}; delete the file"
        )
    if header["game"] != form.game.name or header["rules"] != form.signature():
        made = f"{header['game']} with {header['options'] or 'its defaults'}"
        raise BadOption(f"{path}: was made for {made}, by other rules than are played; name another file")
    numbers = np.frombuffer(zlib.decompress(packed), "<f4").astype(np.float64)
    plans, at = [], 0
    for seat in (0, 1):
        side = form.sides[seat]
        drawn = numbers[at : at + side.rows * side.hands].reshape(side.rows, side.hands)
        at += drawn.size
        # The rounding to 32 bits goes: what is read adds up to 1 again.
        plans.append(plan_of(form, seat, policy_of(form, seat, drawn)))
    return (plans[0], plans[1]), header
