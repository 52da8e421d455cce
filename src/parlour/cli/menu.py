"""The menu: which game, how strong, which side, how long. Enter alone takes what stands in brackets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.cli import manual, output, shelf
from parlour.cli.common import value_words
from parlour.core import registry
from parlour.core.errors import ParlourError, unknown

if TYPE_CHECKING:
    from parlour.cli.shelf import Shelved
    from parlour.cli.talk import Talk
    from parlour.compile.ahead import Ahead
    from parlour.core.game import Game

GROUPS = ("Boards", "Cards", "Dice and guessing", "Heaps", "Theory")  # others come after these
LEAVE, BACK, HELP = ("q", "quit", "exit"), ("b", "back"), ("?", "help", "rules")
GO_ON, RANDOM = "go on", "random"
WHOLE, SHORT = "whole", "short"
ENTER = "Enter alone takes what stands in brackets, b goes back, q leaves."
DEFAULT_LEVEL = "medium"
# What a level feels like; of those whose players blunder by design, the second is true too.
FEELS = {
    "easy": ("for a first game", "makes mistakes on purpose"),
    "medium": ("a fair opponent", "slips now and then"),
    "hard": ("for those who know the game", "slips seldom"),
    "expert": ("as well as this program can play", "slips seldom"),
}


class Row(NamedTuple):
    """One thing to choose: its number, name, how it is shown, what is told of it, the heading above it."""

    number: int
    name: str
    label: str
    told: str = ""
    group: str = ""


class Chosen(NamedTuple):
    """What came out of the menu: a game to go on with, or a new one with its level and side."""

    game: Game | None
    level: str = ""
    side: int | None = 0  # None: any
    kept: Shelved | None = None


class Left(Exception):
    """The user wants no game."""


class Back(Exception):
    """The user wants the question before."""


def level_of(game: Game, asked: str = "") -> str:
    """Return the level that plays unless another is asked for."""
    return asked or (DEFAULT_LEVEL if DEFAULT_LEVEL in game.levels else next(iter(game.levels)))


def level_words(game: Game, level: str) -> str:
    """Say what a level feels like: as the game does, or in general."""
    own: dict[str, str] = getattr(game.module, "LEVEL_WORDS", {})
    spec = game.levels[level]
    if level in own or level not in FEELS:
        return own.get(level, spec)
    general, blunders = FEELS[level]
    return f"{general}; {blunders}" if "blunder=" in spec else general


class Menu:
    """The questions before a game, one after the other; every one can be gone back from."""

    def __init__(self, talk: Talk, ahead: Ahead, level: str, given: dict[str, str], resumable: bool) -> None:
        self.talk, self.ahead, self.level = talk, ahead, level
        self._given = given  # options, as text
        self._kept = [kept for kept in shelf.known() if kept.moves and not kept.held] if resumable else []
        self._games = {name: registry.game(name) for name in registry.game_names()}
        self._name = ""
        self._whole = True
        self._side: int | None = 0
        self._lately = shelf.lately()

    def run(self, only_game: bool) -> Chosen | None:
        """Ask until a game is settled; None if the user leaves."""
        likely = dict.fromkeys(name for name in (*self._lately, *self._games) if name in self._games)
        games = (self._games[name] for name in likely)
        self._compile(games, 0.5)
        asks: list[Callable[[], bool]] = [self._ask_game]
        asks += [] if only_game else [self._ask_level, self._ask_side, self._ask_length]
        at, step = 0, 1
        try:
            while at < len(asks):
                try:
                    step = 1 if asks[at]() else step  # what is not asked is gone over, either way
                    at += step
                except Back:
                    at, step = max(0, at - 1), -1
                if self._name == GO_ON:
                    return Chosen(None, self.level, kept=self._unfinished()[0])
        except Left:
            return None
        return Chosen(self.game, self.level, self._side)

    @property
    def game(self) -> Game:
        """Return the game with its options as they are now."""
        return self._settled(self._name)

    def _settled(self, name: str) -> Game:
        from parlour.cli.play import for_people

        return for_people(name, self._given if name == self._name else {}, self._whole)

    def _compile(self, games: Iterable[Game], after: float = 0.0) -> None:
        """Have what is likely needed compiled while the user reads."""
        players = ((game, level_of(game, self.level)) for game in games)
        self.ahead.ask(((game, level) for game, level in players if level in game.levels), after)

    # -- the questions -----------------------------------------------------------------------------------

    def _unfinished(self) -> list[Shelved]:
        return [kept for kept in self._kept if kept.game in self._games]

    def _ask_game(self) -> bool:
        rows = [Row(0, GO_ON, self._go_on())] if self._unfinished() else []
        games = sorted(self._games.values(), key=lambda game: (_rank(game.group), game.group, game.title))
        for number, game in enumerate(games, 1):
            rows.append(Row(number, game.name, game.title, game.blurb, game.group))
        lately = [name for name in self._lately if name in self._games]
        default = GO_ON if rows[0].name == GO_ON else lately[0] if lately else rows[0].name
        self.talk.tell(ENTER, "dim")
        self._name = self._ask("Which game?", rows, default)
        if self._name != GO_ON:
            self._compile([self._games[self._name]])
        return True

    def _go_on(self) -> str:
        latest, *others = self._unfinished()
        moves = f"{latest.moves} move{'' if latest.moves == 1 else 's'}"
        more = f"; {len(others)} more: parlour play --list" if others else ""
        return f"go on with {self._games[latest.game].title}, {moves} so far{more}"

    def _ask_level(self) -> bool:
        game = self.game
        rows = [Row(n, name, name, level_words(game, name)) for n, name in enumerate(game.levels, 1)]
        self.level = self._ask("Which level?", rows, level_of(game))
        return True

    def _ask_side(self) -> bool:
        game = self.game
        if game.seats == 1:
            return False
        first = game.turn(game.start())
        names = [*game.names.names[: game.seats], RANDOM]
        told = ["moves first" if seat == first else "" for seat in range(game.seats)] + ["any of them"]
        rows = [Row(n + 1, str(n), name, told[n]) for n, name in enumerate(names)]
        side = int(self._ask("Who are you?", rows, "0"))
        self._side = side if side < game.seats else None
        return True

    def _ask_length(self) -> bool:
        game = self._games[self._name]
        if not game.sitting:
            return False
        plain = {name: game.known_options[name].default for name in game.sitting}
        rows = [
            Row(1, WHOLE, "a whole match", _pairs(game.sitting)),
            Row(2, SHORT, "a short one", _pairs(plain)),
        ]
        self._whole = self._ask("How long?", rows, WHOLE) == WHOLE
        return True

    # -- asking ------------------------------------------------------------------------------------------

    def _ask(self, title: str, rows: Sequence[Row], default: str) -> str:
        """Let the user pick a row; orders of the menu are obeyed meanwhile."""
        self._show(title, rows)
        label = next(row.label for row in rows if row.name == default).partition(",")[0]
        while True:
            answer = self.talk.ask(f"number or name [{label}]> ", [row.name for row in rows])
            if answer is None or answer.strip().lower() in LEAVE:
                raise Left
            answer = " ".join(answer.split())
            if not answer:
                return default
            meant = answer.lower() in {text.lower() for row in rows for text in (row.name, row.label)}
            if not meant and self._obeyed(answer, rows):
                continue
            fitting = found(answer, rows)
            if len(fitting) == 1:
                return fitting[0]
            self.talk.tell(_advice(answer, fitting, rows))

    def _show(self, title: str, rows: Sequence[Row]) -> None:
        self.talk.say(title, "bold")
        room, group = output.room(self.talk.console), ""
        widest = max((len(row.label) for row in rows if row.told), default=0)
        for row in rows:
            if row.group != group:
                group = row.group
                self.talk.say(group, "bold")
            told = f"{row.label:{widest}}  {row.told}".rstrip() if row.told else row.label
            line = f"{row.number:>3}  {told}"
            self.talk.say(line if len(line) <= room else _cut(line, room))

    def _obeyed(self, answer: str, rows: Sequence[Row]) -> bool:
        word, _, rest = answer.lower().partition(" ")
        if word in BACK:
            raise Back
        if word == "options" and not rest:
            self._ask_options()
            return True
        if word not in HELP:
            return False
        games = [Row(0, game.name, game.title) for game in self._games.values()]
        named = found(rest, games) if rest else [self._name] if self._name in self._games else []
        if rest and len(named) != 1:
            self.talk.tell(_advice(rest, named, games))
        elif named and (rest or word == HELP[-1]):
            manual.show(self._settled(named[0]).guide, self.talk.console)
        else:
            numbers = f"{rows[0].number} to {rows[-1].number}"
            self.talk.tell(f"Type a number from {numbers}, a name or its beginning. {ENTER}")
            self.talk.tell("rules NAME tells how a game goes; options sets more in the one chosen.")
        return True

    def _ask_options(self) -> None:
        """Let the user set the options of the game."""
        if self._name not in self._games:
            self.talk.tell("Choose a game first; then options lists what can be set.")
            return
        for name, option in self._games[self._name].known_options.items():
            if not option.secret:
                self.talk.tell(f"  {name}={value_words(self.game.options[name])}  {option.help}")
        while answer := (self.talk.ask("NAME=VALUE, Enter when done> ") or "").strip():
            name, equals, value = answer.partition("=")
            try:
                if not equals:
                    raise ParlourError("Write it as NAME=VALUE, or press Enter.")
                registry.game(self._name, **{**self._given, name.strip(): value.strip()})
                self._given[name.strip()] = value.strip()
            except ParlourError as error:
                self.talk.tell(str(error))


def found(answer: str, rows: Sequence[Row]) -> list[str]:
    """Return the names that an answer may mean: by number, by name or label, by the beginning of a word."""
    if answer.isdecimal() and answer.isascii():
        return [row.name for row in rows if len(answer) < 6 and row.number == int(answer)]
    wanted = _plain(answer)
    if not wanted:
        return []
    texts = {row.name: (row.name.replace("_", " "), row.label) for row in rows}
    exact = [name for name, names in texts.items() if wanted in map(_plain, names)]
    begun = [name for name, names in texts.items() if any(_plain(t).startswith(wanted) for t in names)]
    inside = [
        name
        for name, names in texts.items()
        if any(_plain(word).startswith(wanted) for text in names for word in text.split())
    ]
    return exact[:1] or begun or inside


def _plain(text: str) -> str:
    """Take case, spaces and signs away: Any-Game is any_game is anygame."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _advice(answer: str, fitting: list[str], rows: Sequence[Row]) -> str:
    labels = {row.name: row.label for row in rows}
    if fitting:
        return f"{answer!r} may be {' or '.join(labels[name] for name in fitting)}; type more of it."
    if answer.lstrip("-+").isdecimal():
        return f"There is no {answer[:20]} here: {rows[0].number} to {rows[-1].number}."
    return str(unknown("choice", answer, [row.name for row in rows if not row.name.isdecimal()]))


def _rank(group: str) -> int:
    return GROUPS.index(group) if group in GROUPS else len(GROUPS)


def _cut(line: str, room: int) -> str:
    """Shorten a line between words."""
    return line[: room - 4].rpartition(" ")[0].rstrip() + " ..."


def _pairs(options: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value_words(value)}" for name, value in options.items())
