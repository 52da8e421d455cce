"""What Hold'em players do with their first decision: how often they fold, call (limp), raise and go all-in.

Each deal is one hand with equal stacks. By default it is folded round to the seat in question, which opens
the betting; `--facing 3` has the big blind answer a raise to three big blinds by the first seat to act, all
others having folded. Players are fresh: nothing is learnt before. The mean size of a raise, all-ins apart,
is in big blinds.

    python benchmarks/holdem_openings.py --deals 400
    python benchmarks/holdem_openings.py --seats 6 --level hard expert --deals 200
    python benchmarks/holdem_openings.py --stack 8 15 25 50 100 --level expert --json
    python benchmarks/holdem_openings.py --facing 2.5 100 --level hard expert
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

import parlour
from parlour.core.match import Match
from parlour.core.spec import make
from parlour.games.holdem.betting import amount_of
from parlour.games.holdem.table import CALL, FOLD

BIG_BLIND = 2
LEVELS = ("easy", "medium", "hard", "expert")
ACTS = ("fold", "call", "raise", "allin")
PLACES = {2: ("button",), 3: ("button", "small blind"), 4: ("cutoff", "button", "small blind")}


def places(seats: int) -> tuple[str, ...]:
    """Name the seats that may open, in the order in which they act."""
    early = tuple(f"{seats - 3 - n} before the button" for n in range(seats - 4))
    return PLACES.get(seats) or (*early, *PLACES[4])


def decision(game: parlour.Game, level: str, seed: int, folds: int, facing: float) -> tuple[str, float]:
    """Give what a player does, and to how many big blinds it raises."""
    match = Match(game, seed)
    for _ in range(folds):
        match.play("fold")
    if facing > 0:
        most = max(stack + bet for stack, bet in zip(match.state.stacks, match.state.bets, strict=True))
        match.play(min(round(facing * BIG_BLIND), most) + 1)
        while match.turn != big_blind(match.state):
            match.play("fold")
    seat = match.turn
    action = make(game, level, seat, parlour.Stream([seed, seat])).decide(match.view(seat)).action
    s = match.state
    if action in (FOLD, CALL):
        return ACTS[action], 0.0
    amount = amount_of(s, action)
    kind = "allin" if amount == s.stacks[seat] + s.bets[seat] else "raise"
    return kind, amount / BIG_BLIND


def big_blind(s: Any) -> int:
    """Give the seat of the big blind."""
    return int((s.button + (2 if len(s.stacks) > 2 else 1)) % len(s.stacks))


def row(
    level: str, seats: int, stack: float, place: int, deals: range, facing: float, bets: str
) -> dict[str, Any]:
    """Count what a level does at one place."""
    menu = {"bets": "all"} if facing else {"bets": bets} if bets else {}
    game = parlour.game("holdem", seats=seats, stacks=(round(stack * BIG_BLIND),), **menu)
    found = [decision(game, level, seed, place, facing) for seed in deals]
    sizes = [size for kind, size in found if kind == "raise"]
    where = "big blind" if facing else places(seats)[place]
    return {
        "level": level, "seats": seats, "stack": stack, "place": where, "facing": facing, "deals": len(deals),
        **{act: sum(kind == act for kind, _ in found) for act in ACTS},
        "size": round(sum(sizes) / len(sizes), 2) if sizes else None,
    }  # fmt: skip


def told(found: dict[str, Any]) -> str:
    """Write a row of the table."""
    shares = "".join(f"{100 * found[act] / found['deals']:8.1f}" for act in ACTS)
    where = found["place"] + (f" v {found['facing']:g}" if found["facing"] else "")
    size = "" if found["size"] is None else f"{found['size']:8.2f}"
    return f"{found['level']:8s}{found['seats']:5d}{found['stack']:7g}  {where:22s}{shares}{size}"


def main(given: Sequence[str] | None = None) -> None:
    """Read the command line and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--deals", type=int, default=150, help="deals for each row")
    parser.add_argument("--seats", type=int, nargs="+", default=[2])
    parser.add_argument("--stack", type=float, nargs="+", default=[100.0], help="in big blinds")
    parser.add_argument("--level", nargs="+", default=list(LEVELS), help="levels, or any specs of players")
    parser.add_argument(
        "--facing", type=float, nargs="+", default=[0.0], help="a raise to so many big blinds"
    )
    parser.add_argument("--bets", default="", help="the game's menu of raises")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="a row a line, counts instead of per cent")
    args = parser.parse_args(given)
    if not args.json:
        head = "".join(f"{act:>8s}" for act in ACTS)
        print(f"{'level':8s}{'seats':>5s}{'stack':>7s}  {'per cent':22s}{head}    size")
    deals = range(args.seed, args.seed + args.deals)
    for seats in args.seats:
        for stack in args.stack:
            for facing in args.facing:
                for place in range(1 if facing else len(places(seats))):
                    for level in args.level:
                        found = row(level, seats, stack, place, deals, facing, args.bets)
                        print(json.dumps(found) if args.json else told(found), flush=True)


if __name__ == "__main__":
    main()
