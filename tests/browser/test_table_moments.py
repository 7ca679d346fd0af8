"""What happened stays to be seen: the ring of the opponent's last turn, moments from the log, results, clocks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import LAPTOP, PHONE, SMALL_LAPTOP, Visitors
from support.people import Mouse
from support.sight import GAMES, Game, places, sit, watch_board

RINGS = ".board .changed, .board .place.last"
# in the page: how many rings there were first when the log had so many lines
NOTE_RINGS = """(query) => {
  window.rings = {};
  new MutationObserver(() => {
    rings[document.querySelectorAll('.log li').length] ??= document.querySelectorAll(query).length;
  }).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""


@pytest.mark.parametrize("game", GAMES)
def test_what_the_opponent_changed_stays_ringed_until_the_next_own_action(
    visitors: Visitors, game: Game
) -> None:
    page = sit(visitors, game, size=SMALL_LAPTOP, still=False)
    person = Mouse(page, 4)
    for _ in range(10):
        person.play(turns=1)
        sight = person.wait()
        if page.locator(RINGS).count():
            break
    rings = page.locator(RINGS).count()
    assert rings
    page.mouse.click(600, 400)  # presses are no actions
    page.keyboard.press("Escape")
    expect(page.locator(RINGS)).to_have_count(rings)
    watch_board(page)
    page.evaluate(NOTE_RINGS, RINGS)
    line = page.locator(".log li button").nth(1)
    pieces = ".bridges > [data-link], .places .piece"
    laid, told = page.locator(pieces).count(), line.inner_text()
    line.click()  # an earlier moment, and back
    expect(page.locator(".say")).to_contain_text(told)
    expect(page.locator(".say .tag")).to_have_text("Once more")
    page.keyboard.press("Shift")
    expect(page.locator(".say .tag")).to_have_text(re.compile("Your"))
    expect(page.locator(pieces)).to_have_count(laid)
    expect(page.locator(RINGS)).to_have_count(rings)
    if game == "kahuna":
        person.end(sight)
    else:
        person.hex_turn(person.see())
    page.wait_for_function("(told) => rings[told + 1] === 0", arg=sight["told"])
    assert len(places(page)) == 1


def test_a_resigned_game_shows_a_whole_result(visitors: Visitors) -> None:
    page = sit(visitors, size=SMALL_LAPTOP, planning=True)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Rules")).to_have_attribute("href", "/rules/kahuna")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Really resign?").click()
    result = page.locator(".game-over")
    expect(result).to_contain_text("You resigned.")
    expect(result.locator(".eyebrow")).to_have_text("Points")
    expect(result.locator(".duel b")).to_have_text(["0", "0"])
    expect(result).to_contain_text("Islands: Round 1 – 0 : 0")
    expect(result).to_contain_text("Planning variant")


def test_shortcuts_can_be_switched_off(visitors: Visitors) -> None:
    page = sit(visitors)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("x")
    expect(page.locator(".hand .card[aria-pressed=true], .tools [aria-pressed=true]")).to_have_count(0)
    expect(page.locator(".tools .key").first).to_be_hidden()


def test_with_a_clock_the_board_keeps_its_place_whatever_is_about_to_end_the_turn(visitors: Visitors) -> None:
    page = sit(visitors, size=LAPTOP, clock={"kind": "total", "minutes": 5})
    watch_board(page)
    end = page.locator("[data-act=end]")
    at = end.bounding_box()
    for key in "tdrx":
        page.keyboard.press(key)
        expect(page.locator("[data-act=decline]")).to_be_hidden()
        assert end.bounding_box() == at
        page.keyboard.press("Escape")
    assert len(places(page)) == 1


def left(page: Page) -> int:
    """The seconds on one's own clock."""
    minutes, seconds = page.locator(".hand .clock").inner_text().split()[-1].split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_last_seconds_of_a_clock_are_told_in_tenths_and_heard(visitors: Visitors) -> None:
    page = visitors.visit(None)
    page.add_init_script(
        """localStorage.setItem('kahuna.sound', 'on');
        window.heard = 0; const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { heard++; return start.apply(this, at); };"""
    )
    path = sit(visitors, "exahuna", clock={"kind": "total", "minutes": 5}).url
    same_visitor: list[Any] = list(visitors.contexts[1].cookies())
    page.context.add_cookies(same_visitor)
    page.clock.install()
    page.goto(path)
    clock = page.locator(".hand .clock")
    expect(clock).to_have_text(re.compile("[345]:[0-9][0-9]"))
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    heard = page.evaluate("heard")
    page.clock.fast_forward(1000 * (left(page) - 7))
    page.clock.run_for(1500)
    expect(clock).to_have_text(re.compile(r"[4-6]\.[0-9]$"))
    page.wait_for_function("(before) => heard > before", arg=heard)


def test_sound_is_offered_once_in_a_place_of_its_own(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna")
    person = Mouse(page)
    person.play(turns=3)
    person.wait()
    expect(page.locator("#dock")).to_contain_text("A sound when it is your turn?")
    page.get_by_role("button", name="No sound").click()
    expect(page.locator("#dock")).to_contain_text("Limu’s last turn")
    page.reload()
    expect(page.locator("#dock")).to_contain_text("Limu’s last turn")
    expect(page.get_by_role("button", name="Sound on")).to_have_count(0)


def test_an_offer_of_sound_that_is_left_alone_gives_its_place_back(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna")
    person = Mouse(page)
    person.play(turns=3)
    person.wait()
    expect(page.locator("#dock")).to_contain_text("A sound when it is your turn?")
    person.play(turns=7)
    person.wait()
    expect(page.locator("#dock")).to_contain_text("Limu’s last turn")


@pytest.mark.parametrize("language", ["es", "ja"])
def test_special_is_legible_on_a_phone_and_one_island_is_shown_closely(
    visitors: Visitors, language: str
) -> None:
    page = sit(visitors, "exahuna-special", size=PHONE, touch=True, language=language)
    watch_board(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.board text, .hand *, .strip *, .glass *')]
          .filter((node) => node.checkVisibility())
          .filter((node) => [...node.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
          .map((node) => {
            const m = node.getScreenCTM?.(), k = m ? Math.hypot(m.a, m.b) : 1;
            return [node.textContent, parseFloat(getComputedStyle(node).fontSize) * k];
          }).filter(([, size]) => size < 10.95)"""
    )
    assert not small
    for name in ("Menú", "Inicio") if language == "es" else ("メニュー", "ホーム"):
        expect(page.locator(".top").get_by_label(name)).to_be_visible()
    page.locator(".kind").nth(2).tap()
    glass = page.locator(".glass")
    expect(glass.locator("h2")).to_contain_text("c3")
    box = glass.locator(".glass-round").bounding_box()
    assert box
    for _ in range(2):  # the place on the right, in the glass
        page.touchscreen.tap(box["x"] + box["width"] * (0.5 + 0.29), box["y"] + box["height"] / 2)
    expect(page.locator(".log li button").first).to_have_text(re.compile("c3–c4"))
    assert len(places(page)) == 1
