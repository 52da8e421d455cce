"""The thin client of benchmarks/server_load.py: it counts, so it must speak HTTP and websockets correctly."""

from __future__ import annotations

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from load.host import Trouble
from load.table import Row, lines, row
from load.traffic import _by_wrk
from load.wire import API, Gone, Http, Place, Socket, masked

SIZES = (0, 1, 125, 126, 65535, 65536, 200_000)
WRK = """\
Running 2s test @ http://127.0.0.1:8000/
  Latency Distribution
     50%    1.25ms
     75%    1.41ms
     99%   13.20ms
  4000 requests in 2.00s, 1.00MB read
"""


def test_masking_twice_is_nothing():
    for size in range(9):
        data = bytes(range(size))
        assert masked(masked(data, b"\x80\x01\xff\x00"), b"\x80\x01\xff\x00") == data
    assert masked(b"\x00" * 6, b"abcd") == b"abcdab"


async def _echo(socket: ServerConnection) -> None:
    async for text in socket:
        if text == "ping":
            await socket.ping(b"are you there")
        if text == "close":
            await socket.close(4001, "enough")
            return
        half = len(text) // 2
        await socket.send([text[:half], text[half:]] if text else text)  # in two frames


async def _talk(place: Place) -> list[str]:
    socket = await Socket.connect(place, "/")
    heard = []
    for text in ("é" * 3, "ping", *("x" * size for size in SIZES)):
        socket.send(text)
        heard.append(await socket.receive())
    socket.send("close")
    with pytest.raises(Gone, match="4001 enough"):
        await socket.receive()
    socket.close()
    return heard


def test_texts_of_every_size_come_back_by_a_websocket():
    async def run() -> list[str]:
        async with serve(_echo, "127.0.0.1", 0, max_size=None, compression=None) as server:
            return await _talk(Place("127.0.0.1", server.sockets[0].getsockname()[1]))

    assert asyncio.run(run()) == ["ééé", "ping", *("x" * size for size in SIZES)]


def test_requests_share_a_connection_and_one_that_breaks_is_told():
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for reply in (
            b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n" + b'{"a":1}',
            b"HTTP/1.1 204 X\r\n\r\n",
        ):
            asked.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(reply)
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        async with server:
            place = Place("127.0.0.1", server.sockets[0].getsockname()[1])
            http = await Http.connect(place)
            first = await http.ask("POST", "/x", {"b": 2}, Idempotency_Key="k")
            assert (first.status, first.data()) == (200, {"a": 1})
            assert (await http.ask("GET", "/y")).status == 204
            with pytest.raises(Gone):
                await http.ask("GET", "/z")
            with pytest.raises(Gone, match="no websocket"):
                await Socket.connect(place, "/")

    asyncio.run(run())
    head = asked[0].split(b"\r\n")
    assert head[0] == f"POST {API}/x HTTP/1.1".encode()
    assert {b"Content-Length: 7", b"Idempotency-Key: k"} <= set(head)


def test_what_wrk_says_is_read():
    assert _by_wrk(WRK, 8) == Row("reads", 4000, 2.0, 0.00125, 0.0132, {"clients": 8})
    assert _by_wrk(WRK + "  Non-2xx or 3xx responses: 12\n", 8).more == {"clients": 8, "refused": 12}
    with pytest.raises(Trouble, match="unable to connect"):
        _by_wrk("unable to connect to 127.0.0.1", 8)


def test_figures_are_summed_up():
    found = row("moves", [0.001 * n for n in range(100)], 2.0, clients=4)
    assert found.data() == {
        "what": "moves",
        "count": 100,
        "per_second": 50.0,
        "p50_ms": 50.0,
        "p99_ms": 99.0,
        "clients": 4,
    }
    assert lines([found, row("none", [], 0.0)])[1:] == [
        "moves    100        50   50.00   99.00  clients 4",
        "none",
    ]
