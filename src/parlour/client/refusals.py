"""What a server refuses, in its own sentence, and what became of the line to it."""

from __future__ import annotations

from parlour.core.errors import ParlourError


class Refusal(ParlourError):
    """A request that the server understood and did not grant; `status` is that of HTTP."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


class NotYours(Refusal):
    """A token is needed, or another than this one."""


class NotThere(Refusal):
    """There is no such game or match."""


class Conflict(Refusal):
    """The match does not stand so: not your turn, over, nothing to take back."""


class TooBusy(Refusal):
    """The server has too much to do, or its database is down; it was asked more than once."""


class Lost(ParlourError):
    """No answer came: the server is not there, or the connection was lost and did not come back in time."""


KINDS = {401: NotYours, 403: NotYours, 404: NotThere, 409: Conflict, 429: TooBusy, 503: TooBusy}


def refusal(status: int, text: str) -> Refusal:
    """Return the error for a status."""
    return KINDS.get(status, Refusal)(text, status)
