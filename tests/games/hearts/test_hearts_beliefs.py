"""The beliefs om0, om1 and om2 of Hearts, against all deals that fit, and each constraint by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import log, prod

import numpy as np
import pytest
from scipy.stats import chisquare

from hearts_selfplay import model_pass, model_play
from parlour.beliefs.belief import beliefs_for
from parlour.core.match import Match
from parlour.core.registry import game as game_named
from parlour.core.rng import Stream
from parlour.core.rules import legal, mask, play, random_action, turn
from parlour.core.view import View
from parlour.games.hearts import State
from parlour.games.hearts.belief import om2
from parlour.games.hearts.belief.behaviour import pass_chance, play_chance
from parlour.games.hearts.belief.chain import walk
from parlour.games.hearts.belief.counted import passes_drawn
from parlour.games.hearts.belief.om1 import Certain
from parlour.games.hearts.belief.om2 import Behaviour
from parlour.games.hearts.belief.weights import WEIGHTS as FITTED
from parlour.games.hearts.belief.worlds import draw_passes, weigh

from .deals import Hands, before_play, belief, by_size, cards_of, first_lead, fits, matrix, played_on, view_of

LEAST_P = 0.001
DRAWS = 60_000
MODELS = ("om0", "om1", "om2")
WEIGHTS = np.array(FITTED)


def probability(counts: Counter[Hands], expected: dict[Hands, float]) -> float:
    """Give the chi-squared p of counts against chances; rare cells are counted together."""
    total = sum(counts.values())
    assert set(counts) <= set(expected)
    cells = [(counts[hands], total * chance) for hands, chance in expected.items() if total * chance >= 8]
    rest = (total - sum(seen for seen, _ in cells), total - sum(due for _, due in cells))
    cells += [rest] if rest[1] > 1e-6 else []
    assert len(cells) > 10
    return float(chisquare([seen for seen, _ in cells], [due for _, due in cells]).pvalue)


def counted(name: str, match: Match, view: View) -> Counter[Hands]:
    worlds = belief(name, match).worlds(view, DRAWS, Stream.of(name, "draws"))
    return Counter(world.hands for world in worlds)


# Seeds whose last three or four tricks leave some hundred deals, with voids among them.
ENDS = [
    ("hold", 1, 40),
    ("hold", 2, 39),
    ("left", 3, 40),
    ("across", 4, 38),
    ("right", 5, 41),
    ("hold", 6, 40),
]


@pytest.mark.parametrize(("passing", "seed", "until"), ENDS)
def test_om0_draws_evenly_from_all_deals_of_the_right_sizes(passing: str, seed: int, until: int) -> None:
    match = played_on(passing, seed, until)
    view = view_of(match)
    expected = by_size(view)
    assert probability(counted("om0", match, view), dict.fromkeys(expected, 1 / len(expected))) > LEAST_P


@pytest.mark.parametrize("name", ["om1", "fill"])
@pytest.mark.parametrize(("passing", "seed", "until"), ENDS)
def test_om1_and_the_rules_draw_evenly_from_all_deals_that_fit(
    passing: str, seed: int, until: int, name: str
) -> None:
    match = played_on(passing, seed, until)
    view, first = view_of(match), first_lead(match)
    expected = [hands for hands in by_size(view) if fits(view, hands, first)]
    assert match.state.hands in expected
    assert probability(counted(name, match, view), dict.fromkeys(expected, 1 / len(expected))) > LEAST_P


def chance_of_plays(s: State, plays: Sequence[tuple[int, int]], seat: int) -> float:
    """Give the chance of what all but one seat played: nine in ten by the model, one in ten evenly."""
    model, even = [1.0] * 4, [1.0] * 4
    for who, card in plays:
        model[who] *= play_chance(s, who, card, WEIGHTS)
        even[who] /= len(cards_of(legal(s)))
        s = play(s, card)
    others = [other for other in range(4) if other != seat]
    return prod(0.9 * model[other] + 0.1 * even[other] for other in others)


def likelihoods(match: Match, view: View) -> dict[Hands, float]:
    """Give each deal's share of the chance of all cards that others played; interpreted, deal by deal."""
    first, found = first_lead(match), {}
    for hands in by_size(view):
        if not fits(view, hands, first):
            continue
        s = before_play(view, hands, first)
        found[hands] = chance_of_plays(s, view.history[len(view.history) - view.state.count :], view.seat)
    total = sum(found.values())
    return {hands: chance / total for hands, chance in found.items()}


@pytest.mark.parametrize(("passing", "seed", "until"), [end for end in ENDS if end[0] == "hold"])
def test_om2_draws_by_the_chance_of_what_was_played(passing: str, seed: int, until: int) -> None:
    match = played_on(passing, seed, until)
    view = view_of(match)
    expected = likelihoods(match, view)
    assert max(expected.values()) > 2 * min(expected.values())  # it is not om1 again
    model = Behaviour(match.game)
    counts = Counter(world.hands for world in model.worlds(view, DRAWS, Stream.of("om2", "draws")))
    assert model.work["exact"]
    assert probability(counts, expected) > LEAST_P
    found = model.matrix(view)
    assert found is not None
    for card in range(52):
        for seat in range(4):
            due = sum(chance for hands, chance in expected.items() if hands[seat] >> card & 1)
            assert found[card][seat] == pytest.approx(due, abs=1e-9)


def by_weight(model: Behaviour) -> np.ndarray:
    """Give the chances by the candidates' weights alone."""
    return np.stack([model._shares @ (model._hands >> card & 1) for card in range(52)])


def test_om2_comes_near_to_listing_all_where_it_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on("hold", 2, 39)
    view = view_of(match)
    exact = np.array(Behaviour(match.game).matrix(view))
    monkeypatch.setattr(om2, "LISTED", 0)
    monkeypatch.setattr(om2, "CANDIDATES", 20_000)
    model = Behaviour(match.game)
    near = np.array(model.matrix(view))
    assert not model.work["exact"]
    assert 100 < model.work["effective"] <= model.work["candidates"] == 20_000
    assert np.abs(by_weight(model) - exact).max() < 4 / model.work["effective"] ** 0.5
    assert np.abs(near - exact).max() < 0.1
    monkeypatch.setattr(om2, "CHAINS", 10**6)
    counts = Counter(world.hands for world in model.worlds(view, 4000, Stream.of("near")))
    assert probability(counts, likelihoods(match, view)) > LEAST_P


def test_om2_weighs_every_pass_and_every_card_of_the_others() -> None:
    match = played_on("left", 11, 22)
    view, v, seat = view_of(match), view_of(match).state, view_of(match).seat
    hands = Behaviour(match.game).hands(view, 6, Stream.of(1))
    given, log_chance = passes_drawn(v, hands, Stream.of(2), guided=True)
    found = -log_chance
    weigh(v, seat, np.array(view.history[-22:]), hands, given, WEIGHTS, found)
    for row, passed, logs in zip(hands.tolist(), given.tolist(), found + log_chance, strict=True):
        s, due = before_play(view, tuple(row), first_lead(match)), 0.0
        for giver in range(4):
            dealt = s.hands[giver] & ~passed[(giver - 1) % 4] | passed[giver]
            assert dealt.bit_count() == 13
            assert giver not in (seat, (seat - 1) % 4) or passed[giver] == v.given[giver]
            chance = 0.9 * pass_chance(dealt, passed[giver], WEIGHTS) + 0.1 / 286
            due += log(chance) if giver != seat else 0.0
        due += log(chance_of_plays(s, view.history[-22:], seat))
        assert logs == pytest.approx(due, abs=1e-9)


def test_hidden_passes_are_drawn_with_the_chance_they_are_said_to_have() -> None:
    """The mean of 1 / chance is the number of ways: two hidden passes of three of thirteen cards."""
    match = played_on("left", 11, 22)
    view = view_of(match)
    v = view.state
    hands = Certain(match.game).hands(view, 40_000, Stream.of(1))
    given, log_chance = np.zeros_like(hands), np.zeros(len(hands))
    draw_passes(v, hands, 1, 0.3 * WEIGHTS, Stream.of(3), given, log_chance)
    inverse = np.exp(-log_chance)
    error = inverse.std() / len(inverse) ** 0.5
    assert error < 0.1 * 286**2
    assert abs(inverse.mean() - 286**2) < 4 * error
    for giver in range(4):
        receiver = (giver + 1) % 4
        assert not (given[:, giver] & ~(hands[:, receiver] | v.played[receiver])).any()
        assert {int(cards).bit_count() for cards in given[:, giver]} == {3}


def test_om1_draws_hidden_passes_evenly() -> None:
    match = played_on("left", 3, 40)
    view = view_of(match)
    giver = (view.seat + 1) % 4  # passes on to the next but one
    found = Counter[tuple[bool, ...]]()
    for world in belief("om1", match).worlds(view, 30_000, Stream.of(5)):
        receiver = (giver + 1) % 4
        full = cards_of(world.hands[receiver] | world.played[receiver])
        found[tuple(bool(world.given[giver] >> card & 1) for card in full)] += 1
    assert len(found) == 286
    assert chisquare(list(found.values())).pvalue > LEAST_P


def walked(view: View, start: Certain, steps: int, hands: np.ndarray, given: np.ndarray) -> None:
    rows = np.array(view.history[-view.state.count :])
    rng, seen = Stream.of("walk"), np.zeros((0, 4))
    walk(view.state, view.seat, rows, start._held, steps, WEIGHTS, rng, hands, given, seen)


@pytest.mark.parametrize(("seed", "until"), [(2, 39), (6, 40)])
def test_the_chain_moves_om1_worlds_to_where_om2_is(seed: int, until: int) -> None:
    match = played_on("hold", seed, until)
    view = view_of(match)
    start = Certain(match.game)
    hands = start.hands(view, 3000, Stream.of("start"))
    given = np.zeros_like(hands)
    expected = likelihoods(match, view)
    assert probability(Counter(map(tuple, hands.tolist())), expected) < LEAST_P
    walked(view, start, 50, hands, given)
    assert probability(Counter(map(tuple, hands.tolist())), expected) > LEAST_P


def test_the_chain_and_the_candidates_agree_where_passes_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on("left", 3, 44)
    view = view_of(match)
    monkeypatch.setattr(om2, "CANDIDATES", 30_000)
    model = Behaviour(match.game)
    model.matrix(view)
    due = by_weight(model)
    start = Certain(match.game)
    hands = start.hands(view, 1500, Stream.of("start"))
    given, _ = passes_drawn(view.state, hands, Stream.of("passes"), guided=False)
    walked(view, start, 80, hands, given)
    found = np.stack([(hands >> card & 1).mean(axis=0) for card in range(52)])
    assert model.work["effective"] > 300
    assert np.abs(found - due).max() < 0.08
    assert np.abs(np.array(start.matrix(view)) - due).max() > 0.12  # om1 is elsewhere


# -- the model of the players ------------------------------------------------------------------------------


def test_the_chances_of_the_cards_that_may_be_played_add_up_to_1() -> None:
    match, rng = Match(game_named("hearts"), 21), Stream.of(21)
    while not match.over:
        s = match.state
        if s.phase == 2:
            chances = [play_chance(s, turn(s), card, WEIGHTS) for card in range(52)]
            assert sum(chances) == pytest.approx(1.0)
            assert [card for card in range(52) if chances[card] > 0.0] == cards_of(legal(s))
        match.play(random_action(s, rng))


def test_the_chances_of_all_passes_add_up_to_1() -> None:
    hand = Match(game_named("hearts"), 8).state.hands[2]
    threes = [sum(1 << card for card in three) for three in combinations(cards_of(hand), 3)]
    assert sum(pass_chance(hand, three, WEIGHTS) for three in threes) == pytest.approx(1.0)


def test_a_player_of_the_model_does_not_look_into_other_hands() -> None:
    match = played_on("hold", 2, 18)
    s = match.state
    card = cards_of(legal(s))[0]
    for world in belief("om1", match).worlds(view_of(match), 50, Stream.of(1)):
        assert play_chance(world, turn(s), card, WEIGHTS) == play_chance(s, turn(s), card, WEIGHTS)


# -- in all positions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODELS)
def test_worlds_explain_the_view_and_can_be_played_on(name: str) -> None:
    for passing in ("left", "hold", "across", "right"):
        match, rng = Match(game_named("hearts", passing=passing), 30), Stream.of(30, passing)
        model = belief(name, match)
        while not match.over:
            if match.ply % 4 == 0:
                for seat in (match.turn, (match.turn + 1) % 4, -1):
                    view = match.view(seat)
                    for world in model.worlds(view, 2, rng):
                        if name != "om0":
                            assert mask(world, seat) == view.state
                        assert turn(world) == match.turn
                        _play_out(world, rng)
            match.play(random_action(match.state, rng))


@pytest.mark.parametrize("name", ["om1", "om2"])
def test_the_next_hand_of_a_match_is_believed_by_itself(name: str) -> None:
    match, rng = Match(game_named("hearts", target=60), 12), Stream.of(12)
    while not (match.state.hand_no == 1 and match.state.phase == 2 and match.state.count == 21):
        match.play(random_action(match.state, rng))
    model, view = belief(name, match), view_of(match)
    for world in model.worlds(view, 20, Stream.of(1)):
        assert mask(world, view.seat) == view.state
    if isinstance(model, Behaviour):
        assert model.work["plays weighed"] == 21


def _play_out(s: State, rng: Stream) -> None:
    while turn(s) >= 0:
        assert legal(s)
        s = play(s, random_action(s, rng))


@pytest.mark.parametrize("name", MODELS)
def test_the_same_view_and_stream_give_the_same_worlds_and_chances(name: str) -> None:
    match = played_on("left", 3, 22)
    view, found = view_of(match), []
    for world in belief("om1", match).worlds(view, 2, Stream.of(9)):
        other = View(view.game, view.seat, mask(world, view.seat), view.history)
        model = belief(name, match)
        found.append((model.worlds(other, 20, Stream.of(1)), model.matrix(other)))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", MODELS)
def test_both_backends_believe_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on("left", 3, 40)
    for most, much in {"LISTED": 0, "CANDIDATES": 12, "WALKS": 2, "LONG": 4}.items():
        monkeypatch.setattr(om2, most, much)
    found = {}
    for asked in ("native", "interpreted"):
        monkeypatch.setenv("PARLOUR_BACKEND", asked)
        model = belief(name, match)
        found[asked] = (model.worlds(view_of(match), 5, Stream.of(8)), model.matrix(view_of(match)))
    assert found["native"][0] == found["interpreted"][0]
    assert np.allclose(found["native"][1], found["interpreted"][1], atol=1e-12)


def test_without_history_om2_believes_what_om1_does() -> None:
    match = played_on("hold", 1, 40)
    view = match.game.view(match.state, match.turn)
    model = Behaviour(match.game)
    assert np.allclose(model.matrix(view), belief("om1", match).matrix(view), atol=1e-12)
    assert model.work["plays weighed"] == 0


def test_only_hearts_has_these_beliefs() -> None:
    assert set(MODELS) < set(beliefs_for(game_named("hearts")))
    assert not set(MODELS) & set(beliefs_for(game_named("kuhn_poker")))


def test_om2_knows_players_of_its_kind_better_than_om1() -> None:
    """The mean -log of the chance that a belief gives to where each unseen card truly is."""
    losses = dict.fromkeys(("om0", "om1", "om2"), 0.0)
    for seed in range(12):
        match, rng = Match(game_named("hearts"), seed), Stream.of(seed, "model")
        while match.state.phase == 1:
            for card in cards_of(model_pass(match.state, match.state.hands[match.turn], WEIGHTS, rng)):
                match.play(card)
        while match.state.count < 32:
            match.play(int(model_play(match.state, WEIGHTS, rng)))
        for name, viewer in product(losses, range(4)):
            found = matrix(name, match, viewer)
            for seat in range(4):
                for card in cards_of(match.state.hands[seat]):
                    losses[name] -= log(max(1e-3, found[card][seat]))
    assert losses["om2"] < losses["om1"] < losses["om0"]
