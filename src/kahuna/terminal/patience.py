"""A player that answers without delay: while its native code is compiled, a quick stand-in answers."""

import threading
from random import Random

from kahuna.bots.base import Bot, Choice
from kahuna.bots.registry import find_bot, stand_in
from kahuna.table.ruleset import Seat
from kahuna.table.view import Result, Settings, View

GRACE = 3.0  # seconds for the first decision; enough to load native code that is already compiled


class Awaking(Bot):
    """The player with this spec. Its first decision is made in the background; if that takes long, another fills in."""

    def __init__(self, spec: str, game: str, grace: float = GRACE) -> None:
        self._bot = find_bot(spec, game)
        self.name, self.games, self.native = self._bot.name, self._bot.games, self._bot.native
        self._stand_in = stand_in(spec, game) if self.native else self._bot
        self._grace = grace
        self._first: threading.Thread | None = None
        self._found: Choice | Exception | None = None

    @property
    def asleep(self) -> bool:
        """Whether it is still making its first decision."""
        return bool(self._first and self._first.is_alive())

    def start(self, game: str, rules: Settings, seat: Seat) -> None:
        """A game begins."""
        self._bot.start(game, rules, seat)

    def choose(self, view: View, random: Random, time_ms: float | None = None) -> Choice:
        """What the player chooses, or its stand-in."""
        if not self.native:
            return self._bot.choose(view, random, time_ms)
        if self._first is None:
            task = (view, Random(random.random()), time_ms)
            self._first = threading.Thread(target=self._decide, args=task, daemon=True)
            self._first.start()
            self._first.join(self._grace)
            if isinstance(self._found, Choice):
                return self._found
        if self.asleep:
            return self._stand_in.choose(view, random, time_ms)
        return self._bot.choose(view, random, time_ms)

    def _decide(self, view: View, random: Random, time_ms: float | None) -> None:
        try:
            self._found = self._bot.choose(view, random, time_ms)
        except Exception as error:  # it will fail again in the foreground
            self._found = error

    def end(self, result: Result) -> None:
        """The game is over."""
        if not self.asleep:
            self._bot.end(result)

    def close(self) -> None:
        """The player is not needed any more."""
        if not self.asleep:
            self._bot.close()


def seated(spec: str, game: str, impatient: bool) -> Bot:
    """The player with this spec; with a stand-in for someone who will not wait."""
    bot = find_bot(spec, game)
    return Awaking(spec, game) if impatient and bot.native else bot
