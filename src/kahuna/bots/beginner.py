"""Players that err like people who have just learned the rules: they look one action ahead and overlook things.

At the start of a decision a beginner notices only some of the actions; a better one notices more. Among those it
chooses the one with the best board right after it. It builds well where it looks and misses what it does not look
at.
"""

from random import Random

from kahuna.bots.base import Bot, Choice
from kahuna.bots.greedy import RANKS
from kahuna.rules.kahuna import KahunaRules
from kahuna.table.games import spec_of
from kahuna.table.knowledge import position
from kahuna.table.notation import codes_of
from kahuna.table.view import View


def _removes(game: str, code: int) -> bool:
    """Whether this action removes a bridge."""
    engine = spec_of(game).engine
    return isinstance(engine, KahunaRules) and engine.REMOVE <= code < engine.DISCARD


class Beginner(Bot):
    """Greedy with limited attention; in Kahuna it may also never think of removing bridges."""

    games = RANKS.keys()
    maps = True

    def __init__(self, name: str, attention: float, removes: bool = True) -> None:
        self.name = name
        self.attention = attention
        self.removes = removes

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """The best of what it notices, or of everything if it notices nothing."""
        game = view["game"]
        numbers = codes_of(game)
        codes = [numbers[action] for action in view["legal"]]
        if not self.removes:
            codes = [code for code in codes if not _removes(game, code)] or codes
        noticed = [code for code in codes if random.random() < self.attention] or [random.choice(codes)]
        state, rank = position(view), RANKS[game]
        ranks = {code: rank(state, code) for code in noticed}
        best = max(ranks.values())
        chosen = random.choice([code for code in noticed if ranks[code] == best])
        return Choice(view["legal"][[numbers[action] for action in view["legal"]].index(chosen)])
