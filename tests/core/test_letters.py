"""Characters that only look plain are refused in every game's moves, and suits may be symbols."""

from __future__ import annotations

import sys

import pytest

from parlour import CHANCE, Stream, game, game_names
from parlour.core.errors import BadOption, InvalidMove, ParlourError
from parlour.core.letters import has_lookalikes, suit_letters
from parlour.core.rules import play, random_action, turn

LOOKALIKES = [c for c in map(chr, range(128, sys.maxunicode + 1)) if has_lookalikes(c)]
DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
FOLDED = {"k": "\u212a", "s": "ſ", "i": "ı"}


def disguised(text):
    """Give texts that Python's int() and case mappings would take for this one."""
    yield text.translate(DIGITS)
    for plain, odd in FOLDED.items():
        yield text.lower().replace(plain, odd)


def test_lookalikes_are_what_python_reads_as_ascii():
    for c in LOOKALIKES:
        assert c.isdigit() or c.lower().isascii() or c.upper().isascii()
    assert {"ſ", "\u212a", "٣", "²", "３"} <= set(LOOKALIKES)
    assert not any(map(has_lookalikes, ("8♣", "3×5", "é", "A1", "½", "→")))


@pytest.mark.parametrize("name", game_names())
def test_no_game_takes_them_in_a_move(name):
    it = game(name)
    checked = 0
    for seed in range(3):
        s, rng = it.start(), Stream.of(seed, "letters")
        for _ in range(12):
            if turn(s) < CHANCE:
                break
            for a in it.legal(s)[:6]:
                text = it.format(s, a)
                for odd in disguised(text):
                    if odd.lower() != text.lower() or has_lookalikes(odd):
                        with pytest.raises(ParlourError):
                            it.read(s, odd)
                        checked += 1
            s = play(s, random_action(s, rng))
    assert checked > 0


def test_a_games_own_characters_are_moves(monkeypatch):
    it = game("nim")
    s = it.start()
    monkeypatch.setattr(it.module, "format", lambda s, a: f"{a}²")
    assert it.parse(s, "2²") == 2
    with pytest.raises(InvalidMove):
        it.parse(s, "٢²")


@pytest.mark.parametrize(
    ("name", "letters", "symbols"),
    [
        ("blackjack", {"deal": "8s 6d 8h Tc"}, {"deal": "8♠ 6♦ 8♥ 10♣"}),
        ("leduc_poker", {"deal": "Ks/Qh/Js"}, {"deal": "K♠/Q♥/J♠"}),
        ("holdem", {"deal": "AsKd", "board": "Qs Jc 2h"}, {"deal": "A♠K♦", "board": "Q♠ J♣ 2♥\ufe0f"}),
    ],
)
def test_suits_may_be_symbols_in_options(name, letters, symbols):
    assert game(name, **letters).start() == game(name, **symbols).start()


@pytest.mark.parametrize("name", ["blackjack", "bluff", "hearts", "holdem", "leduc_poker"])
def test_suits_may_be_symbols_in_moves(name):
    it = game(name)
    s = it.start()
    if turn(s) != CHANCE:
        s = play(s, it.legal(s)[0])
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for a in it.legal(s):
        text = it.format(s, a)
        assert it.parse(s, text[0] + signs[text[1]]) == a
    assert suit_letters("8♣") == "8c"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("holdem", {"deal": "Aſ Kd"}),
        ("holdem", {"board": "Qſ Js 2c"}),
        ("holdem", {"deal": "\u212as Kd"}),
        ("holdem", {"bets": "٥"}),
        ("blackjack", {"deal": "Aſ"}),
        ("blackjack", {"deal": "\u212as"}),
        ("hearts", {"deal": "/".join(["\u212as"] * 4)}),
        ("leduc_poker", {"deal": "Kſ/Qh"}),
        ("kuhn_poker", {"deal": "\u212a/Q"}),
        ("liars_dice", {"deal": "١١١١١/11111"}),
        ("matrix", {"payoffs": "١,2;3,4"}),
        ("row_column", {"matrix": "١,2;3,4"}),
        ("nim", {"heaps": "٣,4"}),
        ("battleship", {"size": "١٠"}),
        ("checkers", {"position": "B:W٢١:B1"}),
        ("dots_and_boxes", {"position": "h٠,1"}),
        ("connect_four", {"position": "٤"}),
    ],
)
def test_lookalikes_in_options_are_refused_with_one_line(name, options):
    with pytest.raises(BadOption) as caught:
        game(name, **options)
    assert "\n" not in str(caught.value)
