"""Each law can fail: games that break it, one after the other, and what is said of them."""

from __future__ import annotations

import itertools
import os
from dataclasses import replace

import pytest

from parlour import Game, Match, Record, Stream, View
from parlour.core import rules
from parlour.laws import LawBroken, check_game, watch

from .toy import LAWS, SOURCE, breaks, broken

SAY = "return State(s.card, (a, NONE, NONE))"
GUESS = "return State(s.card, (s.calls[0], s.calls[1], a))"
RETURNS = "return (1.0, -1.0)"
HIDE = "return State(UNKNOWN, s.calls)"
FILL = "return State(below(rng, 3), v.calls)"
SEES = "return s.card != NONE or seat == 0 or now.calls[2] != NONE"
FORMAT = 'return ("low", "high")[a]'
READ = "    for a in range(ACTIONS):"
RASH = ("def rollout", "def rash(s, rng):\n    return 3\n\n\nPLAYOUTS = {'rash': rash}\n\n\ndef rollout")
COUNTER = ("ACTIONS = 3", "import itertools\nCOUNTER = itertools.count()\nACTIONS = 3")
HUGE = "(s.card + 9) * 4000000000000000037"  # beyond 64 bits: compiled code wraps


def with_picture(body: str) -> tuple[str, str]:
    return "def parse", f"def picture(s):\n    from parlour import Picture\n    {body}\n\n\ndef parse"


TOUCHES = "touches(s, a)"
EVENTS = "events(before, action, after, seat)"
MOMENT = "moment(before, action, after)"


def with_words(function: str, result: str) -> tuple[str, str]:
    body = f"from parlour import Event, Guide, Picture\n    return {result}"
    return "def parse", f"def {function}:\n    {body}\n\n\ndef parse"


GAMES = [  # law, what the error must say, changes to the source
    ("plain_states", "a bool", [(SAY, "return State(s.card, (a == 1, NONE, NONE))")]),
    ("plain_states", "more than 62 bits", [(SAY, "return State(s.card, (1 << 62, NONE, NONE))")]),
    ("plain_states", "a float", [(SAY, "return State(s.card, (1.0, NONE, NONE))")]),
    ("plain_states", "a list", [(SAY, "return State(s.card, [a, NONE, NONE])")]),
    ("plain_states", "lengths", [(GUESS, "return State(s.card, (s.calls[0], s.calls[1], a, 0))")]),
    ("plain_states", "not a State", [(GUESS, "return (s.card, s.calls)")]),
    ("turns", "turn() gave 2", [("return 1 if s.calls[2] == NONE", "return 2 if s.calls[2] == NONE")]),
    ("turns", "turn() gave False", [("        return 0\n", "        return False\n")]),
    ("legal_actions", "action 3 is legal, but ACTIONS is 3", [("return 0b011", "return 0b1011")]),
    ("legal_actions", "legal gives -1, a negative number", [("return 0b011", "return -1")]),
    ("legal_actions", "as many words", [("return 7 if s.calls", "return (7,) if s.calls")]),
    ("legal_actions", "gave an int", [("return 0b111\n", "return (7,)\n")]),
    ("legal_actions", "turn() is -2 with 1 legal actions", [("== NONE else 0\n", "== NONE else 1\n")]),
    ("legal_actions", "turn() is 0 with 0 legal actions", [("return 0b011", "return 0")]),
    ("legal_actions", "legal gives -7, a negative number: mask a comp", [("return 0b011", "return ~6")]),
    ("legal_actions", "legal gives '3'; it must be bits", [("return 0b011", "return '3'")]),
    ("pure_play", "two different states", [COUNTER, (SAY, "return State(next(COUNTER), (a, NONE, NONE))")]),
    (
        "pure_play",
        "changed the state",
        [
            ("(NONE, NONE, NONE))\n\n\ndef", "[NONE, NONE, NONE])\n\n\ndef"),
            (SAY, "s.calls[0] = a\n        return s"),
        ],
    ),
    ("results", "do not sum to 0", [(RETURNS, "return (1.0, 0.0)")]),
    ("results", "from -1 to 1", [(RETURNS, "return (2.0, -2.0)")]),
    ("results", "a float", [(RETURNS, "return (1, -1)")]),
    ("results", "tuple of 2 floats", [(RETURNS, "return (1.0, 0.0, -1.0)")]),
    ("chances", "sum to 1.5", [("else 0.25", "else 0.5")]),
    ("chances", "above 0", [("else 0.25", "else 0.0")]),
    ("endings", "not over after 10,000 plies", [(GUESS, "return State(s.card, (NONE, NONE, NONE))")]),
    ("endings", "ZeroDivisionError", [(GUESS, "return State(s.card // 0, s.calls)")]),
    ("hints", "evaluate(seat 0) gave 7.0", [("return 0.25 - 0.5 * seat", "return 7.0")]),
    ("hints", "it must be a float", [("return 0.25 - 0.5 * seat", "return 0")]),
    ("hints", "order(0) gave nan", [("return float(a)", "return float('nan')")]),
    ("hints", "rollout() gave 2", [("return below(rng, 2)", "return 2")]),
    ("hints", "rash() gave 3", [RASH]),
    ("move_words", "both written 'say'", [(FORMAT, 'return "say"')]),
    ("move_words", "reads as 0", [("== text:\n            return a", "== text:\n            return 0")]),
    ("move_words", "parse() refuses", [("== text:", "== text.upper():")]),
    ("move_words", "words on one line", [(FORMAT, r'return ("lo\nw", "high")[a]')]),
    ("lines", "the line is read as", [("def parse", "def split(text):\n    return []\n\n\ndef parse")]),
    ("rubbish", "gave 0", [("    return -1\n", "    return 0\n")]),
    ("rubbish", "raised ValueError", [(READ, f"    int(text)\n{READ}")]),
    ("rubbish", "parse('0') raised", [(READ, f"    1 // (text != '0')\n{READ}")]),
    (
        "guides",
        "legal nowhere",
        [with_words("guide(card='')", "Guide('Guess.', examples=(('no', 'none'),))")],
    ),
    ("events", "is told nothing", [with_words(EVENTS, "[]")]),
    ("events", "one line of words", [with_words(EVENTS, "[Event('move', 'a  b')]")]),
    ("blind_events", "other events", [COUNTER, with_words(EVENTS, "[Event('x', str(next(COUNTER)))]")]),
    ("blind_events", "other events", [COUNTER, with_words(MOMENT, "Picture((), str(next(COUNTER)))")]),
    ("blind_events", "it must be a Picture, or None", [with_words(MOMENT, "'x'")]),
    ("pictures", "a str, not a Picture", [with_picture("return ''")]),
    (
        "pictures",
        "KeyError: -3",
        [with_picture("return {c: Picture((), 'x') for c in (-1, 0, 1, 2)}[s.card]")],
    ),
    ("pictures", "draws to nothing", [with_picture("return Picture(())")]),
    ("pictures", "two different pictures", [COUNTER, with_picture("return Picture((), str(next(COUNTER)))")]),
    ("json_states", "comes back from JSON", [(SAY, "return State(s.card, (a == 1, NONE, NONE))")]),
    ("touches", "touches gives 'x' for action 0; it must be a tuple", [with_words(TOUCHES, "'x'")]),
    ("touches", "it must be a tuple of names", [with_words(TOUCHES, "('x', '')")]),
    ("touches", "both touch here", [with_words(TOUCHES, "('here',)")]),
    ("touches", "must be words on one line", [with_words(TOUCHES, "('a  b', str(a))")]),
    ("touches", "'x' is no move", [with_words("shortcuts(s)", "['x']")]),
    ("touches", "and low both touch low", [with_words("shortcuts(s)", "['low'] if s.card != NONE else []")]),
    ("touches", "other names", [COUNTER, with_words("shortcuts(s)", "['low again'] * (next(COUNTER) % 2)")]),
    ("touches", "other names", [COUNTER, with_words(TOUCHES, "(str(next(COUNTER)),)")]),
    ("masks", "not idempotent", [(HIDE, "return State(NONE if s.card == UNKNOWN else UNKNOWN, s.calls)")]),
    ("masks", "not a State", [(HIDE, "return (UNKNOWN, s.calls)")]),
    ("masks", "a spectator sees what seat 1", [("if seat == 0 or", "if seat == 0 or seat == -1 or")]),
    ("masks", "takes it for the turn of -1", [(HIDE, "return State(NONE, s.calls)")]),
    ("masks", "takes other actions for legal", [("return 7 if", "return 3 + 4 * (s.card < 0) if")]),
    ("worlds", "but fill() gave", [(FILL, "return State(below(rng, 3), (1, v.calls[1], v.calls[2]))")]),
    ("worlds", "two worlds", [COUNTER, (FILL, "return State(next(COUNTER) % 3, v.calls)")]),
    ("worlds", "State.card holds UNKNOWN (-3) in a world drawn by fill", [(FILL, "return v")]),
    ("worlds", "fill gives None, a NoneType, not a State", [(FILL, "return None")]),
    (
        "worlds",
        "cannot be played on",
        [
            (FILL, "return State(5, v.calls)"),
            (RETURNS, "return ((1.0, -1.0), (1.0, -1.0), (1.0, -1.0))[s.card]"),
        ],
    ),
    ("unseen_actions", "does not see the action", [(HIDE, "return s")]),
    ("memories", "does not know its own", [(SEES, "return now.calls[2] != NONE")]),
    ("memories", "a spectator knows", [(SEES, "return s.card != NONE or seat != 1 or now.calls[2] != NONE")]),
    ("memories", "does not any more", [(SEES, "return turn(s) == seat >= 0 or now.calls[2] == NONE")]),
    ("equal_views", "different data", [(SEES, SEES.replace("s.card != NONE", "s.card == 1"))]),
    ("records", "replays to", [(FORMAT, 'return "say"')]),
    ("records", "BadRecord", [("== text:", "== text.upper():")]),
]


@pytest.mark.parametrize(("law", "says", "changes"), GAMES, ids=[f"{g[0]}-{g[1]}" for g in GAMES])
def test_broken_game_is_caught(write_game, law, says, changes):
    breaks(law, says, write_game(broken(*changes)))


def test_unbroken_game_keeps_every_law(write_game):
    native = os.environ.get("PARLOUR_BACKEND") != "interpreted"
    for passed in check_game(write_game(SOURCE), games=30):
        assert passed.count > 0 or ("native" in passed.law and not native), passed.law
    for passed in check_game(write_game(SOURCE, card="b"), games=3):
        assert passed.count > 0 or passed.law == "unseen actions" or not native, passed.law


@pytest.mark.parametrize(
    ("says", "change"),
    [
        (
            "the state is a tuple, not a State",
            ("return State(LETTERS.find", "return (lambda *fields: fields)(LETTERS.find"),
        ),
        ("ZeroDivisionError", ("        return 0b111", "        return 7 // 0")),
        (
            "ZeroDivisionError",
            ("        return CHANCE\n    if s.calls[0]", "        return 1 // 0\n    if s.calls[0]"),
        ),
    ],
)
def test_a_game_that_does_not_even_start_is_a_broken_law(write_game, says, change):
    source = SOURCE.replace(*change)
    assert source != SOURCE
    it = write_game(source)
    with pytest.raises(LawBroken, match="after no move: ") as caught:
        check_game(it)
    assert says in str(caught.value)


@pytest.mark.skipif(os.environ.get("PARLOUR_BACKEND") == "interpreted", reason="compares native code")
@pytest.mark.parametrize(
    ("law", "says", "changes"),
    [
        ("native_answers", "interpreted", [("return 0.25 - 0.5 * seat", f"return ({HUGE}) % 1000 / 1000.0")]),
        ("native_playouts", "interpreted", [("if s.card == s.calls[2]:", f"if ({HUGE}) % 7 < 3:")]),
        (
            "native_playouts",
            "draws",
            [
                (
                    "def play(s, a):",
                    f"def play(s, a):\n    if {HUGE} < 0:\n        return State(0, (0, 0, 0))",
                ),
                ("if s.card == s.calls[2]:", "if s.card == 9:"),
            ],
        ),
    ],
)
def test_broken_compilation_is_caught(write_game, law, says, changes):
    breaks(law, says, write_game(broken(*changes)))


# -- laws that only the package itself can break -----------------------------------------------------------


def draw_by_time(monkeypatch):
    counter = itertools.count()
    monkeypatch.setattr(
        Match, "_outcome", lambda self: rules.random_outcome(self.state, Stream.of(next(counter)))
    )


def leak_the_seed(monkeypatch):
    honest = Match.view
    leaky = type("Leaky", (View,), {"to_json": lambda self: {**View.to_json(self), "ply": leaky.seed}})

    def view(self, seat=-1):
        leaky.seed = self.seed
        seen = honest(self, seat)
        return leaky(seen.game, seen.seat, seen.state, seen.history)

    monkeypatch.setattr(Match, "view", view)


def forget_the_seed(monkeypatch):
    write = Record.write
    monkeypatch.setattr(Record, "write", lambda self, path: write(replace(self, seed=None), path))


PACKAGE = [
    ("secrets", "holds the seed", {}, leak_the_seed),
    (
        "secrets",
        "secret option",
        {"card": "b"},
        lambda m: m.setattr(Game, "public", property(lambda self: self)),
    ),
    ("undo_redo", "undone and redone", {}, draw_by_time),
    ("undo_redo", "undo() to ply", {}, lambda m: m.setattr(Match, "undo", lambda self: None)),
    ("saves", "is resumed as", {}, forget_the_seed),
    ("same_seed", "the same seed and decisions", {}, draw_by_time),
    (
        "live_records",
        "holds the seed",
        {},
        lambda m: m.setattr(Match, "record", lambda self: self._record(True)),
    ),
    (
        "live_records",
        "secret option",
        {"card": "b"},
        lambda m: m.setattr(Match, "record", lambda self: replace(self._record(True), seed=None)),
    ),
    (
        "live_records",
        "a spectator saw",
        {},
        lambda m: m.setattr(Match, "record", lambda self: replace(self._record(True), seed=None)),
    ),
]


@pytest.mark.parametrize(
    ("law", "says", "options", "damage"), PACKAGE, ids=[f"{p[0]}-{p[1]}" for p in PACKAGE]
)
def test_broken_package_is_caught(write_game, monkeypatch, law, says, options, damage):
    it = write_game(SOURCE, **options)
    damage(monkeypatch)
    breaks(law, says, it)


def test_open_game_that_masks_is_caught(write_game, monkeypatch):
    source = SOURCE[: SOURCE.index("def mask")] + SOURCE[SOURCE.index("def evaluate") :]
    it = write_game(source)
    assert LAWS["masks"](it, 5, 0) > 0
    monkeypatch.setitem(
        rules.tables[type(it.start())], "mask", lambda s, seat: s if s.card < 0 else s._replace(card=0)
    )
    breaks("masks", "hides nothing", it)


@pytest.mark.parametrize("verb", ["legal", "returns", "order", "parse"])
def test_whatever_never_ends_is_stopped_with_the_name_of_its_law(write_game, monkeypatch, verb):
    monkeypatch.setattr(watch, "PATIENCE", 0.3)
    body = SOURCE.replace(f"def {verb}(", f"def {verb}(*args):\n    while True:\n        pass\n\ndef old(")
    with pytest.raises(LawBroken, match=r"the law of [a-z ]+ did not get on for 0.3 s after"):
        check_game(write_game(body), games=2)


def test_a_law_is_told_with_what_breaks_it(write_game):
    it = write_game(broken((RETURNS, "return (1.0, 0.0)")))
    with pytest.raises(LawBroken, match=r"do not sum to 0.*\(the law of results\)$"):
        check_game(it)
