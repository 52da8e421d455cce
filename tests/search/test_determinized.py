"""Determinized UCT: best replies, plain UCT in one world, votes and averages, threads, limits, what it must
not see, and the weakness it is known for.
"""

from __future__ import annotations

import time
from functools import cache

import numpy as np
import pytest
from secrets_kit import Load, Tell, kuhn_queen, some_way_on, told_in_equal_worlds

import parlour
from parlour.core import rules
from parlour.core.errors import ParlourError, Unsuitable
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import OVER, AnyState
from parlour.core.spec import make
from parlour.laws import check_strategy
from parlour.search import determinized
from parlour.search.determinized import average
from parlour.search.playout import Settings
from parlour.search.tree import cleared, new_tree, simulate

NEVER = np.zeros(1, np.int64)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("Q K bet", "call"),  # the king cannot lose
        ("K J bet", "fold"),  # the jack cannot win
        ("K J check bet", "call"),
        ("J K check bet", "fold"),
        ("J Q check bet", "fold"),
        ("J K check", "bet"),  # against a queen or jack that has to guess, and nothing is lost
    ],
)
def test_kuhn_1950_best_replies_where_there_is_one_at_any_belief(moves: str, best: str, seed: int) -> None:
    assert parlour.analyse("kuhn_poker", moves, "determinized", seed=seed).move == best


def test_a_tree_written_over_world_after_world_is_as_a_new_one(load: Load) -> None:
    game = load("tricks", shuffle=3)
    old = new_tree(50_000)
    for seed in range(10):
        s = some_way_on(game, seed).state
        for policy in (0, 1, 2):
            settings = Settings(0.5, policy, 0.0, *game.bounds)
            for tree in (fresh := new_tree(50_000), cleared(old)):
                assert simulate(s, tree, Stream.of(seed), 700, settings, 0, 50_000, NEVER) == 700
            used = int(fresh.used[0])
            assert old.used[0] == used
            for field in ("first", "action", "visits", "total", "proven"):
                assert getattr(old, field)[1:used].tolist() == getattr(fresh, field)[1:used].tolist()
            parents = fresh.first[:used] > 0  # of a leaf the number of children is not set
            assert old.kids[:used][parents].tolist() == fresh.kids[:used][parents].tolist()


def test_with_one_world_to_believe_in_it_chooses_as_plain_uct(load: Load, tell: Tell) -> None:
    game, same, clear = load("tricks"), 0, 0
    settings = Settings(0.5, 0, 0.0, *game.bounds)
    for seed in range(60):
        match = some_way_on(load("tricks", shuffle=seed), seed)
        tell(match.state)
        tree = new_tree(200_000)
        stream = Stream.of(seed).spawn("world", match.ply, 0, 0)  # the one of its first world
        simulate(match.state, tree, stream, 4000, settings, 0, 200_000, NEVER)
        kids = int(tree.kids[0])
        visits = tree.visits[1 : kids + 1]
        plain = int(tree.action[1 + int(np.argmax(visits))])
        spec = "determinized:belief=told,worlds=1,simulations=4000"
        choice = make(game, spec, match.turn, Stream.of(seed)).decide(match.view(match.turn))
        assert {c.action: c.visits for c in choice.candidates} == dict(
            zip(tree.action[1 : kids + 1].tolist(), visits.tolist(), strict=True)
        )
        if np.sort(visits)[-2] * 2 < np.max(visits):  # one move stands out
            clear += 1
            same += choice.action == plain
    assert clear >= 12
    assert same == clear


def test_every_seat_maximises_its_own_result(load: Load) -> None:
    """In a known world, near its end, UCT plays what max^n (Luckhart and Irani 1986) proves best."""

    @cache
    def outcomes(s: AnyState) -> frozenset[tuple[float, ...]]:
        """Give every result that best play by all can lead to, however ties are broken."""
        mover = rules.turn(s)
        if mover == OVER:
            return frozenset([rules.returns(s)])
        below = [outcomes(rules.play(s, a)) for a in game.legal(s)]
        floor = max(min(r[mover] for r in results) for results in below)
        return frozenset(r for results in below for r in results if r[mover] >= floor)

    checked = 0
    for seed in range(60):
        game = load("tricks", shuffle=seed)
        s = some_way_on(game, seed).state
        if s.gone.bit_count() < 2:
            continue
        mover, actions = rules.turn(s), game.legal(s)
        spans = {a: [r[mover] for r in outcomes(rules.play(s, a))] for a in actions}
        best = max(actions, key=lambda a: min(spans[a]))
        if any(max(spans[a]) >= min(spans[best]) for a in actions if a != best):
            continue
        tree = new_tree(100_000)
        simulate(s, tree, Stream.of(seed), 20_000, Settings(0.5, 0, 0.0, *game.bounds), 0, 100_000, NEVER)
        assert tree.action[1 + int(np.argmax(tree.visits[1 : len(actions) + 1]))] == best
        checked += 1
    assert checked >= 10


def test_votes_and_averages_are_those_of_the_worlds(tell: Tell) -> None:
    game = parlour.game("kuhn_poker")
    view = kuhn_queen()
    weak, strong = (view.state._replace(cards=(card, 1)) for card in (0, 2))
    tell(weak, strong)
    choice = parlour.analyse(game, view, "determinized:belief=told,worlds=4,simulations=50")
    assert choice.evidence["votes"] == {"call": 2, "fold": 2}
    assert choice.evidence["averages"] == {"call": 0.0, "fold": -1.0}
    assert choice.move == "call"
    assert sum(choice.evidence["visits"].values()) == choice.work["simulations"] == 200
    assert "call came out best in 2 of them" in choice.reasons[-1]
    assert "200 simulations in 4 worlds" in choice.reasons[-1]
    tell(strong, strong, strong, weak)
    choice = parlour.analyse(game, view, "determinized:belief=told,worlds=8,simulations=50")
    assert choice.evidence["averages"] == {"call": -1.0, "fold": -1.0}
    assert choice.move == "fold"  # level on average, ahead by 6 votes to 2
    assert choice.evidence["votes"] == {"fold": 6, "call": 2}


def test_weights_of_a_belief_weigh_the_averages(tell: Tell) -> None:
    game, view = parlour.game("kuhn_poker"), kuhn_queen()
    weak, strong = (view.state._replace(cards=(card, 1)) for card in (0, 2))
    for shares, value, move in (((3.0, 1.0), 1.0, "call"), ((0.1, 0.9), -1.6, "fold")):
        tell(weak, strong, shares=shares)
        choice = parlour.analyse(game, view, "determinized:belief=told,worlds=10,simulations=40")
        assert choice.evidence["averages"]["call"] == pytest.approx(value)
        assert choice.move == move
    assert choice.evidence["votes"] == {"fold": 5, "call": 5}
    assert "came out best in more" not in " ".join(choice.reasons)


def test_a_choice_against_the_votes_says_so(tell: Tell) -> None:
    view = kuhn_queen()
    weak, strong = (view.state._replace(cards=(card, 1)) for card in (0, 2))
    tell(weak, strong, strong, shares=(4.0, 1.0, 1.0))
    choice = parlour.analyse("kuhn_poker", view, "determinized:belief=told,worlds=3,simulations=40")
    assert choice.move == "call"
    assert choice.reasons[-1] == "fold came out best in more, 2, but is worse on average."


def test_the_mean_and_its_standard_error() -> None:
    values = np.array([1.0, 2.0, 3.0, np.nan])
    assert average(values, np.ones(4)) == (2.0, pytest.approx((1.0 / 3.0) ** 0.5))
    assert average(values[:1], np.ones(1)) == (1.0, None)
    assert average(values[3:], np.ones(1)) == (None, None)
    assert average(values[:2], np.array([3.0, 1.0]))[0] == 1.25
    assert average(values[:2], np.zeros(2))[0] == 1.5


def test_strategy_fusion_is_its_known_weakness(load: Load) -> None:
    """Declining a sure 0.4 for a blind guess, worth 0, looks like 1 when every world is taken as known."""
    choice = parlour.analyse(load("coin"), "", "determinized")
    assert choice.move == "guess"
    assert choice.value == pytest.approx(1.0, abs=0.1)


def test_two_worlds_with_one_view_give_the_same_bytes(load: Load) -> None:
    for seed in range(150):
        assert len(told_in_equal_worlds(load, "determinized:worlds=4,simulations=20", seed)) == 1


def test_the_same_for_any_number_of_threads_and_another_for_another_stream(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    for spec in ("determinized:worlds=13,simulations=100", "determinized:playout=rules,epsilon=0.2"):
        told = [
            parlour.analyse(game, "", f"{spec},threads={threads}", seed=7).to_json() for threads in (1, 2, 5)
        ]
        assert told[0] == told[1] == told[2]
        assert parlour.analyse(game, "", spec, seed=8).to_json() != told[0]


def test_simulations_are_made_and_shared_out_as_asked() -> None:
    for asked, worlds in ((1, 1), (77, 3), (1000, 9), (9990, 30), (100_000, 95)):
        work = parlour.analyse("kuhn_poker", "K Q bet", "determinized", limit=f"simulations={asked}").work
        assert work == {"simulations": asked, "worlds": worlds}
    work = parlour.analyse("kuhn_poker", "K Q bet", "determinized:worlds=7,simulations=11").work
    assert work == {"simulations": 77, "worlds": 7}


def test_it_stops_in_time_even_inside_a_world(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    for spec in (
        "determinized",
        "determinized:threads=2",
        "determinized:worlds=1,simulations=1000000000",
        "determinized:worlds=1,simulations=1000000000,threads=2",
    ):
        player = make(game, spec, 0, Stream.of(1))
        player.decide(Match(game, 1).view(0), Limit(simulations=100))  # compiled before the watch starts
        began = time.perf_counter()
        choice = player.decide(Match(game, 1).view(0), Limit(seconds=0.2))
        assert 0.15 < time.perf_counter() - began < 10.0
        assert choice.work["simulations"] > 100
        assert choice.work["worlds"] >= 1


def test_a_small_pool_grows_and_nobody_can_tell(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    spec = "determinized:worlds=3,simulations=2000"
    roomy = parlour.analyse(game, "", spec).to_json()
    monkeypatch.setattr(determinized, "new_tree", lambda n: new_tree(64 if n > 10_000 else n))
    assert parlour.analyse(game, "", spec).to_json() == roomy


def test_a_first_world_gets_a_visit_however_late_it_is(load: Load) -> None:
    game, tree = load("tricks"), new_tree(1000)
    settings, late = Settings(0.5, 0, 0.0, *game.bounds), np.ones(1, np.int64)
    assert simulate(game.start(), tree, Stream.of(1), 500, settings, 0, 1000, late) == 1
    assert simulate(game.start(), tree, Stream.of(1), 500, settings, 0, 1000, late) == 0


def test_every_playout_has_a_name_and_epsilon_mixes_it_with_random_moves(load: Load) -> None:
    game = load("tricks", ranks=5, shuffle=2)
    ways = ("random", "rules,epsilon=0", "rules,epsilon=0.5", "greedy,epsilon=0.1", "rules,epsilon=1")
    for search in ("determinized", "ismcts"):
        found = [parlour.analyse(game, "", f"{search}:playout={way}").candidates for way in ways]
        assert found[0] == found[-1]
        assert len(set(found)) == 4


def test_interpreted_and_native_agree_to_the_last_digit(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tricks", shuffle=4)
    spec = "determinized:worlds=3,simulations=60,playout=rules,epsilon=0.3"
    native = parlour.analyse(game, "", spec).to_json()
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    assert parlour.analyse(game, "", spec).to_json() == native


@pytest.mark.parametrize("strategy", ["determinized", "ismcts"])
def test_laws_of_strategies_hold_with_four_seats(strategy: str, load: Load) -> None:
    check_strategy(load("tricks"), strategy, games=1)


@pytest.mark.parametrize("spec", ["determinized:worlds=6,simulations=60", "ismcts:simulations=400"])
def test_it_beats_random_play_at_every_seat(spec: str, load: Load) -> None:
    gains = []
    for deal in range(200):
        game, seat = load("tricks", ranks=5, shuffle=deal), deal % 4
        seats = [spec if s == seat else "random" for s in range(4)]
        gains.append(parlour.play(game, seats, seed=deal).returns[seat])
    assert np.mean(gains) > 3.0 * np.std(gains) / len(gains) ** 0.5


def test_an_only_move_is_played_at_once_unless_someone_asks_why(load: Load) -> None:
    game = load("tricks")
    match = Match(game, 1)
    while len(game.legal(match.state)) > 1:
        match.play(game.legal(match.state)[0])
    choice = make(game, "determinized", match.turn, Stream.of(1)).decide(match.view(match.turn))
    assert choice.reasons == ("It is the only move.",)
    assert parlour.analyse(game, match, "determinized").value is not None


def test_refusals_name_the_fix() -> None:
    for name in ("determinized", "ismcts"):
        with pytest.raises(Unsuitable, match="needs a game with hidden information; take mcts"):
            make(parlour.game("connect_four"), name)
        with pytest.raises(ParlourError, match="unknown belief for kuhn_poker 'fil'; did you mean fill"):
            make(parlour.game("kuhn_poker"), f"{name}:belief=fil")
        with pytest.raises(ParlourError, match=r"choose one of random, greedy, rules$"):
            make(parlour.game("kuhn_poker"), f"{name}:playout=aware")
        with pytest.raises(ParlourError, match=r"choose one of random, greedy, rules, aware$"):
            make(parlour.game("hearts"), f"{name}:playout=lazy")
