"""Two people in real browsers, their pages on different servers, and servers that are exchanged while they play."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.balancer import balancing
from support.browser import Server, Visitors, missing_browser
from support.people import Mouse
from support.postgres import new_database, postgres
from support.sight import opened, take_place

# in the page: every warning that was ever shown
NOTE_WARNINGS = """
window.warned = [];
new MutationObserver(() => {
  for (const one of document.querySelectorAll('.banner.warn')) window.warned.push(one.textContent);
}).observe(document, { childList: true, subtree: true });
"""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers on one database."""
    if why := missing_browser():
        pytest.skip(why)
    with postgres() as database:
        address = new_database(database)
        both = [Server(tmp_path / name, "--store", address) for name in ("one", "two")]
        for server in both:
            server.start()
        yield both
        for server in both:
            server.stop()


@pytest.mark.slow
def test_two_people_play_on_without_a_warning_while_both_their_servers_are_exchanged(
    browser: Browser, servers: list[Server], tmp_path: Path
) -> None:
    with balancing([server.port for server in servers]) as balancer:
        front = Server(tmp_path / "none")
        front.port = balancer.port
        visitors = Visitors(browser, front)
        visitors.expect("WebSocket|ERR_")
        ann, bob = visitors.visit("/"), visitors.visit("/")
        path = opened(ann.context, "exahuna", against="link", seat="white")
        for page in (ann, bob):
            page.add_init_script(NOTE_WARNINGS)
        take_place(ann, path)
        rooms = ann.context.request.get("/api/games").json()["running"]
        bob.goto(rooms[0]["room"]["links"]["invite"])
        bob.get_by_role("button", name="Take the seat").click()
        bob.wait_for_url("**/play/*")
        white, black = Mouse(ann), Mouse(bob, seed=2)

        def play(turns: int) -> None:
            for _ in range(turns):
                assert white.play(turns=1)["state"] == "theirs"
                assert black.play(turns=1)["state"] == "theirs"

        play(2)
        for server in servers:
            server.stop()
            play(2)
            server.start()
            play(1)
        assert ann.evaluate("warned") == bob.evaluate("warned") == []
        lines = bob.locator(".log li").count()
        assert lines >= 16
        expect(ann.locator(".log li")).to_have_count(lines)
        visitors.close()
