"""The rules of Hold'em for people, for the options as they are set."""

from __future__ import annotations

from typing import Any

from parlour.core.guide import Guide

HANDS = (
    "straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card"
)


def guide(**options: Any) -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Win chips: with the best five of seven cards, or by betting until all others fold."
        f" {_end(options)}",
        turn=f"Two players must put in blinds, {_amounts(options)}; then everybody gets two cards. There are"
        " four rounds of betting: before any card lies on the board, after three (the flop), after a fourth"
        " (the turn) and after a fifth (the river). In turn one may check, while nobody has bet; bet; call,"
        " by paying as much as the highest bet; raise it; or fold, giving the hand up. A round ends when"
        " all who are left have paid alike.",
        end="If two or more are left after the river, hands are shown: each is the best five of the player's"
        " two cards and the board's five. Equal hands share the pot. Whoever is all-in can win no more from"
        " another than was put in against it: the rest is a side pot.",
        symbols="♣ clubs, ♦ diamonds, ♥ hearts, ♠ spades; T is the ten. The button acts last after the flop.",
        moves=_moves(options),
        examples=_examples(options),
        more=(("Hands, best first", HANDS + "."),),
    )


def _end(options: dict[str, Any]) -> str:
    hands = options["hands"]
    if hands == 1:
        return "One hand is played."
    if options["fresh"]:
        return f"{hands} hands are played, each with the stacks of the first."
    return f"{hands} hands are played, or until one player has all the chips."


def _amounts(options: dict[str, Any]) -> str:
    small, big = options["blinds"][:2]
    antes = ", and antes are paid" if any(options["antes"]) else ""
    return f"{small} and {big} chips{antes}"


def _moves(options: dict[str, Any]) -> str:
    text = "fold, check, call, raise with the number of chips in front of you after it, or allin."
    text += " bet 6 is the same as raise 6."
    if options["structure"] == "limit":
        return f"{text} Limit: one size of bet, twice as much from the turn on."
    if options["structure"] == "pot-limit":
        text += " Pot limit: a raise may be as much as the pot."
    if options["bets"].strip().lower() == "all":
        return f"{text} Any amount of at least the last raise."
    if options["bets"].strip().lower() == "push":
        return f"{text} Here everybody is all-in or folds."
    return f"{text} A few sizes are on offer: {options['bets'].replace(',', ', ')}."


def _examples(options: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    told = [("fold", "give the hand up")]
    if options["bets"].strip().lower() != "push":
        told += [
            ("check", "bet nothing, where nobody has bet"),
            ("call", "pay as much as the highest bet"),
        ]
    if options["structure"] == "no-limit":
        told.append(("allin", "bet all your chips"))
    return tuple(told)
