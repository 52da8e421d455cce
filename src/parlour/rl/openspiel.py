"""OpenSpiel's games as games of Parlour: played, searched and ranked by the same commands and functions.

`openspiel:NAME` or `openspiel:NAME(parameter=value)` names one wherever a game is named. OpenSpiel's C++ code
is the referee, so nothing is compiled: searches run interpreted. A game of simultaneous moves is one of
hidden commitments, as OpenSpiel's own `turn_based_simultaneous_game` makes it.
"""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.core import registry
from parlour.core.errors import BadOption, ParlourError, Unsuitable, clipped, unknown
from parlour.core.facts import MOST_SEATS, Traits, check_rules
from parlour.core.game import Game
from parlour.core.picture import Picture, Text
from parlour.core.rng import Stream
from parlour.core.rules import CHANCE, OVER
from parlour.rl.openspiel_state import ALL, Fields, SpielState, as_text, chained
from parlour.rl.openspiel_worlds import Worlds

if TYPE_CHECKING:
    import pyspiel

FAMILY = "openspiel"
MOST_ACTIONS = 1_000_000  # a set of actions is one bit each
MOST_WORDS = 4  # of a move that is read from a line of moves, see `Game.read_moves`
LONGEST_MOVE = 100
PROBES, PROBED = 30, 200  # random games, and plies of each, by which a game is looked at before it is taken


def from_openspiel(game: str | pyspiel.Game) -> Game:
    """Return a game of OpenSpiel, by its name with parameters or as OpenSpiel has loaded it."""
    spiel = _pyspiel()
    if not isinstance(game, str):
        if not isinstance(game, spiel.Game):
            raise BadOption(f"{clipped(game)} is not a game of OpenSpiel; give its name, or a pyspiel.Game")
        return Game(_known(game))
    return registry.game(game if game.startswith(f"{FAMILY}:") else f"{FAMILY}:{game}")


def rules_of(text: str) -> ModuleType:
    """Make the rules of the game that stands behind the colon, or give those made before."""
    return _known(_loaded(text))


def revived(name: str, fields: tuple[Any, ...]) -> SpielState:
    """Make a pickled state again, in any process."""
    kind = registry.rules_module(name).State
    return _truth(kind, Fields(*fields)) if fields[0] == ALL else kind(*fields)


# -- which games there are -----------------------------------------------------------------------------------

_made: dict[str, ModuleType] = {}


def _pyspiel() -> Any:
    try:
        import pyspiel
    except ImportError:
        raise ParlourError(
            "OpenSpiel is not installed; get it by pip install open_spiel (Linux and macOS)"
        ) from None
    return pyspiel


def _loaded(text: str) -> Any:
    """Load a game by its name; what is wrong is told before OpenSpiel prints a page about it."""
    spiel, text = _pyspiel(), "".join(text.split())
    name, bracket, rest = text.partition("(")
    kinds = {kind.short_name: kind for kind in spiel.registered_games()}
    if name not in kinds:
        raise unknown("game of OpenSpiel", name, kinds)
    if bracket and rest.count("(") == 0:
        known = kinds[name].parameter_specification
        for part in filter(None, rest.rstrip(")").split(",")):
            if part.partition("=")[0] not in known:
                has = f"it has {', '.join(sorted(known))}" if known else "it has none"
                raise BadOption(f"{FAMILY}:{name} has no parameter {clipped(part)}; {has}")
    try:
        return spiel.load_game(text)
    except spiel.SpielError as error:
        raise BadOption(f"{FAMILY}:{text}: {error}") from None


def _known(game: Any) -> ModuleType:
    name = f"{FAMILY}:{str(game).removesuffix('()')}"
    if name not in _made:
        module = _module(name, game)
        check_rules(module, name)
        _made[name] = registry._modules[name] = module
    return _made[name]


def _in_turns(name: str, game: Any) -> Any:
    """Return the game with one mover at a time; refuse what is no game of seats, or cannot be repeated."""
    kind, spiel = game.get_type(), _pyspiel()
    if kind.dynamics == spiel.GameType.Dynamics.MEAN_FIELD:
        raise BadOption(f"{name}: a mean-field game has no seats to play at")
    if kind.chance_mode == spiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise BadOption(f"{name}: OpenSpiel draws its chance unseen, so that no match could be replayed")
    actions = max(game.num_distinct_actions(), game.max_chance_outcomes())
    if not 1 <= game.num_players() <= MOST_SEATS or actions > MOST_ACTIONS:
        raise BadOption(f"{name}: {game.num_players()} players and {actions:,} actions are too many")
    if kind.dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
        return spiel.convert_to_turn_based(game)
    return game


# -- the rules -----------------------------------------------------------------------------------------------


def _truth(kind: type[SpielState], fields: Fields, spiel: Any = None, before: Any = None) -> SpielState:
    """Return the true state of a history, with OpenSpiel's state and what was before it."""
    s = kind(*fields)
    if spiel is None:
        spiel = kind.spiel_game.new_initial_state()
        for action in s.history:
            spiel.apply_action(action)
    s.spiel, s.before, s.traces = spiel, before, {}
    return s


def _turn(spiel: Any) -> int:
    if spiel.is_terminal():
        return OVER
    return CHANCE if spiel.is_chance_node() else int(spiel.current_player())


def _module(name: str, game: Any) -> ModuleType:
    """Write the rules file of a game, so to speak."""
    played = _in_turns(name, game)
    kind, spiel = game.get_type(), _pyspiel()
    hidden = played.get_type().information != spiel.GameType.Information.PERFECT_INFORMATION
    State = type("State", (SpielState,), {"game_name": name, "spiel_game": played})  # noqa: N806
    first = played.new_initial_state()
    begun = _truth(State, Fields(ALL, _turn(first), ()), first)
    least, most = game.min_utility(), game.max_utility()

    def start() -> SpielState:
        return begun

    def turn(s: SpielState) -> int:
        return s.turn

    def legal(s: SpielState) -> int:
        """Whatever OpenSpiel allows."""
        actions = s.spiel.legal_actions() if s.seat == ALL else s.legal
        return sum(1 << action for action in actions)

    def play(s: SpielState, a: int) -> SpielState:
        if s.seat != ALL:
            raise Unsuitable(f"{name}: a view cannot be played on; draw a world of it first")
        after = s.spiel.child(a)
        return _truth(State, Fields(ALL, _turn(after), (*s.history, a)), after, s)

    def returns(s: SpielState) -> tuple[float, ...]:
        """The points that OpenSpiel gives, the more the better."""
        return tuple(map(float, s.spiel.returns()))

    def weights(s: SpielState, a: int) -> float:
        """Each outcome with the probability that OpenSpiel gives it."""
        return float(dict(s.spiel.chance_outcomes())[a])

    def evaluate(s: SpielState, seat: int) -> float:
        """Take what was won so far."""
        return float(min(max(s.spiel.player_return(seat), least), most))

    def format(s: SpielState, a: int) -> str:
        """Written as OpenSpiel writes it."""
        return _text(s, a, worlds)

    def parse(s: SpielState, text: str) -> int:
        wanted = text.lower()
        return next((a for a, words in _texts(s, worlds).items() if words.lower() == wanted), -1)

    def picture(s: SpielState) -> Picture:
        text = str(s.spiel) if s.seat == ALL else as_text(s.text)
        lines = [line.rstrip() for line in text.splitlines()]
        if not any(lines):
            lines = ["There is nothing to be seen before the game is over." if hidden else "The start."]
        return Picture(tuple(Text(line) for line in lines), kind.long_name)

    def mask(s: SpielState, seat: int) -> SpielState:
        """A player is told what OpenSpiel tells that player, and whose turn it is; all at the end."""
        assert worlds is not None
        return worlds.mask(s, seat)

    def fill(v: SpielState, seat: int, rng: Any) -> SpielState:
        assert worlds is not None
        return worlds.fill(v, rng)

    def sees(s: SpielState, a: int, seat: int, now: SpielState) -> bool:
        assert worlds is not None
        return worlds.known(worlds.mask(now, seat))[len(s.history)] == a

    worlds = Worlds(name, begun, play) if hidden else None
    module = ModuleType(f"parlour.rl.{name}", f"{kind.long_name}: a game of OpenSpiel.")
    verbs: list[Any] = [start, turn, legal, play, returns, format, parse, picture]
    rewarded = kind.reward_model == spiel.GameType.RewardModel.REWARDS
    verbs += [evaluate] if rewarded or not least <= 0.0 <= most else []
    verbs += [weights] if kind.chance_mode == spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC else []
    verbs += [mask, fill, sees] if hidden else []
    two = game.num_players() == 2 and kind.utility == spiel.GameType.Utility.ZERO_SUM
    facts: dict[str, Any] = {
        "NAME": name,
        "TITLE": kind.long_name,
        "BLURB": f"{kind.long_name}, by OpenSpiel",
        "GROUP": "OpenSpiel",
        "State": State,
        "SEATS": game.num_players(),
        "ACTIONS": max(1, played.num_distinct_actions(), played.max_chance_outcomes()),
        "BOUNDS": (float(least), float(most)),
        "TRAITS": Traits(zero_sum=two, simultaneous=played is not game),
        "INTERPRETED": True,
    }
    vars(module).update({verb.__name__: verb for verb in verbs}, **facts)
    if worlds is not None and not _can_be_searched(name, worlds):
        vars(module)["LEVELS"] = dict.fromkeys(("easy", "medium", "hard", "expert"), "random")
    return module


def _text(s: SpielState, a: int, worlds: Worlds | None) -> str:
    """Write a move; one of another's, which a view may have learnt of later, as that one wrote it."""
    if worlds is None or s.seat in (ALL, s.turn):
        return _texts(s, worlds)[a]
    found = worlds.followed(s)
    if found.ply < len(s.history):
        return str(a)
    return next(texts[a] for world, _ in found.worlds if a in (texts := _texts(world, worlds)))


def _texts(s: SpielState, worlds: Worlds | None) -> dict[int, str]:
    """Write the moves as OpenSpiel does; as numbers where the mover could not tell these words by itself."""
    if "texts" in vars(s):
        return s.texts
    actions = s.spiel.legal_actions() if s.seat == ALL else s.legal
    writer = s.spiel if s.seat == ALL else None
    if worlds is not None and s.turn >= 0:
        some = worlds.some(worlds.mask(s, s.turn))
        writer = some.spiel if some is not None else None
    texts = {a: _plain(writer.action_to_string(s.turn, a), a) if writer else str(a) for a in actions}
    twice = Counter(text.lower() for text in texts.values())
    s.texts = {a: text if twice[text.lower()] == 1 else f"{text}#{a}" for a, text in texts.items()}
    return s.texts


def _plain(text: str, a: int) -> str:
    words = text.split()
    line = (" " if len(words) <= MOST_WORDS else "_").join(words)
    return line if line not in ("", "?") and len(line) <= LONGEST_MOVE else str(a)


def _can_be_searched(name: str, worlds: Worlds) -> bool:
    """Say whether worlds can be drawn in random games; refuse a game that hides who has moved.

    Parlour shows to all whose turn it is. A player of such a game would learn more than by OpenSpiel.
    """
    told: dict[tuple[int, int], int] = {}  # what a seat was told, and whose turns it had been
    drawn = True
    for probe in range(PROBES):
        s, past, rng = worlds.start, 0, Stream.of("probe", probe)
        mine: dict[int, int] = {}
        for _ in range(PROBED):
            if s.turn == OVER:
                break
            past = chained(past, s.turn, 0, "")
            a = rng.choice(s.spiel.legal_actions())
            if s.turn >= 0:
                story = chained(mine.get(s.turn, 0), 0, 0, worlds.told(s, s.turn))
                if told.setdefault((s.turn, story), past) != past:
                    raise BadOption(
                        f"{name}: it hides from a player how often others moved, which Parlour shows to all"
                    )
                mine[s.turn] = chained(story, 0, a, "")
                drawn = drawn and (probe > 0 or worlds.can_fill(worlds.mask(s, s.turn)))
            s = worlds.play(s, a)
    return drawn
