"""Promises of cards: a ticket for a game that is about to be opened, and the secret of the game that follows another.

Secrets are made from the server's own one, so nothing is kept until a game is opened. A ticket holds the time when it
was given, and its secret depends on that. A used ticket is remembered until it would have expired anyway, whatever
happens to its game: its secret may become known before that.
"""

import hmac
import secrets

TICKET_LIFE = 24 * 3_600_000  # milliseconds
MAX_CLOCK_ERROR = 60_000  # milliseconds by which the clock of the server that gave a ticket may be ahead
TICKET_DIGITS = 44  # hexadecimal: 6 bytes for the time, 16 of chance
TIME_DIGITS = 12


def new_ticket(at: int) -> str:
    """A ticket that is given now; nobody has had it before."""
    return at.to_bytes(6, "big").hex() + secrets.token_hex(16)


def is_valid(ticket: str, at: int) -> bool:
    """Whether this is a ticket of the last hours; the store knows whether it was used before."""
    if len(ticket) != TICKET_DIGITS or set(ticket) - set("0123456789abcdef"):
        return False
    return oldest_good(at) <= given_at(ticket) and int(given_at(ticket), 16) <= at + MAX_CLOCK_ERROR


def given_at(ticket: str) -> str:
    """When a ticket was given, as a text that sorts by time."""
    return ticket[:TIME_DIGITS]


def oldest_good(at: int) -> str:
    """When the oldest tickets that are still good were given."""
    return max(0, at - TICKET_LIFE).to_bytes(6, "big").hex()


def ticket_secret(server_secret: bytes, ticket: str) -> bytes:
    """What decides the cards of the game that is opened with this ticket, together with both seats' bytes."""
    return hmac.digest(server_secret, f"cards/ticket/{ticket}".encode(), "sha256")


def next_secret(server_secret: bytes, game: str) -> bytes:
    """The same for the game that follows this one."""
    return hmac.digest(server_secret, f"cards/after/{game}".encode(), "sha256")
