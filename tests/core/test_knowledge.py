"""What a seat was told is what it would see in a match: the same view, without the truth."""

from __future__ import annotations

import time
from typing import Any

import pytest

from parlour import Knowledge, Match, Opponent, ParlourError, Stream
from parlour.core import registry, rules
from parlour.core.errors import BadOption, GameOver, IllegalMove, InvalidMove
from parlour.core.limit import Limit
from parlour.core.rules import UNKNOWN
from parlour.core.view import answer_to

HIDING = [name for name in registry.game_names() if registry.game(name).traits.hidden]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in HIDING if name not in ("bluff", "battleship")),
    ("battleship", {"size": (5,), "ships": (3, 2)}),
    ("battleship", {"size": (4,), "ships": (2, 2), "salvo": True, "announce": "sunk"}),
    ("battleship", {"size": (4,), "ships": (3,), "alone": True}),
    ("blackjack", {"rounds": 4, "decks": 1}),
    ("bluff", {"seats": 3, "ranks": 5, "limit": 12}),
    ("bluff", {"seats": 2, "ranks": 4, "limit": 10, "claims": "any"}),
    ("hearts", {"passing": "across", "target": 30}),
    ("holdem", {"hands": 4, "seats": 3}),
    ("liars_dice", {"match": True, "seats": 3, "dice": (2,)}),
    ("rock_paper_scissors", {"rounds": 5}),
]
SMALL = Limit(simulations=8, nodes=40, depth=1)
MOST = 170  # plies that are looked at


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def seen(match: Match, seat: int, ply: int) -> dict[str, Any]:
    """Return what a seat was told of a ply when it was played."""
    s, a, after = match.states[ply], match.actions[ply], match.states[ply + 1]

    def opened(p: int) -> bool:
        step = match.states[p], match.actions[p], seat
        return rules.sees(*step, after) and not rules.sees(*step, s)

    shown = [match.game.format(match.states[p], match.actions[p]) for p in range(ply) if opened(p)]
    return {
        "move": a if rules.sees(s, a, seat, after) else UNKNOWN,
        "by": rules.turn(s),
        "shown": shown or None,
        "answer": answer_to(match.game, s, a, after, seat) or None,
    }


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=lambda value: str(value)[:40])
def test_what_a_seat_saw_gives_its_view(name: str, options: dict[str, Any]) -> None:
    game = registry.game(name, **options)
    match, rng = Match(game, 11), Stream.of("play", name)
    while not match.over and match.ply <= MOST:
        match.play(rng.choice(match.game.legal(match.state)))
    for seat in range(game.seats):
        known, told = Knowledge(game, seat), 0
        for ply in range(min(match.ply, MOST) - 1):
            known.see(**seen(match, seat, ply))
            if rules.turn(match.states[ply + 1]) == seat:
                view = match.at(ply + 1).view(seat)
                assert known.view().state == view.state
                assert known.view() == view  # shown in the order they were made, so the histories are too
                told += 1
        assert told or name == "matrix" or match.ply < 6
        assert known.turn in range(-2, game.seats)


@pytest.mark.parametrize(("name", "options"), VARIANTS, ids=lambda value: str(value)[:40])
def test_the_story_of_a_seat_told_as_text_gives_its_view(name: str, options: dict[str, Any]) -> None:
    game = registry.game(name, **options)
    match, rng = Match(game, 12), Stream.of("story", name)
    while not match.over and match.ply <= 100:
        match.play(rng.choice(match.game.legal(match.state)))
    seat, words, ends = game.seats - 1, [], {}
    for ply in range(min(match.ply, 100) - 1):
        told = seen(match, seat, ply)
        if told["move"] != UNKNOWN:
            words.append(match.game.format(match.states[ply], told["move"]))
        elif told["by"] >= 0:
            words.append("?")
        words += [f"({said})" for said in (" ".join(told["shown"] or ()), told["answer"]) if said]
        if rules.turn(match.states[ply + 1]) == seat:
            ends[ply + 1] = " ".join(words)
    for ply in list(ends)[-2:]:
        assert Knowledge(game, seat).told(moves=ends[ply]).view() == match.at(ply).view(seat)


@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "liars_dice", "blackjack"])
def test_a_level_chooses_the_same_by_knowledge_as_in_the_match(name: str, level: str) -> None:
    match = next(it for it in (Match(name, seed) for seed in range(5, 99)) if not it.over)
    seat = match.turn
    known = Knowledge(name, seat)
    for ply in range(match.ply):
        known.see(**seen(match, seat, ply))
    assert known.view() == match.view(seat)
    ours, theirs = (Opponent(name, level, seat, 5) for _ in range(2))
    assert ours.choose(known, SMALL) == theirs.choose(match, SMALL)


def test_a_story_is_told_at_once() -> None:
    view = Knowledge("holdem", 1).told("As Kd", "call check Qs Js 2c check").view()
    assert view.turn() == 1
    assert sum(card >= 0 for card in view.state.board) == 3
    assert [action for _, action in view.history[:2]] == [UNKNOWN, UNKNOWN]
    assert "liar" in Knowledge("liars_dice", 1).told("1 2 2 4 6", "2x4").view().moves()
    assert "stand" in Knowledge("blackjack", 0).told("Ts 9h 6d").view().moves()
    assert Knowledge("tic_tac_toe", 1).told(moves="b2").view() == played("tic_tac_toe", "b2").view(1)


def played(name: str, *moves: str) -> Match:
    match = Match(name, 1)
    for move in moves:
        match.play(move)
    return match


def test_hearts_from_a_hand_the_cards_received_and_what_was_led() -> None:
    hand = "3c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Jc"
    view = Knowledge("hearts", 1).told(hand, "Qs Kh Jh (4c 5c Ac) 2c 6c").view()
    assert view.state.leader == 3  # the second card was played before mine
    assert set(view.moves()) == {"3c", "4c", "5c", "Tc", "Jc", "Ac"}
    with pytest.raises(ParlourError, match="3 hidden moves come to light"):
        Knowledge("hearts", 1).told(hand, "Qs Kh Jh 2c 6c")


def test_bluff_with_cards_that_were_not_seen_and_those_turned_up() -> None:
    hand = "2c 2d 3c 4d 5h 6s 7s 8d 9c Td Jh Qc Kd"
    claimed = Knowledge("bluff", 1).told(hand, "?,? as 2").view()
    assert (claimed.state.number, claimed.moves()) == (2, ["challenge", "pass"])
    turned = Knowledge("bluff", 1).told(hand, "?,? as 2 challenge (2h 2s)").view()
    assert turned.state.hands[1].bit_count() == 15
    assert (turned.state.taker, turned.turn()) == (1, 1)


def test_battleship_with_what_was_called_out() -> None:
    view = Knowledge("battleship", 0).told(moves="A1h B1h C1h D1h E1h A1 (miss) A1 (hit)").view()
    width = len(view.state.sea)
    assert sum(word.bit_count() for word in view.state.hits[:width]) == 1
    assert sum(word.bit_count() for word in view.state.hits[width:]) == 0
    with pytest.raises(ParlourError, match=r"answered; say how in brackets, such as A1 \("):
        Knowledge("battleship", 0).told(moves="A1h B1h C1h D1h E1h A1 A1")


@pytest.mark.parametrize(
    ("name", "seat", "hand", "moves"),
    [
        ("holdem", 0, "As As", "call"),  # a card twice
        ("holdem", 0, "As Kd", "call check Kd Js 2c"),  # one's own card on the board
        ("holdem", 0, "As Kd Qc", ""),  # three cards
        ("holdem", 0, "As 1x", ""),  # no card
        ("hearts", 1, "3c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Tc", ""),
        (
            "hearts",
            1,
            "3c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Jc",
            "Qs Kh Jh (4c 5c 3c) 2c",
        ),  # received one's own
        (
            "hearts",
            1,
            "3c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Jc",
            "Qs Kh Jh (4c 5c Ac) 5c",
        ),  # 2c leads
        ("battleship", 0, "", "A1h B1h C1h D1h E1h A1 (miss) F1 (hit)"),  # nothing lies there
        ("liars_dice", 1, "1 2 2 4 6", "2x4 1x1"),  # no higher bid
        ("tic_tac_toe", 0, "b2", ""),  # nothing is dealt
        ("kuhn_poker", 0, "K", "check check check"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(name: str, seat: int, hand: str, moves: str) -> None:
    began = time.monotonic()
    with pytest.raises((IllegalMove, InvalidMove)) as refused:
        Knowledge(name, seat).told(hand, moves)
    assert "\n" not in str(refused.value)
    assert time.monotonic() - began < 20.0


def test_a_seat_is_not_told_what_it_does_not_see() -> None:
    with pytest.raises(IllegalMove, match="does not see"):
        Knowledge("kuhn_poker", 1).see("K")
    with pytest.raises(BadOption, match="spectator"):
        Knowledge("kuhn_poker", -1)
    with pytest.raises(IllegalMove, match="not the turn of seat 0"):
        Knowledge("kuhn_poker", 1).see("?", by=0)


def test_the_end_is_known_without_being_shown_everything() -> None:
    known = Knowledge("kuhn_poker", 0).told("K", "bet call")
    with pytest.raises(GameOver):
        known.view()
    with pytest.raises(IllegalMove, match="over"):
        known.see("call")


def test_who_leads_is_left_open_until_it_is_told() -> None:
    hand = "3c 5d 7d 9d 3s 4s Qs 6h 8h Jh Kh Tc Jc"
    known = Knowledge("hearts", 1).told(hand, "Qs Kh Jh (4c 5c Ac)")
    with pytest.raises(IllegalMove, match="more than one position open"):
        known.view()
    assert known.see("2c", by=0).turn == 1
