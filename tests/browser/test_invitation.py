"""The invitation on the board: honest about where its link works, with a code for a camera where it does."""

from typing import Any

from playwright.sync_api import Route, expect

from support.browser import PHONE, Visitors
from support.sight import sit


def test_on_a_server_for_this_machine_alone_the_invitation_says_so_and_how_to_let_others_in(
    visitors: Visitors, look: Any
) -> None:
    host = sit(visitors, "kahuna", against="link", name="Kai")
    panel = host.get_by_role("dialog", name="Invite your friend")
    expect(panel.get_by_text("This link works only on this computer")).to_be_visible()
    expect(panel.get_by_text("kahuna serve --host 0.0.0.0")).to_be_visible()
    expect(panel.get_by_role("img", name="QR code of the link")).to_have_count(0)
    look(host)

    def network(route: Route) -> None:
        route.fulfill(json={"alone": False, "network": "http://192.168.1.20:8765"})

    host.route("**/api/reach", network)
    host.reload()
    expect(panel.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert host.get_by_label("Invitation").input_value().startswith("http://192.168.1.20:8765/join/")
    expect(panel.get_by_text("in the same network")).to_be_visible()
    host.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
    look(host)
    panel.get_by_role("button", name="Withdraw").click()
    host.locator(".go-btn").wait_for()
    expect(host.locator(".running")).to_have_count(0)
