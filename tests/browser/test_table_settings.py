"""What belongs to the table besides the turn: menu, settings, language, text board, keys, day and night."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, PHONE_ON_ITS_SIDE, Size, Visitors
from support.friends import join
from support.people import Mouse, Touch
from support.sight import GAMES, Game, opened, sit, take_place


def menu(page: Page, name: str = "Menu") -> None:
    """Opens the menu."""
    page.get_by_role("button", name=name).click()
    page.locator("dialog.menu").wait_for()


def test_the_language_is_switched_in_mid_game_and_nothing_is_lost(visitors: Visitors) -> None:
    page = sit(visitors)
    person = Mouse(page)
    person.play(turns=1)
    person.wait()
    hand, lines = page.locator(".hand .card").all_inner_texts(), page.locator(".log li").count()
    bridges = page.locator(".bridges [data-link]").count()
    menu(page)
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.locator(".say .tag")).to_have_text("Du bist dran")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".hand .card")).to_have_text(hand)
    expect(page.locator(".log li")).to_have_count(lines)
    expect(page.locator(".bridges [data-link]")).to_have_count(bridges)
    expect(page.locator(".log li", has_text=re.compile("^Du"))).not_to_have_count(0)
    person.play(turns=1)
    person.wait()
    assert page.locator(".log li").count() > lines


def test_what_a_good_memory_knows_is_shown_unless_it_is_not_wished(visitors: Visitors) -> None:
    page = sit(visitors, against="link", name="Kai")
    friend = join(visitors, page)
    expect(page.locator(".hand .card")).to_have_count(3)
    card = page.locator(".market > button").first.get_attribute("data-card")
    for _ in range(2):
        page.keyboard.press("q")
    expect(friend.locator(f".fan .known [data-card={card}]")).to_have_count(1)
    expect(friend.locator(".fan")).to_have_attribute("aria-label", f"Kai holds 4 cards. Certain: {card}.")
    expect(friend.get_by_role("heading", name="Not yet seen")).to_be_visible()
    menu(friend)
    friend.get_by_label("Remember for me").uncheck()
    friend.keyboard.press("Escape")
    expect(friend.locator(".fan [data-card]")).to_have_count(0)
    expect(friend.locator(".fan .back")).to_have_count(4)
    expect(friend.get_by_role("heading", name="Not yet seen")).to_have_count(0)
    friend.reload()
    expect(friend.locator(".fan .back")).to_have_count(4)


def test_sound_is_off_until_it_is_wished_and_then_made_in_the_browser(visitors: Visitors) -> None:
    page = visitors.visit(None)
    page.add_init_script(
        "window.heard = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { heard++; return start.apply(this, at); };"
    )
    take_place(page, opened(page.context, "exahuna"))
    menu(page)
    expect(page.get_by_label("Sound")).not_to_be_checked()
    page.keyboard.press("Escape")
    person = Mouse(page)
    person.play(turns=1)
    person.wait()
    assert page.evaluate("heard") == 0
    menu(page)
    page.get_by_label("Sound").check()
    page.keyboard.press("Escape")
    person.play(turns=1)
    page.wait_for_function("() => heard > 0")


@pytest.mark.parametrize("game", GAMES)
def test_the_board_can_be_read_as_tables(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game)
    person = Mouse(page)
    person.play(turns=1)
    person.wait()
    menu(page)
    page.get_by_role("button", name="Board as text").click()
    sheet = page.get_by_role("dialog", name="Board as text")
    islands, links = (12, 27) if game == "kahuna" else (19, 54)
    expect(sheet.get_by_role("table").nth(0).locator("tbody tr")).to_have_count(islands)
    expect(sheet.get_by_role("table").nth(1).locator("tbody tr")).to_have_count(links)
    bridges = ".bridges [data-link]" if game == "kahuna" else ".places .piece"
    shown = page.locator(bridges).count()
    expect(sheet.get_by_role("table").nth(1).locator("td", has_not_text="free")).to_have_count(shown)
    if game == "kahuna":
        expect(sheet).to_contain_text("Your hand: ")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_the_keys_are_told_by_a_key(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna-special")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("row")).to_have_count(12)
    page.keyboard.press("j")  # means nothing under a sheet
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)
    expect(page.locator("[data-act=joker]")).to_have_attribute("aria-pressed", "false")


def test_day_becomes_night_at_the_table(visitors: Visitors) -> None:
    page = sit(visitors)
    page.get_by_role("button", name="Dark mode").click()
    expect(page.locator("html")).to_have_attribute("data-scheme", "night")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-scheme", "night")


@pytest.mark.parametrize("size", [PHONE, PHONE_ON_ITS_SIDE])
def test_on_a_phone_score_log_menu_and_notation_are_on_a_sheet(visitors: Visitors, size: Size) -> None:
    page = sit(visitors, size=size, touch=True)
    person = Touch(page)
    person.play(turns=1)
    person.wait()
    page.get_by_role("button", name="Log and score").tap()
    sheet = page.get_by_role("dialog", name="Log and score")
    expect(sheet.get_by_role("table")).to_be_visible()
    expect(sheet.locator(".log li", has_text=re.compile("^You"))).not_to_have_count(0)
    sheet.get_by_label("Move in notation").fill("nonsense")
    sheet.get_by_role("button", name="Play this move").tap()
    expect(sheet).to_have_count(0)  # it would hide the answer
    expect(page.locator(".say.warn")).to_contain_text("This cannot be read as a move")
    page.get_by_role("button", name="Log and score").tap()
    sheet.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".rail > .log")).to_have_count(1)


def test_the_board_is_there_again_after_the_page_is_loaded_again(visitors: Visitors) -> None:
    page = sit(visitors)
    page.reload(wait_until="commit")
    page.locator(".board.kahuna .island").first.wait_for(state="attached")
