"""Variants at the table: a head start, and the planning variant."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import Visitors
from support.people import Mouse
from support.sight import sit


def test_the_head_start_is_placed_on_the_board_before_the_first_turn(visitors: Visitors) -> None:
    page = sit(visitors, handicap=3, handicap_to="white")
    person = Mouse(page)
    expect(page.locator(".scores .variant")).to_have_text("Head start: 3 bridges for White")
    expect(page.locator(".say")).to_contain_text("Place up to 3 bridges on any free links – or begin")
    assert len(person.see()["glow"]) == 27
    person.choose_link(person.see())
    expect(page.locator(".bridges .plank.white")).to_have_count(1)
    person.choose_link(person.see())
    expect(page.locator(".say")).to_contain_text("Place one more bridge")
    expect(page.locator("[data-act=end]")).to_have_text(re.compile("Begin now"))
    page.keyboard.press("d")
    expect(page.locator(".bridges .plank")).to_have_count(2)
    page.keyboard.press("d")
    expect(page.locator(".log li", has_text="begin")).to_have_count(1)
    expect(page.locator(".bridges .plank")).to_have_count(2)
    person.play(turns=1)


def test_in_the_planning_variant_two_cards_may_replace_a_bridge_at_once(visitors: Visitors) -> None:
    for _ in range(3):  # it is luck whether two cards of a hand ever meet at a bridge of the opponent's
        page = sit(visitors, planning=True)
        expect(page.locator(".scores .variant")).to_have_text("Planning variant")
        if replaces_a_bridge(page):
            expect(page.locator(".log li", has_text=re.compile("^You: .* replaced"))).to_have_count(1)
            return
    pytest.fail("no bridge could ever be replaced")


def replaces_a_bridge(page: Page) -> bool:
    """Plays until two cards replace a bridge; whether they ever could."""
    person = Mouse(page, 1)
    swap = page.get_by_role("button", name="Replace with mine")
    for turn in range(40):
        sight = person.wait()
        if turn in (0, 1, 6, 7):  # who has no bridge at the end of a round loses
            sight = person.build(sight)
        if sight["state"] == "mine" and pick_pair(person, len(sight["hand"])):
            assert person.see()["acts"]["swap"]["on"]
            swap.click()
            assert not person.see()["acts"]["swap"]["on"]
            swap.click()
            person.choose_link(person.see())
            return True
        if sight["state"] == "mine":
            person.end(sight)
    return False


def pick_pair(person: Mouse, count: int) -> bool:
    """Picks two cards that can replace a bridge, if there are any."""
    for i in range(count):
        for j in range(i + 1, count):
            person.page.keyboard.press(str(i + 1))
            person.page.keyboard.press(str(j + 1))
            if person.page.locator("[data-act=swap]:visible").count():
                return True
            person.page.keyboard.press("Escape")
    return False
