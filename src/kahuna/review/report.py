"""A review as English text."""

from collections.abc import Iterator

from kahuna.review.data import Review, ReviewedTurn, TurningPoint
from kahuna.review.messages import SEAT_NAMES, english
from kahuna.table.ruleset import SEATS

WHY_HIDDEN = {"cards": "hidden cards", "later": "seen too late to tell"}
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
    lines = [headline(review), how_it_ended(review), "", *account_lines(review), "", *player_lines(review)]
    points = [point for point in review.points if seat in (None, point.seat)]
    if points:
        lines += ["", "Turning points"]
        lines += [f"  {line}" for point in points for line in point_lines(review, point)]
    lines += ["", "Turns"]
    lines += [turn_line(turn) for turn in review.turns if seat in (None, turn.seat)]
    if not review.complete:
        lines += ["", "Stopped: later turns are not judged, and their losses are among the last part."]
    return "\n".join(lines)


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
    account = review.account
    parts = account_parts(review)
    width = max(len(name) for name, _ in parts) + 2
    lines = ["Where the result came from (White's view, in per cent)"]
    lines += [f"  {'start':<{width}}{100 * account.start:>8.1f}"]
    lines += [f"  {name:<{width}}{100 * value:>+8.1f}" for name, value in parts]
    return [*lines, f"  {'result':<{width}}{100 * account.result:>8.1f}"]


def account_parts(review: Review) -> list[tuple[str, float]]:
    """The signed parts with their names."""
    account = review.account
    return [
        ("cards", account.cards),
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
        yield (
            f"{SEAT_NAMES[seat]}: {percent(player.accuracy)} accurate, {100 * player.mean_loss:.1f} lost a turn, "
            f"luck {100 * player.luck:+.0f} ({labels})"
        )


def point_lines(review: Review, point: TurningPoint) -> list[str]:
    """A turning point in two lines."""
    turn = review.turns[point.turn]
    head = f"{point.letter}  {turn_name(turn)}, {SEAT_NAMES[point.seat]}: {point.label}, {percent(point.loss)} lost"
    return [head, "   " + " ".join(english(message) for message in point.words)]


def turn_name(turn: ReviewedTurn) -> str:
    """What a turn is called."""
    return f"Turn {turn.turn}" if turn.turn else "Handicap"


def turn_line(turn: ReviewedTurn) -> str:
    """A turn with its label and what was done."""
    loss = f"{100 * max(turn.loss, 0.0):.1f}" if turn.label != "forced" else ""
    return f"  {turn_name(turn):<9} {SEAT_NAMES[turn.seat]:<6} {turn.label:<8}{loss:>6}  {'  '.join(turn.actions)}"


def percent(chance: float) -> str:
    """A chance as it is told."""
    return f"{100 * chance:.0f} %"
