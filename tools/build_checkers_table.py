"""Build the table of checkers endgames with up to four pieces that ships with the package.

    python tools/build_checkers_table.py

It takes under a minute and writes src/parlour/data/checkers_endgames.bin, the same bytes every time.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from checkers_retrograde import build
from parlour.games.checkers.play.endgames import FILE

TARGET = Path(parlour.__file__).parent / "data" / FILE


def pack(table: Any, impossible: Any) -> bytes:
    """Compress a table; places of impossible positions take their neighbour's value, which costs no room."""
    source = np.where(impossible, 0, np.arange(len(table)))
    return lzma.compress(table[np.maximum.accumulate(source)].tobytes(), preset=9 | lzma.PRESET_EXTREME)


def main() -> None:
    """Build, pack and write the table."""
    parlour.game("checkers")
    table, impossible = build()
    packed = pack(table, impossible)
    TARGET.write_bytes(packed)
    print(f"{len(table) - int(impossible.sum()):,} positions in {len(packed):,} bytes: {TARGET}")


if __name__ == "__main__":
    main()
