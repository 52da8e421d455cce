"""The page: its files, read once and packed once, and the headers that keep others' code out of it.

Scripts and styles are linked below a digest of all of them, `/assets/DIGEST/js/app.js`, and import one
another by relative addresses: a browser may keep them for ever, and never mixes two versions.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from parlour.server.problems import response

FOLDER = Path(__file__).parents[1] / "web"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
FOREVER, ASK = "public, max-age=31536000, immutable", "no-cache"
FRONT = "index.html"
SMALL = 200  # bytes that are not worth packing
_ASSET = re.compile(r"/assets/(?:([0-9a-f]{16})/)?([\w./-]+)")
_PLACE = re.compile(r"\[/(\^.+\$)/, \"\w+\"\]")


@dataclass(frozen=True)
class Asset:
    """A file of the page, as it is sent."""

    body: bytes
    media: str
    tag: str

    @cached_property
    def packed(self) -> bytes:
        """Return the body by gzip, or as it is where that is no shorter."""
        small = gzip.compress(self.body, 9, mtime=0) if len(self.body) > SMALL else self.body
        return min(small, self.body, key=len)


class Site:
    """All files of the page, and the addresses at which it is shown."""

    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in listed(folder)}
        whole = hashlib.sha256()
        for name, body in files.items():
            whole.update(f"{name} {len(body)} ".encode() + body)
        self.digest = whole.hexdigest()[:16]
        front = files.pop(FRONT).replace(b'"/assets/', f'"/assets/{self.digest}/'.encode())
        self.front = _asset(front, ".html")
        self.assets = {name: _asset(body, Path(name).suffix) for name, body in files.items()}
        routes = files["js/router.js"].decode()
        self._places = [
            re.compile(found.replace(r"\/", "/").replace("(?<", "(?P<"), re.ASCII)
            for found in _PLACE.findall(routes)
        ]

    def shows(self, path: str) -> bool:
        """Say whether an address is one of the page's, by the page's own list."""
        return any(place.match(path) for place in self._places)


def listed(folder: Path) -> list[Path]:
    """List the files that a browser may ask for."""
    return sorted(path for path in folder.rglob("*") if path.suffix in TYPES)


def _asset(body: bytes, suffix: str) -> Asset:
    return Asset(body, TYPES[suffix], f'"{hashlib.sha256(body).hexdigest()[:24]}"')


class Page:
    """An ASGI layer that answers what a browser asks for the page, and lets all else pass."""

    def __init__(self, app: ASGIApp, folder: Path = FOLDER) -> None:
        self._app, self._folder = app, folder
        self._stamp, self._site = _stamp(folder), Site(folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let pass."""
        path: str = scope.get("path", "")
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or _is_api(path):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        found = self._asset(path, headers) if path.startswith("/assets/") else self._front(path, headers)
        await found(scope, receive, send)

    def _front(self, path: str, headers: Headers) -> Response:
        if (stamp := _stamp(self._folder)) != self._stamp:  # somebody works on it: a reload shows the change
            self._stamp, self._site = stamp, Site(self._folder)
        site = self._site
        return _sent(site.front, headers, ASK, 200 if site.shows(path) else 404)

    def _asset(self, path: str, headers: Headers) -> Response:
        asked = _ASSET.fullmatch(path)
        asset = self._site.assets.get(asked[2]) if asked else None
        if asked is None or asset is None:
            return response(404, f"{path[:200]}: the page has no such file")
        # A page that was loaded before an upgrade asks below an older digest; it gets what there is.
        return _sent(asset, headers, FOREVER if asked[1] == self._site.digest else ASK)


def _is_api(path: str) -> bool:
    return path.startswith("/api/") or path == "/openapi.json"


def _stamp(folder: Path) -> tuple[tuple[str, int], ...]:
    return tuple((str(path), path.stat().st_mtime_ns) for path in listed(folder))


def _sent(asset: Asset, asked: Headers, keep: str, status: int = 200) -> Response:
    headers = {"ETag": asset.tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    headers["Content-Security-Policy"] = POLICY
    if status == 200 and asset.tag in asked.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if "gzip" in asked.get("accept-encoding", "") and len(asset.packed) < len(body):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=asset.media)
