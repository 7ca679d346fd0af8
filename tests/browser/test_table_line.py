"""What the table does when the line or the server is gone: it says so, comes back by itself, and nothing is lost."""

from playwright.sync_api import expect

from support.browser import Visitors
from support.people import Mouse
from support.sight import sit

FAILS = "WebSocket|ERR_CONNECTION|ERR_EMPTY"


def test_a_killed_server_comes_back_and_the_game_goes_on_with_nothing_lost(own_visitors: Visitors) -> None:
    own_visitors.expect(FAILS)
    page = sit(own_visitors, "kahuna")
    person = Mouse(page)
    person.play(turns=2)
    sight = person.wait()
    person.card(sight, 0)
    if person.see()["glow"]:
        person.choose_link(person.see())
    hand, log = page.locator(".hand .card").all_inner_texts(), page.locator(".log li").all_inner_texts()
    bridges = page.locator(".bridges > g").evaluate_all("all => all.map((one) => one.dataset.link)")
    row = page.locator(".market").inner_text()

    own_visitors.server.kill()
    expect(page.locator(".banner")).to_have_text("Connection lost. Trying again …")
    expect(page.locator("#live")).to_have_text("Connection lost. Trying again …")
    own_visitors.server.start()
    expect(page.locator(".banner", has_text="Connection lost")).to_have_count(0)

    assert page.locator(".hand .card").all_inner_texts() == hand
    assert page.locator(".log li").all_inner_texts() == log
    assert page.locator(".bridges > g").evaluate_all("all => all.map((one) => one.dataset.link)") == bridges
    assert page.locator(".market").inner_text() == row
    before = len(log)
    person.play(turns=2)
    assert person.see()["told"] > before + 2


def test_a_move_made_while_the_line_is_gone_is_not_played_and_not_forgotten_silently(
    own_visitors: Visitors,
) -> None:
    own_visitors.expect(FAILS)
    page = sit(own_visitors, "exahuna")
    person = Mouse(page)
    own_visitors.server.kill()
    expect(page.locator(".banner")).to_be_visible()
    link = person.link(person.see())
    person.link_again(person.see(), link)
    assert person.see()["told"] == 0
    expect(page.locator(".banner")).to_be_visible()
    own_visitors.server.start()
    expect(page.locator(".banner")).to_have_count(0)
    person.play(turns=1)
    expect(page.locator(".log li").nth(1)).to_contain_text("Limu")


def test_a_server_killed_while_our_player_thinks_lets_it_think_again(own_visitors: Visitors) -> None:
    own_visitors.expect(FAILS)
    page = sit(own_visitors, "exahuna", level="manu")
    person = Mouse(page)
    link = person.link(person.see())
    person.link_again(person.see(), link)
    expect(page.locator(".log li")).not_to_have_count(0)
    own_visitors.server.kill()
    own_visitors.server.start()
    expect(page.locator(".log li").nth(1)).to_contain_text("Manu", timeout=30_000)
    expect(page.locator(".say .tag")).to_have_text("Your turn")
