"""Matches at a server: opened or joined from a command line, their tokens kept here; see cli/far.py."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from parlour.cli import output
from parlour.cli.common import Interrupted, pairs
from parlour.cli.far import Far
from parlour.cli.seats import COMPUTER, HUMAN, split_specs
from parlour.client.refusals import Lost
from parlour.client.server import LINK, Server, connect
from parlour.core.errors import BadOption
from parlour.core.files import read_plain, write_whole
from parlour.core.paths import own_folder

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.cli.talk import Talk
    from parlour.client.table import Table
    from parlour.core.limit import Limit
    from parlour.core.record import Record

PATIENCE = 600.0  # seconds that a server may be gone
PLAYER = "PARLOUR_PLAYER"  # the variable with a player's key
MATCH = re.compile(r"[0-9a-f]{32}")


class Wish(NamedTuple):
    """What a command line asks a server for."""

    url: str
    link: str  # to a seat, or a match's name
    what: list[str]
    seats: str
    level: str
    option: list[str] | None
    limit: Limit
    seed: int | None


def play_away(wish: Wish, talk: Talk) -> Record:
    """Play or watch at a server until the people here have had enough; give the record as it stands then."""
    url = wish.url or wish.link.partition("/join/")[0]
    if not url.startswith(("http://", "https://")):
        raise BadOption("name the server too: --server http://HOST:PORT")
    server = connect(url, os.environ.get(PLAYER, ""), PATIENCE, talk.say)
    table = _joined(server, wish.link) if wish.link else _opened(server, wish)
    sitting = Far(server, table, talk, lambda table: _keep(server, table))
    try:
        sitting.run()
        return sitting.table.record()
    except Lost as error:
        raise Lost(f"{error} go on with: {sitting.command}") from None
    except KeyboardInterrupt:
        raise Interrupted(f"go on with: {sitting.command}") from None


def _opened(server: Server, wish: Wish) -> Table:
    if len(wish.what) != 1:
        raise BadOption(f"name one game to play at {server.url}: parlour play GAME --server {server.url}")
    about, options = server.game(wish.what[0]), pairs(wish.option)
    level = wish.level or ("medium" if "medium" in about["levels"] else about["levels"][0])
    specs = split_specs(wish.seats) if wish.seats else [HUMAN, *[COMPUTER] * (about["seats"] - 1)]
    seats = ["me" if spec == HUMAN else level if spec == COMPUTER else spec for spec in specs]
    if "me" not in seats:
        raise BadOption("--seats: no seat is yours; write human for it, and open for somebody with a link")
    settled = {**about["sitting"], **options}
    table = server.create(wish.what[0], seats, settled, limit=wish.limit.to_json(), seed=wish.seed)
    _keep(server, table)
    return table


def _joined(server: Server, link: str) -> Table:
    """Take the seat of a link, go on with a match whose token is kept here, or watch another."""
    if not MATCH.fullmatch(link):
        match = found[1] if (found := LINK.fullmatch(link)) else ""
        if match and (kept := _kept(match)):  # a link is good once: who comes back has the seat already
            return server.table(match, kept["token"])
        table = server.join(link)
        _keep(server, table)
        return table
    kept = _kept(link)
    return server.table(link, kept.get("token", ""))


def _file(match: str) -> Path:
    return own_folder("PARLOUR_STATE_DIR", "XDG_STATE_HOME", ".local", "state") / "away" / f"{match}.json"


def _keep(server: Server, table: Table) -> None:
    """Keep the token that holds the seats, where only its owner can read it."""
    data = {"url": server.url, "match": table.match, "token": table.token}
    try:
        _file(table.match).parent.mkdir(parents=True, exist_ok=True)
        write_whole(_file(table.match), json.dumps(data) + "\n", private=True)
    except OSError as error:
        output.log_line(f"parlour: the seat's token cannot be kept: {error.strerror or error}")


def _kept(match: str) -> dict[str, Any]:
    try:
        data = json.loads(read_plain(_file(match), 10_000))
        return data if isinstance(data, dict) and isinstance(data.get("token"), str) else {}
    except (OSError, ValueError, RecursionError):
        return {}
