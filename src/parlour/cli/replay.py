"""Step through a saved match."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli import output, shelf
from parlour.cli.common import Json, Load, Verbose, number, settle
from parlour.cli.result import capital, result_lines, seated
from parlour.core.errors import BadOption

if TYPE_CHECKING:
    from parlour.core.match import Match
    from parlour.core.picture import Picture
    from parlour.core.rules import AnyState

EXAMPLES = """\
  parlour play tic_tac_toe --seats medium,easy --save game.json
  parlour replay game.json
  parlour replay game.json --ply 3
  parlour replay game.json --seat 1
  parlour replay game.json --json"""

NO_PLY = -1
EVERYTHING = -2  # whose eyes: the referee's
SEEN_BY = "As this seat saw it: 0 for the first, -1 for a spectator."


def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            show_default=False,
            help="A record: parlour play ... --save FILE; by default the game that was finished last.",
        ),
    ] = "",
    ply: Annotated[
        int, number("Only the board after N plies.", NO_PLY, 10**9, "--ply", show_default=False)
    ] = NO_PLY,
    seat: Annotated[
        int, number(SEEN_BY, EVERYTHING, 10**6, "--seat", metavar="S", show_default=False)
    ] = EVERYTHING,
    load: Load = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Step through a saved match, as all or one seat saw it.

    Of a match that is not over, only what a spectator may know is shown unless a seat is named.
    """
    settle(verbose, load)
    show(shelf.replayed(file), ply, seat, json)


def show(match: Match, ply: int, seat: int, json: bool) -> None:
    """Show a match, or one ply of it, as all or one seat saw it."""
    if seat >= match.game.seats:
        raise BadOption(f"--seat {seat}: {match.game.name} has the seats 0 to {match.game.seats - 1}")
    if ply > match.ply:
        raise BadOption(f"--ply {ply}: the match has {match.ply} plies")
    if seat == EVERYTHING and not match.over and match.game.traits.hidden:
        seat = -1
    film = Film(match, seat)
    if json:
        output.emit(film.data(ply))
    elif ply != NO_PLY:
        film.show(ply)
    elif output.is_terminal(sys.stdin) and output.is_terminal(sys.stdout):
        film.step()
    else:
        for number in range(match.ply + 1):
            film.show(number)
        film.end()


class Film:
    """A match as somebody saw it."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.game = match.game if seat == EVERYTHING else match.game.public

    def state(self, ply: int) -> AnyState:
        """Return the state after that many plies, masked."""
        from parlour.core.rules import mask

        true = self.match.states[ply]
        return true if self.seat == EVERYTHING else mask(true, self.seat)

    def picture(self, ply: int) -> Picture:
        """Draw the board after that many plies."""
        from parlour.core.rules import UNKNOWN

        seen = ply and self.who(ply) >= 0 and self.move(ply) != "?"
        return self.game.picture(self.state(ply), self.match.actions[ply - 1] if seen else UNKNOWN)

    def move(self, ply: int) -> str:
        """Return the move that led to a ply, in words; a question mark if it was not seen then."""
        from parlour.core.rules import UNKNOWN
        from parlour.core.view import as_seen

        before, action = self.match.states[ply - 1], self.match.actions[ply - 1]
        if (
            self.seat != EVERYTHING
            and as_seen(before, action, self.seat, self.match.states[ply])[1] == UNKNOWN
        ):
            return "?"
        return self.game.format(before, action)

    def came_of(self, ply: int) -> list[str]:
        """Tell what the move that led to a ply brought about, besides being played."""
        from parlour.core.event import MOVE
        from parlour.core.rules import NOBODY
        from parlour.core.telling import CHANCE_KIND

        match, at = self.match, max(self.seat, NOBODY)
        events = self.game.events(match.states[ply - 1], match.actions[ply - 1], match.states[ply], at)
        return [event.text for event in events if event.kind not in (MOVE, CHANCE_KIND)]

    def who(self, ply: int) -> int:
        """Say who made the move that led to a ply; -1 is chance."""
        return self.game.turn(self.match.states[ply - 1])

    def data(self, only: int) -> dict[str, Any]:
        """Return the match as data."""
        from parlour.core.view import plain

        match = self.match
        plies = range(match.ply + 1) if only == NO_PLY else (only,)
        record = match.record()
        return {
            "game": self.game.name,
            "options": self.game.options,
            "seats": list(match.seats),
            "ended": record.ended,
            "reason": record.reason,
            "returns": record.returns,
            "seat": None if self.seat == EVERYTHING else self.seat,
            "plies": [
                {
                    "ply": ply,
                    "seat": self.who(ply) if ply else None,
                    "move": self.move(ply) if ply else None,
                    "state": plain(self.state(ply)),
                    "picture": self.picture(ply).text(),
                }
                for ply in plies
            ],
        }

    def show(self, ply: int) -> None:
        """Print the board after that many plies."""
        console = output.out()
        if ply:
            who = self.who(ply)
            name = capital(self.game.names[who]) if who >= 0 else "Chance"
            console.print(f"{ply}. {name}: {self.move(ply)}", style="bold", soft_wrap=True)
            output.sentences(self.came_of(ply), console)
        elif self.match.seats:
            output.sentences([capital(seated(self.match, self.game.names)) + "."], console)
        output.draw(self.picture(ply))
        console.print()

    def end(self) -> None:
        """Print how it ended."""
        for line in result_lines(self.match, self.game.names):
            output.out().print(line)

    def step(self) -> None:
        """Walk through the match at the user's pace."""
        ply = 0
        self.show(0)
        while True:
            try:
                asked = (
                    input(f"[{ply}/{self.match.ply}] Enter next, b back, a number, q quit> ").strip().lower()
                )
            except EOFError:
                print()
                return
            if asked in ("q", "quit"):
                return
            if asked in ("b", "back"):
                ply = max(0, ply - 1)
            elif asked.isdecimal() and len(asked) < 9:
                ply = min(int(asked), self.match.ply)
            elif ply == self.match.ply:
                self.end()
                return
            else:
                ply += 1
            self.show(ply)
