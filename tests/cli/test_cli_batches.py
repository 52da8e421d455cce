"""Batches from the command line: `--device` of the arena and of perft."""

from __future__ import annotations

import pytest

from parlour.batches import matches


def test_the_arena_plays_a_batch_on_a_device(run):
    told = run("arena", "tic_tac_toe", "greedy", "random", "--games", "20", "--device", "cpu", "--json").data
    assert told["device"] == "cpu"
    assert told["games"] == 20
    assert {standing["spec"] for standing in told["standings"]} == {"greedy", "random"}
    table = run("arena", "tic_tac_toe", "greedy", "random", "--games", "20", "--device", "cpu")
    assert "greedy" in table.out
    assert "95 %" in table.out


def test_stopped_it_shows_what_there_is(run, monkeypatch):
    whole = matches.batch_matches

    def stopping(*args, progress, **rest):
        def stop(done, total):
            if done:
                raise KeyboardInterrupt

        return whole(*args, progress=stop, **rest)

    monkeypatch.setitem(matches.LEAST, "cpu", 4)
    monkeypatch.setattr(matches, "batch_matches", stopping)
    ran = run("arena", "kuhn_poker", "random", "greedy", "--games", "400", "--device", "cpu")
    assert ran.code == 130
    assert "8 of 400 matches so far" in ran.err
    assert "matches in a batch are not kept" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("arena nim random expert --device cpu", "expert has no compiled form"),
        ("arena nim random random --device cpu --workers 2", "--workers: goes with matches one by one"),
        ("arena nim random random --device cpu --resume x", "--resume: goes with matches one by one"),
        ("arena nim random random --device tpu", "device='tpu': use cpu, gpu, or auto"),
        ("perft nim --depth 2 --device tpu", "device='tpu': use cpu, gpu, or auto"),
        ("perft nim --depth 2 --device cpu --positions", "--positions: distinct positions are counted one"),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_line(run, words, told):
    ran = run(*words.split())
    assert ran.code == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_perft_counts_the_same_on_a_device(run):
    plain = run("perft", "checkers", "--depth", "4", "--json").data
    there = run("perft", "checkers", "--depth", "4", "--device", "cpu", "--json").data
    assert there["leaves"] == plain["leaves"] == 1469
    assert there["positions"] is None
