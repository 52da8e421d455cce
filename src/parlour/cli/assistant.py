"""Matches between an assistant, which holds one seat and sees its view, and the machine at a level."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from typing import Any

from parlour.core.commitment import commit
from parlour.core.driver import Seat, step
from parlour.core.errors import BadOption, ParlourError, clipped, unknown
from parlour.core.jsonable import plain
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.names import Names
from parlour.core.narrate import result, story
from parlour.core.registry import game as game_named
from parlour.core.registry import game_names
from parlour.core.spec import HUMAN

MOST_MATCHES = 100  # kept at once; the one that was looked at longest ago goes first
MOST_LISTED = 200  # legal moves that are named unasked
SEED_BITS = 256  # what anybody could try out must be too many to try


class Sitting:
    """One match: the assistant's seat, and the machine in the others."""

    def __init__(self, match: Match, seat: int) -> None:
        self.id = secrets.token_hex(4)
        self.match, self.seat = match, seat
        self.names = Names(match.game.names.names, seat)
        self.chairs: dict[int, Seat] = {}
        self.told = 0  # plies that the assistant was told of

    def go_on(self, limit: Limit) -> None:
        """Let the machine move until it is the assistant's turn or the match is over."""
        match = self.match
        while not match.over and match.turn != self.seat:
            at = match.turn
            if at not in self.chairs:
                self.chairs[at] = Seat(match.game, match.seats[at], at, match.seed)
            step(match, self.chairs[at], limit)

    def state(self) -> dict[str, Any]:
        """Tell how the match stands, as the seat sees it, and what happened since it was last told."""
        match, view = self.match, self.match.view(self.seat)
        moves = view.moves() if not match.over else []
        told = [event.text for event in story(match, self.seat, self.told, self.names)]
        self.told = match.ply
        data: dict[str, Any] = {
            "match": self.id,
            "game": view.game.name,
            "title": view.game.title,
            "seat": self.seat,
            "you_are": match.game.names.names[self.seat],
            "your_turn": match.turn == self.seat,
            "over": match.over,
            "happened": told,
            "moves_so_far": match.moves(self.seat)[-MOST_LISTED:],
            "legal": moves[:MOST_LISTED],
            "legal_total": len(moves),
            "board": view.picture(self.names).text(),
            "commitment": match.commitment,
        }
        if match.over:
            ends = [event.text for event in result(match, self.names)]
            data |= {"result": ends, "returns": list(match.returns), "seed": str(match.seed)}
        return data


class Assistant:
    """What an assistant can ask for; every method is a tool, and its words are the tool's description."""

    def __init__(self, limit: Limit | None = None, keep: bool = True) -> None:
        self._limit = limit or Limit()
        self._keep = keep
        self._sittings: dict[str, Sitting] = {}
        self._lock = threading.RLock()  # a match is played by one call at a time

    def list_games(self) -> dict[str, Any]:
        """List the games: name, title, number of seats, levels, and a line on each."""
        found = [game_named(name) for name in game_names()]
        return {
            "games": [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": game.seats,
                    "about": game.blurb,
                    "hidden": game.traits.hidden,
                    "chance": game.traits.chance,
                    "levels": list(game.levels),
                }
                for game in found
            ]
        }

    def rules(self, game: str) -> dict[str, Any]:
        """Tell how a game is played, how moves are written, and which options `start` takes."""
        it = game_named(game)
        open_to_all = {name: option for name, option in it.known_options.items() if not option.secret}
        options = {name: option.describe() for name, option in open_to_all.items()}
        return {"game": it.name, "title": it.title, "rules": str(it.guide), "options": plain(options)}

    def start(
        self, game: str, options: dict[str, Any] | None = None, seat: int = 0, level: str = "medium"
    ) -> dict[str, Any]:
        """Begin a match: you hold a seat, as a rule 0 is first; the machine plays the others at a level."""
        it = game_named(game, **_settled(options or {}))
        secret = [name for name in options or {} if it.known_options[name].secret]
        if secret:
            raise BadOption(f"the option {secret[0]} would tell you what is hidden; leave it out")
        if not 0 <= seat < it.seats:
            raise BadOption(f"{it.name}: no seat {seat}; give 0 to {it.seats - 1}")
        if level not in it.levels:
            raise unknown("level", level, it.levels)
        specs = tuple(HUMAN if each == seat else level for each in range(it.seats))
        match = Match(it, secrets.randbits(SEED_BITS), specs)
        match.commitment = commit(match.game, match.seed)
        with self._lock:
            sitting = Sitting(match, seat)
            while len(self._sittings) >= MOST_MATCHES:
                del self._sittings[next(iter(self._sittings))]
            self._sittings[sitting.id] = sitting
            sitting.go_on(self._limit)
            return self._told(sitting)

    def state(self, match: str = "") -> dict[str, Any]:
        """Tell how a match stands, by default the latest: the board, what happened, your legal moves."""
        with self._lock:
            return self._found(match).state()

    def legal_moves(self, match: str = "") -> dict[str, Any]:
        """List all your legal moves in a match."""
        with self._lock:
            sitting = self._found(match)
            moves = [] if sitting.match.over else sitting.match.view(sitting.seat).moves()
            return {"match": sitting.id, "your_turn": sitting.match.turn == sitting.seat, "legal": moves}

    def play(self, move: str, match: str = "") -> dict[str, Any]:
        """Play a move, written as in `legal`; the machine answers, and you are told what happened."""
        with self._lock:
            sitting = self._found(match)
            if sitting.match.over:
                raise ParlourError("the match is over; begin another with start")
            # Read by what the seat may know: the truth has no part in what is refused.
            view = sitting.match.view(sitting.seat)
            for action in view.game.read(view.state, move):
                sitting.match.play(action, sitting.seat)
            sitting.go_on(self._limit)
            return self._told(sitting)

    def resign(self, match: str = "") -> dict[str, Any]:
        """Give a match up."""
        with self._lock:
            sitting = self._found(match)
            sitting.match.forfeit(sitting.seat, "resigned")
            return self._told(sitting)

    def hint(self, match: str = "", level: str = "expert") -> dict[str, Any]:
        """Say what a level would play in your place, knowing what you know, with a sentence or two why."""
        choice, sitting = self._chosen(match, level)
        return {"match": sitting.id, "move": choice.move, "why": list(choice.hint)}

    def analyse(self, match: str = "", level: str = "expert") -> dict[str, Any]:
        """Weigh your moves as a level does, knowing what you know: candidates, values, reasons, evidence."""
        choice, sitting = self._chosen(match, level)
        data: dict[str, Any] = plain(choice.to_json())
        return {"match": sitting.id, **data}

    def review(self, match: str = "") -> dict[str, Any]:
        """Judge every move of a match that is over: what was better, and what the difference cost."""
        from parlour.core.review import review

        with self._lock:
            sitting = self._found(match)
            if not sitting.match.over:
                raise ParlourError("the match is not over; hint says what to play here")
            found = review(sitting.match, limit=self._limit)
            data: dict[str, Any] = plain(found.to_json())
            return {"match": sitting.id, "text": found.text(100, False, sitting.names), **data}

    def _chosen(self, match: str, level: str) -> tuple[Any, Sitting]:
        from parlour.core.analyse import analyse

        with self._lock:
            sitting = self._found(match)
            if sitting.match.over:
                raise ParlourError("the match is over; review says how it was played")
            view = sitting.match.view(sitting.seat)
            if level not in view.game.levels:
                raise unknown("level", level, view.game.levels)
            return analyse(view.game, view, level, self._limit).named(sitting.names), sitting

    def _found(self, match: str) -> Sitting:
        """Return the match of that name, or the latest; it becomes the latest."""
        if not self._sittings:
            raise BadOption("there is no match yet; begin one with start")
        if match and match not in self._sittings:
            raise BadOption(f"no match {clipped(match)}; there are {', '.join(list(self._sittings)[-5:])}")
        id = match or next(reversed(self._sittings))
        self._sittings[id] = self._sittings.pop(id)
        return self._sittings[id]

    def _told(self, sitting: Sitting) -> dict[str, Any]:
        """Tell how a match stands; one that has just ended is kept with the user's other games."""
        data = sitting.state()
        if sitting.match.over and self._keep:
            from parlour.store import open_store
            from parlour.store.fold import entries_of, kept_of

            try:
                store = open_store()
                kept = kept_of(sitting.match, sitting.id, source="mcp")
                store.create(kept, entries=entries_of(sitting.match, sitting.id))
                store.close()
            except ParlourError as error:
                data["not_kept"] = str(error)
        return data


def _settled(options: Mapping[str, Any]) -> dict[str, Any]:
    return {str(k): tuple(v) if isinstance(v, list) else v for k, v in options.items()}


TOOLS = (
    "list_games",
    "rules",
    "start",
    "state",
    "legal_moves",
    "play",
    "resign",
    "hint",
    "analyse",
    "review",
)
