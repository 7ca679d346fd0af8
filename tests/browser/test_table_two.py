"""Two people far apart, and who looks on: invitation, presence, undo, rematch, other devices, clocks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from support.browser import PHONE, Visitors
from support.friends import join, link_of, resign
from support.people import Mouse
from support.sight import GAMES, Game, opened, sit, take_place


def pair(visitors: Visitors, game: Game = "exahuna", **wanted: Any) -> tuple[Page, Page]:
    """Kai has opened a game, Leilani has come."""
    host = sit(visitors, game, against="link", name="Kai", **wanted)
    return host, join(visitors, host, "Leilani")


def seat_link(page: Page) -> str:
    """A new link to this page's own seat, made in the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Your seat on another device", exact=True).input_value()
    page.keyboard.press("Escape")
    return link


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_dealt_before_the_friend_has_come(visitors: Visitors, game: Game) -> None:
    host = sit(visitors, game, against="link")
    expect(host.locator(".say")).to_contain_text("begins when both seats are taken")
    expect(host.locator("[data-card]")).to_have_count(0)
    expect(host.locator("[data-act=end]:visible", has_text="Decline")).to_have_count(0)
    host.goto("/")
    expect(host.locator(".running")).to_have_count(1)
    host.go_back()
    expect(host.get_by_role("dialog", name="Invite your friend")).to_be_visible()
    friend = join(visitors, host, "Leilani")
    expect(host.locator(".say")).not_to_contain_text("begins when")
    expect(friend.locator(".say")).not_to_contain_text("begins when")
    if game == "kahuna":
        expect(host.locator(".hand [data-card]")).to_have_count(3)


def test_a_friend_comes_by_the_invitation_on_the_table_and_it_is_gone_then(visitors: Visitors) -> None:
    host = sit(visitors, "kahuna", against="link")
    expect(host.get_by_role("dialog", name="Invite your friend")).to_be_visible()
    expect(host.locator(".who")).to_contain_text("not here yet")
    host.get_by_label("Your name (if you like)").fill("Kai")
    host.get_by_label("Your name (if you like)").blur()
    link = host.get_by_label("Invitation").input_value()
    friend = join(visitors, host, "Leilani")
    expect(friend.locator(".who b")).to_have_text("Kai")
    expect(friend.locator(".who")).to_contain_text("here")
    expect(host.locator(".invite")).to_have_count(0)
    expect(host.locator(".who")).to_contain_text("Leilani")
    expect(host.locator(".who .on:not(.off)")).to_have_count(1)

    expect(visitors.visit(link).get_by_role("heading", name="The seat is taken")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_both_play_in_turn_and_each_sees_what_the_other_did(visitors: Visitors, game: Game) -> None:
    host, friend = pair(visitors, game)
    kai, leilani = Mouse(host, 3), Mouse(friend, 4)
    for person, other in ((kai, leilani), (leilani, kai), (kai, leilani)):
        before = other.see()
        assert before["state"] == "theirs"
        person.play(turns=1)
        assert other.until_changed(before)["told"] > before["told"]
        other.wait()
    expect(friend.locator(".log li").last).to_contain_text("Kai")
    expect(host.locator(".log li").last).to_contain_text("You")
    bridges = ".plank, .token" if game != "kahuna" else ".bridges .plank"
    assert host.locator(f".water :is({bridges})").count() == friend.locator(f".water :is({bridges})").count()


def test_presence_is_seen_when_the_friend_goes_and_comes_again(visitors: Visitors) -> None:
    host, friend = pair(visitors)
    expect(host.locator(".who small")).to_contain_text("here")
    url = friend.url
    friend.goto("/rules")
    expect(host.locator(".who small")).to_contain_text("away")
    Mouse(host).play(turns=1)
    expect(host.locator(".say")).to_contain_text("Leilani is away. The game is kept")
    take_place(friend, url)
    expect(host.locator(".who small")).to_contain_text("here")
    expect(friend.locator(".say .tag")).to_have_text("Your turn")


def test_undo_is_at_once_within_the_turn_and_asked_for_afterwards(visitors: Visitors) -> None:
    host, friend = pair(visitors, "kahuna")
    kai = Mouse(host)
    kai.card(kai.see(), 0)
    kai.choose_link(kai.see())
    expect(friend.locator(".bridges .plank")).to_have_count(1)
    host.get_by_role("button", name="Undo").click()
    expect(friend.locator(".bridges .plank")).to_have_count(0)
    expect(host.locator(".hand .card")).to_have_count(3)

    kai.play(turns=1)
    for answer in ("Refuse", "Allow"):
        host.get_by_role("button", name="Ask to undo").click()
        expect(host.locator(".banner")).to_contain_text("You have asked Leilani")
        expect(friend.locator(".banner")).to_contain_text("Kai would like to take the last turn back.")
        friend.get_by_role("button", name=answer).click()
        expect(friend.locator(".banner")).to_have_count(0)
        expect(host.locator(".banner")).to_have_count(0)
        if answer == "Refuse":  # and not again before the next move
            expect(host.locator("[data-act=undo]")).to_have_attribute("aria-disabled", "true")
            expect(host.locator(".say")).to_contain_text("Leilani")
            Mouse(friend).play(turns=1)
            kai.play(turns=1)
    expect(host.locator(".say .tag")).to_have_text("Your turn")
    expect(friend.locator(".say .tag")).to_have_text("Kai’s turn")


def test_who_resigns_loses_and_the_rematch_swaps_the_seats(visitors: Visitors) -> None:
    host, friend = pair(visitors, seat="white")
    resign(friend)
    expect(host.get_by_role("heading", name="You win!")).to_be_visible()
    expect(host.locator(".game-over")).to_contain_text("Leilani resigned.")
    expect(friend.get_by_role("heading", name="You lose")).to_be_visible()
    old = host.url
    went: list[Page] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            went.append(request.frame.page)

    for page in (host, friend):
        page.on("request", note)
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_role("button", name="Waiting for Leilani …")).to_be_visible()
    friend.get_by_role("button", name="Kai wants a rematch: yes").click()
    for page in (host, friend):
        expect(page).not_to_have_url(old)
    expect(host.locator(".who small")).to_contain_text("White")
    expect(friend.locator(".who small")).to_contain_text("Black")
    expect(friend.locator(".say .tag")).to_have_text("Your turn")
    assert went.count(host) == went.count(friend) == 1  # a second going would break off the first


def test_a_spectator_sees_the_table_but_no_hand(visitors: Visitors) -> None:
    host, friend = pair(visitors, "kahuna")
    watcher = take_place(visitors.visit(None), link_of(host))
    expect(watcher.locator(".hand .back")).to_have_count(3)
    expect(watcher.locator(".fan .back")).to_have_count(3)
    expect(watcher.locator(".hand [data-card], .fan [data-card]")).to_have_count(0)
    expect(watcher.locator("[data-act]:visible, .type:visible")).to_have_count(0)
    Mouse(host).play(turns=1)
    expect(watcher.locator(".log li")).to_have_count(host.locator(".log li").count())
    expect(watcher.locator(".log li").last).to_contain_text("Kai")
    cards = host.locator(".hand [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    shown = watcher.locator(".market [data-card], .unseen, .log").all_inner_texts()
    hidden = [card for card in cards if card not in " ".join(shown)]
    html = watcher.content()
    assert all(f'data-card="{card}"' not in html for card in hidden)
    watcher.mouse.click(600, 400)
    watcher.keyboard.press("1")
    watcher.keyboard.press("r")
    resign(friend)
    expect(watcher.get_by_role("heading", name="Kai wins")).to_be_visible()
    expect(watcher.get_by_role("button", name="Rematch")).to_have_count(0)


def test_two_tabs_of_one_seat_show_the_same_and_never_play_twice(visitors: Visitors) -> None:
    page = sit(visitors, "exahuna")
    other = take_place(page.context.new_page(), page.url)
    one, two = Mouse(page, 1), Mouse(other, 2)
    links = [one.link(one.see()), two.link(two.see())]  # both have picked one place, and press again at once
    sights = [one.see(), two.see()]
    one.link_again(sights[0], links[0])
    two.link_again(sights[1], links[1])
    lines = page.locator(".log li"), other.locator(".log li")
    expect(lines[1]).to_have_count(2)
    two.play(turns=1)
    for each in lines:
        expect(each).to_have_count(4)
    told = lines[0].all_inner_texts()
    assert told == lines[1].all_inner_texts()
    assert [line.split(":")[0] for line in told] == ["You", "Limu"] * 2
    expect(page.locator(".say.warn")).to_have_count(0)


def test_the_seat_goes_along_to_a_phone_by_its_private_link(visitors: Visitors) -> None:
    page = sit(visitors, "kahuna")
    hand = page.locator(".hand .card").all_inner_texts()
    link = seat_link(page)
    phone = visitors.visit(link, size=PHONE, touch=True)
    phone.get_by_role("button", name="Play on this device").click()
    phone.wait_for_url("**/play/*")
    expect(phone.locator(".hand .card")).to_have_text(hand)
    Mouse(phone).play(turns=1)
    expect(page.locator(".log li").nth(1)).to_contain_text("You")


def test_both_players_see_that_a_seat_is_opened_elsewhere_and_a_revoked_link_is_dead(
    visitors: Visitors,
) -> None:
    host, friend = pair(visitors, "kahuna")
    used = seat_link(host)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Make a link").click()
    links = host.get_by_label("Your seat on another device", exact=True)
    expect(links).to_have_count(2)
    revoked = links.nth(1).input_value()
    host.get_by_role("button", name="Revoke").nth(1).click()
    expect(links).to_have_count(1)
    host.keyboard.press("Escape")
    stranger = visitors.visit(revoked)
    stranger.get_by_role("button", name="Play on this device").click()
    expect(stranger.get_by_role("alert")).to_be_visible()
    visitors.wrong[:] = [line for line in visitors.wrong if "404" not in line]  # that was the refusal
    phone = visitors.visit(used, size=PHONE, touch=True)
    phone.get_by_role("button", name="Play on this device").click()
    phone.wait_for_url("**/play/*")
    for page in (host, friend):
        expect(page.get_by_text("this seat is now open on one more device").first).to_be_visible()
    expect(friend.locator(".who")).to_contain_text("2 devices")


def test_clocks_are_shown_and_run_and_who_has_no_time_left_loses(own_visitors: Visitors) -> None:
    clock = {"kind": "total", "minutes": 5, "increment": 5}
    host, friend = pair(own_visitors, "exahuna", clock=clock)
    expect(host.locator(".hand .clock.runs")).to_have_text(re.compile(r"[345]:\d\d$"))
    expect(host.locator(".top .clock:not(.runs)")).to_have_text(re.compile("5:00$"))
    expect(host.get_by_role("button", name="Hint")).to_have_count(0)
    Mouse(host).play(turns=1)
    expect(host.locator(".top .clock.runs")).to_have_text(re.compile(r"[34]:\d\d$"))
    own_visitors.server.put_forward(304)
    friend.reload()
    expect(friend.get_by_role("heading", name="You lose")).to_be_visible()
    expect(host.get_by_role("heading", name="You win!")).to_be_visible()
    expect(host.locator(".game-over")).to_contain_text("Leilani ran out of time.")


def test_a_game_with_a_clock_that_the_friend_has_left_can_be_claimed(own_visitors: Visitors) -> None:
    host, friend = pair(own_visitors, "exahuna", clock={"kind": "total", "minutes": 5})
    Mouse(host).play(turns=1)
    friend.goto("/rules")
    expect(host.locator(".who small")).to_contain_text("away")
    own_visitors.server.put_forward(61)
    host.reload()
    host.get_by_role("button", name="Claim the win").click()
    expect(host.get_by_role("heading", name="You win!")).to_be_visible()


def test_a_stranger_at_the_address_of_a_game_finds_nothing(visitors: Visitors) -> None:
    host = visitors.visit(None)
    visitors.expect("404|403|WebSocket")
    stranger = visitors.visit(opened(host.context, "kahuna"))
    expect(stranger.get_by_role("heading", name="Page not found")).to_be_visible()
