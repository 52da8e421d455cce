"""Parlour: write a game's rules once, in plain Python; play, analyse and solve it at native speed."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # so that not even typing is imported
if TYPE_CHECKING:
    from typing import Any

    from parlour import arena as arena
    from parlour.batches.batch import batch as batch
    from parlour.batches.best_response import best_response as best_response
    from parlour.batches.best_response import exploitability as exploitability
    from parlour.batches.matches import batch_matches as batch_matches
    from parlour.batches.policies import Policy as Policy
    from parlour.cards.equity import equity as equity
    from parlour.client.server import connect as connect
    from parlour.core.analyse import analyse as analyse
    from parlour.core.choice import Candidate as Candidate
    from parlour.core.choice import Choice as Choice
    from parlour.core.driver import play as play
    from parlour.core.errors import ParlourError as ParlourError
    from parlour.core.event import Event as Event
    from parlour.core.exhibit import Exhibit as Exhibit
    from parlour.core.game import Game as Game
    from parlour.core.game import Traits as Traits
    from parlour.core.guide import Guide as Guide
    from parlour.core.knowledge import Knowledge as Knowledge
    from parlour.core.limit import Limit as Limit
    from parlour.core.loading import load as load
    from parlour.core.match import Match as Match
    from parlour.core.names import Names as Names
    from parlour.core.objects import register as register
    from parlour.core.objects import spec as spec
    from parlour.core.opponent import Opponent as Opponent
    from parlour.core.options import Option as Option
    from parlour.core.picture import Picture as Picture
    from parlour.core.record import Record as Record
    from parlour.core.registry import game as game
    from parlour.core.registry import game_names as game_names
    from parlour.core.review import Review as Review
    from parlour.core.review import review as review
    from parlour.core.rng import Stream as Stream
    from parlour.core.rules import CHANCE as CHANCE
    from parlour.core.rules import OVER as OVER
    from parlour.core.rules import UNKNOWN as UNKNOWN
    from parlour.core.solve import Solution as Solution
    from parlour.core.solve import solve as solve
    from parlour.core.strategy import Strategy as Strategy
    from parlour.core.strategy import option as option
    from parlour.core.view import View as View
    from parlour.notebook.board import board as board
    from parlour.rl.doors import gymnasium as gymnasium
    from parlour.rl.doors import pettingzoo as pettingzoo
    from parlour.rl.doors import vector as vector
    from parlour.rl.openspiel import from_openspiel as from_openspiel

__version__ = "0.1.0"

# Where each public name lives, in core unless it says; it is imported when it is first asked for, so that
# `import parlour` costs nothing.
_HOMES = {
    "CHANCE": "rules",
    "OVER": "rules",
    "UNKNOWN": "rules",
    "Candidate": "choice",
    "Choice": "choice",
    "Event": "event",
    "Exhibit": "exhibit",
    "Game": "game",
    "Guide": "guide",
    "Knowledge": "knowledge",
    "Limit": "limit",
    "Match": "match",
    "Names": "names",
    "Opponent": "opponent",
    "Option": "options",
    "ParlourError": "errors",
    "Picture": "picture",
    "Policy": "parlour.batches.policies",
    "Record": "record",
    "Review": "review",
    "Solution": "solve",
    "Strategy": "strategy",
    "Stream": "rng",
    "Traits": "game",
    "View": "view",
    "analyse": "analyse",
    "batch": "parlour.batches.batch",
    "batch_matches": "parlour.batches.matches",
    "best_response": "parlour.batches.best_response",
    "board": "parlour.notebook.board",
    "connect": "parlour.client.server",
    "equity": "parlour.cards.equity",
    "exploitability": "parlour.batches.best_response",
    "from_openspiel": "parlour.rl.openspiel",
    "game": "registry",
    "game_names": "registry",
    "gymnasium": "parlour.rl.doors",
    "load": "loading",
    "option": "strategy",
    "pettingzoo": "parlour.rl.doors",
    "play": "driver",
    "register": "objects",
    "review": "review",
    "solve": "solve",
    "spec": "objects",
    "vector": "parlour.rl.doors",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name == "arena":
        return import_module("parlour.arena")
    if name not in _HOMES:
        raise AttributeError(f"module 'parlour' has no attribute {name!r}")
    home = _HOMES[name]
    value = getattr(import_module(home if "." in home else f"parlour.core.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "arena"]
