"""What a Hearts search found, in words: each number in them is one that was counted or averaged."""

from __future__ import annotations

from typing import Any

from parlour.core.exhibit import Exhibit, picture_of, table
from parlour.core.picture import Cell, Grid, Picture, heat
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.hearts.cards import QUEEN, QUEEN_CARD, SPADES, on_table
from parlour.games.hearts.play.heuristic import Sight
from parlour.games.hearts.play.passing import Passing
from parlour.games.hearts.play.thumb_words import moon_words
from parlour.games.hearts.told import value_told
from parlour.games.hearts.words import card_name, card_number, deck, names
from parlour.search.explain import many

TOLD = (QUEEN_CARD, QUEEN_CARD + 2, QUEEN_CARD + 1)  # cards whose holders are told: Qs, As, Ks
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")


def passing_words(found: Passing, seat: int) -> list[str]:
    """Say which triple came out best and by how much."""
    best = found.triples[0]
    text = f"After passing {names(best.cards)} the hand costs {{{seat}}} {best.points:.1f} points"
    told = []
    if len(found.triples) > 1:
        other = found.triples[1]
        cost = "as much" if f"{other.points:.1f}" == f"{best.points:.1f}" else f"{other.points:.1f}"
        text += f", after the next best, {names(other.cards)}, {cost}"
    told.append(f"{text}.")
    above = max(found.triples, key=lambda triple: triple.value)
    if above.value > best.value:
        told.append(
            f"{names(above.cards)} stands higher, but over {many(above.playouts, 'playout')} only: "
            "it was behind when it was dropped."
        )
    among = f"Of {found.tried} triples" if found.tried > 1 else "Of one triple"
    told.append(
        f"{among}, {names(best.cards)} came out best: it is worth {value_told(best.value)} "
        f"(95 % between {value_told(best.value - best.error)} and {value_told(best.value + best.error)}, "
        f"{many(best.playouts, 'playout')})."
    )
    told.append(
        f"{many(found.playouts, 'playout')} in {many(found.worlds, 'world')}, the better half of the triples "
        "kept."
    )
    return told


def scale_words(seat: int) -> str:
    """Say in what the worth of a card or a pass is counted."""
    return f"Worth is in points: by how many the others, on average, end the hand above {{{seat}}}."


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
        who = f"{{{view.seat}}}"
        told.append(f"{best} keeps {who} {how} the queen in {counts[best]} of {many(n, 'world')}{other}.")
    else:
        counts = evidence["no_points"]
        worst = min(moves, key=lambda move: counts[move])
        other = "" if counts[worst] >= counts[best] else f", {worst} in {counts[worst]}"
        who = f"{{{view.seat}}}"
        told.append(
            f"{best} costs {who} nothing in this trick in {counts[best]} of {many(n, 'world')}{other}."
        )
    return [*told, _points_words(moves, evidence["points"], error, n, view.seat)]


def _points_words(moves: list[str], costs: dict[str, float], error: float, worlds: int, seat: int) -> str:
    """Compare the points of the first two moves; where the chosen one costs more, say why."""
    best, cost = moves[0], costs[moves[0]]
    text = f"After {best} the hand costs {{{seat}}} {cost:.1f} points"
    if len(moves) == 1:
        return f"{text}."
    other = costs[moves[1]]
    if f"{other:.1f}" == f"{cost:.1f}":
        return f"{text}, after {moves[1]} as much."
    text += f", after {moves[1]} {other:.1f}"
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
            shares = ", ".join(f"{{{seat}}} {matrix[card][seat]:.0%}" for seat in others)
            told.append(f"{card_name(card)} is with {shares}.")
    for suit, name in enumerate(SUIT_NAMES):
        cards = [card for card in range(13 * suit, 13 * suit + 13) if sight.out >> card & 1]
        if cards:
            held = ", ".join(f"{{{s}}} {sum(matrix[c][s] for c in cards):.1f}" for s in others)
            told.append(f"Of {len(cards)} {name if len(cards) > 1 else name[:-1]} out: {held}.")
    return [view.game.names.tell(text) for text in told]


def dangers(moves: list[str], evidence: dict[str, Any]) -> Exhibit:
    """Show what became of each card in the worlds that were looked at."""
    n = evidence["looked_at"]
    rows = [
        [
            move,
            f"{evidence['points'][move]:.1f}",
            percent(evidence["trick_taken"][move] / n, 0),
            percent(evidence["queen_taken"][move], 0),
            percent(evidence["moon_against"][move], 0),
        ]
        for move in moves
    ]
    columns = ("card", "points of the hand", "takes this trick", "ends with the queen", "moon of another")
    return table(f"What becomes of each card, in {many(n, 'world')}", columns, rows)


def beliefs(matrix: list[list[float]], view: View) -> Exhibit:
    """Show with whom each card that is out is believed to be, in per cent."""
    sight = Sight(view.state, view.seat)
    others = [(view.seat + i) % 4 for i in (1, 2, 3)]
    blocks = []
    for suit in range(4):
        cards = [card for card in range(13 * suit, 13 * suit + 13) if sight.out >> card & 1]
        if cards:
            rows = tuple(
                tuple(Cell(f"{100 * matrix[c][s]:.0f}", heat(matrix[c][s])) for c in cards) for s in others
            )
            labels = tuple(f"{{{seat}}}" for seat in others)
            blocks.append(Grid(rows, labels, tuple(deck.face(card) for card in cards), style="bare"))
    shares = {card_name(card): matrix[card] for card in range(52) if sight.out >> card & 1}
    caption = "Where the cards are believed to be, in per cent"
    return picture_of(caption, Picture(tuple(blocks)), {"shares": shares})
