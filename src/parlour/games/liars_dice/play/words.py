"""Liar's Dice decisions in words: what a player holds, what is needed, what the others are taken to be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.core.view import View
from parlour.core.words import player
from parlour.games.liars_dice.belief.habits import Habits
from parlour.games.liars_dice.bids import WILD, face_of, matching, quantity_of
from parlour.games.liars_dice.words import dice_of, face_name, number

ALIKE = 0.05  # dice by which expectations differ too little to be told apart


def held_words(v: Any, seat: int, bid: int, chance: float, how: str = "") -> str:
    """Say how likely a bid is to hold, and of what parts that is made.

    `how` says what the chance goes by; it ends the sentence.
    """
    face, quantity = face_of(bid, v.table), quantity_of(bid, v.table)
    hand, wild = v.hands[seat], v.table[WILD]
    plain = hand >> 4 * (face - 1) & 15
    holding = f"{player(seat)} holds {dice_of(plain, face)}"
    if wild and face != wild:
        jokers = hand >> 4 * (wild - 1) & 15
        holding += f" and {number(jokers)} wild"
    need = quantity - matching(hand, face, wild)
    hidden = sum(v.counts) - v.counts[seat]
    claim = f"{quantity}x{face}"
    if need <= 0:
        return f"{claim} holds for certain: {holding}."
    if need > hidden:
        dice = "one die is" if hidden == 1 else f"{number(hidden)} dice are"
        return f"{claim} cannot hold: {holding}, and only {dice} hidden."
    are = "is" if need == 1 else "are"
    tail = f", {how}" if how else ""
    wanted = f"{number(need)} of {number(hidden)} hidden dice {are} needed"
    if hidden == 1:
        wanted = "the one hidden die is needed"
    return f"{claim}: {holding}; {wanted}: {percent(chance)}{tail}."


def percent(chance: float) -> str:
    """Write a chance; certainty only where it is certain."""
    if 0.0 < chance < 0.005:
        return "under 1 %"
    if 0.995 < chance < 1.0:
        return "over 99 %"
    return f"{100 * chance:.0f} %"


def expected_words(expected: Mapping[str, Mapping[str, float]], hidden: Mapping[str, int]) -> list[str]:
    """Name the face each of the others is believed to have most of, ties included."""
    found = []
    for name, faces in expected.items():
        most = max(faces.values())
        first, *equal = (int(face) for face, count in faces.items() if most - count < ALIKE)
        among = f"among {number(hidden[name])} {'die' if hidden[name] == 1 else 'dice'}"
        if len(equal) + 1 == len(faces):
            held = f"about as many of each face: {most:.1f} {among}"
        else:
            held = f"{most:.1f} {face_name(first, True)}"
            if equal:
                held += f" and about as many {' and '.join(face_name(face, True) for face in equal)}"
            held += f" {among}, more than of any other"
        found.append(f"{name.capitalize()} is expected to hold {held}.")
    return found


def habits_words(seat: int, habits: Habits) -> str:
    """Say how often a seat bluffs, with the interval, and how it raises."""
    low, high = habits.bluff_interval
    text = (
        f"{player(seat).capitalize()}: {habits.bluffs} of {habits.judged} shown bids were bluffs; taken to "
        f"bluff {percent(habits.bluff_rate)} of the time (95 % between {percent(low)} and {percent(high)})"
    )
    if habits.raised:
        text += f", raising by {habits.aggression:.1f} more than the least"
    return text + "."


def hidden_dice(view: View) -> dict[str, int]:
    """Return how many dice each of the others has, by name."""
    counts = view.state.counts
    return {player(seat): counts[seat] for seat in range(len(counts)) if seat != view.seat and counts[seat]}
