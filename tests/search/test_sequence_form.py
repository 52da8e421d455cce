"""Exact equilibria against Kuhn (1950), the minimax theorem, and best responses worked out by hand."""

import json
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from parlour.core.analyse import analyse
from parlour.core.driver import play
from parlour.core.errors import BadRules, Unsuitable
from parlour.core.game import Game, check_rules
from parlour.core.registry import game
from parlour.core.rules import CHANCE, OVER, UNKNOWN
from parlour.core.solve import solve
from parlour.search.equilibrium import Equilibrium, solved_game
from parlour.search.information_sets import rough_size, walk
from parlour.search.sequence_form import (
    best_response_value,
    node_values,
    policy_value,
    solve_tree,
    uniform_policy,
)
from parlour.theory import zero_sum

VALUES = json.loads((Path(__file__).parents[1] / "values" / "matrix_games.json").read_text(encoding="utf-8"))
JACK, QUEEN, KING = range(3)
PASS, BET = 0, 1


@pytest.fixture(scope="module")
def kuhn():
    return walk(game("kuhn_poker"))


def always(tree, seat, action):
    return {key: {action: 1.0} for key in tree.keys if key[0] == seat}


def by_card(tree, seat, policy):
    """Read a policy as {(card, betting): how often it bets or calls}."""
    return {(key[1].cards[seat], key[1].bets): policy[key][BET] for key in tree.keys if key[0] == seat}


# -- the tree --------------------------------------------------------------------------------------------


def test_kuhn_poker_has_twelve_information_sets_and_thirty_ends(kuhn):
    assert len(kuhn.keys) == 12
    assert (kuhn.player == OVER).sum() == 6 * 5
    assert (kuhn.player == CHANCE).sum() == 1 + 3
    assert kuhn.chance[kuhn.player == OVER].sum() == pytest.approx(5)  # five lines of betting for each deal
    assert kuhn.sequences == (1 + 12, 1 + 12)


def test_a_tree_beyond_the_cap_is_refused_in_one_line():
    with pytest.raises(Unsuitable, match=r"^rock_paper_scissors: more than 100 nodes; [^\n]*$"):
        walk(game("rock_paper_scissors", rounds=2), most=100)
    assert len(walk(game("rock_paper_scissors", rounds=2), most=121).states) == 121


def test_states_that_forget_are_refused_because_the_sequence_form_needs_perfect_recall():
    with pytest.raises(Unsuitable, match="imperfect recall"):
        walk(game("rock_paper_scissors", rounds=3))


def test_a_game_whose_legal_actions_betray_the_hidden_card_breaks_the_rules():
    with pytest.raises(BadRules, match="tell worlds apart"):
        walk(hidden_card_game(lambda card: 0b1 if card == 0 else 0b11))


def test_the_size_is_guessed_without_walking_the_tree():
    assert rough_size(game("kuhn_poker")) in (6 * 4, 6 * 8)  # the deals times the choices on one line
    assert rough_size(game("rock_paper_scissors", rounds=100_000)) >= 1e9


# -- Kuhn poker ------------------------------------------------------------------------------------------


def test_kuhn_1950_value_is_minus_one_eighteenth(kuhn):
    form = solve_tree(kuhn)
    assert form.value == pytest.approx(-1 / 18, abs=1e-9)
    assert form.exploitability < 1e-9
    assert form.gap == 2 * form.exploitability
    assert policy_value(kuhn, form.policies) == pytest.approx(-1 / 18, abs=1e-9)


def test_kuhn_1950_equilibrium_is_of_the_known_family(kuhn):
    first, second = (by_card(kuhn, seat, solve_tree(kuhn).policies[seat]) for seat in (0, 1))
    bluff = first[JACK, 0b1]
    assert 0 <= bluff <= 1 / 3 + 1e-9
    assert first[QUEEN, 0b1] == pytest.approx(0, abs=1e-9)
    assert first[KING, 0b1] == pytest.approx(3 * bluff, abs=1e-9)
    assert [first[card, 0b101] for card in (JACK, QUEEN, KING)] == pytest.approx(
        [0, bluff + 1 / 3, 1], abs=1e-9
    )
    assert [second[card, 0b10] for card in (JACK, QUEEN, KING)] == pytest.approx([1 / 3, 0, 1], abs=1e-9)
    assert [second[card, 0b11] for card in (JACK, QUEEN, KING)] == pytest.approx([0, 1 / 3, 1], abs=1e-9)


def test_where_its_own_plan_never_comes_the_policy_still_calls_with_the_king(kuhn):
    # Of the family the plan that earns most against uniform play bets every king, so never calls with one.
    first = by_card(kuhn, 0, solve_tree(kuhn).policies[0])
    assert first[KING, 0b1] == pytest.approx(1)
    assert first[KING, 0b101] == 1.0


def test_best_responses_worked_out_by_hand(kuhn):
    # To one who always passes: bet and win 1 each time.
    assert best_response_value(kuhn, always(kuhn, 1, PASS), 0) == pytest.approx(1)
    # To one who always bets and calls: king 2, queen 0, jack gives up 1; the second player the same way.
    assert best_response_value(kuhn, always(kuhn, 1, BET), 0) == pytest.approx(1 / 3)
    # To a coin: bet everything, king 3/2, queen 1/2, jack -1/2.
    assert best_response_value(kuhn, uniform_policy(kuhn, 1), 0) == pytest.approx(1 / 2)


def test_the_root_is_worth_what_uniform_play_earns(kuhn):
    policies = uniform_policy(kuhn, 0), uniform_policy(kuhn, 1)
    values = node_values(kuhn, policies)
    assert values[0] == pytest.approx(policy_value(kuhn, policies))
    # Showdowns cancel over the deals; bet, fold gives the first player 1 and check, bet, fold -1.
    assert values[0] == pytest.approx(1 / 4 - 1 / 8)


# -- against the minimax theorem -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rock_paper_scissors", "matching_pennies", "two_finger_morra", "rps_well"])
def test_von_neumann_1928_agrees_on_matrix_games(name):
    table = VALUES["games"][name]["row_payoff"]
    matrix = game("matrix", payoffs=";".join(",".join(row) for row in table))
    form = solve_tree(walk(matrix))
    expected = zero_sum([[matrix.returns(end)[0] for end in row] for row in ends(matrix)])
    assert form.value == pytest.approx(expected.value, abs=1e-9)
    assert form.exploitability < 1e-9
    row = form.policies[0][0, matrix.start()]
    assert sum(row.values()) == pytest.approx(1)


def ends(matrix):
    s = matrix.start()
    rows = [matrix.play(s, a) for a in matrix.legal(s)]
    return [[matrix.play(row, b) for b in matrix.legal(row)] for row in rows]


def test_two_rounds_of_rock_paper_scissors_are_worth_nothing():
    form = solve_tree(walk(game("rock_paper_scissors", rounds=2)))
    assert form.value == pytest.approx(0, abs=1e-9)
    assert form.exploitability < 1e-9


# -- the strategy ----------------------------------------------------------------------------------------


def test_the_solution_carries_its_certificate():
    solution = solve("kuhn_poker")
    assert solution.value == pytest.approx(-1 / 18, abs=1e-9)
    assert solution.seat == 0
    certificate = solution.certificate
    assert certificate["method"] == "sequence-form linear program"
    assert certificate["exploitability"] < 1e-9
    assert (certificate["information_sets"], certificate["nodes"]) == (12, 58)
    assert {"seat": 1, "seen": "? K bet", "plays": {"fold": 0.0, "call": 1.0}} in certificate["policy"]
    json.dumps(solution.to_json())


def test_a_fixed_deal_is_a_secret_and_changes_nothing():
    fixed = game("kuhn_poker", deal="K/J")
    assert solve(fixed).value == pytest.approx(-1 / 18, abs=1e-9)
    assert solve("kuhn_poker", "K").value == pytest.approx(-1 / 18, abs=1e-9)  # the other card is to come
    with pytest.raises(Unsuitable, match="no value of its own"):
        solve(fixed, "check")
    with pytest.raises(Unsuitable, match="no value of its own"):
        solve("kuhn_poker", "K J")


def test_bayes_gives_the_beliefs_and_the_values_of_an_indifferent_queen():
    # A check is answered by a bet with every king and a third of the jacks: three kings for each jack.
    choice = analyse("kuhn_poker", "Q K check bet", "equilibrium")
    assert choice.evidence["posterior"] == pytest.approx({"K": 3 / 4, "J": 1 / 4})
    assert [c.value for c in choice.candidates] == pytest.approx([-1, -1])
    assert sum(c.probability for c in choice.candidates) == pytest.approx(1)
    assert choice.evidence["information_set"] == "Q ? check bet"
    assert any("K with 75.0 % and J with 25.0 %" in reason for reason in choice.reasons)
    json.dumps(choice.to_json())


def test_the_view_of_a_seat_is_explained_alike_whatever_the_other_holds():
    king, jack = (analyse("kuhn_poker", f"Q {card} check bet", "equilibrium") for card in "KJ")
    assert king == jack


def test_it_suits_small_hidden_games_only():
    assert Equilibrium.suits(game("kuhn_poker"))
    assert Equilibrium.suits(game("matrix"))
    assert "nothing is hidden" in Equilibrium.unsuited(game("tic_tac_toe"))
    assert "two-seat zero-sum" in Equilibrium.unsuited(game("matrix", payoffs="1,0;0,1", payoffs2="1,0;0,1"))
    assert "200,000" in Equilibrium.unsuited(game("rock_paper_scissors", rounds=1000))
    assert solved_game(game("kuhn_poker")) is solved_game(game("kuhn_poker", deal="K/Q").public)


def test_a_thousand_hands_against_random_play_earn_what_the_tree_says(kuhn):
    policies = solve_tree(kuhn).policies[0], uniform_policy(kuhn, 1)
    expected = policy_value(kuhn, policies)
    assert expected > 0.1
    hands = [
        play(game("kuhn_poker"), ("equilibrium", "random"), seed=seed).returns[0] for seed in range(1000)
    ]
    assert sum(hands) / 1000 == pytest.approx(expected, abs=0.2)  # over four standard errors


def hidden_card_game(legal_by_card):
    """Make a game where seat 0 gets a card it cannot see, and its legal actions depend on that card."""

    class State(NamedTuple):
        card: int
        played: int

    def turn(s):
        return OVER if s.played else CHANCE if s.card == -1 else 0

    def legal(s):
        if s.played:
            return 0
        return 0b11 if s.card in (-1, UNKNOWN) else legal_by_card(s.card)

    module = ModuleType("hidden_card")
    for name, value in {
        "State": State,
        "ACTIONS": 2,
        "start": lambda: State(-1, 0),
        "turn": turn,
        "legal": legal,
        "play": lambda s, a: State(a, 0) if s.card == -1 else State(s.card, 1),
        "returns": lambda s: (0.0, 0.0),
        "weights": lambda s, a: 0.5,
        "mask": lambda s, seat: s if s.card == -1 else State(UNKNOWN, s.played),
        "fill": lambda v, seat, rng: v,
    }.items():
        setattr(module, name, value)
    check_rules(module, "hidden_card")
    return Game(module)
