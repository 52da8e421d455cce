"""Whatever is typed or stood in a file, the readers give a legal result or a ParlourError of one line.

    python tests/fuzz/parsers.py --cases 200000

A case is one text through one reader: the moves of every game at positions from the first to the last, lines
of moves, cards, hands and ranges, options of games and strategies, limits, specs, records, PDN and PHH. The
texts are right ones, right ones changed, right ones with look-alikes in them, and anything at all. What is
accepted must be legal, and must be read again from how it is written.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from fuzzing import Failure, Failures, Report, command, confused, mutated, wild

from parlour import Limit, Match, ParlourError, game, game_names
from parlour.cards.cards import card_text, cards_text, parse_card, parse_cards
from parlour.cards.ranges import kinds, parse_range
from parlour.cards.spot import make_spot
from parlour.cli.seats import split_specs
from parlour.core.game import Game
from parlour.core.options import Option, split_pairs
from parlour.core.record import Record
from parlour.core.registry import strategies
from parlour.core.rules import OVER, is_legal
from parlour.core.spec import make
from parlour.games.checkers import pdn
from parlour.games.holdem import phh

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCJKQTX0123456789 ,;:=+-./|()[]{}'\"♠♥♦♣#?"
NAMES = game_names()
LONGEST_ERROR = 500
SECONDS = 5  # of processor time for one text
PLIES = 60  # of a match from which positions and records are taken
OPTIONS = {
    "holdem": {"hands": 2},
    "battleship": {"alone": "yes"},
}  # more kinds of positions than the plain game


class Wrong(Exception):
    """A reader accepted what it should not have."""


@cache
def played(name: str, number: int) -> tuple[Game, list[Any], Match]:
    """Play a match at random; give the game and the states on the way too."""
    options = OPTIONS.get(name, {}) if number % 2 else {}
    it = game(name, **options)
    match = Match(it, number)
    rng = Random(f"{name} {number}")
    while not match.over and match.ply < PLIES:
        match.play(rng.choice(it.legal(match.state)))
    return it, match.states, match


def text_like(rng: Random, right: str) -> str:
    """Give the right text, or one near it, or none at all."""
    kind = rng.random()
    if kind < 0.15:
        return right
    if kind < 0.5:
        return mutated(rng, right, ALPHABET)
    if kind < 0.85:
        return confused(rng, right)
    return wild(rng)


# -- the readers, each as a function that makes one case and reads it ---------------------------------------


def a_move(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a move somewhere in a match."""
    it, states, _ = played(rng.choice(NAMES), rng.randrange(4))
    s = rng.choice(states)
    actions = it.legal(s)
    text = text_like(rng, it.format(s, rng.choice(actions)) if actions else "1")

    def read() -> None:
        action = it.parse(s, text)
        if not is_legal(s, action):
            raise Wrong(f"accepted as {action}, which is illegal")
        written = it.format(s, action)
        if it.parse(s, written) != action:
            raise Wrong(f"{action} is written {written!r} and read as {it.parse(s, written)}")
        line, after = it.read(s, text), s
        for each in line:  # a written move may be several actions
            after = it.play(after, each)
        if line[0] != action or len(it.write(s, line)) != 1:
            raise Wrong(f"read as {action} and as the line {line}")

    return f"{it.name} {states.index(s)}: {text!a}", read


def a_line(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a line of moves from the start."""
    it, _, match = played(rng.choice(NAMES), rng.randrange(2) * 2)
    moves = it.write(it.start(), match.actions)[: rng.randrange(1, 9)]
    changed = rng.randrange(len(moves))
    moves[changed] = text_like(rng, moves[changed])
    text = rng.choice((" ", " ", "\n", ", ")).join(moves)

    def read() -> None:
        actions = it.read_moves(text)
        s = it.start()
        for action in actions:
            s = it.play(s, action)
        if it.read_moves(it.write(it.start(), actions)) != actions:
            raise Wrong("written and read again it is another line")

    return f"{it.name}: {text!a}", read


def cards(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a card, some cards, or the cards of a table."""
    drawn = rng.sample(range(52), rng.randrange(1, 8))
    text = text_like(rng, cards_text(drawn, rng.choice(("", " ", ", "))))

    def read() -> None:
        found = parse_cards(text)
        if parse_cards(cards_text(found)) != found or len(set(found)) != len(found):
            raise Wrong(f"read as {found}")
        make_spot(["random", "random"], text)

    def read_one() -> None:
        if card_text(parse_card(text)) not in map(card_text, range(52)):
            raise Wrong("no card of the pack")

    return f"{text!a}", rng.choice((read, read_one))


def a_range(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a range of hands."""
    kind = rng.sample(kinds(), 3)
    right = rng.choice(
        (kind[0], f"{kind[0]}+", f"{kind[0]}-{kind[1]}", f"{kind[0]}:0.5, {kind[1]}", "AsKs", "random")
    )
    text = text_like(rng, right)

    def read() -> None:
        found = parse_range(text)
        for holding, weight in found.holdings.items():
            if holding.bit_count() != 2 or holding >> 52 or not 0.0 < weight <= 1.0:
                raise Wrong(f"holds {holding:b} with weight {weight}")
        if parse_range(found.text).holdings != found.holdings:
            raise Wrong(f"its text {found.text!a} is another range")
        make_spot([text, "random"])

    return f"{text!a}", read


@cache
def owners_of_options() -> list[tuple[str, Any]]:
    """List the games and strategies that have options."""
    owners: list[tuple[str, Any]] = [(name, game(name).known_options) for name in NAMES]
    owners += [(name, kind.options) for name, kind in strategies().items()]
    return [pair for pair in owners if pair[1]]


def an_option(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read an option of a game or a strategy, in its own reader or through the game."""
    owner, known = rng.choice(owners_of_options())
    name = rng.choice(sorted(known))
    option: Option = known[name]
    default = option.default
    right = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
    text = text_like(rng, rng.choice((right, *map(str, option.choices), "yes", "3", "1,2,3")))

    def read() -> None:
        value = option.read(name, text)
        if type(value) is not type(default) or option.read(name, value) != value:
            raise Wrong(f"read as {value!r}")

    def through_the_game() -> None:
        it = game(owner, **{name: text})
        if Game(it.module, **it.options) != it or it.turn(it.start()) < OVER:
            raise Wrong("another game")

    small = owner in NAMES and isinstance(default, (str, bool)) and len(text) < 200
    return f"{owner} {name}={text!a}", through_the_game if small else read


def a_limit(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a limit."""
    text = text_like(rng, rng.choice(("simulations=800", "seconds=0.5,depth=8", "nodes=10", "depth = 3", "")))

    def read() -> None:
        limit = Limit.parse(text)
        if Limit.of(limit.to_json()) != limit:
            raise Wrong(f"read as {limit}")

    return f"{text!a}", read


def a_spec(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a strategy, seats or pairs."""
    it = played(rng.choice(NAMES), 0)[0]
    names = [
        *it.levels,
        "random",
        "greedy",
        "mcts:simulations=8",
        "mcts:c=1.4,threads=1",
        "random:blunder=0.5",
    ]
    text = text_like(rng, rng.choice(names))

    def read() -> None:
        if make(it, text).name not in strategies():
            raise Wrong("no strategy of that name")

    def split() -> None:
        if any("," in part and ":" not in part for part in split_specs(f"human,{text}")):
            raise Wrong("split in the wrong place")

    def into_pairs() -> None:
        pairs = split_pairs(text)
        if split_pairs(",".join(f"{key}={value}" for key, value in pairs.items())) != pairs:
            raise Wrong(f"read as {pairs}")

    return f"{it.name} {text!a}", rng.choice((read, split, into_pairs))


def a_record(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a record, and play it again."""
    record = played(rng.choice(NAMES), rng.randrange(4))[2].record()
    text = text_like(rng, record.to_json())

    def read() -> None:
        found = Record.from_json(text)
        if Record.from_json(found.to_json()) != found:
            raise Wrong("written and read again it is another record")
        found.replay()

    return f"{text!a}", read


PDN = (
    '[Event "x"]\n[Result "1-0"]\n1. 9-14 22-17 {a comment} 2. 11-15 25-22 (1. 9-13) 3. 15-19 23x16 $2 1-0\n'
)
PHH = """variant = 'NT'
antes = [0.25, 0.25, 0.25]
ante_trimming_status = true
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 40.75, 100]
actions = ['d dh p1 ????', 'd dh p2 AsAh', 'd dh p3 7h6h', 'p3 cbr 2.75', 'p1 f', 'p2 cc', 'd db 8h9hTc',
  'p2 cc', 'p3 cbr 4', 'p2 cbr 37.75', 'p3 cc', 'p2 sm AsAh', 'p3 sm 7h6h', 'd db 2c', 'd db 3d']
finishing_stacks = [99.25, 0, 141.5]
"""


def a_sheet(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a game of checkers in PDN."""
    text = text_like(rng, PDN)

    def read() -> None:
        sheets = pdn.read_pdn(text)
        for sheet in sheets:
            match = pdn.match_of(sheet)
            if pdn.match_of(pdn.read_pdn(pdn.write_pdn(pdn.sheet_of(match)))[0]).actions != match.actions:
                raise Wrong("written and read again it is another game")

    return f"{text!a}", read


def a_hand(rng: Random) -> tuple[str, Callable[[], None]]:
    """Read a hand of poker in PHH."""
    text = text_like(rng, PHH)
    if rng.random() < 0.1:  # a number of any length in the place of another
        text = PHH.replace(
            rng.choice(("100", "40.75", "2.75", "0.25")), rng.choice(("9" * 5000, "1e400", "-1", "0", "1e-9"))
        )

    def read() -> None:
        for hand in phh.read_phh(text):
            match = phh.match_of(hand)
            for before, after in pairwise(phh.hands_of(match)):
                if before == after:
                    raise Wrong("one hand twice")

    return f"{text!a}", read


DOORS = (*[a_move] * 11, *[cards] * 2, *[a_range] * 2, *[an_option] * 2)
DOORS += (a_line, a_limit, a_spec, a_record, a_sheet, a_hand)


def _too_long(*_: object) -> None:
    raise Wrong(f"takes more than {SECONDS} seconds")


def attempt(number: int, seed: int) -> tuple[bool, Failure | None]:
    """Make one case and read it; say whether it was accepted."""
    rng = Random(f"parsers {seed} {number}")
    door = rng.choice(DOORS)
    shown, read = door(rng)
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        read()
    except ParlourError as error:
        line = str(error)
        if not line.strip() or len(line.splitlines()) != 1 or len(line) > LONGEST_ERROR:
            return False, Failure(number, f"{door.__name__}: not one line", f"{shown[:300]} -> {line!a:.300}")
        return False, None
    except Wrong as error:
        return False, Failure(number, f"{door.__name__}: wrong", f"{shown[:400]} -> {error}")
    except Exception as error:
        return False, Failure(
            number, f"{door.__name__}: {type(error).__name__}", f"{shown[:400]} -> {error!s:.200}"
        )
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return True, None


def run(numbers: Iterable[int], seed: int) -> Report:
    """Read all the cases."""
    signal.signal(signal.SIGPROF, _too_long)
    count, accepted = 0, 0
    failures = Failures()
    for number in numbers:
        taken, failure = attempt(number, seed)
        count, accepted = count + 1, accepted + taken
        if failure:
            failures.append(failure)
    return Report(count, failures, {"accepted": accepted})


if __name__ == "__main__":
    os.environ["PARLOUR_BACKEND"] = "interpreted"
    sys.exit(command(__doc__ or "", run, 200_000))
