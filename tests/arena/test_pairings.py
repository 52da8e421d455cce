"""The schedule: who meets whom, from which seat, on which deal."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import ParlourError
from parlour.arena.pairings import MOST_MATCHES, Schedule, seatings

NAMES = ("a", "b", "c", "d", "e")


def test_two_seats_come_in_swapped_pairs_on_one_deal() -> None:
    """Two players, three games: rounded up to four, in two pairs."""
    fixtures = [Schedule.of("ab", 2, 3, seed=7)[index] for index in range(4)]
    assert [f.specs for f in fixtures] == [("a", "b"), ("b", "a")] * 2
    assert [f.block for f in fixtures] == [0, 0, 1, 1]
    assert fixtures[0].seed == fixtures[1].seed != fixtures[2].seed == fixtures[3].seed
    assert pickle.loads(pickle.dumps(fixtures)) == fixtures


def test_three_seats_seat_each_alone_everywhere() -> None:
    """One against two, in every seat, both ways round; one seat: each on the same deal."""
    assert seatings(0, 1, 3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert seatings(0, 1, 1) == [(0,), (1,)]


@given(st.integers(2, 5), st.integers(1, 5), st.integers(1, 40), st.integers())
def test_every_pair_meets_equally_often(entrants: int, seats: int, games: int, seed: int) -> None:
    """Blocks are whole, balanced over seats, and no two share a seed."""
    schedule = Schedule.of(NAMES[:entrants], seats, games, seed)
    fixtures = [schedule[index] for index in range(len(schedule))]
    assert [f.index for f in fixtures] == list(range(len(fixtures)))
    assert games <= schedule.games < games + schedule.block_size
    each = schedule.games * (2 if seats == 1 else 1)  # alone, each of the two plays every deal
    assert set(Counter(f.pairing for f in fixtures).values()) == {each}
    assert len({f.pairing for f in fixtures}) == entrants * (entrants - 1) // 2
    assert len({f.seed for f in fixtures}) == len({f.block for f in fixtures})
    assert all(Counter(f.seed for f in fixtures)[f.seed] == schedule.block_size for f in fixtures[:1])
    for seat in range(seats):
        in_seat = Counter(f.entrants[seat] for f in fixtures)
        assert len(set(in_seat.values())) == 1
    assert all(set(f.entrants) <= set(f.pairing) for f in fixtures)


def test_a_longer_event_begins_with_the_shorter_one() -> None:
    """More games add matches at the end and change none before."""
    short, long = (Schedule.of("abc", 2, games, seed=1) for games in (10, 20))
    assert [short[i] for i in range(len(short))] == [long[i] for i in range(len(short))]


def test_another_seed_deals_otherwise() -> None:
    """The seed of the event reaches every block."""
    assert Schedule.of("ab", 2, 2, seed=1)[0].seed != Schedule.of("ab", 2, 2, seed=2)[0].seed


def test_bad_sizes_are_refused() -> None:
    """One player has no opponent; and there is an end to everything."""
    with pytest.raises(ParlourError, match="at least two strategies; 1 given"):
        Schedule.of("a", 2, 2, seed=0)
    with pytest.raises(ParlourError, match="10 pairings make 100,000,000 matches"):
        Schedule.of(NAMES, 2, 10_000_000, seed=0)
    assert len(Schedule.of("ab", 2, 10_000_000, seed=0)) <= MOST_MATCHES
    for outside in (-1, 2):
        with pytest.raises(IndexError):
            Schedule.of("ab", 2, 2, seed=0)[outside]
