"""Games on disk: saved on request, and kept automatically until they are finished."""

import json
import os
import shlex
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from kahuna.learn.progress import progress_file
from kahuna.table.dealer import SeededDealer
from kahuna.table.errors import BadRecord
from kahuna.table.game import Game
from kahuna.table.record import dump_record, load_record, read_text, resume_record, write_record
from kahuna.table.ruleset import SEATS, other

PROGRAM = "kahuna"  # its default name
HUMAN = "human"
FRIEND = "friend"


class Seating(NamedTuple):
    """A game, who sits where (`human`, or a player's spec), and the seed of everything that is left to chance in it."""

    game: Game
    players: dict[str, str]
    seed: str


def record_of(seating: Seating) -> str:
    """The game as a line of text, with its seed: a resumed game continues exactly as it would have."""
    return dump_record(write_record(seating.game, seating.players, {"seed": seating.seed})) + "\n"


def resumed(path: Path, against: str | None, seat: str, own: bool = False) -> Seating:
    """The saved game of a file, with this opponent if one is named.

    A file from elsewhere must not start programs unasked; our `own` file only names programs started before.
    """
    record = load_record(read_text(path))
    game = resume_record(record)
    if game.over:
        raise BadRecord(f"{path}: this game is over; kahuna replay {path} shows it")
    players: dict[str, str] = {place: record["players"][place] or HUMAN for place in SEATS}
    if HUMAN not in players.values():
        raise BadRecord(
            f"{path}: no person plays in this game: {json.dumps(players)}; one player must be {HUMAN!r}"
        )
    if against is not None:
        people = [place for place in SEATS if players[place] == HUMAN]
        players[other("white" if (people[0] if len(people) == 1 else seat) == "white" else "black")] = (
            HUMAN if against == FRIEND else against
        )
    for spec in players.values():
        if spec.startswith("exec:") and spec != against and not own:
            raise BadRecord(
                f"{path}: the opponent is a program; to start it, add --against {shlex.quote(spec)}"
            )
    seed = record["meta"].get("seed")
    dealer = SeededDealer(seed if isinstance(seed, str) else None)
    game.dealer = dealer
    return Seating(game, players, dealer.seed)


def may_replace(path: Path) -> bool:
    """Whether this file may be overwritten: it does not exist, or it is a saved game."""
    if not path.exists():
        return True
    try:
        return bool(load_record(read_text(path))["format"])
    except (BadRecord, KeyError, TypeError):
        return False


def save(path: Path, text: str) -> None:
    """Writes a file completely or not at all, readable by its owner only."""
    part = path.with_name(path.name + ".part")
    with os.fdopen(
        os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
    part.replace(path)


def saved_as(name: str, seating: Seating) -> str:
    """Writes the game to this file; the reason if that cannot be done, else ""."""
    try:
        path = Path(name).expanduser()
        if not may_replace(path):
            return f"{name} exists and is not a saved game; nothing was saved."
        save(path, record_of(seating))
    except (OSError, ValueError, RuntimeError) as error:
        return f"{name}: {getattr(error, 'strerror', None) or error}; nothing was saved."
    return ""


def how_to_resume(name: str) -> str:
    """The command that resumes a saved game."""
    program = sys.argv[0] if Path(sys.argv[0]).name == PROGRAM else PROGRAM
    return f"{program} play --resume {shlex.quote(name)}"


class Kept:
    """The file that keeps a running game: one for each process, named by its number."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or progress_file().parent / "unfinished"
        self.file = self.folder / f"{os.getpid()}.json"

    def write(self, seating: Seating) -> None:
        """Keeps the game as it is now; a full disk does not stop play."""
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            save(self.file, record_of(seating))

    def drop(self, file: Path | None = None) -> None:
        """Deletes the kept game: it is finished or was dropped."""
        with suppress(OSError):
            (file or self.file).unlink(missing_ok=True)

    def found(self) -> Path | None:
        """The kept game played last that no running process is playing."""
        with suppress(OSError):
            files = [file for file in self.folder.glob("*.json") if not _alive(file.stem)]
            return max(files, key=lambda file: file.stat().st_mtime, default=None)
        return None


def _alive(number: str) -> bool:
    """Whether a process has this number; not if it is no number or our own."""
    if not number.isdecimal() or int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def described(path: Path) -> str:
    """A kept game in a few words; BadRecord if it cannot be continued."""
    record: Any = load_record(read_text(path))
    game = resume_record(record)
    if game.over:
        raise BadRecord("this game is over")
    rivals = [spec for spec in record["players"].values() if spec != HUMAN]
    against = f"against {rivals[0]}" if rivals else "of two people"
    minutes = max(0.0, time.time() - path.stat().st_mtime) / 60
    return f"{game.spec.title} {against}, turn {game.state.turn}, {_ago(minutes)}"


def _ago(minutes: float) -> str:
    """How long ago that was, in the unit that suits it."""
    if minutes < 1.5:
        return "a minute ago"
    if minutes < 90:
        return f"{minutes:.0f} minutes ago"
    return f"{minutes / 60:.0f} hours ago" if minutes <= 48 * 60 else f"{minutes / 60 / 24:.0f} days ago"
