"""The page of first turns, and the suggestion of a fair head start, in a real browser."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kahuna.bots.head_starts import fair_start
from kahuna.learn.courses import LANGUAGES
from kahuna.learn.openings import openings_file
from support.browser import PHONE, SMALL_PHONE, Visitors, sideways


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_first_turns_shows_the_numbers_of_the_file(visitors: Visitors, language: str) -> None:
    told = json.loads(openings_file())
    page = visitors.visit("/learn/first-turn", size=SMALL_PHONE, language=language)
    expect(page.locator(".worths .name")).to_have_count(len(told["islands"]))
    best, facts = next(iter(told["islands"].items()))
    first = page.locator("section").last.locator("tbody tr").first
    expect(first.locator("th")).to_have_text(best)
    expect(first.locator("td").first).to_contain_text(f"+{facts['control'][0]:.1f}")
    expect(first.locator("td").last).to_contain_text(facts["to"])
    assert page.locator("section").first.locator("tbody tr").count() == len(told["turns"]["white"])
    assert sideways(page) <= 0


def test_the_page_of_first_turns_is_reached_from_the_courses(
    visitors: Visitors, look: Callable[[Page], None]
) -> None:
    page = visitors.visit("/learn")
    page.locator(".course a[href$='/learn/first-turn']").click()
    expect(page.locator("h1")).to_have_text("The first turn")
    expect(page.locator(".worths")).to_be_visible()
    look(page)


def test_a_fair_head_start_is_suggested_and_chosen_with_one_press(
    visitors: Visitors, look: Callable[[Page], None]
) -> None:
    page = visitors.visit(size=PHONE)
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_text("What would be fair?").click()
    words = page.locator(".fair p")
    expect(words).to_contain_text("every second time")
    page.get_by_label("White plays like").select_option("honu")
    page.get_by_label("Black plays like").select_option("mano")
    bridges, share = fair_start("honu", "mano")
    expect(words).to_contain_text(f"{bridges} bridge")
    expect(words).to_contain_text(f"{100 * share:.0f} of 100")
    look(page)
    assert sideways(page) <= 0
    page.get_by_role("button", name="Use this").click()
    expect(page.get_by_label("Head start")).to_have_value(str(bridges))
    expect(page.locator(".go .sum")).to_contain_text(f"{bridges} bridge")


def test_against_the_computer_the_results_say_how_strong_the_player_is(visitors: Visitors) -> None:
    page = visitors.visit()
    won = {"id": "a", "game": "kahuna", "level": "honu", "score": 1, "margin": 2, "at": 1}
    book = {"version": 1, "since": 0, "games": [won], "marks": {}}
    page.evaluate("book => localStorage.setItem('kahuna.logbook', book)", json.dumps(book))
    wish = {"game": "kahuna", "against": "level", "level": "mano"}
    page.evaluate("wish => localStorage.setItem('kahuna.new', wish)", json.dumps(wish))
    page.reload()
    page.get_by_role("button", name="Change").click()
    page.get_by_text("What would be fair?").click()
    expect(page.get_by_label("I play like")).to_have_value("honu")
    expect(page.locator(".fair p")).to_contain_text(f"{fair_start('honu', 'mano').bridges} bridge")
