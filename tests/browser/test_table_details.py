"""Details of the table at 1180×820 and on a phone, in Spanish and Japanese too."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import (
    LANGUAGES,
    PHONE,
    PHONE_ON_ITS_SIDE,
    SMALL_LAPTOP,
    SMALL_PHONE,
    TABLET,
    Size,
    Visitors,
    resize,
    sideways,
)
from support.people import Mouse, Touch
from support.sight import Game, sit, spot

PHONES = (PHONE, SMALL_PHONE, PHONE_ON_ITS_SIDE)
# what of this lies over the islands of the board, in whole pixels
OVERLAP = """(query) => {
  const over = document.querySelector(query).getBoundingClientRect();
  return [...document.querySelectorAll('.board .island')].map((node) => node.getBoundingClientRect())
    .filter((r) => r.left < over.right && r.right > over.left && r.top < over.bottom && r.bottom > over.top).length;
}"""
SMALL = """() => [...document.querySelectorAll('.board text:not(.rose-n)')].filter((node) => node.checkVisibility())
  .map((node) => parseFloat(getComputedStyle(node).fontSize) * Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b))
  .filter((size) => size < 10.95)"""


def test_a_digit_is_announced_the_preview_covers_no_island_and_kakujitsu_stays_whole(
    visitors: Visitors,
) -> None:
    page = sit(visitors, size=SMALL_LAPTOP, language="ja")
    person = Mouse(page, 3)
    said = page.locator("#live").inner_text()
    page.keyboard.press("1")
    expect(page.locator("#live")).not_to_have_text(said)
    sight = person.see()
    for link in sorted(sight["glow"])[:4]:
        page.mouse.move(*spot(page, link))
        expect(page.locator("#dock")).to_contain_text(link[:4])
        assert page.evaluate(OVERLAP, "#dock") == 0
    page.keyboard.press("Escape")
    for _ in range(8):
        if page.locator(".fan .known").count():
            break
        person.end(person.see())
        person.wait()
    known = page.locator(".fan .known").first
    expect(known).to_have_attribute("data-word", "確実")
    assert known.evaluate("(node) => getComputedStyle(node, '::after').whiteSpace") == "nowrap"
    assert sideways(page) == 0


@pytest.mark.parametrize(("game", "islands"), [("kahuna", 12), ("exahuna", 19)])
def test_names_of_islands_are_legible_on_every_phone(visitors: Visitors, game: Game, islands: int) -> None:
    page = sit(visitors, game, size=PHONE, touch=True, language="es")
    for size in PHONES:
        resize(page, size)
        page.wait_for_function("(wide) => innerWidth === wide", arg=size.width)
        expect(page.locator(".board .name")).to_have_count(islands)
        page.wait_for_function(f"() => ({SMALL})().length === 0")


# cards whose name has less than 11 pixels, or no room
HARD_TO_READ = """() => [...document.querySelectorAll('.card .label')].filter((node) => node.checkVisibility())
  .filter((node) => parseFloat(getComputedStyle(node).fontSize) < 11 || node.scrollWidth > node.clientWidth)
  .map((node) => `${node.textContent} ${node.scrollWidth} of ${node.clientWidth}`)"""


def test_names_of_cards_are_legible_on_every_phone(visitors: Visitors) -> None:
    page = sit(visitors, size=PHONE, touch=True)
    person = Touch(page, 3)
    for _ in range(8):
        if page.locator(".fan .known").count():
            break
        person.end(person.see())
        person.wait()
    expect(page.locator(".fan .known .label").first).to_be_visible()
    for size in PHONES:
        resize(page, size)
        page.wait_for_function("(wide) => innerWidth === wide", arg=size.width)
        assert page.evaluate(HARD_TO_READ) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ends_a_turn_is_one_line_on_small_phones(visitors: Visitors, language: str) -> None:
    page = sit(visitors, size=SMALL_PHONE, touch=True, language=language)
    lines = "(node) => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))"
    for size in (SMALL_PHONE, PHONE_ON_ITS_SIDE):
        resize(page, size)
        page.wait_for_function("(wide) => innerWidth === wide", arg=size.width)
        assert page.locator("[data-act=end] .words").evaluate(lines) == 1


def test_points_and_worth_of_special_are_legible_on_a_tablet(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna-special", size=TABLET)
    doubles = page.locator(".kind").last
    doubles.click()
    Mouse(page, 2).twice(Mouse(page).see())
    expect(page.locator(".board .worth").first).to_be_visible()
    assert page.evaluate(SMALL) == []


# words with less room than they need, or in more than one line
CRAMPED = """() => [...document.querySelectorAll('.hexes .tools [data-act]')].filter((node) => {
  const words = node.querySelector('.words'), { width, height } = words.getBoundingClientRect();
  const line = parseFloat(getComputedStyle(words).lineHeight);
  return width < 20 || height > 1.5 * line || node.scrollWidth > node.clientWidth;
}).map((node) => node.textContent)"""


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_on_a_phone_the_tools_of_games_without_cards_have_their_words_in_one_line(
    visitors: Visitors, language: str
) -> None:
    page = sit(visitors, "exahuna-special", size=PHONE, touch=True, language=language)
    expect(page.locator(".tools [data-act]")).to_have_count(3)
    for size in PHONES:
        resize(page, size)
        page.wait_for_function("(wide) => innerWidth === wide", arg=size.width)
        assert page.evaluate(CRAMPED) == []


def test_on_a_phone_the_result_of_a_game_without_cards_has_room_on_its_button(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna", size=PHONE, touch=True, language="ja")
    page.locator(".top").get_by_label("メニュー").tap()
    for _ in range(2):
        page.locator("dialog.menu .btn.danger").tap()
    expect(page.locator(".game-over")).to_be_visible()
    box = page.locator("[data-act=end]").bounding_box()
    assert box
    assert box["width"] > 54


def test_an_earlier_moment_of_special_has_its_points(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna-special", size=SMALL_LAPTOP, language="es")
    person = Mouse(page, 2)
    person.play(turns=3)
    person.wait()
    now = page.locator(".board .pt-t").all_text_contents()
    page.locator(".log li button").first.click()
    expect(page.locator(".board .pt-t").first).to_be_visible()
    expect(page.locator(".board .pt-t")).not_to_have_text(now)
    page.keyboard.press("Shift")
    expect(page.locator(".board .pt-t")).to_have_count(len(now))


def test_what_loads_a_record_says_that_it_replays(visitors: Visitors) -> None:
    page = visitors.visit()
    expect(page.get_by_role("link", name="Replay a game")).to_have_attribute("href", "/replay")


def within(page: Page, inner: str, outer: str) -> bool:
    """Whether one thing lies within another, as they are rendered."""
    return bool(
        page.evaluate(
            """([inner, outer]) => {
              const [one, all] = [inner, outer].map((query) => document.querySelector(query).getBoundingClientRect());
              return one.height > 0 && one.top >= all.top - 1 && one.bottom <= all.bottom + 1;
            }""",
            [inner, outer],
        )
    )


@pytest.mark.parametrize("size", [PHONE, PHONE_ON_ITS_SIDE], ids=["upright", "on its side"])
def test_what_special_foretells_on_a_phone_begins_with_points(visitors: Visitors, size: Size) -> None:
    page = sit(visitors, "exahuna-special", size=size, touch=True)
    person = Touch(page)
    person.kind(person.see(), 1)
    person.link(person.see())
    points = r"\w\d: 0 : 0 → \d : \d points"
    expect(page.locator(".say .live")).to_have_text(re.compile(f"{points} and {points}$"))
    expect(page.locator(".glass .told span").first).to_have_text(re.compile(points))
    assert within(page, ".glass .told span:nth-child(2)", ".glass-text")


@pytest.mark.parametrize("size", [PHONE, PHONE_ON_ITS_SIDE], ids=["upright", "on its side"])
def test_on_a_phone_the_menu_is_at_the_edge_and_sound_is_offered_in_place_of_the_guidance(
    visitors: Visitors, size: Size
) -> None:
    page = sit(visitors, "exahuna", size=size, touch=True)
    menu = page.locator(".top").get_by_label("Menu")
    box = menu.bounding_box()
    assert box
    assert size.width - (box["x"] + box["width"]) < 12
    person = Touch(page)
    person.play(turns=3)
    person.wait()
    offer, guide = page.locator(".say .offer"), page.locator(".say .idle")
    expect(offer).to_contain_text("A sound when it is your turn?")
    for button in offer.get_by_role("button").all():
        button.tap(trial=True)
    expect(guide).to_be_hidden()
    person.link(person.see())  # something is picked: the guidance is needed
    expect(offer).to_be_hidden()
    menu.tap()
    page.get_by_role("button", name="Close").tap()
    page.locator(".top").get_by_label("Home").tap()
    page.wait_for_url("**/")


def test_on_a_phone_the_log_has_room_for_many_lines(visitors: Visitors) -> None:
    page = sit(visitors, size=PHONE, touch=True, language="es")
    person = Touch(page, 5)
    person.play(turns=6)
    person.wait()
    page.get_by_role("button", name="Crónica y marcador").tap()
    log = page.get_by_role("dialog").locator(".log ol")
    box = log.bounding_box()
    assert box
    assert box["height"] > 200
    expect(log.locator("li").last).to_be_in_viewport()


def test_taking_is_the_first_way_to_end_a_turn_and_the_score_has_its_heading(visitors: Visitors) -> None:
    page = sit(visitors, size=SMALL_LAPTOP)
    expect(page.locator("[data-act=end]")).to_have_class(re.compile(r"\bprimary\b"))
    expect(page.locator("[data-act=end] .icon")).to_be_visible()
    expect(page.locator("[data-act=decline]")).not_to_have_class(re.compile(r"\bprimary\b"))
    expect(page.locator(".rounds thead th").first).to_have_text("Islands")
    expect(page.locator(".rounds th").last).to_have_text("Points")


@pytest.mark.parametrize("game", ["kahuna", "exahuna-special"])
def test_the_rules_are_those_of_the_game_being_played(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game, against="link", name="Kai")
    page.get_by_role("button", name="Menu").first.click()
    rules = page.get_by_role("dialog").get_by_role("link", name="Rules")
    expect(rules).to_have_attribute("href", f"/rules/{game}")
    page.keyboard.press("Escape")
    guest = visitors.visit(page.get_by_label("Invitation").input_value())
    guest.get_by_role("link", name="Read the rules first").click()
    guest.wait_for_url(f"**/rules/{game}")
