"""Details of the table at 1180×820 and on a phone, in Spanish and Japanese too."""

from playwright.sync_api import expect

from support.browser import PHONE, Size, Visitors, sideways
from support.people import Mouse
from support.sight import sit, spot

LAPTOP = Size(1180, 820)
# what of this lies over the islands of the board, in whole pixels
OVERLAP = """(query) => {
  const over = document.querySelector(query).getBoundingClientRect();
  return [...document.querySelectorAll('.board .island')].map((node) => node.getBoundingClientRect())
    .filter((r) => r.left < over.right && r.right > over.left && r.top < over.bottom && r.bottom > over.top).length;
}"""
SMALL = """() => [...document.querySelectorAll('.board text')].filter((node) => node.checkVisibility())
  .map((node) => parseFloat(getComputedStyle(node).fontSize) * Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b))
  .filter((size) => size < 10.95)"""


def test_a_digit_is_announced_the_preview_covers_no_island_and_kakujitsu_stays_whole(
    visitors: Visitors,
) -> None:
    page = sit(visitors, size=LAPTOP, language="ja")
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


def test_names_of_exahuna_are_legible_on_a_phone(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna", size=PHONE, touch=True, language="es")
    expect(page.locator(".hex-name")).to_have_count(19)
    assert page.evaluate(SMALL) == []


def test_an_earlier_moment_of_special_has_its_points(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna-special", size=LAPTOP, language="es")
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
