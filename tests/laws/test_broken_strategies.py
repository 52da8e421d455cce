"""Each law of strategies can fail: players that break it, one after the other, and what is said of them."""

from __future__ import annotations

import itertools
import sys

import pytest

import parlour
from parlour import Choice, Match, ParlourError, Strategy
from parlour.core import registry
from parlour.core.choice import Candidate
from parlour.laws import LawBroken, check_strategy

from .test_broken_laws import GAMES, PACKAGE
from .toy import LAWS, SOURCE, breaks


class Illegal(Strategy):
    def choose(self, view, limit):
        return 99


class Raising(Strategy):
    def choose(self, view, limit):
        raise RuntimeError("no idea")


class IllegalCandidate(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], candidates=(Candidate(view.legal()[0]), Candidate(77, "x")))


class OtherCandidate(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], candidates=(Candidate(view.legal()[1]),))


class NoJson(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], evidence={"seen": {1, 2}})


class NotANumber(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], evidence={"value": float("nan")})


class Mute(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], reasons=("",))


class Boasting(Strategy):
    def choose(self, view, limit):
        return Choice(view.legal()[0], reasons=("That wins 77 % of the time.",))


class Moody(Strategy):
    moods = itertools.count()

    def choose(self, view, limit):
        return view.legal()[next(self.moods) // 3 % 2]


class Needy(Strategy):
    def choose(self, view, limit):
        if limit.simulations == 1:
            raise ZeroDivisionError("no simulations left after the first")
        return view.legal()[0]


class Peeking(Strategy):
    """Look through the callers for the match and its truth."""

    def choose(self, view, limit):
        frame = sys._getframe()
        while frame is not None:
            match = frame.f_locals.get("match")
            if isinstance(match, Match):
                return match.state.card % len(view.legal())
            frame = frame.f_back
        return view.legal()[0]


class Leaving(Strategy):
    def choose(self, view, limit):
        raise SystemExit(5)


class Away(BaseException):
    pass


class Elsewhere(Strategy):
    def choose(self, view, limit):
        raise Away("gone")


class Interrupting(Strategy):
    def choose(self, view, limit):
        raise KeyboardInterrupt


PLAYERS = [
    ("legal_choices", "raised SystemExit: 5", Leaving),
    ("legal_choices", "raised Away: gone", Elsewhere),
    ("repeatable", "forfeits: error: Away: gone", Elsewhere),
    ("legal_choices", "chose Choice(action=99", Illegal),
    ("legal_choices", "raised RuntimeError: no idea", Raising),
    ("legal_choices", "weighs 77", IllegalCandidate),
    ("legal_choices", "not among its candidates", OtherCandidate),
    ("told_choices", "not JSON", NoJson),
    ("told_choices", "not JSON", NotANumber),
    ("told_choices", "empty reason", Mute),
    ("repeatable", "the second time", Moody),
    ("repeatable", "forfeits: illegal move", Illegal),
    ("least_limits", "raised ZeroDivisionError", Needy),
    ("least_limits", "chose 99", Illegal),
    ("blind", "chose otherwise", Peeking),
    ("true_sentences", "77 % is nowhere in the data", Boasting),
]


@pytest.mark.parametrize(("law", "says", "kind"), PLAYERS, ids=[f"{p[0]}-{p[2].__name__}" for p in PLAYERS])
def test_broken_strategy_is_caught(write_game, monkeypatch, law, says, kind):
    it = write_game(SOURCE)
    monkeypatch.setitem(registry._kinds, ("strategy", "", kind.name), kind)
    breaks(law, says, it, kind.name)


def test_ctrl_c_is_nobodys_broken_law(write_game, monkeypatch):
    it = write_game(SOURCE)
    monkeypatch.setitem(registry._kinds, ("strategy", "", "interrupting"), Interrupting)
    with pytest.raises(KeyboardInterrupt):
        check_strategy(it, "interrupting", games=1)
    with pytest.raises(KeyboardInterrupt):
        parlour.play(it, ["interrupting", "random"], seed=1)


def test_every_law_has_an_example_that_breaks_it():
    shown = {example[0] for example in (*GAMES, *PACKAGE, *PLAYERS)} | {"native_answers", "native_playouts"}
    assert shown == set(LAWS)
    assert issubclass(LawBroken, ParlourError)
