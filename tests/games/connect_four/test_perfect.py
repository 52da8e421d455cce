"""The perfect player of Connect Four against published scores, its own book format, and its limits."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np

import parlour
from build_connect_four_book import pack, plies
from parlour.core import rules
from parlour.core.bits import listed
from parlour.games.connect_four import State, legal
from parlour.games.connect_four.play import book, kernel
from parlour.games.connect_four.play.perfect import plies_to_end
from parlour.games.connect_four.play.positions import mirrored, scores_before

ROWS = json.loads((Path(__file__).parents[2] / "values" / "connect4_move_scores.json").read_text())[
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


def test_words_say_what_the_move_does_then_its_worth_and_no_score_twice() -> None:
    choice = parlour.analyse("connect_four", "4 1 4 1 4 2", "perfect", limit="nodes=100000000")
    assert choice.move == "4"
    assert choice.reasons[:2] == ("4 completes four in a row.", "Red wins at once.")
    assert len(choice.evidence["scores"]) == 7
    assert not any(c.note for c in choice.candidates)


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
        assert kernel.key_of(s.mine, s.mask, 0) == kernel.key_of(t.mine, t.mask, 0)


def test_a_limit_ends_in_sampling_and_says_so() -> None:
    choice = parlour.analyse("connect_four", "", "perfect:book=no", limit="nodes=20000")
    assert choice.evidence["source"] == "sampling"
    assert not choice.work["exact"]
    assert choice.reasons[-1].startswith("Not solved within")


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
    # OEIS A212693: positions after each disc, games that are over included; none is before the seventh disc.
    # One of each mirror pair is kept.
    published = (1, 7, 49, 238, 1120, 4263, 16422)
    for these, total in zip(plies(len(published) - 1), published, strict=True):
        doubled = set(these.keys.tolist())
        doubled |= set((mirrored(these.mine) + mirrored(these.mask)).tolist())
        assert len(doubled) == total


def test_a_packed_ply_comes_back() -> None:
    keys = plies(5)[-1].keys
    scores = (np.arange(len(keys)) % 37 - 18).astype(np.int8)
    back_keys, back_scores = book.unpack(pack(keys, scores))
    assert np.array_equal(back_keys, keys)
    assert np.array_equal(back_scores, scores)


def test_the_plies_of_the_book_agree_with_each_other() -> None:
    # Each stored ply from the next: 4 from 8, and a part of 8 from 12.
    every = plies(8)
    keys, scores = book.unpack((files("parlour.data") / book.file_of(8)).read_bytes())
    assert np.array_equal(keys, every[8].keys)
    for ply in (7, 6, 5, 4):
        scores = scores_before(every[ply], ply, every[ply + 1], scores)
    four = book.unpack((files("parlour.data") / book.file_of(4)).read_bytes())
    assert np.array_equal(four[0], every[4].keys)
    assert np.array_equal(four[1], scores)
    eight = dict(zip(every[8].keys.tolist(), book._stored(8)[1].tolist(), strict=True))
    for i in range(0, len(every[8].mine), 3000):
        s = State(int(every[8].mine[i]), int(every[8].mask[i]), 8, 0)
        after = [rules.play(s, a) for a in listed(legal(s))]
        found = [17 if t.won else -book.book_score(t) for t in after]
        assert max(found) == eight[int(every[8].keys[i])]


def test_the_book_agrees_with_search() -> None:
    late = plies(11)[-1]
    table = kernel.new_table(20)
    for i in range(700, len(late.mine), len(late.mine) // 12):
        s = State(int(late.mine[i]), int(late.mask[i]), 11, 0)
        assert book.book_score(s) == kernel.score_of(s, table, 1, kernel.new_counters(10**10))


def test_published_scores_from_the_book_alone() -> None:
    early = [row for row in ROWS if len(row["moves"]) < 12]
    assert len(early) > 20
    for row in early:
        choice = parlour.analyse("connect_four", row["moves"], "perfect")
        assert choice.evidence["source"] == "book"
        assert choice.work["nodes"] == 0
        for c in choice.candidates:
            assert choice.evidence["scores"][c.move] == row["move_scores"][c.action], row


def test_the_empty_board_in_words() -> None:
    # Allis and Allen, 1988: the first player wins from the middle, with the 41st disc (Tromp).
    choice = parlour.analyse("connect_four", "", "perfect")
    assert choice.move == "4"
    assert choice.reasons == (
        "4 takes the middle column, through which most lines of four run.",
        "Red can force a win in 21 moves, whatever Yellow plays.",
        "The next best, 3: with best play on both sides the game ends in a draw.",
        "All from the opening book.",
    )


def test_a_position_past_the_book_is_not_in_it() -> None:
    s = parlour.game("connect_four", position="4444412222266").start()
    assert s.ply == 13
    assert book.book_score(s) is None


def test_a_time_too_short_to_solve_ends_in_sampling() -> None:
    choice = parlour.analyse("connect_four", "444444222222", "perfect:book=no", limit="seconds=0.001")
    assert choice.evidence["source"] == "sampling"
    assert choice.work["simulations"] < 200_000  # what it samples without a time limit
