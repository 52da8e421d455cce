"""A match at a server, played from this terminal: what is typed goes there, what is seen comes from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from parlour.cli import output
from parlour.cli.common import command_line
from parlour.cli.keep import filled, typed_file
from parlour.cli.prompt import in_short
from parlour.client.refusals import Lost
from parlour.core.errors import BadRecord, ParlourError
from parlour.core.guide import Guide
from parlour.core.moves import in_a_row
from parlour.core.names import NOBODY, Names, with_article
from parlour.core.paths import user_path

if TYPE_CHECKING:
    from parlour.cli.talk import Talk
    from parlour.client.seen import Seen
    from parlour.client.server import Server
    from parlour.client.table import Table

ROOM_TO_TYPE = 12
HELP = {
    "hint [LEVEL]": "what that level (expert) would play here, and why; hint more tells all",
    "undo": "take your last move back, where that is fair",
    "moves": "the legal moves",
    "rules": "how the game goes and how moves are written",
    "board": "draw the board again",
    "save FILE": "keep the record in a file of yours",
    "resign": "give up",
    "new": "after the game: play again",
    "review": "after the game: how well everybody played",
    "quit": "leave; the match stays at the server",
}
AFTER = "new, review, save FILE or quit"


class Far:
    """The people at this screen, and the match at a server; every word about it comes from there."""

    def __init__(self, server: Server, table: Table, talk: Talk, keep: Callable[[Table], None]) -> None:
        self.server, self.table, self.talk = server, table, talk
        self._keep = keep  # what lets one come back to a table
        self.going = True
        self._told: dict[int, int] = {}  # seat: plies it was told of
        self._drawn: tuple[int, int] | None = None  # (version, seat) of the board on the screen
        self._eyes: int | None = None
        self._ended = False
        at = table.view()
        self._hidden = bool(server.game(at.game)["hidden"])

    @property
    def command(self) -> str:
        """Return the command that goes on with this match."""
        return command_line("play", "--server", self.server.url, "--join", self.table.match)

    def run(self) -> None:
        """Play until the match is over and the people leave."""
        self._begin()
        while self.going:
            at = self._waited()
            if at.over:
                self._after(at)
            elif at.my_turn:
                self._turn(at)

    def _begin(self) -> None:
        at = self.table.view()
        mine = at.seat if len(self.table.seats_held) <= 1 else NOBODY
        who = [f"you are {with_article(at.seats[mine].name)}"] if mine >= 0 else []
        for chair in at.seats:
            what = chair.spec or ("a person" if chair.taken else "open")
            who += [f"{with_article(chair.name)} is {what}"] if chair.seat != mine else []
        self.talk.tell(f"{at.title} at {self.server.url}: {'; '.join(who)}.", "bold")
        for seat, link in self.table.invitations.items():
            self.talk.say(f"Seat {seat} waits for whoever opens: {link}")
        self.talk.tell("Type a move; or rules, hint, or help for what else you can do.", "dim")
        self.talk.say(f"Committed to the deal: {at.commitment}", "dim")
        if not at.my_turn and not at.over:
            self._show(at)

    def _waited(self) -> Seen:
        """Wait for the others; whoever only watches is shown every change."""
        at = self.table.view()
        if at.over or at.my_turn:
            return at
        if at.seat < 0:
            for at in self.table.follow():
                self._show(at)
            return at
        name = next((chair.name for chair in at.seats if chair.seat == at.turn), "the others")
        return output.working(f"waiting for {name}", self.table.wait)

    def _show(self, at: Seen) -> None:
        """Tell what happened since this seat last looked, and draw the board."""
        since = self._told.get(at.seat, 0)
        if at.ply > since:
            news = self.table.view(at.seat, since=since)
            for event in news.data["told"]:
                if event["kind"] != "move" or event["data"].get("seat") != at.seat:
                    self.talk.tell(event["text"], "bold")
        self._told[at.seat] = at.ply
        if self._drawn != (at.version, at.seat):
            self.talk.say()
            self.talk.console.print(at.picture, soft_wrap=True, highlight=False, markup=False)
            self.talk.say()
            self._drawn = (at.version, at.seat)

    def _turn(self, at: Seen) -> None:
        if self._hidden and self._eyes not in (None, at.seat):
            self.talk.clear()
            if self.talk.ask(f"pass the screen to {at.seats[at.seat].name}, press Enter> ") is None:
                self.going = False
                return
        self._eyes = at.seat
        self._show(at)
        several = len(self.table.seats_held) > 1
        whose = f"{at.seats[at.seat].name}'s move" if several else "your move"
        room = output.room(self.talk.console) - len(whose) - ROOM_TO_TYPE
        moves = in_short(list(at.legal), at.legal_total == len(at.legal), room)
        line = self.talk.ask(f"{whose} ({moves})> ", [*at.legal, *ORDERS])
        if line is None:
            self._leave(at, "")
        elif line.strip():
            self._obey(line.strip(), at)

    def _obey(self, text: str, at: Seen) -> None:
        """Take an order or play a move; whatever is wrong with it costs one line and nothing else."""
        word, _, rest = text.lstrip(":").partition(" ")
        try:
            if word.lower() in ORDERS and text.lower() not in map(str.lower, at.legal):
                ORDERS[word.lower()](self, at, rest.strip())
            elif at.over:
                self.talk.say(f"The game is over; type {AFTER}.")
            else:
                self.table.play(text, at.seat)
        except Lost:
            raise
        except ParlourError as error:
            self.talk.say(str(error))

    def _after(self, at: Seen) -> None:
        if not self._ended:
            self._ended = True
            self._show(at)
            for sentence in at.result:
                self.talk.tell(sentence, "bold")
            self.talk.say()
        if at.seat < 0:
            self.going = False
            return
        line = self.talk.ask(f"{AFTER}> ", list(ORDERS))
        if line is None:
            self.going = False
        elif line.strip():
            self._obey(line.strip(), at)

    # -- orders ----------------------------------------------------------------------------------------------

    def _hint(self, at: Seen, rest: str) -> None:
        words = rest.split()
        level = " ".join(word for word in words if word != "more") or "expert"
        found = output.working(f"{level} is thinking", lambda: self.table.hint(level, seat=at.seat))
        self.talk.say(f"move: {found.move}", "bold")
        output.sentences(found.reasons if "more" in words else found.hint, self.talk.console)
        for exhibit in found.data.get("exhibits", []) if "more" in words else []:
            self.talk.say(f"\n{exhibit['text']}")
        self.talk.say()

    def _undo(self, at: Seen, rest: str) -> None:
        seat = at.seat if len(self.table.seats_held) <= 1 else None
        back = self.table.undo(seat)
        self._told = {seat: min(ply, back.ply) for seat, ply in self._told.items()}
        self._drawn, self._ended = None, False

    def _moves(self, at: Seen, rest: str) -> None:
        left = "" if at.legal_total == len(at.legal) else " ..."
        self.talk.tell(f"{at.legal_total:,} legal: {in_a_row(at.legal)}{left}")

    def _rules(self, at: Seen, rest: str) -> None:
        from parlour.cli import manual

        guide = self.server.game(at.game)["guide"]
        told = tuple((str(move), str(what)) for move, what in guide["examples"])
        goal, *others = guide["parts"].items()
        manual.show(Guide(goal[1], examples=told, more=tuple(others)), self.talk.console)

    def _board(self, at: Seen, rest: str) -> None:
        self._drawn = None
        self._show(at)

    def _save(self, at: Seen, rest: str) -> None:
        if not rest or rest == "--force":
            raise ParlourError("Name the file: save FILE")
        file, force = typed_file(rest)
        if filled(file) and not force:
            raise BadRecord(f"{file}: there is a file of that name; name another, or add --force")
        self.table.record().write(user_path(file))
        self.talk.say(f"Saved to {file}.")

    def _resign(self, at: Seen, rest: str) -> None:
        self.table.resign(at.seat)

    def _new(self, at: Seen, rest: str) -> None:
        self.table = self.table.rematch()
        self._keep(self.table)
        self._told, self._drawn, self._ended, self._eyes = {}, None, False, None
        self._begin()

    def _review(self, at: Seen, rest: str) -> None:
        from parlour.cli.review import reviewed, show

        if not at.over:
            raise ParlourError("Not before the game is over; hint says what to play here.")
        match = self.table.record().replay()  # all is known now, so it is judged here
        names = match.game.names.names
        show(reviewed(match, rest, None), self.talk.console, Names(names, at.seat))
        self.talk.say()

    def _not_here(self, at: Seen, rest: str) -> None:
        raise ParlourError("Not at a server: a level is chosen with the match, and its reasons stay there.")

    def _help(self, at: Seen, rest: str) -> None:
        for words, what in HELP.items():
            self.talk.say(f"  {words:14} {what}")

    def _leave(self, at: Seen, rest: str) -> None:
        self.going = False
        if not at.over:
            self.talk.say(f"The match stays at the server; go on with: {self.command}")


ORDERS: dict[str, Callable[[Far, Any, str], None]] = {
    "hint": Far._hint,
    "undo": Far._undo,
    "moves": Far._moves,
    "rules": Far._rules,
    "board": Far._board,
    "save": Far._save,
    "resign": Far._resign,
    "new": Far._new,
    "review": Far._review,
    "why": Far._not_here,
    "level": Far._not_here,
    "help": Far._help,
    "?": Far._help,
    "quit": Far._leave,
    "exit": Far._leave,
}
