"""A turn at the table: picking, previews, nothing by accident, notation, hints, replay of the last turn."""

import re

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, PHONE_ON_ITS_SIDE, Size, Visitors
from support.people import Mouse
from support.sight import GAMES, Game, has_shown, remember, sit

# in the page: the fewest pieces that ever lay on the board from now on
FEWEST = """() => {
  window.fewest = Infinity;
  const count = () => { fewest = Math.min(fewest, document.querySelectorAll('.places .piece').length); };
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
}"""


def notation(page: Page, action: str) -> None:
    """Types a move."""
    page.keyboard.press("/")
    expect(page.get_by_label("Move in notation")).to_be_focused()
    page.keyboard.type(action)
    page.keyboard.press("Enter")


# ------------------------------------------------------------------ picking


def test_a_card_makes_its_links_glow_and_pointing_shows_what_would_happen(visitors: Visitors) -> None:
    page = sit(visitors)
    person = Mouse(page)
    assert not person.see()["glow"]
    card = page.locator(".hand .card").first
    name = card.get_attribute("data-card") or ""
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".say")).to_contain_text(f"{name}: choose a glowing link to build on")
    glow = person.see()["glow"]
    assert glow
    assert all(name in link.split("-") for link in glow)
    link, at = sorted(glow.items())[0]
    page.mouse.move(*at)
    expect(page.locator("#dock.shows h3")).to_have_text(re.compile(f"{name} → "))
    expect(page.locator(".ghost .plank")).to_have_count(1)
    page.mouse.click(*at)
    expect(page.locator(".bridges [data-link]")).to_have_attribute("data-link", link)
    expect(page.locator("#live")).to_have_text(re.compile(f"You: {name}, bridge to"))


def test_a_link_may_be_chosen_first_and_then_the_card_that_pays(visitors: Visitors) -> None:
    page = sit(visitors)
    name = page.locator(".hand .card").first.get_attribute("data-card") or ""
    hit = page.locator(f".hit[data-link^='{name}-'], .hit[data-link$='-{name}']").first
    link = hit.get_attribute("data-link")
    box = hit.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".say")).to_contain_text("choose the card that pays for it")
    expect(page.locator(".bridges [data-link]")).to_have_count(0)  # a ghost only
    page.locator(".hand .card.raised").first.click()
    expect(page.locator(".bridges [data-link]")).to_have_attribute("data-link", str(link))


def test_everything_has_a_visible_focus_and_tab_goes_from_region_to_region(visitors: Visitors) -> None:
    page = sit(visitors)
    person = Mouse(page)
    person.end(person.see())
    person.wait()  # the log has lines to press
    page.reload()
    expect(page.locator(".log li button")).not_to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your cards")).to_be_focused()
    stops = []
    for _ in range(20):
        page.keyboard.press("Tab")
        stop = page.evaluate(
            """() => {
              const node = document.activeElement, css = getComputedStyle(node);
              const ring = css.outlineStyle !== 'none' || css.boxShadow !== 'none' || node.matches('.hit, body');
              const region = node.closest('main, .hand, .market, .head, .log, .type');
              return [region?.className ?? '', ring, node.outerHTML];
            }"""
        )
        assert stop[1], f"no visible focus on {stop[2][:200]}"
        stops.append(str(stop[0]))
    regions = [stop for i, stop in enumerate(stops) if i == 0 or stop != stops[i - 1]]
    assert regions[:2] == ["board-frame", "hand"]
    assert {"market", "log", "type", "head"} <= set(regions)
    assert stops.count("market") == 1  # one stop, arrows inside


# ------------------------------------------------------------------ nothing by accident


def test_no_turn_ends_by_one_click(visitors: Visitors) -> None:
    page = sit(visitors)
    person = Mouse(page)
    lines = page.locator(".log li")
    before = lines.count()
    for button in page.locator(".market > button").all():
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".say")).to_contain_text("That ends your turn")
    page.keyboard.press("Escape")
    expect(page.locator(".market [aria-pressed=true]")).to_have_count(0)
    end, decline = page.locator("[data-act=end]"), page.locator("[data-act=decline]")
    decline.click()
    expect(end).to_have_text(re.compile("Decline and end turn"))
    page.get_by_role("button", name="Cancel").click()
    expect(decline).to_have_text(re.compile("^Decline"))
    end.click()  # leads to the row
    expect(page.locator(".market.taking > button").first).to_be_focused()
    expect(page.locator("#live")).to_have_text("Press the card you take: that ends your turn")
    page.get_by_role("button", name="Cancel").click()
    page.locator("[data-act=discard]").click()
    expect(end).to_have_attribute("aria-disabled", "true")
    end.click(force=True)
    expect(page.locator(".say.warn")).to_contain_text("Choose the cards to discard secretly")
    page.locator(".hand .card").first.click()
    expect(end).to_have_text(re.compile("Discard 1 secretly"))
    page.get_by_role("button", name="Cancel").click()
    assert (lines.count(), person.see()["state"]) == (before, "mine")
    expect(page.locator(".hand .card")).to_have_count(3)


@pytest.mark.parametrize("game", ["exahuna", "exahuna-special"])
def test_no_bridge_is_laid_by_one_click(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game)
    person = Mouse(page)
    if game == "exahuna-special":
        person.kind(person.see(), 0)
    links = sorted(person.see()["glow"].items())
    for link, at in (links[0], links[20], links[40]):
        page.mouse.click(*at)
        first, second = re.split("[-=]", link)
        expect(page.locator(".say")).to_have_text(re.compile(f"{first}.{second}: press again to build"))
    assert person.see()["told"] == 0


def test_a_place_that_is_held_is_built_on_and_a_loupe_shows_it_on_a_phone(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna", size=PHONE, touch=True)
    link, (x, y) = sorted(Mouse(page).see()["glow"].items())[7]
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator(".loupe")).to_be_visible()
    expect(page.locator(".say")).to_contain_text(link.replace("-", "–").replace("=", "═"))
    expect(page.locator(".log li")).to_have_count(0)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".log li", has_text=re.compile("^You"))).to_have_count(1)
    expect(page.locator(".loupe")).to_be_hidden()


def test_cards_are_discarded_secretly_and_several_at_once(visitors: Visitors) -> None:
    page = sit(visitors)
    page.keyboard.press("x")
    page.keyboard.press("1")
    page.keyboard.press("3")
    page.keyboard.press("t")
    expect(page.locator(".hand .card")).to_have_count(1)
    expect(page.locator(".log li", has_text="You discard a card secretly")).to_have_count(2)
    expect(page.locator(".say")).to_contain_text("Discarded. Now take a card – or decline")


# ------------------------------------------------------------------ notation, hints, the last turn again


def test_a_move_is_typed_and_a_bad_one_is_refused_in_a_sentence(visitors: Visitors) -> None:
    page = sit(visitors)
    notation(page, "rook takes queen")
    say = page.locator(".say.warn")
    expect(say).to_contain_text("This cannot be read as a move. Write it like HUNA>ELAI, +1 or -")
    held = page.locator(".hand .card").first.get_attribute("data-card") or ""
    hand = page.locator(".hand .card").evaluate_all("all => all.map((card) => card.dataset.card)")
    missing = next(name for name in ("ALOA", "BARI", "COCO", "DUDA") if name not in hand)
    page.keyboard.press("Escape")
    link = page.locator(f".hit[data-link*='{missing}']").first.get_attribute("data-link") or ""
    other = next(end for end in link.split("-") if end != missing)
    notation(page, f"{missing}>{other}")
    expect(say).to_contain_text(f"{missing} is not in your hand.")
    expect(page.locator("#live")).to_have_text(f"{missing} is not in your hand.")
    page.keyboard.press("Escape")
    mine = page.locator(f".hit[data-link*='{held}']").first.get_attribute("data-link") or ""
    notation(page, f"{held}>{next(end for end in mine.split('-') if end != held)}")
    expect(page.locator(".bridges [data-link]")).to_have_attribute("data-link", mine)


def test_the_refusal_of_a_move_is_in_the_language_of_the_page(visitors: Visitors) -> None:
    page = sit(visitors, language="de")
    page.locator("#note").fill("xyz")
    page.keyboard.press("Enter")
    expect(page.locator(".say.warn")).to_contain_text("Das ist nicht als Zug lesbar.")
    page.locator("#note").fill("+")
    page.keyboard.press("Enter")
    expect(page.locator(".log li", has_text=re.compile("^Du nimmst"))).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_comes_in_three_steps_and_can_be_played(visitors: Visitors, game: Game) -> None:
    page = sit(visitors, game)
    page.keyboard.press("h")
    page.get_by_role(
        "button", name="Give me the hint"
    ).click()  # it then counts for no voyage, which is said first
    hint = page.locator(".hint-card")
    expect(hint).to_contain_text("Step 1 of 3", timeout=60_000)
    expect(page.locator("#live")).to_have_text(re.compile("Look at"))
    page.get_by_role("button", name="Tell me more").click()
    expect(hint).to_contain_text("Step 2 of 3")
    page.keyboard.press("h")
    expect(hint).to_contain_text("Step 3 of 3")
    expect(hint).to_contain_text("Best: ")
    page.keyboard.press("Escape")
    expect(hint).to_be_hidden()
    if game == "exahuna":  # asked again, and played
        page.keyboard.press("h")
        expect(hint).to_contain_text("Step 1 of 3", timeout=60_000)
        page.keyboard.press("h")
        page.keyboard.press("h")
        page.get_by_role("button", name="Play it").click()
        expect(page.locator(".log li").first).to_contain_text("You")


@pytest.mark.parametrize("size", [PHONE, PHONE_ON_ITS_SIDE])
def test_on_a_phone_a_hint_can_be_read_and_played_with_a_finger(visitors: Visitors, size: Size) -> None:
    page = sit(visitors, size=size, touch=True)
    more = page.locator("[data-act=hint]")
    more.tap()
    page.get_by_role("button", name="Play on without").tap()
    expect(page.locator(".hint-card")).to_be_hidden()
    more.tap()
    page.get_by_role("button", name="Give me the hint").tap()
    expect(page.locator(".hint-card")).to_contain_text("Step 1 of 3", timeout=60_000)
    for step in ("Step 2 of 3", "Step 3 of 3"):
        more.tap()
        expect(page.locator(".hint-card")).to_contain_text(step, timeout=60_000)
    page.get_by_role("button", name="Play it").tap()  # nothing lies over it
    expect(page.locator(".hint-card")).to_be_hidden()
    expect(page.locator(".log li", has_text=re.compile("^You"))).not_to_have_count(0)


def test_the_last_turn_of_the_opponent_is_shown_again_with_one_key(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna")
    person = Mouse(page)
    person.play(turns=1)
    person.wait()
    told = page.locator(".log li").last.inner_text()
    planks = page.locator(".places .piece").count()
    remember(page, ".say")
    page.evaluate(FEWEST)
    page.keyboard.press("l")
    has_shown(page, ".say", re.escape(told))
    page.keyboard.press("Shift")
    assert page.evaluate("fewest") < planks, "what the turn laid was not there for a moment"
    expect(page.locator(".say .tag")).to_have_text("Your turn")
    expect(page.locator(".places .piece")).to_have_count(planks)
