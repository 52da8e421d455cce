"""`parlour show`: a position in the terminal, in ASCII and in files, as all or one seat sees it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import parlour


def test_a_position_is_drawn(run):
    shown = run("show", "connect_four", "--moves", "4 4")
    it = parlour.game("connect_four")
    state = it.play(it.play(it.start(), 3), 3)
    assert shown.out.strip() == it.picture(state, 3).text().strip()
    assert (
        run("show", "connect_four", "--moves", "4 4", "--ply", 0).out.strip() == it.show(it.start()).strip()
    )


def test_ascii_is_ascii(run):
    assert "●" in run("show", "connect_four", "--moves", "4").out
    assert run("show", "connect_four", "--moves", "4", "--ascii").out.isascii()
    assert run("show", "connect_four", "--ascii", "--json").data["picture"].isascii()


def test_files_are_written_and_not_replaced(run, tmp_path):
    made = run("show", "nim", "--svg", "a.svg", "--html", "a.html", "--moves", "1:1")
    assert made.out == "nim after 1 move: a.svg\nnim after 1 move: a.html\n"
    before = (tmp_path / "a.svg").read_text()
    assert ET.fromstring(before).tag.endswith("svg")
    assert "<!DOCTYPE html>" in (tmp_path / "a.html").read_text()
    again = run("show", "nim", "--svg", "a.svg")
    assert again.code == 2
    assert "a.svg: is there already" in again.err
    assert (tmp_path / "a.svg").read_text() == before
    assert run("show", "nim", "--svg", "a.svg", "--force").code == 0
    assert (tmp_path / "a.svg").read_text() != before
    assert run("show", "nim", "--svg", "x", "--html", "x").code == 2


def test_a_seat_sees_what_it_may(run):
    def shown(*words):
        given = ("show", "kuhn_poker", "--option", "deal=K/J", "--moves", "bet", "--json")
        return run(*given, *words).data["picture"].removeprefix("Kuhn")

    assert "K" in shown("--seat", 0)
    assert "K" not in shown("--seat", 1)
    assert not {"K", "J"} & set(shown("--seat", -1))
    assert {"K", "J"} <= set(shown())


def test_json_names_the_position(run):
    data = run("show", "nim", "--option", "heaps=3,5", "--moves", "1:2", "--json").data
    assert data["moves"] == ["1:2"]
    assert data["state"]["heaps"] == [1, 5]
    assert {"game", "options", "seat", "picture", "svg", "html"} <= set(data)


def test_mistakes_are_one_line(run):
    for words in (("--ply", 3), ("--seat", 2), ("--moves", "z9"), ("--svg", "/dev/null/x.svg")):
        ran = run("show", "tic_tac_toe", *words)
        assert ran.code == 2, words
        assert ran.err.count("\n") == 1


def test_a_game_of_ones_own(run, own_game):
    assert "left" in run("show", "countdown", "--load", own_game).out
