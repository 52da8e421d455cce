"""The command `parlour equity`: its JSON, its tables, its errors."""

from __future__ import annotations

import pytest

KEYS = {"hand", "equity", "win", "tie", "standard_error"}


def test_exact_from_the_table(run):
    data = run("equity", "AcAd", "KcKd", "--exact", "--json").data
    assert data["exact"] is True
    assert data["combos"] == 1712304
    assert [player["hand"] for player in data["players"]] == ["AcAd", "KcKd"]
    assert data["players"][0]["equity"] == pytest.approx(0.826366112559, abs=1e-12)
    assert [player["wins"] for player in data["players"]] == [1410336, 292660]
    assert all(set(player) >= KEYS and player["standard_error"] == 0.0 for player in data["players"])


def test_a_board_dead_cards_and_a_range(run):
    data = run("equity", "AhKd", "QsQd", "--board", "Kh 7c 2s 3d", "--dead", "Qh", "--json").data
    assert data["combos"] == 43
    assert [player["wins"] for player in data["players"]] == [42, 1]
    ranges = run("equity", "QQ+, AKs", "77", "--json").data
    assert ranges["combos"] == 226024128
    assert ranges["players"][0]["wins"] == 168293712


def test_samples_have_an_error_and_a_seed(run):
    words = ("equity", "AsKs", "random", "--samples", 300, "--json")
    data = run(*words, "--seed", 3).data
    assert data["exact"] is False
    assert data["samples"] == 300
    first = data["players"][0]
    assert abs(first["equity"] - 0.670446) < 5 * first["standard_error"] < 0.2
    assert run(*words, "--seed", 3).data == data != run(*words, "--seed", 4).data
    method = run("equity", "AcAd", "KcKd", "--method", "stratified", "--samples", 100, "--json").data
    assert method["method"] == "stratified"
    assert 0.0 < method["players"][0]["variance_ratio"] < 1.0


def test_for_people(run):
    out = run("equity", "AsKs", "QdQh").out
    assert "46.214 %" in out
    assert "exact, 1,712,304 deals" in out
    sampled = run("equity", "AsKs", "QdQh", "--method", "control", "--samples", 200).out
    assert "200 deals by control sampling" in sampled
    assert "variance" in sampled


def test_accuracy_is_a_table(run, monkeypatch):
    monkeypatch.setattr("parlour.cards.accuracy.SIZES", (100, 200))
    monkeypatch.setattr("parlour.cards.accuracy.REPEATS", 2)
    lines = run("equity", "AsKs", "QdQh", "--accuracy", "--json").data["lines"]
    assert [line["samples"] for line in lines] == [100, 200]
    assert lines[0]["standard_error"] == pytest.approx(0.05, abs=0.01)
    shown = run("equity", "AsKs", "QdQh", "--accuracy").out
    assert "simulations" in shown
    assert "real error" in shown


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (["AsKs", "QdQh", "--device", "tpu"], "device='tpu': use cpu, gpu, or auto"),
        (["AsKs", "QdQh", "--device", "auto", "--accuracy"], "leave out --device"),
        (["AcAd", "AcKc"], "Ac is in AcAd and in AcKc"),
        (["AhAd", "KsQs", "--board", "Ks7s2d"], "Ks is in KsQs and on the board"),
        (["AsKs"], "1 players"),
        ([], "HAND"),
        (["AsKx", "QQ"], "'AsKx'"),
        (["AsKs", "QQ", "--board", "2c3"], "the board: '3'"),
        (["AsKs", "QQ", "--dead", "2cc"], "the dead cards"),
        (["AsKs", "QQ", "--samples", "many"], "--samples"),
        (["AsKs", "QQ", "--samples", "100", "--exact"], "exact counts every deal"),
        (["AsKs", "QQ", "--method", "magic"], "unknown method 'magic'"),
        (["AsKs", "QQ", "--accuracy", "--method", "magic"], "unknown method 'magic'"),
        (["AsKs", *["random"] * 10], "11 players"),
        ([*["random"] * 9, "--exact"], "would take about"),
    ],
)
def test_errors_are_one_line_and_code_2(run, argv, named):
    ran = run("equity", *argv)
    assert ran.code == 2
    assert ran.out == ""
    assert named in ran.err
    assert ran.err.count("\n") == 1
