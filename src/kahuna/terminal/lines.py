"""Lines from the person: with editing and completion in a terminal, plain from a pipe."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


class Lines:
    """Where lines come from. EOFError ends the game."""

    def __init__(self, remember: bool) -> None:
        self.remember = remember  # whether earlier lines can be called up again; not where two people type
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._session: Any = None

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """The next line; Tab completes these words."""
        if not self.interactive:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            sys.stdout.write(f"{prompt}{line}" if line.endswith("\n") else f"{prompt}{line}\n")
            return line
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import DummyHistory, InMemoryHistory

        if self._session is None:
            history = InMemoryHistory() if self.remember else DummyHistory()
            self._session = PromptSession(history=history, reserve_space_for_menu=3)
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        try:
            return str(self._session.prompt(prompt, completer=completer))
        except KeyboardInterrupt:
            return ""

    def wait(self, prompt: str) -> None:
        """Waits for Enter; a script is not kept waiting."""
        if self.interactive:
            with suppress(KeyboardInterrupt):
                input(prompt)

    def clear(self) -> None:
        """Wipes the screen and what can be scrolled back to."""
        if self.interactive:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
