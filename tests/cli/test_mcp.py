"""An assistant plays over the Model Context Protocol: one seat, its view alone, mistakes in one sentence."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import parlour
from parlour.cli.assistant import MOST_MATCHES, TOOLS, Assistant
from parlour.core.commitment import commit
from parlour.core.errors import BadOption, ParlourError
from parlour.core.limit import Limit
from parlour.store import open_store
from parlour.store.fold import record_of

Call = Callable[..., Awaitable[dict[str, Any]]]
LITTLE = Limit(simulations=4, depth=1, nodes=50)


def over_stdio(folder: Path, talk: Callable[[Call, Client], Awaitable[None]]) -> None:
    """Run the command as an assistant's program would, and talk to it by the package's own client."""

    async def run() -> None:
        environment = {
            name: value for name, value in os.environ.items() if name in ("PATH", "PYTHONPATH", "HOME")
        }
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "parlour", "mcp", "--limit", "simulations=4,depth=1,nodes=50"],
            env={**environment, "PARLOUR_STATE_DIR": str(folder), "PARLOUR_BACKEND": "interpreted"},
        )
        async with Client(stdio_client(server)) as client:

            async def call(tool: str, **arguments: Any) -> dict[str, Any]:
                answer = await client.call_tool(tool, arguments)
                text = answer.content[0].text  # type: ignore[union-attr]
                if answer.is_error:
                    assert "\n" not in text
                    raise ParlourError(text)
                return dict(answer.structured_content or json.loads(text))

            await talk(call, client)

    asyncio.run(run())


@pytest.mark.parametrize(("name", "seat"), [("connect_four", 1), ("kuhn_poker", 0), ("hearts", 2)])
def test_a_match_is_played_to_its_end(tmp_path: Path, name: str, seat: int) -> None:
    async def talk(call: Call, client: Client) -> None:
        assert name in [game["name"] for game in (await call("list_games"))["games"]]
        assert "Goal" in (await call("rules", game=name))["rules"]
        at = await call("start", game=name, seat=seat, level="easy")
        committed, hinted = at["commitment"], 0
        while not at["over"]:
            assert at["your_turn"]
            assert "seed" not in at
            assert at["legal"] == (await call("legal_moves"))["legal"]
            if hinted < 2:
                hint = await call("hint", match=at["match"], level="easy")
                assert hint["why"]
                move, hinted = hint["move"], hinted + 1
                assert (await call("analyse", level="easy"))["move"]
            else:
                move = at["legal"][0]
            at = await call("play", move=move)
        assert len(at["result"]) >= 1
        assert (await call("state", match=at["match"]))["returns"] == at["returns"]
        assert (await call("review"))["players"]
        store = open_store(str(tmp_path / "parlour.db"))
        kept = store.match(at["match"])
        assert kept is not None
        assert (kept.source, kept.game, kept.over) == ("mcp", name, True)
        record = record_of(kept, store.entries(kept.id))
        store.close()
        assert str(record.seed) == at["seed"]
        assert commit(record.replay().game, int(at["seed"])) == committed

    over_stdio(tmp_path, talk)


def test_mistakes_are_one_sentence_and_change_nothing(tmp_path: Path) -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("state", {}, "there is no match yet"),
        ("start", {"game": "ches"}, "unknown game 'ches'"),
        ("start", {"game": "tic_tac_toe", "seat": 2}, "no seat 2"),
        ("start", {"game": "tic_tac_toe", "level": "remote:url=http://127.0.0.1/"}, "unknown level"),
        ("start", {"game": "tic_tac_toe", "options": {"size": 4}}, "has no option 'size'"),
        ("start", {"game": "kuhn_poker", "options": {"deal": "K/Q"}}, "would tell you what is hidden"),
        ("start", {"game": "tic_tac_toe", "seat": "first"}, "seat: "),
        ("start", {}, "game: "),
        ("no_such_tool", {}, "no_such_tool"),
    ]
    later: list[tuple[str, dict[str, Any], str]] = [
        ("play", {"move": "z9"}, "is not a move"),
        ("play", {"move": 3}, "move: "),
        ("state", {"match": "other"}, "no match 'other'"),
        ("hint", {"level": "wise"}, "unknown level 'wise'"),
        ("review", {}, "the match is not over"),
    ]

    async def talk(call: Call, client: Client) -> None:
        found = await client.list_tools()
        assert sorted(tool.name for tool in found.tools) == sorted(TOOLS)
        assert all(tool.description for tool in found.tools)
        for tool, arguments, words in wrong:
            with pytest.raises(ParlourError, match=words):
                await call(tool, **arguments)
        before = await call("start", game="tic_tac_toe")
        for tool, arguments, words in later:
            with pytest.raises(ParlourError, match=words):
                await call(tool, **arguments)
        assert (await call("state"))["legal"] == before["legal"]
        assert (await call("resign"))["result"][0] == "You lose: resigned."
        with pytest.raises(ParlourError, match="the match is over"):
            await call("play", move="b2")

    over_stdio(tmp_path, talk)


def test_nothing_of_another_seat_is_told() -> None:
    """In two worlds that look alike to the seat, all that the tools say is the same but for the names."""
    said = []
    for deal in ("K/Q", "K/J"):
        desk = Assistant(LITTLE, keep=False)
        at = desk.start("kuhn_poker", seat=0, level="easy")
        sitting = desk._found(at["match"])
        sitting.match = parlour.Match(parlour.game("kuhn_poker", deal=deal), 1, sitting.match.seats)
        sitting.told = 0
        told = [desk.state(), desk.legal_moves(), desk.hint(level="easy"), desk.analyse(level="easy")]
        said.append(json.dumps(told).replace(at["match"], "ID"))
    assert said[0] == said[1]


def test_so_many_matches_and_no_more() -> None:
    desk = Assistant(LITTLE, keep=False)
    first = desk.start("tic_tac_toe")["match"]
    second = desk.start("tic_tac_toe")["match"]
    desk.state(first)
    for _ in range(MOST_MATCHES - 1):
        desk.start("tic_tac_toe")
    assert desk.state(first)["match"] == first
    with pytest.raises(BadOption, match="no match"):
        desk.state(second)


def test_a_store_that_cannot_be_written_is_told_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    monkeypatch.setenv("PARLOUR_STATE_DIR", str(tmp_path / "state"))
    desk = Assistant(LITTLE)
    desk.start("tic_tac_toe")
    at = desk.resign()
    assert at["over"]
    assert at["not_kept"]


def test_without_the_package_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert parlour.cli.main(["mcp"]) == 2
    assert capsys.readouterr().err == "parlour: parlour mcp needs the extra mcp: pip install 'parlour[mcp]'\n"
