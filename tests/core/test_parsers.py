"""Whatever a user types, only a ParlourError ever escapes, and it is one short line."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour import Limit, Match, ParlourError, Stream, game, game_names
from parlour.core.errors import BadOption, IllegalMove, InvalidMove, UnknownName
from parlour.core.game import Game
from parlour.core.options import Option, split_pairs
from parlour.core.registry import strategies
from parlour.core.rules import is_legal, play, random_action, turn
from parlour.core.spec import make

NAMES = game_names()
KINDS = strategies()
GAMES = st.sampled_from(NAMES)
# Text of all kinds, and text made of the pieces that moves, options and specs are made of.
PIECES = """0 1 2 7 9 -1 a b1 c3 : = , ; / . ? 1:1 3:99 x o K Q bet call rock seconds simulations depth nodes
mcts random human expert alphabeta blunder =0.5 =nan =inf =1e999 =-0 ١ ² ½ ſ K ♣ ♠ [ ] ( ) { } % \\ ' " """
WORDS = st.builds(
    lambda parts, gap: gap.join(parts),
    st.lists(st.sampled_from([*PIECES.split(), "\n", "\t", "\0"]), max_size=12),
    st.sampled_from(["", " "]),
)
TEXT = st.text(max_size=80) | WORDS | st.text(min_size=190, max_size=260)
LONG = [
    "9" * 5000,
    "x" * 100_000,
    "\U000e0001" * 500,
    "1," * 50_000,
    "[" * 9999,
    "\n" * 999,
    "=" * 999,
    "\ud800",
]
ANYTHING = (
    TEXT
    | st.sampled_from(LONG)
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.lists(st.integers() | st.floats() | st.text(max_size=3), max_size=5)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2)
    | st.binary(max_size=5)
)


@cache
def states_of(name: str):
    """Give a game and some states of it, from the start to the end."""
    it, found = game(name), []
    for seed in range(3):
        s, rng = it.start(), Stream.of(seed)
        found.append(s)
        while turn(s) >= -1:
            s = play(s, random_action(s, rng))
            found.append(s)
    return it, found


def refused(function, *args, **options):
    """Call a function; if it refuses, check that it does so with one short line, and give None."""
    try:
        return function(*args, **options)
    except ParlourError as error:
        check_line(str(error))
        return None


def check_line(text: str) -> None:
    assert text.strip()
    assert len(text.splitlines()) == 1
    assert len(text) < 500


def each_long(test):
    """Try every very long or odd text besides."""
    for text in LONG:
        test = example(text=text)(test)
    return test


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150)
@given(text=TEXT, which=st.integers(0, 10**6))
def test_any_text_as_a_move(name, text, which):
    it, states = states_of(name)
    s = states[which % len(states)]
    action = refused(it.parse, s, text)
    assert action is None or is_legal(s, action)


@pytest.mark.parametrize("name", NAMES)
@each_long
@settings(max_examples=150)
@given(text=TEXT)
def test_any_text_as_a_line_of_moves(name, text):
    it, _ = states_of(name)
    actions = refused(it.read_moves, text)
    if actions is not None:
        s = it.start()
        for action in actions:
            s = it.play(s, action)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100)
@given(moves=st.lists(ANYTHING, max_size=4))
@example(moves=[10**30])
@example(moves=[-(10**30)])
@example(moves=[True])
@example(moves=[float("nan")])
def test_anything_as_a_list_of_moves(name, moves):
    it, _ = states_of(name)
    refused(it.read_moves, moves)
    for move in moves:
        match = Match(it, 1)
        refused(match.play, move)


@given(text=TEXT)
@each_long
def test_any_text_as_a_limit(text):
    limit = refused(Limit.parse, text)
    assert limit is None or Limit.of(limit.to_json()) == limit


@given(value=ANYTHING, name=st.sampled_from(["simulations", "depth", "nodes", "seconds", "hours"]))
def test_anything_as_the_value_of_a_limit(value, name):
    limit = refused(Limit.of, {name: value})
    assert limit is None or limit.to_json().get(name) in (value, None) or isinstance(value, (str, float))


@settings(max_examples=300)
@given(name=GAMES, text=TEXT)
def test_any_text_as_a_strategy(name, text):
    it, _ = states_of(name)
    player = refused(make, it, text)
    assert player is None or player.name in KINDS


@pytest.mark.parametrize("text", LONG, ids=lambda text: f"{text[0]!a}x{len(text)}")
def test_very_long_texts_as_a_strategy(text):
    it = game(NAMES[0])
    assert refused(make, it, text) is None
    refused(make, it, "random:" + text)
    assert refused(make, it, "random:blunder=" + text) is None


@cache
def suited(kind: str) -> Game:
    """Give a game that a strategy can play."""
    return next((it for it in map(game, NAMES) if KINDS[kind].suits(it)), game(NAMES[0]))


@settings(max_examples=200)
@given(kind=st.sampled_from(sorted(KINDS)), value=ANYTHING, data=st.data())
def test_anything_as_an_option_of_a_strategy(kind, value, data):
    name = data.draw(st.sampled_from(sorted(KINDS[kind].options)))
    refused(KINDS[kind], suited(kind), 0, Stream([1]), **{name: value})


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150)
@given(value=ANYTHING, data=st.data())
def test_anything_as_an_option_of_a_game(name, value, data):
    options = sorted(game(name).known_options)
    if options:
        it = refused(game, name, **{data.draw(st.sampled_from(options)): value})
        if it is not None:
            assert Game(it.module, **it.options) == it
            it.legal(it.start())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", LONG, ids=lambda text: f"{text[0]!a}x{len(text)}")
def test_very_long_texts_as_an_option_of_a_game(name, text):
    for option in game(name).known_options:
        refused(game, name, **{option: text})


@each_long
@given(text=TEXT)
def test_any_text_as_the_name_of_a_game(text):
    found = refused(game, text)
    assert found is None or found.name == text


@given(text=TEXT)
@each_long
def test_any_text_as_pairs(text):
    pairs = refused(split_pairs, text)
    assert pairs is None or all(key == key.strip() for key in pairs)


@given(value=ANYTHING)
@pytest.mark.parametrize("default", [True, 3, 0.5, "text", (1, 2)], ids=repr)
def test_anything_as_an_option_of_any_kind(default, value):
    found = refused(Option(default, low=0, high=100).read, "option", value)
    assert found is None or type(found) is type(default)


VAST = 10**5000  # Python itself refuses to write it out


def test_vast_numbers_are_refused_like_any_other():
    it = game("nim")
    for call in (
        lambda: it.play(it.start(), VAST),
        lambda: it.read_moves([VAST]),
        lambda: Match(it, 1).play(VAST),
        lambda: Limit(nodes=VAST),
        lambda: game("nim", heaps=(VAST,)),
        lambda: game("nim", misere=VAST),
        lambda: game("connect_four", position=VAST),
        lambda: make(it, "random", 0, Stream([1])).__class__(it, 0, Stream([1]), blunder=VAST),
    ):
        with pytest.raises(ParlourError) as caught:
            call()
        check_line(str(caught.value))


@pytest.mark.parametrize(
    ("default", "value", "expected"),
    [
        (3, "4", 4),
        (3, " 5 ", 5),
        (3, "1_0", 10),
        (3, 4.0, 4),
        (3, "1e1", 10),
        (0.5, "0.25", 0.25),
        (0.5, 1, 1.0),
        (True, "no", False),
        (True, "OFF", False),
        (False, "1", True),
        ((1, 2), "3,4", (3, 4)),
        ((1, 2), "[3; 4]", (3, 4)),
        ((1, 2), [3], (3,)),
        ((1, 2), 7, (7,)),
    ],
)
def test_texts_become_values(default, value, expected):
    found = Option(default, low=0, high=100).read("option", value)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        (Option(3, low=1, high=9), 10, "option=10: needs a whole number from 1 to 9"),
        (Option(3, low=1), 0, "of at least 1"),
        (Option(3, high=9), 10, "of at most 9"),
        (Option(3), "x", "option='x': needs a whole number"),
        (Option(3), True, "needs a whole number"),
        (Option(0.5), "nan", "needs a number"),
        (Option(0.5), float("inf"), "needs a number"),
        (Option(True), 2, "needs yes or no"),
        (Option("a", choices=("a", "b")), "c", "choose one of a, b"),
        (Option("a"), 3, "needs text"),
        (Option((1,), most=2), (1, 2, 3), "at most 2"),
    ],
)
def test_values_out_of_range_are_named(option, value, says):
    with pytest.raises(BadOption) as caught:
        option.read("option", value)
    assert says in str(caught.value)


def test_the_nearest_names_are_offered():
    for call, says in (
        (lambda: game("tictactoe"), "did you mean tic_tac_toe"),
        (lambda: make(game("nim"), "mtcs"), "did you mean mcts"),
        (lambda: make(game("nim"), "expret"), "did you mean expert"),
        (lambda: game("zzzz"), "known: .*connect_four"),
    ):
        with pytest.raises(UnknownName, match=says):
            call()


def test_every_limit_is_read():
    told = "simulations=800, depth=8,nodes=1000,seconds=0.5,at_most=2"
    assert Limit.parse(told) == Limit(800, 8, 1000, 0.5, 2.0)
    assert Limit.parse("") == Limit()
    assert not Limit()
    with pytest.raises(
        BadOption, match="a limit has no option 'sims'; it has at_most, depth, nodes, seconds, simulations"
    ):
        Limit.parse("sims=3")
    with pytest.raises(BadOption, match="write options as name=value"):
        Limit.parse("800")


def test_moves_of_several_words_are_read_from_one_line(write_game):
    source = """
from typing import NamedTuple
from parlour import OVER
ACTIONS = 2
class State(NamedTuple):
    ply: int
def start():
    return State(0)
def turn(s):
    return OVER if s.ply == 3 else s.ply % 2
def legal(s):
    return 0 if s.ply == 3 else 0b11
def play(s, a):
    return State(s.ply + 1)
def returns(s):
    return (0.0, 0.0)
def format(s, a):
    return ("raise forty two", "fold")[a]
"""
    it = write_game(source)
    assert it.read_moves("fold raise forty two fold") == [1, 0, 1]
    assert it.read_moves("RAISE  Forty two") == [0]
    with pytest.raises(InvalidMove, match="move 2: toy: 'raise' is not a move"):
        it.read_moves("fold raise forty")
    with pytest.raises(IllegalMove, match="move 4: toy: the game is over"):
        it.read_moves("fold fold fold fold")
