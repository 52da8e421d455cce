"""Ratings and statistics of players: from their finished matches, the same for the same matches."""

from __future__ import annotations

import pytest

import parlour
from parlour.store import Kept, Player, open_store
from parlour.store import levels as measured
from parlour.store.glicko import Game, Standing, idle, updated
from parlour.store.levels import Measured, level_ratings
from parlour.store.ratings import WEEK, Rating, history, rating, ratings
from parlour.store.statistics import statistics

LEVELS = {"easy": Measured(1300.0, 40.0, 60), "medium": Measured(1500.0, 0.0, 60)}


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr("parlour.store.ratings.level_ratings", lambda game: LEVELS if game == "nim" else {})
    opened = open_store(str(tmp_path / "parlour.db"))
    for name in ("ann", "ben", "cleo"):
        opened.add_player(Player(name, name.title(), name))
    yield opened
    opened.close()


def keep(store, *, players, returns, seats=(), at=1e9, game="nim", moves=5, **more):
    number = store.count()
    specs = seats or tuple("human" if player else "easy" for player in players)
    kept = Kept(
        f"m{number}", game, seats=specs, players=players, returns=returns, ended="finished",
        created=at, changed=at, moves=moves, **more,
    )  # fmt: skip
    store.create(kept)


def test_a_level_has_its_measured_rating_and_error(store):
    keep(store, players=("ann", ""), returns=(1.0, -1.0))
    keep(store, players=("", "ann"), returns=(1.0, -1.0))
    found = rating(store, "ann", "nim")
    expected = updated(Standing(), [Game(1300, 40, 1.0), Game(1300, 40, 0.0)])
    assert (found.rating, found.deviation, found.volatility) == expected
    assert (found.games, found.won, found.drawn, found.lost) == (2, 1, 0, 1)
    assert found.low == pytest.approx(found.rating - 1.96 * found.deviation, abs=0.1)
    assert found.high - found.rating == pytest.approx(found.rating - found.low)
    assert ratings(store, "ann") == {"nim": found}


def test_persons_are_rated_by_how_each_stood_before_the_week(store):
    keep(store, players=("ben", ""), returns=(1.0, -1.0), at=1e9)
    keep(store, players=("ann", "ben"), returns=(1.0, -1.0), at=1e9 + 3 * WEEK)
    ben = updated(Standing(), [Game(1300, 40, 1.0)])
    then = idle(ben, 2)
    expected = updated(Standing(), [Game(then.rating, then.deviation, 1.0)])
    found = rating(store, "ann", "nim")
    assert (found.rating, found.deviation) == pytest.approx(expected[:2])
    lost = rating(store, "ben", "nim")
    assert lost.rating == pytest.approx(updated(then, [Game(1500, 350, 0.0)]).rating)


def test_a_match_of_more_seats_is_a_result_against_each(store):
    keep(
        store,
        players=("ann", "ben", "", ""),
        seats=("human", "human", "easy", "mcts"),
        returns=(0.0, 1.0, 0.0, -1.0),
    )
    found = rating(store, "ann", "nim")
    expected = updated(Standing(), [Game(1500, 350, 0.0), Game(1300, 40, 0.5)])
    assert (found.rating, found.deviation) == pytest.approx(expected[:2])
    assert (found.games, found.lost) == (1, 1)


def test_who_has_no_rating_gives_none(store):
    keep(store, players=("ann", ""), seats=("human", "mcts:c=1"), returns=(1.0, -1.0))
    keep(store, players=("ann", ""), seats=("human", "human"), returns=(1.0, -1.0))
    keep(store, players=("ann", "ann"), returns=(1.0, -1.0))
    keep(store, players=("ann", ""), returns=(1.0, -1.0), notes={"rated": False})
    keep(store, players=("ann", ""), returns=(1.0, -1.0), game="checkers")
    keep(store, players=("ann",), returns=(1.0,), game="blackjack")
    assert ratings(store, "ann") == {"checkers": Rating(measured=False), "nim": Rating()}
    assert ratings(store, "cleo") == {}


def test_the_rating_over_time_ends_where_it_stands(store):
    for number in range(6):
        keep(store, players=("ann", ""), returns=(1.0, -1.0), at=1e9 + number * WEEK / 3)
    points = history(store, "ann", "nim")
    assert len(points) == 6
    assert points[-1].rating == rating(store, "ann", "nim").rating > points[0].rating > 1500
    assert points[-1].deviation < points[0].deviation
    assert history(store, "ann", "nim") == points


def test_a_rating_is_plain_data(store):
    keep(store, players=("ann", ""), returns=(1.0, -1.0))
    told = rating(store, "ann", "nim").to_json()
    assert {"rating", "deviation", "low", "high", "volatility", "games", "won", "measured"} <= told.keys()


def test_the_levels_that_ship_are_anchored_at_medium():
    found = level_ratings("nim")
    assert found["medium"].rating == 1500
    assert found["easy"].rating < 1500 < found["expert"].rating
    assert all(each.games > 0 for each in found.values())
    assert level_ratings("blackjack") == {}
    assert level_ratings("nothing") == {}
    assert measured.FILE.name == "level_ratings.json"


@pytest.mark.parametrize("name", [name for name in parlour.game_names() if parlour.game(name).seats > 1])
def test_the_levels_of_every_game_for_several_are_measured(name):
    assert level_ratings(name).keys() == parlour.game(name).levels.keys()


def test_statistics_count_by_opponent_seat_month_and_length(store):
    keep(store, players=("ann", ""), returns=(1.0, -1.0), moves=4)
    keep(store, players=("", "ann"), returns=(0.0, 0.0), moves=7, at=1e9 + 60 * 86_400)
    keep(store, players=("ben", "ann"), returns=(1.0, -1.0), moves=4)
    keep(store, players=("ann", ""), returns=(1.0, -1.0), game="checkers")
    found = statistics(store, "ann")
    assert (found["games"], found["won"], found["drawn"], found["lost"]) == (4, 2, 1, 1)
    nim = found["by_game"]["nim"]
    assert nim["by_opponent"] == {
        "easy": {"games": 2, "won": 1, "drawn": 1, "lost": 0},
        "person": {"games": 1, "won": 0, "drawn": 0, "lost": 1},
    }
    assert {seat: count["games"] for seat, count in nim["by_seat"].items()} == {"0": 1, "1": 2}
    assert {month: count["games"] for month, count in nim["by_month"].items()} == {"2001-09": 2, "2001-11": 1}
    assert nim["length"] == {"mean": 5.0, "shortest": 4, "longest": 7}
    assert list(statistics(store, "ann", "checkers")["by_game"]) == ["checkers"]
    assert statistics(store, "cleo") == {"games": 0, "won": 0, "drawn": 0, "lost": 0, "by_game": {}}
