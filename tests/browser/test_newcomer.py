"""Somebody who knows no rule: the first course by touch on a phone, and a coached first game to its end."""

import re

from playwright.sync_api import Page, expect

from kahuna.learn.lessons import course, words
from support.browser import PHONE, Visitors, sideways
from support.learners import perform, press_cards, press_link, tap


def test_the_first_course_is_done_with_a_finger_on_a_phone(visitors: Visitors) -> None:
    steps = course("kahuna")
    page = visitors.visit(f"/learn/kahuna/{steps[0].id}", size=PHONE, touch=True)
    for place, step in enumerate(steps):
        expect(page.locator(".slip h1")).to_have_text(words("en")[f"kahuna.{step.id}"])
        assert sideways(page) == 0
        for number, action in enumerate(step.moves):
            tap(page, action)
            if number + 1 < len(step.moves):
                expect(page.locator(".table")).to_have_attribute("data-moves", str(number + 1))
        expect(page.locator(".answer.solved p").first).to_have_text(words("en")[f"kahuna.{step.id}.done"])
        if step.id == "round":
            expect(page.locator(".round-end .btn.primary")).to_be_in_viewport(ratio=1)
            page.locator(".round-end .btn.primary").tap()
        if place + 1 < len(steps):
            page.locator(".slip .go").tap()
            page.wait_for_url(f"**/learn/kahuna/{steps[place + 1].id}")
    page.get_by_role("button", name="Play a game against Limu").tap()
    page.wait_for_url("**/play/*")
    expect(page.locator(".coach span")).to_contain_text("glowing links")


def test_a_first_game_comes_to_its_end_for_who_does_what_the_coach_says(visitors: Visitors) -> None:
    page = visitors.visit("/")
    page.locator(".go-btn").click()
    page.wait_for_url("**/play/*")
    expect(page.locator(".coach span")).to_contain_text("glowing links")
    followed = 0
    for _ in range(400):
        expect(page.locator(ASKED).first).to_be_attached()
        if page.locator(".duel .side").count() and page.get_by_role("button", name="Rematch").count():
            break
        if page.locator(".round-end").count():
            page.locator(".round-end .btn.primary").click()
            expect(page.locator(".round-end")).to_have_count(0)
            continue
        before = page.locator(".log li").count()
        coach = page.locator(".coach:visible > span")
        followed += obey(page, coach.inner_text() if coach.count() else "")
        expect(page.locator(".log li")).not_to_have_count(before)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert followed > 20, "the coach has spoken all the way"


# What there is when the player is asked for something: a turn, a look at the round's end or at the result.
ASKED = ".round-end, .duel .side, .say:not(.theirs) .tag"


def obey(page: Page, said: str) -> bool:
    """Does what the coach says, or something that is always allowed; returns whether it was what the coach says."""
    if bridge := re.search(r"Press (\w+), then the link to (\w+)|(\w+) to (\w+) wins", said):
        perform(page, ">".join(filter(None, bridge.groups())))
    elif example := re.search(r"for example (\w+)", said):
        press_cards(page, example[1])
        glowing = page.locator(".board [data-link][tabindex]:not([aria-disabled=true])")
        press_link(page, glowing.first.get_attribute("data-link") or "")
    elif pair := re.search(r"(\w+) and (\w+) together remove (\w+)–(\w+)", said):
        perform(page, f"{pair[1]}+{pair[2]} x {'-'.join(sorted((pair[3], pair[4])))}")
    elif taken := re.search(r"Take (\w{4}) to end", said):
        card = page.locator(f'.market .card[data-card="{taken[1]}"]').first
        perform(page, f"+{card.get_attribute('data-slot')}")
    else:
        return otherwise(page)
    return True


def otherwise(page: Page) -> bool:
    """Takes a card, after a discard where the hand is full, or ends the last turn."""
    slots = page.locator(".market [data-slot]:not([aria-disabled=true])")
    if slots.count():
        perform(page, f"+{slots.first.get_attribute('data-slot')}")
    elif page.locator(".say .tag", has_text="last").count():
        perform(page, "-")
    else:
        perform(page, f"~{page.locator('.hand .card').first.get_attribute('data-card')}")
    return False
