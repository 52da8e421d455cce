"""Commitments: the published hash of a deal, carried by matches and records, and keys that are no seeds."""

from __future__ import annotations

import hashlib
import json

import pytest

from parlour import Match, Record, game
from parlour.core.commitment import commit, committed_text, is_commitment
from parlour.core.driver import Seat
from parlour.core.errors import BadOption, BadRecord
from parlour.core.keys import SEED_BITS, seat_key

SEED = 2**255 + 19


def test_the_text_is_lines_that_a_person_can_write_again():
    text = "parlour-commitment-1\ngame nim\noption heaps [1,2]\noption misere true\nseed 7\n"
    it = game("nim", misere=True, heaps=(1, 2))
    assert committed_text(it, 7) == text
    assert commit(it, 7) == hashlib.sha256(text.encode()).hexdigest()
    assert committed_text(game("nim"), SEED) == f"parlour-commitment-1\ngame nim\nseed {SEED}\n"


def test_the_values_stand_as_in_the_record():
    match = Match(game("kuhn_poker", deal="KQ"), 3)
    options = json.loads(match.full_record().to_json())["options"]
    assert options == {"deal": "KQ"}
    assert 'option deal "KQ"\n' in committed_text(match.game, 3), "secret options are part of it"


def test_options_drawn_by_the_seed_are_part_of_it():
    match = Match(game("row_column"), SEED)
    assert match.game != game("row_column")
    again = Record.from_json(match.full_record().to_json()).replay()
    assert commit(again.game, again.seed) == commit(match.game, SEED) != commit(game("row_column"), SEED)


def test_no_two_games_or_seeds_share_a_commitment():
    games = [game("nim"), game("nim", misere=True), game("nim", heaps=(1, 2)), game("nim", heaps=(12,))]
    games += [game("kuhn_poker"), game("kuhn_poker", deal="KQ")]
    made = {commit(it, seed) for it in games for seed in (0, 1, 10, 11, SEED)}
    assert len(made) == len(games) * 5
    assert all(map(is_commitment, made))


@pytest.mark.parametrize("value", ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 64 + "\n", None, 7, []])
def test_what_is_none(value):
    assert not is_commitment(value)


def test_a_match_carries_its_commitment_into_every_record_and_back():
    match = Match(game("kuhn_poker"), SEED)
    match.commitment = commit(match.game, match.seed)
    live = match.record()
    assert (live.seed, live.commitment) == (None, match.commitment)
    assert str(SEED) not in live.to_json()
    saved = Record.from_json(match.full_record().to_json())
    assert (saved.seed, saved.commitment) == (SEED, match.commitment)
    again = saved.replay()
    assert again.commitment == match.commitment == again.at(2).commitment
    for move in ("bet", "fold"):
        match.play(move)
    assert match.record().commitment == match.commitment
    assert match.record().replay().record().to_json() == match.record().to_json()


def test_a_match_without_one_is_written_as_before():
    match = Match(game("nim", heaps=(1,)), 1)
    match.play("1:1")
    assert match.record().to_json() == (
        '{"format":"parlour-record-1","game":"nim","options":{"heaps":[1]},"seed":1,"seats":[],'
        '"moves":["1:1"],"returns":[1.0,-1.0],"ended":"finished"}'
    )


@pytest.mark.parametrize("junk", [7, None, [], "x", "A" * 64, "a" * 63])
def test_a_damaged_commitment_is_refused(junk):
    data = {**json.loads(Match(game("nim"), 1).record().to_json()), "commitment": junk}
    with pytest.raises(BadRecord, match=r'"commitment" is .*, not a SHA-256 of 64 hex digits'):
        Record.from_json(json.dumps(data))


def test_seeds_have_as_many_bits_as_a_commitment_needs():
    assert SEED_BITS == 256
    most = 2**256 - 1
    record = Match(game("kuhn_poker"), most).full_record()
    assert Record.from_json(record.to_json()).replay().seed == most
    with pytest.raises(BadOption, match="at most 256 bits"):
        commit(game("nim"), 2**256)


# -- keys --------------------------------------------------------------------------------------------------


def test_a_seat_made_from_the_key_plays_as_one_made_from_the_seed():
    match = Match(game("kuhn_poker"), SEED)
    view = match.view(0)
    keyed = Seat.keyed(match.game, "random", 0, seat_key(SEED))
    assert (keyed.spec, keyed.seat) == ("random", 0)
    assert keyed.decide(view, None) == Seat(match.game, "random", 0, SEED).decide(view, None)
    assert str(SEED) not in repr(vars(keyed))


@pytest.mark.parametrize("key", [b"", b"x" * 65, "key", 7, None, bytearray(b"key")])
def test_a_key_is_bytes(key):
    with pytest.raises(BadOption, match=r"key=.*: needs 1 to 64 bytes"):
        Seat.keyed(game("nim"), "random", 0, key)
