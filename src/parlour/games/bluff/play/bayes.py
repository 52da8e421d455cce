"""Bluff by Bayes: what every claim and challenge gains on average, with an opponent model of each player.

Whether to challenge: by the chance of a lie, and what is at stake. If the claim is a lie the claimer takes
the pile, which helps each of the others a little; if it is true the challenger takes it. So a challenge pays
from a chance of (n - 1) / n on, for n players. A claim by which the last card goes is challenged in any
case: if it is true the game is lost anyhow.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations
from typing import Any

from parlour.beliefs.history import past_matches
from parlour.core.bits import listed
from parlour.core.choice import Choice
from parlour.core.exhibit import Exhibit
from parlour.core.limit import Limit
from parlour.core.memory import Past
from parlour.core.strategy import option
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.bluff import State
from parlour.games.bluff.belief.models import (
    Model,
    Models,
    chances_of_rank,
    claims_of,
    past_claims,
    suspicion,
)
from parlour.games.bluff.cards import ANSWER, ANY_RANK, cards_of, count_of, most_of, of_rank, ranks_of
from parlour.games.bluff.play.claimer import WINS, Claimer, Plan, claim_move, late_first
from parlour.games.bluff.play.words import claim_words, models_table, models_words, past_counts, past_words
from parlour.games.bluff.policy import EARLY

TAKEN = 0.35  # what a card of a taken pile costs, by a card that is shed: many go again at once, whole ranks
LATE_LIE = 5.0  # what a lie that need not be costs once few cards are left, in cards


class Bayes(Claimer):
    """Weigh every claim and challenge by what it gains on average, with a model of each player."""

    name = "bayes"

    patience: float = option(0.0, "added to the chance of a lie from which it challenges", low=-0.5, high=0.5)
    history: str = option("", "a file with records of earlier matches to learn the players from", local=True)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._past = Models(self.game.seats)  # by earlier matches alone
        self._met = [0] * self.game.seats  # earlier matches with the player of each seat
        self._learned: tuple[Any, Models] | None = None
        if self.history:
            self.recall(past_matches(self.history, self.game, self.seat))

    def recall(self, past: Sequence[Past]) -> None:
        """Learn the players from the claims and answers of earlier matches."""
        for match in past:
            if match.view.game.name == self.game.name:
                for claim in past_claims(match):
                    self._past.learn(claim)
                for seat in range(self.game.seats):
                    self._met[seat] += match.then(seat) is not None
        self._learned = None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose, and say what earlier matches have shown of those whom the choice is about."""
        choice = super().choose(view, limit)
        seen = self.remembered(view)
        if not seen:
            return choice
        told = tuple(past_words(seat, self._met[seat], model) for seat, model in seen.items())
        past = {
            self.game.names[seat]: {"matches": self._met[seat], **past_counts(model)}
            for seat, model in seen.items()
        }
        return replace(choice, evidence={**choice.evidence, "past": past}, reasons=(*choice.reasons, *told))

    def remembered(self, view: View) -> dict[int, Model]:
        """Return models by earlier matches alone: of the claimer, or of those who will answer a claim."""
        open_claim = view.state.phase == ANSWER
        return {
            seat: model
            for seat, model in enumerate(self._past.of)
            if seat != view.seat
            and (seat == view.state.claimer or not open_claim)
            and any(past_counts(model).values())
        }

    def models(self, view: View) -> Models:
        """Return the models by all that was seen; the same history gives the same models."""
        if self._learned is None or self._learned[0] != view.history:
            models = deepcopy(self._past)
            for claim in claims_of(view):
                models.learn(claim)
            self._learned = (view.history, models)
        return self._learned[1]

    def shown(self, view: View) -> dict[str, Any]:
        """Show the table of models."""
        models = self.models(view)
        return {
            "models": [
                {"player": i + 1, **model.summary()} for i, model in enumerate(models.of) if i != view.seat
            ],
            "players": models_words(models, view.seat, self.game.names),
        }

    def exhibited(self, view: View) -> tuple[Exhibit, ...]:
        """Show what was seen of the others."""
        return models_table(self.models(view), view.seat)

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge where that gains more than it risks."""
        v = view.state
        found = suspicion(v, view.seat, self.models(view).of[v.claimer].factor(v.number))
        left = count_of(v.sizes, v.claimer)
        if left == 0:
            return self.decided(view, found, 0.0, True, self.must_be_seen(view))
        seats = len(v.hands)
        wanted = min(max((seats - 1) / seats + self.patience, 0.05), 0.99)
        why = f"With {seats} players a challenge pays from {percent(wanted)} on: if it is wrong, "
        why += f"{{{view.seat} takes}} the pile, and if it is right, that helps all the others too."
        return self.decided(view, found, wanted, found.chance >= wanted, why)

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """Value claims by the cards that go and what a challenge would bring or cost."""
        v = view.state
        hand = cards_of(v.hands[view.seat]) | cards_of(v.picked)
        found = [self.valued(view, hand, cards, rank) for cards, rank in claims_to_weigh(v, view.seat, hand)]
        return sorted(found, key=lambda plan: -(plan.value or 0.0))

    def valued(self, view: View, hand: int, cards: int, rank: int) -> Plan:
        """Value a claim in cards: those it sheds, and what a challenge brings or costs on average."""
        v, seats = view.state, len(view.state.hands)
        number, lie = cards.bit_count(), bool(cards & ~of_rank(rank))
        pile = sum(count_of(v.lays, i) for i in range(seats)) + number
        models = self.models(view)
        unchallenged = 1.0
        for i in range(seats):
            if i != view.seat:
                unchallenged *= 1.0 - models.of[i].challenged(number)
        if lie:
            unchallenged *= 1.0 - _disproved(v, view.seat, hand, cards, rank)
        left = hand.bit_count() - number
        chance = 1.0 if left == 0 and lie else 1.0 - unchallenged
        worth = 100.0 if left == 0 and not lie else 0.0
        if lie:
            worth += number * (1.0 - chance) - TAKEN * chance * (pile - number)
        else:
            worth += number + TAKEN * chance * pile / (seats - 1)
        worth += 0.02 * _lateness(v, view.seat, cards, rank)
        extra = (cards & ~of_rank(rank)).bit_count() - (0 if cards & of_rank(rank) else 1)
        if extra > 0 and left < EARLY:
            worth -= LATE_LIE * extra
        move = claim_move(cards, rank)
        what = claim_words(move, cards, rank, hand, view.seat)
        if left == 0 and not lie:
            last = (
                f"It empties the hand of {{{view.seat}}}, and no challenge can hurt it: that wins the game."
            )
            return Plan(cards, rank, worth, (what, last), told=WINS)
        size = f"{pile} card{'s' * (pile > 1)}"
        brings = f"cost {size}" if lie else f"give the challenger {size}"
        odds = f"A challenge comes with {percent(chance)} and would {brings}"
        why = (what, f"{odds}: on average {move} is worth {worth:+.2f} cards.")
        numbers = {"challenge_chance": chance, "pile": pile, "worth": worth}
        return Plan(cards, rank, worth, why, numbers=numbers, told=f"{worth:+.2f} cards")


def claims_to_weigh(v: State, seat: int, hand: int) -> list[tuple[int, int]]:
    """List claims worth weighing: true ones, true ones with a lie added, lies of one or two cards."""
    most = min(most_of(v.rules), hand.bit_count())
    ranks = range(ranks_of(v.rules)) if v.rules & ANY_RANK else (v.rank,)
    found: list[tuple[int, int]] = []
    for rank in ranks:
        true = hand & of_rank(rank)
        useless = late_first(v, seat, hand & ~true, rank)
        count = min(true.bit_count(), most)
        whole = sum(1 << card for card in listed(true)[:count])
        if count:
            found.append((whole, rank))
            if count > 1:
                found.append((whole & (whole - 1), rank))
        if v.rules & ANY_RANK and not count:
            continue
        for extra in range(1, min(1 if count else 2, most - count) + 1):
            if extra <= len(useless):
                found.append((whole | sum(1 << card for card in useless[:extra]), rank))
        if not count:  # which card to lay is the question: weigh some more
            found += [(1 << card, rank) for card in useless[1:4]]
    if not found:
        found = [(sum(1 << c for c in cards), ranks[0]) for cards in combinations(listed(hand), 1)]
    return list(dict.fromkeys(found))


def _lateness(v: State, seat: int, cards: int, rank: int) -> float:
    """Return how many turns it would be on average until the lies in a claim could be laid truly."""
    lies = listed(cards & ~of_rank(rank))
    if not lies:
        return 0.0
    seats, ranks = len(v.hands), ranks_of(v.rules)
    turns = {(rank + seats * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    return sum(turns.get(card // 4, ranks + 1) for card in lies) / len(lies)


def _disproved(v: State, seat: int, hand: int, cards: int, rank: int) -> float:
    """Return the chance that one other seat holds enough of the rank to make the claim impossible."""
    others = 4 - (hand & of_rank(rank)).bit_count()
    needed = 5 - cards.bit_count()
    total = sum(count_of(v.sizes, i) for i in range(len(v.hands)) if i != seat)
    safe = 1.0
    for i in range(len(v.hands)):
        size = count_of(v.sizes, i)
        if i != seat and needed <= others and total >= max(size, others):
            chances = chances_of_rank(total, others, size)
            safe *= 1.0 - sum(chances[needed:])
    return 1.0 - safe
