"""Friends at one table: they come by a link, look for links in the menu, and give up."""

from typing import Any

from playwright.sync_api import Page, expect

from support.browser import Visitors


def join(visitors: Visitors, host: Page, name: str | None = None, **visit: Any) -> Page:
    """A friend who has used the link that the host's page shows; `visit` says with what device they come."""
    friend = visitors.visit(host.get_by_label("Invitation").input_value(), **visit)
    if name is not None:
        friend.get_by_label("Your name").fill(name)
    friend.locator(".joincard button.primary").click()
    friend.wait_for_url("**/play/*")
    friend.locator(".say").wait_for()
    expect(host.locator(".invite")).to_have_count(0)
    return friend


def join_by_key(host: Page, friend: Page) -> None:
    """Leilani takes the seat in the host's newest game, without a look at its table."""
    mine = host.context.request.get("/api/games").json()["running"][0]["room"]
    key = mine["links"]["invite"].rpartition("/")[2]
    answer = friend.context.request.post("/api/join", data={"key": key, "name": "Leilani"})
    assert answer.ok, answer.text()


def link_of(page: Page, label: str = "Link for spectators") -> str:
    """A link from the menu."""
    page.get_by_role("button", name="Menu").click()
    link = page.get_by_label(label, exact=True).input_value()
    page.keyboard.press("Escape")
    return link


def resign(page: Page) -> None:
    """Gives up, by the menu: one press only asks."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".game-over")).to_have_count(0)
    page.get_by_role("button", name="Really resign?").click()
