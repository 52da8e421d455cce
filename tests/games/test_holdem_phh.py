"""Hand histories: PokerKit plays ours to the same end and we play its own, and bad ones are named."""

from __future__ import annotations

from random import Random

import pytest
from pokerkit import HandHistory

from parlour import Match, game
from parlour.core.errors import BadRecord
from parlour.games.holdem.phh import hands_of, match_of, read_phh, write_phh

from .holdem_referee import random_options

# A hand of the PHH paper's kind, written for this test: decimals, hidden cards, a comment, a muck.
PAPER = """
variant = 'NT'
antes = [0.25, 0.25, 0.25]
ante_trimming_status = true
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 40.75, 100]
actions = ['d dh p1 ????', 'd dh p2 AsAh', 'd dh p3 7h6h', 'p3 cbr 2.75 # opens', 'p1 f', 'p2 cc',
  'd db 8h9hTc', 'p2 cc', 'p3 cbr 4', 'p2 cbr 37.75', 'p3 cc',
  'p2 sm AsAh', 'p3 sm 7h6h', 'd db 2c', 'd db 3d']
players = ['Ann', 'Bob', 'Cy']
"""


def random_hand(number: int) -> Match:
    """Play one hand, or now and then a session, at a random table."""
    rng = Random(f"phh {number}")
    options = random_options(rng)
    options["structure"] = rng.choice(("no-limit", "limit"))
    options["blinds"] = (options["blinds"][1] // 2, *options["blinds"][1:])  # a session may end heads-up
    fresh = rng.random() < 0.3
    match = Match(game("holdem", hands=rng.choice((1, 1, 3)), fresh=fresh, **options), number)
    while not match.over:
        actions = match.game.legal(match.state)
        match.play(1 if rng.random() < 0.5 else rng.choice(actions))
    return match


def test_pokerkit_plays_our_hands_to_the_same_end():
    for number in range(60):
        match = random_hand(number)
        hands = hands_of(match)
        assert len(hands) == match.state.hand_no + 1
        for hand in hands:
            *_, end = HandHistory.loads(write_phh(hand))
            assert not end.status
            assert end.stacks == hand.notes["finishing_stacks"]


def test_our_hands_are_read_back_as_they_were_played():
    for number in range(60):
        hands = hands_of(random_hand(number))
        text = write_phh(hands if len(hands) > 1 else hands[0])
        again = read_phh(text)
        assert again == hands
        for hand in again:
            match = match_of(hand)
            assert match.over
            assert hands_of(match)[0].actions == hand.actions


def test_what_pokerkit_writes_is_read():
    for number in range(20):
        hand = hands_of(random_hand(number))[0]
        theirs = HandHistory.loads(write_phh(hand)).dumps()
        assert match_of(read_phh(theirs)[0]).state.stacks == tuple(hand.notes["finishing_stacks"])


def test_a_hand_with_decimals_and_hidden_cards():
    (hand,) = read_phh(PAPER)
    assert hand.min_bet == 4
    assert hand.stacks == (400, 163, 400)
    match = match_of(hand)
    assert match.over
    assert match.seats == ("Ann", "Bob", "Cy")
    *_, end = HandHistory.loads(PAPER)
    assert [4 * stack for stack in end.stacks] == list(match.state.stacks)
    ended = f"finishing_stacks = {[float(stack) for stack in end.stacks]}\n"
    assert match_of(read_phh(PAPER + ended)[0]).state == match.state


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("'NT'", "'PO'", "variant"),
        ("min_bet = 1", "", "min_bet is missing"),
        ("min_bet = 1", "min_bet = 'a'", "min_bet"),
        ("[100, 40.75, 100]", "[100, -1, 100]", "starting_stacks"),
        ("[100, 40.75, 100]", "[100, inf, 100]", "inf"),
        ("[100, 40.75, 100]", "[100, 100]", "p3"),
        ("[100, 40.75, 100]", f"[100, {'9' * 5000}, 100]", "not TOML"),
        ("[100, 40.75, 100]", "[100, 1e99999999, 100]", "no amount of chips"),
        ("[100, 40.75, 100]", "[100, 1e-99999999, 100]", "no amount of chips"),
        ("cbr 2.75", "cbr 1e99999999", "no amount of chips"),
        ("'p1 f'", "'p2 f'", "p1 is to act"),
        ("'p1 f'", "'p9 f'", "p9"),
        ("'p1 f'", "'p1 jumps'", "jumps"),
        ("'p1 f'", "7", "list of texts"),
        ("cbr 2.75", "cbr 1.25", "raise"),
        ("8h9hTc", "8hAhTc", "Ah"),
        ("8h9hTc", "8hXhTc", "Xh"),
        ("actions = [", "actions = ", "not TOML"),
        ("0.25, 0.25, 0.25", "0.25, 0.25, 1", "trimmed"),
        ("players =", "finishing_stacks = [1, 2, 3]\nplayers =", "ends with"),
        ("players =", "finishing_stacks = ['x']\nplayers =", "finishing_stacks"),
        ("players =", "finishing_stacks = 7\nplayers =", "finishing_stacks"),
    ],
)
def test_bad_histories_are_named(old, new, word):
    assert old in PAPER
    with pytest.raises(BadRecord, match=word):
        match_of(read_phh(PAPER.replace(old, new, 1))[0])


def test_only_holdem_has_such_histories():
    with pytest.raises(BadRecord, match="nim"):
        hands_of(Match(game("nim")))


@pytest.mark.parametrize(
    "change",
    [
        ("min_bet = 1", f"min_bet = {'9' * 5000}"),
        ("starting_stacks = [100,", f"starting_stacks = [{'9' * 5000},"),
        ("cbr 2.75", f"cbr {'9' * 5000}"),
        ("cbr 2.75", "cbr 1e5000"),
        ("min_bet = 1", "min_bet = 1e999999999"),
        ("cbr 2.75", "cbr ٣"),
        ("'p1 f'", "'p١ f'"),
        ("'p1 f'", f"'p{'1' * 5000} f'"),
        ("p2 AsAh", "p2 AſAh"),
        ("players =", "finishing_stacks = 5\nplayers ="),
    ],
    ids=lambda change: f"{change[1][:20]!a}",
)
def test_numbers_of_any_size_and_script_get_one_line(change):
    text = PAPER.replace(*change)
    assert text != PAPER
    with pytest.raises(BadRecord) as caught:
        list(map(match_of, read_phh(text)))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500
