"""The rules of Blackjack for people, for the options as they are set."""

from __future__ import annotations

from typing import Any

from parlour.core.guide import Guide


def guide(**options: Any) -> Guide:
    """Tell how the game is played."""
    return Guide(
        goal="Come closer to 21 than the dealer without going over. Pictures count 10, an ace 1 or 11; a"
        " total with an ace that counts 11 is called soft.",
        turn=_turn(options),
        end=_end(options),
        symbols="♣ clubs, ♦ diamonds, ♠ spades, ♥ hearts; T is the ten. ? is the dealer's card face down.",
        moves=_moves(options),
        examples=_examples(options),
    )


def _turn(options: dict[str, Any]) -> str:
    text = "You get two cards, the dealer shows one."
    if options["bets"] > 1:
        text = f"First you bet 1 to {options['bets']} units. {text}"
    text += " Hit takes a card, stand takes no more, double takes just one for twice the bet"
    text += {"any": ".", "9-11": " (on 9, 10 or 11).", "10-11": " (on 10 or 11)."}[options["double"]]
    if options["hands"] > 1:
        text += f" Two cards of equal value may be split into two hands, up to {options['hands']} in all."
    if options["surrender"] != "none":
        text += " Surrender gives the hand up for half the bet."
    if options["insurance"]:
        text += " Against an ace you may insure: half a bet that pays 2 to 1 if the dealer has blackjack."
    soft = "hits" if options["h17"] else "stands on"
    return f"{text} Then the dealer draws up to 17, and {soft} soft 17."


def _end(options: dict[str, Any]) -> str:
    rounds = options["rounds"]
    pays = {"3:2": "1.5 bets", "6:5": "1.2 bets"}[options["payout"]]
    return (
        "Above 21 you lose at once. Otherwise the higher total wins one bet, and equal totals give it back."
        f" An ace and a ten at once are a blackjack, which wins {pays}. "
        + ("One round is played." if rounds == 1 else f"{rounds} rounds are played; the winnings add up.")
    )


def _moves(options: dict[str, Any]) -> str:
    text = "hit, stand, double, split: or h, s, d, p."
    if options["surrender"] != "none":
        text += " surrender, or r."
    if options["insurance"]:
        text += " insurance (or i) and no (or n) where insurance is offered."
    if options["bets"] > 1:
        text += " bet and a number of units before the cards."
    if options["side"] != "none":
        text += " pairs or 21+3 for a side bet, then deal."
    return text


def _examples(options: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    told = [("hit", "take another card"), ("stand", "take no more")]
    if options["bets"] > 1:
        told.append(("bet 2", "put two units on this round"))
    return tuple(told)
