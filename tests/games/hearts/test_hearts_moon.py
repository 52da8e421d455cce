"""Defence against a moon: when the rules of thumb see one coming, what they do, and how many get through."""

from __future__ import annotations

import pytest

import hearts_moons
from parlour import Stream, game
from parlour.core.rules import mask
from parlour.core.spec import make
from parlour.core.view import View
from parlour.games.hearts.cards import DECK, PLAY
from parlour.games.hearts.play.heuristic import Sight
from parlour.games.hearts.words import card_number, names


def cards(text: str) -> int:
    return sum(1 << card_number(card) for card in text.split())


def view(hand: str, taken: tuple[str, str, str, str], table: tuple[str, str, str, str], leader: int) -> View:
    """Give seat 0's view after the tricks taken, with cards on the table; other hands are dealt in order."""
    got = [cards(some) for some in taken]
    trick = [card_number(card) if card else -1 for card in table]
    laid = sum(1 << card for card in trick if card >= 0)
    left = [card for card in range(52) if not (cards(hand) | laid | sum(got)) >> card & 1]
    hands, tricks = [cards(hand), 0, 0, 0], sum(got).bit_count() // 4
    for seat in (1, 2, 3):
        while hands[seat].bit_count() < 13 - tricks - (trick[seat] >= 0):
            hands[seat] |= 1 << left.pop(0)
    gone = [card for card in range(52) if sum(got) >> card & 1]
    played = [sum(1 << card for card in gone[seat::4]) for seat in range(4)]
    for seat in (1, 2, 3):
        played[seat] |= 1 << trick[seat] if trick[seat] >= 0 else 0
    it = game("hearts", passing="hold")
    s = it.start()._replace(
        hands=tuple(hands), played=tuple(played), taken=tuple(got), trick=tuple(trick), leader=leader,
        voids=1 << 20, broken=1, phase=PLAY, turn_seat=0,
        count=4 * tricks + sum(card >= 0 for card in trick),
    )  # fmt: skip
    assert not left
    assert sum(hands) | sum(played) == DECK
    return View(it.public, 0, mask(s, 0))


HAND = "Ah 3h 2c 3c 4c 2d 3d 4d 2s 3s"
THREE_TRICKS = "Ac Kc Qc 6h Ad Kd 7h 8h Ks Js 9h Th"  # all by seat 1, with five hearts


def decided(seen: View, spec: str = "heuristic"):
    return make(seen.game, spec, 0, Stream.of(1)).decide(seen)


def test_a_shooter_is_seen_after_three_tricks_and_stopped_for_four_points():
    seen = view(HAND, ("", THREE_TRICKS, "", ""), ("", "Kh", "4h", "5h"), leader=1)
    choice = decided(seen)
    assert choice.move == "Ah"
    assert choice.reasons[0] == "West has all 5 points so far and may be shooting the moon."
    assert choice.reasons[-1] == "With a point for South the moon is stopped."
    assert set(choice.evidence["shooter"]) == {"West"}


def test_once_points_are_shared_the_same_trick_is_ducked():
    rest = THREE_TRICKS.replace("Ks Js 9h Th", "").strip()
    seen = view(HAND, ("", rest, "Ks Js 9h Th", ""), ("", "Kh", "4h", "5h"), leader=1)
    assert Sight(seen.state, 0).threat == 0.0
    assert decided(seen).move == "3h"


@pytest.mark.parametrize(
    ("table", "move"),
    [
        (("", "As", "4s", "5s"), False),  # the shooter's trick gets no points
        (("", "4s", "As", "5s"), True),  # another's gets one, and the moon is over
    ],
)
def test_points_are_thrown_on_others_and_not_on_the_shooter(table, move):
    hand = "Ah 3h 2c 3c 4c 2d 3d 4d 5d 6d"
    choice = decided(view(hand, ("", THREE_TRICKS, "", ""), table, leader=1))
    assert choice.move.endswith("h") == move
    assert ("is not winning" in choice.reasons[1]) == move


def test_many_tricks_without_points_are_a_sign_too():
    tricks = "Ac Kc Qc Jc Ad Kd Qd Jd Ks Js Ts 9s Tc 9c 8c 7c Td 9d 8d 7d"
    seen = view("Ah 3h 2c 3c 4c 2d 3d 4d", ("", tricks, "", ""), ("", "Qh", "4h", "5h"), leader=1)
    choice = decided(seen)
    assert choice.reasons[0] == "West has taken 5 of 5 tricks and may be shooting the moon."
    assert choice.move == "Ah"


def test_the_search_tells_of_the_shooter_and_stops_it():
    seen = view(HAND, ("", THREE_TRICKS, "", ""), ("", "Kh", "4h", "5h"), leader=1)
    choice = decided(seen, "hearts:belief=om1,worlds=20,simulations=100,playout=aware")
    risk = choice.evidence["moon_against"]
    assert choice.reasons[0].startswith(
        f"West has all 5 points so far: after {choice.move} an opponent shoots"
    )
    assert risk["Ah"] == 0.0


def test_the_jack_of_diamonds_is_taken_where_it_counts():
    seen = view("Qd 2d 2c 3c 4c 3h 4h 2s 3s 4s", ("5c 6c 7c 8c", "9c Tc Jc Qc", "Kc Ac 5s 6s", ""),
                ("", "Jd", "4d", "5h"), leader=1)  # fmt: skip
    assert decided(seen).move == "2d"
    bonus = game("hearts", passing="hold", jd_bonus=True)
    other = View(bonus.public, 0, seen.state._replace(switches=bonus.start().switches))
    assert decided(other).move == "Qd"


def test_moons_are_counted_for_each_defender(capsys):
    deal = hearts_moons.strong_deal(Stream.of(1), 7).split("/")
    assert (cards(deal[0]) & hearts_moons.HIGH).bit_count() >= 7
    assert "Ah" in deal[0].split()
    assert sum(cards(hand) for hand in deal) == DECK
    assert names(cards(deal[0])) == deal[0]
    assert hearts_moons.main(["heuristic", "random", "--hands", "12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[-1] for line in lines] == ["heuristic", "random"]
    assert all("moons in 12 hands" in line for line in lines)
    assert hearts_moons.wilson(0, 10) == (0.0, pytest.approx(0.2775, abs=1e-3))
