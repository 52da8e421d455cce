"""Many games at once are the games that the rules know, one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import parlour
from parlour.core.rules import OVER, UNKNOWN


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the lanes do is the same on every backend; tests/compile compares them."""
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")


def test_a_batch_follows_the_rules() -> None:
    """Every game goes through the states that its own actions lead to, and ends as the rules say."""
    it = parlour.game("connect_four")
    batch = parlour.batch(it, 12, device="cpu", seed=4)
    states = [it.start()] * 12
    while not (batch.turns == OVER).all():
        actions = batch.random_actions()
        assert batch.legal[np.arange(12), actions][batch.turns != OVER].all()
        states = [
            s if it.turn(s) == OVER else it.play(s, int(a)) for s, a in zip(states, actions, strict=True)
        ]
        batch.play(actions)
        assert [batch.state(k) for k in range(12)] == states
        assert batch.turns.tolist() == [it.turn(s) for s in states]
    assert [tuple(row) for row in batch.returns] == [it.returns(s) for s in states]
    assert batch.plies.tolist() == [s.ply for s in states]
    assert not batch.legal.any()


def test_chance_is_inside_and_hidden_things_stay_hidden() -> None:
    batch = parlour.batch("kuhn_poker", 50, device="cpu", seed=1)
    assert set(batch.turns) == {0}
    rows = {name: row for row, name in enumerate(batch.rows)}
    dealt = batch.states[[rows["cards[0]"], rows["cards[1]"]]]
    assert {tuple(pair) for pair in dealt.T} == {(a, b) for a in range(3) for b in range(3) if a != b}
    seen = batch.seen()
    assert (seen[rows["cards[0]"]] == dealt[0]).all()
    assert (seen[rows["cards[1]"]] == UNKNOWN).all()
    assert (batch.seen(seat=1)[rows["cards[0]"]] == UNKNOWN).all()
    assert (batch.play_out().seen()[rows["cards[0]"]] != UNKNOWN).any()


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int) -> Any:
        return parlour.batch("leduc_poker", 40, device="cpu", seed=seed).play_out().numpy()

    one, same, other = played(5), played(5), played(6)
    for name in ("states", "turns", "plies", "returns"):
        assert (one[name] == same[name]).all()
    assert (one["states"] != other["states"]).any()
    assert (one["turns"] == OVER).all()
    assert np.abs(one["returns"].sum(axis=1)).max() == 0.0


def test_a_position_is_set_up_for_all_or_for_each() -> None:
    it = parlour.game("tic_tac_toe")
    s = it.start()
    for move in ("a1", "b1", "a2", "b2"):
        s = it.play(s, it.parse(s, move))
    batch = parlour.batch(it, 3, device="cpu").place(s)
    assert [batch.state(k) for k in range(3)] == [s] * 3
    before = np.array(batch.states)
    parlour.batch(it, 3, device="cpu").place(before).play_out()
    assert (before == batch.states).all()  # they were copied
    batch.play(np.full(3, it.parse(s, "a3")))
    assert batch.returns.tolist() == [[1.0, -1.0]] * 3
    again = parlour.batch(it, 3, device="cpu").place(batch.states)
    assert again.turns.tolist() == [OVER] * 3
    assert again.returns.tolist() == [[1.0, -1.0]] * 3


def test_one_illegal_action_stops_them_all() -> None:
    batch = parlour.batch("tic_tac_toe", 3, device="cpu")
    batch.play([0, 1, 2])
    before = batch.states.copy()
    with pytest.raises(parlour.ParlourError, match="1 of 3 actions are illegal"):
        batch.play([1, 1, 1])
    assert (batch.states == before).all()


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        (lambda: parlour.batch("tic_tac_toe", 0), "n=0: needs a whole number of games from 1"),
        (lambda: parlour.batch("tic_tac_toe", 2, device="tpu"), "device='tpu': use cpu, gpu, or auto"),
        (lambda: parlour.batch("tic_tac_to", 2), "did you mean tic_tac_toe"),
        (lambda: parlour.batch(parlour.game("nim"), 2, heaps=(1,)), "nim is settled"),
        (lambda: parlour.batch("nim", 2, device="cpu").play([1]), "play takes 2 whole numbers"),
        (lambda: parlour.batch("nim", 2, device="cpu").play([0.5, 1.0]), "play takes 2 whole numbers"),
        (lambda: parlour.batch("nim", 2, device="cpu").play_out("clever"), "unknown policy 'clever'"),
        (lambda: parlour.batch("nim", 2, device="cpu").play_out(epsilon=2.0), "a share from 0 to 1"),
        (lambda: parlour.batch("nim", 2, device="cpu").state(2), "this batch has games 0 to 1"),
        (lambda: parlour.batch("nim", 2, device="cpu").place(np.zeros((3, 2), np.int64)), "are needed"),
        (lambda: parlour.batch("nim", 2, device="cpu").seen(seat=7), "seat"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(ask: Any, line: str) -> None:
    with pytest.raises(parlour.ParlourError, match=line) as told:
        ask()
    assert "\n" not in str(told.value)
