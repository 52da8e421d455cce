"""Fit the Hearts players' model to self-play: `python tools/fit_hearts_beliefs.py --help`.

The players are Monte Carlo players who do not peek: they draw worlds from om1, play every legal card out in
each by the rules' own policy, and take the best on average; passes are chosen among all 286 by the same
means, the better ones with more and more playouts, while others pass by the model as it is. What they chose
is the data; the weights are those under which it is most likely, less a small penalty for size.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from hearts_selfplay import describe, describe_pass, model_pass, try_cards, try_passes
from parlour.core.bits import listed
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.registry import game as game_named
from parlour.core.rng import Stream
from parlour.core.rules import legal
from parlour.games import hearts
from parlour.games.hearts import State
from parlour.games.hearts.belief import weights as hearts_weights
from parlour.games.hearts.belief.behaviour import DISCARD, FEATURES, NAMES, PASSING
from parlour.games.hearts.belief.counted import passes_drawn
from parlour.games.hearts.belief.om1 import Certain

HELD = 13  # cards of a hand: the most there are to choose from
PENALTY = 1e-3  # a decision
STAGES = ((30, 60), (150, 12), (800, 1))  # playouts of each pass in the race, and how many stay in it
KINDS = ("leading", "following", "discarding", "passing")
DIRECTIONS = ("left", "right", "across", "hold")
Chosen: TypeAlias = tuple[Any, Any]  # features of the cards to choose from, and 1 for those chosen
Data: TypeAlias = list[list[Chosen]]  # by kind of decision


def play_hand(game: Game, seed: int, worlds: int, weights: Any, searched: bool, data: Data) -> None:
    """Play a hand and add its decisions to the data: the passes if they are searched, and else the plays."""
    match, belief, rng = Match(game, seed), Certain(game), Stream.of(seed, "self-play")
    while not match.over:
        view = match.view(match.turn)
        v, seat = view.state, view.seat
        if v.phase == hearts.PASS:
            three = (
                _searched(v, seat, weights, rng) if searched else model_pass(v, v.hands[seat], weights, rng)
            )
            if searched:
                data[PASSING].append(_told_pass(v, v.hands[seat], three))
            for card in listed(three):
                match.play(card)
            continue
        if searched:
            return
        cards = listed(legal(v))
        best = cards[0]
        if len(cards) > 1:
            hands = belief.hands(view, worlds, rng)
            given, _ = passes_drawn(v, hands, rng, guided=False)
            totals = np.zeros(hearts.ACTIONS)
            try_cards(v, hands, given, rng, totals)
            best = max(cards, key=lambda card: (totals[card], -card))
            rows = np.zeros((HELD, FEATURES))
            kind = int(describe(v, rows))
            data[kind].append((rows, np.array([card == best for card in cards])))
        match.play(best)


def _searched(v: State, seat: int, weights: Any, rng: Stream) -> int:
    """Choose a pass: all 286 at first, fewer and fewer with more and more playouts."""
    hand = v.hands[seat]
    passes = np.array([sum(1 << card for card in three) for three in combinations(listed(hand), 3)])
    for deals, keep in STAGES:
        totals = np.zeros(len(passes))
        try_passes(v, seat, hand, passes, deals, weights, rng, totals)
        passes = passes[np.argsort(-totals, kind="stable")[:keep]]
    return int(passes[0])


def _told_pass(v: State, hand: int, three: int) -> Chosen:
    rows = np.zeros((HELD, FEATURES))
    describe_pass(v, hand, rows)
    return rows, np.array([bool(three >> card & 1) for card in listed(hand)])


def _laid_out(samples: list[Chosen]) -> tuple[Any, Any, Any]:
    """Give the features, what was chosen and what could be, each an array over decisions and cards."""
    rows = np.array([rows for rows, _ in samples])
    chosen, there = np.zeros(rows.shape[:2], bool), np.zeros(rows.shape[:2], bool)
    for index, (_, picked) in enumerate(samples):
        chosen[index, : len(picked)] = picked
        there[index, : len(picked)] = True
    return rows, chosen, there


def play_loss(weights: Any, rows: Any, chosen: Any, there: Any) -> tuple[float, Any]:
    """Give the mean -log chance of the cards played, and its slope."""
    scores = np.where(there, rows @ weights, -np.inf)
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(axis=1, keepdims=True)
    loss = -np.log(chances[chosen]).mean()
    return float(loss), np.einsum("nc,ncf->f", chances - chosen, rows) / len(rows)


def pass_loss(weights: Any, rows: Any, chosen: Any, there: Any) -> tuple[float, Any]:
    """Give the mean -log chance of the three cards passed, and its slope."""
    scores = rows @ weights
    scores -= scores.max(axis=1, keepdims=True)
    w = np.exp(scores)
    one, two, three = np.zeros(len(w)), np.zeros(len(w)), np.zeros(len(w))
    for card in range(HELD):
        three += w[:, card] * two
        two += w[:, card] * one
        one += w[:, card]
    # The chance that a card is among the three: its weight times the pairs of the other cards.
    others = one[:, None] - w
    pairs = two[:, None] - w * others
    among = w * pairs / three[:, None]
    loss = (np.log(three) - (scores * chosen).sum(axis=1)).mean()
    return float(loss), np.einsum("nc,ncf->f", among - chosen, rows) / len(rows)


def fitted(samples: list[Chosen], loss: Callable[..., tuple[float, Any]]) -> tuple[Any, float]:
    """Give the weights that make what was chosen most likely, and its mean -log chance."""
    from scipy.optimize import minimize  # slow to import, and whoever looks for beliefs imports this file

    data = _laid_out(samples)

    def penalised(weights: Any) -> tuple[float, Any]:
        value, slope = loss(weights, *data)
        return value + PENALTY * float(weights @ weights), slope + 2.0 * PENALTY * weights

    found = minimize(penalised, np.zeros(FEATURES), jac=True, method="L-BFGS-B")
    return found.x, loss(found.x, *data)[0]


def fit(seed: int, weights: Any, hands: int, passing_hands: int, worlds: int) -> tuple[Any, list[str]]:
    """Play with the weights and fit new ones, where there is data; give these and how well they fit."""
    data: Data = [[] for _ in NAMES]
    games = [game_named("hearts", passing=name) for name in DIRECTIONS]
    for hand in range(hands + passing_hands):
        searched = hand >= hands
        game = games[hand % (3 if searched else 4)]
        play_hand(game, 10**6 * seed + hand, worlds, weights, searched, data)
    told, found = [], weights.copy()
    for kind, samples in enumerate(data):
        if not samples:
            continue
        found[kind], loss = fitted(samples, play_loss if kind <= DISCARD else pass_loss)
        even = -np.mean([np.log(_even(picked)) for _, picked in samples])
        told.append(f"- {KINDS[kind]}: {loss:.3f}, evenly {even:.3f}, in {len(samples)} decisions")
    return found, told


def _even(picked: Any) -> float:
    """Give the chance of what was chosen if all choices were as likely."""
    return 1.0 / comb(len(picked), int(picked.sum()))


HEADER = """\"\"\"Weights of the Hearts players' model, by `python tools/fit_hearts_beliefs.py`.

A row each for leading, following, discarding and passing, in the order of the names in `hearts_behaviour`.
Mean -log chance of what was chosen in self-play, by the model and if all choices were as likely:
{told}
\"\"\"
"""


def main() -> None:
    """Play, fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=150, help="to play; 0 keeps the weights of playing")
    parser.add_argument("--passing-hands", type=int, default=60, help="to pass from; 0 keeps these weights")
    parser.add_argument("--worlds", type=int, default=200, help="for each decision")
    parser.add_argument("--out", type=Path, default=Path(hearts_weights.__file__))
    asked = parser.parse_args()
    before = np.array(hearts_weights.WEIGHTS)
    weights, told = fit(asked.seed, before, asked.hands, asked.passing_hands, asked.worlds)
    lines = [HEADER.format(told="\n".join(told)), "WEIGHTS = ("]
    for row, names in zip(weights, NAMES, strict=True):
        lines.append("    (")
        lines += [f"        {value:.4f},  # {name}" for value, name in zip(row, names, strict=True)]
        lines.append("    ),")
    asked.out.write_text("\n".join([*lines, ")"]) + "\n")
    print("\n".join(told))


if __name__ == "__main__":
    main()
