"""A game: a rules file with its options settled. The checked door to the rules.

A rules file is a module with these names (see docs/add_a_game.md):
`State` a NamedTuple of ints, `start(**options)`, `turn`, `legal`, `play`, `returns`; where the game has them
`weights`, `mask`, `fill`, `sees`, `stage`, hints for searches from `evaluate` to `rollout`; words `format`,
`parse`, `split`, `remark` and `picture`, and where a written move is several actions `read`, `write`,
`whole_moves`; facts `NAME`, `TITLE`, `SEATS`, `ACTIONS`, `BOUNDS`, `TRAITS`, `OPTIONS`, `LEVELS`, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from parlour.core import bits, rules
from parlour.core.errors import BadOption, BadRules, IllegalMove, InvalidMove, ParlourError, clipped
from parlour.core.facts import Facts, Traits, check_rules, default_levels, file_of, name_of, takes_two
from parlour.core.letters import has_lookalikes
from parlour.core.options import Option, Settled, resolve
from parlour.core.picture import Picture, Text
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER, UNKNOWN, AnyState

if TYPE_CHECKING:
    from parlour.core.view import View

MOST_TEXT = 200  # characters of one move: longer is a mistake, not a move
DRAWN = 1_000_000  # values of a drawn option: few enough to be typed again, and to tell little of the seed


def in_a_row(moves: Sequence[str]) -> str:
    """Write moves one after the other: a blank between them, or a bar where a move has a blank in it."""
    return (" | " if any(" " in move for move in moves) else " ").join(moves)


class Game:
    """A game with its options settled; it holds no position, so one serves any number of matches."""

    def __init__(self, module: ModuleType, **options: Any) -> None:
        self.module = module
        self.name: str = name_of(module)
        self.title: str = getattr(module, "TITLE", self.name.replace("_", " ").title())
        self.known_options: Mapping[str, Option] = Settled(getattr(module, "OPTIONS", {}))
        self.options: Mapping[str, Any] = Settled(resolve(self.name, self.known_options, options))
        self.given = frozenset(options)  # what is not left to a match
        self.file = file_of(module)  # of a user's game; "" for one of the package
        with self._blamed("start"):
            self._start: AnyState = module.start(**self.options)
        facts = Facts(module, self._start, self.file or self.name)
        with self._blamed("SEATS, ACTIONS or BOUNDS"):
            self.seats, self.actions, self.bounds = facts.seats(), facts.actions(), facts.bounds()
        self._facts = facts

    def __setattr__(self, name: str, value: Any) -> None:
        if "_facts" in vars(self):  # all who play share it, so none may change it
            raise AttributeError(f"a Game is settled, its {name} cannot be set; make another game")
        super().__setattr__(name, value)

    @contextmanager
    def _blamed(self, what: str) -> Iterator[None]:
        """Say of whatever a user's rules raise where it comes from, in one line."""
        try:
            yield
        except BadOption as error:
            raise BadOption(f"{self.name}: {error}") from None
        except ParlourError:
            raise
        except Exception as error:
            if not self.file:
                raise
            raise BadRules(f"{self.file}: {what}: {type(error).__name__}: {error}") from error

    def fault(self, what: str) -> BadRules:
        """Build the error for rules that answer what they may not."""
        return BadRules(f"{self.file or self.name}: {what}")

    @cached_property
    def traits(self) -> Traits:
        """Return the traits, with those that the rules file shows by itself."""
        base = self._facts.traits(Traits(zero_sum=self.seats == 2))
        hidden, chance = (hasattr(self.module, verb) for verb in ("mask", "weights"))
        return Traits(base.zero_sum, base.impartial, base.simultaneous, hidden=hidden, chance=chance)

    @cached_property
    def levels(self) -> dict[str, str]:
        """Return the spec that each level stands for."""
        return dict(getattr(self.module, "LEVELS", None) or default_levels(self.traits))

    @cached_property
    def presets(self) -> dict[str, str]:
        """Return the names that stand for another spec in this game, such as a tuned `mcts`."""
        return dict(getattr(self.module, "STRATEGIES", {}))

    @cached_property
    def playouts(self) -> tuple[str, ...]:
        """Return the names of the playout policies that this game has besides its `rollout`."""
        return tuple(getattr(self.module, "PLAYOUTS", {}))

    @cached_property
    def public(self) -> Game:
        """Return the game without options that hold secrets: this is what a view may carry."""
        secrets = {name for name, option in self.known_options.items() if option.secret}
        if all(self.options[name] == self.known_options[name].default for name in secrets):
            return self
        return Game(self.module, **{k: v for k, v in self.options.items() if k not in secrets})

    def drawn(self, seed: int) -> Game:
        """Give the game that a match of this seed plays: options that it draws, and nobody has set, drawn."""
        values = {}
        for name, option in self.known_options.items():
            if option.drawn and name not in self.given:
                low, high = int(option.low or 0), DRAWN if option.high is None else int(option.high)
                values[name] = low + Stream.of(seed, "option", name).below(min(DRAWN, high - low + 1))
        game = Game(self.module, **{**self.options, **values}) if values else self
        vars(game)["given"] = self.given
        return self if game._start == self._start else game  # where nothing is left to draw, nothing is told

    def undrawn(self, seed: int) -> Game:
        """Return the game of a saved match: what that match drew by its seed, the next one may draw anew."""
        free = {name for name in self.given if self.known_options[name].drawn}
        if not free:
            return self
        game = Game(self.module, **{name: self.options[name] for name in self.given - free}).drawn(seed)
        return game if game == self else self

    # -- rules -------------------------------------------------------------------------------------------

    def start(self) -> Any:
        """Return the first state."""
        return self._start

    def turn(self, s: AnyState) -> int:
        """Say whose turn it is: a seat, CHANCE (-1) or OVER (-2)."""
        self._expect(s)
        return rules.turn(s)

    def legal(self, s: AnyState) -> list[int]:
        """List the legal actions in ascending order; at CHANCE, the possible outcomes."""
        self._expect(s)
        actions = rules.legal(s)
        try:
            return bits.listed(actions)
        except BadRules as error:
            raise self.fault(str(error)) from None
        except TypeError:
            raise self.fault(f"legal gives {clipped(actions)}; it must be bits: an int or words") from None

    def play(self, s: AnyState, a: int) -> Any:
        """Return the next state; raise IllegalMove if the action may not be played here."""
        self.check(s, a)
        return rules.play(s, a)

    def check(self, s: AnyState, a: int) -> None:
        """Raise IllegalMove, with the legal moves, unless the action may be played here."""
        self._expect(s)
        if isinstance(a, int) and not isinstance(a, bool) and rules.is_legal(s, a):
            return
        if rules.turn(s) == OVER:
            raise IllegalMove(f"{self.name}: the game is over, no move can be played")
        raise IllegalMove(f"{self.name}: action {clipped(a)} is illegal here; legal: {self._sample(s)}")

    def returns(self, s: AnyState) -> tuple[float, ...]:
        """Return the result for each seat."""
        self._expect(s)
        given = rules.returns(s)
        try:
            values = tuple(float(value) for value in given)
        except (TypeError, ValueError):
            values = ()
        if len(values) != self.seats:
            raise self.fault(f"returns gives {clipped(given)}; it must be a tuple of {self.seats} floats")
        return values

    def outcomes(self, s: AnyState) -> list[tuple[int, float]]:
        """List the chance outcomes with their probabilities."""
        return [(a, float(rules.weights(s, a))) for a in self.legal(s)]

    def view(self, s: AnyState, seat: int, history: Sequence[tuple[int, int]] = ()) -> View:
        """Return what a seat may know of a state; seat -1 is a spectator."""
        from parlour.core.view import View

        self._expect(s)
        self.check_seat(seat)
        return View(self.public, seat, rules.mask(s, seat), tuple(history))

    def check_seat(self, seat: int) -> None:
        """Raise BadOption unless there is such a seat; -1 is a spectator."""
        if type(seat) is not int or not rules.NOBODY <= seat < self.seats:
            raise BadOption(
                f"{self.name}: no seat {clipped(seat)}; give 0 to {self.seats - 1}, or -1 for a spectator"
            )

    def _expect(self, s: AnyState) -> None:
        if type(s) is not self.module.State:
            if s is self._start:
                raise self.fault(f"start gives {clipped(s)}, a {type(s).__name__}, not a State")
            raise BadOption(f"{self.name}: {clipped(s)} is not a state of this game; begin with start()")

    # -- words -------------------------------------------------------------------------------------------

    def format(self, s: AnyState, a: int) -> str:
        """Return the move text of an action in a state."""
        if a == UNKNOWN:
            return "?"
        words: Callable[[AnyState, int], str] | None = getattr(self.module, "format", None)
        if words is None or type(a) is not int:
            self._expect(s)
            return str(a) if type(a) is int else self._no_action(s, a)
        try:
            text = words(s, a)
        except Exception:
            self._expect(s)
            if rules.is_legal(s, a):
                raise
            return self._no_action(s, a)
        if not isinstance(text, str):
            raise self.fault(f"format gives {clipped(text)} for action {a}; it must be text")
        return text

    def _no_action(self, s: AnyState, a: object) -> NoReturn:
        raise IllegalMove(f"{self.name}: action {clipped(a)} is illegal here; legal: {self._sample(s)}")

    def parse(self, s: AnyState, text: str) -> int:
        """Read a move; raise InvalidMove if it is none, IllegalMove if it may not be played here."""
        self._expect(s)
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise InvalidMove(f"{self.name}: {clipped(text)} is not a move; legal: {self._sample(s)}")
        if rules.turn(s) == OVER:
            raise IllegalMove(f"{self.name}: the game is over, {clipped(text)} cannot be played")
        clean = " ".join(text.split())
        reader: Callable[[AnyState, str], int] | None = getattr(self.module, "parse", None)
        if has_lookalikes(clean):  # a reader would take them for letters and digits, or fail
            action = next((a for a in self.legal(s) if self.format(s, a) == clean), -1)
        else:
            action = reader(s, clean) if reader else self._parse_by_format(s, clean)
        if not isinstance(action, int):
            raise self.fault(f"parse gives {clipped(action)} for {clipped(text)}; it must be an action or -1")
        if action < 0:
            raise InvalidMove(f"{self.name}: {clipped(text)} is not a move; legal: {self._sample(s)}")
        if not rules.is_legal(s, action):
            raise IllegalMove(f"{self.name}: {clipped(text)} is illegal here; legal: {self._sample(s)}")
        return action

    def _parse_by_format(self, s: AnyState, text: str) -> int:
        wanted = text.lower()
        for action in self.legal(s):
            if self.format(s, action).lower() == wanted:
                return action
        return -1

    def remark(self, s: AnyState, a: int) -> str:
        """Say in the words of the game what an action does, such as "makes a run of three"; or nothing."""
        words: Callable[[AnyState, int], str] | None = getattr(self.module, "remark", None)
        return words(s, a) if words else ""

    def _sample(self, s: AnyState, most: int = 12) -> str:
        moves = self.moves(s)
        return in_a_row(moves[:most]) + (f" ... ({len(moves)} in all)" if len(moves) > most else "")

    # A written move is one action, except in games whose turns may be several: the jumps of checkers.

    def read(self, s: AnyState, text: str) -> list[int]:
        """Read a written move as its actions; raise InvalidMove or IllegalMove as `parse` does."""
        first = self.parse(s, text)
        reader: Callable[[AnyState, str], list[int]] | None = getattr(self.module, "read", None)
        if reader is None:
            return [first]
        actions = reader(s, " ".join(text.split()))
        if not isinstance(actions, list) or not actions or not all(isinstance(a, int) for a in actions):
            raise self.fault(
                f"read gives {clipped(actions)} for {clipped(text)}; it must be a list of actions"
            )
        return actions

    def write(self, s: AnyState, actions: Iterable[int]) -> list[str]:
        """Write a line of actions as moves."""
        self._expect(s)
        if not isinstance(actions, Iterable):
            raise InvalidMove(f"{self.name}: {clipped(actions)} is no line of actions; give a list of them")
        writer: Callable[[AnyState, Iterable[int]], list[str]] | None = getattr(self.module, "write", None)
        words = []
        if writer:
            try:
                words = writer(s, actions)
            except (TypeError, IndexError, KeyError):
                self._line(s, actions)  # says so where a line is not one of this game
                raise
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise self.fault(f"write gives {clipped(words)}; it must be a list of texts")
            return words
        for a in actions:
            words.append(self.format(s, a))
            s = rules.play(s, a)
        return words

    def _line(self, s: AnyState, actions: Iterable[int]) -> AnyState:
        for a in actions:
            s = self.play(s, a)
        return s

    def moves(self, s: AnyState) -> list[str]:
        """List the moves that may be written here."""
        whole: Callable[[AnyState], list[Any]] | None = getattr(self.module, "whole_moves", None)
        if whole:
            self._expect(s)
            return [self.write(s, actions)[0] for actions in whole(s)]
        return [self.format(s, a) for a in self.legal(s)]

    def read_moves(self, moves: str | Iterable[str | int], s: AnyState | None = None) -> list[int]:
        """Read a line of moves, as one text or as texts and actions, into actions from the start (or s)."""
        s = self._start if s is None else s
        splitter: Callable[[str], list[str]] | None = getattr(self.module, "split", None)
        if not isinstance(moves, Iterable):
            raise InvalidMove(f"{self.name}: {clipped(moves)} is no line of moves; give one text, or a list")
        if isinstance(moves, str) and splitter is not None:
            given = splitter(moves)
            if not isinstance(given, list) or not all(isinstance(word, str) for word in given):
                raise self.fault(f"split gives {clipped(given)}; it must be a list of texts")
            tokens: list[str | int] = list(given)
        else:
            tokens = list(moves.split() if isinstance(moves, str) else moves)
        actions: list[int] = []
        at = 0
        while at < len(tokens):
            read, used = self._read_one(s, tokens, at, at + 1)
            actions += read
            for action in read:
                s = rules.play(s, action)
            at += used
        return actions

    def _read_one(self, s: AnyState, tokens: list[str | int], at: int, number: int) -> tuple[list[int], int]:
        token = tokens[at]
        if isinstance(token, int) and not isinstance(token, bool):
            self.check(s, token)
            return [token], 1
        if not isinstance(token, str):
            raise InvalidMove(f"{self.name}: move {number} is {clipped(token)}; give texts or whole numbers")
        words = [token]
        while True:  # a move may be several words: "raise 40"
            try:
                return self.read(s, " ".join(words)), len(words)
            except InvalidMove:
                following = tokens[at + len(words)] if at + len(words) < len(tokens) else None
                if len(words) == 4 or not isinstance(following, str):
                    return self._refuse(s, token, number), 1
                words.append(following)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None

    def _refuse(self, s: AnyState, token: str, number: int) -> list[int]:
        try:
            return self.read(s, token)
        except InvalidMove as error:
            raise InvalidMove(f"move {number}: {error}") from None

    def picture(self, s: AnyState) -> Picture:
        """Describe the board, UNKNOWN fields as such; a `picture` of two arguments gets the start too."""
        self._expect(s)
        drawer: Callable[..., Picture] | None = getattr(self.module, "picture", None)
        if drawer:
            drawn = drawer(s, self.start()) if takes_two(drawer) else drawer(s)
            if not isinstance(drawn, Picture):
                raise self.fault(f"picture gives {clipped(drawn)}, a {type(drawn).__name__}, not a Picture")
            return drawn
        fields = zip(self.module.State._fields, s, strict=True)
        return Picture(tuple(Text(f"{name}: {value}") for name, value in fields))

    def show(self, s: AnyState) -> str:
        """Draw the board as plain text."""
        return self.picture(s).text()

    # -- identity ----------------------------------------------------------------------------------------

    def changed_options(self) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {k: v for k, v in self.options.items() if v != self.known_options[k].default}

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.changed_options().items())
        return f"parlour.game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.module, self.options) == (other.module, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted((k, str(v)) for k, v in self.options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.core.loading import rebuild

        made = (self.module.__name__, getattr(self.module, "__file__", ""), dict(self.options))
        return rebuild, made, {"given": self.given}


__all__ = ["CHANCE", "OVER", "UNKNOWN", "Game", "Traits", "check_rules", "default_levels", "name_of"]
