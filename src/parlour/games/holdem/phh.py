"""Poker hand histories in PHH, the open format of Kim (2023): TOML with one line an action.

A file is one hand; a collection (.phhs) has a table `[1]`, `[2]`, ... for each. Player 1 sits at the button's
left, so that the button is the last player. Known are no-limit (`NT`) and limit Hold'em (`FT`), and pot-limit
as `PT`, which the format leaves out. Amounts with decimals are read in a coin so small that they are whole.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from parlour.cards.cards import BadCards, card_text, parse_cards, set_text
from parlour.core.errors import BadRecord, ParlourError, clipped
from parlour.core.match import Match
from parlour.core.record import Record
from parlour.core.rules import CHANCE, OVER, play, turn
from parlour.games import holdem
from parlour.games.holdem.betting import amount_of
from parlour.games.holdem.table import DEAD_ANTES, FRESH, HANDS, MIN_BET, STRUCTURE, State, turned_up

VARIANTS = {"NT": "no-limit", "FT": "limit", "PT": "pot-limit"}
MOST_BYTES = 16 * 1024 * 1024
AMOUNT = re.compile(r"[+-]?[0-9][0-9_]{0,39}(\.[0-9_]{1,40})?([eE][+-]?[0-9]{1,2})?")
OWN = ("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet",
       "starting_stacks", "actions")  # fmt: skip


@dataclass(frozen=True)
class Hand:
    """One hand on paper: the table, then its actions as PHH writes them, and whatever else was noted."""

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    min_bet: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    trimmed: bool = True  # an ante is matched by all, or it goes back; otherwise antes are dead money
    notes: Mapping[str, Any] = field(default_factory=dict)


# -- reading -------------------------------------------------------------------------------------------------


def read_phh(text: str) -> list[Hand]:
    """Read a hand or a collection of them; raise BadRecord, naming what is wrong, where it is not PHH."""
    if len(text) > MOST_BYTES:
        raise BadRecord(f"PHH: {len(text):,} characters, at most {MOST_BYTES:,} are read")
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"), parse_float=_decimal)
    except ParlourError:
        raise
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BadRecord(f"PHH: not TOML: {error}") from None
    if "variant" in data or not all(isinstance(part, dict) for part in data.values()) or not data:
        return [_hand(data, "PHH")]
    return [_hand(part, f"PHH [{name}]") for name, part in data.items()]


def _decimal(text: str) -> Fraction:
    if not AMOUNT.fullmatch(text):
        raise BadRecord(f"PHH: {clipped(text)} is no amount of chips")
    return Fraction(text.replace("_", ""))


def _hand(data: Mapping[str, Any], where: str) -> Hand:
    variant = data.get("variant")
    if variant not in VARIANTS:
        raise BadRecord(f"{where}: variant {clipped(variant)} is not Hold'em; known: {', '.join(VARIANTS)}")
    least = "small_bet" if variant == "FT" else "min_bet"
    for name in ("antes", "blinds_or_straddles", least, "starting_stacks", "actions"):
        if name not in data:
            raise BadRecord(f"{where}: {name} is missing")
    stacks = _amounts(data, "starting_stacks", where)
    antes, blinds = _amounts(data, "antes", where), _amounts(data, "blinds_or_straddles", where)
    smallest = _amounts({least: [data[least]]}, least, where)[0]
    final = _amounts(data, "finishing_stacks", where) if "finishing_stacks" in data else ()
    if variant == "FT" and data.get("big_bet", 2 * smallest) != 2 * smallest:
        raise BadRecord(f"{where}: big_bet must be twice small_bet")
    actions = data["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadRecord(f"{where}: actions must be a list of texts")
    spoken = [_spoken(action) for action in actions]
    amounts = [_decimal(words[2]) for words in spoken if len(words) == 3 and words[1] == "cbr"]
    coin = lcm(*(Fraction(x).denominator for x in (*stacks, *antes, *blinds, smallest, *final, *amounts)))

    def whole(values: Iterable[Fraction]) -> tuple[int, ...]:
        return tuple(int(value * coin) for value in values)

    lines = tuple(
        f"{words[0]} cbr {int(_decimal(words[2]) * coin)}"
        if len(words) == 3 and words[1] == "cbr"
        else " ".join(words)
        for words in spoken
    )
    notes = {name: value for name, value in data.items() if name not in OWN}
    notes |= {"finishing_stacks": list(whole(final))} if final else {}
    trimmed = bool(data.get("ante_trimming_status", False))
    return Hand(
        variant, whole(antes), whole(blinds), int(smallest * coin), whole(stacks), lines, trimmed, notes
    )


def _amounts(data: Mapping[str, Any], name: str, where: str) -> tuple[Fraction, ...]:
    values = data[name]
    good = isinstance(values, list) and all(
        isinstance(value, (int, Fraction)) and not isinstance(value, bool) and value >= 0 for value in values
    )
    if not good:
        raise BadRecord(f"{where}: {name} must be a list of amounts of at least 0, not {clipped(values)}")
    return tuple(map(Fraction, values))


def _spoken(action: str) -> list[str]:
    return action.split("#")[0].split()


def match_of(hand: Hand) -> Match:
    """Play a hand again, checking every action, as a match in which every amount may be bet.

    Hole cards that nobody wrote down are any that were not seen, so long as they do not matter.
    """
    players = len(hand.stacks)
    even = len(set(hand.antes)) <= 1
    if hand.trimmed and not even:
        raise BadRecord("PHH: antes that differ from seat to seat cannot be trimmed")
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
    moves, actors = _moves(hand, players)
    try:
        match = Match.from_record(Record("holdem", options, None, seats, tuple(moves)))
    except ParlourError as error:
        raise BadRecord(f"PHH: {error}") from None
    for number, (seat, whose) in enumerate(
        zip(actors, filter(_is_seat, map(turn, match.states)), strict=False), 1
    ):
        if seat != whose:
            raise BadRecord(f"PHH: bet {number} is p{seat + 1}'s, but p{whose + 1} is to act")
    wanted = hand.notes.get("finishing_stacks")
    if match.over and wanted and _amounts(hand.notes, "finishing_stacks", "PHH") != match.state.stacks:
        raise BadRecord(f"PHH: the hand ends with {match.state.stacks}, not {clipped(wanted)}")
    return match


def _blinds(blinds: tuple[int, ...]) -> tuple[int, ...]:
    last = max((position for position, blind in enumerate(blinds) if blind), default=0)
    return blinds[: max(last + 1, 2)]


def _is_seat(whose: int) -> bool:
    return whose >= 0


def _moves(hand: Hand, players: int) -> tuple[list[str], list[int]]:
    """Give the moves in our words, all hole cards first, then betting and board; and who bets, in order."""
    actors: list[int] = []
    held: dict[int, list[int]] = {seat: [] for seat in range(players)}
    moves: list[str] = []
    board: list[int] = []
    for number, action in enumerate(hand.actions, 1):
        match action.split():
            case ["d", "db", cards]:
                board += _cards(cards, number)
                moves += map(card_text, _cards(cards, number))
            case ["d", "dh", player, cards]:
                held[_seat(player, players, number)] += _cards(cards, number)
            case [player, "sm", cards] if cards != "-":
                held[_seat(player, players, number)] = _cards(cards, number)
            case [_, "sm"] | [_, "sm", "-"]:
                continue
            case [player, "f" | "cc" as what]:
                actors.append(_seat(player, players, number))
                moves.append(what)
            case [player, "cbr", amount]:
                actors.append(_seat(player, players, number))
                moves.append(f"raise {amount}")
            case _:
                raise BadRecord(f"PHH: action {number}, {clipped(action)}, is not one of Hold'em")
    used = {*board, *(card for cards in held.values() for card in cards)}
    unseen = [card for card in range(52) if card not in used]
    for seat in range(players):
        held[seat] += [unseen.pop() for _ in range(2 - len(held[seat]))]
    return [*(card_text(card) for seat in range(players) for card in held[seat]), *moves], actors


def _cards(text: str, number: int) -> list[int]:
    try:
        return list(parse_cards(text.replace("?", "")))
    except BadCards as error:
        raise BadRecord(f"PHH: action {number}: {error}") from None


def _seat(player: str, players: int, number: int) -> int:
    if not (re.fullmatch("p[0-9]{1,2}", player) and 1 <= int(player[1:]) <= players):
        raise BadRecord(f"PHH: action {number}: {clipped(player)} is no player from p1 to p{players}")
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
    """Give who shows what, in turn, once hands are turned up; who does not show has no cards written."""
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


def write_phh(hands: Hand | Iterable[Hand]) -> str:
    """Write a hand, or several as a collection, as text that `read_phh` and other programs read."""
    if isinstance(hands, Hand):
        return _text(hands)
    return "\n".join(f"[{number}]\n{_text(hand)}" for number, hand in enumerate(hands, 1))


def _text(hand: Hand) -> str:
    sizes = {"min_bet": hand.min_bet}
    if hand.variant == "FT":
        sizes = {"small_bet": hand.min_bet, "big_bet": 2 * hand.min_bet}
    fields: dict[str, Any] = {
        "variant": hand.variant,
        "ante_trimming_status": hand.trimmed,
        "antes": hand.antes,
        "blinds_or_straddles": hand.blinds,
        **sizes,
        "starting_stacks": hand.stacks,
        "actions": hand.actions,
        **hand.notes,
    }
    return "".join(f"{name} = {_value(value)}\n" for name, value in fields.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return str(float(value)) if isinstance(value, Fraction) else str(value)
