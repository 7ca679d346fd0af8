"""Friends find each other: seats for anyone, your turn told elsewhere, a page that stays without its server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import running
from support.browser import PHONE, Server, Visitors, held, sideways
from support.friends import join_by_key
from support.sight import opened, sit

DAYS = {"kind": "turn", "hours": 24}


@pytest.fixture(scope="module")
def public_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for others, shared by these tests."""
    yield from running(tmp_path_factory.mktemp("public") / "store.db", "--public")


@pytest.fixture
def guests(browser: Browser, public_server: Server) -> Iterator[Visitors]:
    """People who come to the public server."""
    made = Visitors(browser, public_server)
    yield made
    made.close()


def with_friend(host: Page, friend: Page) -> str:
    """Kai has opened a game with days on its clock, and Leilani has come; its id."""
    path = opened(host.context, "kahuna", against="link", name="Kai", clock=DAYS)
    join_by_key(host, friend)
    return path.rpartition("/")[2]


def test_a_seat_for_anyone_is_offered_listed_and_taken_with_a_press(guests: Visitors, look: Any) -> None:
    host, guest = guests.visit(), guests.visit(size=PHONE, touch=True)
    host.get_by_role("radio", name="A friend by link").check()
    host.get_by_label("Your name").fill("Kai")
    host.get_by_label("Your name").blur()
    host.get_by_label("Open to anyone").check()
    host.get_by_role("button", name="Start game").click()
    host.wait_for_url("**/play/*")
    panel = host.get_by_role("dialog", name="Your table is open to anyone")
    expect(panel).to_contain_text("Your seat is listed on the home page")
    expect(panel).not_to_contain_text("your friend")
    seats = guest.get_by_role("region", name="Open seats")
    take = seats.get_by_role("button", name="Sit down: Kahuna against Kai")
    expect(take).to_be_visible()
    expect(seats).to_contain_text("you are Black · No clock")
    assert sideways(guest) <= 0
    look(guest)
    take.click()
    guest.wait_for_url("**/play/*")
    assert guest.url == host.url
    watcher = guests.visit()
    watch = watcher.get_by_role("link", name="Watch Kahuna: Kai against Black")
    expect(watch).to_be_visible()
    watch.click()
    watcher.wait_for_url("**/watch/*")

    quick = guests.visit()
    quick.get_by_role("button", name="Quick game").click()  # nobody waits: a seat is offered
    quick.wait_for_url("**/play/*")
    other = guests.visit()
    expect(other.get_by_role("button", name="Sit down: Kahuna against Guest")).to_be_visible()
    other.get_by_role("button", name="Quick game").click()
    other.wait_for_url("**/play/*")
    assert other.url == quick.url


def test_a_private_server_offers_no_seats(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name="A friend by link").check()
    expect(page.get_by_label("Open to anyone")).to_have_count(0)
    expect(page.get_by_role("region", name="Open seats")).to_have_count(0)


def test_your_turn_stands_in_title_and_icon_and_the_feed_is_made_and_ended(
    visitors: Visitors, look: Any
) -> None:
    host, friend = visitors.visit(), visitors.visit()
    with_friend(host, friend)
    host.goto("/")
    expect(host).to_have_title("(1) Kahuna")
    expect(host.locator("link[rel=icon][href^='data:image/svg+xml']")).to_have_count(1)
    expect(host.get_by_text("Should this browser tell you when it is your turn?")).to_be_visible()
    look(host)
    host.get_by_role("button", name="No", exact=True).click()
    host.reload()
    expect(host.get_by_role("button", name="Feed for a feed reader")).to_be_visible()
    expect(host.get_by_text("Should this browser tell you")).to_have_count(0)  # asked once
    host.get_by_role("button", name="Feed for a feed reader").click()
    host.get_by_role("button", name="Make a link").click()
    link = host.get_by_role("textbox", name="Feed for a feed reader").input_value()
    look(host)
    assert "Your turn: Kahuna against Leilani" in host.request.get(link).text()
    host.get_by_role("button", name="End it").click()
    expect(host.get_by_role("textbox", name="Feed for a feed reader")).to_have_count(0)
    assert host.request.get(link).status == 404
    friend.goto("/")
    expect(friend.get_by_role("region", name="Your games").get_by_role("link")).to_have_count(1)
    expect(friend).to_have_title("Kahuna")


def test_nothing_moves_when_games_with_people_arrive_late(visitors: Visitors) -> None:
    host, friend = visitors.visit(), visitors.visit()
    with_friend(host, friend)
    host.goto("/")
    host.get_by_role("button", name="No", exact=True).click()
    with held(host, "**/api/games"):
        host.goto("/")
        expect(host.locator(".ghost")).to_have_count(1)
        go = host.locator(".go-btn")
        before = go.bounding_box()
    expect(host.locator(".running")).to_have_count(1)
    assert go.bounding_box() == before


def test_whoever_said_no_to_notifications_can_turn_them_on_and_off_and_is_told_if_the_browser_forbids_them(
    visitors: Visitors, look: Any
) -> None:
    host, friend = visitors.visit(None), visitors.visit()
    host.add_init_script(NOTIFICATIONS)
    host.goto("/")
    with_friend(host, friend)
    host.goto("/")
    host.get_by_role("button", name="No", exact=True).click()
    host.get_by_role("button", name="Turn notifications on").click()
    host.get_by_role("button", name="Turn notifications off").click()
    expect(host.get_by_role("button", name="Turn notifications on")).to_be_visible()
    host.evaluate("Notification.requestPermission = async () => { Notification.permission = 'denied'; }")
    host.get_by_role("button", name="Turn notifications on").click()
    expect(host.get_by_text("Your browser blocks notifications from this page")).to_be_visible()
    look(host)


# in the page: what the browser is asked to notify of, and whether the page is in sight
NOTIFICATIONS = """
window.notified = [];
window.Notification = class {
  static permission = 'default';
  static requestPermission = async () => { Notification.permission = 'granted'; };
  constructor(title, { body }) { notified.push(body); }
};
Object.defineProperty(document, 'hidden', { get: () => Boolean(window.away) });
"""


def test_who_wishes_it_is_notified_once_of_their_turn_while_the_page_is_out_of_sight(
    visitors: Visitors,
) -> None:
    host, friend = visitors.visit(), visitors.visit(None)
    friend.add_init_script(NOTIFICATIONS)
    friend.goto("/")
    id = with_friend(host, friend)
    friend.clock.install()
    friend.goto("/")
    friend.get_by_role("button", name="Yes, tell me").click()
    expect(friend.get_by_text("Should this browser tell you")).to_have_count(0)
    friend.evaluate("window.away = true")
    with friend.expect_response("**/api/turns"):  # nothing yet
        friend.clock.run_for(31_000)
    host.goto(f"/play/{id}")
    expect(host.locator(".hand .card")).to_have_count(3)
    for _ in range(2):
        host.keyboard.press("r")
    expect(host.locator(".hand .card")).to_have_count(4)
    for _ in range(2):
        with friend.expect_response("**/api/turns"):
            friend.clock.run_for(31_000)
    friend.wait_for_function("() => notified.length")
    assert friend.evaluate("notified") == ["Your turn against Kai"]


def test_a_turn_that_comes_soon_after_a_page_was_opened_is_notified_too(visitors: Visitors) -> None:
    host, friend = visitors.visit(), visitors.visit(None)
    friend.add_init_script(NOTIFICATIONS)
    friend.goto("/")
    id = with_friend(host, friend)
    friend.clock.install()
    friend.goto("/")
    friend.get_by_role("button", name="Yes, tell me").click()
    friend.add_init_script("Notification.permission = 'granted'; window.away = true;")
    with friend.expect_response("**/api/turns"):
        friend.goto("/rules")
    host.goto(f"/play/{id}")
    is_notified_of_a_turn(host, friend)


def is_notified_of_a_turn(host: Page, friend: Page) -> None:
    """The host ends a turn by taking a card, and the friend's page, in the background, hears of it."""
    expect(host.locator(".hand .card")).to_have_count(3)
    for _ in range(2):
        host.keyboard.press("r")
    expect(host.locator(".hand .card")).to_have_count(4)
    with friend.expect_response("**/api/turns"):
        friend.clock.run_for(31_000)
    friend.wait_for_function("() => notified.length")
    assert friend.evaluate("notified") == ["Your turn against Kai"]


def test_a_guest_who_came_by_a_link_and_never_saw_home_is_notified_at_the_table(visitors: Visitors) -> None:
    host = sit(visitors, against="link", name="Kai", clock=DAYS)
    friend = visitors.visit(None)
    friend.add_init_script(NOTIFICATIONS)
    friend.add_init_script(
        "Notification.permission = 'granted'; localStorage.setItem('kahuna.notify', 'yes');"
    )
    friend.clock.install()
    friend.goto(host.get_by_label("Invitation").input_value())
    friend.get_by_role("button", name="Take the seat").click()
    with friend.expect_response("**/api/turns"):
        friend.wait_for_url("**/play/*")
    friend.evaluate("window.away = true")
    is_notified_of_a_turn(host, friend)


def test_where_the_address_is_not_secure_notifications_are_not_offered_and_the_page_says_why(
    visitors: Visitors,
) -> None:
    host, friend = visitors.visit(None), visitors.visit()
    host.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    host.goto("/")
    with_friend(host, friend)
    host.goto("/")
    expect(host.get_by_text("need HTTPS, or a browser on the server’s own machine")).to_be_visible()
    expect(host.get_by_role("button", name="Feed for a feed reader")).to_be_visible()
    expect(host.get_by_text("Should this browser tell you")).to_have_count(0)


# in the page: whether the service worker keeps such a file
KEPT = """async (part) => {
  const open = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(open.map((cache) => cache.keys()));
  return kept.flat().some(({ url }) => url.includes(part));
}"""


def until_kept(page: Page, part: str) -> None:
    """Returns when the device keeps a file with this in its address."""
    page.wait_for_function(KEPT, arg=part)


def test_without_its_server_the_page_says_so_kindly_and_keeps_the_rules_and_reviews(
    own_visitors: Visitors, own_server: Server, tmp_path: Path
) -> None:
    own_visitors.expect("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR")
    page = own_visitors.visit(keeps=True)
    assert page.evaluate("async () => (await navigator.serviceWorker.ready).active !== null")
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "").json()
    for picture in manifest["icons"]:
        if picture["type"] == "image/png":
            answer = page.request.get(picture["src"])
            assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
    id = opened(page.context, "exahuna", against="screen").rpartition("/")[2]
    page.evaluate("async (id) => { await fetch(`/api/games/${id}`, { method: 'DELETE' }); }", id)
    page.goto("/")
    review = page.get_by_role("link", name="Review Exahuna")
    review.click()
    page.wait_for_url("**/replay/*")
    page.locator(".review").wait_for()
    address = page.url
    page.goto("/rules")
    page.locator(".article h1").wait_for()
    until_kept(page, "/home/words.")
    own_server.stop()
    page.goto("/rules")
    expect(page.locator(".article section").first).to_be_visible()
    page.goto("/")
    said = page.get_by_text("The server cannot be reached just now.")
    expect(said).to_be_visible()
    expect(page.locator(".ghost")).to_have_count(0)
    assert said.evaluate("one => one.getBoundingClientRect().top") < 120  # before all else
    kept = page.get_by_role("link", name="Review Exahuna")
    expect(kept).to_have_count(1)
    kept.click()
    page.wait_for_url(address)
    expect(page.locator(".review .board")).to_be_visible()


def test_the_rules_stay_for_somebody_who_has_only_seen_home(
    own_visitors: Visitors, own_server: Server
) -> None:
    own_visitors.expect("ERR_CONNECTION_REFUSED", "Failed to fetch", "net::ERR")
    page = own_visitors.visit(keeps=True)
    page.locator(".go-btn").wait_for()
    until_kept(page, "/rules/words.")
    own_server.stop()
    page.goto("/rules")
    expect(page.locator(".article section").first).to_be_visible()
