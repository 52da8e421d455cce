"""The perfect player of Connect Four against published scores, its own book format, and its limits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.core import rules
from parlour.experts import connect_four_book as book
from parlour.experts import connect_four_kernel as kernel
from parlour.experts.connect_four import plies_to_end

ROWS = json.loads((Path(__file__).parents[1] / "values" / "connect4_move_scores.json").read_text())[
    "positions"
]


def test_pons_scores_of_every_move() -> None:
    late = [row for row in ROWS if len(row["moves"]) >= 14]
    assert len(late) > 50
    for row in late:
        choice = parlour.analyse("connect_four", row["moves"], "perfect")
        for c in choice.candidates:
            assert choice.evidence["scores"][c.move] == row["move_scores"][c.action], row
        best = max(score for score in row["move_scores"] if score is not None)
        assert choice.evidence["scores"][choice.move] == best


def test_distances_are_those_of_a_plain_search() -> None:
    for row in [row for row in ROWS if len(row["moves"]) >= 22][:15]:
        plain = parlour.analyse("connect_four", row["moves"], "alphabeta:table=20", limit="nodes=50000000")
        exact = {c.action: (c.value, c.distance) for c in plain.candidates}
        perfect = parlour.analyse("connect_four", row["moves"], "perfect")
        assert {c.action: (c.value, c.distance) for c in perfect.candidates} == exact


def test_words_say_every_move() -> None:
    choice = parlour.analyse("connect_four", "4 1 4 1 4 2", "perfect", limit="nodes=100000000")
    assert choice.move == "4"
    assert "4 wins in 1" in choice.reasons[0]
    assert choice.reasons[0].count(",") == 6  # seven moves


def test_plies_to_end_by_hand() -> None:
    assert plies_to_end(18, 6) == 1  # the first player's fourth disc
    assert plies_to_end(18, 7) == 1
    assert plies_to_end(1, 0) == 41  # the published value of the empty board
    assert plies_to_end(-1, 0) == 42


def test_a_mirror_image_has_the_same_key_and_score() -> None:
    for row in ROWS[:60]:
        s = parlour.game("connect_four", position=row["moves"]).start()
        turned = "".join(str(8 - int(digit)) for digit in row["moves"])
        t = parlour.game("connect_four", position=turned).start()
        assert kernel.mirror(s.mask) == t.mask
        assert kernel.mirror(kernel.mirror(s.mine)) == s.mine
        assert book.book_key(s) == book.book_key(t)


def test_a_limit_ends_in_sampling_and_says_so() -> None:
    choice = parlour.analyse("connect_four", "", "perfect:book=no", limit="nodes=20000")
    assert choice.evidence["source"] == "sampling"
    assert not choice.work["exact"]
    assert choice.reasons[0].startswith("Not solved within")


def test_a_new_epoch_empties_the_table() -> None:
    moves = next(row["moves"] for row in ROWS if 16 <= len(row["moves"]) <= 18)
    s = parlour.game("connect_four", position=moves).start()
    table = kernel.new_table(16)
    work = []
    for epoch in (1, 1, 2):
        counters = kernel.new_counters(10**9)
        kernel.score_of(s, table, epoch, counters)
        work.append(int(counters[kernel.NODES]))
    assert work[1] < work[0]
    assert work[2] == work[0]


def test_book_positions_are_the_published_number() -> None:
    # OEIS A212693: 1, 7, 49, 238, 1120 positions; one of each mirror pair is kept.
    for ply, total in ((0, 1), (1, 7), (2, 49), (3, 238), (4, 1120)):
        kept = book.positions_at(ply)
        doubled = {(s.mine, s.mask) for s in kept}
        doubled |= {(kernel.mirror(s.mine), kernel.mirror(s.mask)) for s in kept}
        assert len(doubled) == total


def test_a_book_answers_its_ply_and_all_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = book.positions_at(2)
    scores = [n % 5 - 2 for n in range(len(positions))]
    keys = [book.book_key(s) for s in positions]
    np.savez_compressed(tmp_path / book.FILE, ply=2, keys=np.array(keys), scores=np.array(scores, np.int8))
    monkeypatch.setattr(book, "files", lambda _: tmp_path)
    book._book.cache_clear()
    book.book_score.cache_clear()
    try:
        by_key = dict(zip(keys, scores, strict=True))
        start = parlour.game("connect_four").start()
        replies = []
        for a in range(7):
            after = rules.play(start, a)
            answers = [-by_key[book.book_key(rules.play(after, b))] for b in range(7)]
            assert book.book_score(after) == max(answers)
            replies.append(-max(answers))
        assert book.book_score(start) == max(replies)
        deeper = rules.play(rules.play(rules.play(start, 0), 0), 0)
        assert book.book_score(deeper) is None
    finally:
        book._book.cache_clear()
        book.book_score.cache_clear()
