"""Every route of the API against what schemathesis thinks up from its description, over real HTTP.

All phases (examples, coverage, fuzzing, and sequences along the links of the document) and all checks: no
5xx, no status, content type, header or body that is not described, nothing wrong accepted, nothing right
refused.
Real matches, tokens and moves are put in the place of invented ones, half of the time.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import Failure, Failures, Report, command

sys.path.append(str(Path(__file__).parents[1] / "server"))
import schemathesis
from inline import Inline
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.hooks import unregister
from serving import Serving, quick_folder, serving

from parlour.server.engines.ask import REVIEW, Answer, Ask, Heard
from parlour.server.settings import Settings

MATCH = re.compile(r"[0-9a-f]{32}")
TABLES = (("tic_tac_toe", ("me", "me")), ("kuhn_poker", ("me", "open")), ("nim", ("me", "random")))
ACCEPTED = ["2xx", "304", "400", "401", "403", "404", "409", "429"]  # of what is well formed
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
COVERED = 1200  # cases that the first two phases make, whatever is asked for
PHASES = {"examples": 1, "coverage": 1, "fuzzing": 1, "stateful": 1}


class Careless(Inline):
    """Thinks of nothing: these cases are about the server."""

    def answer(self, ask: Ask, heard: Heard | None = None) -> Answer:
        """Answer at once."""
        if ask.do == REVIEW:
            return Answer((), 0.0, {"moves": []})
        return super().answer(replace(ask, spec="random"), heard)


class Real:
    """Real names in the place of invented ones."""

    def __init__(self, server: Serving, seed: int) -> None:
        self.server, self.rng, self.names = server, Random(seed), count()
        self.tables = [self.opened(number) for number in range(2 * len(TABLES))]
        self.key, self.tokens = self.player(), dict[str, str]()

    def opened(self, number: int) -> Any:
        """Open the match of that number; the second half of them is over."""
        made = self.server.open(*TABLES[number % len(TABLES)])
        if number >= len(TABLES):
            self.server.ask("POST", f"/matches/{made['match']}/resign", {}, made["token"])
        return made

    def table(self, number: int) -> tuple[Any, Any]:
        """Give what was told when a match was opened, and its table; a new one if that is over or gone."""
        table = self.server.house.tables.get(self.tables[number]["match"])
        if table is None or (number < len(TABLES) and table.match.over):
            self.tables[number] = self.opened(number)
            table = self.server.house.tables[self.tables[number]["match"]]
        return self.tables[number], table

    def player(self) -> str:
        """Make a player; return the key."""
        name = f"Player {next(self.names)} {self.rng.getrandbits(40)}"
        return str(self.server.ask("POST", "/players", {"name": name}).json()["key"])

    def hold(self, case: Any, token: str) -> None:
        """Give a case a token that is good."""
        case.headers["Authorization"] = f"Bearer {token}"
        case._has_explicit_auth = True

    def hear(self, response: Any) -> None:
        """Remember the token of a match that a case has opened."""
        if response.status_code in (200, 201) and b'"token":' in (response.content or b""):
            told = response.json()
            self.tokens[told["match"]] = told["token"]

    def put(self, case: Any) -> None:
        """Put what is real into a case, where it holds something of that form."""
        rng, place = self.rng, case.path_parameters or {}
        if case.operation.label.startswith("DELETE") and case.headers.get("Parlour-Player") == self.key:
            case.headers["Parlour-Player"] = self.player()
        match = place.get("match")
        if not isinstance(match, str) or not MATCH.fullmatch(match) or rng.random() < 0.1:
            return
        if match in self.tokens and rng.random() < 0.7:
            self.hold(case, self.tokens[match])
            return
        made, table = self.table(rng.randrange(len(self.tables)))
        if place["match"] not in self.server.house.tables or rng.random() < 0.3:
            place["match"] = made["match"]
            if rng.random() < 0.8:
                self.hold(case, made["token"])
        body = case.body
        if isinstance(body, dict) and isinstance(body.get("move"), str) and 1 <= len(body["move"]) <= 400:
            legal = [] if table.match.over else table.match.game.moves(table.match.state)
            if legal and rng.random() < 0.7:
                body["move"] = rng.choice(legal)
        codes = [each["code"] for each in made["invitations"]]
        if codes and isinstance(body, dict) and isinstance(body.get("code"), str) and rng.random() < 0.5:
            if re.fullmatch("[A-Za-z0-9_-]{43}", body["code"]):
                body["code"] = codes[0]


def configured(seed: int, examples: int, phases: Iterable[str], key: str) -> SchemathesisConfig:
    """Say how schemathesis is to run."""
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "generation": {"max-examples": examples, "database": "none", "no-shrink": True},
            "phases": {name: {"enabled": name in phases} for name in PHASES},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": ACCEPTED},
                "negative_data_rejection": {"expected-statuses": REFUSED},
            },
            # What was deleted is asked for again without a token, and is not there.
            "operations": [
                {"include-operation-id": "delete", "checks": {"ignored_auth": {"enabled": False}}}
            ],
            "auth": {"openapi": {"player": {"api_key": key}}},
            "suppress-health-check": ["all"],
        }
    )


def told(seen: Any) -> str:
    """Show a request and its answer in one line."""
    asked, answer = seen.request, seen.response
    sent = (asked.body or b"")[:300]
    heard = b"" if answer is None else (answer.content or b"")[:300]
    return f"{asked.method} {asked.uri} {sent!r} -> {answer and answer.status_code} {heard!r}"


@contextmanager
def attacked() -> Iterator[Serving]:
    """Run a server to be attacked."""
    with quick_folder() as folder:
        settings = Settings(database=f"{folder}/games.db", rate=1e9)
        with serving(settings, Careless()) as server:
            yield server


@contextmanager
def seeded(real: Real) -> Iterator[Real]:
    """Let every case be given what is real before it is sent."""

    def before_call(context: Any, case: Any, kwargs: Any) -> None:
        real.put(case)

    def after_call(context: Any, case: Any, response: Any) -> None:
        real.hear(response)

    schemathesis.hook(before_call)
    schemathesis.hook(after_call)
    try:
        yield real
    finally:
        unregister(before_call)
        unregister(after_call)


def run_round(
    server: Serving, real: Real, seed: int, examples: int, phases: Iterable[str]
) -> tuple[Counter[str], Failures]:
    """Run the phases once; return how many cases had which status, and what failed."""
    url = server.url.replace("/api/v1", "/openapi.json")
    schema = schemathesis.openapi.from_url(url, config=configured(seed, examples, phases, real.key))

    counts: Counter[str] = Counter()
    failures = Failures()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            for id, seen in event.recorder.interactions.items():
                status = "none" if seen.response is None else str(seen.response.status_code)
                counts[status] += 1
                for check in event.recorder.checks.get(id, []):
                    if check.failure_info is not None:
                        failure = check.failure_info.failure
                        failures.append(
                            Failure(seed, failure.title, f"{told(seen)}: {failure.message}"[:900])
                        )
        elif isinstance(event, (events.NonFatalError, events.FatalError)):
            failures.append(Failure(seed, "error", str(getattr(event, "value", event))[:600]))
    return counts, failures


def run(cases: Iterable[int], seed: int) -> Report:
    """Run rounds until there were enough cases: a round of all phases, then of what is drawn at random."""
    wanted, counts, failures = len(list(cases)), Counter[str](), Failures()
    warnings.simplefilter("ignore")
    with attacked() as server, seeded(Real(server, seed)) as real:
        phases = list(PHASES)
        for number in count(seed):
            examples = min(100, max(2, (wanted - counts.total() - COVERED) // 60))
            done, failed = run_round(server, real, number, examples, phases)
            counts += done
            list.extend(failures, failed)
            phases = ["fuzzing", "stateful"]
            if counts.total() >= wanted or not done:
                break
        for fault in server.log.faults:
            failures.append(Failure(seed, "logged", fault[-600:]))
        server.log.faults.clear()
    return Report(counts.total(), failures, {f"answered {status}": n for status, n in sorted(counts.items())})


if __name__ == "__main__":
    raise SystemExit(command(__doc__ or "", run, 2000))
