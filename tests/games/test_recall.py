"""Players of cards and dice remember people: what they did in past matches, as far as the chair saw it."""

from __future__ import annotations

import pytest

from parlour import Match, game
from parlour.core.limit import Limit
from parlour.core.memory import past_of
from parlour.core.rng import Stream
from parlour.core.rules import UNKNOWN
from parlour.core.spec import make
from parlour.games.bluff.cards import ANSWER, AS, CHALLENGE
from parlour.games.holdem import to_call
from parlour.games.holdem.table import CALL, FOLD
from parlour.games.liars_dice.bids import WILD, all_bids, face_of, matching, quantity_of
from parlour.laws.sentences import faults, settings_of

MATCHES = 30
LITTLE = Limit(simulations=200)
DICE, CARDS, POKER = game("liars_dice"), game("bluff", seats=3), game("holdem", hands=5, fresh=True)


def truthful(view, rng):
    """Bid the least that one's own dice bear out; call if there is none."""
    v = view.state
    own = [
        a
        for a in view.legal()
        if a < all_bids(v.table)
        and matching(v.hands[view.seat], face_of(a, v.table), v.table[WILD]) >= quantity_of(a, v.table)
    ]
    return own[0] if own else view.legal()[-1]


def caller(view, rng):
    """Call every bid."""
    return view.legal()[-1] if view.state.last >= 0 else rng.choice(view.legal()[:6])


def doubter(view, rng):
    """Challenge every claim; claim at random."""
    return CHALLENGE if view.state.phase == ANSWER else rng.choice(view.legal()[:3])


def folder(view, rng):
    """Fold to every bet."""
    return FOLD if to_call(view.state) > 0 else CALL


def payer(view, rng):
    """Call every bet."""
    return CALL


def anything(view, rng):
    return rng.choice([*view.legal()[:4], view.legal()[-1]])


def played(it, seed, players):
    """Play a match: functions choose by the view, strategies decide."""
    match, rng = Match(it, seed), Stream.of(seed, "habits")
    while not match.over:
        view, who = match.view(match.turn), players[match.turn]
        match.play(who(view, rng) if callable(who) else who.decide(view, LITTLE).action)
    return match


def past(it, habit, seat, now, then, own):
    """Past matches with somebody who sits in seat `now` and sat in seat `then`; we sat in `own`."""
    seats = [habit if each == then else anything for each in range(it.seats)]
    return [past_of(played(it, n, seats), own, [(now, then), (seat, own)]) for n in range(MATCHES)]


def asked(it, spec, seat, recalled, match):
    player = make(it, spec, seat, Stream.of(1))
    player.recall(recalled)
    choice = player.decide(match.view(seat), LITTLE)
    assert faults(choice, match.view(seat), settings_of(player)) == []
    return choice


def earned(it, spec, seat, habit, recalled, matches):
    total = 0.0
    for seed in range(matches):
        player = make(it, spec, seat, Stream.of(seed, "own"))
        player.recall(recalled)
        seats = [player if each == seat else habit for each in range(it.seats)]
        total += played(it, 1000 + seed, seats).returns[seat]
    return total


@pytest.mark.parametrize("spec", ["liars_reader", "liars_bayes", "liars_expert"])
@pytest.mark.parametrize("then", [0, 1])
def test_liars_dice_believes_who_told_the_truth(spec, then):
    match = Match(DICE, 7)
    match.play("3x4")
    fresh = asked(DICE, spec, 1, [], match)
    choice = asked(DICE, spec, 1, past(DICE, truthful, 1, 0, then, 1 - then), match)
    if spec == "liars_reader":
        assert choice.evidence["holds"] > fresh.evidence["holds"] + 0.05
    else:  # it goes by kinds of players
        kinds = [each.evidence["models"]["Ann"]["kind"] for each in (choice, fresh)]
        assert kinds[0]["beginner"] > 0.99 > kinds[1]["beginner"]
    seen = choice.evidence["past"]["Ann"]
    assert (seen["bluffs"], fresh.evidence.get("past")) == (0, None)
    said = f"In {seen['matches']} past matches Ann bluffed in 0 % of the {seen['bids']} bids that were shown"
    assert any(reason.startswith(said) for reason in choice.reasons)


@pytest.mark.parametrize("habit", [truthful, caller])
def test_liars_dice_earns_by_its_memory(habit):
    recalled = past(DICE, habit, 0, 1, 0, 1)
    fresh = earned(DICE, "liars_expert", 0, habit, [], 40)
    assert earned(DICE, "liars_expert", 0, habit, recalled, 40) > fresh + 8


def test_liars_dice_hears_of_players_who_sat_at_a_larger_table():
    three = game("liars_dice", seats=3)
    match = Match(DICE, 7)
    match.play("3x4")
    fresh = asked(DICE, "liars_bayes", 1, [], match)
    choice = asked(DICE, "liars_bayes", 1, past(three, truthful, 1, 0, 2, 0), match)
    assert choice.evidence["past"]["Ann"]["bluffs"] == 0
    strangers = [past_of(played(three, n, [truthful] * 3), 0, [(1, 0)]) for n in range(5)]
    assert asked(DICE, "liars_bayes", 1, strangers, match).evidence == fresh.evidence


def test_bluff_does_not_lie_to_who_always_challenges():
    match = Match(CARDS, 3)
    fresh = asked(CARDS, "bayes", 0, [], match)
    recalled = past(CARDS, doubter, 0, 1, 2, 0)
    choice = asked(CARDS, "bayes", 0, recalled, match)
    assert (fresh.evidence["lie"], choice.evidence["lie"]) == (True, False)
    seen = choice.evidence["past"]["Ben"]
    assert seen["challenges"] == seen["answers"] > 100
    said = f"challenged {seen['answers']} of {seen['answers']} claims."
    assert choice.reasons[-1].startswith("In 30 past matches Ben ")
    assert choice.reasons[-1].endswith(said)
    assert list(choice.evidence["past"]) == ["Ben"]
    assert earned(CARDS, "bayes", 0, doubter, recalled, 8) >= earned(CARDS, "bayes", 0, doubter, [], 8)


def test_bluff_doubts_who_lied_and_trusts_who_did_not():
    matches = [played(CARDS, n, _styles("bold", "honest")) for n in range(MATCHES)]
    liar, honest = ([past_of(m, 2, [(0, then), (1, 2)]) for m in matches] for then in (0, 1))
    match = Match(CARDS, 3)
    for _ in range(2):
        match.play(match.view(0).legal()[0])
    match.play(next(action for action in match.view(0).legal() if action >= AS))
    chances, factors = zip(
        *(
            (found["lie_chance"], found["history_factor"])
            for recalled in (liar, [], honest)
            for found in [asked(CARDS, "bayes", 1, recalled, match).evidence]
        ),
        strict=True,
    )
    assert chances[0] > chances[1] > chances[2]
    assert factors[0] > 2.0 > factors[1] == 1.0 > 0.7 > factors[2]


def _styles(*styles):
    specs = [f"bluffer:style={style}" for style in (*styles, "counting")]
    return [make(CARDS, spec, seat, Stream.of(5, seat)) for seat, spec in enumerate(specs)]


def test_holdem_raises_who_folds_and_does_not_bluff_who_calls():
    one = game("holdem", button=0)
    match = Match(one, 5)
    other = 1 - match.turn
    chances = {}
    for habit in (folder, payer):
        recalled = past(POKER, habit, match.turn, other, 0, 1)
        choice = asked(one, "adaptive", match.turn, recalled, match)
        chances[habit] = max(choice.evidence["fold_probability"].values())
        seen = choice.evidence["opponents"][str(other)]["past"]
        assert (seen["matches"], seen["hands"]) == (MATCHES, 5 * MATCHES)
        assert choice.reasons[-1].startswith(f"In 30 past matches {one.names[other]} played ")
    fresh = asked(one, "adaptive", match.turn, [], match)
    assert "past" not in fresh.evidence["opponents"][str(other)]
    assert chances[folder] > max(fresh.evidence["fold_probability"].values()) > chances[payer]


def test_holdem_earns_by_its_memory():
    recalled = past(POKER, folder, 0, 1, 1, 0)
    assert earned(POKER, "adaptive", 0, folder, recalled, 8) > earned(POKER, "adaptive", 0, folder, [], 8)


def test_what_was_mucked_is_not_in_a_past():
    matches = [played(POKER, n, [folder, payer]) for n in range(3)]
    recalled = [past_of(match, 1, [(0, 0), (1, 1)]) for match in matches]
    for match, each in zip(matches, recalled, strict=True):
        hidden = [ply for ply, (_, action) in enumerate(each.view.history) if action == UNKNOWN]
        assert hidden, "folded hands stay hidden"
        assert all(match.actions[ply] >= 0 for ply in hidden)


@pytest.mark.parametrize(
    ("it", "spec", "habit"),
    [(DICE, "liars_bayes", truthful), (CARDS, "bayes", doubter), (POKER, "adaptive", payer)],
)
def test_the_same_seed_and_past_give_the_same_choice(it, spec, habit):
    match = Match(it, 3)
    seat = match.turn
    recalled = past(it, habit, seat, 1 - seat, 0, 1)[:5]
    assert asked(it, spec, seat, recalled, match) == asked(it, spec, seat, recalled, match)


@pytest.mark.parametrize(
    ("name", "spec", "tables"),
    [
        ("liars_dice", "liars_reader", [{"seats": 3, "match": True}, {"wild": "ones", "exact": "gain"}]),
        ("liars_dice", "liars_bayes", [{"seats": 4, "dice": (1, 2, 3, 4)}, {"order": "face", "faces": 4}]),
        ("bluff", "bayes", [{"seats": 2}, {"seats": 5}]),
        ("holdem", "adaptive", [{"seats": 4, "hands": 3}, {"hands": 4, "stacks": (30,)}]),
        ("rock_paper_scissors", "patterns", [{"rounds": 1}, {"rounds": 7}]),
        ("rock_paper_scissors", "ensemble", [{"rounds": 3}, {"rounds": 4}]),
    ],
)
def test_any_past_can_be_recalled(name, spec, tables):
    """Other tables, matches that somebody gave up, any chair or none: nothing fails, every word is true."""
    now = Match(name, 1)
    seat, recalled = now.turn, []
    for number in range(12):
        it = game(name, **tables[number % 2])
        match, rng = Match(it, number), Stream.of(number, "any")
        stop = rng.below(30) if number % 3 else 10**6
        while not match.over and match.ply < 3000:
            match.play(rng.choice(match.view(match.turn).legal()))
            if match.ply > stop and not match.over:
                match.forfeit(rng.below(it.seats), "gave up")
        if match.over:
            then = rng.below(it.seats)
            recalled.append(past_of(match, rng.below(it.seats + 1) - 1, [(1 - seat, then)]))
    assert len(recalled) > 6
    asked(now.game, spec, seat, recalled, now)
