"""Every registered game, in several forms, keeps every law, and so does every strategy that can play it."""

from __future__ import annotations

import os

import pytest

from parlour import CHANCE, Game, game, game_names
from parlour.core.registry import strategies_for
from parlour.laws import ALL, OF_STRATEGIES, check_game, check_strategy
from parlour.laws.backends import native_answers, native_playouts
from parlour.laws.walk import random_match

# Games that random play drags out, in a shorter form: laws look at every position from every side.
SHORT = {
    "bluff": {"seats": 3, "ranks": 3, "limit": 4},
    "battleship": {"size": 5, "ships": (3, 2)},
}
FORMS = [
    *((name, SHORT.get(name, {})) for name in game_names()),
    ("tic_tac_toe", {"misere": True}),
    ("tic_tac_toe", {"position": "x.o/.x./..o"}),
    ("connect_four", {"position": "4453"}),
    ("nim", {"heaps": (1, 2, 3), "misere": True}),
    ("nim", {"heaps": (70, 3)}),  # two words of actions a heap
    ("rock_paper_scissors", {"rounds": 3}),
    ("kuhn_poker", {"deal": "K/Q"}),
    ("leduc_poker", {"ranks": 5, "suits": 3, "rounds": 1, "raises": 3}),
    ("matrix", {"payoffs": "1,2,3;4,5,13/2", "payoffs2": "0,1,1;2,-2,2"}),
    ("matrix", {"payoffs": "1,2;4,0", "rounds": 3}),
    ("bluff", {"seats": 3, "ranks": 4, "limit": 3, "claims": "any"}),
    ("ultimate_tic_tac_toe", {"tie": "count"}),
    ("checkers", {"threefold": True}),
    ("checkers", {"forty": 20, "advance": False}),
    ("dots_and_boxes", {"rows": 7, "cols": 7}),  # two words of edges
    ("kayles", {"dawson": True}),
    ("moore_nim", {"heaps": (2, 3, 4), "k": 3}),
    ("nimble", {"misere": True}),
    ("row_column", {"n": 4}),
    ("subtraction", {"heaps": (21, 8), "take": (1, 3, 4)}),
    # As many seats, hands and words of actions as by default: another shape would be compiled anew.
    ("holdem", {"structure": "limit", "hands": 2, "stacks": (8,)}),
    ("holdem", {"deal": "AsKs/QdQh", "board": "Qs Js 2c", "antes": (0, 2)}),
    ("holdem", {"bets": "push", "stacks": (20,)}),
    ("blackjack", {"decks": 0, "h17": True, "surrender": "early", "side": "both"}),
    ("blackjack", {"decks": 1, "rounds": 6, "bets": 4, "surrender": "early", "resplit_aces": True}),
    ("blackjack", {"deal": "8s 6d 8h Td 8c 3s"}),
    ("liars_dice", {"seats": 3, "dice": (1, 2, 1), "wild": "ones", "match": True, "exact": "gain"}),
    ("liars_dice", {"dice": 1, "faces": 3, "wild": "highest", "order": "face", "deal": "2/3"}),
    ("battleship", {"alone": True, "size": 5, "ships": (3, 2)}),
    ("battleship", {"size": 5, "ships": (3, 2), "salvo": True, "announce": "sunk"}),
    ("battleship", {"size": (4, 5), "ships": (3, 1), "touching": False, "announce": "none"}),
    ("nim", {"heaps": (100_000, 5)}),  # too many words for the compiler
]
IDS = [name + "".join(f"-{k}={v}" for k, v in options.items()).replace(" ", "") for name, options in FORMS]
NATIVE = (native_answers, native_playouts)
# Strategies that take long for their default numbers, whatever the limit, with smaller ones.
SMALLER = {"river": "river:hands=8"}
THOROUGH = ("hearts",)  # strategies that weigh a thousand deals whatever the limit: those run compiled


def is_huge(it: Game) -> bool:
    return it.actions > 10_000


def has_nothing_for(law: str, it: Game) -> bool:
    """Say whether a law is about something the game does not have: it then checks nothing."""
    if law == "chances":
        return not any(it.turn(s) == CHANCE for s in random_match(it, 0).states)
    if law == "unseen_actions":  # where the secret is set up, no action may be one
        return not it.traits.hidden or it.public != it
    return law in ("worlds", "equal_views", "blind_events") and not it.traits.hidden


def some_games(it: Game) -> int:
    """Give a number of random games that takes a moment, whatever the length of one."""
    length = len(random_match(it, 0).states)
    return 1 if is_huge(it) or length > 160 else max(2, min(8, 160 // length))


@pytest.mark.parametrize("law", [law for law in ALL if law not in NATIVE], ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "options"), FORMS, ids=IDS)
def test_game_keeps_the_law(name, options, law):
    it = game(name, **options)
    count = law(it, some_games(it), 0)
    assert (count == 0) == has_nothing_for(law.__name__, it)


@pytest.mark.skipif(os.environ.get("PARLOUR_BACKEND") == "interpreted", reason="compares native code")
@pytest.mark.parametrize("name", game_names())
def test_compiled_game_keeps_the_laws(name):
    # All forms of a game in one test: two processes would compile the same code twice.
    for options in (options for of, options in FORMS if of == name):
        it = game(name, **options)
        for law in NATIVE:
            assert (law(it, some_games(it), 0) == 0) == is_huge(it)


def players(it: Game) -> list[str]:
    """Name the strategies to check; a search through 100,000 moves, interpreted, would take minutes."""
    found = strategies_for(it)
    return [name for name, kind in found.items() if not is_huge(it) or name == "random" or kind.closed_form]


PLAYERS = [
    pytest.param(name, options, spec, id=f"{form}-{spec}")
    for form, (name, options) in zip(IDS, FORMS, strict=True)
    for spec in players(game(name, **options))
]


@pytest.mark.parametrize("law", OF_STRATEGIES, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "options", "spec"), PLAYERS)
def test_strategy_keeps_the_law(monkeypatch, name, options, spec, law):
    # Interpreted: so little work is asked for that compiling for it would take far longer.
    if spec not in THOROUGH:
        monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert law(game(name, **options), SMALLER.get(spec, spec), 1, 0) > 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "kuhn_poker"])
def test_compiled_strategies_keep_the_laws(name):
    for spec in strategies_for(game(name)):
        assert all(law(game(name), spec, 1, 0) > 0 for law in OF_STRATEGIES)


def test_every_game_can_be_played_by_random():
    assert {(p.values[0], str(p.values[1])) for p in PLAYERS if p.values[2] == "random"} == {
        (name, str(options)) for name, options in FORMS
    }


def test_check_game_tells_each_law_and_what_it_counted():
    told = []
    passed = check_game(game("rock_paper_scissors"), games=2, progress=told.append)
    assert told == passed
    assert [p.law.replace(" ", "_") for p in passed] == [law.__name__ for law in ALL]
    assert all(p.statement.endswith(".") and "\n" not in p.statement for p in passed)
    assert {p.law: p.count for p in passed}["endings"] == 2


def test_check_strategy_tells_each_law():
    passed = check_strategy(game("rock_paper_scissors"), "random", games=2)
    assert [p.law.replace(" ", "_") for p in passed] == [law.__name__ for law in OF_STRATEGIES]
    assert all(p.count > 0 for p in passed)
