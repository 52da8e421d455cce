"""An opponent plays what its level plays in a match of the same seed, however it is asked."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import parlour
from parlour import Knowledge, Match, Opponent, ParlourError
from parlour.core import registry
from parlour.core.driver import Seat, step
from parlour.core.errors import BadOption, GameOver, IllegalMove, NotYourTurn
from parlour.core.limit import Limit

SEED = 7
SMALL = Limit(simulations=16, nodes=60, depth=2)
TURNS = 3  # of a seat
# Smaller games, where the whole of one is solved or searched however small the limit is.
OPTIONS = {
    "battleship": {"size": (5,), "ships": (3, 2)},
    "dots_and_boxes": {"size": (2,)},
    "liars_dice": {"dice": (2,)},
    "row_column": {"size": 3},
    "rock_paper_scissors": {"rounds": 3},
}


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def small(name: str) -> parlour.Game:
    known = registry.game(name).known_options
    return registry.game(name, **{k: v for k, v in OPTIONS.get(name, {}).items() if k in known})


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
@pytest.mark.parametrize("name", registry.game_names())
def test_every_level_plays_as_in_a_match(name: str, level: str) -> None:
    """Asked with the match itself, a view of it, or its moves, whichever comes."""
    match = next(it for it in (Match(small(name), seed) for seed in range(SEED, 99)) if not it.over)
    seats = [Seat(match.game, level, seat, match.seed) for seat in range(match.game.seats)]
    asked = [Opponent(small(name), level, seat, match.seed) for seat in range(match.game.seats)]
    for number in range(TURNS * match.game.seats):
        if match.over:
            break
        who = match.turn
        told = match.view(who) if number % 2 else match
        chosen = asked[who].choose(told, SMALL)
        played = step(match, seats[who], SMALL)
        assert played is not None, match.reason
        assert (chosen.action, chosen.move) == (played.action, played.move)


def test_the_moves_are_those_of_a_whole_match_without_limits() -> None:
    record = parlour.play("tic_tac_toe", ["medium", "hard"], seed=SEED)
    seats = [Opponent("tic_tac_toe", level, seat, SEED) for seat, level in enumerate(("medium", "hard"))]
    moves: list[str] = []
    while len(moves) < len(record.moves):
        moves.append(seats[len(moves) % 2].choose(moves).move)
    assert tuple(moves) == record.moves


def test_a_match_that_draws_its_board_is_met_on_that_board() -> None:
    match = Match("row_column", 5)
    assert Opponent("row_column", "medium", 0, 5).game == match.game.public
    other = Opponent("row_column", "medium", 0, 6).choose(match, SMALL)
    assert other.action in match.game.legal(match.state)


def test_threads_give_what_one_after_the_other_gives() -> None:
    def line(seed: int) -> list[str]:
        seats = [Opponent("connect_four", "medium", seat, seed) for seat in (0, 1)]
        moves: list[str] = []
        while len(moves) < 6:
            moves.append(seats[len(moves) % 2].choose(moves, SMALL).move)
        return moves

    alone = [line(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(line, range(8))) == alone


def test_a_cap_makes_no_level_stronger_and_seconds_do() -> None:
    spec = "mcts:simulations=20"
    assert Opponent("connect_four", spec, 0).choose("", at_most=0.5).work["simulations"] == 20
    assert Opponent("connect_four", spec, 0).choose("", "at_most=0.5").work["simulations"] == 20
    assert Opponent("connect_four", spec, 0).choose("", seconds=0.3).work["simulations"] > 20


@pytest.mark.parametrize("spec", ["mcts:simulations=1000000000", "alphabeta:nodes=1000000000000"])
def test_stop_ends_a_choice_that_has_a_limit_on_time(spec: str) -> None:
    opponent = Opponent("connect_four", spec, 0)
    found: list[parlour.Choice] = []
    worker = threading.Thread(target=lambda: found.append(opponent.choose("", at_most=600.0)))
    began = time.monotonic()
    worker.start()
    while worker.is_alive() and time.monotonic() - began < 60.0:
        time.sleep(0.2)
        opponent.stop()
    worker.join(60.0)
    assert found
    assert found[0].move in Match("connect_four").legal()
    assert opponent.choose("", "simulations=5,depth=1").move  # and it can be asked again


def test_what_cannot_be_chosen_is_refused_in_one_line() -> None:
    ask = Opponent("tic_tac_toe", "random", 1)
    over = Match("tic_tac_toe", 1)
    over.forfeit(0, "tired")
    for position, error, words in [
        ("", NotYourTurn, "seat 0 is to move, the opponent has seat 1"),
        ("a1 a2 b1 b2 c1", GameOver, "over"),
        (over, GameOver, "over"),
        (Match("nim", 1), BadOption, "the opponent plays"),
        (Match(parlour.game("tic_tac_toe"), 1).view(0), BadOption, "view of seat 0"),
        ("b2 b2", IllegalMove, "b2"),
    ]:
        with pytest.raises(error, match=words):
            ask.choose(position)
    with pytest.raises(BadOption, match="no seat 2"):
        Opponent("tic_tac_toe", "random", 2)
    with pytest.raises(BadOption, match="spectator"):
        Opponent("tic_tac_toe", "random", -1)
    with pytest.raises(IllegalMove, match="chance decides"):
        Opponent("kuhn_poker", "random", 0).choose("K")
    with pytest.raises(BadOption, match="plays"):
        Opponent("nim", "random", 0).choose(Match(parlour.game("nim", heaps=(1, 2)), 1))


def test_a_strategy_that_answers_no_sense_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_kinds", {})

    class Wild(parlour.Strategy):
        name = "wild_opponent"

        def choose(self, view: parlour.View, limit: Limit) -> int:
            return 99

    class Leaves(parlour.Strategy):
        name = "leaves_opponent"

        def choose(self, view: parlour.View, limit: Limit) -> int:
            raise SystemExit(3)

    for kind, words in ((Wild, "illegal action 99"), (Leaves, "SystemExit")):
        with pytest.raises(ParlourError, match=words):
            Opponent("tic_tac_toe", kind, 0).choose("")


def test_it_takes_what_a_seat_knows() -> None:
    match = Match(parlour.game("kuhn_poker", deal="K/J"), 3)
    known = Knowledge("kuhn_poker", 0).told("K")
    assert (
        Opponent("kuhn_poker", "expert", 0, 3).choose(known).action
        == Opponent("kuhn_poker", "expert", 0, 3).choose(known.view()).action
    )
    assert known.view().state == match.view(0).state
