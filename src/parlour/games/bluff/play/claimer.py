"""What all Bluff players share: whole claims, laid card by card, and answers by the chance of a lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from parlour.cards.cards import RANKS
from parlour.core import exhibit
from parlour.core.bits import listed
from parlour.core.choice import Candidate, Choice
from parlour.core.exhibit import Exhibit
from parlour.core.limit import Limit
from parlour.core.strategy import Strategy
from parlour.core.view import View
from parlour.core.words import percent
from parlour.games.bluff import State
from parlour.games.bluff.belief.models import Suspicion
from parlour.games.bluff.cards import ANSWER, ANY_RANK, AS, CHALLENGE, PASS, cards_of, of_rank, ranks_of
from parlour.games.bluff.play.words import suspicion_bars, suspicion_words
from parlour.games.bluff.policy import LIE_SIZES
from parlour.games.bluff.words import card_name

WINS = "wins"  # of a claim that ends the game


def claim_move(cards: int, rank: int) -> str:
    """Write a claim as a move: 2c,2d as 2."""
    return f"{','.join(card_name(card) for card in listed(cards))} as {RANKS[rank]}".strip()


class Plan(NamedTuple):
    """A claim to be made: its cards, the rank, what it seems to be worth (if it was weighed), and why."""

    cards: int
    rank: int
    value: float | None
    why: tuple[str, ...]
    low: float | None = None  # 95 % interval of the value
    high: float | None = None
    numbers: Mapping[str, float] = {}  # that the reasons tell
    told: str = ""  # the value in words, where it is not on the scale of the results

    @property
    def words(self) -> str:
        """Write the claim as a move."""
        return self.rest(0)

    def rest(self, picked: int) -> str:
        """Write what is left of the claim, once some of its cards are picked, as a move."""
        return claim_move(self.cards & ~max(picked, 0), self.rank)


class Claimer(Strategy):
    """Plan whole claims and lay them card by card; answer by the chance of a lie."""

    name = ""  # a base, not a strategy to be named
    unit: ClassVar[str] = "in cards"  # of the value of a claim

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
        """Lay the next card; reasons and moves are those of the whole claim, or of what is left of it."""
        picked = view.state.picked
        candidates: dict[int, Candidate] = {}
        for p in (plan, *(other for other in plans if _begins(other.cards, picked))):
            first = _next_action(p, picked)
            if first not in candidates:
                candidates[first] = Candidate(
                    first, p.rest(picked), p.value, low=p.low, high=p.high, told=p.told
                )
        evidence = {
            "claim": plan.words,
            "lie": bool(plan.cards & ~of_rank(plan.rank)),
            "claims_weighed": {p.words: p.value for p in plans[:12] if p.value is not None},
            **plan.numbers,
            **self.shown(view),
        }
        action = _next_action(plan, picked)
        shown = tuple(candidates.values())
        weighed = evidence["claims_weighed"]
        worth = (exhibit.bars(f"What each claim is worth, {self.unit}", weighed),) if len(weighed) > 1 else ()
        return Choice(
            action,
            plan.rest(picked),
            shown,
            evidence=evidence,
            reasons=(*plan.why, *([] if picked else _next_best(plan, plans))),
            exhibits=(*worth, *self.exhibited(view)),
        )

    def plans(self, view: View, limit: Limit) -> list[Plan]:
        """List claims that could be made, the one to be made first."""
        raise NotImplementedError

    def answer(self, view: View, limit: Limit) -> Choice:
        """Challenge or pass."""
        raise NotImplementedError

    def shown(self, view: View) -> dict[str, Any]:
        """Return evidence that belongs to every choice."""
        return {}

    def exhibited(self, view: View) -> tuple[Exhibit, ...]:
        """Return what there is to show of every choice."""
        return ()

    def decided(self, view: View, found: Suspicion, wanted: float, doubt: bool, why: str) -> Choice:
        """Put an answer together; `wanted` is the chance of a lie from which it challenges."""
        candidates = (
            Candidate(CHALLENGE, note=f"the claim is a lie with {percent(found.chance)}"),
            Candidate(PASS, note=f"{{{view.seat} challenges}} from {percent(wanted)} on"),
        )
        evidence = {
            "lie_chance": found.chance,
            "threshold": wanted,
            "of_the_rank_elsewhere": found.mine,
            "claimed": found.number,
            "had_enough": found.enough,
            "lie_chance_by_the_cards": found.unknown,
            "history_factor": found.factor,
            "lies_of_this_size": LIE_SIZES[found.number],
            **self.shown(view),
        }
        likely, *parts = suspicion_words(view, found)
        order = candidates if doubt else candidates[::-1]
        return Choice(
            order[0].action,
            candidates=order,
            evidence=evidence,
            reasons=(likely, why, *parts),
            exhibits=(suspicion_bars(found), *self.exhibited(view)),
            lesson=2,
        )

    def must_be_seen(self, view: View) -> str:
        """Say why the claim by which a hand is emptied is challenged."""
        whose = f"{{{view.state.claimer}'s}}"
        return f"{whose} last cards go with this claim: if it is true, the game is lost anyhow."


def late_first(v: State, seat: int, cards: int, rank: int) -> list[int]:
    """List cards by when this seat's turn next comes to their rank, the latest first."""
    seats, ranks = len(v.hands), ranks_of(v.rules)
    turns = {(rank + seats * turn) % ranks: turn for turn in range(ranks, 0, -1)}
    counts = {card: (cards & of_rank(card // 4)).bit_count() for card in listed(cards)}
    return sorted(listed(cards), key=lambda card: (-turns.get(card // 4, ranks + 1), counts[card], card))


def _next_best(plan: Plan, plans: Sequence[Plan]) -> list[str]:
    """Say what the best of the other claims is worth, unless it is worth more, which is told otherwise."""
    others = [p for p in plans if p is not plan and p.value is not None]
    if plan.value is None or plan.told == WINS or not others:
        return []
    other = max(others, key=lambda p: p.value or 0.0)
    if (other.value or 0.0) > plan.value:
        return []
    return [f"The next best, {other.words}, is worth {other.told or f'{other.value:+.3f}'}."]


def _begins(cards: int, picked: int) -> bool:
    """Say whether a claim can go on from the cards picked: they are its lowest."""
    lowest = sum(1 << card for card in listed(cards)[: max(picked, 0).bit_count()])
    return lowest == max(picked, 0)


def _next_action(plan: Plan, picked: int) -> int:
    left = plan.cards & ~max(picked, 0)
    return listed(left)[0] if left else AS + plan.rank


def _finished(v: State, seat: int) -> Plan:
    """Plan to claim what somebody else has begun."""
    rank = listed(v.picked)[0] // 4 if v.rules & ANY_RANK else v.rank
    cards = ",".join(card_name(card) for card in listed(v.picked))
    return Plan(v.picked, rank, None, (f"{cards} are picked already: what is left is to name the rank.",))
