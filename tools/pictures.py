"""Draw the README's picture: the end of a real game, played by two levels from a fixed seed.

Run `python tools/pictures.py` to draw it again.
"""

from __future__ import annotations

from pathlib import Path

import parlour

HERE = Path(__file__).resolve().parents[1] / "docs" / "images"


def main() -> None:
    """Play the game and write the picture of its last position."""
    game = parlour.game("connect_four")
    record = parlour.play(game, ["hard", "expert"], seed=7)
    last = record.replay().state
    (HERE / "connect_four.svg").write_text(game.picture(last).svg() + "\n", encoding="utf-8")
    print(f"{' '.join(record.moves)}: {record.returns}")


if __name__ == "__main__":
    main()
