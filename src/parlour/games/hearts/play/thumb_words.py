"""What the rules of thumb of Hearts found, in words; each number is one that was weighed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.hearts.cards import (
    BELOW_QUEEN,
    HEART,
    POINTS,
    QUEEN_CARD,
    SPADE,
    on_table,
    suit_of,
    worth,
)
from parlour.games.hearts.words import FACES, card_name, names

if TYPE_CHECKING:
    from parlour.games.hearts.play.heuristic import Sight


def note(sight: Sight, card: int) -> str:
    """Say what a card is likely to do."""
    return f"takes the trick {sight.takes(card):.0%}, with {sight.lying(card):.1f} points then"


def reasons(sight: Sight, best: int, ranked: list[int]) -> list[str]:
    """Put the choice into words; each number is one that was weighed."""
    if len(ranked) == 1:
        return [f"It is {{{sight.seat}'s}} only card here."]
    name, takes, lies = card_name(best), sight.takes(best), sight.lying(best)
    told: list[str] = []
    if sight.shooter >= 0:
        told.append(f"{moon_words(sight)} and may be shooting the moon.")
    if sight.leads:
        told.append(
            f"Of the {len(ranked)} cards to lead, {name} costs least: it takes the trick with a chance of "
            f"about {takes:.0%}, and {lies:.1f} points would lie in it."
        )
    elif best // 13 != sight.v.trick[sight.v.leader] // 13:
        told.append(_dumping(sight, best))
    elif takes == 0.0:
        beats = card_name(sight.v.trick[sight.ahead])
        higher = [card for card in ranked[1:] if sight.takes(card) > 0.0]
        rest = f"; {names(sum(1 << card for card in higher))} could take it" if higher else ""
        points = worth(on_table(sight.v.trick), 0)
        told.append(f"{name} stays under {beats}, with {_points(points)} on the table{rest}.")
    else:
        told.append(
            f"{name} takes the trick with a chance of about {takes:.0%}, with {lies:.1f} points in it then; "
            f"to keep it would cost {{{sight.seat}}} about {sight.burden(best):.1f}."
        )
        if sight.shooter >= 0 and lies > 0:
            told.append(f"With a point for {{{sight.seat}}} the moon is stopped.")
    return told


def moon_words(sight: Sight) -> str:
    """Begin a sentence on what makes an opponent look like shooting the moon."""
    taken, who = sight.v.taken[sight.owner], f"{{{sight.owner} has}}"
    if taken & POINTS:
        points = worth(taken, 0)
        return f"{who} {'the one point' if points == 1 else f'all {_points(points)}'} so far"
    return f"{who} taken {taken.bit_count() // 4} of {_tricks(sight.v.count // 4)}"


def moon_numbers(sight: Sight) -> dict[str, int]:
    """Return the numbers that such a sentence may have."""
    taken = sight.v.taken[sight.owner]
    return {
        "points_taken": worth(taken, 0),
        "tricks_taken": taken.bit_count() // 4,
        "tricks_played": sight.v.count // 4,
    }


def _dumping(sight: Sight, card: int) -> str:
    none = f"{{{sight.seat} has}} no {FACES[sight.v.trick[sight.v.leader] // 13]}"
    name = "the queen of spades" if card == QUEEN_CARD else card_name(card)
    keeps = sight.burden(card)
    if sight.shooter >= 0:
        if 1 << card & POINTS and sight.ahead != sight.owner:
            return f"{none}: {name} goes on a trick that {{{sight.owner} is}} not winning."
        return f"{none}: {name} can be spared and leaves what could stop the moon in the hand."
    return f"{none}: {name} can go, which would cost about {keeps:.1f} points to keep."


def _points(number: int) -> str:
    return f"{number} point" + ("" if number == 1 else "s")


def _tricks(number: int) -> str:
    return f"{number} trick" + ("" if number == 1 else "s")


def pass_reason(dealt: int, card: int) -> tuple[str, dict[str, int]]:
    """Say why a card is passed on, and the numbers in it."""
    suit, name = card // 13, card_name(card)
    own = dealt & suit_of(card)
    if suit == SPADE:
        under = (dealt & BELOW_QUEEN).bit_count()
        low = f"{under} spade{'' if under == 1 else 's'}"
        return f"{name} has {low} under the queen to guard it", {"guards": under}
    below = (own & (1 << card) - 1).bit_count()
    if suit == HEART:
        return f"{name} is a high heart with {below} below it", {"below": below}
    others = own.bit_count() - 1
    text = f"{name} goes from a suit of {others + 1}, which leaves {others} of {FACES[suit]}"
    return text, {"suit": others + 1, "left": others}
