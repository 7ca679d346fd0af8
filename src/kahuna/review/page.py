"""A review as one self-contained page: curve, account, turning points with their boards, and all turns as a table."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from kahuna.review.data import Review, ReviewedTurn, TurningPoint
from kahuna.review.messages import SEAT_NAMES, english
from kahuna.review.pictures import account_picture, board_picture, curve_picture
from kahuna.review.report import headline, how_it_ended, percent, player_lines, turn_name
from kahuna.review.walk import again
from kahuna.table.events import BoardEvent
from kahuna.table.game import Game
from kahuna.table.view import View, has_cards

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --faint: #5c6773; --line: #c3cad2; --sea: #e8f1f6;
  --white: #fffdf5; --black: #2b2f3a; --gain: #2f7d5b; --cost: #b4472f; --mark: #c46a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf1; --paper: #161b21; --faint: #9aa5b1; --line: #45505c; --sea: #20303b; --gain: #58b48c;
    --cost: #e07a62; --mark: #e39a3c; }
}
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
svg { display: block; width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); fill: none; }
.curve polyline { fill: none; stroke-width: 2; }
.curve .open { stroke: var(--mark); }
.curve .white { stroke: var(--faint); stroke-dasharray: 2 4; }
.curve .black { stroke: var(--faint); stroke-dasharray: 8 4; }
.luck { stroke: var(--mark); stroke-width: 3; }
.point { fill: var(--paper); stroke: var(--ink); }
.letter { text-anchor: middle; }
.gain { fill: var(--gain); }
.cost { fill: var(--cost); }
.figure, .scale { text-anchor: end; }
.board { background: var(--sea); max-width: 36rem; }
.link { fill: none; stroke: var(--line); stroke-width: 6; }
.edge { fill: none; stroke: var(--faint); stroke-width: 20; }
.link.white { stroke: var(--white); stroke-width: 16; }
.link.black { stroke: var(--black); stroke-width: 16; }
.link.better { stroke: var(--gain); stroke-width: 14; stroke-dasharray: 22 12; }
.link.played { stroke: var(--cost); stroke-width: 14; stroke-dasharray: 4 10; }
.island { fill: var(--sea); stroke: var(--faint); stroke-width: 3; }
.island.white { fill: var(--white); }
.island.black { fill: var(--black); }
svg text.name, svg text.kind { font-size: 24px; text-anchor: middle; }
svg text.name.white, svg text.kind.white { fill: #1d2733; }
svg text.name.black, svg text.kind.black { fill: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number { text-align: right; }
"""


LINES = {  # what the curve shows, by what the account calls hidden
    "cards": "Solid: all cards open. Dots: as White knew the game. Dashes: as Black did. Ticks below: luck of the "
    "cards, upwards for White.",
    "later": "White's chance before each decision.",
}
Seen = tuple[View, Mapping[str, list[str]]]  # a view, and the links that its legal actions touch


def review_page(game: Game, review: Review) -> str:
    """The page as HTML. Nothing is loaded from anywhere."""
    title = escape(headline(review))
    views = _views(game, [point.number for point in review.points])
    body = [
        f"<h1>{title}</h1>",
        f"<p>{escape(how_it_ended(review))}</p>",
        "<h2>White's chance</h2>",
        curve_picture(review),
        f"<p>{LINES[review.hidden_means]}</p>",
        "<h2>Where the result came from</h2>",
        account_picture(review),
        *(f"<p>{escape(line)}</p>" for line in player_lines(review)),
        "<h2>Turning points</h2><p>Green dashes: a bridge that would have been better. Red dots: the one played.</p>"
        if review.points
        else "",
        *(part for point in review.points for part in _point(review, point, views[point.number])),
        "<h2>Turns</h2>",
        *_table(review.turns),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _views(game: Game, numbers: Iterable[int]) -> dict[int, Seen]:
    """For each of these actions the mover's view before it, and the links that each legal action touches."""
    wanted = set(numbers)
    found: dict[int, Seen] = {}
    for number, now in enumerate(again(game)):
        if number in wanted:
            view = now.view(now.to_move)
            touched = {action: _links(now.preview(action)) for action in view["legal"]}
            found[number] = (view, touched)
    return found


def _links(events: Iterable[BoardEvent]) -> list[str]:
    """The links that an action itself puts a bridge on or takes one from."""
    links = []
    for event in events:
        if event["event"] == "placed" or event["event"] == "removed" or event["event"] == "moved":
            links.append(event["link"])
        if event["event"] == "moved":
            links.append(event["to"])
    return links


def _point(review: Review, point: TurningPoint, seen: Seen) -> Iterator[str]:
    view, touched = seen
    turn = review.turns[point.turn]
    title = f"{point.letter}: {turn_name(turn)}, {SEAT_NAMES[point.seat]}, {point.label} ({percent(point.loss)} lost)"
    words = " ".join(english(message) for message in point.words)
    yield f"<h3>{escape(title)}</h3><p>{escape(words)}</p>"
    yield board_picture(view, title, touched.get(point.better, []), touched.get(point.played, []))
    if has_cards(view) and view["hand"] is not None:
        row = ", ".join(card or "empty" for card in view["row"])
        yield f"<p>Hand: {escape(', '.join(view['hand']) or 'empty')}. Row: {escape(row)}.</p>"


def _table(turns: Iterable[ReviewedTurn]) -> Iterator[str]:
    yield "<table><thead><tr><th>Turn</th><th>Seat</th><th>Label</th><th>Lost</th><th>Actions</th></tr></thead><tbody>"
    for turn in turns:
        cells = (turn_name(turn), SEAT_NAMES[turn.seat], turn.label)
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        yield f'<td class="number">{100 * max(turn.loss, 0.0):.1f}</td><td>{escape("  ".join(turn.actions))}</td></tr>'
    yield "</tbody></table>"
