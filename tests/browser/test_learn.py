"""Lessons and puzzles on the page: every course to its end, wrong moves, hints, what the device keeps."""

import re
from collections.abc import Callable
from datetime import date

import pytest
from playwright.sync_api import Page, expect

from kahuna.learn.courses import COURSES, LANGUAGES
from kahuna.learn.lessons import LessonStep, course, words
from kahuna.learn.shelf import find_puzzle, puzzle_of_the_day, puzzles_of
from support.browser import DESKTOP, PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE, Size, Visitors, sideways
from support.learners import perform, press_link, tap_link


def path_of(step: LessonStep) -> str:
    """Where a step is."""
    return f"/learn/{step.course}/{step.id}"


def marks(page: Page) -> dict[str, float]:
    """What the device keeps."""
    found: dict[str, float] = page.evaluate("JSON.parse(localStorage.getItem('kahuna.logbook'))?.marks ?? {}")
    return found


def solve(page: Page, step: LessonStep) -> None:
    """Plays the moves that the step names, and reads what is said."""
    for place, action in enumerate(step.moves):
        perform(page, action)
        if place + 1 < len(step.moves):
            expect(page.locator(".table")).to_have_attribute("data-moves", str(place + 1))
    expect(page.locator(".answer.solved p").first).to_have_text(words("en")[f"{step.course}.{step.id}.done"])


ON_A_PHONE = [name for name in COURSES if name != "kahuna"]  # that one by a newcomer (test_newcomer.py)


@pytest.mark.parametrize(
    ("name", "size"),
    [*((name, DESKTOP) for name in COURSES), *((name, PHONE) for name in ON_A_PHONE)],
    ids=[*(f"{name}-desktop" for name in COURSES), *(f"{name}-phone" for name in ON_A_PHONE)],
)
def test_every_course_can_be_done_to_its_end_and_answers_what_people_try_instead(
    visitors: Visitors, name: str, size: Size
) -> None:
    steps = course(name)
    page = visitors.visit(path_of(steps[0]), size=size)
    for place, step in enumerate(steps):
        expect(page.locator(".slip h1")).to_have_text(words("en")[f"{name}.{step.id}"])
        if step.wrong:
            action, answer = next(iter(step.wrong.items()))
            perform(page, action)
            expect(page.locator(".answer.missed p").first).to_have_text(
                words("en")[f"{name}.{step.id}.{answer}"]
            )
            page.locator(".slip-acts .btn.primary").click()
            expect(page.locator(".answer.missed")).to_have_count(0)
        solve(page, step)
        if step.id == "round":
            page.locator(".round-end .btn.primary").click()
        expect(page.locator(".slip .go")).to_be_focused()
        if place + 1 < len(steps):
            page.keyboard.press("Enter")
            page.wait_for_url(f"**{path_of(steps[place + 1])}")
    done = [f"lesson.{name}.{step.id}" for step in steps]
    expect(page.locator(".buoys li")).to_have_count(len(steps))
    assert list(marks(page)) == [*done, f"lesson.{name}"]


def test_a_lesson_on_a_phone_with_a_finger_takes_back_by_a_tap_hints_and_shows(visitors: Visitors) -> None:
    page = visitors.visit("/learn/kahuna/win", size=PHONE, touch=True)
    page.locator('.hand .card[data-card="KAHU"]').tap()
    expect(page.locator('.hand .card[data-card="KAHU"]')).to_have_attribute("aria-pressed", "true")
    tap_link(page, "JOJO-KAHU")
    expect(page.locator(".answer.missed")).to_have_text(words("en")["kahuna.win.elsewhere"])
    assert sideways(page) == 0
    page.locator(".water").tap(position={"x": 30, "y": 30})
    expect(page.locator(".answer.missed")).to_have_count(0)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".answer.hint")).to_have_text(words("en")["kahuna.win.hint"])
    page.get_by_role("button", name="Show me").tap()
    expect(page.locator(".answer.solved")).to_contain_text(words("en")["kahuna.win.done"])
    assert not marks(page), "what was shown is not done"
    page.get_by_role("button", name="Try it myself").tap()
    page.locator('.hand .card[data-card="LALE"]').tap()
    tap_link(page, "IFFI-LALE")
    expect(page.locator(".answer.solved")).to_be_visible()
    assert list(marks(page)) == ["lesson.kahuna.win"]


def test_a_puzzle_keeps_tries_hints_twice_and_ends_with_its_answer(visitors: Visitors) -> None:
    puzzle = puzzle_of_the_day("kahuna", date.today())
    page = visitors.visit("/puzzle")
    expect(page.locator(".bar-title")).to_contain_text("Puzzle of the day")
    perform(page, next(action for action in puzzle.begin().legal() if action[0] in "+-"))
    expect(page.locator(".answer.missed")).to_be_visible()
    expect(page.locator(".tries li")).to_have_count(1)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)  # first the try is taken back
    page.get_by_role("button", name="Start over").click()
    expect(page.locator(".answer.missed")).to_have_count(0)
    for said in ("Look at", "Begin with"):
        page.keyboard.press("h")
        expect(page.locator(".answer.hint")).to_contain_text(said)
    for place, action in enumerate(puzzle.answer):
        perform(page, action)
        if place + 1 < len(puzzle.answer):
            expect(page.locator(".table")).to_have_attribute("data-moves", str(place + 1))
    expect(page.locator(".answer.solved")).to_contain_text("Solved")
    expect(page.locator(".slip .go")).to_be_focused()
    assert set(marks(page)) == {"rating.kahuna", f"puzzle.{puzzle.id}", f"day.{date.today().isoformat()}"}
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"/puzzle/[kb]\d+$"))
    expect(page.locator(".foot .knots")).to_contain_text("1 day in a row")


def test_a_best_turn_says_what_the_tempting_move_costs(visitors: Visitors) -> None:
    puzzle = find_puzzle("b0001")
    page = visitors.visit(f"/puzzle/{puzzle.id}", size=PHONE)
    expect(page.locator(".slip h1")).to_have_text(words("en")["puzzle.best-turn"])
    for place, action in enumerate(puzzle.answer):
        perform(page, action)
        expect(page.locator(".table")).to_have_attribute("data-moves", str(place + 1))
    expect(page.locator(".answer.solved")).to_contain_text("Solved")
    assert puzzle.tempting
    expect(page.locator(".answer.solved")).to_contain_text(f"costs at least {puzzle.tempting['costs']} %")
    assert sideways(page) == 0


# The least size of letters on the board and in the glass, in pixels of the window; the wind rose is a picture.
LEAST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.board text:not(.rose-n), .glass text')]
    .filter((text) => text.textContent.trim() && text.getBoundingClientRect().width)
    .map((text) => {
        const { a, b } = text.getScreenCTM();
        return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    }))"""


@pytest.mark.parametrize("step", course("special"), ids=lambda step: step.id)
def test_the_lessons_of_special_can_be_read_on_a_phone(visitors: Visitors, step: LessonStep) -> None:
    page = visitors.visit(path_of(step), size=PHONE)
    expect(page.locator(".slip h1")).to_have_text(words("en")[f"special.{step.id}"])
    expect(page.locator(".board .hex-name", has_text="a1")).to_be_visible()
    assert page.evaluate(LEAST_LETTERS) >= 11
    board = page.locator(".board-frame").bounding_box()
    solve(page, step)
    if step != course("special")[-1]:  # after the last a game is offered, in a second row of buttons
        assert page.locator(".board-frame").bounding_box() == board
    assert page.evaluate(LEAST_LETTERS) >= 11
    assert sideways(page) == 0


def test_an_answer_on_a_phone_takes_nothing_from_the_board(visitors: Visitors) -> None:
    page = visitors.visit("/learn/kahuna/win", size=PHONE)
    expect(page.locator(".slip h1")).to_have_text(words("en")["kahuna.win"])
    board = page.locator(".board-frame").bounding_box()
    solve(page, next(step for step in course("kahuna") if step.id == "win"))
    assert page.locator(".board-frame").bounding_box() == board
    page.goto("/learn/special/chain")
    expect(page.locator(".glass")).to_be_visible()
    board = page.locator(".board-frame").bounding_box()
    page.locator('.kind[data-key^="1 "]').click()
    press_link(page, "a2-b2")
    expect(page.locator(".say.has-live")).to_be_visible()
    assert page.locator(".board-frame").bounding_box() == board


@pytest.mark.parametrize("id", ["e0101", "s0101"])
def test_a_forced_puzzle_is_answered_by_the_opponent_and_its_solution_can_be_watched(
    visitors: Visitors, id: str
) -> None:
    puzzle = find_puzzle(id)
    page = visitors.visit(f"/puzzle/{id}", size=PHONE)
    perform(page, puzzle.answer[0])
    expect(page.locator(".table")).to_have_attribute("data-moves", "1")
    expect(
        page.locator(f'.board [data-link="{puzzle.answer[1].rpartition(":")[2]}"][tabindex]')
    ).to_have_attribute(
        "aria-label", re.compile("black" if puzzle.begin().to_move == "white" else "white", re.I)
    )
    page.get_by_role("button", name="Solution").click()
    expect(page.locator(".answer.solved")).to_contain_text("This is the answer")
    assert marks(page)[f"rating.{puzzle.game}"] < 3
    assert f"shown.{id}" in marks(page)


def test_puzzles_by_theme_and_difficulty_and_one_to_hand_on(visitors: Visitors) -> None:
    page = visitors.visit("/puzzle/k0002")
    page.get_by_role("button", name="Choose").click()
    expect(page.locator(".choice")).to_contain_text("Difficulty that suits you now: 3.")
    page.locator("select[name=game]").select_option("exahuna-special")
    page.locator("select[name=theme]").select_option("joker")
    page.get_by_role("button", name="Give me one").click()
    page.wait_for_url("**/puzzle/s*")
    found = find_puzzle(page.url.rpartition("/")[2])
    assert "joker" in found.themes
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".share-sheet input")).to_have_value(page.url)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "class=" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_speak_every_language_and_change_it_on_the_spot(visitors: Visitors, language: str) -> None:
    page = visitors.visit("/learn/kahuna/build")
    page.locator("#language").select_option(language)
    expect(page.locator(".slip h1")).to_have_text(words(language)["kahuna.build"])


def test_what_does_not_exist_is_not_found(visitors: Visitors) -> None:
    for path in ("/learn/kahuna/nothing", "/learn/chess/build", "/puzzle/k9999"):
        page = visitors.visit(path)
        expect(page.locator(".cloth h1")).to_be_visible()


def test_axe_finds_nothing_on_lessons_and_puzzles(visitors: Visitors, look: Callable[[Page], None]) -> None:
    page = visitors.visit("/learn")
    expect(page.locator(".course")).to_have_count(len(COURSES) + 2)  # the first turn, and puzzles
    look(page)
    page.goto("/learn/kahuna/take")
    perform(page, "+2")
    expect(page.locator(".answer.missed")).to_be_visible()
    look(page)
    page.goto(f"/puzzle/{puzzles_of('exahuna-special')[0].id}")
    expect(page.locator(".chips")).to_be_visible()
    look(page)
    page.set_viewport_size({"width": PHONE_ON_ITS_SIDE.width, "height": PHONE_ON_ITS_SIDE.height})
    look(page)
    assert sideways(page) == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_first_game_is_coached_before_each_decision_until_one_press_ends_it(
    visitors: Visitors, look: Callable[[Page], None], size: Size
) -> None:
    page = visitors.visit("/learn", size=size)
    page.evaluate("localStorage.setItem('kahuna.coach', 'on')")
    wish = {"game": "kahuna", "against": "level", "level": "limu"}
    page.goto(f"/play/{page.request.post('/api/games', data=wish).json()['id']}")
    coach = page.locator(".coach span")
    expect(coach).to_contain_text("glowing links")
    high = page.locator(".hand").bounding_box()
    page.locator(".hand .card").first.click()
    expect(page.locator(".coach")).to_be_hidden()
    assert page.locator(".hand").bounding_box() == high, "whoever speaks, the table keeps its rows"
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    expect(page.locator(".hand .card")).to_have_count(2)
    expect(coach).to_contain_text(re.compile("Take|that wins"))
    for _ in range(2):
        page.locator(".market .card").first.click()
    expect(page.locator(".log li", has_text="Limu")).not_to_have_count(0)
    expect(coach).not_to_contain_text("is playing")
    look(page)
    assert sideways(page) == 0
    page.get_by_role("button", name="Play without the coach").click()
    expect(coach).to_have_count(0)
    page.reload()
    expect(page.locator(".hand .card")).to_have_count(3)
    expect(coach).to_have_count(0)


def test_the_first_game_of_a_newcomer_is_coached_also_without_a_course(visitors: Visitors) -> None:
    page = visitors.visit("/")
    expect(page.locator(".play .sum")).to_contain_text("Every turn of your first game is explained.")
    page.locator(".go-btn").click()
    page.wait_for_url("**/play/*")
    expect(page.locator(".coach span")).to_contain_text("glowing links")
    page.goto("/")
    expect(page.locator(".play .sum")).to_contain_text("Limu")
    expect(page.locator(".play .sum")).not_to_contain_text("explained")


def test_what_the_coach_no_longer_explains_the_table_says_itself(visitors: Visitors) -> None:
    page = visitors.visit("/learn")
    known = dict.fromkeys([f"coach.{idea}" for idea in ("win", "guard", "grow", "take", "pair", "round")], 99)
    page.evaluate(
        """known => {
            localStorage.setItem('kahuna.coach', 'on');
            localStorage.setItem('kahuna.logbook', JSON.stringify({ version: 1, games: [], marks: known }));
        }""",
        known,
    )
    wish = {"game": "kahuna", "against": "level", "level": "limu"}
    page.goto(f"/play/{page.request.post('/api/games', data=wish).json()['id']}")
    expect(page.locator(".coach span")).to_have_text(
        "You know the basics now. Press Hint whenever you want more."
    )
    perform(page, "+1")
    expect(page.locator(".log li", has_text="Limu")).not_to_have_count(0)
    expect(page.locator(".say")).to_contain_text("Your turn")
    expect(page.locator(".coach")).to_be_hidden()
    expect(page.locator(".say")).to_contain_text("take one")


# in the page: the coach's words are within its strip, which lies on no button beside it
WITHIN = """() => {
  const box = (query) => document.querySelector(query).getBoundingClientRect();
  const [strip, words] = [box('.coach'), box('.coach span')], top = box('[data-act="undo"]');
  const apart = strip.right <= top.left + 1 || strip.bottom <= top.top + 1;
  return apart && strip.height && words.top >= strip.top - 1 && words.bottom <= strip.bottom + 1;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_keeps_within_its_strip_however_a_phone_is_turned(
    visitors: Visitors, language: str
) -> None:
    page = visitors.visit("/learn", size=PHONE, language=language)
    page.evaluate("localStorage.setItem('kahuna.coach', 'on')")
    for game in ("kahuna", "exahuna-special"):
        wish = {"game": game, "against": "level", "level": "limu"}
        page.goto(f"/play/{page.request.post('/api/games', data=wish).json()['id']}")
        expect(page.locator(".coach span")).not_to_be_empty()
        for size in (PHONE, PHONE_ON_ITS_SIDE, SMALL_PHONE, DESKTOP, PHONE):
            page.set_viewport_size({"width": size.width, "height": size.height})
            page.wait_for_function(WITHIN)


def test_who_wishes_it_is_told_after_each_turn_and_what_ends_counting_is_said_first(
    visitors: Visitors,
) -> None:
    page = visitors.visit("/learn")
    page.evaluate("for (const name of ['tell', 'chance']) localStorage.setItem(`kahuna.${name}`, 'on')")
    wish = {"game": "exahuna", "against": "level", "level": "limu"}
    id = page.request.post("/api/games", data=wish).json()["id"]
    heard: list[str] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    page.goto(f"/play/{id}")
    for _ in range(1200):  # without the chance before a turn there is nothing to compare
        if any('"chance"' in frame for frame in heard):
            break
        page.wait_for_timeout(50)
    page.get_by_role("button", name="Show the chance").click()
    page.get_by_role("button", name="Play on without").click()
    assert f"helped.{id}" not in marks(page)
    expect(page.locator(".chance-bar")).to_have_count(0)
    perform(page, "c2-c3")
    expect(page.locator(".coach.told span").first).to_contain_text("turn", timeout=60_000)
    expect(page.locator(".log li", has_text="Limu")).not_to_have_count(0)
    expect(page.locator("[data-act=undo]")).not_to_have_attribute("aria-disabled", "true")
    page.locator("[data-act=undo]").click()
    page.get_by_role("button", name="Take back", exact=True).click()
    expect(page.locator(".log li")).to_have_count(0)
    assert f"helped.{id}" in marks(page)
    bar = page.get_by_role("meter", name="Chance to win")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"White \d+ %, Limu \d+ %"), timeout=60_000)
    board = page.locator(".board-frame").bounding_box()
    page.locator("[data-act=menu], .rail [aria-label=Menu]").first.click()
    page.get_by_role("checkbox", name="Chance bar").uncheck()
    expect(bar).to_have_count(0)
    assert page.locator(".board-frame").bounding_box() == board
    page.keyboard.press("Escape")


def test_on_one_screen_the_chance_bar_shows_also_behind_the_curtain(visitors: Visitors) -> None:
    page = visitors.visit("/learn")
    page.evaluate("localStorage.setItem('kahuna.chance', 'on')")
    id = page.request.post("/api/games", data={"game": "kahuna", "against": "screen"}).json()["id"]
    page.goto(f"/play/{id}")
    bar = page.get_by_role("meter", name="Chance to win")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"\d+ %.*\d+ %"), timeout=60_000)


# in the page: what of the board lies under the task, the row or the hand, and what of the task's buttons is cut off
COVERED = """() => {
  const box = (node) => node.getBoundingClientRect(), one = (query) => document.querySelector(query);
  const slip = box(one('.slip')), top = slip.bottom;
  const bottom = Math.min(...['.market', '.table > .hand'].map(one).filter(Boolean).map((part) => box(part).top));
  const lands = [...document.querySelectorAll('.board [data-island]')].map(box).filter(({ width }) => width);
  const hidden = lands.filter((land) => {
    const y = (land.top + land.bottom) / 2;
    return y < top || y > bottom || land.left < 0 || land.right > innerWidth;
  });
  const cut = [...document.querySelectorAll('.slip-acts .btn')].map(box).filter((each) => each.bottom > slip.bottom);
  return [lands.length, hidden.length, cut.length];
}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_small_phone_the_whole_board_is_seen_below_the_task(visitors: Visitors, language: str) -> None:
    page = visitors.visit("/learn", size=SMALL_PHONE, language=language)
    lessons = [f"/learn/{name}/{course(name)[0].id}" for name in COURSES]
    for path in (*lessons, "/puzzle/k0002", "/puzzle/b0001", "/puzzle/e0101", "/puzzle/s0101"):
        page.goto(path)
        expect(page.locator(".slip h1")).to_be_visible()
        islands = 12 if page.locator(".board.kahuna").count() else 19
        expect(page.locator(".slip-acts .btn").first).to_be_visible()
        assert page.evaluate(COVERED) == [islands, 0, 0], path
        page.keyboard.press("h")
        expect(page.locator(".answer.hint")).to_be_visible()
        assert page.evaluate(COVERED) == [islands, 0, 0], path
        assert sideways(page) == 0
