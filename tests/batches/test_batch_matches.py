"""Matches in a batch: compiled players choose as the strategies do, and results are told as the arena's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import arena, batch_matches
from parlour.batches import matches, matches_kernel, players
from parlour.batches.entrants import entrant
from parlour.core import loading, registry, rules
from parlour.core.columns import pack, unpack, width
from parlour.core.errors import BadOption, ParlourError, Unsuitable
from parlour.core.limit import Limit
from parlour.core.rng import Stream
from parlour.core.rules import OVER
from parlour.core.spec import make


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


@pytest.fixture
def no_ties(own_registry, interpreted):
    loading.load(Path(__file__).with_name("no_ties.py"))
    return registry.game("no_ties")


def chosen(game, spec, s, seed):
    """Let a compiled player choose once, interpreted."""
    side = entrant(game, spec)
    seat = rules.turn(s)
    work, stack = np.zeros((side.rows, 1)), np.zeros((max(1, side.plies), width(s), 1), np.int64)
    tables = (side.policy.keys, side.policy.first, side.policy.shares)
    act = getattr(players, side.act)
    return act(rules.mask(s, seat), seat, Stream([seed]), np.array(side.numbers), *tables, work, stack, 0)


def positions(game, number):
    """Draw positions in which a seat has a choice."""
    found = []
    rng = Stream.of("positions", game.name)
    while len(found) < number:
        s = game.start()
        for _ in range(rng.below(20)):
            if rules.turn(s) != OVER:
                s = rules.play(s, rules.random_action(s, rng))
        if rules.turn(s) >= 0 and len(game.legal(s)) > 1:
            found.append(s)
    return found


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "checkers", "dots_and_boxes"])
@pytest.mark.parametrize("spec", ["greedy", "alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3"])
def test_a_compiled_player_draws_from_the_moves_that_the_strategy_thinks_best(name, spec, interpreted):
    game = parlour.game(name)
    for s in positions(game, 4):
        player = make(game, spec, rules.turn(s))
        player.thorough = True
        candidates = player.decide(game.view(s, rules.turn(s)), Limit()).candidates
        value = {c.action: (c.value, -(c.distance or 0) * ((c.value or 0) > 0)) for c in candidates}
        best = {a for a, v in value.items() if v == max(value.values())}
        assert {chosen(game, spec, s, seed) for seed in range(8)} <= best


def test_greedy_players_play_the_very_games_that_the_strategies_play(no_ties):
    count, like = 20, no_ties.start()
    starts = np.zeros((width(like), 1), np.int64)
    pack(like, starts, 0)
    states, plies = np.zeros((width(like), count), np.int64), np.zeros(count, np.int64)
    matches_kernel.open_games(
        "cpu", count, 0, like, starts, 0, matches._seed(5, 0, "deals"), 2, 1, states, plies
    )
    seats = [make(no_ties, "greedy", 0), make(no_ties, "alphabeta:depth=2", 1)]
    ends = []
    for lane in range(count):
        s = unpack(like, states, lane)
        while rules.turn(s) != OVER:
            s = rules.play(s, seats[rules.turn(s)].decide(no_ties.view(s, rules.turn(s))).action)
        ends.append(rules.returns(s)[0])
    event = matches._Event(
        no_ties, [entrant(no_ties, "greedy"), entrant(no_ties, "alphabeta:depth=2")], 40, 5, 2, "cpu"
    )
    assert event._play(0, count).returns[0][0].tolist() == ends
    assert len(set(ends)) > 3


def test_without_chance_a_batch_says_exactly_what_the_arena_says(no_ties):
    specs = ["greedy", "alphabeta:depth=3", "alphabeta:depth=1"]
    ours = batch_matches(no_ties, specs, 4, "cpu", openings=0)
    theirs = arena.run(no_ties, specs, 4, openings=0, records=False)
    assert ours.pairs == theirs.pairs
    assert ours.standings == theirs.standings
    assert ours.text() == theirs.text()


def test_with_chance_a_batch_agrees_with_the_arena_within_their_intervals(interpreted):
    specs = ["montecarlo:simulations=30", "random"]
    ours = batch_matches("tic_tac_toe", specs, 60, "cpu", seed=3).pairs[0]
    theirs = arena.run("tic_tac_toe", specs, 60, seed=4, records=False).pairs[0]
    assert ours.low < theirs.high
    assert theirs.low < ours.high
    assert ours.score > 0.7


def test_the_result_hangs_on_the_seed_and_not_on_how_many_play_at_a_time(interpreted, monkeypatch):
    specs = ["greedy", "random", "montecarlo:simulations=4"]
    whole = batch_matches("kuhn_poker", specs, 60, "cpu", seed=2)
    monkeypatch.setitem(matches.LEAST, "cpu", 7)
    monkeypatch.setattr(matches, "MOST", 8)
    seen = []
    parts = batch_matches("kuhn_poker", specs, 60, "cpu", seed=2, progress=lambda *at: seen.append(at))
    assert parts.text() == whole.text()
    assert (parts.pairs, parts.standings) == (whole.pairs, whole.standings)  # to the last bit
    assert seen[0] == (0, 180)
    assert seen[-1] == (180, 180)
    assert len(seen) > 3
    assert batch_matches("kuhn_poker", specs, 60, "cpu", seed=3).text() != whole.text()


def test_an_equilibrium_of_kuhn_poker_is_worth_one_eighteenth_less_than_nothing():
    found = batch_matches("kuhn_poker", ["cfr", "equilibrium"], 40_000, "cpu")
    assert found.seat_means[0] == pytest.approx(-1 / 18, abs=4 * found.seat_errors[0])
    assert found.seat_errors[0] < 0.01
    assert abs(found.pairs[0].margin) < 0.03


@pytest.mark.parametrize(
    ("name", "specs"), [("hearts", ["rules", "aware"]), ("blackjack", ["rules", "random"])]
)
def test_any_number_of_seats_is_played_in_every_seating(name, specs, interpreted):
    game = parlour.game(name)
    found = batch_matches(game, specs, 8, "cpu")
    assert found.pairs[0].games == 8
    assert found.played == found.matches == (16 if game.seats == 1 else 8)
    assert sum(found.seat_means) == pytest.approx(0.0) if game.traits.zero_sum else True


def test_a_game_that_draws_its_board_is_played_on_many(interpreted):
    assert len({*matches._starts(parlour.game("row_column"), 20, 1)}) > 15
    assert len(matches._starts(parlour.game("row_column", seed=3), 20, 1)) == 1


def test_what_a_seat_may_not_know_is_in_nothing_that_a_player_gets(interpreted, monkeypatch):
    """The state that reaches a player is the seat's own view: masking it again changes nothing."""
    seen = []

    def spy(v, seat, rng, *rest):
        seen.append(rules.mask(v, seat) == v and v.cards[1 - seat] == rules.UNKNOWN)
        return players.any_move(v, seat, rng, *rest)

    monkeypatch.setattr(players, "spy", spy, raising=False)
    monkeypatch.setattr(matches, "meeting", lambda *_: matches_kernel.meeting("spy", "spy"))
    batch_matches("kuhn_poker", ["random", "random"], 20, "cpu")
    matches_kernel.meeting.cache_clear()
    assert len(seen) > 20
    assert all(seen)


@pytest.mark.parametrize(
    ("name", "specs", "words"),
    [
        ("nim", ["random", "expert"], "expert has no compiled form .* those that have: random, montecarlo"),
        ("nim", ["random", "rules"], "rules cannot play nim: the game defines no rollout"),
        ("nim", ["random", "greedy"], "greedy cannot play nim"),
        ("tic_tac_toe", ["random", "alphabeta"], "alphabeta looks ahead a fixed depth of 1 to"),
        ("tic_tac_toe", ["random", "aware"], "unknown strategy 'aware'"),
        ("hearts", ["aware:depth=2", "rules"], "aware has no option 'depth'"),
        ("nim", ["random"], "at least two strategies"),
    ],
)
def test_what_cannot_play_in_a_batch_is_refused_in_one_line(name, specs, words, interpreted):
    with pytest.raises(ParlourError, match=words) as refused:
        batch_matches(name, specs, 2, "cpu")
    assert "\n" not in str(refused.value)


def test_a_policy_plays_for_another_game_only_if_it_is_the_same():
    policy = parlour.Policy.of("kuhn_poker", {})
    with pytest.raises(BadOption, match="for kuhn_poker with other options, or another game"):
        batch_matches("leduc_poker", [policy, "random"], 2, "cpu")


def test_stopped_a_batch_gives_what_there_is(interpreted, monkeypatch):
    monkeypatch.setitem(matches.LEAST, "cpu", 4)
    given = []

    def stop(done, total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch_matches("kuhn_poker", ["random", "greedy"], 400, "cpu", progress=stop, stopped=given.append)
    assert given[0].played == 8
    assert "8 of 400 matches so far" in given[0].title()


def test_who_is_to_move_when_a_match_does_not_end_forfeits_it(interpreted, monkeypatch):
    monkeypatch.setitem(matches_kernel.meet.__globals__, "MOST_PLIES", 1)
    matches_kernel.meeting.cache_clear()
    found = batch_matches("kuhn_poker", ["random", "greedy"], 4, "cpu")
    matches_kernel.meeting.cache_clear()
    assert sum(forfeit.games for forfeit in found.forfeits) > 0
    assert "did not end within" in found.text()


def test_a_strategy_that_suits_no_hidden_game_is_refused():
    with pytest.raises(Unsuitable, match="without chance and without hidden"):
        batch_matches("kuhn_poker", ["alphabeta:depth=2", "random"], 2, "cpu")
