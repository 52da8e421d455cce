"""The Hearts players: the rules of thumb, the pass over all triples, the search with each belief."""

from __future__ import annotations

import json
from functools import cache

import pytest

import hearts_match
from parlour import Game, Match, Stream, game
from parlour.core.analyse import analyse
from parlour.core.bits import listed
from parlour.core.limit import Limit
from parlour.core.rules import mask, random_action
from parlour.core.spec import make
from parlour.core.view import View
from parlour.games.hearts.cards import DECK, PASS, PLAY, POINTS, QUEEN
from parlour.games.hearts.play.heuristic import Sight
from parlour.games.hearts.play.passing import Passing, Triple, search_passes
from parlour.games.hearts.play.words import _points_words, passing_words
from parlour.games.hearts.words import card_number, names
from parlour.laws import check_strategy

BELIEFS = ("om0", "om1", "om2", "fill")
NAMES = ("South", "West", "North", "East")
QUICK = "worlds=4,simulations=30,passing=300"
PLAYERS = ["heuristic", *(f"hearts:belief={belief},{QUICK}" for belief in BELIEFS)]


def cards(text: str) -> int:
    return sum(1 << card_number(card) for card in text.split())


def dealt(*hands: str) -> Game:
    """Give a game with these hands, filled up from the rest of the pack in order; nothing is passed."""
    held = [cards(hand) for hand in hands]
    rest = listed(DECK & ~sum(held))
    for seat in range(4):
        while held[seat].bit_count() < 13:
            held[seat] |= 1 << rest.pop(0)
    return game("hearts", deal="/".join(names(hand) for hand in held), passing="hold")


@cache
def queen_led() -> Match:
    """Give the example of A K 3 of spades: seat 3 has led the queen, seat 0 is next."""
    match = Match(dealt("As Ks 3s 7h 2h Jd 9d 8d Tc 6c 5c 4c 3c", "Kc Qc", "2c Jc", "Ac Qs 2s 4s"), seed=1)
    for move in ("2c", "Ac", "3c", "Kc", "Qs"):
        match.play(move)
    return match


def moon_under_way() -> View:
    """Give seat 0 the last word on a trick of hearts; seat 1 has all points so far and wins the rest.

    Seats 2 and 3 have shown that they have no clubs, so the two clubs that are out are with seat 1.
    """
    hand, others = cards("Ah 3h 4c"), cards("Ac Kc 2s 3s 4s 5s")
    table = [-1, card_number("Kh"), card_number("4h"), card_number("5h")]
    gone = listed(DECK & ~(hand | others | sum(1 << card for card in table[1:])))
    played = [sum(1 << card for card in gone[seat::4]) for seat in range(4)]
    for seat in (1, 2, 3):
        played[seat] |= 1 << table[seat]
    hands = (hand, cards("Ac Kc"), cards("2s 3s"), cards("4s 5s"))
    it = game("hearts", passing="hold")
    s = it.start()._replace(
        hands=hands, played=tuple(played), taken=(0, sum(1 << card for card in gone), 0, 0),
        trick=tuple(table), leader=1, voids=1 << 8 | 1 << 12 | 1 << 20, broken=1, phase=PLAY, turn_seat=0,
        count=43,
    )  # fmt: skip
    assert s.taken[1] & POINTS == POINTS & ~cards("Ah Kh 3h 4h 5h")
    return View(it.public, 0, mask(s, 0))


def random_view(seed: int, phase: int, least: int, **options: object) -> View:
    match, rng = Match(game("hearts", **options), seed), Stream.of(seed, "moves")
    while not (
        match.state.phase == phase and match.state.count >= least and len(match.view(match.turn).legal()) > 1
    ):
        match.play(random_action(match.state, rng))
    return match.view(match.turn)


@pytest.mark.parametrize(
    "spec", ["heuristic", *(f"hearts:belief={belief}" for belief in BELIEFS), "ismcts", "ismcts:belief=om1"]
)
def test_the_three_of_spades_goes_under_the_queen(spec):
    match = queen_led()
    view = match.view(0)
    assert sorted(view.moves()) == ["3s", "As", "Ks"]
    assert all(make(match.game, spec, 0, Stream.of(seed)).decide(view).move == "3s" for seed in range(3))


@pytest.mark.parametrize("belief", BELIEFS)
def test_the_reason_counts_the_worlds(belief):
    choice = analyse(queen_led().game, queen_led(), f"hearts:belief={belief},worlds=30,simulations=50")
    told, n = choice.evidence, choice.evidence["worlds"]
    # Whoever goes under the queen cannot get her, and who goes over her must.
    assert told["no_queen"] == {"3s": 30, "As": 0, "Ks": 0}
    other = choice.candidates[1].move
    assert choice.reasons[0] == f"3s keeps South under the queen in 30 of 30 worlds, {other} in 0."
    assert sum(told["votes"].values()) == n == told["looked_at"] == 30
    assert told["points"]["3s"] + 7 < told["points"]["As"]
    assert min(told["points"]["As"], told["points"]["Ks"]) >= 13
    assert f"After 3s the hand costs South {told['points']['3s']:.1f} points" in choice.reasons[1]
    assert choice.candidates[0].told == f"costs {told['points']['3s']:.1f} points"
    json.dumps(choice.to_json())


@pytest.mark.parametrize(
    ("other", "error", "words"),
    [
        (1.8, 0.0, "1.5 points, after 4s 1.8."),
        (1.52, 0.0, "1.5 points, after 4s as much."),
        (1.4, 0.2, "1.5 points, after 4s 1.4, which 60 worlds cannot tell apart; the search prefers 9s."),
        (
            1.1,
            0.2,
            "1.5 points, after 4s 1.1; but the search, which looks ahead and counts the others' points too, "
            "prefers 9s.",
        ),
    ],
)
def test_a_card_that_costs_more_is_told_with_the_reason_it_is_played(other, error, words):
    points = {"9s": 1.5, "4s": other}
    assert _points_words(["9s", "4s"], points, error, 60, 0) == f"After 9s the hand costs {{0}} {words}"


def test_worth_is_told_in_points():
    told = "Worth is in points: by how many the others, on average, end the hand above South."
    assert (
        analyse(queen_led().game, queen_led(), "hearts:belief=fill,worlds=5,simulations=20").reasons[-1]
        == told
    )
    passing = make(game("hearts"), "hearts:passing=400", 0, Stream.of(1)).decide(
        Match(game("hearts"), 1).view(0)
    )
    assert passing.reasons[-1] == told


def test_a_triple_dropped_early_does_not_count_by_its_luck():
    triples = (
        Triple(0b111, 200, 2.0, 0.5, 4.0),
        Triple(0b1110, 200, 1.5, 0.5, 4.2),
        Triple(0b11100, 9, 2.6, 3.0, 3.9),
    )
    told = passing_words(Passing(triples, 3, 409, 200), 0)
    assert told[:2] == [
        "After passing 2c 3c 4c the hand costs {0} 4.0 points, after the next best, 3c 4c 5c, 4.2.",
        "4c 5c 6c stands higher, but over 9 playouts only: it was behind when it was dropped.",
    ]


def test_the_belief_is_told_in_words_that_add_up():
    view = random_view(3, PLAY, 24, passing="hold")
    choice = analyse(view.game, view, f"hearts:belief=om1,{QUICK}")
    matrix, words = choice.evidence["belief_matrix"], choice.evidence["belief_words"]
    kinds = [exhibit.kind for exhibit in choice.exhibits]
    assert kinds == ["bars", "table", "picture"]  # votes, dangers, belief
    out = Sight(view.state, view.seat).out
    others = [(view.seat + i) % 4 for i in (1, 2, 3)]
    for suit, name in enumerate(("clubs", "diamonds", "spades", "hearts")):
        left = [card for card in range(13 * suit, 13 * suit + 13) if out >> card & 1]
        held = ", ".join(f"{NAMES[s]} {sum(matrix[c][s] for c in left):.1f}" for s in others)
        cards_out = name if len(left) > 1 else name[:-1]
        assert (f"Of {len(left)} {cards_out} out: {held}." in words) == bool(left)
    if out & QUEEN:
        row = matrix[card_number("Qs")]
        assert words[0] == "Qs is with " + ", ".join(f"{NAMES[s]} {row[s]:.0%}" for s in others) + "."


@pytest.mark.parametrize("spec", ["heuristic", *(f"hearts:belief={belief}" for belief in BELIEFS), "ismcts"])
def test_a_moon_is_stopped_by_taking_a_cheap_trick(spec):
    view = moon_under_way()
    assert sorted(view.moves()) == ["3h", "Ah"]
    choice = make(view.game, spec, 0, Stream.of(5)).decide(view)
    assert choice.move == "Ah"
    if spec.startswith("he"):
        assert choice.reasons[0].startswith("West has all 21 points so far")


def test_without_a_shooter_the_heuristic_ducks_the_same_trick():
    view = moon_under_way()
    taken = view.state.taken[1]
    shared = view.state._replace(taken=(0, taken & ~cards("6h"), cards("6h"), 0))
    choice = make(view.game, "heuristic", 0, Stream.of(5)).decide(View(view.game, 0, shared))
    assert choice.move == "3h"
    assert choice.reasons == ("3h stays under Kh, with 3 points on the table; Ah could take it.",)


def test_the_heuristic_keeps_its_stopper_when_it_discards():
    view = moon_under_way()
    led = view.state._replace(
        hands=(cards("Ah 4d 2d"), *view.state.hands[1:]),
        trick=(-1, card_number("Kc"), card_number("2s"), card_number("3s")),
    )
    choice = make(view.game, "heuristic", 0, Stream.of(5)).decide(View(view.game, 0, led))
    assert choice.move in ("4d", "2d")
    assert choice.candidates[-1].move == "Ah"


def test_the_heuristic_throws_the_queen_when_it_can():
    match = Match(dealt("2c 5c 7c 9c", "Qs As Kd 3d", "3c 4c", "6c 8c"), seed=1)
    hand = match.state.hands[1] & ~cards("Tc Jc Qc Kc Ac")
    table = (card_number("9c"), -1, -1, -1)
    s = match.state._replace(hands=(-3, hand, -3, -3), turn_seat=1, count=5, trick=table, leader=0)
    choice = make(match.game, "heuristic", 1, Stream.of(1)).decide(View(match.game.public, 1, s))
    assert choice.move == "Qs"
    assert "the queen of spades can go" in choice.reasons[0]


# -- passing -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize("passing", ["left", "right", "across"])
def test_three_different_legal_cards_are_passed_and_nobody_needs_to_remember(spec, passing):
    match = Match(game("hearts", passing=passing), seed=7)
    kept = [make(match.game, spec, seat, Stream.of(1)) for seat in range(4)]
    before = match.state.hands
    while match.state.phase == PASS:
        view = match.view(match.turn)
        choice = kept[match.turn].decide(view)
        afresh = make(match.game, spec, match.turn, Stream.of(2, view.ply)).decide(view)
        assert choice.to_json() == afresh.to_json()  # a player that has just sat down goes on with the triple
        match.play(choice.action, match.turn)
    for seat, given in enumerate(match.state.given):
        assert given.bit_count() == 3
        assert given & ~before[seat] == 0


def test_the_search_goes_on_from_a_pass_that_somebody_else_began():
    match = Match(game("hearts"), seed=7)
    player = make(match.game, f"hearts:{QUICK}", 0, Stream.of(1))
    planned = search_passes(match.view(0).state, 0, 0, 300, Limit()).triples[0].cards
    other = next(card for card in match.game.legal(match.state) if not planned >> card & 1)
    match.play(other)
    choice = player.decide(match.view(0))
    assert choice.action in match.view(0).legal()
    assert all(cards(triple) >> other & 1 for triple in choice.evidence["triples"])


def test_the_last_card_of_all_is_not_the_two_of_clubs():
    rest = "Ac Kc Qc Jc Tc 9c Ad Kd Qd As Ks Ah"
    it = game("hearts", deal=dealt("", "", "", f"2c {rest}").options["deal"])
    match = Match(it, seed=1)
    for _ in range(9):
        match.play(random_action(match.state, Stream.of(match.ply)))
    for move in ("Kc", "Qc"):
        match.play(move)
    for spec in PLAYERS:
        assert make(it, spec, 3, Stream.of(1)).decide(match.view(3)).action in match.view(3).legal()


def test_high_spades_without_guards_are_passed():
    it = game("hearts", deal=dealt("As Ks Qs 2c 3c 4c 5c 2d 3d 4d 2h 3h 4h", "", "", "").options["deal"])
    match = Match(it, seed=1)
    found = search_passes(match.view(0).state, 0, 0, 20_000, Limit())
    assert names(found.triples[0].cards) == "Qs Ks As"
    assert found.tried == len(found.triples) == 286
    assert found.playouts <= 20_000
    assert [c.move for c in make(it, "heuristic", 0, Stream.of(1)).decide(match.view(0)).candidates[:3]] == [
        "Qs", "As", "Ks"
    ]  # fmt: skip


def test_the_best_triples_get_the_most_playouts_and_a_time_limit_is_kept():
    view = random_view(2, PASS, 0)
    found = search_passes(view.state, view.seat, 0, 10_000, Limit())
    counts = [triple.playouts for triple in found.triples]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 20 * counts[-1] > 0
    assert search_passes(view.state, view.seat, 0, 10_000, Limit()) == found
    few = search_passes(view.state, view.seat, 0, 10_000, Limit(simulations=5))
    assert (few.tried, few.playouts) == (1, 5)
    assert search_passes(view.state, view.seat, 0, 10_000, Limit(seconds=0.05)).playouts > 286


# -- laws and strength ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", PLAYERS)
def test_players_keep_the_laws(spec):
    passed = check_strategy(game("hearts"), spec, games=1)
    assert all(law.count > 0 for law in passed)


@pytest.mark.parametrize("spec", ["heuristic", f"hearts:belief=om1,{QUICK}"])
@pytest.mark.parametrize(
    "options", [{"target": 30}, {"pass_cards": False, "jd_bonus": True, "moon": "subtract"}]
)
def test_players_keep_the_laws_of_other_hearts(spec, options):
    assert all(law.count > 0 for law in check_strategy(game("hearts", **options), spec, games=1))


def test_a_hand_of_a_match_is_played_as_a_hand():
    alone = random_view(4, PLAY, 20, passing="left")
    it = game("hearts", target=100)
    state = alone.state._replace(target=100, scores=(40, 3, 7, 2))
    inside = View(it.public, alone.seat, state, alone.history)
    spec = f"hearts:belief=om1,{QUICK}"
    one, two = (make(v.game, spec, v.seat, Stream.of(1)).decide(v) for v in (alone, inside))
    assert one.to_json() == two.to_json()


def test_the_heuristic_beats_random_play_over_duplicate_deals(capsys):
    assert hearts_match.main(["heuristic", "random", "--hands", "84"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("14 deals, 84 hands\n")
    assert "fewer points a hand than random" in text


def test_a_duplicate_deal_seats_everyone_everywhere():
    assert sorted("".join(seated) for seated in hearts_match.seatings(["a", "b"])) == [
        "aabb", "abab", "abba", "baab", "baba", "bbaa"
    ]  # fmt: skip
    assert ["".join(seated) for seated in hearts_match.seatings("abcd")] == ["abcd", "dabc", "cdab", "bcda"]
    deal = hearts_match.play_deal(["heuristic", "heuristic"], hearts_match.Conditions(), 3)
    # One player in all seats: its points are those of the hand, four times over.
    assert len(deal.points["heuristic"]) == 24
    assert sum(deal.points["heuristic"]) in (6 * 26, 6 * 78)


def test_open_spiel_can_be_seated():
    conditions = hearts_match.Conditions(seconds=0.005)
    deal = hearts_match.play_deal(["heuristic", "open_spiel"], conditions, 0)
    assert {name: len(points) for name, points in deal.points.items()} == {"heuristic": 12, "open_spiel": 12}
    assert sum(map(sum, deal.points.values())) >= 6 * 26
