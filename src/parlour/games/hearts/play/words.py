"""What a Hearts search found, in words: each number in them is one that was counted or averaged."""

from __future__ import annotations

from typing import Any

from parlour.core.view import View
from parlour.core.words import player, signed
from parlour.games.hearts.cards import QUEEN, QUEEN_CARD, SPADES, on_table
from parlour.games.hearts.play.heuristic import Sight, moon_words
from parlour.games.hearts.play.passing import Passing
from parlour.games.hearts.words import card_name, card_number, names
from parlour.search.explain import many

TOLD = (QUEEN_CARD, QUEEN_CARD + 2, QUEEN_CARD + 1)  # cards whose holders are told: Qs, As, Ks
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")


def passing_words(found: Passing) -> list[str]:
    """Say which triple came out best and by how much."""
    best = found.triples[0]
    among = f"Of {found.tried} triples" if found.tried > 1 else "Of one triple"
    told = [
        f"{among}, {names(best.cards)} came out best: passing it costs {best.points:.1f} points a hand, and "
        f"is worth {signed(best.value)} (95 % between {signed(best.value - best.error)} and "
        f"{signed(best.value + best.error)}, {many(best.playouts, 'playout')})."
    ]
    if len(found.triples) > 1:
        other = found.triples[1]
        same = "the same to two decimals" if signed(other.value) == signed(best.value) else ""
        told.append(f"The next best, {names(other.cards)}, is worth {same or signed(other.value)}.")
    above = max(found.triples, key=lambda triple: triple.value)
    if above.value > best.value:
        over = many(above.playouts, "playout")
        told.append(
            f"{names(above.cards)} stands at {signed(above.value)}, but over {over} only: "
            "it was behind when it was dropped."
        )
    told.append(
        f"{many(found.playouts, 'playout')} in {many(found.worlds, 'world')}, the better half of the triples "
        "kept."
    )
    return told


def scale_words(seat: int) -> str:
    """Say in what the worth of a card or a pass is counted."""
    return f"Worth is in points: by how many the others, on average, end the hand above {player(seat)}."


def play_words(view: View, moves: list[str], evidence: dict[str, Any], error: float) -> list[str]:
    """Say what becomes of the trick, the queen and the points with the first move, the chosen one.

    `error` is half of the 95 % interval of the points between the first two moves.
    """
    sight = Sight(view.state, view.seat)
    n, best = evidence["looked_at"], moves[0]
    told = []
    if sight.shooter >= 0:
        risk = evidence["moon_against"]
        told.append(
            f"{moon_words(sight)}: after {best} an opponent shoots the moon in {risk[best]:.0%} of the "
            f"playouts{_against(moves, risk, best)}."
        )
    if _queen_matters(sight):
        counts = evidence["no_queen"]
        card = card_number(best)
        how = "under" if SPADES >> card & 1 and card < QUEEN_CARD else "clear of"
        worst = min(moves, key=lambda move: counts[move])
        other = "" if counts[worst] >= counts[best] else f", {worst} in {counts[worst]}"
        who = player(view.seat)
        told.append(f"{best} keeps {who} {how} the queen in {counts[best]} of {many(n, 'world')}{other}.")
    else:
        counts = evidence["no_points"]
        worst = min(moves, key=lambda move: counts[move])
        other = "" if counts[worst] >= counts[best] else f", {worst} in {counts[worst]}"
        told.append(f"{best} takes no points in this trick in {counts[best]} of {many(n, 'world')}{other}.")
    return [*told, _points_words(moves, evidence["points"], error, n)]


def _points_words(moves: list[str], costs: dict[str, float], error: float, worlds: int) -> str:
    """Compare the points of the first two moves; where the chosen one costs more, say why."""
    best, cost = moves[0], costs[moves[0]]
    text = f"Played out, the hand costs {cost:.1f} points after {best}"
    if len(moves) == 1:
        return f"{text}."
    other = costs[moves[1]]
    if f"{other:.1f}" == f"{cost:.1f}":
        return f"{text} and as much after {moves[1]}."
    text += f" and {other:.1f} after {moves[1]}"
    if cost < other:
        return f"{text}."
    if cost - other <= error:
        return f"{text}, which {many(worlds, 'world')} cannot tell apart; the search prefers {best}."
    return f"{text}; but the search, which looks ahead and counts the others' points too, prefers {best}."


def _against(moves: list[str], risk: dict[str, float], best: str) -> str:
    worst = max(moves, key=lambda move: risk[move])
    return f", after {worst} in {risk[worst]:.0%}" if risk[worst] > risk[best] else ""


def _queen_matters(sight: Sight) -> bool:
    """Say whether the queen of spades lies on the table, or may come by force of the suit led."""
    trick = on_table(sight.v.trick)
    if trick & QUEEN:
        return True
    if sight.leads or sight.v.trick[sight.v.leader] // 13 != QUEEN_CARD // 13:
        return False
    return bool((sight.out | sight.hand) & QUEEN)


def belief_words(matrix: list[list[float]], view: View) -> list[str]:
    """Say who is believed to hold the high spades, and how long each suit is with whom."""
    sight = Sight(view.state, view.seat)
    others = [(view.seat + i) % 4 for i in (1, 2, 3)]
    told = []
    for card in TOLD:
        if sight.out >> card & 1:
            shares = ", ".join(f"{player(seat)} {matrix[card][seat]:.0%}" for seat in others)
            told.append(f"{card_name(card)} is with {shares}.")
    for suit, name in enumerate(SUIT_NAMES):
        cards = [card for card in range(13 * suit, 13 * suit + 13) if sight.out >> card & 1]
        if cards:
            held = ", ".join(f"{player(s)} {sum(matrix[c][s] for c in cards):.1f}" for s in others)
            told.append(f"Of {len(cards)} {name if len(cards) > 1 else name[:-1]} out: {held}.")
    return told
