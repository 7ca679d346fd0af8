"""The table fills every window and cuts nothing off: six sizes, three games, the languages with the longest words."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from support.browser import DESKTOP, LANGUAGES_DAILY, Size, Visitors, resize, sideways
from support.people import Mouse
from support.sight import GAMES, Game, sit

WINDOWS = (
    DESKTOP,
    Size(1300, 760),
    Size(1180, 820),
    Size(1024, 768),
    Size(800, 600),
    Size(390, 844),
    Size(320, 568),
    Size(844, 390),
)

WIDTHS = (*range(1000, 1401, 50), 1440, 1560, 1561)

# What sticks out of the window, has no room in its button or line, or lies on something else.
CUT = """() => {
  const found = [], wide = innerWidth, high = innerHeight, all = (query) => [...document.querySelectorAll(query)];
  const name = (node) => `${node.localName}.${node.getAttribute('class')} "${node.textContent.slice(0, 40)}"`;
  const box = (node) => node?.getBoundingClientRect();
  const edges = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round);
  const rail = document.querySelector('.table > .rail'), scrolls = rail.scrollHeight > rail.clientHeight + 1;
  const visible = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box(node).width
    && !node.closest('.vh, .skip, [hidden], .table > .rail > .head, .log ol, dialog, .count')
    && getComputedStyle(node).clipPath === 'none';

  for (const node of all(`button, input, h2, .say, .say .tag, .say .idle, .who b, .who small, .fan, .clock, .strip,
      .strip > *, .kind, .dock, .duel > *, .rounds, .banner, .laid`)) {
    const card = node.closest('.laid');
    if (!visible(node) || (scrolls && rail.contains(node))) continue;
    if (card && card !== node && card.scrollHeight > card.clientHeight + 1) continue; // that scrolls by itself
    const r = box(node);
    if (r.left < -1 || r.top < -1 || r.right > wide + 1 || r.bottom > high + 1) {
      found.push(`outside the window: ${name(node)} ${edges(r)}`);
    }
  }
  for (const node of all('.btn, .kind, .tag, .who b, .strip, .market .label, .hand .label, .duel span, .kind')) {
    if (!visible(node)) continue;
    const r = box(node), over = node.scrollWidth - node.clientWidth;
    if (over > 1 && getComputedStyle(node).display !== 'inline') found.push(`too narrow by ${over}: ${name(node)}`);
    for (const child of node.querySelectorAll('.words, b, span, svg')) {
      const c = box(child);
      if (visible(child) && (c.left < r.left - 1.5 || c.right > r.right + 1.5)) {
        found.push(`does not fit: ${name(child)} in ${name(node)}`);
      }
    }
  }
  const say = document.querySelector('.say');
  if (say.scrollHeight > say.clientHeight + 1) found.push(`the guidance is cut: ${say.innerText}`);
  for (const [a, b] of [['.cards', '.acts'], ['.say', '.cards'],
    ['.say', '[data-act="undo"]'], ['.tools', '.acts'], ['.glass', '.hand'], ['.market', '.hand'], ['.who', '.fan']]) {
    const one = box(document.querySelector(a)), two = box(document.querySelector(b));
    if (one?.width && two?.width && one.right > two.left + 1 && one.left < two.right - 1
      && one.bottom > two.top + 1 && one.top < two.bottom - 1) found.push(`${a} lies on ${b}`);
  }
  for (const row of all('.tools, .acts')) {
    const tops = new Set([...row.children].filter(visible).map((node) => Math.round(box(node).top)));
    const stacked = getComputedStyle(row).flexDirection !== 'row';
    if (tops.size > 1 && !stacked) found.push(`${name(row)} wraps`);
  }
  const table = box(document.querySelector('.table')), board = box(document.querySelector('.board .islands'));
  if (Math.abs(table.bottom - high) > 1 || Math.abs(table.right - wide) > 1) found.push(`the table: ${edges(table)}`);
  if (board.left < -2 || board.right > wide + 2 || board.top < -2 || board.height < 120) {
    found.push(`the board: ${edges(board)}`);
  }
  return found;
}"""


def cut(page: Page, size: Size) -> list[str]:
    """What is wrong with the table in this window."""
    resize(page, size)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wrong: list[Any] = page.evaluate(CUT)
    if (wide := sideways(page)) > 0:
        wrong.append(f"scrolls sideways by {wide}")
    return [f"{size.width}x{size.height}: {what}" for what in wrong]


@pytest.mark.parametrize("language", LANGUAGES_DAILY)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_fits_into_every_window(visitors: Visitors, game: Game, language: str) -> None:
    page = sit(visitors, game, language=language)
    person = Mouse(page)
    if game == "kahuna":  # a card more in hand
        person.end(person.see())
    else:
        person.play(turns=2)
    sight = person.wait()
    wrong = [what for size in WINDOWS for what in cut(page, size)]
    resize(page, DESKTOP)
    if game == "kahuna":  # the long words: about to take, to decline, to discard, and a full hand
        for keys in ("r", "Escape d", "Escape x 1", "Escape r r"):
            for key in keys.split():
                page.keyboard.press(key)
            if keys.endswith("r r"):
                expect(page.locator(".hand .card")).to_have_count(5)
                person.wait()
            wrong += [f"after {keys}: {what}" for size in WINDOWS for what in cut(page, size)]
    else:
        if game == "exahuna-special":
            person.kind(sight, 0)
        person.link(person.see())
        wrong += [f"chosen: {what}" for size in WINDOWS for what in cut(page, size)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES_DAILY)
@pytest.mark.parametrize("game", ["kahuna", "exahuna-special"])
def test_between_1000_and_1400_pixels_no_button_wraps_and_no_kind_overflows(
    visitors: Visitors, game: Game, language: str
) -> None:
    page = sit(visitors, game, language=language)
    person = Mouse(page)
    wrong = [what for wide in WIDTHS for what in cut(page, Size(wide, 768))]
    resize(page, DESKTOP)
    if game == "kahuna":
        page.keyboard.press("d")  # the longest words
    else:
        person.kind(person.see(), 0)
    wrong += [f"chosen: {what}" for wide in WIDTHS for what in cut(page, Size(wide, 768))]
    if game == "kahuna":  # a card: the longest guidance
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        wrong += [f"a card: {what}" for wide in WIDTHS for what in cut(page, Size(wide, 768))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_panels_fit_into_every_window(visitors: Visitors, language: str) -> None:
    page = sit(visitors, against="link", language=language)
    expect(page.locator(".invite")).to_be_visible()
    wrong = [f"invitation {what}" for size in WINDOWS for what in cut(page, size)]
    resize(page, DESKTOP)
    page.locator(".rail .head .btn").last.click()
    resign = page.locator("dialog.menu .btn.danger")
    resign.click()
    resign.click()
    expect(page.locator(".game-over")).to_be_visible()
    wrong += [f"game over {what}" for size in WINDOWS for what in cut(page, size)]
    assert not wrong, "\n".join(wrong)
