"""A review as English text, 80 columns wide."""

from collections.abc import Iterator, Sequence
from math import floor
from textwrap import wrap

from kahuna.review.data import Review, ReviewedTurn, TurningPoint
from kahuna.review.messages import SEAT_NAMES, english
from kahuna.table.ruleset import SEATS

REPORT_COLUMNS = 80
ACTIONS_FROM = 35  # the column where a turn's actions begin
WHY_HIDDEN = {"cards": "hidden cards", "later": "understood only later"}
ENDINGS = {
    "resign": "by resignation",
    "time": "on time",
    "illegal": "by an illegal action",
    "crash": "by a fault",
    "early-end": "by an early end",
    "round-3": "by round 3",
    "draw": "",
}


def review_text(review: Review, seat: str | None = None) -> str:
    """The whole review, or one seat's turns of it."""
    lines = [*folded(headline(review), 2), how_it_ended(review), "", *account_lines(review), ""]
    lines += [part for line in player_lines(review) for part in folded(line, 2)]
    points = [point for point in review.points if seat in (None, point.seat)]
    if points:
        lines += ["", "Turning points"]
        lines += [line for point in points for line in point_lines(review, point)]
    lines += ["", "Turns"]
    lines += [line for turn in review.turns if seat in (None, turn.seat) for line in turn_lines(turn)]
    if not review.complete:
        lines += ["", "Stopped: later turns are not judged, and their losses are among the last part."]
    return "\n".join(lines)


def folded(text: str, indent: int) -> list[str]:
    """The text in lines that fit, all but the first indented."""
    return wrap(
        text, REPORT_COLUMNS, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def headline(review: Review) -> str:
    """Which game it was, and who played."""
    names = " against ".join(f"{SEAT_NAMES[seat]} ({review.names[seat] or 'unnamed'})" for seat in SEATS)
    return f"{review.game}: {names}, {review.depth} review"


def how_it_ended(review: Review) -> str:
    """How it ended."""
    result = review.result
    if result is None:
        return f"The game is not over; White's chance is {percent(review.account.result)}."
    if result["winner"] is None:
        return "The game is tied."
    return f"{SEAT_NAMES[result['winner']]} won {ENDINGS.get(result['by'], 'by ' + result['by'])}."


def account_lines(review: Review) -> list[str]:
    """The parts of the result, White's view."""
    figures = account_figures(review)
    width = max(len(name) for name, _ in figures) + 2
    lines = ["Where the result came from (White's view, in per cent)"]
    return [*lines, *(f"  {name:<{width}}{figure:>8}" for name, figure in figures)]


def account_figures(review: Review) -> list[tuple[str, str]]:
    """Start, signed parts and result in per cent, rounded to tenths in such a way that the figures shown add up."""
    names, values = zip(*account_parts(review), strict=True)
    start, *parts = tenths([review.account.start, *values], review.account.result)
    told = [(name, f"{part / 10:+.1f}") for name, part in zip(names, parts, strict=True)]
    return [("start", f"{start / 10:.1f}"), *told, ("result", f"{100 * review.account.result:.1f}")]


def tenths(parts: Sequence[float], result: float) -> list[int]:
    """The parts in tenths of a per cent: rounded down, with the difference given to the largest remainders."""
    exact = [1000 * part for part in parts]
    found = [floor(value) for value in exact]
    lacking = round(1000 * result) - sum(found)
    for place in sorted(range(len(found)), key=lambda place: found[place] - exact[place])[:lacking]:
        found[place] += 1
    return found


def account_parts(review: Review) -> list[tuple[str, float]]:
    """The signed parts with their names."""
    account = review.account
    return [
        *([("cards", account.cards)] if review.hidden_means == "cards" else []),
        ("White's play", account.white),
        ("Black's play", account.black),
        (WHY_HIDDEN[review.hidden_means], account.hidden),
    ]


def player_lines(review: Review) -> Iterator[str]:
    """Accuracy, loss and labels of both seats."""
    for seat in SEATS:
        player = review.players[seat]
        if player.accuracy is None or player.mean_loss is None:
            yield f"{SEAT_NAMES[seat]}: no turn with a choice"
            continue
        labels = ", ".join(f"{count} {label}" for label, count in player.labels.items() if count)
        luck = f", luck {round(100 * player.luck):+d}" if review.hidden_means == "cards" else ""
        yield (
            f"{SEAT_NAMES[seat]}: {percent(player.accuracy)} accurate, {100 * player.mean_loss:.1f} lost a turn"
            f"{luck} ({labels})"
        )


def point_lines(review: Review, point: TurningPoint) -> list[str]:
    """A turning point: what it lost, and what would have been better."""
    turn = review.turns[point.turn]
    head = f"  {point.letter}  {turn_name(turn)}, {SEAT_NAMES[point.seat]}: {point.label}, {percent(point.loss)} lost"
    return [head, *folded("     " + " ".join(english(message) for message in point.words), 5)]


def turn_name(turn: ReviewedTurn) -> str:
    """What a turn is called."""
    return f"Turn {turn.turn}" if turn.turn else "Handicap"


def turn_lines(turn: ReviewedTurn) -> list[str]:
    """A turn with its label and what was done; no action is broken in two."""
    loss = f"{100 * max(turn.loss, 0.0):.1f}" if turn.label != "forced" else ""
    head = f"  {turn_name(turn):<9} {SEAT_NAMES[turn.seat]:<6} {turn.label:<8}{loss:>6}  "
    actions = "  ".join(action.replace(" ", "\u00a0") for action in turn.actions)
    return [line.replace("\u00a0", " ") for line in folded(head + actions, ACTIONS_FROM)]


def percent(chance: float) -> str:
    """A chance in per cent, as it is shown."""
    return f"{100 * chance:.0f} %"
