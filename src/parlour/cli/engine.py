"""The engine: a line protocol on standard input and output, for programs in any language."""

from __future__ import annotations

import json
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

from parlour import __version__
from parlour.cli.common import Load, Verbose, settle
from parlour.core.errors import BadOption, ParlourError, clipped
from parlour.core.job import STACK, Job
from parlour.core.jsonable import plain
from parlour.core.rules import OVER

if TYPE_CHECKING:
    from parlour.core.choice import Choice
    from parlour.core.game import Game
    from parlour.core.knowledge import Knowledge
    from parlour.core.opponent import Opponent
    from parlour.core.view import View

EXAMPLES = """\
  parlour engine
  parlour engine --load my_game.py"""
PROTOCOL = 1
LONGEST = 1_000_000  # characters of a line
HEARD = 86_400.0  # seconds: with some limit on time a choice can be stopped
LIMITS = ("at_most", "seconds", "simulations", "nodes", "depth")


def engine(load: Load = None, verbose: Verbose = False) -> None:
    """Answer another program, by one JSON object a line.

    A request names what to do: hello, new, position, legal, choose, explain, stop or quit. Its answer carries
    its id, ok, and what was asked for or an error in one sentence. The end of the input ends it.
    """
    settle(verbose, load)
    serve(sys.stdin, sys.stdout)


def serve(source: IO[str], sink: IO[str]) -> None:
    """Answer line by line until the input ends or somebody asks to quit."""
    desk = Desk(sink)
    while line := source.readline(LONGEST):
        if line.strip() and not desk.answer(line):
            return
    desk.finish()


class Desk:
    """One game at a time: what was asked last, who plays it, and a choice that may be under way."""

    def __init__(self, sink: IO[str]) -> None:
        self._sink = sink
        self._lock = threading.Lock()
        self._game: Game | None = None
        self._opponents: dict[int, Opponent] = {}
        self._position: list[int] | Knowledge = []  # all actions, or what one seat knows
        self._job: Job[None] | None = None
        self._thinks = False

    def answer(self, line: str) -> bool:
        """Answer a request; say whether to go on."""
        number: Any = None
        try:
            asked = _request(line)
            number = asked.get("id")
            do = asked.get("do")
            if do == "quit":
                self.stop(asked)
                self.finish()
                self._say(number, {})
                return False
            if do in ("choose", "explain"):
                self._begin(number, asked, thorough=do == "explain")
            elif isinstance(do, str) and do in DOINGS:
                self._say(number, DOINGS[do](self, asked))
            else:
                raise BadOption(f"do={clipped(do)}: known are {', '.join((*DOINGS, *OTHERS))}")
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._fail(number, error)
        return True

    def finish(self) -> None:
        """Wait for the choice under way, if there is one."""
        if self._job is not None:
            self._job.wait()

    # -- answers ---------------------------------------------------------------------------------------------

    def _say(self, number: Any, data: dict[str, Any]) -> None:
        text = json.dumps(plain({"id": number, "ok": True, **data}), allow_nan=False)
        with self._lock:
            print(text, file=self._sink, flush=True)

    def _fail(self, number: Any, error: BaseException) -> None:
        said = str(error) if isinstance(error, ParlourError) else f"{type(error).__name__}: {error}"
        with self._lock:
            text = json.dumps({"id": plain(number), "ok": False, "error": " ".join(said.split())})
            print(text, file=self._sink, flush=True)

    # -- requests --------------------------------------------------------------------------------------------

    def hello(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Say who answers, and which games there are."""
        from parlour.core.registry import game_names

        return {"name": "parlour", "version": __version__, "protocol": PROTOCOL, "games": game_names()}

    def new(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Begin a match: a game with its options, and who plays which seats."""
        self._idle()
        from parlour.core.opponent import Opponent
        from parlour.core.registry import game

        options = asked.get("options", {})
        if not isinstance(asked.get("game"), str) or not isinstance(options, dict):
            raise BadOption("new: give the game's name, and its options as an object")
        it = game(
            asked["game"], **{str(k): tuple(v) if isinstance(v, list) else v for k, v in options.items()}
        )
        if "level" in asked and "spec" in asked:
            raise BadOption("new: give a level or a spec, not both")
        spec = asked.get("level", asked.get("spec", "hard"))
        seats = asked.get("seats", [asked.get("seat", it.seats - 1)])
        if not isinstance(seats, list):
            raise BadOption(f"new: seats={clipped(seats)}; give a list such as [0, 1]")
        seed = asked.get("seed", 0)
        opponents = {seat: Opponent(it, spec, seat, seed) for seat in seats if _is_seat(seat)}
        if not opponents:
            raise BadOption("new: no seat given; give seat or seats")
        self._opponents, self._position = opponents, []
        self._game = it.drawn(seed)
        told = {"game": it.name, "title": it.title, "options": dict(self._game.options), "seats": it.seats}
        return {**told, "plays": sorted(opponents), "spec": spec}

    def position(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Take the moves so far: all of them, or with seat or hand what one seat knows."""
        self._idle()
        it = self._needed()
        moves = asked.get("moves", "")
        if "hand" in asked or "seat" in asked:
            from parlour.core.knowledge import Knowledge

            known = Knowledge(it, asked.get("seat", min(self._opponents))).told(asked.get("hand", ""), moves)
            turn = known.turn
            self._position = known
            return {"turn": turn, "over": turn == OVER}
        self._position = it.read_moves(moves)
        s = self._states(it)[-1]
        told = {"turn": it.turn(s), "over": it.turn(s) == OVER}
        return told | ({"returns": list(it.returns(s))} if told["over"] else {})

    def legal(self, asked: dict[str, Any]) -> dict[str, Any]:
        """List the moves that the seat to move may play, or the outcomes of chance."""
        it = self._needed()
        if isinstance(self._position, list):
            s = self._states(it)[-1]
            return {"turn": it.turn(s), "moves": [] if it.turn(s) == OVER else it.moves(s)}
        view = self._position.view()
        return {"turn": view.turn(), "moves": view.moves()}

    def _states(self, it: Game) -> list[Any]:
        states = [it.start()]
        for action in self._position if isinstance(self._position, list) else ():
            states.append(it.play(states[-1], action))
        return states

    def _view(self, it: Game, seat: int) -> View:
        """Return what a seat knows of the position; of one that was given whole, no more than that either."""
        from parlour.core.rules import mask
        from parlour.core.view import View, history_of

        if not isinstance(self._position, list):
            return self._position.view()
        states = self._states(it)
        return View(it.public, seat, mask(states[-1], seat), history_of(states, self._position, seat))

    def stop(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Let a choice under way be answered now, with what it has found."""
        thinks = self._thinks
        for opponent in self._opponents.values() if thinks else ():
            opponent.stop()
        return {"thinking": thinks}

    # -- choices ---------------------------------------------------------------------------------------------

    def _begin(self, number: Any, asked: dict[str, Any], thorough: bool) -> None:
        """Think in a thread, so that stop is heard; the answer comes when the choice is made."""
        self._idle()
        it = self._needed()
        limit = _limit(asked)
        turn = it.turn(self._states(it)[-1]) if isinstance(self._position, list) else self._position.turn
        opponent = self._opponents.get(turn, self._opponents[min(self._opponents)])
        view = opponent.view(self._view(it, opponent.seat))  # refuses what is not its turn

        def think() -> None:
            try:
                choices = opponent.turn(view, limit)
                self._thinks = False
                self._say(number, _told(view, choices, thorough))
            except BaseException as error:
                self._thinks = False
                self._fail(number, error)

        self._thinks = True
        self._job = Job(think, STACK)

    def _idle(self) -> None:
        if self._thinks:
            raise BadOption("a choice is under way; stop it, or wait for its answer")

    def _needed(self) -> Game:
        if self._game is None:
            raise BadOption('there is no game yet; begin with {"do": "new", "game": ...}')
        return self._game


DOINGS = {
    "hello": Desk.hello,
    "new": Desk.new,
    "position": Desk.position,
    "legal": Desk.legal,
    "stop": Desk.stop,
}
OTHERS = ("choose", "explain", "quit")


def _request(line: str) -> dict[str, Any]:
    if len(line) >= LONGEST:
        raise BadOption(f"a line of {LONGEST:,} characters and more; send less")
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadOption(f"not a line of JSON: {clipped(line.strip())} ({error})") from None
    if not isinstance(asked, dict):
        raise BadOption(f'{clipped(asked)} is no request; send an object such as {{"id": 1, "do": "hello"}}')
    return asked


def _is_seat(seat: object) -> bool:
    if type(seat) is not int:
        raise BadOption(f"new: no seat {clipped(seat)}; give whole numbers from 0")
    return True


def _limit(asked: dict[str, Any]) -> dict[str, Any]:
    """Read what a choice may cost, in `limit` or beside it; a cap that nobody reaches lets it be stopped."""
    from parlour.core.limit import Limit

    inside = asked.get("limit", {})
    beside = {name: asked[name] for name in LIMITS if name in asked}
    limit = Limit.of(inside).to_json() | beside
    if not {"at_most", "seconds"} & set(limit):
        limit["at_most"] = HEARD
    Limit.of(limit)
    return limit


def _told(view: View, choices: list[Choice], thorough: bool) -> dict[str, Any]:
    """Tell a turn as one move, with all its actions; the reasons are those of the first."""
    actions = [choice.action for choice in choices]
    brief = {"seat": view.seat, "move": view.game.write(view.state, actions)[0], "actions": actions}
    return {**choices[0].to_json(), **brief} if thorough else {**brief, "value": choices[0].value}
