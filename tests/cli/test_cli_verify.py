"""parlour verify: what was changed in a record is told, each thing in its own sentence."""

from __future__ import annotations

import json

import pytest

from parlour import Match, game
from parlour.core.commitment import commit

SEED = 2**200 + 7


def dealt(name="kuhn_poker", moves=("bet", "call"), seed=SEED, **options):
    match = Match(game(name, **options), seed, ["human", "human"])
    match.commitment = commit(match.game, seed)
    for move in moves:
        match.play(move)
    return match


@pytest.fixture
def verify(run, tmp_path):
    """Give what writes a match, changed, and runs the command on it."""

    def call(match, *argv, **changes):
        data = {**json.loads(match.record().to_json()), **changes}
        file = tmp_path / "game.json"
        file.write_text(json.dumps(data))
        ran = run("verify", file, *argv)
        ran_json = run("verify", file, *argv, "--json")
        assert (ran_json.code, ran.err) == (ran.code, "")
        told = json.loads(ran_json.out)
        assert told["verified"] is (ran.code == 0)
        assert ran.out.endswith("Not verified.\n" if ran.code else "Verified.\n")
        assert all(len(line) <= 100 for line in ran.out.splitlines())
        return ran.code, {check["what"]: (check["held"], check["text"]) for check in told["checks"]}

    return call


def test_an_honest_match_is_verified(verify):
    match = dealt()
    code, checks = verify(match, "--commitment", match.commitment.upper())
    assert code == 0
    assert checks == {
        "moves": (True, "All 4 moves are by the rules."),
        "chance": (True, "Chance drew what the seed says: 2 draws."),
        "commitment": (True, "Seed and options are those of the commitment that you noted."),
        "result": (True, f"The result follows from the moves: {_result(match)}"),
    }


def _result(match):
    from parlour.core.narrate import result

    return " ".join(event.text for event in result(match))


def test_without_a_note_the_record_vouches_for_itself_and_that_is_said(verify):
    code, checks = verify(dealt())
    assert code == 0
    assert checks["commitment"][1].endswith("Is it the one you saw at the start?")


def test_a_changed_move(verify):
    match = dealt()
    moves = [*match.moves()[:-1], "check"]
    code, checks = verify(match, moves=moves)
    assert code == 1
    assert checks["moves"][0] is False
    assert checks["moves"][1].startswith("The moves cannot be played: move 4: ")
    assert set(checks) == {"moves", "commitment"}, "what follows from moves that cannot be is not told"
    code, checks = verify(match, moves=[*match.moves()[:-1], "fold"])
    assert code == 1
    assert checks["result"] == (False, "The result does not follow: the moves lead to another result.")


def test_a_changed_deal(verify):
    match = dealt()
    first, second, *rest = match.moves()
    code, checks = verify(match, moves=[second, first, *rest])
    assert code == 1
    assert checks["chance"] == (False, f"Move 1, by chance, is {second}; the seed draws {first}.")
    assert checks["moves"][0] is True


def test_another_seed(verify):
    match = dealt()
    code, checks = verify(match, seed=SEED + 1)
    made = commit(match.game, SEED + 1)
    assert code == 1
    expected = f"Seed and options are not those committed to: they make {made}, not {match.commitment}."
    assert checks["commitment"] == (False, expected)


def test_a_seed_and_a_commitment_that_fit_each_other_and_not_the_note(verify):
    match, other = dealt(), dealt(seed=SEED + 5)
    code, checks = verify(other, "--commitment", match.commitment)
    assert code == 1
    expected = f"The record names another commitment than the one you noted: {other.commitment}."
    assert checks["commitment"] == (False, expected)
    data = {"commitment": ""}
    code, checks = verify(other, "--commitment", match.commitment, **data)
    assert code == 1
    assert checks["commitment"][1].startswith("Seed and options are not those committed to")


def test_another_option(verify):
    match = dealt("nim", ("1:1", "2:2"), heaps=(1, 2))
    code, checks = verify(match, options={"heaps": [1, 2], "misere": True}, returns=[1.0, -1.0])
    assert code == 1
    assert checks["result"][0] is True, "it is the result of the other game"
    assert checks["commitment"][0] is False
    assert checks["chance"] == (True, "Chance had nothing to draw.")


def test_an_option_that_was_set_and_not_drawn_is_told(verify):
    match = Match(game("row_column"), 5)
    match.forfeit(0, "resigned")
    name = next(name for name, option in match.game.known_options.items() if option.drawn)
    drawn = match.game.options[name]
    assert "options" not in verify(match)[1]
    code, checks = verify(match, options={name: drawn + 1}, returns=None)
    assert code == 0, "whoever plays may set it; a commitment would tell"
    assert checks["options"] == (
        None,
        f"The option {name} was set to {drawn + 1}; the seed would have drawn {drawn}.",
    )
    assert checks["result"][0] is None
    assert checks["result"][1].endswith("Only the record says so: no moves lead to that.")


def test_a_record_without_commitment_or_seed(verify):
    match = dealt()
    code, checks = verify(match, commitment="")
    assert code == 0
    assert checks["commitment"][0] is None
    assert checks["commitment"][1].startswith("There is no commitment: nothing shows")
    code, checks = verify(match, seed=None)
    assert code == 1
    assert checks["chance"] == (False, "The record names no seed, so what chance drew cannot be checked.")
    assert checks["commitment"] == (False, "The record names no seed, so the commitment cannot be checked.")


def test_another_result(verify):
    code, checks = verify(dealt(), returns=[9.0, -9.0])
    assert code == 1
    assert checks["result"] == (False, "The result does not follow: the moves lead to another result.")
    code, checks = verify(dealt(), ended="forfeit", loser=0)
    assert code == 1
    assert checks["result"] == (False, "The result does not follow: nobody could forfeit there.")


def test_an_unfinished_match(verify, run, tmp_path):
    match = dealt("nim", ("1:1",))
    code, checks = verify(match)
    assert code == 1
    told = "The match is not over, and its seed is not told before the end: there is no result to verify yet."
    assert checks["result"] == (False, told)
    match.save(tmp_path / "saved.json")
    ran = run("verify", "saved.json", "--commitment", match.commitment)
    assert ran.code == 1
    assert "The match is not over: there is no result to verify yet." in ran.out
    assert ran.out.count("wrong") == 1


def test_the_last_game_and_stdin(run):
    assert run("verify").code == 2
    run("play", "nim", "--seats", "random,random", "--seed", "3", "--save", "game.json")
    assert run("verify", "--last").out == run("verify").out == run("verify", "game.json").out
    with open("game.json") as file:
        text = file.read()
    assert run("verify", "-", stdin=text).out == run("verify", "game.json").out


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"format": "parlour-record-1"}', "1" * 5000])
def test_nonsense_is_bad_usage(run, text):
    ran = run("verify", "-", stdin=text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("parlour: stdin: ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "nothing"}, "unknown game 'nothing'"),
        ({"options": {"heaps": "x"}}, "heaps='x'"),
        ({"seed": 2**256}, "needs a whole number from 0, of at most 256 bits"),
        ({"commitment": "x"}, '"commitment" is'),
    ],
)
def test_a_record_of_no_game_is_bad_usage(run, change, said):
    data = {**json.loads(dealt("nim", ()).record().to_json()), **change}
    ran = run("verify", "-", stdin=json.dumps(data))
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize("word", ["x", "ab", "g" * 64])
def test_a_note_has_64_digits(run, word):
    ran = run("verify", "-", "--commitment", word)
    assert ran.code == 2
    assert "needs the 64 hex digits that were published" in ran.err
    assert "give one of them" in run("verify", "--last", "game.json").err
