"""What was measured on a GPU is drawn as a table, and a measurement without one too."""

from __future__ import annotations

import parlour.bench.gpu as bench
from parlour.bench.gpu_text import COLUMNS, figure, head, line, page


def test_a_measurement_becomes_a_table(monkeypatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    settings = bench.Settings(seconds=0.001, device="cpu")
    rows = bench.run(["tic_tac_toe"], settings)
    lines = page(bench.document(rows, settings)).splitlines()
    assert lines[0].startswith("No GPU; ")
    assert lines[2] == f"| {' | '.join(COLUMNS)} |"
    assert lines[4].startswith("| tic_tac_toe | ")
    assert all(text.count("|") == len(COLUMNS) + 1 for text in lines[2:])


def test_a_line_fits_a_terminal_and_tells_what_was_refused() -> None:
    done = bench.Figures(10**9, 0.25, 0.1, 0.01, 21.3, 0.1)
    row = bench.Row("ultimate_tic_tac_toe", done, done, done, 12.0, True, False, known_to_pgx=False)
    told = line(row.to_json())
    assert told.endswith("NO")
    assert len(told) == len(head()) <= 100
    assert line(bench.Row("mine", refused="mine cannot be compiled").to_json()).endswith("be compiled")


def test_figures_have_three_digits() -> None:
    assert [figure(x) for x in (None, 812.4, 36_900.0, 999_900.0, 3.61e9)] == [
        "none",
        "812",
        "36.9k",
        "1M",
        "3.61G",
    ]
