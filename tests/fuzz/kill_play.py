"""Kill `parlour play` at random moments, two sittings at a time: nothing is lost, nothing is left behind.

    python tests/fuzz/kill_play.py --cases 60 --seed 1

A case is two games of one kind, played at once in one state folder and killed (kill -9) once or several times
each; half of them have a file of their player's too, or a link to one. After every kill the database and the
file must hold every move the screen told of, and no more than was played. Then the game is gone on with by
its name or by its file, and must end as the same game never killed does. The games of all cases lie in one
database, where none may change but the one that is played; nobody may be left holding one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from parlour import Match, game, game_names
from parlour.core.driver import Seat, step
from parlour.core.record import Record
from parlour.store import Entry, Kept, open_store
from parlour.store.fold import fold

MOST_TYPED = 12  # moves of the person in one game
MOST_KILLS = 3
ONE_HAND = {  # people play whole matches otherwise
    "hearts": {"target": 0},
    "holdem": {"hands": 1},
    "blackjack": {"rounds": 1},
    "rock_paper_scissors": {"rounds": 1},
    "matrix": {"rounds": 1},
    "liars_dice": {"match": "no"},
}
PATIENCE = 1500  # milliseconds without a word: the sitting waits for more, its database is open


@dataclass
class Play:
    """One game as it must go, and what became of it so far."""

    match: Match
    lines: list[tuple[int, str]]  # what the person types, with the ply at which it is typed
    file: Path | None = None
    told: int = 0  # replies of the computers that the screen told of
    kills: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def seats(self) -> str:
        return ",".join(self.match.seats)


@dataclass
class Tally:
    """What was done, and what went wrong."""

    games: int = 0
    kills: int = 0
    midway: int = 0  # kills that left an unfinished game with moves
    scratch: int = 0  # scratch files seen right after a kill; the next start must remove them
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.kills} kills ({self.midway} midway), "
            f"{self.scratch} scratch files right after a kill, {len(self.faults)} faults"
        )


def expected(name: str, seed: int, rng: random.Random) -> Play:
    """Play a game in this process, as it will go in the other."""
    it = game(name)
    seats = ["random"] * it.seats
    seats[rng.randrange(it.seats)] = "human"
    match = Match(it, seed, tuple(seats))
    chairs = {n: Seat(it, spec, n, seed) for n, spec in enumerate(seats) if spec != "human"}
    lines: list[tuple[int, str]] = []
    while not match.over:
        if match.turn in chairs:
            step(match, chairs[match.turn])
        elif len(lines) < MOST_TYPED:
            text = rng.choice(match.view(match.turn).moves())
            lines.append((match.ply, text))
            match.play(text, match.turn)
        else:
            break
    return Play(match, lines)


def _read(stream: int, into: bytearray) -> None:
    while data := os.read(stream, 65536):
        into += data


def replies(match: Match) -> int:
    """Count the computers' moves."""
    return sum(turn.who >= 0 and match.seats[turn.who] != "human" for turn in match.turns())


class Killer:
    """A state folder, the games in it, and the checks."""

    def __init__(self, folder: Path, seed: int, games: list[str] | None = None) -> None:
        self.state, self.files = folder / "state", folder / "files"
        self.files.mkdir(parents=True)
        self.rng = random.Random(seed)
        self.names = games or game_names()
        self.tally = Tally()
        self.still: dict[str, tuple[Kept, list[Entry]]] = {}  # matches that must not change any more
        self.written: dict[Path, bytes] = {}  # files that must not change any more
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PARLOUR")},
            "PARLOUR_STATE_DIR": str(self.state),
            "PARLOUR_BACKEND": "interpreted",
            "PYTHONUNBUFFERED": "1",
        }

    def case(self, number: int) -> None:
        """Play two games of a kind at once, killing both, then to their ends."""
        name = self.rng.choice(self.names)
        plays = [expected(name, self.rng.randrange(2**63), self.rng) for _ in range(2)]
        for which, play in enumerate(plays):
            self.tally.games += 1
            options = [f"--option={key}={value}" for key, value in ONE_HAND.get(name, {}).items()]
            words = [name, "--seats", play.seats, "--seed", str(play.match.seed), *options]
            if self.rng.random() < 0.5:
                play.file = self.files / f"game-{number}-{which}.json"
                if self.rng.random() < 0.3:
                    play.file.symlink_to(self.files / f"linked-{number}-{which}.json")
                words += ["--save", str(play.file)]
            self.start(play, words, play.lines)
        for play in plays:
            self.kill(play)
        for play in plays:
            self.check(play)
            while not self.tally.faults and not self.over(play):
                self.go_on(play)
        for play in plays:
            self.still.update({kept.id: (kept, entries) for kept, entries, _ in self.places(play)})
            if play.file and play.file.exists():
                self.written[play.file] = play.file.read_bytes()
        now = {kept.id: (kept, entries) for kept, entries in self.kept()}
        changed = [name for name, before in self.still.items() if now.get(name) != before]
        changed += [str(path) for path, data in self.written.items() if path.read_bytes() != data]
        if changed:
            self.fault(plays[0], f"{changed} changed although another game was played")

    def start(self, play: Play, words: list[str], lines: list[tuple[int, str]]) -> None:
        """Start a sitting and type everything."""
        play.process = subprocess.Popen(
            [sys.executable, "-m", "parlour", "play", *words],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.files,
        )
        assert play.process.stdin is not None
        play.process.stdin.write("".join(f"{text}\n" for _, text in lines))
        play.process.stdin.flush()  # and left open: the sitting waits for more

    def kill(self, play: Play) -> None:
        """Kill a sitting after a random line of its screen and a moment, or when it waits for more."""
        process = play.process
        assert process is not None
        assert process.stdout is not None
        shown = bytearray()
        reader = threading.Thread(target=_read, args=(process.stdout.fileno(), shown), daemon=True)
        reader.start()
        lines, quiet, before = self.rng.randrange(1, 60), 0, 0
        while shown.count(b"\n") < lines and quiet < PATIENCE and process.poll() is None:
            time.sleep(0.001)
            quiet = quiet + 1 if shown and len(shown) == before else 0
            before = len(shown)
        time.sleep(self.rng.random() * self.rng.choice((0.0, 0.002, 0.02)))
        process.kill()
        process.wait()
        reader.join()
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        process.stdout.close()
        play.kills += 1
        self.tally.kills += 1
        self.tally.scratch += len(self.scratch())
        play.told += len(re.findall(r"^player \d+ \(random\) (?:plays|moves in)", shown.decode(), re.M))

    def scratch(self) -> list[Path]:
        """List what a write that did not end has left."""
        return [
            file for folder in (self.state, self.files) for file in folder.rglob("*") if file.suffix == ".tmp"
        ]

    def kept(self) -> list[tuple[Kept, list[Entry]]]:
        """Read all that the database holds, as it stands after a kill."""
        if not (self.state / "parlour.db").exists():
            return []
        store = open_store(str(self.state / "parlour.db"))
        try:
            return [(kept, store.entries(kept.id)) for kept in store.find(limit=10_000)]
        finally:
            store.close()

    def places(self, play: Play) -> list[tuple[Kept, list[Entry], Match]]:
        """Find a game in the database by its seed."""
        found = []
        for kept, entries in self.kept():
            if kept.seed == play.match.seed:
                match = fold(kept, entries)
                if kept.entries != len(entries) or kept.moves != len(match.begun()):
                    self.fault(play, f"the row and the entries differ: {kept} {entries}")
                found.append((kept, entries, match))
        return found

    def check(self, play: Play) -> None:
        """Compare what is on the disk with what was played and told."""
        places = self.places(play)
        holding = {kept.id: match for kept, _, match in places}
        if play.file and play.file.exists():  # written first: it may be a move ahead
            try:
                holding = {str(play.file): Record.read(play.file).replay(), **holding}
            except ValueError as error:
                self.fault(play, f"not whole: {error}")
        if len(places) > 1 or (play.told and not holding):
            self.fault(play, f"{len(places)} matches of it in the database")
        for place, match in holding.items():
            if match.actions != play.match.actions[: match.ply]:
                self.fault(play, f"{place}: holds other moves: {match.moves()}")
            if place == next(iter(holding)) and replies(match) < play.told:
                self.fault(play, f"{place}: {play.told} replies were told, {replies(match)} are kept")
        self.tally.midway += any(match.ply and not match.over for _, _, match in places)
        plies = [match.ply for match in holding.values()]
        if plies != sorted(plies, reverse=True):
            self.fault(play, f"the player's file is behind: {plies} plies")

    def over(self, play: Play) -> bool:
        """Say whether the game on the disk is as far as it goes; check that all its files say the same."""
        places = self.places(play)
        if not places:  # killed before the first move was made, or was written but to the file
            return not (play.file and play.file.exists()) or Record.read(play.file).replay().over
        records = [match.full_record() for _, _, match in places]
        if places[0][2].ply < play.match.ply:
            return False
        wanted = play.match.full_record()
        if play.file and play.kills > MOST_KILLS:
            records.append(Record.read(play.file))
        if any(record != wanted for record in records):
            self.fault(play, f"it ended otherwise: {records}")
        return play.kills > MOST_KILLS or play.match.over

    def go_on(self, play: Play) -> None:
        """Go on with a game that was killed, by any of the ways, and kill it again or play it to its end."""
        places = self.places(play)
        names = [kept.id for kept, _, _ in places]
        words = ["--resume", self.rng.choice([str(play.file), *names] if play.file else names)]
        match = Record.read(play.file).replay() if play.file and play.file.exists() else places[0][2]
        rest = [(at, text) for at, text in play.lines if at >= match.ply]
        play.told = replies(match)  # a resumed screen tells only what is new
        if play.kills < MOST_KILLS and self.rng.random() < 0.5:
            self.start(play, words, rest)
            self.kill(play)
            self.check(play)
            return
        play.kills = MOST_KILLS + 1
        self.start(play, words, rest)
        assert play.process is not None
        out, _ = play.process.communicate(timeout=60)
        if play.process.returncode != (2 if match.over else 0):  # only the file knew of the end
            self.fault(play, f"exit code {play.process.returncode}: {out}")
        left = [*self.scratch(), *(self.state / "held").glob(f"{names[0] if names else '*'}.lock")]
        if left:
            self.fault(play, f"left behind: {left}")
        places = self.places(play)
        if len(places) != 1 or places[0][2].ply != play.match.ply:
            self.fault(play, f"it did not go on to its end: {places} {out[-2000:]}")

    def fault(self, play: Play, text: str) -> None:
        """Note what is wrong."""
        self.tally.faults.append(f"{play.match.game.name}, seed {play.match.seed}: {text}")


def run(cases: int, seed: int, folder: Path, games: list[str] | None = None, quiet: bool = True) -> Tally:
    """Run so many cases; stop at the first that fails."""
    killer = Killer(folder, seed, games)
    for number in range(cases):
        killer.case(number)
        if not quiet:
            print(f"\r{number + 1}/{cases}: {killer.tally}", end="", flush=True)
        if killer.tally.faults:
            break
    return killer.tally


def main() -> int:
    """Run from a command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = run(asked.cases, asked.seed, Path(folder), quiet=False)
    print("", *tally.faults, sep="\n")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
