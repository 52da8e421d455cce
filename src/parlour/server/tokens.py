"""Who may sit where: 256 random bits in the hands of a player, of which the server keeps the hash alone."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

LENGTH = 43  # of 256 bits in url-safe letters
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def fresh() -> str:
    """Draw a token."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return what is kept of a token; "" for what cannot be one."""
    return hashlib.sha256(token.encode()).hexdigest() if _TOKEN.fullmatch(token) else ""


def match_id() -> str:
    """Draw the name of a match: 128 random bits, for whoever has the link may watch."""
    return secrets.token_hex(16)


def id_for_key(key: str, who: str) -> str:
    """Return the name of the match that a creation with this idempotency key makes, the same every time."""
    return hashlib.sha256(f"parlour match/{who}/{key}".encode()).hexdigest()[:32]


def for_key(key: str, code: str) -> str:
    """Return the token that an invitation's code gives under this idempotency key, the same every time."""
    digest = hashlib.sha256(f"parlour join/{code}/{key}".encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
