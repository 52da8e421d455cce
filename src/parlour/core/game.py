"""A game: a rules file with its options settled. The checked door to the rules.

A rules file is a module with these names (see docs/add_a_game.md):
`State` a NamedTuple of ints, `start(**options)`, `turn`, `legal`, `play`, `returns`; where the game has them
`weights`, `mask`, `fill`, `sees`, `evaluate`, `order`, `rollout`, `aware`, `stage`; words `format`, `parse`,
`split`, `remark` and `picture`, and where a written move is several actions `read`, `write`, `whole_moves`;
facts `NAME`, `TITLE`, `SEATS`, `ACTIONS`, `BOUNDS`, `TRAITS`, `OPTIONS`, `LEVELS`, `STRATEGIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core import bits, rules
from parlour.core.errors import BadOption, BadRules, IllegalMove, InvalidMove, clipped
from parlour.core.letters import has_lookalikes
from parlour.core.options import Option, resolve
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


@dataclass(frozen=True)
class Traits:
    """What a search may rely on; `hidden` and `chance` follow from the rules file itself."""

    zero_sum: bool = True
    impartial: bool = False  # the same moves for both; who cannot move has lost (or won, misère)
    simultaneous: bool = False  # commitments hidden until all are made
    hidden: bool = False
    chance: bool = False


class Game:
    """A game with its options settled; it holds no position, so one serves any number of matches."""

    def __init__(self, module: ModuleType, **options: Any) -> None:
        self.module = module
        self.name: str = name_of(module)
        self.title: str = getattr(module, "TITLE", self.name.replace("_", " ").title())
        self.known_options: Mapping[str, Option] = getattr(module, "OPTIONS", {})
        self.options: dict[str, Any] = resolve(self.name, self.known_options, options)
        self.given = frozenset(options)  # what is not left to a match
        try:
            self._start: AnyState = module.start(**self.options)
        except BadOption as error:
            raise BadOption(f"{self.name}: {error}") from None
        self.seats: int = self._fact("SEATS", 2)
        self.actions: int = self._fact("ACTIONS", 0)
        self.bounds: tuple[float, float] = self._fact("BOUNDS", (-1.0, 1.0))

    def _fact(self, name: str, default: Any) -> Any:
        fact = getattr(self.module, name, default)
        return fact(self._start) if callable(fact) else fact

    @cached_property
    def traits(self) -> Traits:
        """Give the traits, with those that the rules file shows by itself."""
        base: Traits = self._fact("TRAITS", Traits(zero_sum=self.seats == 2))
        return Traits(
            base.zero_sum,
            base.impartial,
            base.simultaneous,
            hidden=hasattr(self.module, "mask"),
            chance=hasattr(self.module, "weights"),
        )

    @cached_property
    def levels(self) -> dict[str, str]:
        """Give the spec that each level stands for."""
        return dict(getattr(self.module, "LEVELS", None) or default_levels(self.traits))

    @cached_property
    def presets(self) -> dict[str, str]:
        """Give the names that stand for another spec in this game, such as a tuned `mcts`."""
        return dict(getattr(self.module, "STRATEGIES", {}))

    @cached_property
    def public(self) -> Game:
        """Give the game without options that hold secrets: this is what a view may carry."""
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
        if not values:
            return self
        game = Game(self.module, **{**self.options, **values})
        vars(game).update(given=self.given)  # what was drawn may be drawn anew
        return self if game._start == self._start else game  # where nothing is left to draw, nothing is told

    def undrawn(self, seed: int) -> Game:
        """Give the game of a saved match: what that match drew by its seed, the next one may draw anew."""
        free = {name for name in self.given if self.known_options[name].drawn}
        if not free:
            return self
        game = Game(self.module, **{name: self.options[name] for name in self.given - free}).drawn(seed)
        return game if game == self else self

    # -- rules -------------------------------------------------------------------------------------------

    def start(self) -> AnyState:
        """Give the first state."""
        return self._start

    def turn(self, s: AnyState) -> int:
        """Say whose turn it is: a seat, CHANCE (-1) or OVER (-2)."""
        return rules.turn(s)

    def legal(self, s: AnyState) -> list[int]:
        """List the legal actions in ascending order; at CHANCE, the possible outcomes."""
        return bits.listed(rules.legal(s))

    def play(self, s: AnyState, a: int) -> AnyState:
        """Give the next state; raise IllegalMove if the action may not be played here."""
        self.check(s, a)
        return rules.play(s, a)

    def check(self, s: AnyState, a: int) -> None:
        """Raise IllegalMove, with the legal moves, unless the action may be played here."""
        if isinstance(a, int) and not isinstance(a, bool) and rules.is_legal(s, a):
            return
        if rules.turn(s) == OVER:
            raise IllegalMove(f"{self.name}: the game is over, no move can be played")
        raise IllegalMove(f"{self.name}: action {clipped(a)} is illegal here; legal: {self._sample(s)}")

    def returns(self, s: AnyState) -> tuple[float, ...]:
        """Give the result for each seat."""
        return tuple(float(value) for value in rules.returns(s))

    def outcomes(self, s: AnyState) -> list[tuple[int, float]]:
        """List the chance outcomes with their probabilities."""
        return [(a, float(rules.weights(s, a))) for a in self.legal(s)]

    def view(self, s: AnyState, seat: int, history: Sequence[tuple[int, int]] = ()) -> View:
        """Give what a seat may know of a state; seat -1 is a spectator."""
        from parlour.core.view import View

        return View(self.public, seat, rules.mask(s, seat), tuple(history))

    # -- words -------------------------------------------------------------------------------------------

    def format(self, s: AnyState, a: int) -> str:
        """Give the move text of an action in a state."""
        if a == UNKNOWN:
            return "?"
        words: Callable[[AnyState, int], str] | None = getattr(self.module, "format", None)
        return words(s, a) if words else str(a)

    def parse(self, s: AnyState, text: str) -> int:
        """Read a move; raise InvalidMove if it is none, IllegalMove if it may not be played here."""
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
        return reader(s, " ".join(text.split())) if reader else [first]

    def write(self, s: AnyState, actions: Iterable[int]) -> list[str]:
        """Write a line of actions as moves."""
        writer: Callable[[AnyState, Iterable[int]], list[str]] | None = getattr(self.module, "write", None)
        if writer:
            return writer(s, actions)
        words = []
        for a in actions:
            words.append(self.format(s, a))
            s = rules.play(s, a)
        return words

    def moves(self, s: AnyState) -> list[str]:
        """List the moves that may be written here."""
        whole: Callable[[AnyState], list[Any]] | None = getattr(self.module, "whole_moves", None)
        if whole:
            return [self.write(s, actions)[0] for actions in whole(s)]
        return [self.format(s, a) for a in self.legal(s)]

    def read_moves(self, moves: str | Iterable[str | int], s: AnyState | None = None) -> list[int]:
        """Read a line of moves, as one text or as texts and actions, into actions from the start (or s)."""
        s = self._start if s is None else s
        splitter: Callable[[str], list[str]] | None = getattr(self.module, "split", None)
        if isinstance(moves, str):
            tokens: list[str | int] = list(splitter(moves) if splitter else moves.split())
        else:
            tokens = list(moves)
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
        """Describe the board; fields that are UNKNOWN are drawn as such, so views draw too."""
        drawer: Callable[[AnyState], Picture] | None = getattr(self.module, "picture", None)
        if drawer:
            return drawer(s)
        fields = zip(type(s)._fields, s, strict=True)
        return Picture(tuple(Text(f"{name}: {value}") for name, value in fields))

    def show(self, s: AnyState) -> str:
        """Draw the board as plain text."""
        return self.picture(s).text()

    # -- identity ----------------------------------------------------------------------------------------

    def changed_options(self) -> dict[str, Any]:
        """Give the options that differ from their defaults."""
        return {k: v for k, v in self.options.items() if v != self.known_options[k].default}

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.changed_options().items())
        return f"parlour.game({self.name!r}{options})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.module, self.options) == (other.module, other.options)

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted((k, str(v)) for k, v in self.options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        from parlour.core.registry import rebuild

        made = (self.module.__name__, getattr(self.module, "__file__", ""), self.options)
        return rebuild, made, {"given": self.given}


def name_of(module: ModuleType) -> str:
    """Give the name of the game in a rules file: its NAME, or the file's."""
    return str(getattr(module, "NAME", module.__name__.rsplit(".", 1)[-1]))


def default_levels(traits: Traits) -> dict[str, str]:
    """Give the ladder for a game that names none of its own."""
    if traits.hidden or traits.chance or not traits.zero_sum:
        return {
            "easy": "random",
            "medium": "montecarlo:simulations=200",
            "hard": "montecarlo:simulations=2000",
            "expert": "hybrid",
        }
    return {
        "easy": "mcts:simulations=50,blunder=0.3",
        "medium": "mcts:simulations=200,blunder=0.1",
        "hard": "mcts:simulations=4000",
        "expert": "hybrid",
    }


def check_rules(module: ModuleType, where: str) -> None:
    """Raise BadRules, naming every missing piece, unless the module is a rules file."""
    state = getattr(module, "State", None)
    if not (isinstance(state, type) and issubclass(state, tuple) and hasattr(state, "_fields")):
        raise BadRules(f"{where}: define State as a NamedTuple of ints")
    wanted = ("start", *rules.REQUIRED)
    missing = [name for name in wanted if not callable(getattr(module, name, None))]
    if missing:
        raise BadRules(f"{where}: define {', '.join(f'{name}()' for name in missing)}")
    odd = [name for name in rules.VERBS if not isinstance(getattr(module, name, check_rules), FunctionType)]
    if odd:
        raise BadRules(f"{where}: {', '.join(odd)} must be defined by def, as plain functions")
    if hasattr(module, "mask") != hasattr(module, "fill"):
        raise BadRules(f"{where}: mask() and fill() belong together; define both or neither")
    if not hasattr(module, "ACTIONS"):
        raise BadRules(f"{where}: set ACTIONS to the number of actions (each is an int below it)")
    if state in rules.tables:
        return
    functions = {name: f for name, f in vars(module).items() if isinstance(f, FunctionType)}
    for function in functions.values():
        if function.__module__ == module.__name__:  # rules may call any function of their own file
            rules.rule(function)
    rules.register(state, {verb: functions[verb] for verb in rules.VERBS if verb in functions})
    if getattr(module, "INLINE", False):
        rules.inlined.add(state)


__all__ = ["CHANCE", "OVER", "UNKNOWN", "Game", "Traits", "check_rules", "default_levels", "name_of"]
