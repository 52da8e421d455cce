"""Checkers against published counts, independent generators, and OpenSpiel, turn by turn."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour import OVER, Match, Stream, game
from parlour.core.errors import IllegalMove, InvalidMove
from parlour.core.rules import evaluate, order, random_action
from parlour.games import checkers
from parlour.games.checkers import path, play, read, to_fen, whole_moves, write
from parlour.search.perft import leaves_at
from parlour.search.playout import playouts

from ..helpers import drawn, refuses_move, refuses_option, stored
from .referee import compare

KNOWN = stored("checkers")
IT = game("checkers")


def at(fen, **options):
    return game("checkers", position=fen, **options).start()


def full_words(s):
    """Write every legal move with all its squares."""
    return sorted(
        "x".join(map(str, path(s, m))) if len(m) > 1 else checkers.format(s, m[0]) for m in whole_moves(s)
    )


def played(s, *moves):
    """Play whole moves."""
    for text in moves:
        for action in read(s, text):
            s = IT.play(s, action)
    return s


def pieces_of(fen):
    """Take a FEN apart, so that the order of squares does not matter."""
    side, *parts = fen.split(":")
    return side, {part[0]: set(filter(None, part[1:].split(","))) for part in parts}


# -- moves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", range(12))
def test_turn_sequences_of_bik_2009(depth):
    assert leaves_at(IT.start(), depth) == KNOWN["perft_initial"].get(str(depth), 1)


def test_first_moves():
    assert full_words(IT.start()) == sorted(KNOWN["divide18"])
    assert pieces_of(to_fen(IT.start())) == pieces_of(KNOWN["initial_fen"])


def test_legal_moves_and_sequences_of_independent_generators():
    for row in KNOWN["movegen_positions"]:
        s = at(row["fen"])
        assert full_words(s) == sorted(row["legal"]), row["fen"]
        assert [leaves_at(s, depth) for depth in range(1, 6)] == row["perft"], row["fen"]
        assert pieces_of(to_fen(s)) == pieces_of(row["fen"])


def test_positions_and_games_of_open_spiel():
    it = game("checkers", forty=20, advance=False)
    results = {"B": (1.0, -1.0), "W": (-1.0, 1.0), "draw40": (0.0, 0.0)}
    for row in stored("diff_checkers")["positions"]:
        s = played(it.start(), *row["moves"])
        assert pieces_of(to_fen(s)) == pieces_of(row["fen"])
        assert full_words(s) == row["legal"]
        assert s.quiet == row["plies_without_capture"]
        assert (it.turn(s) == OVER) == row["terminal"]
        s = played(s, *row["playout"])
        assert pieces_of(to_fen(s)) == pieces_of(row["final_fen"])
        assert it.turn(s) == OVER
        assert it.returns(s) == results[row["result"]]


def test_random_games_go_as_in_open_spiel():
    tally = compare(2000, seed=1)
    assert tally.differences == []
    assert tally.turns > 100_000


def test_captures_are_forced_but_any_will_do():
    assert full_words(at("B:W18,19,26:B14,15,1")) == ["14x23x30", "15x22x31", "15x24"]


def test_men_go_forward_and_kings_both_ways():
    assert full_words(at("B:WK32:B14")) == ["14-17", "14-18"]
    assert full_words(at("B:WK32:BK14")) == ["14-10", "14-17", "14-18", "14-9"]
    assert full_words(at("W:W18:BK32")) == ["18-14", "18-15"]
    assert full_words(at("B:W9,10:B14,1")) == ["1-5", "1-6", "14-17", "14-18"]  # no man jumps backwards


def test_crowning_ends_the_turn():
    s = at("B:W26,27,5:B22")
    assert full_words(s) == ["22x31"]  # a king could go on over 27
    s = played(s, "22x31")
    assert IT.turn(s) == 1
    assert to_fen(s) == "W:W5,27:BK31"


def test_a_king_may_jump_in_a_circle():
    s = at("B:W6,7,14,15:BK2")
    assert full_words(s) == ["2x11x18x9x2", "2x9x18x11x2"]
    after = played(s, "2x9x18x11x2")
    assert to_fen(after) == "W:W:BK2"
    assert IT.turn(after) == OVER
    assert IT.returns(after) == (1.0, -1.0)


def test_several_jumps_are_several_actions_of_one_seat():
    s = at("B:W6,14,23,31:B2")
    match = Match(game("checkers", position="B:W6,14,23,31:B2"), 1)
    for text in ("2x9", "9x18", "18x27"):
        assert match.turn == 0
        match.play(text)
    assert match.turn == 1
    assert checkers.square_of(play(s, whole_moves(s)[0][0]).jumper.bit_length() - 1) == 9
    assert match.moves() == ["2x27"]
    assert match.record().replay().state == match.state
    match.undo()
    assert (match.ply, match.turn) == (0, 0)
    match.play("2x27")
    assert (match.ply, match.turn) == (3, 1)


def test_who_cannot_move_loses():
    s = at("B:W5:BK6")
    after = played(s, "6-1")  # White's only man is blocked
    assert IT.turn(after) == OVER
    assert IT.legal(after) == []
    assert IT.returns(after) == (1.0, -1.0)
    assert IT.show(after).endswith("Black wins")


# -- draws -------------------------------------------------------------------------------------------------

SHUFFLE = ("28-24", "5-9", "24-28", "9-5")


def test_forty_moves_of_each_side_without_progress_are_a_draw():
    s = at("B:WK5:BK28", forty=3)
    for number, text in enumerate((*SHUFFLE, *SHUFFLE[:2]), 1):
        assert IT.turn(s) == (number - 1) % 2
        s = played(s, text)
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (0.0, 0.0)
    assert IT.show(s).endswith("A draw: 3 moves of each side without a capture or a move of a man")


def test_an_advance_is_progress_unless_only_captures_are():
    for advance, quiet in ((True, 1), (False, 3)):
        s = played(at("B:WK5,32:BK28,1", advance=advance), "28-24", "32-28", "24-19")
        assert s.quiet == quiet
    assert played(at("B:W19:BK28,15", advance=False), "15x24").quiet == 0


def test_a_position_for_the_third_time_is_a_draw_where_that_is_the_rule():
    s = t = at("B:WK5:BK28", threefold=True)
    for number, text in enumerate(SHUFFLE * 2, 1):
        assert IT.turn(s) != OVER, number
        s = played(s, text)
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (0.0, 0.0)
    assert IT.show(s).endswith("for the third time")
    assert IT.turn(played(at("B:WK5:BK28"), *SHUFFLE * 2)) == 0
    t = played(t, *SHUFFLE, *SHUFFLE[:3], "9-6")
    assert IT.turn(t) == 0


def test_repetitions_are_forgotten_after_progress():
    s = played(at("B:WK5,31:BK28,10", threefold=True), "28-24", "31-26")
    assert s.quiet == 0
    assert not any(s.past)
    s = played(s, *("24-28", "5-9", "28-24", "9-5") * 2)
    assert IT.turn(s) == OVER
    assert IT.returns(s) == (0.0, 0.0)


@pytest.mark.parametrize("advance", [True, False])
def test_a_third_time_is_what_counting_positions_finds(advance):
    """Men stand about and are crowned; a count of positions since the start is the judge."""
    it, drawn_by_it = game("checkers", position="B:W13,K29,K30:B20,K2,K3", threefold=True, advance=advance), 0
    for seed in range(60):
        rng, s = Stream.of(seed, "thrice"), it.start()
        times = Counter([to_fen(s)])
        while it.turn(s) != OVER:
            s = play(s, random_action(s, rng))
            times[to_fen(s)] += s.jumper == 0
            thrice = times[to_fen(s)] == 3
            assert thrice == (s.quiet > s.limit)
            drawn_by_it += thrice
    assert drawn_by_it > 10


def test_losing_comes_before_the_count():
    s = played(at("B:W5:BK6:H1", forty=1), "6-1")
    assert s.quiet == s.limit
    assert IT.returns(s) == (1.0, -1.0)


def test_random_play_ends_within_reason():
    total, squares = playouts(IT.start(), Stream([1]), 2000, 0)
    assert abs(total) < 300  # neither side is much better off at random
    assert 500 < squares < 2000  # and most games, not all, are decided


# -- words -------------------------------------------------------------------------------------------------


def test_moves_are_read_in_every_form_of_pdn():
    s = at("B:W6,14,23,31:B2")
    whole = list(whole_moves(s)[0])
    for text in ("2x9x18x27", "2x27", "2x18x27", "2x9x27", "2X9X18X27", "2:27", "2*27"):
        assert read(s, text) == whole
    assert read(s, "2x9") == whole[:1]
    assert read(s, "2x9x18") == whole[:2]
    assert write(s, whole) == ["2x27"]
    assert write(s, whole[:2]) == ["2x9x18"]  # a turn half made
    mid = play(s, whole[0])
    assert read(mid, "9x27") == whole[1:]
    assert IT.show(mid).endswith("Black (●) to jump on from 9")


def test_ambiguous_jumps_need_their_path():
    s = at("B:W6,7,14,15:B2")
    with pytest.raises(InvalidMove, match="2x18 may be 2x9x18 or 2x11x18: write the squares in between"):
        read(s, "2x18")
    assert [write(s, m) for m in whole_moves(s)] == [["2x9x18"], ["2x11x18"]]
    assert IT.moves(s) == ["2x9x18", "2x11x18"]
    assert IT.moves(play(s, whole_moves(s)[0][0])) == ["9x18"]


def test_what_is_no_move_and_what_is_illegal():
    s = IT.start()
    for text in ("", "11", "11-", "33-29", "0-4", "eleven", "11+15", "11-15-", "١-٥"):
        refuses_move(IT, s, text, InvalidMove)
    for text in ("11-14", "11x15", "11x18", "1-5", "1-32", "22-18", "11-15-18"):
        refuses_move(IT, s, text, IllegalMove)


def test_lines_of_moves_with_and_without_numbers():
    row = next(r for r in stored("diff_checkers")["positions"] if "25x18x11" in r["moves"])
    s, actions = IT.start(), []
    for text in row["moves"]:
        actions += read(s, text)
        s = played(s, text)
    numbered = " ".join(
        (f"{n // 2 + 1}. " if n % 2 == 0 else "") + text for n, text in enumerate(row["moves"])
    )
    assert IT.read_moves(" ".join(row["moves"])) == IT.read_moves(numbered) == actions
    assert IT.read_moves("1.11-15 23-19 2...8-11, 22-17") == IT.read_moves("11-15 23-19 8-11 22-17")
    with pytest.raises(IllegalMove, match="move 2: checkers: '11-15' is illegal here; legal: 21-17 22-18"):
        IT.read_moves("11-15 11-15")


def test_games_written_as_whole_moves_are_read_back():
    jumps = 0
    for seed in range(60):
        rng, s, actions = Stream.of(seed, "words"), IT.start(), []
        while IT.turn(s) != OVER:
            actions.append(random_action(s, rng))
            s = play(s, actions[-1])
        words = write(IT.start(), actions)
        assert IT.read_moves(words) == IT.read_moves(" ".join(words)) == actions
        jumps += len(actions) - len(words)
    assert jumps > 50


def test_positions_are_set_up_and_mistakes_are_named():
    fen = "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"
    assert pieces_of(to_fen(at(fen))) == pieces_of(fen)
    assert at("w : b 1-3, K9 : w K30.") == at("W:WK30:BK9,1,2,3:H0:F1")
    assert at("B:WK30:B1:H7").quiet == 7
    assert IT.turn(at("W:W30:B1")) == 1
    for fen, says in (
        ("X:W1:B2", "needs a FEN such as B:W21-32:B1-12"),
        ("B", "needs a FEN"),
        ("B:W40:B1", "'40' is not a square from 1 to 32"),
        ("B:W9-5:B1", "'9-5' is not a square"),
        ("B:W9,9:B1", "two pieces on square 9"),
        ("B:W9:B9", "two pieces on square 9"),
        ("B:W3:B9", "a man on square 3 would be a king; write K3"),
        ("B:W9:B31", "write K31"),
        ("B:W9:R31", "should be W or B"),
        ("B:W13-26:B1", "more than 12 pieces"),
        ("B:WK9:BK1:H80", "drawn already, after 80 turns"),
        ("B:W" + "9" * 300, "is not a square"),
    ):
        refuses_option("checkers", says, position=fen)
    refuses_option("checkers", "forty=0: needs a whole number from 1 to 100", forty=0)


# -- hints and drawing -------------------------------------------------------------------------------------


def test_evaluation_has_the_sign_of_the_material():
    assert evaluate(IT.start(), 0) == evaluate(IT.start(), 1) == 0.0
    for fen in ("B:W21,22:B9,10,11", "W:W21,22:B9,10,11", "B:WK21:BK9,K10", "W:W13:BK9,K2"):
        s = at(fen)
        assert evaluate(s, 0) == -evaluate(s, 1) > 0.1


def test_order_prefers_crowning_to_leaving_the_back_rank():
    s = at("B:WK32:B2,18,26,K5")
    hints = {checkers.format(s, a): order(s, a) for a in IT.legal(s)}
    assert sorted(hints, key=hints.__getitem__)[-2:] == ["26-30", "26-31"]
    assert hints["2-6"] == 0.0 < hints["18-22"]


def test_drawing():
    s = played(IT.start(), "11-15", "22-18", "15x22", "25x18")
    assert IT.show(s) == drawn("""
Checkers

      ┌────────────────────────────────┐
  1-4 │     ●       ●       ●       ●  │
  5-8 │ ●       ●       ●       ●      │
 9-12 │     ●       ●       11      ●  │
13-16 │ 13      14      15      16     │
17-20 │     17      ○       19      20 │
21-24 │ ○       22      ○       ○      │
25-28 │     25      ○       ○       ○  │
29-32 │ ○       ○       ○       ○      │
      └────────────────────────────────┘

Black (●) to move
""")
    assert "◉" in IT.show(at("B:WK30:BK9"))
    assert "◎" in IT.show(at("B:WK30:BK9"))
    mid = play(at("B:W6,14:B2"), whole_moves(at("B:W6,14:B2"))[0][0])
    assert "[●]" in IT.show(mid)
