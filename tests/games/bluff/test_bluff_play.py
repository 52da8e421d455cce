"""Players of Bluff: what they claim, what they doubt and why, what they learn, and that they never peek."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from parlour import Match, Stream, game
from parlour.core.analyse import analyse
from parlour.core.driver import play
from parlour.core.rules import fill, mask
from parlour.core.spec import make
from parlour.games.bluff.belief.models import chances_of_rank, claims_of, suspicion
from parlour.games.bluff.cards import of_rank
from parlour.games.bluff.play.claimer import late_first
from parlour.games.bluff.play.foresight import retold
from parlour.games.bluff.policy import claim_weights, kept, lie_chance, lie_parts

FAST = ("honest", "cautious", "bold", "paranoid", "bluffer", "bayes")
FOUR = game("bluff", deal="2c 3c 4c 5c 6c/2d 3d 4d 5d 6d/2s 3s 4s 5s 6s/2h 3h 4h 5h 6h")


def after(it, moves):
    match = Match(it, 1)
    for move in moves:
        match.play(move)
    return match


def test_a_claim_that_cannot_be_true_is_a_lie_for_sure():
    two = after(game("bluff", seats=2, deal="3c 4c 5d 6d/2c 2d 2s 9c"), ["3c,4c as 2"])
    found = suspicion(two.view(1).state, 1)
    assert (found.chance, found.mine, found.possible) == (1.0, 3, 1)
    choice = analyse(two.game, two, "bayes")
    assert choice.move == "challenge"
    assert choice.reasons[0] == (
        "Ben can place three of the four twos elsewhere, and two were claimed: it cannot be true."
    )
    assert choice.exhibits[0].caption == "Is the claim of two twos true?"
    assert choice.exhibits[0].data["values"] == {"true": 0.0, "a lie": 1.0}


def test_the_chance_of_a_lie_is_bayes_rule_over_what_the_claimer_may_hold():
    match = Match(game("bluff"), 5)
    match.play(match.view(0).moves()[0])
    v = match.view(1).state
    possible, true, lie, enough = lie_parts(v, 1)
    mine = (v.hands[1] & of_rank(v.rank)).bit_count()
    assert possible == 4 - mine
    chances = [p * kept(13, False) ** x for x, p in enumerate(chances_of_rank(39, possible, 13))]
    honest = sum(p * claim_weights(v.number, x, False)[0] for x, p in enumerate(chances))
    lying = sum(p * claim_weights(v.number, x, False)[1] for x, p in enumerate(chances))
    assert lie / (lie + true) == pytest.approx(lying / (lying + honest))
    assert enough == pytest.approx(sum(chances[v.number :]) / sum(chances))
    assert lie_chance(v, 1, 3.0) == pytest.approx(3 * lying / (3 * lying + honest))


def test_more_cards_elsewhere_make_a_lie_likelier():
    def chance(own):
        it = game("bluff", seats=2, deal=f"3c 4c 5c 6c 7c 8c/{own}")
        return suspicion(after(it, ["3c as 2"]).view(1).state, 1).chance

    assert chance("9c 9d 9s") < chance("2c 9d 9s") < chance("2c 2d 9s") < chance("2c 2d 2s") < 1.0


def test_the_honest_tell_the_truth_if_they_can_and_lie_with_what_they_cannot_use():
    assert analyse(FOUR, "", "honest").evidence["claim"] == "2c as 2"
    match = after(FOUR, ["2c as 2", "pass", "pass", "pass", "3d as 3", "pass", "pass", "pass"])
    choice = analyse(FOUR, match, "honest")
    assert choice.evidence["claim"] == "4s as 4"
    none = game("bluff", seats=2, deal="3c 4c 5c/2c 6c 7c")
    told = analyse(none, "", "honest")
    assert told.evidence["lie"] is True
    assert told.reasons[0] == f"{told.move} is a lie, for Ann holds no twos."
    # Two seats and thirteen ranks: this seat's ranks are 2, 4, 6, ..., A, 3, 5: the five comes last.
    assert late_first(none.start(), 0, none.start().hands[0], 0)[0] == 4 * 3


def test_a_last_card_is_always_challenged():
    it = game("bluff", seats=2, deal="2c/3c 4c 5c")
    for spec in ("cautious", "bayes", "foresight"):
        assert analyse(it, "2c as 2", spec).move == "challenge"
    assert analyse(it, "2c as 2", "honest").move == "pass"


def test_what_is_sure_to_win_says_so():
    it = game("bluff", seats=2, deal="2c/3c 4c 5c")
    choice = analyse(it, "", "bayes")
    assert choice.hint[0] == "2c as 2 is true: the only two that Ann holds."
    assert choice.hint[1].endswith("that wins the game.")
    assert choice.candidates[0].told == "wins"


def test_a_claim_is_worth_cards_and_what_was_seen_is_a_table():
    match = after(FOUR, ["3c as 2", "challenge"])
    choice = analyse(FOUR, match, "bayes")
    assert choice.candidates[0].told.endswith(" cards")
    assert choice.candidates[0].told in choice.hint[1]
    seen = next(shown for shown in choice.exhibits if shown.kind == "table")
    assert [row[0] for row in seen.data["rows"]] == ["Ann", "Cleo", "Dan"]


def test_models_learn_from_what_challenges_turn_up():
    moves = ["3c as 2", "challenge", "3d as 3", "pass", "pass", "pass", "4s as 4", "pass", "challenge"]
    match = after(FOUR, moves)
    claims = claims_of(match.view(3))
    assert [(c.who, c.rank, c.number, c.doubter) for c in claims] == [
        (0, 0, 1, 1),
        (1, 1, 1, -1),
        (2, 2, 1, 0),
    ]
    assert [c.lied for c in claims if c.doubter >= 0] == [True, False]
    models = make(FOUR, "bayes", 3, Stream.of(1)).models(match.view(3)).of
    assert models[0].factor(1) > 1.0 > models[2].factor(1)
    assert (models[1].challenges[1], models[0].wrong) == (1, 1)
    table = analyse(FOUR, match, "bayes").evidence["models"]
    assert (table[0]["player"], table[0]["lies"]) == (1, 1)


def test_earlier_matches_teach_the_models(tmp_path):
    file = tmp_path / "past.jsonl"
    records = [play(game("bluff"), ["bold", "bayes", "honest", "bayes"], seed=seed) for seed in range(4)]
    file.write_text("\n".join(record.to_json() for record in records))
    player = make(game("bluff"), f"bayes:history={file}", 1, Stream.of(1))
    models = player.models(Match(game("bluff"), 9).view(1)).of
    assert models[0].claims > 20
    assert models[0].factor(2) > models[2].factor(2)


def test_worlds_for_an_answer_hold_a_lie_or_the_truth_as_asked():
    match = Match(game("bluff"), 3)
    match.play(match.view(0).moves()[0])
    view = match.view(1)
    for seed in range(40):
        rng = Stream.of(seed)
        world = fill(view.state, 1, rng)
        for lie in (True, False):
            told = retold(world, view, lie, rng)
            assert mask(told, 1) == view.state
            assert bool(told.claim & ~of_rank(told.rank)) == lie


@pytest.mark.parametrize("spec", ["honest", "bold", "bayes", "foresight:worlds=24"])
def test_a_choice_is_a_whole_claim_that_can_be_typed(spec):
    for seed in range(4):
        match = Match(game("bluff"), seed)
        choice = analyse(match.game, match, spec)
        for told in (choice, *choice.candidates):
            actions = match.game.read(match.state, told.move)
            assert actions[0] == told.action
            assert match.game.write(match.state, actions) == [told.move]
            assert " as 2" in told.move
        player = make(match.game, spec, 0, Stream.of(seed))
        while match.turn == 0:  # and what is left of it, card by card
            rest = player.decide(match.view(0))
            assert match.game.read(match.state, rest.move)[0] == rest.action
            assert rest.move.endswith("as 2")
            match.play(rest.action)


def test_a_claim_that_came_out_lower_says_why_it_is_made():
    seen = set()
    for seed in range(12):
        match = Match(game("bluff"), seed)
        choice = analyse(match.game, match, "foresight:worlds=24", seed=seed)
        weighed = choice.evidence["claims_weighed"]
        if weighed[choice.move] < max(weighed.values()):
            best = max(weighed, key=lambda move: weighed[move])
            seen |= {part for part in ("error", "dropped") if part in " ".join(choice.reasons)}
            assert any(reason.startswith(f"{best} ") for reason in choice.reasons[2:])
    assert seen == {"error", "dropped"}


def test_an_answer_that_came_out_lower_says_why_it_is_given():
    lower = 0
    for seed in range(20):
        match = Match(game("bluff"), seed)
        match.play(match.view(0).moves()[0])
        choice = analyse(match.game, match, "foresight:worlds=6", seed=seed)
        if choice.candidates[0].value < choice.candidates[1].value:
            lower += 1
            assert choice.reasons[2].endswith("less apart than the error of the two, so the rule decides.")
            assert choice.reasons[3].startswith("With 4 players a challenge pays from 75.0 % on: ")
    assert lower


def test_looking_ahead_tells_what_each_answer_is_worth():
    match = Match(game("bluff"), 3)
    match.play(match.view(0).moves()[0])
    choice = analyse(match.game, match, "foresight:worlds=6,repeats=1")
    assert {c.move for c in choice.candidates} == {"challenge", "pass"}
    assert set(choice.evidence["if_it_is_a_lie"]) == {"challenge", "pass"}
    assert choice.reasons[0].startswith("The claim is a lie with ")
    json.dumps(choice.to_json())


@pytest.mark.parametrize("spec", FAST)
def test_no_player_ever_makes_an_invalid_move(spec):
    for seed, options in enumerate(
        ({}, {"claims": "any"}, {"seats": 7}, {"seats": 2, "ranks": 4, "most": 2})
    ):
        it = game("bluff", limit=40, **options)
        record = play(it, [spec if seat % 2 else "random" for seat in range(it.seats)], seed=seed)
        assert record.ended == "finished", record.reason


def test_matches_on_threads_equal_the_serial_ones():
    def record(seed):
        return play(game("bluff", limit=30), ["bayes", "bold", "medium", "easy"], seed=seed).to_json()

    alone = [record(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as executor:
        assert list(executor.map(record, range(8))) == alone


def test_the_archetypes_differ_as_their_names_say():
    def habits(spec):
        lies = doubts = answers = 0
        for seed in range(3):
            match = play(game("bluff", limit=40), [spec, "honest", "honest", "honest"], seed=seed).replay()
            for claim in claims_of(match.view(0)):
                lies += claim.who == 0 and claim.lied
                doubts += claim.doubter == 0
                answers += claim.doubter == 0 or 0 in claim.passed
        return lies, doubts / answers

    assert habits("paranoid")[1] > habits("cautious")[1]
    assert habits("bold")[0] > habits("honest")[0]
