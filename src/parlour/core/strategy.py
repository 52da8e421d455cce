"""A strategy: given a view and a limit, a choice. One instance is one seat in one match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, final

from parlour.core import sofar
from parlour.core.choice import Candidate, Choice
from parlour.core.clock import own_clock
from parlour.core.errors import BadOption, Unsuitable, clipped
from parlour.core.game import Game
from parlour.core.limit import Limit
from parlour.core.options import Option, resolve
from parlour.core.rng import Stream
from parlour.core.rules import is_legal
from parlour.core.view import View

NOISE = 1e-9  # what is smaller than this was computed as nought

if TYPE_CHECKING:
    from parlour.core.memory import Past
    from parlour.core.solve import Solution


def option(
    default: Any,
    help: str = "",
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    local: bool = False,
) -> Any:
    """Declare an option of a strategy: `c: float = option(1.4, "exploration")`, then read `self.c`.

    One that names a file or an address is `local`: a server takes none from those it serves.
    """
    return Option(default, help, low, high, choices, local=local)


class Strategy:
    """Base of every strategy: subclass it, set `name`, write `choose`."""

    name: ClassVar[str] = ""
    games: ClassVar[tuple[str, ...]] = ()  # the only games it knows; () is any that suits
    closed_form: ClassVar[bool] = False  # answers by a theorem, at once and exactly
    reaches_out: ClassVar[bool] = False  # asks another program: never played for strangers, nor rehearsed
    options: ClassVar[dict[str, Option]] = {}

    blunder: float = option(0.0, "chance of a random move instead", low=0.0, high=1.0)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Option)}
        cls.options = {**cls.options, **own}
        if "name" not in vars(cls):
            cls.name = cls.__name__.lower()

    def __init__(self, game: Game, seat: int, rng: Stream, **options: Any) -> None:
        if not isinstance(game, Game):
            raise BadOption(f"{self.name}: {clipped(game)} is not a game; make one with parlour.game(name)")
        self.game = game.public
        if not self.suits(self.game):
            raise Unsuitable(f"{self.name} cannot play {game.name}: {self.unsuited(self.game)}")
        self.seat = seat
        self.rng = rng
        self.thorough = False  # set when someone asks why: value every move, not only the best
        for name, value in resolve(self.name, self.options_in(self.game), options).items():
            setattr(self, name, value)

    @classmethod
    def options_in(cls, game: Game) -> dict[str, Option]:
        """Return the options as a game has them: a strategy may take choices that only the game can name."""
        return cls.options

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Say whether this strategy can play the game."""
        return not cls.unsuited(game)

    @classmethod
    def unsuited(cls, game: Game) -> str:
        """Say why this strategy cannot play the game; empty when it can."""
        if cls.games and game.name not in cls.games:
            return f"it knows {', '.join(cls.games)} only"
        return cls.unfit(game)

    @classmethod
    def unfit(cls, game: Game) -> str:
        """Say what of the game's traits rules the strategy out; empty when nothing does. For subclasses."""
        return ""

    def choose(self, view: View, limit: Limit) -> Choice | int:
        """Pick one of `view.legal()`; give a Choice with its evidence, or the action alone."""
        raise NotImplementedError(f"{type(self).__name__} needs a choose(self, view, limit) method")

    def recall(self, past: Sequence[Past]) -> None:
        """Take in earlier matches with those at the table, the oldest first, each as one's own chair saw it.

        It is called once, before the first `choose`. By default nothing is made of them.
        """

    @classmethod
    def solve(cls, game: Game, s: Any, limit: Limit) -> Solution | None:
        """Return the exact value of a state, if this strategy has a way to it; None otherwise."""
        return None

    @classmethod
    def solve_on(cls, game: Game, s: Any, limit: Limit, device: str, target: float) -> Solution | None:
        """Solve with a device to work on ("" for none) and an exploitability that is enough (0: the usual).

        What has no use for either solves as ever.
        """
        return cls.solve(game, s, limit) if cls.suits(game) else None

    @final
    def decide(self, view: View, limit: Limit | None = None) -> Choice:
        """Choose, then put the move into words; the door that matches and front ends use."""
        if self.blunder > 0.0 and self.rng.uniform() < self.blunder:
            action = self.rng.choice(view.legal())
            why = ("Played at random, as this player does now and then.",)
            return Choice(action, view.format(action), evidence={"blunder": self.blunder}, reasons=why)
        if (listener := sofar.listener(view)) is not None:
            listener.listen_to(self.rng, lambda choice: self._worded(view, choice))
        with own_clock():
            chosen = self.choose(view, limit or Limit())
        return self._worded(view, chosen if isinstance(chosen, Choice) else Choice(chosen))

    def _worded(self, view: View, chosen: Choice) -> Choice:
        """Put a choice into words: its moves, what the game remarks of it, the names of the seats."""
        if not isinstance(chosen.action, int) or not is_legal(view.state, chosen.action):
            return chosen  # the match will refuse it, with the legal moves in its reason
        candidates = tuple(
            self._tidy(c if c.move else replace(c, move=view.format(c.action))) for c in chosen.candidates
        ) or (Candidate(chosen.action, view.format(chosen.action)),)
        move = chosen.move or view.format(chosen.action)
        remark = self.game.remark(view.state, chosen.action)
        reasons = (f"{move} {remark}.", *chosen.reasons) if remark else chosen.reasons
        told = replace(chosen, move=move, candidates=candidates, reasons=reasons)
        return replace(told, lesson=chosen.lesson + bool(remark)).named(self.game.names)

    def _tidy(self, c: Candidate) -> Candidate:
        """Let what is only the noise of rounding be nought, and tell the value in the units of the game."""
        told: dict[str, Any] = {
            name: 0.0
            for name in ("value", "probability", "win", "low", "high")
            if (value := getattr(c, name)) is not None and value != 0.0 and abs(value) < NOISE
        }
        if c.value is not None and not c.told and hasattr(self.game.module, "value_told"):
            told["told"] = self.game.worth(told.get("value", c.value))
        return replace(c, **told) if told else c


Strategy.options = {name: value for name, value in vars(Strategy).items() if isinstance(value, Option)}
