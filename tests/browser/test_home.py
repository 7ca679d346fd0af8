"""Home and return in a real browser: what comes first and keeps its place, leaving games, what the device remembers."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import LAPTOP, PHONE, SMALL_LAPTOP, Scheme, Size, Visitors, held, sideways
from support.friends import join_by_key
from support.sight import GAMES, Game, opened

SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
}"""
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
LEAVE = "async (id) => { await fetch(`/api/games/${id}`, { method: 'DELETE' }); }"


def begun(page: Page, game: Game = "kahuna", **wish: Any) -> str:
    """A game that this visitor has opened; its id."""
    return opened(page.context, game, **wish).rpartition("/")[2]


def given_up(page: Page) -> None:
    """This visitor has opened a game and given it up."""
    page.evaluate(LEAVE, begun(page))


def at_home(page: Page) -> None:
    """Comes home."""
    page.goto("/")
    page.locator(".go-btn").wait_for()


def shifted(page: Page) -> float:
    """How much of the page has moved by itself, once all that is known has been painted."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    found: float = page.evaluate("window.shifted")
    return found


@pytest.mark.parametrize(("size", "language"), [(LAPTOP, "en"), (SMALL_LAPTOP, "es"), (PHONE, "ja")])
def test_nothing_moves_when_the_games_arrive_and_the_button_that_plays_is_in_sight(
    visitors: Visitors, size: Size, language: str
) -> None:
    page = visitors.visit(size=size, language=language)
    page.locator(".go-btn").wait_for()
    for game in GAMES:
        begun(page, game)
    given_up(page)
    at_home(page)  # the device knows of the games from now on
    expect(page.locator(".running")).to_have_count(3)
    page.add_init_script(f"({SHIFTS})()")
    at_home(page)
    expect(page.locator(".running")).to_have_count(3)
    expect(page.locator(".done > li")).to_have_count(1)
    assert page.evaluate("document.querySelector('.go-btn').getBoundingClientRect().bottom") <= size.height
    assert page.evaluate("document.querySelector('.cont').getBoundingClientRect().top") < 100
    assert sideways(page) <= 0
    assert page.locator(".running small").evaluate_all(CUT) == []
    assert shifted(page) < 0.01

    with held(page, "**/api/games"):  # the answer comes when the page has long been there
        page.reload()
        expect(page.locator(".ghost")).to_have_count(3)
        expect(page.locator(".go-btn")).to_be_visible()
    expect(page.locator(".running")).to_have_count(3)
    assert shifted(page) < 0.01


def test_a_game_just_opened_has_its_place_at_home_before_the_games_arrive(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    with held(page, "**/api/games"):
        page.goto("/")
        expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".running")).to_have_count(1)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_games_that_wait_for_the_visitor_come_first_and_more_of_them_look_in(
    visitors: Visitors, size: Size
) -> None:
    page = visitors.visit(size=size)
    for _ in range(2):
        begun(page)
    for against in ("link", "screen"):
        begun(page, against=against)
    at_home(page)
    tiles = page.locator(".cont li:not(.ghost)")
    expect(tiles).to_have_count(4)
    assert [tile.get_attribute("class") == "yours" for tile in tiles.all()] == [True, True, False, False]
    cut = tiles.nth(3 if size == LAPTOP else 1).bounding_box()
    strip = page.locator(".cont ul").bounding_box()
    assert cut
    assert strip
    assert cut["x"] < strip["x"] + strip["width"] < cut["x"] + cut["width"]


def test_a_first_visit_puts_learning_first_and_a_second_one_the_games(visitors: Visitors) -> None:
    page = visitors.visit()
    learn = page.get_by_role("region", name="Learn Kahuna in three minutes")
    expect(learn).to_be_visible()
    expect(page.locator("main .btn.primary").first).to_have_text("Begin")
    expect(page.get_by_role("region", name="Your games")).to_be_hidden()
    begun(page)
    at_home(page)
    expect(page.get_by_role("region", name="Your games").get_by_role("link")).to_have_count(1)
    expect(learn).to_be_hidden()
    expect(page.get_by_role("link", name="Learn Kahuna")).to_be_visible()


def test_a_game_is_given_up_and_deleted_at_home_and_what_it_was_stays_in_the_statistics(
    visitors: Visitors,
) -> None:
    page = visitors.visit()
    begun(page)
    at_home(page)
    page.get_by_role("button", name="Give up the game against Limu").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(page.locator(".running")).to_have_count(1)
    page.get_by_role("button", name="Give up the game against Limu").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".running")).to_have_count(0)
    expect(page.get_by_role("link", name="Review Kahuna against Limu")).to_be_visible()
    page.get_by_role("button", name="Delete the game against Limu").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".done > li")).to_have_count(0)

    page.get_by_role("button", name="Statistics").click()
    row = page.get_by_role("row", name="Kahuna Limu")
    expect(row).to_have_text("KahunaLimu1000")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    book = json.loads(saved.value.path().read_text())
    assert (book["version"], [game["level"] for game in book["games"]]) == (1, ["limu"])
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("button", name="Erase everything?").click()
    expect(page.get_by_role("button", name="Statistics")).to_be_hidden()
    page.reload()
    expect(page.locator(".go-btn")).to_be_visible()
    expect(page.get_by_role("button", name="Statistics")).to_be_hidden()


def test_wins_make_the_voyage_of_their_game_and_the_next_port_is_chosen_beforehand(
    visitors: Visitors,
) -> None:
    page = visitors.visit()
    won = [("limu", 1), ("papai", 1), ("limu", 0), ("papai", 1), ("papai", 1)]
    games = [
        {"id": str(i), "game": "kahuna", "level": level, "score": score, "margin": 2, "at": i + 1}
        for i, (level, score) in enumerate(won)
    ]
    book = {"version": 1, "since": 0, "games": games, "marks": {}}
    page.evaluate("book => localStorage.setItem('kahuna.logbook', JSON.stringify(book))", book)
    at_home(page)
    expect(page.get_by_role("radio", name="Papai, level 2 of 8, 3 wins.")).to_be_attached()
    expect(page.get_by_role("radio", name="Manu")).to_be_checked()
    expect(page.locator(".voy")).to_contain_text("4 wins · 2 in a row · Papai beaten 3 times: try Manu")
    expect(page.locator(".canoe")).to_have_count(1)
    page.locator("input[name=game][value=exahuna]").check()
    expect(page.locator(".voy")).to_contain_text("Your voyage begins")
    expect(page.get_by_role("radio", name="Papai, level 2 of 8, 0 wins.")).to_be_attached()
    expect(page.get_by_role("radio", name="Limu")).to_be_checked()
    page.locator("input[name=game][value=kahuna]").check()
    expect(page.get_by_role("radio", name="Manu")).to_be_checked()
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_role("row", name="Kahuna Papai")).to_have_text("KahunaPapai33+23")


def test_a_wish_for_a_rematch_reaches_who_has_left_the_table(visitors: Visitors) -> None:
    host, friend = visitors.visit(), visitors.visit()
    id = begun(host, against="link")
    join_by_key(host, friend)
    friend.evaluate(LEAVE, id)
    friend.goto(f"/play/{id}")
    friend.get_by_role("button", name="Rematch").click()
    expect(friend.get_by_role("button", name="Waiting")).to_be_visible()
    at_home(host)
    wish = host.get_by_role("region", name="Your games").get_by_role("link", name="Leilani")
    expect(wish).to_contain_text("wants a rematch")
    wish.click()
    host.wait_for_url(f"**/play/{id}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_home_with_games_and_sheets(
    visitors: Visitors, look: Any, scheme: Scheme
) -> None:
    page = visitors.visit(scheme=scheme)
    begun(page)
    given_up(page)
    at_home(page)
    expect(page.locator(".done > li")).to_have_count(1)
    look(page)
    page.get_by_role("button", name="Statistics").click()
    look(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Change").click()
    look(page)
