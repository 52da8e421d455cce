"""Claims, suspicions and models of players in words, every number computed; seats stand in braces."""

from __future__ import annotations

from parlour.cards.cards import RANK_NAMES
from parlour.core import exhibit
from parlour.core.exhibit import Exhibit
from parlour.core.memory import in_past
from parlour.core.names import Names
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.bluff.belief.models import Model, Models, Suspicion
from parlour.games.bluff.cards import of_rank
from parlour.games.bluff.policy import LIE_SIZES
from parlour.games.bluff.words import NUMBERS, cards_in_words, names, ranks_in_words

COUNTS = ("none", "one", "two", "three", "all four")


def suspicion_words(view: View, found: Suspicion) -> list[str]:
    """Say how likely the open claim is a lie, and what that follows from."""
    rank, claimer = ranks_in_words(found.rank), view.state.claimer
    place = f"{{{view.seat}}} can place {COUNTS[found.mine]} of the four {rank} elsewhere"
    if found.number > found.possible:
        were = "one was" if found.number == 1 else f"{NUMBERS[found.number]} were"
        return [f"{place}, and {were} claimed: it cannot be true."]
    many = cards_in_words(found.number, found.rank)
    had = f"{{{claimer}}} had at least {many} with {percent(found.enough)} before claiming"
    size = "one card" if found.number == 1 else f"{NUMBERS[found.number]} cards"
    told = [
        f"The claim is a lie with {percent(found.chance)}: {place}, and {had}.",
        f"Of lies for want of a true card {percent(LIE_SIZES[found.number])} are of {size}.",
    ]
    if abs(found.factor - 1.0) > 0.005:
        shown = f"By what has come to light, {{{claimer} lies}} {found.factor:.2f} times as readily as others"
        told.append(f"{shown}; by the cards alone it would be {percent(found.unknown)}.")
    return told


def suspicion_bars(found: Suspicion) -> Exhibit:
    """Show the odds that the open claim is true."""
    caption = f"Is the claim of {cards_in_words(found.number, found.rank)} true?"
    return exhibit.shares(caption, {"true": 1.0 - found.chance, "a lie": found.chance})


def claim_words(move: str, cards: int, rank: int, hand: int, seat: int) -> str:
    """Say what a claim is made of."""
    true, lies = cards & of_rank(rank), cards & ~of_rank(rank)
    have = (hand & of_rank(rank)).bit_count()
    held = f"{{{seat} holds}}"
    if not lies and true.bit_count() == have:
        them = f"the only {RANK_NAMES[rank]}" if have == 1 else f"all {NUMBERS[have]} {ranks_in_words(rank)}"
        return f"{move} is true: {them} that {held}."
    if not lies:
        some = f"{NUMBERS[true.bit_count()]} of the {NUMBERS[have]} {ranks_in_words(rank)}"
        return f"{move} is true: {some} that {held}."
    if not true:
        return f"{move} is a lie, {'though' if have else 'for'} {held} {cards_in_words(have, rank)}."
    return f"{move} is a lie in part: {names(true)} is as claimed, {names(lies)} goes with it."


def models_words(models: Models, seat: int, called: Names) -> str:
    """Tabulate what is known of the others, one line each."""
    lines = [
        f"  {called[i]}: claims {m.claims}, of {m.cards / m.claims if m.claims else 0.0:.1f} cards, "
        f"{sum(m.exposed)} challenged, {sum(m.lies)} of them lies; "
        f"challenged {sum(m.challenges)} of {sum(m.answers)}, {m.wrong} wrongly"
        for i, m in enumerate(models.of)
        if i != seat
    ]
    return "\n".join(lines)


def past_counts(model: Model) -> dict[str, int]:
    """Return what earlier matches have shown of a player."""
    return {
        "claims": sum(model.known) + sum(model.exposed),
        "lies": sum(model.known_lies) + sum(model.lies),
        "answers": sum(model.answers),
        "challenges": sum(model.challenges),
    }


def past_words(seat: int, matches: int, model: Model) -> str:
    """Say what earlier matches have shown of a player: its lies and its challenges."""
    seen = past_counts(model)
    said = []
    if seen["claims"]:
        said.append(f"lied in {seen['lies']} of {_claims(seen['claims'])} that came to light")
    if seen["answers"]:
        said.append(f"challenged {seen['challenges']} of {_claims(seen['answers'])}")
    return f"{in_past(matches)} {{{seat}}} {' and '.join(said)}."


def _claims(number: int) -> str:
    return f"{number} claim{'' if number == 1 else 's'}"


def models_table(models: Models, seat: int) -> tuple[Exhibit, ...]:
    """Show what was seen of the others; nothing before anything was."""
    if not any(model.claims for model in models.of):
        return ()
    columns = ("player", "claims", "cards a claim", "challenged", "lies found", "challenges made", "wrong")
    rows = [
        (
            f"{{{i}}}",
            m.claims,
            round(m.cards / m.claims, 1) if m.claims else 0.0,
            sum(m.exposed),
            sum(m.lies),
            sum(m.challenges),
            m.wrong,
        )
        for i, m in enumerate(models.of)
        if i != seat
    ]
    return (exhibit.table("What was seen of the others", columns, rows),)
