"""A match at the terminal: people type moves and orders, computers answer, every move is saved."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from parlour.cli import logs, output, shelf
from parlour.cli.common import Interrupted, command_line, option_words
from parlour.cli.orders import ORDERS
from parlour.cli.prompt import actions_of, is_move, offered
from parlour.cli.result import conclusion, farewell, result_lines, seated
from parlour.compile.ahead import Ahead, PatientSeat
from parlour.core import rules
from parlour.core.errors import ParlourError
from parlour.core.match import Match
from parlour.core.names import Names
from parlour.core.narrate import story
from parlour.core.rules import MIDWAY, NOBODY
from parlour.core.spec import HUMAN

if TYPE_CHECKING:
    from parlour.cli.keep import Keeper
    from parlour.cli.talk import Talk
    from parlour.core.choice import Choice
    from parlour.core.driver import Seat
    from parlour.core.limit import Limit
    from parlour.core.view import View

Result = TypeVar("Result")
log = logging.getLogger("parlour.play")
HINTS = "expert"  # who gives hints, unless another is asked
AFTER = "new, undo, why, review, save FILE or quit"
ROOM_TO_TYPE = 12  # columns of a prompt left for what is typed, and for its brackets


class Sitting:
    """One or more people at one screen; everything they see is a view of the seat that looks."""

    def __init__(
        self, match: Match, talk: Talk, limit: Limit, keeper: Keeper, seed: int | None, ahead: Ahead
    ) -> None:
        self.match = match
        self.talk = talk
        self.limit = limit
        self.going = True
        self.ahead = ahead
        self.choices: list[tuple[int, Choice]] = []  # (ply, choice) of the computers
        self.keeper = keeper
        self._seed = seed
        self._trouble = ""  # with the last save
        self._ended = False  # the end has been announced
        self._chairs: dict[int, Seat] = {}
        self._told: dict[int, int] = {}  # seat -> plies it has been told of
        self._drawn: tuple[int, int] | None = None  # (ply, seat) of the board on the screen
        self._eyes: int | None = None  # the seat that looks at the screen

    @property
    def humans(self) -> set[int]:
        """Return the seats of people."""
        return {seat for seat, spec in enumerate(self.match.seats) if spec == HUMAN}

    @property
    def secretive(self) -> bool:
        """Say whether there are secrets that a person at the screen must not see."""
        return self.match.game.traits.hidden and not self.match.over

    @property
    def _one_screen(self) -> bool:
        """Say whether people with secrets from each other share the screen."""
        return len(self.humans) > 1 and self.match.game.traits.hidden

    @property
    def names(self) -> Names:
        """Return what the players are called here: a person who sits alone is spoken to."""
        names = self.match.game.names
        return Names(names.names, min(self.humans)) if len(self.humans) == 1 else names

    def run(self, resumed: bool) -> Match:
        """Play until the people have had enough; give the match they left."""
        try:
            if not resumed:
                self._tell_of_others()
            self.begin()
            while self.going:
                if self.match.over:
                    self._after()
                elif self.match.turn in self.humans:
                    self._human_turn()
                else:
                    self._computer_turn()
        except KeyboardInterrupt:
            raise Interrupted("" if self.match.over else self.keep()) from None
        finally:
            self.ahead.close()
        return self.match

    def _tell_of_others(self) -> None:
        """Say that a new game takes nothing away from those left before."""
        name = self.match.game.name
        others = [kept for kept in shelf.known(name) if not kept.held]
        if len(others) == 1:
            self.talk.say(f"An unfinished game is kept; go on with it by: {others[0].command}", "dim")
        elif others:
            words = command_line("play", name, "--list")
            self.talk.say(f"{len(others)} unfinished games are kept; see them by: {words}", "dim")

    def begin(self) -> None:
        """Open a match: say who plays and, unless a person is about to be asked, show the board."""
        game = self.match.game
        if self.secretive:
            logs.hold()
        self._compile_ahead()
        self.talk.tell(": ".join(filter(None, (game.title, seated(self.match, self.names)))) + ".", "bold")
        shorter = {k: game.known_options[k].default for k, v in game.sitting.items() if game.options[k] == v}
        if shorter:
            words = option_words(game, shorter)
            self.talk.tell(f"A whole match; a short one: parlour play {game.name} {' '.join(words)}", "dim")
        self.talk.tell("Type a move; or rules, hint, or help for what else you can do.", "dim")
        self._told = {seat: self._heard(seat) for seat in range(game.seats)}
        self._ended, self._drawn, self._eyes = False, None, None
        if self.match.turn not in self.humans and not self._one_screen:
            self._tell(min(self.humans))
            self.draw(min(self.humans))

    def _heard(self, seat: int) -> int:
        """Return how much of a match a seat need not be told again: all up to its own last move."""
        mine = self.match.begun((seat,))
        return mine[-1] + 1 if mine else 0

    def restart(self) -> None:
        """Leave the match for a new one with the same people and levels."""
        if not self.match.over:
            self.keep()
            self.keeper.close()
            self._tell_of_others()
        if self.keeper.file:
            self.talk.say(f"{self.keeper.file} stays with the game before; save FILE keeps this one.", "dim")
        self.keeper.leave()
        if self._seed is not None:
            self._seed += 1
        self.match = Match(self.match.game, self._seed, self.match.seats)
        self.choices.clear()
        self.begin()
        self.seats_changed()

    def seats_changed(self) -> None:
        """Let new strategies take the computers' chairs."""
        self._chairs.clear()
        self._compile_ahead()
        self.autosave()

    def stepped_back(self) -> None:
        """Forget what was taken back."""
        self.choices = [(ply, choice) for ply, choice in self.choices if ply < self.match.ply]
        self._told = {seat: min(told, self.match.ply) for seat, told in self._told.items()}
        self._ended, self._drawn = False, None
        self.autosave()

    # -- turns -------------------------------------------------------------------------------------------

    def _human_turn(self) -> None:
        seat = self.match.turn
        if self._one_screen and self._eyes != seat and not self._hand_over(seat):
            return
        self._eyes = seat
        self._tell(seat)
        if self._drawn != (self.match.ply, seat):
            self.draw(seat)
        view = self.match.view(seat)
        whose = "your move" if len(self.humans) == 1 else f"{self.names[seat]}'s move"
        shelf.prepare()
        moves = offered(view, output.room(self.talk.console) - len(whose) - ROOM_TO_TYPE)
        line = self.talk.ask(f"{whose} ({moves})> ", [*view.moves(), *ORDERS])
        if line is None:
            ORDERS["quit"](self, seat, "")
        elif line.strip():
            self._obey(line.strip(), seat, view)

    def _hand_over(self, seat: int) -> bool:
        """Show nothing until the seat's owner is at the screen; False if nobody comes."""
        self.talk.clear()
        line = self.talk.ask(f"pass the screen to {self.names[seat]}, press Enter> ")
        if line is None:
            ORDERS["quit"](self, seat, "")
            return False
        if line.strip():
            self.talk.put_back(line)  # a pipe does not press Enter: it was the answer to what follows
        self._drawn = None
        return True

    def _obey(self, text: str, seat: int, view: View) -> None:
        """Take an order or play a move; whatever is wrong with it costs one line and nothing else."""
        word, _, rest = text.lstrip(":").partition(" ")
        try:
            if word.lower() in ORDERS and not is_move(text, view):
                ORDERS[word.lower()](self, seat, rest.strip())
                return
            for action in actions_of(text, view):
                self.match.play(action, seat)
        except ParlourError as error:
            self.talk.say(str(error))
            return
        self.autosave()

    def _computer_turn(self) -> None:
        from parlour.core.driver import step

        seat, ply = self.match.turn, self.match.ply
        name = self.names[seat]
        if seat not in self._chairs:
            spec = self.match.seats[seat]
            new = PatientSeat(self.match.game, spec, seat, self.match.seed, self.ahead)
            self.thinking(name, lambda: self.keeper.remind(new.strategy, self.match))
            self._chairs[seat] = new
        chair = self._chairs[seat]
        choice = self.thinking(name, lambda: step(self.match, chair, self.limit))
        if choice is not None:
            log.info("%s plays %s: %s", name, choice.move, " ".join(choice.reasons))
            self.choices.append((ply, choice))
        self.autosave()
        if not self._one_screen:
            self._tell(min(self.humans))

    def thinking(self, name: str, job: Callable[[], Result]) -> Result:
        """Run a decision; whoever waits for it is told what for."""

        def words() -> str:
            return " - ".join(filter(None, (f"{name} is thinking", self.ahead.progress)))

        return output.working(words, job)

    def _compile_ahead(self) -> None:
        """Have the computers' code compiled while the people think, then that of the hints."""
        game = self.match.game
        computers = [spec for spec in self.match.seats if spec != HUMAN]
        hints = [HINTS] if HINTS in game.levels else []
        self.ahead.ask((game, spec) for spec in (*computers, *hints))

    def _tell(self, seat: int) -> None:
        """Tell a seat what the others have done since it last heard, as far as it may know."""
        if rules.stage(self.match.state) == MIDWAY and not self.match.over:
            return  # a move is told when it is complete
        for event in story(self.match, seat, self._told[seat], self.names, own=False):
            self.talk.tell(event.text, "bold")
        self._told[seat] = self.match.ply

    def draw(self, seat: int) -> None:
        """Draw the board as a seat sees it."""
        self.talk.draw(self.match.view(seat).picture(self.names))
        self._drawn = (self.match.ply, seat)

    # -- the end -----------------------------------------------------------------------------------------

    def _after(self) -> None:
        """Announce the end once; then take orders until the user leaves."""
        if not self._ended:
            self._announce()
        line = self.talk.ask(f"{AFTER}> ", list(ORDERS))
        word, _, rest = (line or "").strip().lstrip(":").partition(" ")
        if line is None:
            self.going = False
        elif word.lower() in ORDERS:
            try:
                ORDERS[word.lower()](self, NOBODY, rest.strip())
            except ParlourError as error:
                self.talk.say(str(error))
        elif word:
            self.talk.say(f"The game is over; type {AFTER}.")

    def _announce(self) -> None:
        self._ended = True
        seat = min(self.humans) if len(self.humans) == 1 else NOBODY
        if seat != NOBODY:
            self._tell(seat)
        if self.match.loser is None or self._drawn != (self.match.ply, seat):
            self.draw(seat)  # a player who resigns has the board before them, and no one is to move
        for line in result_lines(self.match, self.names):
            self.talk.tell(line, "bold")
        logs.release()
        self.talk.say()
        for line in conclusion(self.match, self.keeper, self.humans):
            self.talk.say(line, "dim")

    # -- saving ------------------------------------------------------------------------------------------

    def autosave(self) -> None:
        """Write the match down, so that whatever happens next loses nothing."""
        trouble = self.keeper.write(self.match)
        if trouble and not self._trouble:
            output.log_line(f"parlour: {trouble}")
        self._trouble = trouble

    def keep(self) -> str:
        """Write an unfinished match down before leaving it, and say how to go on."""
        self.autosave()
        return farewell(self.match, self.keeper)
