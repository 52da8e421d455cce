"""Nothing a player may not know reaches the screen or the log, whatever is asked for."""

from __future__ import annotations

import re
import shutil

import pytest

import parlour

NAMES = parlour.game("kuhn_poker").names.names
NAME = re.compile(r"kuhn_poker-\d{8}-\d{6}-[0-9a-f]{6}")  # of a file: when it was begun, and chance
CURIOUS = "hint\nwhy\nmoves\nboard\nundo\nlevel\nhelp\nzz\nhint random\n"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("own", "others"), [("K", "QJ"), ("Q", "KJ"), ("J", "KQ")])
def test_two_deals_look_alike_until_the_showdown(run, state, seed, own, others):
    """An opponent that does not look at its card plays the same with both, so all must look the same."""
    screens = []
    for card in others:
        ran = run(
            *("play", "kuhn_poker", "--seats", "human,random", "--seed", seed, "--verbose"),
            *("--option", f"deal={own}/{card}"),
            stdin=f"{CURIOUS}{'bet' if seed % 2 else 'check'}\n{CURIOUS}fold\nwhy\n",
        )
        assert ran.code == 0
        screens.append((NAME.sub("NAME", ran.out), ran.err))
        shutil.rmtree(state)
    (out, err), (other_out, other_err) = screens
    showdown = re.compile(rf"^{NAMES[1]} (?:calls 1|checks)$", re.M)
    if showdown.search(out):  # the cards are on the table: compare what came before
        out, other_out = (showdown.split(text)[0] for text in (out, other_out))
        assert "your move" in out
        err, other_err = "", ""
    assert out == other_out
    assert [_timeless(line) for line in err.splitlines()] == [
        _timeless(line) for line in other_err.splitlines()
    ]


def _timeless(line: str) -> str:
    return line.partition(" decided in ")[0]


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_what_is_asked_before_the_first_move_tells_nothing(run, state, level):
    screens = set()
    for card in "QJ":
        deal = ("-o", f"deal=K/{card}")
        ran = run("play", "kuhn_poker", "-v", "--level", level, *deal, "--seed", 1, stdin=CURIOUS)
        screens.add((ran.out, ran.err))
        shutil.rmtree(state)
    assert len(screens) == 1


def test_reasons_are_told_when_the_game_is_over(run):
    ran = run(
        "play", "kuhn_poker", "-v", "--level", "expert", "-o", "deal=K/J", "--seed", 1, stdin="bet\nwhy\n"
    )
    assert f"parlour.play: {NAMES[1]} plays fold" in ran.err
    assert "(expert) played fold." in ran.out
    left = run(
        "play", "kuhn_poker", "-v", "--level", "expert", "-o", "deal=Q/K", "--seed", 3, stdin="check\nwhy\n"
    )
    if "wins" not in left.out and "win." not in left.out:
        assert "parlour.play" not in left.err
        assert "Not before the game is over" in left.out


def test_a_folded_hand_is_not_told_by_the_words_at_the_end(run):
    ran = run("play", "kuhn_poker", "--level", "expert", "-o", "deal=K/J", "--seed", 1, stdin="bet\n")
    assert "Ben folds" in ran.out
    assert " J" not in ran.out
    assert "deal=" not in ran.out


def test_a_secret_throw_stays_secret(run, state):
    screens = set()
    for seed in range(8):
        words = ("--seats", "random,human", "--seed", seed)
        ran = run("play", "rock_paper_scissors", "-v", *words, stdin=CURIOUS)
        screens.add((ran.out, ran.err))
        shutil.rmtree(state)
    ((out, _),) = screens
    assert "in secret" in out or "Ann" in out


def test_no_undo_once_something_was_seen(run, state):
    ran = run("play", "kuhn_poker", "--level", "expert", "-o", "deal=K/J", "--seed", 1, stdin="bet\nundo\n")
    assert "cannot be unseen" in ran.out
