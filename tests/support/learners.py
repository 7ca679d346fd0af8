"""Somebody who plays actions on the page, as a keyboard or a screen reader presses what is there."""

import re

from playwright.sync_api import Page, expect


def press_link(page: Page, link: str) -> None:
    """Presses a link of the board, as assistive technology does."""
    page.locator(f'.board [data-link="{link}"][tabindex]').dispatch_event("click")


def press_cards(page: Page, *names: str) -> None:
    """Presses these cards of the hand; two of one island are two cards."""
    for place, name in enumerate(names):
        page.locator(f'.hand .card[data-card="{name}"]').nth(names[:place].count(name)).click()


def perform(page: Page, action: str) -> None:
    """Plays this action by pressing what a person presses for it."""
    if removal := re.fullmatch(r"(\w+)\+(\w+) (xx?) (.+)", action):
        press_cards(page, removal[1], removal[2])
        swap = page.locator("[data-act=swap]")  # in the planning variant one's own bridge goes there, or not
        if removal[3] == "x" and swap.is_visible():
            swap.click()
        press_link(page, removal[4])
    elif action[0] == "+":
        for _ in range(2):
            page.locator(f'.market [data-slot="{action[1:]}"]').click()
    elif action[0] == "~":
        page.locator("[data-act=discard]").click()
        press_cards(page, action[1:])
        page.locator("[data-act=end]").click()
    elif action == "-":
        ends = page.locator("[data-act=decline]:not([hidden]), [data-act=end]:not([hidden])")
        for _ in range(2):
            ends.first.click()
    elif action[0] == "=":
        press_link(page, action[1:])
    elif placed := re.fullmatch(r"([A-Z]+)>([A-Z]+)", action):
        press_cards(page, placed[1])
        press_link(page, "-".join(sorted(placed.groups())))
    else:
        _build(page, action)


def _build(page: Page, action: str) -> None:
    """A bridge on the board of hexagons, of a kind if there are any, or one that replaces a joker."""
    source, _, target = action.partition(">")
    if target:
        page.locator("[data-act=joker]").click()
        press_link(page, target)
        places = (source, source)
    else:
        kind, _, place = action.rpartition(":")
        if kind:
            page.locator(f'.kind[data-key^="{kind} "]').click()
        places = (place, place)
    for place in places:
        press_link(page, place)


def tap(page: Page, action: str) -> None:
    """Plays this action of Kahuna with a finger."""
    if action[0] == "+":
        for _ in range(2):
            page.locator(f'.market [data-slot="{action[1:]}"]').tap()
    elif action[0] == "~":
        page.locator("[data-act=discard]").tap()
        page.locator(f'.hand .card[data-card="{action[1:]}"]').first.tap()
        page.locator("[data-act=end]").tap()
    else:
        cards, link = _cards_and_link(action)
        for place, card in enumerate(cards):
            page.locator(f'.hand .card[data-card="{card}"]').nth(cards[:place].count(card)).tap()
        tap_link(page, link)


def _cards_and_link(action: str) -> tuple[list[str], str]:
    """The cards that an action plays, and where."""
    if removal := re.fullmatch(r"(\w+)\+(\w+) x (.+)", action):
        return [removal[1], removal[2]], removal[3]
    card, _, to = action.partition(">")
    return [card], "-".join(sorted((card, to)))


def tap_link(page: Page, link: str) -> None:
    """Taps a link where it lies: the first tap shows what would happen, the second builds."""
    place = page.locator(f'.board [data-link="{link}"][tabindex]')
    expect(place).not_to_have_attribute("aria-disabled", "true")
    box = place.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    expect(page.locator(".say.has-live")).to_be_visible()
    page.touchscreen.tap(*middle)
