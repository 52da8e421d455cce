"""Write the golden playthroughs: one game of each kind, with every answer of its rules, state by state.

`python tests/playthroughs/make.py` writes them all again; read the difference before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from parlour import CHANCE, OVER, Game, Match, Stream, game, game_names
from parlour.core import rules
from parlour.core.rules import NOBODY

FOLDER = Path(__file__).parent
SEED = 2024
# A game that random play drags out is told in a shorter form.
SHORT = {
    "bluff": {"seats": 3, "ranks": 4, "limit": 6},
    "battleship": {"size": 4, "ships": (3, 2)},
}


def playthrough(it: Game, seed: int = SEED) -> str:
    """Play one match at random and tell it."""
    match = Match(it, seed, ("random",) * it.seats)
    it = match.game  # with the options that a match draws
    while not match.over:
        match.play(Stream.of(seed, "playthrough", match.ply).choice(it.legal(match.state)))
    lines = [f"{it.title}: {it!r}, seed {seed}", "", *_facts(it)]
    for ply in range(len(match)):
        lines += ["", f"-- ply {ply} " + "-" * 60, *_state(match, ply)]
    lines += ["", "-- record " + "-" * 60, match.record().to_json()]
    return "\n".join(lines) + "\n"


def _facts(it: Game) -> list[str]:
    traits = [name for name, has in vars(it.traits).items() if has]
    return [
        f"seats {it.seats}, actions {it.actions}, results from {it.bounds[0]:g} to {it.bounds[1]:g}",
        f"traits: {', '.join(traits)}",
        f"options: {', '.join(f'{k}={v!r}' for k, v in it.options.items())}",
    ]


def _state(match: Match, ply: int) -> list[str]:
    it, s = match.game, match.states[ply]
    turn = it.turn(s)
    whose = {OVER: "over", CHANCE: "chance"}.get(turn, f"seat {turn}")
    lines = [str(s), *_indented(it.show(s)), f"turn: {whose}"]
    if turn == CHANCE:
        lines.append("outcomes: " + ", ".join(f"{it.format(s, a)} ({a}) {w:.6g}" for a, w in it.outcomes(s)))
    elif turn != OVER:
        lines.append("legal: " + ", ".join(f"{it.format(s, a)} ({a})" for a in it.legal(s)))
    if turn == OVER:
        lines.append("returns: " + ", ".join(f"{value:g}" for value in it.returns(s)))
    else:
        lines.append("evaluate: " + ", ".join(f"{rules.evaluate(s, n):.6g}" for n in range(it.seats)))
    if turn != CHANCE:  # nobody looks while cards are dealt
        for seat in (*range(it.seats), NOBODY):
            lines += _view(match, ply, seat)
    if ply < match.ply:
        lines.append(f"played: {it.format(s, match.actions[ply])}")
    return lines


def _view(match: Match, ply: int, seat: int) -> list[str]:
    """Tell what a seat sees where it is not the truth, and the moves so far as it knows them."""
    it, s = match.game, match.states[ply]
    seen = rules.mask(s, seat)
    who = "a spectator" if seat == NOBODY else f"seat {seat}"
    lines = []
    if seen != s:
        lines = [f"{who} sees: {seen}", *_indented(it.show(seen))]
    pairs = list(zip(match.states[:ply], match.actions[:ply], strict=True))
    known = [it.format(t, a) if rules.sees(t, a, seat, s) else "?" for t, a in pairs]
    if "?" in known:
        lines.append(f"{who} knows the moves: {' '.join(known)}")
    return lines


def _indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.splitlines()]


def sample(name: str) -> Game:
    """Give the game whose playthrough is told."""
    return game(name, **SHORT.get(name, {}))


def file_of(name: str) -> Path:
    """Name the file that holds a game's playthrough."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write the playthrough of every game, and remove those of games that are gone."""
    for path in FOLDER.glob("*.txt"):
        if path.stem not in game_names():
            path.unlink()
    for name in game_names():
        file_of(name).write_text(playthrough(sample(name)), encoding="utf-8")
        print(f"wrote {file_of(name).name}", file=sys.stderr)


if __name__ == "__main__":
    main()
