"""Lines from the person: with editing and completion in a terminal, plain from a pipe."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

CLEAR_SCREEN = "\x1b[H\x1b[2J"  # of the screen alone: what was scrolled out of it stays


class Lines:
    """Where lines come from. EOFError ends the game."""

    def __init__(self, remember: bool) -> None:
        self.remember = remember  # whether earlier lines can be called up again; not where two people type
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._session: Any = None

    def ask(self, prompt: str, words: Sequence[str], small: bool = False) -> str:
        """The next line; Tab completes these words, on a small screen without a menu below the line."""
        if not self.interactive:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            sys.stdout.write(f"{prompt}{line}" if line.endswith("\n") else f"{prompt}{line}\n")
            return line
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.history import DummyHistory, InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        if self._session is None:
            history = InMemoryHistory() if self.remember else DummyHistory()
            self._session = PromptSession(history=history)
        completer = WordCompleter(list(words), ignore_case=True, sentence=True)
        style = CompleteStyle.READLINE_LIKE if small else CompleteStyle.COLUMN
        try:
            return str(
                self._session.prompt(
                    prompt,
                    completer=completer,
                    complete_style=style,
                    reserve_space_for_menu=0 if small else 3,
                )
            )
        except KeyboardInterrupt:
            return ""

    def answer(self, prompt: str, words: Sequence[str] = ()) -> str:
        """The answer to a question beside the game; the end of input is no answer."""
        try:
            return self.ask(prompt, words, small=True).strip()
        except EOFError:
            return ""

    def wait(self, prompt: str) -> None:
        """Waits for Enter; a script is not kept waiting."""
        if self.interactive:
            with suppress(KeyboardInterrupt):
                input(prompt)

    def repaint(self, text: str) -> None:
        """Shows a text in place of what the screen shows."""
        sys.stdout.write(f"{CLEAR_SCREEN}{text}\n")
        sys.stdout.flush()

    def clear(self) -> None:
        """Wipes the screen and what can be scrolled back to."""
        if self.interactive:
            sys.stdout.write(f"{CLEAR_SCREEN}\x1b[3J")
            sys.stdout.flush()
