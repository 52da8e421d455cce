"""Whatever is put through a public door either does something sensible or is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour import Limit, Match, ParlourError, Record, Stream, analyse, arena, equity, game, play, solve
from parlour.core.errors import BadOption
from parlour.core.spec import make

NIM = game("nim", heaps=(1, 2))
KUHN = game("kuhn_poker")
S = NIM.start()
RANDOM = ["random", "random"]
JUNK = [
    *(None, True, False, 0, 5, -1, 99, 10**30, 1.5, float("nan"), float("inf"), "", "x", "5", "\0", b"x"),
    *([], {}, (), set(), [None], ["x"], {"a": 1}, object(), Record, lambda: 1, Path("/nowhere/at/all")),
]


def a_match(it=NIM) -> Match:
    return Match(it, 1)


def an_episode(env):
    env.reset(seed=1)
    return env


DOORS = {
    "game": lambda j: game(j),
    "game, option": lambda j: game("nim", heaps=j),
    "game, yes or no": lambda j: game("nim", misere=j),
    "game, text": lambda j: game("kuhn_poker", deal=j),
    "load": lambda j: parlour.load(j),
    "Match": lambda j: Match(j),
    "Match, seed": lambda j: Match(NIM, j),
    "Match, seats": lambda j: Match(NIM, 1, j),
    "Match.play": lambda j: a_match().play(j),
    "Match.play, chance": lambda j: a_match(KUHN).play(j),
    "Match.play, seat": lambda j: a_match().play("1:1", j),
    "Match.view": lambda j: a_match().view(j),
    "Match.view, hidden": lambda j: a_match(KUHN).view(j),
    "Match.view, bluff": lambda j: a_match(game("bluff")).view(j),
    "Match.undo": lambda j: a_match().undo(j),
    "Match.forfeit": lambda j: a_match().forfeit(j, "tired"),
    "Match.forfeit, reason": lambda j: a_match().forfeit(0, j),
    "Match.moves": lambda j: a_match(KUHN).moves(j),
    "Match.turns": lambda j: a_match(KUHN).turns(j),
    "Match.turns, since": lambda j: a_match(KUHN).turns(0, j),
    "Match.save": lambda j: a_match().save(j),
    "Match.resume": lambda j: Match.resume(j),
    "Match.from_record": lambda j: Match.from_record(j),
    "play": lambda j: play(j, RANDOM, 1),
    "play, specs": lambda j: play(NIM, j, 1),
    "play, one spec": lambda j: play(NIM, ["random", j], 1),
    "play, seed": lambda j: play(NIM, RANDOM, j),
    "play, limit": lambda j: play(NIM, RANDOM, 1, j),
    "play, timeout": lambda j: play(NIM, RANDOM, 1, None, j),
    "play, watch": lambda j: play(NIM, RANDOM, 1, watch=j) if not callable(j) else None,
    "analyse": lambda j: analyse(j, "", "random"),
    "analyse, position": lambda j: analyse(NIM, j, "random"),
    "analyse, strategy": lambda j: analyse(NIM, "", j),
    "analyse, limit": lambda j: analyse(NIM, "", "random", j),
    "analyse, seed": lambda j: analyse(NIM, "", "random", None, j),
    "Opponent": lambda j: parlour.Opponent(j),
    "Opponent, strategy": lambda j: parlour.Opponent(NIM, j),
    "Opponent, seat": lambda j: parlour.Opponent(NIM, "random", j),
    "Opponent, seed": lambda j: parlour.Opponent(NIM, "random", 0, j),
    "Opponent.choose": lambda j: parlour.Opponent(NIM, "random", 0).choose(j),
    "Opponent.choose, limit": lambda j: parlour.Opponent(NIM, "random", 0).choose("", j),
    "Opponent.choose, at_most": lambda j: parlour.Opponent(NIM, "random", 0).choose("", at_most=j),
    "Opponent.choose, seconds": lambda j: parlour.Opponent(NIM, "random", 0).choose("", seconds=j),
    "Knowledge": lambda j: parlour.Knowledge(j, 0),
    "Knowledge, seat": lambda j: parlour.Knowledge(KUHN, j),
    "Knowledge.see": lambda j: parlour.Knowledge(KUHN, 0).see(j),
    "Knowledge.see, by": lambda j: parlour.Knowledge(KUHN, 0).see("K", by=j),
    "Knowledge.see, shown": lambda j: parlour.Knowledge(KUHN, 0).see("K", shown=j),
    "Knowledge.see, answer": lambda j: parlour.Knowledge(KUHN, 0).see("K", answer=j),
    "Knowledge.told": lambda j: parlour.Knowledge(KUHN, 0).told(j),
    "Knowledge.told, moves": lambda j: parlour.Knowledge(KUHN, 0).told("K", j),
    "register": lambda j: parlour.register(j),
    "spec": lambda j: parlour.spec(j),
    "spec, option": lambda j: parlour.spec("random", blunder=j),
    "solve": lambda j: solve(j) if j != "x" else None,
    "solve, position": lambda j: solve(NIM, j),
    "solve, limit": lambda j: solve(NIM, "", j),
    "board": lambda j: parlour.board(j),
    "board, opponent": lambda j: parlour.board(NIM, j),
    "board, seat": lambda j: parlour.board(NIM, "random", j),
    "board, thinking": lambda j: parlour.board(NIM, "random", 0, j),
    "board, seed": lambda j: parlour.board(NIM, "random", seed=j),
    "board, limit": lambda j: parlour.board(NIM, "random", limit=j),
    "pettingzoo": lambda j: parlour.pettingzoo(j),
    "pettingzoo, render_mode": lambda j: parlour.pettingzoo(NIM, render_mode=j),
    "pettingzoo, max_cycles": lambda j: parlour.pettingzoo(NIM, max_cycles=j),
    "pettingzoo, bits": lambda j: parlour.pettingzoo(NIM, bits=j),
    "pettingzoo, parallel": lambda j: parlour.pettingzoo(NIM, parallel=j),
    "pettingzoo, actions": lambda j: an_episode(parlour.pettingzoo(NIM, parallel=True)).step(j),
    "pettingzoo, one of the actions": lambda j: an_episode(parlour.pettingzoo(NIM, parallel=True)).step(
        {"player_0": j}
    ),
    "pettingzoo, option": lambda j: parlour.pettingzoo("nim", heaps=j),
    "pettingzoo, seed": lambda j: parlour.pettingzoo(NIM).reset(seed=j),
    "pettingzoo, action": lambda j: an_episode(parlour.pettingzoo(NIM)).unwrapped.step(j),
    "gymnasium": lambda j: parlour.gymnasium(j),
    "gymnasium, seat": lambda j: parlour.gymnasium(NIM, seat=j),
    "gymnasium, opponents": lambda j: parlour.gymnasium(NIM, opponents=j),
    "gymnasium, one opponent": lambda j: parlour.gymnasium(NIM, opponents=[j]),
    "gymnasium, limit": lambda j: parlour.gymnasium(NIM, limit=j),
    "gymnasium, render_mode": lambda j: parlour.gymnasium(NIM, render_mode=j),
    "gymnasium, seed": lambda j: parlour.gymnasium(NIM).reset(seed=j),
    "gymnasium, action": lambda j: an_episode(parlour.gymnasium(NIM)).step(j),
    "batch": lambda j: parlour.batch(j, 2, device="cpu"),
    "batch, n": lambda j: parlour.batch(NIM, j, device="cpu"),
    "batch, device": lambda j: parlour.batch(NIM, 2, device=j),
    "batch, seed": lambda j: parlour.batch(NIM, 2, device="cpu", seed=j),
    "batch, option": lambda j: parlour.batch("nim", 2, device="cpu", heaps=j),
    "batch, policy": lambda j: parlour.batch(NIM, 2, device="cpu").play_out(j),
    "batch, epsilon": lambda j: parlour.batch(NIM, 2, device="cpu").play_out(epsilon=j),
    "batch, play": lambda j: parlour.batch(NIM, 2, device="cpu").play(j),
    "batch, place": lambda j: parlour.batch(NIM, 2, device="cpu").place(j),
    "batch, seen": lambda j: parlour.batch(NIM, 2, device="cpu").seen(j),
    "batch, state": lambda j: parlour.batch(NIM, 2, device="cpu").state(j),
    "vector": lambda j: parlour.vector(j, 2),
    "vector, n": lambda j: parlour.vector(NIM, j),
    "vector, device": lambda j: parlour.vector(NIM, 2, device=j),
    "vector, seed": lambda j: parlour.vector(NIM, 2, seed=j),
    "vector, max_cycles": lambda j: parlour.vector(NIM, 2, max_cycles=j),
    "vector, actions": lambda j: an_episode(parlour.vector(NIM, 2, device="cpu")).step(j),
    "from_openspiel": lambda j: parlour.from_openspiel(j),
    "connect": lambda j: parlour.connect(j),
    "connect, player": lambda j: parlour.connect("http://127.0.0.1:9", j),
    "review": lambda j: parlour.review(j),
    "review, judge": lambda j: parlour.review(a_match(), j),
    "review, limit": lambda j: parlour.review(a_match(), "random", j),
    "review, seed": lambda j: parlour.review(a_match(), "random", None, j),
    "review, seat": lambda j: parlour.review(a_match(), "random", seat=j),
    "equity": lambda j: equity(j),
    "equity, hands": lambda j: equity("AsKs", j, exact=False, samples=50),
    "arena.run": lambda j: arena.run(j, RANDOM, 2),
    "arena.run, specs": lambda j: arena.run(NIM, j, 2),
    "arena.run, games": lambda j: arena.run(NIM, RANDOM, j) if j not in (99, 5, "5", 10**30) else None,
    "arena.run, seed": lambda j: arena.run(NIM, RANDOM, 2, j),
    "arena.run, limit": lambda j: arena.run(NIM, RANDOM, 2, 1, j),
    "arena.run, timeout": lambda j: arena.run(NIM, RANDOM, 2, timeout=j),
    "batch_matches": lambda j: parlour.batch_matches(j, RANDOM, 2, "cpu"),
    "batch_matches, specs": lambda j: parlour.batch_matches(NIM, j, 2, "cpu"),
    "batch_matches, one spec": lambda j: parlour.batch_matches(NIM, ["random", j], 2, "cpu"),
    "batch_matches, games": lambda j: parlour.batch_matches(NIM, RANDOM, j, "cpu") if j != 10**30 else None,
    "batch_matches, device": lambda j: parlour.batch_matches(NIM, RANDOM, 2, j),
    "batch_matches, seed": lambda j: parlour.batch_matches(NIM, RANDOM, 2, "cpu", j),
    "batch_matches, openings": lambda j: parlour.batch_matches(NIM, RANDOM, 2, "cpu", 1, j),
    "best_response": lambda j: parlour.best_response(j, "random", 0, "cpu"),
    "best_response, policy": lambda j: parlour.best_response(NIM, j, 0, "cpu"),
    "best_response, seat": lambda j: parlour.best_response(NIM, "random", j, "cpu"),
    "best_response, device": lambda j: parlour.best_response(NIM, "random", 0, j),
    "exploitability": lambda j: parlour.exploitability(j, "random", "cpu"),
    "exploitability, policy": lambda j: parlour.exploitability(NIM, j, "cpu"),
    "exploitability, device": lambda j: parlour.exploitability(NIM, "random", j),
    "Policy.of": lambda j: parlour.Policy.of(j, {}),
    "Policy.of, table": lambda j: parlour.Policy.of(NIM, j),
    "Policy.of, shares": lambda j: parlour.Policy.of(NIM, {S: j}),
    "Policy.of, name": lambda j: parlour.Policy.of(NIM, {}, j),
    "Record.from_json": lambda j: Record.from_json(j),
    "Record.read": lambda j: Record.read(j),
    "Limit": lambda j: Limit(simulations=j),
    "Limit, seconds": lambda j: Limit(seconds=j),
    "Limit.of": lambda j: Limit.of(j),
    "Limit.parse": lambda j: Limit.parse(j),
    "make, game": lambda j: make(j, "random"),
    "make, spec": lambda j: make(NIM, j),
    "make, seat": lambda j: make(NIM, "random", j),
    "Strategy": lambda j: type(make(NIM, "random"))(j, 0, Stream([1])),
    "Strategy.blunder": lambda j: type(make(NIM, "random"))(NIM, 0, Stream([1]), blunder=j),
    "Stream.of": lambda j: Stream.of(j, j),
    "Stream.below": lambda j: Stream([1]).below(j),
    "Stream.choice": lambda j: Stream([1]).choice(j),
    "Stream.weighted": lambda j: Stream([1]).weighted(j),
    "Game.turn": lambda j: NIM.turn(j),
    "Game.legal": lambda j: NIM.legal(j),
    "Game.play": lambda j: NIM.play(j, 0),
    "Game.play, action": lambda j: NIM.play(S, j),
    "Game.check": lambda j: NIM.check(S, j),
    "Game.returns": lambda j: NIM.returns(j),
    "Game.outcomes": lambda j: KUHN.outcomes(j),
    "Game.view": lambda j: NIM.view(j, 0),
    "Game.view, seat": lambda j: NIM.view(S, j),
    "Game.format": lambda j: NIM.format(j, 0),
    "Game.format, action": lambda j: NIM.format(S, j),
    "Game.parse": lambda j: NIM.parse(j, "1:1"),
    "Game.parse, text": lambda j: NIM.parse(S, j),
    "Game.read": lambda j: NIM.read(S, j),
    "Game.write": lambda j: NIM.write(S, j),
    "Game.write, whole moves": lambda j: game("checkers").write(game("checkers").start(), j),
    "Game.moves": lambda j: NIM.moves(j),
    "Game.read_moves": lambda j: NIM.read_moves(j),
    "Game.picture": lambda j: NIM.picture(j),
    "Game.show": lambda j: NIM.show(j),
    "View.format": lambda j: a_match().view(0).format(j),
    "Option.read": lambda j: parlour.Option(3).read("x", j),
    "Choice": lambda j: parlour.Choice(j),
    "Candidate": lambda j: parlour.Candidate(j),
    "Solution": lambda j: parlour.Solution(j),
    "Traits": lambda j: parlour.Traits(j),
    "option": lambda j: parlour.option(j),
}


@pytest.mark.parametrize("door", DOORS)
def test_junk_at_a_door_is_refused_in_one_line_or_does_no_harm(door, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_BACKEND", "interpreted")
    wrong, lines = [], []
    for junk in JUNK:
        try:
            DOORS[door](junk)
        except ParlourError as error:
            lines.append(str(error))
        except Exception as error:
            wrong.append(f"{junk!r:.30}: {type(error).__name__}: {error}")
    assert not wrong, wrong
    assert all(line and "\n" not in line and len(line) < 600 for line in lines)


def test_every_public_function_and_class_has_its_doors():
    callables = {name for name in parlour.__all__ if callable(getattr(parlour, name))}
    seen = {door.split(",")[0].split(".")[0] for door in DOORS}
    plain = {"Event", "Exhibit", "Guide", "Names", "ParlourError", "Picture", "Review", "game_names"}
    assert callables - seen - plain == set()


@pytest.mark.parametrize("seed", ["x", "7", 1.5, 7.0, float("nan"), True, -1, 2**256, [], None])
def test_a_seed_is_a_whole_number(seed):
    doors = [lambda: analyse(NIM, "", "random", seed=seed), lambda: arena.run(NIM, RANDOM, 2, seed)]
    if seed is not None:  # which stands for a random one
        doors += [lambda: Match(NIM, seed), lambda: play(NIM, RANDOM, seed)]
    for door in doors:
        with pytest.raises(BadOption, match=r"seed=.*: needs a whole number"):
            door()


@pytest.mark.parametrize("timeout", ["5", float("nan"), float("inf"), [], -1, 0, True, 10**9])
def test_a_timeout_is_a_number_of_seconds_and_nobody_forfeits_for_a_wrong_one(timeout):
    with pytest.raises(BadOption, match=r"timeout=.*: needs seconds"):
        play(NIM, RANDOM, 1, timeout=timeout)


@pytest.mark.parametrize("name", ["bluff", "nim", "kuhn_poker"])
@pytest.mark.parametrize("seat", [99, -2, "x", 1.0, None, True])
def test_there_are_views_of_seats_and_spectators_only(name, seat):
    with pytest.raises(BadOption, match=r"no seat .*; give 0 to .*, or -1 for a spectator"):
        Match(game(name), 1).view(seat)


def test_a_match_takes_the_name_of_a_game():
    assert Match("nim", 3).game == game("nim")
