"""Exact equities: the reference values to the last deal, and a referee that deals every card."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.cards import boards, exact
from parlour.cards.cards import BadCards, cards_text, set_text
from parlour.cards.ranges import all_holdings
from parlour.cards.spot import Spot, make_spot
from parlour.cards.tables import tables
from parlour.core.errors import BadOption

from .brute_force import brute_force

REFERENCE = json.loads((Path(__file__).parents[1] / "values" / "poker_equities.json").read_text())


@pytest.mark.parametrize("row", REFERENCE["rows"], ids=lambda row: " ".join([*row["hands"], row["board"]]))
def test_reference(row: dict[str, Any]) -> None:
    found = parlour.equity(row["hands"], board=row["board"], dead=row["dead"], exact=True)
    assert found.exact
    assert found.combos == row["combos_enumerated"]
    assert [player.wins for player in found.players] == row["wins"]
    assert [player.tie_share for player in found.players] == pytest.approx(row["tie_share"], abs=1e-6)
    assert [player.equity for player in found.players] == pytest.approx(row["equity"], abs=1e-10)
    assert sum(player.equity for player in found.players) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("case", REFERENCE["invalid_inputs"], ids=lambda case: " ".join(case["hands"]))
def test_reference_of_what_cannot_be(case: dict[str, Any]) -> None:
    with pytest.raises(BadCards, match="can only be in one place"):
        parlour.equity(case["hands"], board=case["board"], dead=case["dead"])


def random_spot(seed: int) -> Spot:
    """Make up ranges with weights, a board of four or five and maybe a dead card."""
    rng = random.Random(seed)
    deck = rng.sample(range(52), 52)
    board, dead = deck[: rng.choice([4, 5])], deck[5 : 5 + rng.randrange(2)]
    texts = []
    for _ in range(rng.choice([2, 3, 4])):
        holdings = rng.sample(all_holdings(), rng.randint(1, 5))
        texts.append(", ".join(f"{set_text(hold, '')}:{rng.choice([0.25, 0.5, 1])}" for hold in holdings))
    try:
        return make_spot(texts, cards_text(board), cards_text(dead))
    except BadCards:
        return random_spot(seed + 1000)


@pytest.mark.parametrize("seed", range(25))
def test_boards_against_a_referee_that_deals_every_card(seed: int) -> None:
    spot = random_spot(seed)
    wins, shares, total = brute_force([player.holdings for player in spot.players], spot.board, spot.dead)
    tally = exact.by_boards(spot)
    found = [sum(deals / (k + 1) for k, deals in enumerate(row) if k) for row in tally.tied.tolist()]
    assert tally.total == pytest.approx(total)
    assert tally.tied[:, 0].tolist() == pytest.approx(wins)
    assert found == pytest.approx(shares)


@pytest.mark.parametrize("board", ["QsJs2c8d3h", "7c7d2h9s9d", "AsKsQsJsTs", "2c3c4c5c9h"])
@pytest.mark.parametrize("hands", [["22+, A2s+:0.5", "random"], ["random:0.5, QQ+", "A2+, K9s+:0.25"]])
def test_sorting_gives_what_comparing_each_pair_gives(hands: list[str], board: str) -> None:
    spot = make_spot(hands, board, "Ah")
    holds, keys, shares, bounds = exact.arrays(spot)
    values, order = np.zeros(len(holds), np.int64), np.zeros((2, len(holds)), np.int64)
    boards.rank_holdings(tables(), spot.board, holds, keys, values)
    pairs, by_order = np.zeros((2, 2)), np.zeros((2, 2))
    total = boards.compare_each(3, False, holds, shares, bounds, values, pairs)
    twins = exact.twins_of(spot)
    same = boards.compare_sorted(3, holds, shares, bounds, values, twins, order, by_order)
    assert total == pytest.approx(same)
    assert pairs == pytest.approx(by_order)


@pytest.mark.parametrize(
    ("hands", "dead"),
    [(["AsKs", "QdQh", "7c6c"], ""), (["AsKs", "QQ"], "Kd Ac"), (["99:0.5, AKs", "JTs"], "9c")],
)
def test_groups_of_boards_give_what_all_boards_give(hands: list[str], dead: str) -> None:
    spot = make_spot(hands, "", dead)
    groups, boards = exact.by_hands(spot), exact.by_boards(spot)
    assert groups.total == boards.total
    assert groups.tied.tolist() == boards.tied.tolist()


def test_ten_players_and_a_tie_of_all() -> None:
    names = ["AsKs", "AdKd", "QcQd", "JcJd", "Th9h", "8c7c", "6d6h", "5s5c", "4h4s", "3c2c"]
    found = parlour.equity(names, board="QsJsTs9s8s", exact=True)
    assert [player.equity for player in found.players] == [1.0] + [0.0] * 9
    assert found.players[0].win == 1.0
    tied = parlour.equity(["2c3d", "2h3s", "4c4d"], board="AsKsQsJsTs")
    assert [player.equity for player in tied.players] == pytest.approx([1 / 3] * 3)
    assert [(player.win, player.tie) for player in tied.players] == [(0.0, 1.0)] * 3


def test_exact_or_sampled_by_the_rule() -> None:
    assert parlour.equity("AsKs", "random").exact
    assert parlour.equity("AsKs", "random", board="QsJs2c").exact
    sampled = parlour.equity("AsKs", "random", "random", "random")
    assert not sampled.exact
    assert sampled.samples == 1_000_000
    assert not parlour.equity("AsKs", "random", samples=1000).exact
    with pytest.raises(BadOption, match="exact counts every deal"):
        parlour.equity("AsKs", "random", exact=True, samples=5)
    with pytest.raises(BadCards, match="would take about"):
        parlour.equity(*["random"] * 9, exact=True)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "named"),
    [
        (["AsKs"], "", "", "1 players"),
        (["random"] * 11, "", "", "11 players"),
        (["AsKs", "QdQh"], "AsKd2c", "", "As is in AsKs and on the board"),
        (["AsKs", "QdQh"], "2c2d2h2s3c3d", "", "6 cards on the board"),
        (["AsKs", "QdQh"], "2c3c4c", "2c", "2c is on the board and among the dead cards"),
        (["AsKs", "QdQh"], "2c3c4x", "", "the board: '4x'"),
        (["AsKs", "AA"], "AcAd2h", "", "no hand of 'AA' is left"),
        (["AA", "AA", "AA"], "", "", "share no card"),
        (["AsKs", "QdQh"], "", "Qd", "Qd is in QdQh and among the dead cards"),
    ],
)
def test_what_cannot_be_is_refused(hands: list[str], board: str, dead: str, named: str) -> None:
    with pytest.raises(BadCards, match=named):
        parlour.equity(hands, board=board, dead=dead)
