"""What nobody may ask a server for: strategies that reach out, and options that name files."""

from __future__ import annotations

import re

import pytest

import parlour
from parlour.core.errors import UnknownName
from parlour.core.registry import strategies, strategies_for
from parlour.core.spec import is_local

LOCAL = {
    ("tic_tac_toe", "remote:url=http://127.0.0.1/"): "the strategy remote, which asks another machine",
    ("tic_tac_toe", " remote"): "the strategy remote, which asks another machine",
    ("holdem", "adaptive:history=/etc/passwd"): "the option history of adaptive, which names a file",
    ("kuhn_poker", "cfr:iterations=5,file=x"): "the option file of cfr, which names a file",
    ("rock_paper_scissors", "markov: history = x"): "the option history of markov, which names a file",
}
FREE = [("tic_tac_toe", "hard"), ("holdem", "adaptive:learn=no"), ("kuhn_poker", "cfr"), ("nim", "random")]


@pytest.mark.parametrize(("name", "spec"), LOCAL)
def test_what_is_local_is_named(name: str, spec: str) -> None:
    assert is_local(parlour.game(name), spec) == LOCAL[name, spec]


@pytest.mark.parametrize(("name", "spec"), FREE)
def test_what_is_not_local_is_free(name: str, spec: str) -> None:
    assert is_local(parlour.game(name), spec) == ""


def test_levels_are_what_the_author_wrote() -> None:
    for name in parlour.game_names():
        game = parlour.game(name)
        assert [is_local(game, level) for level in game.levels] == [""] * len(game.levels)


def test_a_strategy_that_is_none_is_an_error_as_ever() -> None:
    with pytest.raises(UnknownName):
        is_local(parlour.game("tic_tac_toe"), "nobody:file=x")


def test_every_option_that_tells_of_a_file_or_an_address_is_marked() -> None:
    for kind in strategies().values():
        for name, option in kind.options.items():
            tells = re.search(r"\bfile\b|\burl\b|^where |environment", option.help) is not None
            free_text = isinstance(option.default, str) and not option.choices
            assert option.local == (tells and free_text), f"{kind.name}: {name}"


def test_who_reaches_out_is_not_offered_but_known() -> None:
    game = parlour.game("tic_tac_toe")
    assert "remote" not in strategies_for(game)
    assert "remote" in strategies()
