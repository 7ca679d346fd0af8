"""Tickets: promises of cards that nobody can foresee, and that are good for a day."""

from kahuna.server.tickets import TICKET_DIGITS, is_valid, new_ticket, next_secret, ticket_secret

MINUTE, HOUR = 60_000, 3_600_000
NOW = 1_800_000_000_000


def test_a_ticket_is_good_for_a_day() -> None:
    ticket = new_ticket(NOW)
    assert len(ticket) == TICKET_DIGITS
    assert is_valid(ticket, NOW)
    assert is_valid(ticket, NOW + 24 * HOUR)
    assert not is_valid(ticket, NOW + 24 * HOUR + 1)


def test_servers_whose_clocks_differ_a_little_take_each_others_tickets() -> None:
    ticket = new_ticket(NOW)
    assert is_valid(ticket, NOW - MINUTE)
    assert not is_valid(ticket, NOW - MINUTE - 1)


def test_no_other_text_is_a_ticket() -> None:
    ticket = new_ticket(NOW)
    for text in ("", ticket[:-1], ticket + "0", ticket.upper().replace("0", "G"), " " + ticket[1:], "é" * 44):
        assert not is_valid(text, NOW)


def test_no_two_tickets_promise_the_same_and_a_changed_time_is_another_ticket() -> None:
    server = b"s" * 32
    one, two = new_ticket(NOW), new_ticket(NOW)
    later = (NOW + HOUR).to_bytes(6, "big").hex() + one[12:]
    found = {ticket_secret(server, ticket) for ticket in (one, two, later)}
    assert len({*found, ticket_secret(b"t" * 32, one), next_secret(server, one)}) == 5
