"""A finished game and its review in a real browser: by mouse, by keyboard and on a phone."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from kahuna import Game, write_record
from kahuna.table.fair import FairDealer
from support.browser import (
    LANGUAGES,
    LAPTOP,
    PHONE,
    PHONE_ON_ITS_SIDE,
    SMALL_PHONE,
    TABLET,
    Size,
    Visitors,
    sideways,
)

GOLDEN = Path(__file__).parents[1] / "golden"
NAME = "kahuna-points-greedy.json"
REVIEW = json.loads((GOLDEN / "reviews" / NAME).read_text())


def reviewed(page: Page, name: str = NAME) -> None:
    """Loads a golden record and waits for its review."""
    page.locator("#file").set_input_files(GOLDEN / name)
    page.locator(".account").wait_for()


def test_a_review_comes_by_itself_and_is_gone_through_by_keyboard(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    points, step = REVIEW["points"], page.get_by_role("slider", name="Step")
    curve = page.get_by_role("img", name="White’s chance to win")
    expect(curve).to_be_visible()
    expect(curve.locator(".cv-point")).to_have_count(len(points))
    page.keyboard.press("n")
    expect(step).to_have_value(str(points[0]["number"]))
    expect(page.locator(".turncard h2")).to_have_text(points[0]["label"].capitalize())
    page.keyboard.press("n")
    expect(step).to_have_value(str(points[1]["number"]))
    expect(page.locator("#live")).to_contain_text("would have been better")
    page.keyboard.press("Shift+N")
    expect(step).to_have_value(str(points[0]["number"]))
    page.keyboard.press("Shift+N")
    expect(step).to_have_value(str(points[-1]["number"]))
    page.keyboard.press("ArrowRight")
    expect(step).to_have_value(str(points[-1]["number"] + 1))
    expect(page.locator(".moves .verdict")).to_have_count(
        sum(turn["label"] != "forced" for turn in REVIEW["turns"])
    )
    page.get_by_role("button", name="All turns as a table").click()
    table = page.get_by_role("dialog", name="The review as a table")
    expect(table.get_by_role("row")).to_have_count(1 + len(REVIEW["turns"]))
    expect(table.get_by_role("row", name="A Turn")).to_contain_text("Blunder")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Board as text").click()
    expect(page.get_by_role("dialog", name="Board as text").get_by_role("row").first).to_be_visible()
    page.keyboard.press("Escape")


def test_the_curve_leads_to_its_steps_and_turning_points_by_mouse(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    point, step = REVIEW["points"][1], page.get_by_role("slider", name="Step")
    page.locator(".cv-point").nth(1).click()
    expect(step).to_have_value(str(point["number"]))
    expect(page.locator(".turncard h2")).to_have_text(point["label"].capitalize())
    expect(page.get_by_role("button", name="Show what was better")).to_have_count(0)
    box = page.locator(".curve svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 13, box["y"] + 20)
    expect(step).to_have_value(str(len(REVIEW["steps"])))


def whole(text: str) -> int:
    """A part of the account as a number."""
    return int(text.replace("−", "-").replace("±", "").replace("\u00a0%", ""))


def test_the_account_adds_up_on_the_screen_too(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    for name in (NAME, "special-islands.json"):
        page.goto("/replay")
        reviewed(page, name)
        told = [whole(text) for text in page.locator(".account dd b").all_text_contents()]
        assert sum(told[:-1]) == told[-1] == round(100 * REVIEW["account"]["result"])
        expect(page.locator(".account .adds")).to_contain_text(f"= {told[-1]}")
    expect(page.locator(".account")).to_contain_text("Understood only later")


def test_the_account_is_that_of_the_side_that_is_looked_at(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    heading, parts = page.locator(".account h2"), page.locator(".account dd b")
    expect(heading).to_have_text("Where White’s result came from")
    of_white = parts.all_text_contents()
    page.get_by_label("Black", exact=True).check(force=True)
    expect(heading).to_have_text("Where Black’s result came from")
    expect(page.locator(".account dt").nth(1)).to_have_text("Black’s play")
    expect(parts.last).to_have_text(f"{100 - whole(of_white[-1])}\u00a0%")
    told = [whole(text) for text in parts.all_text_contents()]
    assert sum(told[:-1]) == told[-1]


def test_what_was_better_lies_on_the_board_as_a_ghost(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page, "special-islands.json")
    page.keyboard.press("n")
    expect(page.locator(".board-frame .ghost")).not_to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".board-frame .ghost")).to_have_count(0)
    page.get_by_role("button", name="Show what was better").click()
    expect(page.locator(".board-frame .ghost")).not_to_have_count(0)


def test_something_better_is_looked_for_and_found_by_mouse(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    point = REVIEW["points"][3]
    for _ in range(4):
        page.keyboard.press("n")
    page.get_by_role("button", name="Try again").click()
    lab = page.locator(".lab")
    expect(lab).to_contain_text("Find something better")
    rival = "Black" if point["seat"] == "white" else "White"
    hidden = page.get_by_role("group", name=f"{rival}: ")
    expect(hidden.locator(".back")).not_to_have_count(0)
    lab.get_by_role("button", name="ends the turn").click()
    expect(lab.locator(".answers")).to_contain_text("Slip")
    expect(lab.locator(".solved")).to_have_count(0)
    row = REVIEW["turns"][point["turn"]]["advice"]["words"][0]["facts"]["card"]
    lab.get_by_role("button", name=f"takes {row}").click()
    expect(lab.locator(".solved")).to_have_text("Found it.")
    lab.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".turncard h2")).to_have_text(point["label"].capitalize())


def test_a_variation_branches_and_leads_back(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Explore").click()
    lab = page.locator(".lab")
    lab.locator(".choices button").first.click()
    tree = page.get_by_role("list", name="What was tried")
    expect(tree.get_by_role("button")).to_have_count(2)
    lab.get_by_role("button", name="One step back").click()
    lab.locator(".choices button").nth(1).click()
    expect(tree.get_by_role("button")).to_have_count(3)
    expect(page.locator(".cv-branch")).to_have_count(1)
    lab.get_by_role("radio", name="Open").check()
    expect(tree).to_have_count(0)
    lab.locator("summary").click()
    expect(lab.locator("details .choices button").nth(3)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".lab")).to_have_count(0)
    expect(page.get_by_role("slider", name="Step")).to_have_value("3")


@pytest.mark.parametrize("against", ["Computer", "Same screen"])
def test_a_game_is_taken_up_from_a_moment_and_says_so(visitors: Visitors, against: str) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play from here").click()
    sheet = page.get_by_role("dialog", name="Play from here")
    sheet.get_by_role("radio", name=against).check()
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    expect(page.locator(".table .board")).to_be_visible()
    expect(page.locator(".table").get_by_text("from a position").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_fits_a_phone_in_every_language_and_is_pressed_with_a_finger(
    visitors: Visitors, language: str
) -> None:
    page = visitors.visit("/replay", size=PHONE, language=language, touch=True)
    reviewed(page)
    page.locator(".tl-ctl .point").tap()
    expect(page.locator(".turncard .cmp")).to_be_visible()
    assert sideways(page) <= 0
    page.locator(".turncard .acts .btn").last.tap()
    expect(page.locator(".take-up")).to_be_visible()


@pytest.mark.parametrize("size", [SMALL_PHONE, TABLET], ids=["small-phone", "tablet"])
def test_a_review_changes_its_language_and_nothing_runs_over(visitors: Visitors, size: Size) -> None:
    page = visitors.visit("/replay", size=size)
    reviewed(page)
    page.keyboard.press("n")
    over = """() => [...document.querySelectorAll('.review .btn, .review .pick-in, .review dt, .review h2')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
    seen = set()
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".account")).to_be_visible()
        seen.add(page.locator(".turncard > p").text_content())
        assert sideways(page) <= 0
        assert not page.evaluate(over)
    assert len(seen) == len(LANGUAGES)


def test_on_a_phone_on_its_side_the_board_stays_while_the_review_is_read(visitors: Visitors) -> None:
    page = visitors.visit("/replay", size=PHONE_ON_ITS_SIDE, touch=True)
    reviewed(page)
    board, last = page.locator(".board-frame .board"), page.get_by_role("button", name="All turns as a table")
    expect(last).not_to_be_in_viewport()
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    expect(board).to_be_in_viewport(ratio=0.9)
    assert sideways(page) <= 0


@pytest.mark.parametrize("name", [NAME, "exahuna-islands.json"])
def test_on_an_upright_phone_board_and_curve_stay_while_the_review_is_read(
    visitors: Visitors, name: str
) -> None:
    page = visitors.visit("/replay", size=PHONE, touch=True)
    reviewed(page, name)
    page.locator(".moves ol").scroll_into_view_if_needed()
    expect(page.locator(".review > .top")).not_to_be_in_viewport()
    expect(page.locator(".board-frame .board")).to_be_in_viewport(ratio=0.98)
    page.wait_for_function(
        """() => {
          const box = (query) => document.querySelector(query).getBoundingClientRect();
          const [board, curve] = [box('.board-frame'), box('.curve')];
          return curve.top >= board.bottom - 8 && curve.bottom < innerHeight;
        }"""
    )
    assert sideways(page) <= 0


# in the page: how far apart the nearest two turning points are; the least size of letters in labels and on the board
APART = """() => {
  const middles = [...document.querySelectorAll('.cv-point')].map((node) => node.getCTM()).map(({ e, f }) => [e, f]);
  return Math.min(...middles.flatMap(([x, y], i) => middles.slice(0, i).map(([p, q]) => Math.hypot(x - p, y - q))));
}"""
LEAST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.verdict text, .board text:not(.rose-n)')]
  .filter((node) => node.checkVisibility() && node.textContent)
  .map((node) => [parseFloat(getComputedStyle(node).fontSize), node.getScreenCTM()])
  .map(([size, { a, b }]) => size * Math.hypot(a, b)))"""


@pytest.mark.parametrize(
    "size", [PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE], ids=["upright", "on its side", "small"]
)
@pytest.mark.parametrize("name", [NAME, "exahuna-islands.json", "special-islands.json"])
def test_on_every_phone_turning_points_lie_apart_and_labels_and_names_can_be_read(
    visitors: Visitors, name: str, size: Size
) -> None:
    page = visitors.visit("/replay", size=size, touch=True)
    reviewed(page, name)
    page.keyboard.press("n")
    expect(page.locator(".turncard .cmp")).to_be_visible()
    assert page.evaluate(APART) > 20
    page.wait_for_function(f"() => ({LEAST_LETTERS})() >= 10.95")
    expect(page.locator(".board .name:visible")).to_have_count(12 if name == NAME else 19)
    assert sideways(page) <= 0


def test_in_a_low_window_no_island_lies_below_the_curve(visitors: Visitors) -> None:
    page = visitors.visit("/replay", size=LAPTOP)
    reviewed(page)
    page.wait_for_function(
        """() => [...document.querySelectorAll('.island')].every((island) =>
          island.getBoundingClientRect().bottom < document.querySelector('.timeline').getBoundingClientRect().top)"""
    )


def test_what_is_not_judged_yet_is_neither_side_s(visitors: Visitors) -> None:
    """While a review is worked out its curve ends where it has come to."""
    page = visitors.visit("/replay")
    lines = [
        {"type": "outline", "review": {**REVIEW, "turns": [], "points": [], "complete": False}, "turns": 60},
        {"type": "turns", "first": 0, "turns": [{**turn, "advice": None} for turn in REVIEW["turns"][:20]]},
    ]
    body = "".join(json.dumps(line) + "\n" for line in lines)
    page.route("**/api/review*", lambda route: route.fulfill(body=body))
    page.locator("#file").set_input_files(GOLDEN / NAME)
    frame, judged = page.locator(".cv-frame"), page.locator(".cv-top")
    expect(judged).to_have_count(1)
    whole, part = frame.bounding_box(), judged.bounding_box()
    assert whole
    assert part
    assert 0.1 * whole["width"] < part["width"] < 0.6 * whole["width"]


def test_a_deeper_review_is_asked_for_and_takes_the_place_of_the_first(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    expect(page.locator(".working")).to_contain_text("Quick review")
    page.get_by_role("button", name="Look deeper").click()
    expect(page.locator(".working")).to_contain_text("Normal review")
    page.get_by_role("button", name="Look deeper").click()
    expect(page.locator(".working")).to_contain_text("Deep review")
    expect(page.get_by_role("button", name="Look deeper")).to_have_count(0)


def test_the_labels_of_moves_follow_a_deeper_review(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)

    def other_labels(route: Route) -> None:
        """The same review, in which every free turn is a slip."""
        done = {**REVIEW, "depth": "normal"}
        done["turns"] = [
            turn if turn["label"] == "forced" else {**turn, "label": "slip"} for turn in REVIEW["turns"]
        ]
        route.fulfill(body=json.dumps({"type": "done", "review": done}) + "\n")

    page.route("**/api/review*", other_labels)
    page.get_by_role("button", name="Look deeper").click()
    free = sum(turn["label"] != "forced" for turn in REVIEW["turns"])
    expect(page.locator(".moves .verdict.slip")).to_have_count(free)


def test_a_refused_question_is_told_where_the_step_was(visitors: Visitors) -> None:
    page = visitors.visit("/replay")
    reviewed(page)
    refused: dict[str, Any] = {"code": "busy", "text": "the server is busy", "rule": None, "facts": {}}
    visitors.expect("503")
    page.route("**/api/explore", lambda route: route.fulfill(status=503, body=json.dumps(refused)))
    page.get_by_role("button", name="Explore").click()
    expect(page.locator(".tl-line")).to_contain_text("a lot to think about")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tl-line")).not_to_contain_text("a lot to think about")


def test_the_cards_are_worked_out_again_in_the_browser(visitors: Visitors, tmp_path: Path) -> None:
    """A record with fair cards, and one that shows nothing of them."""
    game = Game(dealer=FairDealer(b"s" * 32, b"w" * 32, b"b" * 32))
    game.end("resign", "white")
    fair = write_record(game)
    page = visitors.visit("/replay")
    told = page.locator(".check-cards [role=status]")
    for record, words in (
        (fair, "Every deck follows from the secret and both players’ parts."),
        (json.loads((GOLDEN / NAME).read_text("utf-8")), "does not show what its cards follow from"),
    ):
        (tmp_path / "game.json").write_text(json.dumps(record))
        page.goto("/replay")
        page.locator("#file").set_input_files(tmp_path / "game.json")
        if record is not fair:
            page.get_by_role("radio", name="Score and cards").check()
        page.get_by_role("button", name="Check the cards").click()
        expect(told).to_contain_text(words)


def test_the_page_itself_catches_cards_that_were_changed(visitors: Visitors, tmp_path: Path) -> None:
    """The server would refuse such records; one that lets them pass is caught in the browser."""
    game = Game(dealer=FairDealer(b"s" * 32, b"w" * 32, b"b" * 32))
    game.end("resign", "white")
    fair = write_record(game)
    first, second, *rest = fair["decks"][0]
    page = visitors.visit("/replay")
    page.route("**/api/replay?*", lambda route: route.continue_(post_data=json.dumps(fair)))
    page.route("**/api/review?*", lambda route: route.continue_(post_data=json.dumps(fair)))
    for changed, words in (
        ({"fair": fair["fair"] | {"secret": "00" * 32}}, "The secret is not the one that was promised."),
        ({"fair": fair["fair"] | {"white": "00" * 32}}, "Deck 1 does not follow"),
        ({"fair": fair["fair"] | {"black": "00" * 32}}, "Deck 1 does not follow"),
        ({"decks": [[second, first, *rest], *fair["decks"][1:]]}, "Deck 1 does not follow"),
    ):
        (tmp_path / "game.json").write_text(json.dumps(fair | changed))
        page.goto("/replay")
        page.locator("#file").set_input_files(tmp_path / "game.json")
        page.get_by_role("button", name="Check the cards").click()
        expect(page.locator(".check-cards [role=status]")).to_contain_text(words)
