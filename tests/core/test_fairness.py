"""What a strategy can reach without tricks: the public game, and a stream that does not tell the seed."""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import sys

import pytest

from parlour import Match, Record, Strategy, Stream, analyse, game, play
from parlour.arena.pairings import Schedule
from parlour.core import keys, registry
from parlour.core.driver import Seat, sit_down, step
from parlour.core.registry import strategies_for
from parlour.core.spec import make
from parlour.laws import check_strategy

DEAL = "K/Q"
FIXED = game("kuhn_poker", deal=DEAL)


class Nosy(Strategy):
    """Note every game it is shown."""

    shown: list[object]

    def __init__(self, game, seat, rng, **options):
        self.shown.append(game)
        super().__init__(game, seat, rng, **options)

    @classmethod
    def unfit(cls, game):
        cls.shown.append(game)
        return ""

    def choose(self, view, limit):
        self.shown += [view.game, self.game]
        return view.legal()[0]


@pytest.fixture
def nosy(monkeypatch):
    monkeypatch.setattr(Nosy, "shown", [], raising=False)
    monkeypatch.setitem(registry._kinds, ("strategy", "", "nosy"), Nosy)
    return Nosy


@pytest.mark.parametrize(
    "ask",
    [
        lambda: make(FIXED, "nosy"),
        lambda: Nosy(FIXED, 0, Stream([1])) and Nosy.shown.pop(0),  # what its caller hands over is his affair
        lambda: strategies_for(FIXED),
        lambda: play(FIXED, ["nosy", "nosy"], seed=1),
        lambda: step(Match(FIXED, 1), Seat(FIXED, "nosy", 0, 1)),
        lambda: sit_down(Match(FIXED, 1), ["nosy", "nosy"]),
        lambda: analyse(FIXED, Match(FIXED, 1), "nosy"),
        lambda: check_strategy(FIXED, "nosy", games=1),
    ],
)
def test_a_strategy_is_never_shown_a_secret_option(nosy, ask):
    ask()
    assert nosy.shown
    for it in nosy.shown:
        assert it.options["deal"] == ""
        assert it.start() == game("kuhn_poker").start() != FIXED.start()


@pytest.mark.parametrize("it", [game("nim"), FIXED], ids=["open", "secret"])
def test_nobody_can_change_a_game_that_others_play(it):
    match = Match(it, 1)
    seen = match.view(0).game
    before = (dict(seen.options), seen.bounds, seen.seats)
    name = next(iter(seen.options))
    for change in (
        lambda: seen.options.update({name: 1}),
        lambda: seen.options.__setitem__(name, 1),
        lambda: seen.options.pop(name),
        lambda: seen.options.setdefault("x", 1),
        lambda: seen.options.clear(),
        lambda: seen.options.popitem(),
        lambda: seen.options.__delitem__(name),
        lambda: seen.options.__ior__({name: 1}),
        lambda: seen.known_options.clear(),
    ):
        with pytest.raises(TypeError, match="options of a game are settled"):
            change()
    for name in ("bounds", "seats", "options", "_start", "module"):
        with pytest.raises(AttributeError, match=f"{name} cannot be set"):
            setattr(seen, name, 1)
    assert (dict(seen.options), seen.bounds, seen.seats) == before


def test_settled_options_are_still_a_dict_to_json_pickle_and_equality():
    it = game("nim", heaps=(1, 2))
    assert json.loads(json.dumps(it.options)) == {"heaps": [1, 2], "misere": False}
    assert pickle.loads(pickle.dumps(it.options)) == it.options == {"heaps": (1, 2), "misere": False}
    back = pickle.loads(pickle.dumps(it))
    assert back == it
    assert hash(back) == hash(it)
    assert {**it.options, "misere": True}["misere"] is True


# -- the stream ----------------------------------------------------------------------------------------------


def streams_of(seed, seats=(0, 1), plies=range(6)):
    return {Seat(game("nim"), "random", seat, seed).strategy.rng[0] for seat in seats} | {
        keys.seat_stream(keys.seat_key(seed), seat, ply)[0] for seat in seats for ply in plies
    }


def cheap_guesses(seed):
    """Give what one hash makes of a seed, by the ways that streams are named elsewhere."""
    for seat in (0, 1):
        for ply in range(6):
            yield Stream.of(seed, "seat", seat, ply)[0]
            yield Stream.of(seed, seat, ply)[0]
            for salt in (str(seed), f"{seed}/seat"):
                made = hashlib.blake2b(f"{seat}/{ply}".encode(), key=salt.encode(), digest_size=8).digest()
                yield int.from_bytes(made, "little")
            yield Stream.of(seed, "chance", ply)[0]


@pytest.mark.parametrize("seed", [0, 1, 77, 2**63 + 5])
def test_a_seats_stream_is_none_that_a_single_hash_gives(seed):
    assert not streams_of(seed) & set(cheap_guesses(seed))


def test_guessing_an_events_seed_costs_a_stretched_key_for_every_block(monkeypatch):
    blocks, event = 40, 3
    hidden = Schedule.of(["a", "b"], 2, 2 * blocks, event)[2 * 30].seed
    seen = {keys.seat_stream(keys.seat_key(hidden), 0, 0)[0]}
    guesses = [Stream.of(guess, "arena", block)[0] for guess in range(5) for block in range(blocks)]
    assert hidden in guesses
    assert not any(seen & set(cheap_guesses(guess)) for guess in guesses)
    keys.seat_key.cache_clear()
    paid = []
    monkeypatch.setattr(keys, "pbkdf2_hmac", lambda *a: paid.append(a[3]) or hashlib.pbkdf2_hmac(*a))
    found = next(g for g in guesses if keys.seat_stream(keys.seat_key(g), 0, 0)[0] in seen)
    assert found == hidden
    assert sum(paid) == (guesses.index(hidden) + 1) * keys.ROUNDS  # not one hash a guess, but hundreds
    assert keys.ROUNDS >= 300


def test_matches_that_share_a_seed_stretch_its_key_once():
    keys.seat_key.cache_clear()
    for seats in (["random", "greedy"], ["greedy", "random"]):
        play(game("tic_tac_toe"), seats, seed=2**60)
    assert keys.seat_key.cache_info().misses == 1


PLAYED = "import parlour; print(parlour.play('liars_dice', ['random', 'random'], seed=77).to_json())"


def test_the_same_seed_gives_the_same_moves_in_every_process():
    told = {
        subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": salt, "PARLOUR_BACKEND": "interpreted"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("0", "1")
    }
    assert told == {play("liars_dice", ["random", "random"], seed=77).to_json() + "\n"}


OLD = (  # as written when the streams of seats were hashes of the seed: chance is drawn as it was
    '{"format":"parlour-record-1","game":"kuhn_poker","options":{},"seed":3,"seats":["random","random"],'
    '"moves":["Q","J","check","check"],"returns":[1.0,-1.0],"ended":"finished"}'
)


def test_records_from_before_replay():
    record = Record.from_json(OLD)
    assert record.replay().record() == record
    assert record.replay().moves()[:2] == Match("kuhn_poker", 3).moves()
