"""Build the table of checkers endgames with up to four pieces that ships with the package.

    python tools/build_checkers_table.py

It takes under a minute and writes src/parlour/data/checkers_endgames.bin, the same bytes every time.
"""

from __future__ import annotations

from pathlib import Path

import parlour
from checkers_retrograde import build
from parlour.games.checkers.play.endgames import FILE, pack

TARGET = Path(parlour.__file__).parent / "data" / FILE


def main() -> None:
    """Build, pack and write the table."""
    parlour.game("checkers")
    table, impossible = build()
    packed = pack(table, impossible)
    TARGET.write_bytes(packed)
    print(f"{len(table) - int(impossible.sum()):,} positions in {len(packed):,} bytes: {TARGET}")


if __name__ == "__main__":
    main()
