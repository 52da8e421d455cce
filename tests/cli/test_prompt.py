"""The moves that a prompt and the order `moves` name: some of every kind, the last, all typeable."""

from __future__ import annotations

import pytest

import parlour
from parlour.cli.prompt import WIDEST, in_short, kind, listing, offered
from parlour.core import rules
from parlour.core.match import Match
from parlour.core.rules import MIDWAY

POSITIONS = 6


def named(text: str) -> list[str]:
    return [move for move in text.split(" | " if " | " in text else " ") if move != "..."]


@pytest.mark.parametrize("name", parlour.game_names())
def test_every_kind_is_offered_and_the_last_and_all_can_be_typed(name):
    match = Match(parlour.game(name), 1)
    for step in range(POSITIONS):
        if match.over:
            return
        view = match.view(match.turn)
        moves, text = view.moves(), offered(view)
        told = named(text)
        assert {kind(move) for move in told} >= {kind(move) for move in moves}
        assert moves[-1] in told
        assert len(text) <= WIDEST + 20
        if len(moves) <= 8 and len(" | ".join(moves)) <= WIDEST:
            assert set(moves) <= set(told)
        for move in told:
            s = view.world()
            for action in view.game.read(view.state, move):
                s = view.game.play(s, action)
            assert rules.turn(s) != view.seat or rules.stage(s) != MIDWAY
        match.play(moves[step % len(moves)])


def test_gaps_are_shown():
    assert in_short([f"{n}:1" for n in range(1, 21)]) == "1:1 2:1 3:1 4:1 5:1 6:1 7:1 ... 20:1"
    assert in_short(["1", "2", "both:1", "both:2"]) == "1 2 both:1 both:2"
    assert in_short([str(n) for n in range(9)]) == "0 1 2 3 4 5 6 7 8"
    assert in_short([]) == ""


def test_calls_and_endings_are_offered(run):
    ran = run("play", "wythoff", stdin="")
    assert "both:1 ... both:8)>" in ran.out
    match = Match(parlour.game("liars_dice"), 1)
    match.play("1x2")
    assert named(offered(match.view(match.turn)))[-1] == "liar"


def test_words_are_all_told_up_to_a_dozen():
    words = [f"{chr(97 + n) * 3}" for n in range(20)]
    assert named(in_short(words)) == [*words[:11], words[-1]]


def test_moves_tells_that_several_cards_can_be_laid(run):
    ran = run("play", "bluff", "--seed", 1, stdin="moves\n")
    line = " ".join(ran.out.partition("moves\n")[2].partition("your move")[0].split())
    assert line.startswith("13 legal: 3s as 2 | 3h as 2 | ")
    assert line.endswith(
        "; and 1,079 others, such as 3s,3h as 2 | 3s,3h,4d as 2 | 3s,3h,4d,5s as 2"
    )  # 13 + 78 + 286 + 715 in all


def test_moves_lists_all_where_they_are_few():
    match = Match(parlour.game("bluff", seats=8), 1)
    text = listing(match.view(match.turn))
    number = sum(view_choose(7, k) for k in range(1, 5))
    assert text.startswith(f"{number} legal: ")
    assert len(named(text.partition("legal: ")[2])) == number


def view_choose(n: int, k: int) -> int:
    from math import comb

    return comb(n, k)


def test_midway_the_ending_is_offered(run):
    ran = run("play", "bluff", "--seed", 1, stdin="3s\nas 2\n")
    assert "| as 2)> as 2" in ran.out
    assert "You have laid 3s" in ran.out


def test_a_hint_can_be_typed_as_it_stands(run, monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    ran = run("play", "bluff", "--seed", 1, "--level", "easy", stdin="hint medium\n")
    move = next(line for line in ran.out.splitlines() if line.startswith("move: ")).removeprefix("move: ")
    assert " as 2" in move
    again = run("play", "bluff", "--seed", 1, "--level", "easy", stdin=f"{move}\n")
    assert "about to lay" not in again.out
    assert "You have laid " in again.out
