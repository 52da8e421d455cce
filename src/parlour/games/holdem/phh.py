"""Hands of Hold'em to and from PHH: each played again and checked, each match written as its hands.

Player 1 of PHH sits at the button's left, so that the button is the last player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from parlour.cards.cards import BadCards, card_set, card_text, parse_cards, set_text
from parlour.cards.hands import strength
from parlour.core.errors import BadRecord, ParlourError, clipped
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rules import CHANCE, OVER, play, turn
from parlour.games import holdem
from parlour.games.holdem.betting import amount_of
from parlour.games.holdem.phh_text import VARIANTS, BadHand, Hand, amounts_of, line_of, read_phh, write_phh
from parlour.games.holdem.table import DEAD_ANTES, FRESH, HANDS, MIN_BET, STRUCTURE, State, turned_up

SUFFIXES = (".phh", ".phhs")


def write(matches: Sequence[Match]) -> str:
    """Write the hands of matches: one hand, or a collection of them."""
    hands = [hand for match in matches for hand in hands_of(match)]
    return write_phh(hands[0] if len(hands) == 1 else hands)


def read(text: str) -> Iterator[Match]:
    """Play every hand of a file; hole cards that nobody saw are any that fit."""
    hand = ""
    try:
        for each in read_phh(text):
            hand = each.name
            yield match_of(each)
    except BadHand as error:
        line = line_of(text, error.hand or hand, error.at)
        raise BadRecord(f"line {line}: {str(error).removeprefix('PHH: ')}") from None


def match_of(hand: Hand) -> Match:
    """Play a hand again, checking every action, as a match in which every amount may be bet.

    Hole cards that nobody wrote down are any that were not seen, so long as they do not matter.
    """
    players = len(hand.stacks)
    even = len(set(hand.antes)) <= 1
    if hand.trimmed and not even:
        raise BadHand("PHH: antes that differ from seat to seat cannot be trimmed", "antes")
    options: dict[str, Any] = {
        "seats": players,
        "structure": VARIANTS[hand.variant],
        "stacks": hand.stacks,
        "blinds": _blinds(hand.blinds),
        "antes": hand.antes[:1] if even and (hand.trimmed or not any(hand.antes)) else hand.antes,
        "min_bet": hand.min_bet,
        "bets": "all",
    }
    names = hand.notes.get("players", ())
    seats = tuple(map(str, names)) if isinstance(names, list) and len(names) == players else ()
    told = _moves(hand, players)
    try:
        match = Match.from_record(Record("holdem", options, None, seats, tuple(told.texts)))
    except ParlourError as error:
        place = re.match("the record does not replay: move ([0-9]+): ", str(error))
        if place is None:
            raise BadHand(f"PHH: {error}", "starting_stacks") from None
        number = told.actions[int(place[1]) - 1]
        raise BadHand(f"PHH: action {number}: {str(error)[place.end() :]}", number) from None
    acting = filter(_is_seat, map(turn, match.states))
    for (seat, number), whose in zip(told.actors, acting, strict=False):
        if seat != whose:
            raise BadHand(f"PHH: action {number} is p{seat + 1}'s, but p{whose + 1} is to act", number)
    wanted = hand.notes.get("finishing_stacks")
    if match.over and wanted and amounts_of("finishing_stacks", wanted) != match.state.stacks:
        words = f"the hand ends with {match.state.stacks}, not {clipped(wanted)}"
        raise BadHand(f"PHH: {words}", "finishing_stacks")
    return match if match.over else match.at(len(told.texts))  # without what chance drew from there on


def _blinds(blinds: tuple[int, ...]) -> tuple[int, ...]:
    last = max((position for position, blind in enumerate(blinds) if blind), default=0)
    return blinds[: max(last + 1, 2)]


def _is_seat(whose: int) -> bool:
    return whose >= 0


class Told(NamedTuple):
    """What the actions of a hand come to in our words."""

    texts: list[str]  # moves: all hole cards first, then betting and board
    actions: list[int]  # for each move, the number of the action that it comes from
    actors: list[tuple[int, int]]  # who bets, in order, and the number of the action


def _moves(hand: Hand, players: int) -> Told:
    actors: list[tuple[int, int]] = []
    held: dict[int, list[int]] = {seat: [] for seat in range(players)}
    dealt = dict.fromkeys(range(players), 1)  # the action that told a seat's cards
    rest: list[tuple[str, int]] = []
    board: list[int] = []
    shown: set[int] = set()
    mucked: list[int] = []
    for number, action in enumerate(hand.actions, 1):
        match action.split():
            case ["d", "db", cards]:
                board += _cards(cards, number)
                rest += [(card_text(card), number) for card in _cards(cards, number)]
            case ["d", "dh", player, cards]:
                seat = _seat(player, players, number)
                held[seat] += _cards(cards, number)
                dealt[seat] = number
            case [player, "sm", cards] if cards != "-":
                seat = _seat(player, players, number)
                held[seat], dealt[seat] = _cards(cards, number), number
                shown.add(seat)
            case [player, "sm"] | [player, "sm", "-"]:
                mucked.append(_seat(player, players, number))
            case [player, "f" | "cc" as what]:
                actors.append((_seat(player, players, number), number))
                rest.append((what, number))
            case [player, "cbr", amount]:
                actors.append((_seat(player, players, number), number))
                rest.append((f"raise {amount}", number))
            case _:
                raise BadHand(f"PHH: action {number}, {clipped(action)}, is not one of Hold'em", number)
    best = max((strength(card_set(held[seat] + board)) for seat in shown if len(board) == 5), default=0)
    for seat in [*mucked, *range(players)]:
        if len(held[seat]) < 2:
            used = {*board, *(card for cards in held.values() for card in cards)}
            unseen = [card for card in reversed(range(52)) if card not in used]
            below = best if seat in mucked else 0  # who mucks has lost
            held[seat] = _fitting(held[seat], unseen, board, below)
    holes = [(card_text(card), dealt[seat]) for seat in range(players) for card in held[seat]]
    texts, numbers = zip(*holes, *rest, strict=True)
    return Told(list(texts), list(numbers), actors)


def _fitting(cards: list[int], unseen: list[int], board: list[int], below: int) -> list[int]:
    """Fill a hand up with unseen cards; one that must lose has less than a strength, where that can be."""
    hands = ([*cards, *more] for more in combinations(unseen, 2 - len(cards)))
    first = next(hands)
    if not below or strength(card_set(first + board)) < below:
        return first
    return next((hand for hand in hands if strength(card_set(hand + board)) < below), first)


def _cards(text: str, number: int) -> list[int]:
    try:
        return list(parse_cards(text.replace("?", "")))
    except BadCards as error:
        raise BadHand(f"PHH: action {number}: {error}", number) from None


def _seat(player: str, players: int, number: int) -> int:
    if not (re.fullmatch("p[0-9]{1,2}", player) and 1 <= int(player[1:]) <= players):
        words = f"{clipped(player)} is no player from p1 to p{players}"
        raise BadHand(f"PHH: action {number}: {words}", number)
    return int(player[1:]) - 1


# -- writing -------------------------------------------------------------------------------------------------


def hands_of(match: Match) -> list[Hand]:
    """Put the hands of a match on paper, all cards open; a hand under way ends where it stands."""
    if match.game.name != "holdem":
        raise BadRecord(f"PHH: {match.game.name} is not Hold'em")
    found: list[Hand] = []
    s = match.states[0]
    stacks = s.began
    first = 0
    for ply in range(match.ply + 1):
        ends = ply == match.ply or match.states[ply + 1].hand_no > match.states[ply].hand_no
        if ends:
            states = match.states[first : ply + 1]
            actions = match.actions[first : ply + 1]
            if ply < match.ply:  # the next state is of the next hand: where this one ended is not among them
                states = [*states, play(_as_last(states[-1]), actions[-1])]
            found.append(_written_hand(states, actions[: len(states) - 1], stacks, match))
            stacks, first = s.began if s.terms[FRESH] else states[-1].stacks, ply + 1
    return found


def _as_last(s: State) -> State:
    return s._replace(terms=(s.hand_no + 1, *s.terms[HANDS + 1 :]))


def _showdown(s: State, name: Mapping[int, str]) -> list[str]:
    """List the hands shown, in turn; a seat that does not show has no cards written."""
    players = len(s.stacks)
    order = [seat for step in range(players) if s.live >> (seat := (s.opener + step) % players) & 1]
    up = [seat for seat in order if turned_up(s.shown, players * s.hand_no + seat)]
    return [
        f"{name[seat]} sm {set_text(s.hands[seat], '')}" if seat in up else f"{name[seat]} sm"
        for seat in order
        if up
    ]


def _written(s: State, action: int) -> str:
    if action == holdem.FOLD:
        return "f"
    return "cc" if action == holdem.CALL else f"cbr {amount_of(s, action)}"


def _written_hand(states: list[State], actions: list[int], stacks: tuple[int, ...], match: Match) -> Hand:
    s, last = states[0], states[-1]
    players = len(stacks)
    seats = [seat for step in range(players) if stacks[seat := (s.button + 1 + step) % players] > 0]
    name = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    lines: list[str] = []
    if last.phase != 0:
        lines = [f"d dh {name[seat]} {set_text(last.hands[seat], '')}" for seat in seats]
    for ply, now in enumerate(states):
        if ply > 0 and turn(states[ply - 1]) != CHANCE:
            earlier = states[ply - 1]
            lines.append(f"{name[earlier.actor]} {_written(earlier, actions[ply - 1])}")
        if not any(" sm" in line for line in lines):
            lines += _showdown(now, name)
        cards = [card_text(card) for card in now.board if card >= 0]
        dealt = sum(len(line) // 2 - 2 for line in lines if line.startswith("d db"))
        while len(cards) >= 3 and dealt < len(cards):
            step = 3 if dealt == 0 else 1
            lines.append(f"d db {''.join(cards[dealt : dealt + step])}")
            dealt += step
    variant = next(
        code for code, structure in VARIANTS.items() if structure == holdem.STRUCTURES[s.terms[STRUCTURE]]
    )
    number = len(seats)
    notes: dict[str, Any] = {"hand": s.hand_no + 1}
    if match.seats:
        notes["players"] = [match.seats[seat] for seat in seats]
    if turn(last) == OVER:
        notes["finishing_stacks"] = [last.stacks[seat] for seat in seats]
    before = tuple(stacks[seat] for seat in seats)
    trimmed = s.terms[DEAD_ANTES] == 0
    return Hand(
        variant, s.antes[:number], s.blinds[:number], s.terms[MIN_BET], before, tuple(lines), trimmed, notes
    )
