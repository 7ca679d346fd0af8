"""What `hint` says: what each action would win and cost at once, and what the computer would do."""

from random import Random

from kahuna.bots.base import Bot
from kahuna.table.events import Event
from kahuna.table.game import Game
from kahuna.table.ruleset import Seat
from kahuna.table.view import View
from kahuna.terminal.patience import Awaking
from kahuna.terminal.words import effects

ADVICE_MS = 400.0
MAX_EFFECTS = 20  # actions that are listed
MAX_BEST = 3


def effect_lines(game: Game, seat: Seat, most: int = MAX_EFFECTS) -> list[str]:
    """Legal actions with what each would win and cost, numbered as `moves` does, the largest gain first."""
    found = []
    for number, action in enumerate(game.legal(), 1):
        events = game.preview(action, seat)
        gain = sum((1 if event["seat"] == seat else -1) * _worth(event) for event in events)
        found.append((-gain, number, action, effects(events, seat)))
    telling = [line for line in sorted(found) if line[3]]
    if not telling:
        return ["No action wins or costs an island or a bridge at once."]
    lines = ["What wins or costs something at once; islands count first, then bridges:"]
    lines += [f"{number:>4} {action:<24} {words}" for _, number, action, words in telling[:most]]
    if len(telling) > most:
        lines.append(f"... and {len(telling) - most} more that change something.")
    if len(found) > len(telling):
        lines.append(f"{len(found) - len(telling)} other actions win and cost nothing at once.")
    return lines


def _worth(event: Event) -> int:
    return {"won": 100, "lost": -100, "fell": -1, "removed": -1, "placed": 1}.get(event["event"], 0)


def best_lines(adviser: Bot, view: View) -> list[str]:
    """What the adviser would play, the likeliest to win first."""
    best = adviser.choose(view, Random(0), ADVICE_MS).best
    asleep = isinstance(adviser, Awaking) and adviser.asleep
    title = (
        "A quick guess, best first (native code is being compiled, once for this version):"
        if asleep
        else "What the computer would do, the best first, with its chance to win:"
    )
    return [title, *(f"     {action:<24} {chance:.0%}" for action, chance in best[:MAX_BEST])]
