"""Liar's Dice decisions in words: what a player holds, what is needed, what the others are taken to be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.core.choice import Candidate
from parlour.core.exhibit import Exhibit, bars
from parlour.core.game import Game
from parlour.core.memory import in_past
from parlour.core.view import View
from parlour.core.words import percent as share
from parlour.games.liars_dice.belief.habits import Habits
from parlour.games.liars_dice.bids import WILD, all_bids, face_of, matching, quantity_of
from parlour.games.liars_dice.words import dice_of, face_name, number
from parlour.search.explain import NOISE, overlapping, reasons

ALIKE = 0.05  # dice by which expectations differ too little to be told apart


def held_words(v: Any, seat: int, bid: int, chance: float, how: str = "") -> str:
    """Say how likely a bid is to hold, and of what parts that is made.

    `how` says what the chance goes by; it ends the sentence.
    """
    face, quantity = face_of(bid, v.table), quantity_of(bid, v.table)
    hand, wild = v.hands[seat], v.table[WILD]
    plain = hand >> 4 * (face - 1) & 15
    holding = f"{{{seat} holds}} {dice_of(plain, face)}"
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
    """Write a chance, with as many digits as tell it from none and from certainty."""
    texts = (f"{100 * chance:.{digits}f}" for digits in range(7))
    return next((text for text in texts if 0.0 < float(text) < 100.0), f"{100 * chance:.0f}") + " %"


def expected_words(expected: Mapping[int, Mapping[str, float]], hidden: Mapping[int, int]) -> list[str]:
    """Name the face each of the others is believed to have most of, ties included, by seat."""
    found = []
    for seat, faces in expected.items():
        most = max(faces.values())
        first, *equal = (int(face) for face, count in faces.items() if most - count < ALIKE)
        among = f"among {number(hidden[seat])} {'die' if hidden[seat] == 1 else 'dice'}"
        if len(equal) + 1 == len(faces):
            found.append(f"{{{seat} is}} as likely to hold every face: {most:.1f} of each {among}.")
            continue
        held = f"{most:.1f} {face_name(first, True)}"
        if equal:
            held += f" and about as many {' and '.join(face_name(face, True) for face in equal)}"
        found.append(f"{{{seat} is}} expected to hold {held} {among}, more than of any other face.")
    return found


def expected_bars(seat: int, faces: Mapping[str, float], dice: int, bid: bool) -> Exhibit:
    """Show how many of a seat's dice are expected to show each face, and what that goes by."""
    by = "given the bidding" if bid else "before any bid, as likely for every face"
    values = {
        face_name(int(face), True): count if bid else dice / len(faces) for face, count in faces.items()
    }
    return bars(f"Dice that {{{seat} is}} expected to hold, {by}", values)


def bids_shown(v: Any, chances: Mapping[int, float], how: str) -> Exhibit:
    """Show how likely bids are to hold, each by its number; `how` says what the chances go by."""
    values = {
        f"{quantity_of(bid, v.table)}x{face_of(bid, v.table)}": chance for bid, chance in chances.items()
    }
    return bars(f"How likely each bid is to hold, {how}", values, "%", 1.0)


def next_bids(v: Any, legal: Sequence[int]) -> list[int]:
    """List the bid that stands, and of every face the lowest that may follow it."""
    found: dict[int, int] = {}
    for bid in sorted(legal):
        if bid < all_bids(v.table):
            found.setdefault(face_of(bid, v.table), bid)
    return ([v.last] if v.last >= 0 else []) + sorted(found.values())


def habits_words(seat: int, habits: Habits) -> str:
    """Say how often a seat bluffs, with the interval, and how it raises."""
    low, high = habits.bluff_interval
    shown = "the one bid" if habits.judged == 1 else f"the {habits.judged} bids"
    were = f"{habits.bluffs} {'was a bluff' if habits.bluffs == 1 else 'were bluffs'}"
    text = (
        f"Of {shown} of {{{seat}}} that were shown, {were}; {{{seat} is}} taken to bluff "
        f"{percent(habits.bluff_rate)} of the time (95 % between {percent(low)} and {percent(high)})"
    )
    if habits.judged == 1:
        text = text.replace("that were shown", "that was shown")
    if habits.raised:
        text += f", raising by {habits.aggression:.1f} more than the least"
    return text + "."


def past_words(seat: int, past: Mapping[str, float]) -> str:
    """Say how often a seat's player bluffed in earlier matches, and how often it called."""
    bids, calls = int(past["bids"]), int(past["calls"])
    shown = "the one bid that was shown" if bids == 1 else f"the {bids} bids that were shown"
    called = "once" if calls == 1 else f"{calls} times"
    return (
        f"{in_past(int(past['matches']))} {{{seat}}} bluffed in {percent(past['bluff_share'])} of {shown} "
        f"and called {called}."
    )


def winning_words(game: Game, ranked: Sequence[Candidate], every: bool) -> list[str]:
    """Say how often the first of some actions wins the round, and the next best."""
    best, others = ranked[0], [c for c in ranked[1:] if c.win is not None]
    if best.win is None or not others:
        return reasons(game, ranked, every)
    nxt = max(others, key=lambda c: c.win or 0.0)
    told = f"{best.move} wins the round with {share(best.win)}"
    if abs(best.win - (nxt.win or 0.0)) < NOISE:
        return [f"{told}, and {nxt.move} as often."]
    near = ": too close to tell apart" if overlapping(best, nxt) else ""
    return [f"{told}; the next best, {nxt.move}, with {share(nxt.win or 0.0)}{near}."]


def hidden_dice(view: View) -> dict[int, int]:
    """Return how many dice each of the others has, by seat."""
    counts = view.state.counts
    return {seat: counts[seat] for seat in range(len(counts)) if seat != view.seat and counts[seat]}
