"""Nothing at the table stays silent: every press is answered in a sentence, seen and announced."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, SMALL_LAPTOP, Visitors
from support.people import Mouse, Touch
from support.sight import Game, Sight, sit, spot

OWN = "all => all.map((each) => each.dataset.link)"


def answered(page: Page, words: str | re.Pattern[str]) -> None:
    """The guidance says this, and so does the live region."""
    expect(page.locator(".say.warn .idle")).to_have_text(words)
    expect(page.locator("#live")).to_have_text(words)


def press_island(page: Page, name: str) -> None:
    """In its middle, where no link is."""
    box = page.locator(f".island[data-island='{name}']").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def hand(page: Page) -> list[str]:
    """The names of the cards in hand."""
    found: list[str] = page.locator(".hand .card").evaluate_all("all => all.map((c) => c.dataset.card)")
    return found


def links(page: Page, query: str) -> list[str]:
    """The links of these elements."""
    found: list[str] = page.locator(query).evaluate_all(OWN)
    return found


def both_built(page: Page, person: Mouse) -> Sight:
    """Plays until either side has a bridge on the board and a card is in hand."""
    for _ in range(12):
        sight = person.wait()
        if all(links(page, f"g[data-link]:has(.plank.{side})") for side in ("white", "black")) and hand(page):
            return sight
        person.play(turns=1)
    raise AssertionError("nobody builds")


def test_in_kahuna_islands_links_bridges_and_cards_answer(visitors: Visitors) -> None:
    page = sit(visitors, size=SMALL_LAPTOP)
    person = Mouse(page, 4)
    both_built(page, person)
    press_island(page, "GOLA")
    answered(page, re.compile(r"^GOLA: you have \d of 4 links, Limu \d\."))
    page.locator(".fan").click()
    answered(page, re.compile(r"^Limu holds .* They show when they are played\.$"))

    held, laid = hand(page), links(page, "g[data-link]:has(.plank)")
    free = next(
        link for link in links(page, ".hit") if link not in laid and not set(link.split("-")) & set(held)
    )
    page.mouse.click(*spot(page, free))
    first, second = free.split("-")
    answered(page, re.compile(f"^You hold no card for {first} or {second}\\."))
    page.mouse.click(*spot(page, links(page, "g[data-link]:has(.plank.white)")[0]))
    answered(page, re.compile("is your bridge: it stays until it is removed$"))
    enemy = links(page, "g[data-link]:has(.plank.black)")[0]
    first, second = enemy.split("-")
    page.mouse.click(*spot(page, enemy))
    fitting = [card for card in held if card in (first, second)]
    if len(fitting) < 2:
        ends = "none" if not fitting else f"only {fitting[0]}"
        answered(page, f"Removing it takes two cards of {first} or {second}; you hold {ends}")
    else:
        expect(page.locator(".say .idle")).to_have_text(re.compile("choose the two cards that remove it$"))
    page.keyboard.press("Escape")
    expect(page.locator(".say.warn")).to_have_count(0)
    page.locator(".market > button:not([aria-disabled=true])").first.click()  # what a press asks is announced
    expect(page.locator("#live")).to_have_text(re.compile("^Take .*That ends your turn$"))


@pytest.mark.parametrize("game", ["kahuna", "exahuna-special"])
def test_a_finger_on_an_island_asks_for_the_island_and_on_a_bridge_for_the_bridge(
    visitors: Visitors, game: Game
) -> None:
    page = sit(visitors, game, size=PHONE, touch=True)
    person = Touch(page, 4)
    person.play(turns=2)
    person.wait()
    island, laid = ("ELAI", "plank") if game == "kahuna" else ("c3", "token")
    box = page.locator(f".island[data-island='{island}'] .land").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    answered(page, re.compile(rf"^{island}: you have \d of 6 links, Limu \d\."))
    box = page.locator(f".board .{laid}.white").first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    answered(page, re.compile("is your bridge: it stays until it is removed$"))


def test_a_full_hand_says_so_wherever_a_card_could_be_taken(visitors: Visitors) -> None:
    page = sit(visitors, size=SMALL_LAPTOP)
    person = Mouse(page)
    for held in (4, 5):
        person.wait()
        page.keyboard.press("r")
        page.keyboard.press("r")
        expect(page.locator(".hand .card")).to_have_count(held)
        expect(page.locator(".log li", has_text=re.compile("^Limu"))).not_to_have_count(held - 4)
    person.wait()
    full = "Hand full: play or discard first"
    page.locator(".market > button").first.click(force=True)
    answered(page, full)
    page.keyboard.press("Escape")
    page.locator("[data-act=end]").click(force=True)
    answered(page, full)
    note = page.locator(".market-told .market-note")
    expect(note).to_have_text(re.compile("^Your hand is full"))
    page.keyboard.press("1")  # what a digit chose is announced
    name = hand(page)[0]
    expect(page.locator("#live")).to_have_text(re.compile(f"^{name}"))


@pytest.mark.parametrize(("game", "language"), [("exahuna", "ja"), ("exahuna-special", "es")])
def test_on_the_hexagons_places_islands_and_kinds_answer(
    visitors: Visitors, game: Game, language: str
) -> None:
    page = sit(visitors, game, size=SMALL_LAPTOP, language=language)
    person = Mouse(page, 2)
    words = {
        "ja": ("橋です。その島を取ると落ちます", "自分の橋です", "航路のうち"),
        "es": ("cae cuando ganas una de sus islas", "es tu puente", "de 6 conexiones"),
    }[language]
    person.play(turns=2)
    person.wait()
    side = "token" if game == "exahuna-special" else "plank"
    at = page.evaluate(
        """(side) => ['black', 'white'].map((seat) => {
          const { x, y, width, height } = document.querySelector(`.piece .${side}.${seat}`).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        })""",
        side,
    )
    for (x, y), told in zip(at, words, strict=False):
        page.mouse.click(x, y)
        answered(page, re.compile(told))
    press_island(page, "c3")
    answered(page, re.compile(words[2]))
    if game == "exahuna-special":
        page.mouse.click(*spot(page, "a1-a2"))
        expect(page.locator(".say .idle")).not_to_have_text(re.compile(words[2]))
        page.locator(".kind").nth(1).click()
        page.mouse.move(*sorted(person.see()["glow"].values())[20])
        expect(
            page.locator("#dock.shows li", has_text=re.compile(r"\d : \d → \d : \d puntos"))
        ).not_to_have_count(0)
