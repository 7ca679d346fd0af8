"""What has been done on this device: steps of lessons and puzzles, in a small file in the user's state folder."""

import json
import os
from pathlib import Path
from typing import Any

PROGRESS_KINDS = ("lessons", "puzzles")


def progress_file() -> Path:
    """Where progress is kept: $XDG_STATE_HOME/kahuna/learn.json, by default under ~/.local/state."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "kahuna" / "learn.json"


class Progress:
    """The lessons and puzzles done; a file that cannot be read counts as empty, and a failed write is ignored."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or progress_file()
        self.done: dict[str, list[str]] = {kind: [] for kind in PROGRESS_KINDS}
        try:
            kept: Any = json.loads(self.file.read_text("utf-8"))
            for kind in PROGRESS_KINDS:
                self.done[kind] = [name for name in kept[kind] if isinstance(name, str)]
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def has(self, kind: str, name: str) -> bool:
        """Whether this has been done."""
        return name in self.done[kind]

    def add(self, kind: str, name: str) -> None:
        """Marks this as done."""
        if self.has(kind, name):
            return
        self.done[kind].append(name)
        part = self.file.with_name(self.file.name + ".part")
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_text(json.dumps(self.done) + "\n", "utf-8")
            part.replace(self.file)
        except OSError:
            pass
