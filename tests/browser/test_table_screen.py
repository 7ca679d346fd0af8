"""Two people at one screen: the curtain, and that no hand is on the page while it hangs."""

from playwright.sync_api import Page, expect

from support.browser import Visitors
from support.people import Mouse
from support.sight import has_shown, remember, shown, sit

HANDS = (
    ".hand [data-card], .fan > :not(.known) [data-card], .fan > [data-card]"  # `known` was taken from the row
)


def lift(page: Page, who: str) -> None:
    """This player says that it is them."""
    page.get_by_role("button", name=f"I am {who} – show my cards").click()
    expect(page.locator(".hand [data-card]").first).to_be_visible()


def cards(page: Page) -> list[str]:
    """The names of the cards in hand."""
    found: list[str] = page.locator(".hand [data-card]").evaluate_all("all => all.map((c) => c.dataset.card)")
    return found


def test_the_curtain_hangs_between_turns_and_no_hand_is_on_the_page(visitors: Visitors) -> None:
    page = sit(visitors, "kahuna", against="screen")
    curtain = page.get_by_role("dialog", name="Pass the table to White")
    expect(curtain).to_be_visible()
    expect(page.get_by_role("button", name="I am White – show my cards")).to_be_focused()
    expect(page.locator(HANDS)).to_have_count(0)
    page.keyboard.press("Escape")  # is no way round it
    expect(curtain).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("r")
    expect(page.locator(HANDS)).to_have_count(0)

    lift(page, "White")
    white = cards(page)
    assert len(white) == 3
    expect(page.locator(".fan [data-card]")).to_have_count(0)
    person = Mouse(page)
    person.end(person.see())
    expect(page.get_by_role("dialog", name="Pass the table to Black")).to_be_visible()
    expect(page.locator(HANDS)).to_have_count(0)
    expect(page.locator("dialog.curtain")).to_contain_text("White takes")

    lift(page, "Black")
    assert len(cards(page)) == 3
    expect(page.locator(".say .tag")).to_have_text("Black’s turn")
    page.reload()
    expect(page.get_by_role("dialog", name="Pass the table to Black")).to_be_visible()
    expect(page.locator(HANDS)).to_have_count(0)


def test_behind_the_curtain_the_last_turn_is_shown_again_or_taken_back(visitors: Visitors) -> None:
    page = sit(visitors, "kahuna", against="screen")
    lift(page, "White")
    person = Mouse(page)
    person.card(person.see(), 0)
    person.choose_link(person.see())
    person.end(person.see())
    again = page.get_by_role("button", name="Replay White’s turn")
    expect(again).to_be_visible()
    said = "body:not(:has(dialog.curtain)) .say"
    for query in (said, HANDS):
        remember(page, query)
    again.click()
    has_shown(page, said, "White:")
    page.keyboard.press("Shift")
    expect(page.get_by_role("dialog", name="Pass the table to Black")).to_be_visible()
    assert shown(page, HANDS) == [""]
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("dialog", name="Pass the table to White")).to_be_visible()
    lift(page, "White")
    expect(page.locator(".bridges .plank")).to_have_count(0)


def test_a_whole_round_is_played_by_two_at_one_screen(visitors: Visitors) -> None:
    page = sit(visitors, "kahuna", against="screen")
    person = Mouse(page, 2)
    seen: set[str] = set()
    hands = f"body:has(.round-end) :is({HANDS})"
    for query in (".round-end", hands):
        remember(page, query)
    for _ in range(60):
        sight = person.see()
        if sight["state"] == "curtain":
            name = page.locator("dialog.curtain .btn.primary").inner_text()
            page.locator("dialog.curtain .btn.primary").click()
            expect(page.locator(".hand [data-card], .hand .cards:empty").first).to_be_attached()
            page.wait_for_function("() => !document.querySelector('.say.theirs')")
            seen.add(name)
        elif any(shown(page, ".round-end")):  # it goes by itself
            break
        else:
            if sight["state"] == "mine":
                sight = person.end(sight)
            if sight["state"] == "theirs":  # until the cloth hangs
                person.until_changed(sight)
    has_shown(page, ".round-end", "Round 1 is over")
    assert shown(page, hands) == [""]
    assert seen == {"I am White – show my cards", "I am Black – show my cards"}


def test_the_open_games_need_no_curtain_and_change_sides(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna", against="screen")
    person = Mouse(page)
    for side in ("White", "Black", "White"):
        expect(page.locator(".say .tag")).to_have_text(f"{side}’s turn")
        expect(page.locator("dialog.curtain")).to_have_count(0)
        person.hex_turn(person.see())
    expect(page.locator(".log li").nth(1)).to_contain_text("Black")
