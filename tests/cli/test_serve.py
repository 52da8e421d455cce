"""`parlour serve`: where it listens, and when it opens a browser."""

from __future__ import annotations

import socket
import threading

import pytest

from parlour.cli import serve as module
from parlour.core.errors import ParlourError
from parlour.server.running import _listening


def test_a_port_that_is_taken_is_refused_or_exchanged():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ParlourError, match=f"--port {port}: .*; choose another"):
            _listening("127.0.0.1", port)
        with _listening("127.0.0.1", port, or_free=True) as free:
            assert free.getsockname()[1] != port


@pytest.mark.parametrize(
    ("platform", "environment", "opens"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "firefox"}, True),
        ("darwin", {}, True),
    ],
)
def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch, capsys, platform, environment, opens):
    opened, heard = [], threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda url: (opened.append(url), heard.set()))
    monkeypatch.setattr("sys.platform", platform)
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    module._announce("http://127.0.0.1:8000/", True)
    assert heard.wait(5.0 if opens else 0.1) == opens
    assert opened == (["http://127.0.0.1:8000/"] if opens else [])
    module._announce("http://127.0.0.1:8000/", False)
    assert len(opened) == opens
    assert capsys.readouterr().out.count("Parlour is at http://127.0.0.1:8000/ (Ctrl-C stops it).") == 2
