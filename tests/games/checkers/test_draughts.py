"""The checkers expert: its endgame table against an independent program's, its search against minimax."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path

import numpy as np
import pytest

import parlour
from checkers_retrograde import _sets, build
from parlour import OVER, Stream, game
from parlour.core.errors import Unsuitable
from parlour.core.limit import Limit
from parlour.core.spec import make
from parlour.games.checkers import play, read, start, to_fen
from parlour.games.checkers.play import kernel
from parlour.games.checkers.play.endgames import OFFSETS, SIZE, code, index_of, knows, load, places, probe
from parlour.games.checkers.play.engine import roots, slim, table_move, table_value
from parlour.games.checkers.play.evaluation import advantage
from parlour.search.deepening import LIMIT
from parlour.search.table import new_table

VALUES = Path(__file__).parents[2] / "values"
PUBLISHED = json.loads((VALUES / "checkers.json").read_text(encoding="utf-8"))
KNOWN = json.loads((VALUES / "checkers_endgames.json").read_text(encoding="utf-8"))
IT = game("checkers")


def at(fen, **options):
    return game("checkers", position=fen, **options).start()


def after(s, text):
    for action in read(s, text):
        s = play(s, action)
    return s


def random_position(rng, mine, theirs):
    """Put kings and men on random squares, Black to move or White."""
    squares: list[int] = []
    while len(squares) < mine + theirs:
        square = 1 + rng.below(32)
        if square not in squares:
            squares.append(square)
    kings = [rng.below(2) == 0 for _ in squares]
    black = [f"K{n}" if king or n > 28 else str(n) for n, king in zip(squares[:mine], kings, strict=False)]
    white = [
        f"K{n}" if king or n < 5 else str(n) for n, king in zip(squares[mine:], kings[mine:], strict=True)
    ]
    return f"{'BW'[rng.below(2)]}:W{','.join(white)}:B{','.join(black)}"


# -- the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", KNOWN["counts"], ids=lambda row: "-".join(map(str, list(row.values())[:4])))
def test_wins_draws_and_losses_of_every_material(row):
    material = (row["black_men"], row["black_kings"], row["white_men"], row["white_kings"])
    men, their_men, kings, their_kings = np.meshgrid(*_sets(*material), indexing="ij", sparse=True)
    clash = men & kings | their_men & their_kings | (men | kings) & (their_men | their_kings)
    first = int(OFFSETS[code(*material)])
    entries = load()[first : first + places(*material)].reshape(clash.shape)[clash == 0]
    counted = {
        "win": int(((entries > 0) & (entries % 2 == 0)).sum()),
        "loss": int((entries % 2 == 1).sum()),
        "draw": int((entries == 0).sum()),
    }
    assert counted == row["black_to_move"]
    assert int(entries.max()) - 1 == row["max_dtw_plies"]


def test_positions_of_an_independent_program():
    for row in KNOWN["positions"]:
        assert probe(at(row["fen"])) == (row["wdl"], row["dtw_plies"]), row["fen"]


def test_every_entry_follows_from_those_one_turn_on():
    rng, checked = Stream.of(5, "table"), 0
    while checked < 400:
        total = 2 + rng.below(3)
        mine = 1 + rng.below(total - 1)
        s = at(random_position(rng, mine, total - mine))
        checked += 1
        sign, turns = probe(s)
        if IT.turn(s) == OVER:
            assert (sign, turns) == (-1, 0)
            continue
        best = max(table_value(m.after) for m in roots(s))
        assert sign == (best > 0) - (best < 0), to_fen(s)
        if sign:
            assert turns == kernel.WIN - abs(best)


def two_pieces():
    """List every position of one piece against one, either to move."""
    black = [f"K{n}" for n in range(1, 33)] + [str(n) for n in range(1, 29)]
    white = [f"K{n}" for n in range(1, 33)] + [str(n) for n in range(5, 33)]
    apart = [(b, w) for b in black for w in white if b.strip("K") != w.strip("K")]
    return [start(f"{side}:W{w}:B{b}") for b, w in apart for side in "BW"]


def test_two_pieces_solved_once_more_by_passes_over_a_dictionary():
    states = {s[:4]: s for s in two_pieces()}
    assert len(states) == 2 * both_sides(2)
    following = {key: [m.after[:4] for m in roots(s)] for key, s in states.items()}
    solved = {key: (-1, 0) for key, after in following.items() if not after}
    won_by_capture = {key for key, after in following.items() if any(not mine for mine, *_ in after)}
    for turns in range(1, 100):
        new = {}
        for key in following.keys() - solved.keys():
            replies = [solved.get(after, (0, 0))[0] for after in following[key]]
            if -1 in replies or key in won_by_capture:
                new[key] = (1, turns)
            elif 0 not in replies:
                new[key] = (-1, turns)
        solved |= new
    for key, s in states.items():
        assert probe(s) == solved.get(key, (0, None)), to_fen(s)


def both_sides(pieces):
    """Count the positions in which both sides have a piece: all (OEIS A055213) less the one-sided."""
    alone = sum(comb(28, men) * comb(32 - men, pieces - men) for men in range(pieces + 1))
    return PUBLISHED["positions_by_piece_count"][pieces - 1] - 2 * alone


def test_building_again_gives_the_table_that_ships():
    told: list[str] = []
    table, impossible = build(3, told.append)
    small = int(OFFSETS[code(0, 1, 0, 3)])  # the first with four pieces
    valid = ~impossible[:small]
    assert np.array_equal(table[:small][valid], load()[:small][valid])
    assert valid.sum() == sum(both_sides(pieces) for pieces in (2, 3))
    assert "0 men 1 kings against 2 men 0 kings: 24,192 places, at most 62 turns" in told
    assert len(load()) == SIZE


def test_both_colours_read_the_same_entry():
    s, turned = at("B:WK5,20:B9,K30"), at("W:W24,K3:BK28,13")
    assert index_of(s.mine, s.theirs, s.kings, 0) == index_of(turned.mine, turned.theirs, turned.kings, 1)


def test_what_the_table_does_not_know():
    assert not knows(IT.start())
    assert not knows(at("B:W:BK5"))
    jumping = at("B:W6,14:B2")
    assert knows(jumping)
    assert not knows(play(jumping, read(jumping, "2x9")[0]))


# -- the search --------------------------------------------------------------------------------------------


def minimax(s, depth, ply=0):
    """Value a position by plain minimax over whole turns, proven ends only: anything else is 0."""
    if IT.turn(s) == OVER:
        return ply - kernel.WIN if IT.returns(s)[s.player] < 0 else 0
    if knows(s):
        sign, turns = probe(s)
        return sign * (kernel.WIN - ply - (turns or 0))
    if depth == 0:
        return 0
    return max(-minimax(m.after, depth - 1, ply + 1) for m in roots(s))


def test_search_finds_every_forced_win_that_minimax_finds():
    rng, decided = Stream.of(11, "minimax"), 0
    table, scratch = new_table(16), kernel.new_scratch()
    for _ in range(80):
        s = slim(at(random_position(rng, 3, 2 + rng.below(2)), forty=100))
        if IT.turn(s) == OVER or knows(s):
            continue
        wanted = minimax(s, 3)
        scratch[: kernel.CUTTERS] = 0
        scratch[LIMIT] = 10**9
        found = max(
            -int(kernel.search(m.after, 2, -kernel.WIN, kernel.WIN, 1, 1, load(), table, scratch))
            for m in roots(s)
        )
        if abs(wanted) >= kernel.PROVEN:
            decided += 1
            assert (found > 0) == (wanted > 0), to_fen(s)
            assert abs(found) >= kernel.PROVEN
        elif abs(found) >= kernel.PROVEN:  # captures are searched beyond the depth, so it may see more
            assert minimax(s, 5) * found > 0
    assert decided > 10


def turned(fen):
    """Turn the board round and swap the colours."""
    side, white, black = fen.split(":")

    def squares(part):
        return ",".join(
            ("K" if word[0] == "K" else "") + str(33 - int(word.strip("K"))) for word in part[1:].split(",")
        )

    return f"{'W' if side == 'B' else 'B'}:W{squares(black)}:B{squares(white)}"


def test_both_colours_are_judged_alike_and_more_is_better():
    rng = Stream.of(3, "judged")
    for _ in range(200):
        fen = random_position(rng, 1 + rng.below(11), 1 + rng.below(12))
        assert advantage(at(fen)) == advantage(at(turned(fen))), fen
    for less, more in (("B:W21:B9", "B:W21:B9,10"), ("B:WK30:B9,10", "B:WK30:B9,K10")):
        assert advantage(at(more)) > advantage(at(less))
        assert advantage(at(more.replace("B:W", "W:W"))) < advantage(at(less.replace("B:W", "W:W")))


def test_won_endgames_are_won_in_the_turns_promised():
    for row in [row for row in KNOWN["positions"] if row["dtw_plies"]][:25]:
        s = at(row["fen"])
        winner = s.player if row["wdl"] > 0 else 1 - s.player
        for _ in range(row["dtw_plies"]):
            assert IT.turn(s) != OVER
            s = table_move(s).after
        assert IT.turn(s) == OVER
        assert IT.returns(s)[winner] == 1.0


def test_the_expert_wins_a_won_endgame_against_best_defence():
    it = game("checkers", position="B:WK18:BK4,K11")
    players = [make(it, "draughts:nodes=2000", seat, Stream.of(1, seat)) for seat in (0, 1)]
    s, history = it.start(), []
    while it.turn(s) != OVER:
        seat = it.turn(s)
        action = players[seat].decide(it.view(s, seat, history)).action
        history.append((seat, action))
        s = it.play(s, action)
    assert it.returns(s) == (1.0, -1.0)
    assert len(history) == 25


def test_drawn_endgames_are_held():
    it = game("checkers", position="B:WK1,K2:BK32,K31")
    assert probe(it.start())[0] == 0
    record = parlour.play(it, ["draughts:nodes=500", "random"], seed=3)
    assert record.returns is not None
    assert record.returns[0] >= 0.0


def test_several_jumps_are_played_to_their_end():
    it = game("checkers", position="B:W6,14,23,31,32,30,29:B2,1,3,4,5")
    record = parlour.play(it, ["draughts:nodes=3000", "draughts:nodes=3000"], seed=1)
    assert record.moves[0] == "2x27"
    assert record.ended == "finished"


def test_the_only_move_is_made_at_once():
    choice = make(IT, "draughts", 0, Stream([1])).decide(IT.view(at("B:W6,14:B2,K32"), 0))
    assert choice.action == read(at("B:W6,14:B2,K32"), "2x9")[0]
    assert choice.move == choice.candidates[0].move == "2x18"
    assert choice.reasons[-1] == "It is the only move: jumping is compulsory."
    assert "nodes" not in choice.work


def test_a_choice_among_moves_is_not_called_the_only_one():
    choice = make(IT, "draughts", 0, Stream([1])).decide(IT.view(IT.start(), 0), Limit(nodes=20_000))
    assert len(choice.candidates) < 7
    assert not any("only move" in reason for reason in choice.reasons)


# -- evidence ----------------------------------------------------------------------------------------------


def test_an_endgame_is_explained_by_the_table():
    choice = parlour.analyse(game("checkers", position="B:WK18:BK4,K11"), strategy="draughts")
    best = choice.candidates[0]
    assert (best.move, best.value, best.exact, best.distance) == ("4-8", 1.0, True, 25)
    assert choice.reasons[0].startswith("4-8 wins in 25 plies; the answer to expect is 18-23.")
    assert choice.reasons[1].startswith("The next best, 11-")
    assert choice.reasons[-1].startswith("Every move leads to an ending of at most 4 pieces")
    assert choice.evidence == {"source": "endgame table"}
    assert [c.value for c in choice.candidates] == [1.0, 1.0, 1.0, 1.0, -1.0]
    json.dumps(choice.to_json(), allow_nan=False)


def test_a_middle_game_is_explained_by_the_search():
    choice = parlour.analyse(IT, "11-15 23-19 8-11", strategy="draughts:depth=9")
    assert len(choice.candidates) == 7
    assert choice.work["depth"] == 9
    assert f"Searched {choice.work['nodes']:,} positions, 9 turns deep" in choice.reasons[-1]
    values = [c.value for c in choice.candidates]
    assert values == sorted(values, reverse=True)
    assert all(-1 < value < 1 and not c.exact for value, c in zip(values, choice.candidates, strict=True))
    best = choice.candidates[0]
    assert best.note.startswith(f"{choice.evidence['men'][best.move]:+.2f} men at depth 9")
    s = IT.start()
    for action in IT.read_moves("11-15 23-19 8-11"):
        s = play(s, action)
    for text in best.line:
        s = after(s, text)


def test_a_draw_rule_that_may_come_first_takes_the_proof_away():
    for forty, exact in ((40, True), (12, False)):
        it = game("checkers", position="B:WK18:BK4,K11", forty=forty)
        choice = parlour.analyse(it, strategy="draughts")
        assert choice.candidates[0].move == "4-8"
        assert choice.candidates[0].exact == exact
        assert choice.work["exact"] == exact
    assert choice.candidates[0].note == "a win, if no draw rule comes first"


@pytest.mark.parametrize("threefold", [False, True])
def test_what_came_up_twice_takes_the_proof_away_where_thrice_is_a_draw(threefold):
    it = game("checkers", position="B:WK18:BK4,K11", threefold=threefold)
    once = parlour.analyse(it, "11-7 18-23 7-11", strategy="draughts")
    assert (once.candidates[0].value, once.candidates[0].exact) == (-1.0, True)
    twice = parlour.analyse(it, "11-7 18-23 7-11 23-18", strategy="draughts")
    assert twice.candidates[0].move == "4-8"
    assert twice.candidates[0].exact == (not threefold)


def test_a_repetition_is_seen_coming():
    """A king up, repeating is what the opponent hopes for: the search keeps away from it."""
    it = game("checkers", position="B:WK32,K31,28:BK9,K10,K14,K5", threefold=True)
    s, history = it.start(), []
    player = make(it, "draughts:nodes=20000", 0, Stream([4]))
    seen: dict[str, int] = {}
    while it.turn(s) != OVER and len(history) < 60:
        seat = it.turn(s)
        if seat == 0:
            action = player.decide(it.view(s, 0, history)).action
        else:
            action = Stream.of(len(history)).choice(it.legal(s))
        history.append((seat, action))
        s = it.play(s, action)
        seen[to_fen(s)] = seen.get(to_fen(s), 0) + 1
    assert max(seen.values()) < 3
    assert it.returns(s)[0] >= 0


def test_same_nodes_same_choice_and_limits_hold():
    view = IT.view(IT.start(), 0)
    choices = [make(IT, "draughts", 0, Stream([7])).decide(view, Limit(nodes=30_000)) for _ in range(2)]
    assert choices[0].to_json() == choices[1].to_json()
    assert choices[0].work["nodes"] <= 30_001
    assert make(IT, "draughts", 0, Stream([7])).decide(view, Limit(nodes=1)).action in IT.legal(IT.start())
    deep = make(IT, "draughts", 0, Stream([7])).decide(view, Limit(depth=4))
    assert deep.work["depth"] == 4
    timed = make(IT, "draughts", 0, Stream([7])).decide(view, Limit(seconds=0.05))
    assert timed.work["depth"] > 4


# -- solving -----------------------------------------------------------------------------------------------


def test_solving():
    solution = parlour.solve(game("checkers", position="B:WK18:BK4,K11"))
    assert (solution.value, solution.seat, solution.moves) == (1.0, 0, ("4-8",))
    assert solution.certificate["distance"] == 25
    drawn = parlour.solve(game("checkers", position="W:W13,K31:BK1,14"))
    assert drawn.value == 0.0
    assert "13-9" in drawn.moves
    lost = parlour.solve(game("checkers", position="B:W20,25:BK19"))
    assert (lost.value, lost.certificate["distance"]) == (-1.0, 54)
    with pytest.raises(Unsuitable, match=r"no forced win found within .* positions, and more than 4 pieces"):
        parlour.solve(IT, limit=Limit(nodes=20_000))


def test_a_forced_win_with_more_pieces_is_proven_by_search():
    it = game("checkers", position="B:W18,19,26,27,32:B14,K9,K10,K11,K12")
    solution = parlour.solve(it, limit=Limit(nodes=2_000_000))
    assert solution.value == 1.0
    s = it.start()
    for text in solution.certificate["line"]:
        s = after(s, text)
    assert it.turn(s) == OVER or probe(s)[0] * (1 if s.player == 0 else -1) > 0


def test_how_many_replies_lose_a_drawn_ending_is_said_in_words():
    told = set()
    for position in ("B:W32,K31:B1,K5", "B:WK1:BK32,K28", "W:WK10:BK1,K5", "B:WK15,K24:BK3,12"):
        it = parlour.game("checkers", position=position)
        choice = parlour.analyse(it, "", "draughts")
        last = choice.reasons[-1]
        if choice.candidates[0].value != 0.0 or "repl" not in last:
            continue
        s = it.start()
        for a in it.read(s, choice.move):
            s = it.play(s, a)
        replies = it.moves(s)
        lose = sum(parlour.solve(it, [choice.move, reply]).value > 0 for reply in replies if len(replies) > 1)
        if len(replies) == 1:
            assert last == "There is only one reply, and it draws."
        else:
            assert last == f"{lose or 'None'} of the {len(replies)} replies would lose."
        told.add(last)
    assert told
