"""Portable Draughts Notation: a published game, files with everything PDN allows, and what is no PDN."""

from __future__ import annotations

import pytest

from parlour import Match, Stream, game
from parlour.core.errors import BadRecord
from parlour.core.rules import random_action
from parlour.games.checkers import to_fen
from parlour.games.checkers.pdn import Sheet, match_of, read, read_pdn, sheet_of, write, write_pdn

# The example of checkers in the documents of PDN 3.0 (Wieger Wesselink).
DYKE = """\
[Event "Double Corner Dyke"]
[Black "Jordan,A"]
[White "Tesheliet,F"]
[Result "1/2-1/2"]
[GameType "21"]

1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Forms the Double Corner Dyke, With
 black aiming to occupy sqr 19, attacking white's double corner.} 23x16
4. 12x19 24x15 5. 10x19 17x10 6.  6x15 21-17 7.  5-9 29-25 8.  8-12 25-21
9.  7-10 17-13 10.  1-6 {It seems unwise to abondon the key back row sqr 1,
 but it is necessary to prevent 13-9..} 27-24 11.  4-8 32-27 12.  9-14
27-23 13.  3-7 23x16 14. 12x19 22-17 15.  7-11 26-23 16. 19x26 30x23
17.  8-12 24-20 18. 15-18 23-19 19. 11-15 20-16 20. 15x24 28x19 21.  2-7
31-26 22. 18-23 26-22 23. 23-27 16-11 {! a really beautiful escape}
24.  7x23 22-18 *
"""
# Tinsley-Cameron, national tournament of the USA, 1956, with the position after 25 moves, as Bob Newell shows
# them ("Tinsley's Choice", The Checker Maven, bobnewell.net). Tinsley won.
CHOICE = """\
[Event "US National Tournament"]
[Date "1956"]
[Black "Tinsley, Marion"]
[White "Cameron, A."]
[Result "0-1"]

1. 9-14 24-19 2. 11-15 22-18 3. 15x24 18x9 4. 5x14 28x19 5. 8-11 25-22 6. 11-15 32-28
7. 15x24 28x19 8. 7-11 22-18 9. 1-5 18x9 10. 5x14 29-25 11. 4-8 25-22 12. 11-15 22-18
13. 15x24 27x20 14. 6-9 26-22 15. 8-11 30-26 16. 10-15 22-17 17. 15x22 17x10 18. 22-25 23-18
(18... 10-6 {would hold the draw}) {Loses.} 19. 25-30 26-23 20. 9-13 18-14 21. 30-25 14-9
22. 25-22 9-5 23. 22-25 5-1 24. 2-6 10-7 25. 3x10 1-5 0-1
"""
# Loy-Chinook, the first game of their match, 1991, as Jim Loy prints it ("1991 Fax match - Chinook-Loy",
# jimloy.com), jumps written with a dash and only moves with a star as in books. White won.
FAX = """\
[Event "Fax match"] [Date "1991"] [Black "Loy, Jim"] [White "Chinook"] [Result "1-0"]
10-14 23-19 11-16 19-15 16-20 26-23 12-16 15-10! 6-15 24-19 15-24 28-12 7-10 22-17 9-13 30-26!
13-22 25-9 5-14 26-22 2-7 29-25 8-11 22-17! 11-15? 25-22 7-11* 17-13 1-6 27-24! 20-27 31-24
11-16!? 24-20 15-19 20-11 19-26 22-17 1-0
"""
CROWDED = """\
% a line for programs
[Event "Odds and ends \\"quoted\\""]
[SetUp "1"]
[FEN "W:W30,31,K10:B6,14,23"]
; the whole line is a comment
1... 10x17 $4 (1... 10x1 {another way} (and deeper) 2. 23x32) {why not} {indeed!}
2. 23-26! 30x23?! 0-2

[Event "Next"] 1. 11-15 1-0
[Event "Bare"]
1. 11x15
"""


def test_a_published_game():
    (sheet,) = read_pdn(DYKE)
    assert sheet.tags["Black"] == "Jordan,A"
    assert sheet.result == "1/2-1/2"  # of the tag: the text ends in *
    assert len(sheet.moves) == 48
    assert sheet.comments[46] == "! a really beautiful escape"
    match = match_of(sheet)
    assert (match.agreed, match.returns, match.full_record().ended) == (True, (0.0, 0.0), "agreed")
    assert sheet_of(match.full_record().replay()).result == "1/2-1/2"
    assert len(match.actions) == 49  # 7x23 are two jumps
    assert to_fen(match.state) == "B:W13,17,18,21:B6,10,12,14,23,27"
    assert sheet_of(match).moves == sheet.moves
    (again,) = read_pdn(write_pdn(sheet))
    assert (again.moves, again.comments, again.result) == (sheet.moves, sheet.comments, sheet.result)
    assert all(len(line) < 80 for line in write_pdn(sheet).splitlines())


def test_games_of_champions():
    (sheet,) = read_pdn(CHOICE)
    assert to_fen(match_of(sheet).state) == "B:WK5,20,21,23,31:B6,10,11,12,13,K25"
    assert sheet.comments == {36: "Loses."}
    assert match_of(sheet).returns == (1.0, -1.0)
    (sheet,) = read_pdn(FAX)
    match = match_of(sheet)
    assert match.returns == (-1.0, 1.0)
    assert match.moves()[:13][8:] == ["6x15", "24-19", "15x24", "28x12", "7-10"]  # 28-12 are two jumps
    both = list(read(CHOICE + "\n" + FAX))
    assert [m.moves() for m in read(write(both))] == [m.moves() for m in both]


def test_red_is_black_and_comes_first():
    """As in transcripts of the American Checker Federation: 1-0 means that Red, who moves first, has won."""
    (sheet,) = read_pdn('[Red "Ann"] [White "Bob"] [Result "1-0"] 1. 11-15 23-19 1-0')
    match = match_of(sheet)
    assert (match.seats, match.returns) == (("Ann", "Bob"), (1.0, -1.0))
    (again,) = read_pdn(write([match]))
    assert (again.tags["Black"], again.result) == ("Ann", "0-1")


def test_everything_that_pdn_allows():
    first, second, third = read_pdn(CROWDED.replace("(and deeper)", "(2. 14-17)"))
    assert first.tags["Event"] == 'Odds and ends "quoted"'
    assert first.moves == ("10x17", "23-26", "30x23")
    assert first.comments == {0: "the whole line is a comment", 1: "why not indeed!"}
    assert first.result == "0-1"
    match = match_of(first)
    assert to_fen(match.state) == "B:WK17,23,31:B6"
    assert match.loser == 1
    assert match.reason == "resigned"
    assert (second.tags["Event"], second.moves, second.result) == ("Next", ("11-15",), "1-0")
    assert match_of(second).returns == (-1.0, 1.0)
    with pytest.raises(BadRecord, match="line 11: move 1: checkers: '11x15' is illegal here; legal: 9-13"):
        match_of(third)
    (again,) = read_pdn(write_pdn(first))
    assert again == Sheet({**again.tags, **first.tags}, first.moves, first.comments, "0-1")


def test_jumps_may_be_written_one_by_one():
    (sheet,) = read_pdn('[FEN "B:W6,14,23,31:B2"] 1. 2x9 9x18 18x27 31x24 *')
    assert to_fen(match_of(sheet).state) == "B:W24:B"
    assert sheet_of(match_of(sheet)).moves == ("2x27", "31x24")


def test_random_games_survive_the_way_to_paper_and_back():
    sheets, states = [], []
    for seed in range(30):
        match, rng = Match(game("checkers"), seed, ("one", "two")), Stream.of(seed, "paper")
        while not match.over and match.ply < 40 + seed:
            match.play(random_action(match.state, rng))
        sheets.append(sheet_of(match, {"Round": str(seed)}))
        states.append(match.state)
    read = read_pdn(write_pdn(sheets))
    assert [sheet.moves for sheet in read] == [sheet.moves for sheet in sheets]
    assert [sheet.result for sheet in read] == [sheet.result for sheet in sheets]
    assert {sheet.tags["White"] for sheet in read} == {"two"}
    for sheet, state in zip(read, states, strict=True):
        reached = match_of(sheet).state
        assert (to_fen(reached), reached.jumper) == (to_fen(state), state.jumper)


def test_what_is_no_pdn():
    with pytest.raises(BadRecord, match=r"line 2: 'e4 e5' is not PDN; moves are 11-15 or 22x15"):
        read_pdn('[Event "chess"]\ne4 e5')
    with pytest.raises(BadRecord, match="GameType 20 is not English draughts, which is 21"):
        match_of(Sheet({"GameType": "20,W,10,10"}))
    with pytest.raises(BadRecord, match="checkers: position: two pieces on square 9"):
        match_of(Sheet({"FEN": "B:W9:B9"}))
    for text, says in (("1. 11-15\n(23-19", "has no end"), ("1. 11-15\n) 23-19", "ends that never began")):
        with pytest.raises(BadRecord, match=f"line 2: a variation {says}"):
            read_pdn(text)
    assert read_pdn("") == []


@pytest.mark.parametrize(
    ("told", "result"),
    [("2-0", "1-0"), ("0-2", "0-1"), ("1-1", "1/2-1/2"), ("1-0", "1-0"), ("0-0", "*"), ("*", "*"), ("", "*")],
)
def test_results_of_either_kind(told, result):
    (sheet,) = read_pdn(f"\ufeff1. 11-15 23-19 {told}")
    assert (sheet.moves, sheet.result) == (("11-15", "23-19"), result)
    (sheet,) = read_pdn(f'[Result "{told}"]\r\n1. 1-2 2-10 10-14')
    assert (sheet.moves, sheet.result) == (("1-2", "2-10", "10-14"), result)
