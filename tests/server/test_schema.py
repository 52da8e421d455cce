"""The API keeps to its description: a small run of tests/fuzz/http_cases.py."""

from __future__ import annotations

import sys
from pathlib import Path

from serving import Serving

sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
import http_cases


def test_the_api_keeps_to_its_description() -> None:
    report = http_cases.run(range(1000), 1)
    assert not report.failures, report.text(0.0)
    assert report.cases >= 1000
    assert report.notes["answered 200"] > 100
    assert report.notes["answered 201"] > 10


def test_every_operation_has_a_name_and_a_use(server: Serving) -> None:
    document = server.http.get(server.url.replace("/api/v1", "/openapi.json")).json()
    routes = [route for methods in document["paths"].values() for route in methods.values()]
    names = [route["operationId"] for route in routes]
    assert len(set(names)) == len(names)
    assert all(route["description"] for route in routes)
    links = [
        link["operationId"]
        for route in routes
        for response in route["responses"].values()
        for link in response.get("links", {}).values()
    ]
    assert set(links) <= set(names)
    assert len(links) > 30
