"""A game: a rules file with its options settled. The checked door to the rules.

A rules file is a module with these names (see docs/add_a_game.md):
`State` a NamedTuple of ints, `start(**options)`, `turn`, `legal`, `play`, `returns`; where the game has them
`weights`, `mask`, `fill`, `sees`, `stage`, hints for searches from `evaluate` to `rollout`; words `format`,
`parse`, `split`, `remark`, `picture` and `touches`, and where a written move is several actions `read`,
`write`, `whole_moves`; facts `NAME`, `TITLE`, `SEATS`, `ACTIONS`, `BOUNDS`, `TRAITS`, `OPTIONS`, ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core import bits, rules
from parlour.core.errors import BadOption, BadRules, IllegalMove, ParlourError, clipped
from parlour.core.facts import Facts, Traits, check_rules, default_levels, file_of, name_of
from parlour.core.moves import MoveWords
from parlour.core.options import Option, Settled, resolve
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER, UNKNOWN, AnyState
from parlour.core.telling import Telling
from parlour.core.touch import Touching

if TYPE_CHECKING:
    from parlour.core.view import View

DRAWN = 1_000_000  # values of a drawn option: few enough to be typed again, and to tell little of the seed


class Game(MoveWords, Touching, Telling):
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
