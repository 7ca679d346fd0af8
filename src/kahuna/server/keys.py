"""Secrets that open a room or a seat: random ids, keys made from them, visitors' cookies.

A key is a MAC of the game's id under the server's own secret, so it can be shown again without being kept; the store
finds a game by the hash of a key. 128 bits each: guessing is hopeless.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from functools import lru_cache

INVITE = "invite"
WATCH = "watch"
REPLAY = "replay"
TICKET = "ticket"  # a used ticket; instead of a game it has the time when it was issued
MAX_KEPT_KEYS = 2**14  # those of the rooms in memory are told with every action


def seat_link(number: int) -> str:
    """The purpose of the link to a seat that the event with this number made."""
    return f"seat {number}"


def link_number(purpose: str) -> int | None:
    """The number of the event that made the link to a seat with this purpose; None for another purpose."""
    kind, _, number = purpose.partition(" ")
    return int(number) if kind == "seat" and number.isdecimal() else None


def token() -> str:
    """A new id that nobody can guess: 22 characters, and none that a command line would take for an option."""
    while (new := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return new


def _mac(secret: bytes, text: str) -> str:
    digest = hmac.digest(secret, text.encode(), "sha256")
    return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


@lru_cache(MAX_KEPT_KEYS)
def key(secret: bytes, game: str, purpose: str) -> str:
    """The key that opens this game for this purpose."""
    return _mac(secret, f"key/{purpose}/{game}")


def hashed(text: str) -> str:
    """What is stored of a key or a visitor."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def cookie(secret: bytes, visitor: str) -> str:
    """The signed cookie of this visitor."""
    return f"{visitor}.{_mac(secret, f'visitor/{visitor}')}"


def visitor_of(secret: bytes, cookie_text: str | None) -> str | None:
    """The visitor whose cookie this is; None for no cookie, or one that is not ours."""
    visitor, dot, signature = (cookie_text or "").partition(".")
    if not dot or not visitor.isascii() or not signature.isascii():
        return None
    return visitor if hmac.compare_digest(signature, _mac(secret, f"visitor/{visitor}")) else None
