"""The first decision of a process thinks as long as any other: its clock starts when the code is ready.

Every strategy of every game, its kernels as slow to get ready as the time it is given. The same with an empty
cache, where every kernel is compiled for each: `python benchmarks/cold_starts.py`.
"""

from __future__ import annotations

import gc
import time
import weakref

import pytest

import parlour
from levels import different_levels
from parlour.compile.kernel import Kernel
from parlour.core import registry
from parlour.core.limit import Limit
from parlour.core.match import Match
from parlour.core.rng import Stream
from parlour.core.spec import make

SECONDS = 0.05
READY = Kernel._ready


def cases():
    """Give every strategy on one of its games, and every strategy of a game's levels on that one."""
    for name, kind in registry.strategies().items():
        suited = [g for g in registry.game_names() if kind.suits(registry.game(g))]
        if suited and not kind.reaches_out:
            yield suited[-1], name
    for name in registry.game_names():
        yield from ((name, level) for level in different_levels(registry.game(name)))


def middle(name):
    """Give a match some moves in, with a choice to make."""
    match, rng = Match(parlour.game(name), 3), Stream([11])
    for _ in range(4):
        match.play(rng.choice(match.game.legal(match.state)))
        if match.over:
            return Match(parlour.game(name), 3)
    return match


def kernels():
    """Give every kernel of this process. By type: a weak proxy of what is gone fails if asked its class."""
    return [thing for thing in gc.get_objects() if type(thing) is Kernel]


def decision(match, spec):
    """Decide; give the choice and the seconds that were not spent on making kernels ready."""
    player = make(match.game, spec, match.turn, Stream([5]))
    player.blunder = 0.0
    waited = []

    def slowly(self, *args):
        began = time.perf_counter()
        time.sleep(2 * SECONDS)
        try:
            return READY(self, *args)
        finally:
            waited.append(time.perf_counter() - began)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Kernel, "_ready", slowly)
        began = time.perf_counter()
        choice = player.decide(match.view(match.turn), Limit(seconds=SECONDS))
        return choice, time.perf_counter() - began - sum(waited)


def test_kernels_are_found_beside_what_is_gone():
    gone = set("ab")
    proxy = weakref.proxy(gone)
    del gone
    assert kernels()
    assert type(proxy) is weakref.ProxyType


@pytest.mark.parametrize(("name", "spec"), sorted(set(cases())))
def test_what_is_made_ready_does_not_shorten_the_thought(name, spec, monkeypatch):
    match = middle(name)
    for kernel in kernels():
        monkeypatch.setattr(kernel, "_settled", set())
    first, thought = decision(match, spec)
    _, usual = decision(match, spec)
    assert first.work.get("depth", 1) >= 1
    if usual >= 0.8 * SECONDS:  # it takes the time it is given
        assert thought >= 0.5 * SECONDS  # without the clock's stops next to nothing would be left
