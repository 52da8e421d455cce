"""Blackjack players: what they choose and tell, the count, and that rules and mathematics give one value."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import parlour
from blackjack_play import basic_policy, early_policy, exact_policy, measure, policy
from parlour import Match, game
from parlour.core.rules import mask
from parlour.games.blackjack.play.card_counter import bet_at, counted_shoe
from parlour.games.blackjack.play.round import round_of
from parlour.games.blackjack.play.sight import hi_lo
from parlour.games.blackjack.play.tables import hands

REFERENCE = json.loads((Path(__file__).parents[2] / "values" / "blackjack.json").read_text())["tables"]


def choice(deal: str, spec: str, moves: str = "", **options):
    return parlour.analyse(game("blackjack", deal=deal, **options), moves, strategy=spec)


def after_low_cards(deal: str) -> Match:
    """Give the second round of a single deck, after nine low cards."""
    match = Match(game("blackjack", decks=1, rounds=2, deal=f"5s 6d 4s 5c 3c 2c 4c 4d 6c {deal}"), 0)
    for move in ("hit", "hit", "hit", "stand"):
        match.play(move)
    assert match.state.round == 1
    return match


@pytest.mark.parametrize(
    ("deal", "mimic", "thumb", "basic"),
    [
        ("Ts 6d 6s 9c", "hit", "stand", "stand"),
        ("Ts Td 6s 9c", "hit", "hit", "hit"),
        ("6s 5d 5s 9c", "hit", "double", "double"),
        ("8s Td 8h 9c", "hit", "hit", "split"),
        ("As 5d 7s 9c", "stand", "stand", "double"),
        ("9s 7d 9h 9c", "stand", "stand", "stand"),
    ],
)
def test_players_differ_where_they_should(deal, mimic, thumb, basic):
    assert choice(deal, "mimic_dealer").move == mimic
    assert choice(deal, "rules_of_thumb").move == thumb
    assert choice(deal, "basic_strategy").move == basic


def test_evidence_tells_values_the_cost_and_the_dealer():
    row = REFERENCE["6H17"]["ev"]["T v T,6"]
    found = choice("Ts Td 6s 9c", "blackjack", h17=True)
    assert found.move == "hit"
    assert found.evidence["values"] == pytest.approx(
        {a: row[a] for a in ("hit", "stand", "double")}, abs=1e-6
    )
    assert found.evidence["lost"] == 0.0
    assert sum(found.evidence["dealer"].values()) == pytest.approx(1.0)
    assert "bust" in found.evidence["dealer"]
    worse = choice("Ts 6d 6s 9c", "mimic_dealer")
    assert worse.evidence["lost"] > 0.2
    assert any("gives away" in reason for reason in worse.reasons)


def test_insurance_is_taken_when_a_third_of_the_unseen_are_tens():
    asked = "2s Ad 3s 9c"
    found = choice(asked, "card_counter")
    assert found.move == "no"
    assert found.evidence["insurance"] == pytest.approx(3 * 96 / 309 - 1)
    # Small cards are gone from a single deck: the same hand is insured.
    match = after_low_cards("Ks Ad 5h 9c")
    view = match.view(0)
    assert set(view.moves()) == {"insurance", "no"}
    assert hi_lo(mask(match.state, 0))[0] == 8
    counted = parlour.core.registry.strategies()["card_counter"](match.game, 0, parlour.Stream.of(1)).decide(
        view
    )
    assert counted.move == "insurance"
    assert counted.evidence["insurance"] > 0


def test_the_count_raises_the_bet():
    assert [bet_at(count, 12, 3) for count in (-3, 0, 1, 2, 3, 6)] == [1, 1, 1, 4, 7, 12]
    shoe = counted_shoe(4.7)
    running = shoe[0] + shoe[9] - sum(shoe[1:6])
    assert running * 52 / sum(shoe) == pytest.approx(4.0)
    found = choice("", "card_counter", bets=8, rounds=5)
    assert found.move == "bet 1"
    assert found.evidence == {"running_count": 0, "true_count": 0.0}


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_every_level_plays_a_session_with_every_option(level):
    it = game(
        "blackjack", decks=1, rounds=12, bets=6, side="both", surrender="early", resplit_aces=True, h17=True
    )
    record = parlour.play(it, [level], seed=4)
    assert record.ended == "finished"
    assert record.returns == parlour.play(it, [level], seed=4).returns


def test_index_play_differs_from_basic_strategy_at_a_high_count():
    """Sixteen against a ten is stood on when the count is above 0."""
    match = after_low_cards("Ts Td 6s 9c")
    it = match.game
    kinds = parlour.core.registry.strategies()
    by_count = kinds["card_counter"](it, 0, parlour.Stream.of(1), play="index").decide(match.view(0))
    assert by_count.move == "stand"
    assert kinds["basic_strategy"](it, 0, parlour.Stream.of(1)).decide(match.view(0)).move == "hit"


def test_solve_gives_the_house_edge_and_the_table():
    found = parlour.solve(game("blackjack", decks=0))
    assert found.value == pytest.approx(-0.00511734, abs=1e-7)
    assert found.certificate["house_edge"] == -found.value
    assert len(found.certificate["rows"]) == 33
    spot = parlour.solve(game("blackjack", deal="8s Td 8h 9c"))
    assert spot.moves == ("split",)


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 1, "h17": True},
        {"decks": 2, "peek": False, "surrender": "late"},
        {"surrender": "early", "hands": 2},
    ],
)
def test_rounds_played_by_the_rules_come_to_the_computed_value(options):
    s = game("blackjack", **options).start()
    found = round_of(s.rules)
    player = policy(exact_policy(found), early_policy(found))
    got = measure(s, player, policy(basic_policy(s.rules), early_policy(found)), hands().child, 150_000, 11)
    assert abs(got.first - found.value) < 1.5 * got.first_error
    assert got.first_error < 0.007
    assert abs(got.difference) < 0.002 + got.difference_error


@pytest.mark.parametrize("bet", [1, 4])
def test_one_unit_in_the_table_the_notes_the_evidence_and_the_words(bet):
    found = choice("Ts Td 6s 9c", "mimic_dealer", f"bet {bet}" if bet > 1 else "", bets=max(bet, 1))
    one = choice("Ts Td 6s 9c", "mimic_dealer")
    values = {c.move: c.value for c in found.candidates}
    assert values == pytest.approx({c.move: bet * c.value for c in one.candidates})
    assert found.evidence["values"] == values
    best = max(values.values())
    unit, other = ("bets", " units") if bet == 1 else ("units", " bets")
    for c in found.candidates:
        assert c.note == ("best" if c.value == best else f"costs {best - c.value:.4f} {unit}")
        assert c.told == f"{c.value:+.4f} {unit}"
    words = " ".join(found.reasons)
    assert f"is worth {best:+.4f} {unit} to Ann, " in words
    assert other not in words
    assert ("The bet is 4 units." in words) == (bet == 4)


def test_what_a_worse_move_gives_away_is_told_in_units():
    found = choice("8s Td 8h 9c", "mimic_dealer", "bet 4", bets=4)  # hits, where splitting is best
    values = found.evidence["values"]
    lost = max(values.values()) - values["hit"]
    assert found.evidence["lost"] == pytest.approx(lost)
    assert f"hit gives away {lost:.4f} units." in found.reasons


def test_reasons_teach_the_rule_and_the_risks():
    found = choice("Ts Td 6s 9c", "basic_strategy")
    assert found.hint[0] == "With hard 16 against a ten basic strategy says hit."
    over = found.evidence["over_21"]
    assert over == pytest.approx((23 + 3 * 24 + 94) / 309)  # sixes; sevens, eights, nines; tens
    bust = found.evidence["dealer"]["bust"]
    mine = f"One more card takes Ann over 21 with {100 * over:.1f} %"
    assert found.reasons[-1] == f"{mine}; the dealer goes bust with {100 * bust:.1f} %."
    assert choice("Ts Td 6s 9c", "card_counter").hint[0] == "With hard 16 against a ten hit loses least."
    soft = choice("As 5d 7s 9c", "basic_strategy")
    assert soft.hint[0].startswith("With soft 18 against a 5 basic strategy says double, or stand where")
    assert soft.reasons[-1].startswith("No card takes Ann over 21; ")


def test_the_chart_is_shown_to_who_asks_why():
    game = parlour.game("blackjack", deal="8s 6d 8h 9c")
    shown = parlour.analyse(game, parlour.Match(game, 1), "basic_strategy").exhibits
    assert [exhibit.kind for exhibit in shown] == ["bars", "table"]
    rows = {row[0]: row[1:] for row in shown[1].data["rows"]}
    assert rows["88"] == ["P"] * 10
