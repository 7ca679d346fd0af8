"""A record in the page of finished games, in a real browser: from a file, by link, by keyboard."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from kahuna.table.record import dump_record, write_record
from support.browser import GOLDEN, PHONE_ON_ITS_SIDE, Visitors, load
from support.map_games import board_named, play_on_map

RECORDS = {
    "Kahuna": "kahuna-points-greedy.json",
    "Exahuna": "exahuna-islands.json",
    "Exahuna Special": "special-islands.json",
}


def test_a_record_from_a_file_is_stepped_through_by_keyboard(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    load(page, "kahuna-points-greedy.json")
    expect(page.locator("#live")).to_contain_text("The review is ready")  # it speaks once, by itself
    actions = json.loads((GOLDEN / "kahuna-points-greedy.json").read_text())["actions"]
    step = page.get_by_role("slider", name="Step")
    expect(step).to_have_attribute("max", str(len(actions)))
    expect(page.locator(".plank")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plank")).to_have_count(1)
    said = f"Step 1 of {len(actions)}. White: BARI, bridge to ALOA."
    expect(step).to_have_attribute("aria-valuetext", said)
    expect(page.locator("#live")).to_have_text("White: BARI, bridge to ALOA.")
    page.keyboard.press("PageDown")
    expect(step).not_to_have_value("1")
    page.keyboard.press("End")
    expect(step).to_have_value(str(len(actions)))
    page.keyboard.press("ArrowLeft")
    expect(step).to_have_value(str(len(actions) - 1))
    page.keyboard.press("Home")
    expect(step).to_have_value("0")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_replay_has_the_board_as_text(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    load(page, "exahuna-islands.json")
    page.get_by_role("slider", name="Step").fill("5")
    page.get_by_role("button", name="Board as text").click()
    links = page.get_by_role("dialog", name="Board as text").get_by_role("table").nth(1)
    expect(links.locator("td", has_not_text="free")).to_have_count(5)


def test_a_replay_shows_what_each_side_knew_and_with_everything_open_both_hands(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    load(page, "kahuna-points-greedy.json")
    page.get_by_role("radio", name="Score and cards").check()
    hands = page.locator(".hands")
    expect(hands.locator(".card")).to_have_count(6)
    page.get_by_role("radio", name="White", exact=True).check()
    expect(hands.locator(".card")).to_have_count(3)
    expect(hands.locator(".back")).to_have_count(3)
    page.keyboard.press("ArrowRight")  # native: the next choice
    expect(page.get_by_role("radio", name="Black", exact=True)).to_be_checked()
    expect(hands.locator(".card")).to_have_count(3)


@pytest.mark.parametrize("game", RECORDS)
def test_every_game_can_be_replayed_to_its_end_and_its_record_saved_again(
    visitors: Visitors, game: str
) -> None:
    page = visitors.visit("/replay", still=False)
    load(page, RECORDS[game])
    expect(page.locator("header")).to_contain_text(game)
    page.keyboard.press("ArrowRight")  # with motion
    page.keyboard.press("End")
    expect(page.get_by_role("listitem").last).to_have_attribute("aria-current", "step")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(saved.value.path().read_text()) == json.loads((GOLDEN / RECORDS[game]).read_text())


def test_a_record_is_dropped_on_the_page_and_nonsense_is_refused_kindly(visitors: Visitors) -> None:
    visitors.expect("400")
    page = visitors.visit("/replay")
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'game.json'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, "no record")
    expect(page.get_by_role("alert")).to_have_text("This file is not a game record.")
    page.evaluate(drop, "{}")
    expect(page.get_by_role("alert")).to_contain_text("This is not a game record")
    page.evaluate(drop, (GOLDEN / "exahuna-draw.json").read_text())
    expect(page.locator(".review .board")).to_be_visible()


def test_a_finished_game_is_found_at_home_and_replayed_by_its_link(visitors: Visitors) -> None:
    page = visitors.visit()
    page.get_by_role("radio", name="Same screen").check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/play/*")
    resign = """id => new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws?game=${id}`);
        const send = (what) => socket.send(JSON.stringify(what));
        socket.onmessage = ({ data }) => {
            const update = JSON.parse(data);
            if (update.type !== 'update') return;
            if (update.view.result) { socket.close(); done(update.room.links.replay); }
            else if (update.seat) send({ type: 'resign' });
            else send({ type: 'look', seat: 'white' });
        };
    })"""
    replay = page.evaluate(resign, page.url.rsplit("/", 1)[1])
    page.goto("/")
    page.get_by_role("link", name="Review Kahuna against Two at this screen").click()
    page.wait_for_url(f"**{replay}")
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(saved.value.path().read_text())["result"]["by"] == "resign"
    stranger = visitors.visit(replay, size=PHONE_ON_ITS_SIDE)
    expect(stranger.locator("header")).to_contain_text("Black won")


def test_a_record_on_a_map_of_ones_own_shows_that_map(visitors: Visitors, tmp_path: Path) -> None:
    game = play_on_map(board_named("ring"), 7, greedy=False)
    file = tmp_path / "ring.json"
    file.write_text(dump_record(write_record(game)), "utf-8")
    page = visitors.visit("/replay")
    load(page, str(file))
    expect(page.locator(".board .island")).to_have_count(8)
    expect(page.locator(".board .links .dots")).to_have_count(14)
    expect(page.get_by_text("Reviews know only our own boards")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Step")).to_have_value(str(len(game.steps)))
    bridges = game.state.own.bridges | game.state.enemy.bridges
    expect(page.locator(".board .plank")).to_have_count(bridges.bit_count())
