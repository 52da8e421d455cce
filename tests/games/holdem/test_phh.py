"""Hand histories: PokerKit plays ours to the same end and we play its own, and bad ones are named."""

from __future__ import annotations

from random import Random

import pytest
from pokerkit import HandHistory

from parlour import Match, game
from parlour.core.errors import BadRecord
from parlour.games.holdem.phh import hands_of, match_of, read, write
from parlour.games.holdem.phh_text import read_phh, write_phh

from .referee import random_options

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

# The pot of over a million dollars between Tom Dwan and Phil Ivey (Full Tilt Poker Million Dollar Cash Game,
# 2009), the betting as television showed it.
MILLION = """
variant = 'NT'
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  'd dh p1 Ac2d',
  'd dh p2 ????',
  'd dh p3 7h6h',
  'p3 cbr 7000', 'p1 cbr 23000', 'p2 f', 'p3 cc', # before the flop
  'd db Jc3d5c',
  'p1 cbr 35000', 'p3 cc',
  'd db 4h',
  'p1 cbr 90000', 'p3 cbr 232600', 'p1 cbr 1067100', 'p3 cc',
  'p1 sm Ac2d', 'p3 sm 7h6h',
  'd db Jh',
]
players = ['Phil Ivey', 'Patrik Antonius', 'Tom Dwan']
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


def test_a_famous_hand_goes_both_ways():
    (match,) = read(MILLION)
    *_, end = HandHistory.loads(MILLION)
    assert end.stacks == [572100, 1997500, 1109500]
    assert match.state.stacks == (5721, 19975, 11095)  # in hundreds, which they all are
    *_, ours = HandHistory.loads(write([match]))
    assert ours.stacks == list(match.state.stacks)


def test_collections_go_both_ways():
    matches = [random_hand(number) for number in range(6)]
    text = write(matches)
    theirs = list(HandHistory.loads_all(text))
    stacks = [hand.notes["finishing_stacks"] for match in matches for hand in hands_of(match)]
    assert [list(history)[-1].stacks for history in theirs] == stacks
    again = list(read(HandHistory.dumps_all(theirs)))
    assert [list(match.state.stacks) for match in again] == stacks
    assert all(match.full_record().replay().state == match.state for match in again)


def test_who_mucks_has_lost():
    kings = MILLION.replace("Ac2d", "????").replace("'p1 sm ????'", "'p1 sm'").replace("7h6h", "3h2s")
    moved = kings.replace("'p1 sm', 'p3 sm 3h2s',\n  'd db Jh'", "'d db Jh', 'p3 sm 3h2s', 'p1 sm'")
    assert "'p1 sm'" in moved
    (match,) = read(moved)
    assert match.state.stacks[2] == 11095  # a pair of threes has won: nobody saw better


def test_a_hand_under_way_gets_no_cards_that_nobody_dealt():
    part = MILLION[: MILLION.index("  'd db Jc3d5c'")] + "]\n"
    assert [len(next(read(part)).full_record().moves) for _ in range(2)] == [10, 10]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("'p1 cbr 35000'", "'p1 cbr 500'", 14),
        ("'d db 4h'", "'d db 4x'", 15),
        ("2000, 0]", "'x', 0]", 5),
        ("'p2 f'", "'p9 f'", 12),
        ("'p2 f'", "'p3 f'", 12),
        ("= 'NT'", "= 'PO'", 2),
    ],
)
def test_errors_name_the_line(old, new, line):
    text = MILLION.replace(old, new, 1)
    with pytest.raises(BadRecord, match=f"^line {line}: "):
        list(read(text))
    first = PAPER.strip().count("\n") + 3
    with pytest.raises(BadRecord, match=f"^line {first + line - 1}: "):
        list(read(f"[1]{PAPER}[2]{text}"))


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
