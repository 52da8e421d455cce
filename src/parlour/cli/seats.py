"""Who sits where, as it is typed: people, levels, strategies with their options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.errors import BadOption, unknown

if TYPE_CHECKING:
    from parlour.core.game import Game

HUMAN, COMPUTER = "human", "ai"
LONGEST_SEATS = 10_000  # characters


def seats_of(game: Game, text: str, level: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Say who sits where: as asked; by default a person in the first seat and the level in the others."""
    from parlour.cli.menu import level_of

    if level and level not in game.levels:
        raise unknown("level", level, game.levels)
    computer = level_of(game, level)
    if not text:
        known = before if len(before) == game.seats else (HUMAN, *[COMPUTER] * (game.seats - 1))
        return tuple(HUMAN if spec == HUMAN else computer for spec in known)
    specs = split_specs(text)
    if len(specs) != game.seats:
        raise BadOption(
            f"--seats: {game.name} has {game.seats} seats, {len(specs)} given; separate by commas"
        )
    if level and COMPUTER not in specs:
        raise BadOption("--level: no seat is left for it; write ai for such a seat in --seats")
    settled = tuple(computer if spec == COMPUTER else spec for spec in specs)
    for spec in settled:
        check_seat(game, spec)
    return settled


def split_specs(text: str) -> list[str]:
    """Split at commas, but not at those between a strategy's own options: `human,mcts:c=1.4,threads=2`."""
    specs: list[str] = []
    if len(text) > LONGEST_SEATS:
        raise BadOption(f"--seats: {len(text)} characters, at most {LONGEST_SEATS} are allowed")
    for part in (part.strip() for part in text.split(",")):
        head, equals, _ = part.partition("=")
        inside = (equals and ":" not in head) or part.replace(".", "").lstrip("-").isdigit()
        if inside and specs and ":" in specs[-1]:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def check_seat(game: Game, spec: str) -> None:
    """Refuse a seat that nobody could take."""
    if spec == HUMAN or spec in game.levels:
        return
    from parlour.core.registry import strategies_for, strategy_kind
    from parlour.core.spec import make

    name = spec.partition(":")[0]
    if strategy_kind(game, name) is None:
        raise unknown("seat", name, [HUMAN, COMPUTER, *game.levels, *strategies_for(game)])
    make(game, spec)
