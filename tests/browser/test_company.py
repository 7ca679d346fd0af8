"""Who else is at the table: hints that both agreed to, signs without words, spectators, names on one screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, Visitors, held, sideways
from support.friends import join, link_of
from support.sight import has_shown, remember, shown, sit, take_place

OWN, THEIRS = "own", "theirs"
SIGNS = {who: f"body:has(.sign.{who}) #live" for who in (OWN, THEIRS)}


def friends(visitors: Visitors) -> tuple[Page, Page]:
    """Kai opens a game with hints for both on the home page; Leilani comes on a phone and is told of them."""
    host = visitors.visit()
    host.get_by_role("radio", name="A friend by link").check()
    host.get_by_label("Your name").fill("Kai")
    host.get_by_label("Your name").blur()
    host.get_by_label(re.compile("Hints for both")).check()
    expect(host.locator(".go .sum")).to_contain_text("Hints for both.")
    host.get_by_role("button", name="Start game").click()
    host.wait_for_url("**/play/*")
    friend = visitors.visit(host.get_by_label("Invitation").input_value(), size=PHONE, touch=True)
    expect(friend.locator(".facts")).to_contain_text("Hints for both")
    expect(friend.locator(".facts")).to_contain_text("both see when one is taken")
    friend.get_by_label("Your name").fill("Leilani")
    friend.get_by_role("button", name="Take the seat").click()
    friend.wait_for_url("**/play/*")
    expect(friend.locator(".react")).to_be_visible()
    expect(host.locator(".react")).to_be_visible()
    for page in (host, friend):  # a sign goes again after a moment
        for query in SIGNS.values():
            remember(page, query)
    return host, friend


def test_people_who_agreed_take_hints_show_signs_and_see_who_watches(visitors: Visitors, look: Any) -> None:
    host, friend = friends(visitors)
    expect(host.locator(".scores .variant")).to_have_text("Hints for both (White 0, Black 0)")
    host.get_by_role("button", name="Hint").first.click()
    expect(host.locator(".hint-card")).to_be_visible()
    expect(host.locator(".scores .variant")).to_have_text("Hints for both (White 1, Black 0)")
    expect(friend.locator(".say")).to_contain_text("Kai took a hint.")
    expect(friend.locator(".hint-card")).to_be_hidden()

    friend.get_by_role("button", name="React").tap()
    look(friend)
    expect(friend.get_by_role("dialog", name="React").locator(".six .btn")).to_have_count(6)
    friend.get_by_role("button", name="Wow").tap()
    has_shown(host, SIGNS[THEIRS], "Leilani: Wow")
    look(host)

    host.get_by_role("button", name="React").click()
    host.get_by_label(re.compile("Hide my opponent’s reactions")).check()
    host.keyboard.press("Escape")
    friend.get_by_role("button", name="React").tap()
    friend.get_by_role("button", name="Ouch").tap()
    has_shown(friend, SIGNS[OWN], "Leilani: Ouch")
    host.get_by_role("button", name="React").click()
    host.get_by_role("button", name="Thank you").click()
    has_shown(friend, SIGNS[THEIRS], "Kai: Thank you")
    has_shown(host, SIGNS[OWN], "Kai: Thank you")
    assert not any("Ouch" in words for words in shown(host, SIGNS[THEIRS]))
    expect(host.locator(".sign")).to_have_count(0)  # by themselves
    assert sideways(friend) == 0

    watch = link_of(host)
    expect(host.locator(".watching")).to_be_hidden()
    spectator = visitors.visit(watch)
    for page in (host, friend, spectator):
        expect(page.locator(".watching")).to_have_text(re.compile("1 ?1 watching"))
    expect(spectator.locator(".react")).to_be_hidden()
    assert sideways(friend) == 0


def test_whoever_comes_and_goes_meanwhile_there_is_one_button_for_signs(visitors: Visitors) -> None:
    host = sit(visitors, "exahuna", against="link", name="Kai", clock={"kind": "total", "minutes": 10})
    friend = visitors.visit(host.get_by_label("Invitation").input_value(), size=PHONE, touch=True)
    with held(friend, "**/strings/company.*"):  # more is heard before the words are there
        friend.get_by_role("button", name="Take the seat").click()
        friend.wait_for_url("**/play/*")
        friend.locator(".say").wait_for(state="attached")
        take_place(visitors.visit(None), link_of(host))
        expect(host.locator(".watching")).to_be_visible()
    expect(friend.locator(".watching")).to_be_visible()
    expect(friend.locator(".react")).to_have_count(1)
    assert sideways(friend) == 0
    tall = friend.locator(".top .clock").evaluate("(node) => node.getBoundingClientRect().height")
    assert tall < 34, "the clock has one line"


def test_without_the_agreement_there_is_no_hint_between_people(visitors: Visitors) -> None:
    host = visitors.visit()
    host.get_by_role("radio", name="Same screen").check()
    host.get_by_label("Name of White").fill("Ana")
    host.get_by_label("Name of Black").fill("Bo")
    host.get_by_label("Name of Black").blur()
    host.get_by_role("button", name="Start game").click()
    host.wait_for_url("**/play/*")
    expect(host.get_by_role("dialog")).to_contain_text("Ana")
    host.get_by_role("dialog").get_by_role("button").first.click()
    expect(host.locator(".who b")).to_have_text("Bo")
    expect(host.locator("[data-act=hint]")).to_be_visible()
    host.goto("/")
    host.get_by_role("radio", name="A friend by link").check()
    host.get_by_role("button", name="Start game").click()
    host.wait_for_url("**/play/*")
    host.locator(".say").wait_for()
    expect(host.locator("[data-act=hint]")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "es", "ja"])
def test_on_a_phone_the_friends_name_stays_beside_clock_and_reactions(
    visitors: Visitors, language: str
) -> None:
    clock = {"kind": "total", "minutes": 30}
    host = sit(visitors, "kahuna", against="link", name="Leilani", clock=clock)
    friend = join(visitors, host, size=PHONE, touch=True, language=language)
    expect(friend.locator(".react")).to_be_visible()
    expect(friend.locator(".top .clock")).to_be_visible()
    name = friend.locator(".who b")
    expect(name).to_have_text("Leilani")
    assert name.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert sideways(friend) <= 0


def test_on_a_phone_a_clock_with_hours_lies_beside_the_guidance(visitors: Visitors) -> None:
    host = sit(
        visitors, "exahuna", size=PHONE, touch=True, against="link", clock={"kind": "turn", "hours": 24}
    )
    join(visitors, host)
    expect(host.locator(".hand .clock")).to_contain_text("23:59")
    said = host.locator(".say").evaluate("one => one.getBoundingClientRect().right")
    assert said <= host.locator(".hand .clock").evaluate("one => one.getBoundingClientRect().left")
