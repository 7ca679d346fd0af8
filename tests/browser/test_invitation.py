"""The invitation on the board: honest about where its link works, with a code for a camera where it does."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from support.browser import LAPTOP, PHONE, Visitors, resize
from support.sight import GAMES, Game, opened, sit, take_place


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
    resize(host, PHONE)
    look(host)
    panel.get_by_role("button", name="Withdraw").click()
    host.locator(".go-btn").wait_for()
    expect(host.locator(".running")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "es", "ja"])
@pytest.mark.parametrize("network", [None, "http://192.168.1.20:8765"])
def test_the_whole_invitation_is_seen_on_a_small_laptop(
    visitors: Visitors, network: str | None, language: str
) -> None:
    host = visitors.visit(None, size=LAPTOP, language=language)
    host.route("**/api/reach", lambda route: route.fulfill(json={"alone": not network, "network": network}))
    take_place(host, opened(host.context, "kahuna", against="link", name="Kai"))
    card = host.locator(".laid.invite")
    expect(card.locator(".qr" if network else ".honest")).to_be_visible()
    assert card.evaluate("one => one.scrollHeight - one.clientHeight") <= 0


# in the page: how large a picture is, once a browser has read it
LARGE = """async (address) => {
  const picture = new Image();
  picture.src = new URL(address).pathname;
  await picture.decode();
  return [picture.naturalWidth, picture.naturalHeight];
}"""


@pytest.mark.parametrize(("game", "language"), [*zip(GAMES, ("en", "es", "ja"), strict=True)])
def test_a_messenger_previews_a_link_with_a_picture_and_uses_no_invitation_up(
    visitors: Visitors, game: Game, language: str
) -> None:
    host = sit(visitors, game, against="link", name="Kai")
    link = host.get_by_label("Invitation").input_value()
    named = {
        "en": ("Kai invites you to Kahuna", "Black"),
        "es": ("Kai te invita a Exahuna", "Negro"),
        "ja": ("Kai", "黒"),
    }
    for _ in range(3):  # as often as it likes
        messenger = visitors.visit(link, language=language)
        tags = {name: messenger.locator(f"meta[property='og:{name}']") for name in ("title", "description")}
        for tag, words in zip(tags.values(), named[language], strict=True):
            expect(tag).to_have_attribute("content", re.compile(words, re.I))
        picture = messenger.locator("meta[property='og:image']").get_attribute("content")
        assert messenger.evaluate(LARGE, picture) == [1200, 630]
    friend = visitors.visit(link)
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url("**/play/*")
    expect(host.locator(".invite")).to_have_count(0)
    used = visitors.visit(link)
    expect(used.locator("meta[property='og:title']")).to_have_attribute(
        "content", "This invitation has been used"
    )
