"""Laws of moves by hand: what `touches` must keep to, so that every move can be made with a mouse."""

from __future__ import annotations

from parlour.core import rules
from parlour.core.errors import ParlourError
from parlour.core.rules import OVER
from parlour.laws import walk
from parlour.laws.walk import Trail, over

WORLDS = 3  # drawn from the view of the seat that moves


@over(walk.states)
def touches(trail: Trail) -> int:
    """Every move touches names, no two moves the same ones, and worlds that look alike have the same names.

    Moves may begin alike, and one may be the beginning of another: what was touched so far is one move at
    most, and every move can be come by.
    """
    game, s = trail.game, trail.state
    who = rules.turn(s)
    if who == OVER:
        return 0
    if hasattr(game.module, "whole_moves") and who >= 0:
        found = [*zip(game.moves(s), game.all_touches(s), strict=True), *game.begun(s)]
    else:
        found = [(game.format(s, a), game.touches(s, a)) for a in trail.sample()]
    made: dict[tuple[str, ...], str] = {}
    for move, names in found:
        odd = next((name for name in names if not name.isprintable() or name != " ".join(name.split())), "")
        if odd:
            raise trail.broken(f"{move} touches {odd!r}; a name must be words on one line")
        if names in made:
            raise trail.broken(f"{made[names]} and {move} both touch {', '.join(names)}")
        made[names] = move
    _shortcuts(trail, made)
    if who >= 0 and game.traits.hidden:
        _same_names(trail, who)
    return len(found)


def _shortcuts(trail: Trail, made: dict[tuple[str, ...], str]) -> None:
    game, s = trail.game, trail.state
    for text in game.shortcuts(s):
        if (text,) in made:
            raise trail.broken(f"the shortcut {text} and {made[(text,)]} both touch {text}")
        try:
            actions = game.read(s, text)
        except ParlourError as error:
            raise trail.broken(f"the shortcut {text!r} is no move: {error}") from None
        for action in actions:
            if not rules.is_legal(s, action):
                raise trail.broken(f"the shortcut {text!r} plays action {action}, which is not legal")
            s = rules.play(s, action)


def _same_names(trail: Trail, who: int) -> None:
    game, s = trail.game, trail.state
    told, offered = [game.touches(s, a) for a in trail.sample()], game.shortcuts(s)
    for number in range(WORLDS):
        world = rules.fill(rules.mask(s, who), who, trail.stream(f"touch {number}"))
        if [game.touches(world, a) for a in trail.sample()] != told or game.shortcuts(world) != offered:
            raise trail.broken(f"a world that looks alike to seat {who} gives its moves other names to touch")
