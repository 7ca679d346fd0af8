"""A word after each turn, the days in a row, and what the voyage counts."""

import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from kahuna.learn.lessons import course
from kahuna.learn.shelf import Puzzle, puzzle_of_the_day
from support.browser import DESKTOP, PHONE, Size, Visitors
from support.learners import perform

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.teach > .top .icon, .teach > .top .words, .top .bar-knots')]
    .map((node) => node.getBoundingClientRect()).filter(({ width }) => width > 1);
  return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1));
}"""


def marks(page: Page) -> dict[str, float]:
    """What the device keeps."""
    found: dict[str, float] = page.evaluate("JSON.parse(localStorage.getItem('kahuna.logbook'))?.marks ?? {}")
    return found


def keep(page: Page, **book: Any) -> None:
    """Puts this into the logbook of the device."""
    told = {"version": 1, "since": 0, "games": [], "marks": {}, **book}
    page.evaluate("book => localStorage.setItem('kahuna.logbook', JSON.stringify(book))", told)


def shared(page: Page) -> str:
    """The picture to hand on."""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    page.keyboard.press("Escape")
    return download.value.path().read_text(encoding="utf-8")


def solve(page: Page, puzzle: Puzzle) -> None:
    """Plays the answer."""
    for place, action in enumerate(puzzle.answer):
        perform(page, action)
        if place + 1 < len(puzzle.answer):
            expect(page.locator(".table")).to_have_attribute("data-moves", str(place + 1))
    expect(page.locator(".answer.solved")).to_contain_text("Solved")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_turn_is_told_without_what_was_taken_back_and_is_taken_back_once(
    visitors: Visitors, size: Size
) -> None:
    page = visitors.visit("/learn", size=size)
    page.evaluate("localStorage.setItem('kahuna.tell', 'on')")
    told: list[str] = []

    def altered(line: WebSocketRoute) -> None:
        """The chances say that every bridge is a blunder."""
        server = line.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "chance":
                text = json.dumps({**message, "best": [["+", 0.9], ["-", 0.1]]})
            line.send(text)
            if message["type"] == "chance":
                told.append(message["type"])

        server.on_message(pass_on)

    def hears(count: int) -> None:
        while len(told) < count:
            page.wait_for_timeout(20)

    page.route_web_socket(re.compile("^ws"), altered)
    wish = {"game": "kahuna", "against": "level", "level": "limu", "seat": "white", "first": "white"}
    id = page.request.post("/api/games", data=wish).json()["id"]
    page.goto(f"/play/{id}")
    hears(1)
    page.locator(".hand .card").first.click()
    page.locator(".board [data-link][tabindex]:not([aria-disabled=true])").first.dispatch_event("click")
    hears(2)
    page.locator("[data-act=undo]").click()
    hears(3)
    assert not marks(page), "within the turn everything may be taken back"
    perform(page, "+")
    said = page.locator(".coach.told span").first
    expect(said).to_have_text("The best turn.")
    hears(4)
    page.locator(".hand .card").first.click()
    page.locator(".board [data-link][tabindex]:not([aria-disabled=true])").first.dispatch_event("click")
    hears(5)
    perform(page, "+")
    expect(said).to_have_text("This turn cost a lot.")
    page.get_by_role("button", name="What was better?").click()
    expect(page.get_by_role("button", name="Take the turn back")).to_be_visible()
    strip = page.locator(".coach.told").bounding_box()
    assert strip
    assert strip["height"] < 60, "the strip keeps its height"
    hears(6)
    page.get_by_role("button", name="Take the turn back").click()
    assert not marks(page)
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(said).to_contain_text("Better:")
    expect(page.get_by_role("button", name="Take the turn back")).to_have_count(0)
    assert list(marks(page)) == [f"helped.{id}"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_watched_puzzle_is_solved_oneself_afterwards_without_its_day(
    visitors: Visitors, size: Size
) -> None:
    puzzle = puzzle_of_the_day("kahuna", date.today())
    page = visitors.visit("/puzzle", size=size)
    expect(page.locator(".slip h1")).to_be_visible()
    assert not page.evaluate(OVERLAPS)
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".answer.solved")).to_contain_text("This is the answer")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".answer.solved")).to_have_count(0)
    before = shared(page)
    solve(page, puzzle)
    assert shared(page) == before, "a picture shows no answer"
    assert set(marks(page)) == {"rating.kahuna", f"shown.{puzzle.id}", f"puzzle.{puzzle.id}"}


def test_a_puzzle_of_the_day_known_from_before_counts_for_its_day(visitors: Visitors) -> None:
    puzzle = puzzle_of_the_day("kahuna", date.today())
    page = visitors.visit("/puzzle", size=PHONE)
    keep(page, marks={f"shown.{puzzle.id}": 1, f"puzzle.{puzzle.id}": 2})
    solve(page, puzzle)
    assert f"day.{date.today().isoformat()}" in marks(page)
    page.reload()
    expect(page.locator(".bar-knots")).to_contain_text("1 day in a row")


def test_home_tells_the_days_in_a_row_and_whether_today_is_still_open(visitors: Visitors) -> None:
    page = visitors.visit()
    today = date.today()
    days = [(today - timedelta(ago)).isoformat() for ago in (1, 2)]
    keep(page, marks={f"day.{day}": 1 for day in days})
    page.reload()
    expect(page.locator(".leaf.puzzle")).to_contain_text("2 days in a row so far. Today’s is still open.")
    keep(page, marks={f"day.{day}": 1 for day in (*days, today.isoformat())})
    page.reload()
    expect(page.locator(".leaf.puzzle")).to_contain_text("Solved: 3 days in a row.")


def test_a_win_with_help_is_no_win_of_the_voyage(visitors: Visitors) -> None:
    page = visitors.visit()
    game = {"game": "kahuna", "level": "limu", "score": 1, "margin": 2}
    keep(page, games=[{**game, "id": id, "at": at} for at, id in enumerate("ab", 1)], marks={"helped.b": 1})
    page.reload()
    expect(page.locator(".voy")).to_contain_text("1 win · next port: Papai")


def test_who_only_solved_puzzles_can_save_and_erase_too(visitors: Visitors) -> None:
    page = visitors.visit()
    keep(page, marks={"puzzle.k0001": 1, "lesson.kahuna.build": 1})
    page.reload()
    page.get_by_role("button", name="Statistics").click()
    expect(page.locator(".statistics")).to_contain_text("1 lesson step, 1 puzzle.")
    page.get_by_role("button", name="Erase", exact=True).click()
    page.get_by_role("button", name="Erase everything?").click()
    expect(page.get_by_role("button", name="Statistics")).to_be_hidden()
    assert not marks(page)


def test_a_refused_game_at_the_end_of_a_course_says_why(visitors: Visitors) -> None:
    visitors.expect("503")
    step = course("planning")[-1]
    page = visitors.visit(f"/learn/{step.course}/{step.id}")
    refusal: dict[str, Any] = {"code": "busy", "text": "there is no room", "rule": None, "facts": {}}
    page.route("**/api/ticket", lambda route: route.fulfill(status=503, json=refusal))
    for action in step.moves:
        perform(page, action)
    page.get_by_role("button", name="Play a game against Limu").click()
    expect(page.locator(".slip [role=alert]")).not_to_be_empty()


def test_arrows_lead_from_a_card_chosen_by_its_digit_to_the_links(visitors: Visitors) -> None:
    page = visitors.visit("/puzzle/k0133")
    expect(page.locator(".hand .card").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator(".hand .card").first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board [data-link]:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".table")).to_have_attribute("data-moves", "1")
