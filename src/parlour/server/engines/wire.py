"""Messages between the server and its engines: pickles, each after its length."""

from __future__ import annotations

import asyncio
import pickle
from typing import IO, Any

from parlour.server.engines.ask import Answer, Ask, Failed

HEAD = 4  # bytes of the length

Message = tuple[str, int, Any]  # a word, the number of the ask it is about, and what there is to say


def packed(word: str, number: int = 0, value: Any = None) -> bytes:
    """Write a message as bytes."""
    body = pickle.dumps((word, number, value), pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(HEAD, "big") + body


def pickled(what: Ask | Answer) -> bytes:
    """Write what a message carries as bytes of its own: reading it runs the user's code, and may fail."""
    try:
        return pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Failed(
            f"the {type(what).__name__.lower()} cannot be sent to another process: {error}"
        ) from None


def unpickled(value: bytes) -> Answer:
    """Read an answer."""
    try:
        answer: Answer = pickle.loads(value)
    except Exception as error:
        raise Failed(f"the answer cannot be read: {type(error).__name__}: {error}") from None
    return answer


async def heard(reader: asyncio.StreamReader) -> Message | None:
    """Read a message; None at the end."""
    try:
        size = int.from_bytes(await reader.readexactly(HEAD), "big")
        message: Message = pickle.loads(await reader.readexactly(size))
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    return message


def read(pipe: IO[bytes]) -> Message | None:
    """Read a message in a process without an event loop; None at the end."""
    head = pipe.read(HEAD)
    size = int.from_bytes(head, "big")
    body = pipe.read(size) if len(head) == HEAD else b""
    if not body or len(body) < size:
        return None
    message: Message = pickle.loads(body)
    return message
