"""Hold'em players: sound at any table, blind to what they may not know, right where the answer is clear."""

from __future__ import annotations

import pytest

import parlour
from parlour.core.match import Match
from parlour.core.rules import fill
from parlour.core.spec import make
from parlour.games.holdem.belief.profile import Profile
from parlour.games.holdem.belief.reading import FOLDED, PASSED, RAISED, Act, Hand
from parlour.games.holdem.play.words import habits_words, type_shown

PLAYERS = ("tight_passive", "loose_aggressive", "equity", "adaptive")


@pytest.mark.parametrize("spec", PLAYERS)
@pytest.mark.parametrize(
    "options",
    [
        {"hands": 3},
        {"seats": 6, "hands": 2, "stacks": (10, 25, 40, 60, 90, 200)},
        {"structure": "limit"},
        {"structure": "pot-limit", "bets": "all", "stacks": (60,)},
    ],
)
def test_they_play_any_table_to_its_end(spec, options):
    game = parlour.game("holdem", **options)
    for seed in range(3):
        record = parlour.play(game, [spec] * game.seats, seed=seed)
        assert record.ended == "finished"
        assert sum(record.returns) == 0.0


@pytest.mark.parametrize("spec", PLAYERS)
def test_two_worlds_with_one_view_get_one_answer(spec):
    game = parlour.game("holdem", seats=3)
    rng = parlour.Stream([7])
    for seed in range(6):
        match = Match(game, seed)
        for _ in range(seed):
            if not match.over:
                match.play(rng.choice([a for a in match.view(match.turn).legal() if a > 0]))
        if match.over:
            continue
        view = match.view(match.turn)
        world = fill(view.state, match.turn, rng)
        other = game.view(world, match.turn, view.history)
        answers = [
            make(game, spec, match.turn, parlour.Stream([1])).decide(each).to_json() for each in (view, other)
        ]
        assert answers[0] == answers[1]


def test_what_was_seen_of_a_player_is_told_apart_from_what_is_assumed():
    profile = Profile()
    assert habits_words(profile) == (
        "Before any hand was seen it is taken for a typical player, who plays 28 % of all hands."
    )
    profile.add(Hand(0, 0b11, [Act(1, FOLDED, 0, 0, 1, 3, 0, 0, 199)]), 1)
    assert habits_words(profile) == (
        "Of 1 hand seen it played 0, with 0 bets and raises and 0 calls. Estimate, starting from a typical "
        "player: it plays 25 % of its hands and bets or raises 1.0 times to a call; so few say little, and "
        "it is taken for nearly typical."
    )
    for _ in range(9):
        profile.add(
            Hand(0, 0b11, [Act(1, RAISED, 0, 0, 1, 3, 5, 0, 199), Act(1, PASSED, 1, 0, 4, 9, 4, 1, 194)]), 1
        )
    assert habits_words(profile).startswith(
        "Of 10 hands seen it played 9, with 9 bets and raises and 9 calls. "
    )
    assert "so few" not in habits_words(profile)


def test_players_are_named_as_on_the_board():
    choice = analysed("AsKs/QdQh", ["call"], strategy="adaptive")
    assert choice.reasons[-1].startswith("Ben is taken to hold a weak hand here ")
    view = parlour.game("holdem", deal="AsKs/QdQh").start()
    assert "Ben" in parlour.game("holdem").show(view)


def test_a_hint_names_the_hand_the_price_and_what_the_move_is_worth():
    choice = analysed("QdQh/AsKs", ["raise 40", "call", "raise 40"], "2c7d9h", bets="all")
    equity = choice.evidence["equity"]
    begin = f"Ben has As Ks, ace high: on average {100 * equity:.0f} % of the pot of 120 against what"
    assert choice.hint[0].startswith(begin)
    assert choice.hint[1].startswith("A call costs 40 and needs 25 %")
    assert " chips" in choice.hint[2]
    assert [exhibit.kind for exhibit in choice.exhibits] == ["bars", "table"]
    assert all(c.told.endswith(" chips") for c in choice.candidates)
    first = analysed("AsKs/QdQh", ["call"], strategy="adaptive").exhibits
    assert [exhibit.kind for exhibit in first] == ["bars", "table", "picture", "table"]
    assert abs(sum(first[2].data["shares"].values()) - 1.0) < 0.01
    assert first[-1].caption == "How Ben is taken to play, before any hand was seen"


def test_the_type_is_shown_from_the_first_hand_on():
    assert type_shown(1, {"profile": {"hands": 0}}) == ()
    types = {"tight_passive": 0.1, "loose_aggressive": 0.9}
    (shown,) = type_shown(1, {"profile": {"hands": 12}, "type": types})
    assert shown.caption == "Which type {1 is}, by 12 hands seen"
    assert shown.data["values"] == {"tight-passive": 0.1, "loose-aggressive": 0.9}


def analysed(deal, moves, board="", strategy="equity", **options):
    game = parlour.game("holdem", deal=deal, board=board, **options)
    return parlour.analyse(game, moves, strategy=strategy)


@pytest.mark.parametrize("strategy", ["equity", "adaptive"])
def test_the_nuts_are_never_folded_and_nothing_is_never_called_off(strategy):
    royal = analysed("7c2d/AsKs", ["call", "check"] + ["check"] * 5, "QsJsTs2h3h", strategy)
    assert royal.move.startswith(("raise", "allin"))
    assert royal.evidence["equity"] == 1.0
    nothing = analysed("3c2d/AsKs", ["call", "check", "check", "check", "check", "check", "allin"],
                       "QsJs9h8d7d", strategy)  # fmt: skip
    assert nothing.move == "fold"


def test_pot_odds_are_what_the_call_needs():
    """20 to call into 100 with the bet in it: a sixth of the pot then."""
    choice = analysed("QdQh/AsKs", ["raise 40", "call", "raise 40"], "2c7d9h", bets="all")
    assert choice.evidence["price"] == 40
    assert choice.evidence["pot"] == 120
    assert choice.evidence["pot_odds"] == 0.25
    assert any("needs 25 %" in reason for reason in choice.reasons)


def test_the_value_of_a_call_on_the_river_is_share_of_pot_less_price():
    choice = analysed("QdQh/AsKs", ["call", "check", *["check"] * 4, "check", "raise 4"], "2c7d9h3s4h")
    assert choice.evidence["ev"]["call"] == pytest.approx(
        choice.evidence["equity"] * (choice.evidence["pot"] + 4) - 4, abs=0.01
    )


def test_what_is_learnt_shows_in_the_evidence(tmp_path):
    game = parlour.game("holdem", hands=60, fresh=True)
    record = parlour.play(game, ["tight_passive", "loose_aggressive"], seed=3)
    path = tmp_path / "past.jsonl"
    path.write_text(record.to_json() + "\n")
    one = parlour.game("holdem")
    match = Match(one, 5)
    seat = match.turn  # the button, seat 1
    fresh = make(one, "adaptive", seat, parlour.Stream([1])).decide(match.view(seat))
    taught = make(one, f"adaptive:history={path}", seat, parlour.Stream([1])).decide(match.view(seat))
    assert fresh.evidence["opponents"]["0"]["profile"]["hands"] == 0
    told = taught.evidence["opponents"]["0"]
    assert told["profile"]["hands"] == 60
    assert told["profile"]["vpip"]["value"] < 0.25
    assert told["type"]["tight_passive"] > 0.5
    assert min(taught.evidence["fold_probability"].values()) > min(
        fresh.evidence["fold_probability"].values()
    )


def test_a_bad_history_is_refused_with_one_line(tmp_path):
    with pytest.raises(parlour.ParlourError, match="history="):
        parlour.play("holdem", [f"adaptive:history={tmp_path / 'none'}", "equity"], seed=1)


def test_short_stacks_push_or_fold_by_the_equilibrium():
    aces = analysed("7c2d/AsAd", [], strategy="adaptive", stacks=(16,))
    assert aces.move == "allin"
    assert aces.candidates[0].exact
    assert analysed("7c2d/3s2h", [], strategy="adaptive", stacks=(16,)).move == "fold"
    assert not analysed("7c2d/AsAd", [], strategy="adaptive:short=0", stacks=(16,)).candidates[0].exact


def test_a_bet_leaves_the_better_cards():
    """Top pair is worth less once the other has bet, however it looks at players."""
    checked = analysed("QdQh/AsKs", ["call", "check", "check"], "Kc8h3d")
    bet = analysed("QdQh/AsKs", ["call", "check", "raise 4"], "Kc8h3d")
    assert bet.evidence["equity"] < checked.evidence["equity"] - 0.02


def test_folds_are_expected_of_who_has_folded_and_not_of_who_has_called(tmp_path):
    chances = []
    for vpip in (0.1, 0.9):
        session = parlour.game("holdem", hands=150, fresh=True)
        other = f"archetype:vpip={vpip},aggression=0,bluff=0"
        path = tmp_path / f"{vpip}.jsonl"
        path.write_text(parlour.play(session, ["loose_aggressive", other], seed=4).to_json() + "\n")
        game = parlour.game("holdem", button=0)
        match = Match(game, 5)
        player = make(game, f"adaptive:history={path}", match.turn, parlour.Stream([1]))
        chances.append(max(player.decide(match.view(match.turn)).evidence["fold_probability"].values()))
    assert chances[0] > chances[1] + 0.3
