"""The table under a path of its host: what is clicked and copied there stays below it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import running
from support.browser import Visitors


@pytest.fixture
def below(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Visitors of a server under /kahuna."""
    for server in running(tmp_path / "store.db", "--base", "/kahuna"):
        made = Visitors(browser, server)
        yield made
        made.close()


def test_a_game_is_opened_joined_and_played_below_the_path(below: Visitors) -> None:
    ann, bob = below.visit("/kahuna/"), below.visit(None)
    asked: list[str] = []
    for page in (ann, bob):
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws://", "http://")))
    ann.locator(".go-btn").wait_for()
    id = ann.evaluate(
        """async () => (await (await fetch('/kahuna/api/games', {
          method: 'POST', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ game: 'kahuna', against: 'link' }) })).json()).id"""
    )
    ann.goto("/kahuna/")
    ann.locator(".running").first.click()
    expect(ann).to_have_url(f"{below.server.url}/kahuna/play/{id}")
    link = ann.locator("input[readonly]").first
    expect(link).to_be_visible()
    invitation = link.input_value()
    assert invitation.startswith(f"{below.server.url}/kahuna/join/")
    bob.goto(invitation)
    bob.locator("button.primary").first.click()
    expect(bob).to_have_url(f"{below.server.url}/kahuna/play/{id}")
    bob.locator(".board").first.wait_for()
    ann.goto("/kahuna/rules")
    ann.locator("a.brand").first.click()
    expect(ann).to_have_url(f"{below.server.url}/kahuna/")
    assert asked
    assert all(url.startswith((f"{below.server.url}/kahuna/", "data:", "blob:")) for url in asked), asked
