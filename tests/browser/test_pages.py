"""The pages around the table, in a real browser: home, invitation, rules, language, day and night."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import (
    LANGUAGES,
    LANGUAGES_DAILY,
    PHONE_ON_ITS_SIDE,
    SMALL_PHONE,
    TABLET,
    Scheme,
    Visitors,
    load,
    resize,
    sideways,
)

GAMES = ("Kahuna", "Exahuna", "Exahuna Special")
NO_KEY = "A" * 22
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
Look = Callable[[Page], None]

SEAT_LINK = """async () => {
  const { room } = (await (await fetch('/api/games')).json()).running[0];
  const line = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?game=${room.id}`);
  return new Promise((done) => {
    line.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'update') line.send('{"type": "make-link"}');
      const link = message.room?.links.seats?.[0];
      if (link) done(link.path);
    };
  });
}"""


def start_game(page: Page) -> dict[str, Any]:
    """Opens the game that is chosen, and tells what was asked of the server."""
    with page.expect_request(lambda it: it.method == "POST" and it.url.endswith("/api/games")) as asked:
        page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    sent: dict[str, Any] = asked.value.post_data_json or {}
    return sent


# ------------------------------------------------------------------ home


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_each_kind_is_opened_from_the_home_page_and_found_there_again(
    visitors: Visitors, game: str
) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name=game).first.check()
    page.get_by_role("radio", name="Manu").check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    page.goto("/")
    mine = page.get_by_role("region", name="Your games").get_by_role("link")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Manu")
    expect(mine).to_contain_text(game.removeprefix("Exahuna "))
    expect(page.get_by_role("radio", name="Manu")).to_be_checked()


def test_all_options_of_a_game_of_kahuna_reach_the_server(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name="A friend by link").check()
    page.get_by_label("You play").select_option("Black, and begin")
    page.get_by_label("Clock").select_option("2 days a turn")
    page.get_by_label("Head start").select_option("2 bridges for them")
    page.get_by_label("Planning variant").check()
    page.get_by_label("Your name").fill("Kaimana")
    asked = start_game(page)
    assert {len(asked.pop(part)) for part in ("ticket", "contribution")} == {44, 64}  # fair cards
    assert asked == {
        "game": "kahuna",
        "against": "link",
        "level": None,
        "seat": "black",
        "planning": True,
        "handicap": 2,
        "handicap_to": "white",
        "first": "black",
        "clock": {"kind": "turn", "hours": 48},
        "name": "Kaimana",
        "other_name": "",
        "hints": False,
        "public": False,
    }
    page.wait_for_url("**/play/*")


def test_a_random_seat_with_a_head_start_is_chosen_by_the_page_so_that_the_seat_is_known(
    visitors: Visitors,
) -> None:
    page = visitors.visit()
    page.get_by_role("button", name="Change").click()
    page.get_by_label("You play").select_option("Random")
    page.get_by_role("button", name="Done").click()
    asked = start_game(page)
    assert asked["seat"] is None
    page.goto("/")
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Head start").select_option("1 bridge for me")
    page.keyboard.press("Escape")
    sent = start_game(page)
    assert sent["seat"] == sent["handicap_to"] in ("white", "black")


def test_on_the_same_screen_the_options_speak_of_white_and_black(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_label("Who begins").select_option("Black")
    page.get_by_label("Head start").select_option("3 bridges for Black")
    expect(page.get_by_text("Kahuna for two at this screen: Black begins.")).to_be_visible()
    sent = start_game(page)
    assert (sent["against"], sent["first"], sent["handicap"], sent["handicap_to"]) == (
        "screen",
        "black",
        3,
        "black",
    )


def test_the_home_page_works_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.visit()
    expect(page.get_by_role("link", name="Begin")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Begin")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Kahuna")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Exahuna", exact=False).nth(0)).to_be_checked()
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Papai")).to_be_checked()
    page.get_by_role("button", name="Start game").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")


# ------------------------------------------------------------------ invitation, another device


def test_an_invitation_is_used_by_its_button_only_and_only_once(visitors: Visitors) -> None:
    host = visitors.visit()
    host.get_by_role("radio", name="A friend by link").check()
    host.get_by_role("button", name="Start game").click()
    host.wait_for_url("**/play/*")
    invitation = host.evaluate(
        "async () => (await (await fetch('/api/games')).json()).running[0].room.links.invite"
    )
    host.goto(invitation)
    expect(host.get_by_role("heading", name="Waiting for your friend")).to_be_visible()
    host.get_by_role("link", name="To the table").click()
    host.wait_for_url("**/play/*")
    friend = visitors.visit(invitation)
    expect(friend.get_by_role("heading", name="A game of Kahuna for you")).to_be_visible()
    expect(friend.get_by_text("You play Black")).to_be_visible()
    friend.reload()  # looking takes nothing
    late = visitors.visit(invitation)
    expect(late.get_by_role("button", name="Take the seat")).to_be_visible()
    friend.get_by_label("Your name").fill("Leilani")
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url("**/play/*")
    assert friend.url == host.url

    visitors.expect("404")
    late.get_by_role("button", name="Take the seat").click()
    expect(late.get_by_role("heading", name="The seat is taken")).to_be_visible()
    expect(visitors.visit(invitation).get_by_role("heading", name="The seat is taken")).to_be_visible()
    expect(
        visitors.visit(f"/join/{NO_KEY}").get_by_role("heading", name="No such invitation")
    ).to_be_visible()


def test_a_seat_is_taken_along_to_another_device(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    link = page.evaluate(SEAT_LINK)
    phone = visitors.visit(link, size=SMALL_PHONE, touch=True)
    phone.get_by_role("button", name="Play on this device").click()
    phone.wait_for_url("**/play/*")
    assert phone.url == page.url


# ------------------------------------------------------------------ language, day and night


def test_another_language_is_chosen_anywhere_and_loses_nothing(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name="Exahuna Special").check()
    page.get_by_role("radio", name="Kohola").check()
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("button", name="Starten")).to_be_visible()
    expect(page.get_by_label("Sprache")).to_be_focused()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("radio", name="Exahuna Special")).to_be_checked()
    expect(page.get_by_role("radio", name="Kohola")).to_be_checked()

    page.goto("/replay")
    load(page, "special-islands.json")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_label("Sprache").select_option("Español")
    expect(page.get_by_role("slider", name="Paso")).to_have_value("3")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "es")


def test_the_language_is_the_first_of_the_browser_that_we_speak(visitors: Visitors) -> None:
    for locale, language in (("it-CH", "it"), ("ja-JP", "ja"), ("fr-FR", "en")):
        page = visitors.visit(language=locale)
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_day_becomes_night_and_stays_so(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("button", name="Dark mode").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-scheme", "night")
    page.get_by_role("button", name="Light mode").click()
    expect(page.locator("html")).to_have_attribute("data-scheme", "day")
    other = visitors.visit("/rules", scheme="dark")
    expect(other.locator("html")).to_have_attribute("data-scheme", "night")


# ------------------------------------------------------------------ rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_all_games_are_there_in_every_language_with_their_pictures(
    visitors: Visitors, language: str
) -> None:
    page = visitors.visit(None, language=language)
    for game, sections, pictures in (("", 15, 6), ("exahuna", 5, 3), ("exahuna-special", 7, 4)):
        page.goto(f"/rules/{game}" if game else "/rules")
        expect(page.locator(".article section")).to_have_count(sections)
        expect(page.locator(".article figure [role=img] svg")).to_have_count(pictures)
        expect(page.locator(".toc li")).to_have_count(sections)
        assert sideways(page) == 0


def test_an_unknown_game_has_no_rules_but_a_way_home(visitors: Visitors) -> None:
    page = visitors.visit("/rules/chess")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to the home page").click()
    expect(page.get_by_role("button", name="Start game")).to_be_visible()


# ------------------------------------------------------------------ for everyone


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_on_any_page(visitors: Visitors, look: Look, scheme: Scheme) -> None:
    visitors.expect("404")
    page = visitors.visit("/", scheme=scheme)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    rules = ("/rules", "/rules/exahuna", "/rules/exahuna-special", "/rules/none")
    for path in ("/", f"/join/{NO_KEY}", f"/move/{NO_KEY}", *rules, "/replay"):
        page.goto(path)
        page.locator("#main").wait_for()
        look(page)
    load(page, "kahuna-points-greedy.json")
    page.locator(".account").wait_for()
    page.keyboard.press("n")
    look(page)
    page.get_by_role("button", name="Explore").click()
    page.locator(".chooser").wait_for()
    look(page)


@pytest.mark.parametrize("language", LANGUAGES_DAILY)
def test_no_page_scrolls_sideways_at_any_size(visitors: Visitors, language: str) -> None:
    """At the narrowest window of each layout; wider ones only have more room."""
    visitors.expect("404")
    page = visitors.visit("/", language=language)
    page.locator(".go-btn").click()
    page.wait_for_url("**/play/*")
    for path in ("/", f"/join/{NO_KEY}", "/rules/exahuna-special", "/replay"):
        page.goto(path)
        page.locator("#main").wait_for()
        if path == "/replay":
            load(page, "kahuna-points-greedy.json")
        for size in (TABLET, PHONE_ON_ITS_SIDE, SMALL_PHONE):
            resize(page, size)
            assert sideways(page) <= 0, f"{path} at {size}"
