"""Random games for the laws to look at, and the one line that says where a law broke."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeAlias

from parlour.core import rules
from parlour.core.errors import BadRules, ParlourError
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.rules import NOBODY, OVER, AnyState
from parlour.laws.watch import Endless, beat

MOST_PLIES = 10_000  # a game that random play does not end by then does not end
MOST_WORDS = 60  # moves that an error shows
MOST_SAID = 600  # characters of what broke
LOUD = 0x5EED_5EED_5EED_5EED  # added to a seed, to be told from any other number
MOST_SAMPLED = 48  # actions tried in a state that has more
Law: TypeAlias = Callable[[Game, int, int], int]
Places: TypeAlias = Callable[[Game, int], Iterator[tuple[Any, ...]]]


class LawBroken(ParlourError):
    """A law does not hold; the text names the game, the seed, the moves so far and what broke."""


@dataclass
class Trail:
    """One game under way: its states and the actions between them."""

    game: Game
    seed: int
    states: list[AnyState] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.states:
            self.states.append(self.game.start())

    @property
    def state(self) -> AnyState:
        """Return the state reached so far."""
        return self.states[-1]

    def stream(self, purpose: str) -> Stream:
        """Return a stream for this place in this game."""
        return Stream.of(self.seed, purpose, len(self.actions))

    def sample(self, most: int = MOST_SAMPLED) -> list[int]:
        """List the legal actions; of very many, the first, the last and some between."""
        actions = self.game.legal(self.state)
        if len(actions) <= most:
            return actions
        rng, third = self.stream("sample"), most // 3
        between = {rng.choice(actions) for _ in range(third)}
        return sorted({*actions[:third], *actions[-third:], *between})

    def words(self) -> str:
        """Return the moves so far in words, or as numbers where the words are what is broken."""
        moves = []
        for s, a in zip(self.states[-MOST_WORDS - 1 :], self.actions[-MOST_WORDS:], strict=False):
            try:
                moves.append(str(self.game.format(s, a)))
            except Exception:
                moves.append(str(a))
        earlier = len(self.actions) - len(moves)
        return (f"{earlier} moves and " if earlier else "") + (" ".join(moves) or "no move")

    def broken(self, what: str) -> LawBroken:
        """Build the error for a law that does not hold here."""
        text = f"{self.game!r}, seed {self.seed}, after {self.words()}: {what[:MOST_SAID]}"
        return LawBroken(" ".join(text.split()))

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Turn whatever the rules raise into a broken law that says where it happened."""
        try:
            yield
        except (LawBroken, Endless, KeyboardInterrupt, GeneratorExit):
            raise
        except BadRules as error:
            raise self.broken(str(error)) from error
        except BaseException as error:
            raise self.broken(f"{type(error).__name__}: {str(error)[:300]}") from error

    def walk(self) -> Iterator[Trail]:
        """Play at random to the end, stopping at every state, the first and the last too."""
        rng = Stream.of(self.seed, "law")
        yield self
        while rules.turn(self.state) != OVER:
            beat(self.actions)
            if len(self.actions) >= MOST_PLIES:
                raise self.broken(f"the game is not over after {MOST_PLIES:,} plies of random play")
            if not self.game.legal(self.state):
                raise self.broken("the game is not over, but there is no legal action")
            action = rules.random_action(self.state, rng)
            after = rules.play(self.state, action)
            self.actions.append(action)
            self.states.append(after)
            yield self


def over(
    places: Places, where: Callable[[Game], bool] = lambda game: True
) -> Callable[[Callable[..., int]], Law]:
    """Make a law of a check: it holds if all such places in random games pass, `where` the game has any."""

    def law_of(check: Callable[..., int]) -> Law:
        @wraps(check)
        def law(game: Game, games: int, seed: int) -> int:
            count = 0
            for number in range(seed, seed + (games if where(game) else 0)):
                for *match, trail in places(game, number):
                    with trail.blamed():
                        count += check(*match, trail)
            return count

        return law

    return law_of


def states(game: Game, seed: int) -> Iterator[tuple[Trail]]:
    """Return the trail of a random game at every state."""
    trail = Trail(game, seed)
    walk = trail.walk()
    while True:
        with trail.blamed():
            if next(walk, None) is None:
                return
        yield (trail,)


def matches(game: Game, seed: int) -> Iterator[tuple[Match, Trail]]:
    """Return a random match with the trail that it has left."""
    match = random_match(game, seed)
    yield match, Trail(game, seed, list(match.states), list(match.actions))


def turns(game: Game, seed: int) -> Iterator[tuple[Match, Trail]]:
    """Return a random match at every turn and at its end; its seed cannot turn up anywhere by accident."""
    match, rng = Match(game, seed + LOUD), Stream.of(seed, "law")
    trail = trail_of(match, seed)
    yield match, trail
    while not match.over:
        with trail.blamed():
            match.play(rules.random_action(match.state, rng))
        yield match, trail


def has_secrets(game: Game) -> bool:
    """Say whether something is hidden in the game."""
    return game.traits.hidden


def watchers(game: Game) -> Sequence[int]:
    """List who may look: every seat, and a spectator."""
    return (*range(game.seats), NOBODY)


def starting_at(game: Game, world: AnyState) -> Game:
    """Give the game with another first state, so that a match can go on from there; views do not carry it."""
    other = Game.__new__(Game)
    vars(other).update(vars(game), public=game.public, given=frozenset(game.options), _start=world)
    return other


def random_match(game: Game, seed: int, decisions: int = MOST_PLIES) -> Match:
    """Play a match at random, to its end or for a number of decisions."""
    rng = Stream.of(seed, "law")
    with Trail(game, seed).blamed():
        match = Match(game, seed)
    with trail_of(match, seed).blamed():
        for _ in range(decisions):
            if match.over:
                break
            beat(match.actions)
            match.play(rules.random_action(match.state, rng))
    return match


def trail_of(match: Match, seed: int) -> Trail:
    """Return the trail that a match has left, to blame it by."""
    return Trail(match.game, seed, match.states, match.actions)
