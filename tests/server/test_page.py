"""The page is served whole: every file with its type, packed and kept; one policy; and what is not there."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Serving

from parlour.server import page
from parlour.server.page import FOLDER, Page, Site, listed

MOST_BYTES = 400_000  # of all files together, packed
SITE = Site(FOLDER)
FILES = {path.relative_to(FOLDER).as_posix(): path for path in listed(FOLDER)}
SCRIPTS = sorted(name for name in FILES if name.endswith(".js"))


def ask(server: Serving, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return server.http.request(method, f"http://127.0.0.1:{server.port}{path}", headers=given)


def shown(policy: str) -> dict[str, list[str]]:
    return {words[0]: words[1:] for words in (part.split() for part in policy.split(";"))}


def test_every_file_is_served_packed_and_kept(server: Serving) -> None:
    for name, path in FILES.items():
        if name == page.FRONT:
            continue
        answer = ask(server, f"/assets/{SITE.digest}/{name}")
        assert answer.status_code == 200, name
        assert answer.content == path.read_bytes()
        assert answer.headers["content-type"] == page.TYPES[path.suffix]
        assert answer.headers["cache-control"] == page.FOREVER
        assert answer.headers["x-content-type-options"] == "nosniff"
        if len(answer.content) > 1000:
            assert answer.headers["content-encoding"] == "gzip"
        plain = ask(server, f"/assets/{name}", Accept_Encoding="identity")
        assert plain.content == answer.content
        assert plain.headers["cache-control"] == page.ASK
        assert "content-encoding" not in plain.headers
        again = ask(server, f"/assets/{name}", If_None_Match=plain.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")


def test_all_of_it_is_light() -> None:
    assert gzip.decompress(SITE.front.packed) == SITE.front.body
    packed = [SITE.front.packed, *(asset.packed for asset in SITE.assets.values())]
    assert 20_000 < sum(map(len, packed)) < MOST_BYTES


@pytest.mark.parametrize("path", ["/", "/new/any_game", "/match/0123abc", "/me", "/settings"])
def test_an_address_of_the_page_shows_it(server: Serving, path: str) -> None:
    answer = ask(server, path)
    assert (answer.status_code, answer.content) == (200, SITE.front.body)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == page.ASK
    assert ask(server, path, "HEAD").content == b""
    assert ask(server, path, If_None_Match=answer.headers["etag"]).status_code == 304


def test_the_policy_lets_nothing_in_but_the_pages_own(server: Serving) -> None:
    answer = ask(server, "/")
    assert len(answer.headers.get_list("content-security-policy")) == 1
    rules = shown(answer.headers["content-security-policy"])
    assert rules.pop("img-src") == ["'self'", "data:", "blob:"]
    own = {"script-src", "style-src", "connect-src", "font-src"}
    assert {name for name, given in rules.items() if given == ["'self'"]} == own
    nothing = {"default-src", "base-uri", "form-action", "frame-ancestors"}
    assert {name for name, given in rules.items() if given == ["'none'"]} == nothing
    assert set(rules) == own | nothing
    assert answer.headers["referrer-policy"] == "no-referrer"
    api = ask(server, "/api/v1/health").headers.get_list("content-security-policy")
    assert api == ["default-src 'none'; frame-ancestors 'none'"]


def test_an_unknown_address_shows_the_page_as_not_found(server: Serving) -> None:
    for path in ("/nothing", "/new/", "/new/a-b", "/match/a/b", "/favicon.ico"):
        answer = ask(server, path)
        assert answer.status_code == 404, path
        assert answer.content == SITE.front.body


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "js/nothing.js", "../server/page.py", "..%2fserver/page.py", "js/../index.html", "",
     "index.html", "vendor/VENDORED.md", "0123456789abcdef/nothing.js"],
)  # fmt: skip
def test_what_is_no_file_of_the_page_is_not_found(server: Serving, name: str) -> None:
    raw = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20.0)  # it sends a path as it is
    raw.request("GET", f"/assets/{name}")
    answer = raw.getresponse()
    assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")
    raw.close()


def test_a_page_of_an_older_version_gets_the_files_of_this_one(server: Serving) -> None:
    answer = ask(server, "/assets/0123456789abcdef/js/app.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, page.ASK)


def test_the_api_answers_for_itself(server: Serving) -> None:
    for path in ("/api/v1/nothing", "/api/nothing"):
        assert ask(server, path).headers["content-type"] == "application/problem+json"
    assert ask(server, "/openapi.json").json()["info"]["title"] == "Parlour"
    assert ask(server, "/", "POST").headers["content-type"] == "application/problem+json"


def test_what_the_page_links_is_there_and_nothing_is_inline() -> None:
    text = (FOLDER / page.FRONT).read_text(encoding="utf-8")
    named = re.findall(r'(?:href|src)="/assets/([^"]+)"', text)
    assert len(named) == len(set(named)) > 10
    assert set(named) <= set(FILES)
    assert {name for name in FILES if name.endswith(".css")} <= set(named)
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"https?://", text)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_a_script_imports_is_there(name: str) -> None:
    text = FILES[name].read_text(encoding="utf-8")
    for found in re.findall(r'(?:from|import)\s*\(?"([^"]+)"', text):
        assert found.startswith("."), f"{name}: {found}"
        there = (FILES[name].parent / found).resolve().relative_to(FOLDER).as_posix()
        assert there in FILES, f"{name}: {found}"
    assert not re.search(r"(?:src|href)=[\"'{$`]*https?://|@import|\beval\(|new Function\(", text), name


def test_every_address_of_the_page_has_a_module() -> None:
    pages = re.findall(r'\$/, "(\w+)"\]', FILES["js/router.js"].read_text(encoding="utf-8"))
    assert {"lobby", "new", "match", "join", "settings"} <= set(pages)
    for name in {*pages, "missing"}:
        assert "export default function" in FILES[f"js/pages/{name}.js"].read_text(encoding="utf-8"), name


def test_styles_fetch_nothing_from_elsewhere() -> None:
    for name in FILES:
        if name.endswith(".css"):
            assert not re.search(
                r"@import|url\(\s*['\"]?(?!data:)", FILES[name].read_text(encoding="utf-8")
            ), name


def test_a_change_is_seen_on_reload(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    shutil.copytree(FOLDER, folder)
    layer = Page(_nobody, folder)
    before = _got(layer, "/")
    (folder / "js" / "app.js").write_text("// changed\n")
    after = _got(layer, "/")
    assert before != after
    digest = re.search(r"/assets/(\w{16})/", after.decode())
    assert digest is not None
    assert _got(layer, f"/assets/{digest[1]}/js/app.js") == b"// changed\n"


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("the page answers this")


def _got(layer: Page, path: str) -> bytes:
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    asyncio.run(layer(scope, receive, send))
    return b"".join(message.get("body", b"") for message in sent)
