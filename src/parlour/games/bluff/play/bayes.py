"""Players of Bluff by rule: archetypes from the honest to the paranoid, and a Bayesian with opponent models.

Whether to challenge: by the chance of a lie, and what is at stake. If the claim is a lie the claimer takes
the pile, which helps each of the others a little; if it is true the challenger takes it. So a challenge pays
from a chance of (n - 1) / n on, for n players. A claim by which the last card goes is challenged in any
case: if it is true the game is lost anyhow.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from parlour.beliefs.history import past_views
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.limit import Limit
from parlour.core.rules import AnyState
from parlour.core.strategy import Strategy, option
from parlour.core.view import View
from parlour.games.bluff.belief.models import Models, Suspicion, chances_of_rank, claims_of, suspicion
from parlour.games.bluff.cards import (
    ANSWER,
    ANY_RANK,
    AS,
    CHALLENGE,
    PASS,
    cards_of,
    count_of,
    most_of,
    of_rank,
    ranks_of,
)
from parlour.games.bluff.play.words import claim_told, models_told, suspicion_told
from parlour.games.bluff.policy import EARLY
from parlour.games.bluff.words import card_name

TAKEN = 0.35  # what a card of a taken pile costs, by a card that is shed: many go again at once, whole ranks
LATE_LIE = 5.0  # what a lie that need not be costs once few cards are left, in cards


class Style(NamedTuple):
    """An archetype: how it lies and how it doubts."""

    added: float  # chance to add a lie to true cards
    double: float  # chance to lie with two cards rather than one
    doubt: float  # chance of a lie from which it challenges
    last: bool  # challenges the claim by which a hand is empty, whatever it thinks


STYLES = {
    "honest": Style(0.0, 0.0, 1.0, False),
    "cautious": Style(0.0, 0.0, 0.9, True),
    "counting": Style(0.0, 0.05, 0.75, True),
    "bold": Style(0.35, 0.4, 0.75, True),
    "paranoid": Style(0.05, 0.1, 0.4, True),
}


class Plan(NamedTuple):
    """A claim to be made: its cards, the rank, what it seems to be worth (if it was weighed), and why."""

    cards: int
    rank: int
    value: float | None
    why: str
    low: float | None = None  # 95 % interval of the value
    high: float | None = None

    @property
    def words(self) -> str:
        """Write the claim as a move."""
        return self.rest(0)

    def rest(self, picked: int) -> str:
        """Write what is left of the claim, once some of its cards are picked, as a move."""
        cards = ",".join(card_name(card) for card in listed(self.cards & ~max(picked, 0)))
        return f"{cards} as {'23456789TJQKA'[self.rank]}".strip()


class Claimer(Strategy):
    """Plan whole claims and lay them card by card; answer by the chance of a lie."""

    name = ""  # a base, not a strategy to be named
    games = ("bluff",)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._plan: tuple[Any, Plan, list[Plan]] | None = None

    def choose(self, view: View, limit: Limit) -> Choice:
        """Answer the open claim, or lay the next card of the planned one."""
        if view.state.phase == ANSWER:
            return self.answer(view, limit)
        v = view.state
        dealt = cards_of(v.hands[view.seat]) | cards_of(v.picked)
        key = (view.ply - v.number, dealt, v.rank, limit)
        if self._plan is None or self._plan[0] != key or not _begins(self._plan[1].cards, v.picked):
            plans = [plan for plan in self.plans(view, limit) if _begins(plan.cards, v.picked)]
            chosen = plans[0] if plans else _finished(v, view.seat)
            self._plan = (key, chosen, plans)
        return self._lay(view, *self._plan[1:])

    def _lay(self, view: View, plan: Plan, plans: Sequence[Plan]) -> Choice:
        """Lay the next card; what is told, the moves too, is of the whole claim or what is left of it."""
        picked = view.state.picked
        candidates: dict[int, Candidate] = {}
        for p in (plan, *(other for other in plans if _begins(other.cards, picked))):
            first = _next_action(p, picked)
            if first not in candidates:
                candidates[first] = Candidate(first, p.rest(picked), p.value, low=p.low, high=p.high)
        evidence = {
            "claim": plan.words,
            "lie": bool(plan.cards & ~of_rank(plan.rank)),
            "claims_weighed": {p.words: p.value for p in plans[:12] if p.value is not None},
            **self.shown(view),
        }
        action = _next_action(plan, picked)
        shown = tuple(candidates.values())
        return Choice(action, plan.rest(picked), shown, evidence=evidence, reasons=(plan.why,))

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """List claims that could be made, the one to be made first."""
        raise NotImplementedError

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge or pass."""
        raise NotImplementedError

    def shown(self, view: View) -> dict[str, Any]:
        """Give evidence that belongs to every choice."""
        return {}

    def decided(self, view: View, found: Suspicion, wanted: float, doubt: bool, why: str) -> Choice:
        """Put an answer together; `wanted` is the chance of a lie from which it challenges."""
        candidates = (
            Candidate(CHALLENGE, note=f"the claim is a lie with chance {found.chance:.2f}"),
            Candidate(PASS, note=f"challenges from {wanted:.2f} on"),
        )
        evidence = {
            "lie_chance": found.chance,
            "threshold": wanted,
            "of_the_rank_elsewhere": found.mine,
            "claimed": found.number,
            "had_enough": found.enough,
            "lie_chance_by_the_cards": found.unknown,
            "history_factor": found.factor,
            **self.shown(view),
        }
        reasons = (suspicion_told(view, found), why)
        order = candidates if doubt else candidates[::-1]
        return Choice(order[0].action, candidates=order, evidence=evidence, reasons=reasons)


class Bluffer(Claimer):
    """Claim and doubt as an archetype does; it counts cards and remembers nothing of the players."""

    name = "bluffer"

    style: str = option("counting", "the archetype", choices=tuple(STYLES))
    doubt: float = option(
        0.0, "chance of a lie from which it challenges; 0 is the archetype's", low=0.0, high=1.0
    )

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge from the archetype's chance of a lie on."""
        style = STYLES[self.style]
        found = suspicion(view.state, view.seat)
        wanted = self.doubt or style.doubt
        v = view.state
        if style.last and count_of(v.sizes, v.claimer) == 0:
            return self.decided(
                view, found, 0.0, True, "The last card goes with this claim: it must be seen."
            )
        doubt = found.chance >= wanted
        why = f"A {self.style} player challenges from {wanted:.2f} on."
        return self.decided(view, found, wanted, doubt, why)

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """Tell the truth if possible, with or without a lie added; otherwise lie with few cards."""
        style, v = STYLES[self.style], view.state
        hand = cards_of(v.hands[view.seat]) | cards_of(v.picked)
        rank, true = _truest(v, hand)
        useless = late_first(v, view.seat, hand & ~of_rank(rank), rank)
        if true:
            extra = self.rng.uniform() < style.added and true.bit_count() < most_of(v.rules) and useless
            cards = true | (1 << useless[0] if extra else 0)
        else:
            pair = self.rng.uniform() < style.double and len(useless) > 1 and most_of(v.rules) > 1
            cards = 1 << useless[0] | (1 << useless[1] if pair else 0)
        why = claim_told(cards, rank, hand)
        return [Plan(cards, rank, None, why)]


class Bayes(Claimer):
    """Weigh every claim and challenge by what it gains on average, with a model of each player."""

    name = "bayes"

    patience: float = option(0.0, "added to the chance of a lie from which it challenges", low=-0.5, high=0.5)
    history: str = option("", "a file with records of earlier matches to learn the players from")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._before: list[Any] = []
        if self.history:
            for past in past_views(self.history, self.game, self.seat):
                self._before += claims_of(past)
        self._learned: tuple[Any, Models] = ((), Models(self.game.seats))

    def models(self, view: View) -> Models:
        """Give the models by all that was seen; the same history gives the same models."""
        if self._learned[0] != view.history:
            models = Models(len(view.state.hands))
            for claim in (*self._before, *claims_of(view)):
                models.learn(claim)
            self._learned = (view.history, models)
        return self._learned[1]

    def shown(self, view: View) -> dict[str, Any]:
        """Show the table of models."""
        models = self.models(view)
        return {
            "models": [
                {"player": i + 1, **model.told()} for i, model in enumerate(models.of) if i != view.seat
            ],
            "players": models_told(models, view.seat),
        }

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge where that gains more than it risks."""
        v = view.state
        found = suspicion(v, view.seat, self.models(view).of[v.claimer].factor(v.number))
        left = count_of(v.sizes, v.claimer)
        if left == 0:
            return self.decided(
                view, found, 0.0, True, "The last card goes with this claim: it must be seen."
            )
        seats = len(v.hands)
        wanted = min(max((seats - 1) / seats + self.patience, 0.05), 0.99)
        why = f"With {seats} players a challenge pays from a chance of {wanted:.2f} on."
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
        why = (
            f"{claim_told(cards, rank, hand)} It is challenged with chance {chance:.2f}, which would "
            f"{'cost' if lie else 'give another'} {pile} card{'s' * (pile > 1)}: worth {worth:+.2f} cards."
        )
        return Plan(cards, rank, worth, why)


def claims_to_weigh(v: AnyState, seat: int, hand: int) -> list[tuple[int, int]]:
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


def late_first(v: AnyState, seat: int, cards: int, rank: int) -> list[int]:
    """List cards by when this seat's turn next comes to their rank, the latest first."""
    seats, ranks = len(v.hands), ranks_of(v.rules)
    turns = {(rank + seats * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    counts = {card: (cards & of_rank(card // 4)).bit_count() for card in listed(cards)}
    return sorted(listed(cards), key=lambda card: (-turns.get(card // 4, ranks + 1), counts[card], card))


def _lateness(v: AnyState, seat: int, cards: int, rank: int) -> float:
    """Give how many turns it would be on average until the lies in a claim could be laid truly."""
    lies = listed(cards & ~of_rank(rank))
    if not lies:
        return 0.0
    seats, ranks = len(v.hands), ranks_of(v.rules)
    turns = {(rank + seats * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    return sum(turns.get(card // 4, ranks + 1) for card in lies) / len(lies)


def _disproved(v: AnyState, seat: int, hand: int, cards: int, rank: int) -> float:
    """Give the chance that another seat holds so many of the rank that the claim cannot be true."""
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


def _truest(v: AnyState, hand: int) -> tuple[int, int]:
    """Give the rank to claim and the true cards for it: the due rank, or that of which there are most."""
    if not v.rules & ANY_RANK:
        return v.rank, _few(hand & of_rank(v.rank), v)
    rank = max(range(ranks_of(v.rules)), key=lambda r: ((hand & of_rank(r)).bit_count(), -r))
    return rank, _few(hand & of_rank(rank), v)


def _few(cards: int, v: AnyState) -> int:
    return sum(1 << card for card in listed(cards)[: most_of(v.rules)])


def _begins(cards: int, picked: int) -> bool:
    """Say whether a claim can go on from the cards picked: they are its lowest."""
    lowest = sum(1 << card for card in listed(cards)[: max(picked, 0).bit_count()])
    return lowest == max(picked, 0)


def _next_action(plan: Plan, picked: int) -> int:
    left = plan.cards & ~max(picked, 0)
    return listed(left)[0] if left else AS + plan.rank


def _finished(v: AnyState, seat: int) -> Plan:
    """Plan to claim what somebody else has begun."""
    rank = listed(v.picked)[0] // 4 if v.rules & ANY_RANK else v.rank
    return Plan(v.picked, rank, None, "Claims the cards already picked.")
