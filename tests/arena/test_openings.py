"""Openings: where nothing is dealt and all is seen, matches begin with moves drawn for the block."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import ParlourError, Record
from parlour.arena import run
from parlour.arena.openings import ENOUGH, MOST_DRAWN, drawn, plies

BOARDS = ["tic_tac_toe", "connect_four", "checkers", "nim", "dots_and_boxes", "row_column"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_without_chance_gets_openings(name: str) -> None:
    """A few plies that give many different games; each leaves something to play for."""
    game = parlour.game(name)
    number = plies(game, "auto")
    assert 1 <= number <= MOST_DRAWN
    lines = [drawn(game, number, seed) for seed in range(200)]
    assert len(set(lines)) > ENOUGH / 2
    for line in lines[:40]:
        match = parlour.Match(game, 0)
        match.open_with(line)
        assert not match.over
        assert match.opening == len(match.moves()) == number
        seat = match.turn
        for action in game.legal(match.state):
            after = game.play(match.state, action)
            assert (
                game.turn(after) != parlour.OVER or game.returns(after)[seat] <= game.returns(after)[1 - seat]
            )


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "blackjack", "rock_paper_scissors", "matrix"])
def test_what_is_dealt_or_hidden_has_variety_of_its_own(name: str) -> None:
    """Cards are dealt; in a hidden or simultaneous game a random move would be half of the decision."""
    assert plies(parlour.game(name), "auto") == 0


def test_two_fixed_players_do_not_repeat_one_game(players: Path) -> None:
    """Without openings two players without chance play two games, however many are asked for."""
    plain = run("tic_tac_toe", ["first", "last"], games=40, openings=0)
    assert len({record.moves for record in plain.records}) == 2
    varied = run("tic_tac_toe", ["first", "last"], games=40)
    assert varied.openings == 3
    assert len({record.moves for record in varied.records}) > 30
    for one, two in zip(varied.records[::2], varied.records[1::2], strict=True):
        assert one.moves[:3] == two.moves[:3]  # both sides get the same opening
        assert one.seats == two.seats[::-1]
    assert varied.title() == "tic_tac_toe: 40 games a pairing, openings of 3 plies, seed 0"
    assert varied.to_json()["openings"] == 3


def test_records_say_what_was_drawn_and_replay(players: Path) -> None:
    """A record with an opening replays, reads and writes as it is; a match of its own gives it again."""
    for record in run("checkers", ["first", "last"], games=6).records:
        assert record.opening == 3
        assert Record.from_json(record.to_json()) == record
        match = record.replay()
        assert match.record() == record
        game = parlour.game("checkers")
        opening = drawn(game, 3, record.seed or 0)
        assert parlour.play(game, record.seats, record.seed, opening=opening) == record
    assert '"opening"' not in run("nim", ["first", "last"], games=2, openings=0).records[0].to_json()


def test_a_damaged_count_is_refused() -> None:
    """More moves drawn than there are, or no number."""
    (record, _) = run("nim", ["random", "random"], games=2).records
    for wrong in ("-1", "true", '"two"', "999"):
        text = record.to_json().replace(f'"opening":{record.opening}', f'"opening":{wrong}')
        with pytest.raises(ParlourError, match='"opening" is'):
            Record.from_json(text)


def test_asked_for_anywhere(players: Path) -> None:
    """Any game takes openings of any length that is asked for; a game too short gets a shorter one."""
    poker = run("kuhn_poker", ["first", "last"], games=4, openings=1)
    assert all(record.opening == 3 for record in poker.records)  # two cards are dealt, one move drawn
    short = run(parlour.game("nim", heaps=(1, 1, 1)), ["first", "last"], games=4, openings=9)
    assert {record.opening for record in short.records} == {1}  # after two, the last could be taken at once
    for wrong in (-1, 41, "some", True, 1.5):
        with pytest.raises(ParlourError, match=r"openings=.*needs auto or a whole number from 0 to 40"):
            run("nim", ["first", "last"], games=2, openings=wrong)  # type: ignore[arg-type]


def test_a_journal_is_bound_to_its_openings(players: Path, tmp_path: Path) -> None:
    """Another number of plies is another event."""
    path = tmp_path / "event.jsonl"
    run("nim", ["first", "last"], games=4, resume=path)
    with pytest.raises(ParlourError, match="its openings is 2, not 0"):
        run("nim", ["first", "last"], games=4, resume=path, openings=0)
