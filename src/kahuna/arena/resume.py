"""A match or a ladder in a file, pair by pair, so that it can be interrupted and resumed.

The first line says what is played, every other is a finished pair, in the order in which they were finished.
"""

import json
from pathlib import Path
from typing import Any

from kahuna.arena.checkout import Figures
from kahuna.arena.pair import MatchSetup, Pair, PairFault

Pairing = tuple[int, int]  # numbers of two players of a ladder


class _PairFile:
    """A file that grows with every pair."""

    def __init__(self, path: Path, heading: Figures) -> None:
        self.lines = _read(path, heading) if path.exists() and path.stat().st_size else []
        # Rewritten as a whole: the last line may be incomplete if the process was killed.
        part = path.with_name(path.name + ".part")
        part.write_text("".join(json.dumps(line) + "\n" for line in (heading, *self.lines)), "utf-8")
        part.replace(path)
        self._file = path.open("a", encoding="utf-8")

    def add(self, line: Figures) -> None:
        """Adds a line."""
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Nothing more will be added."""
        self._file.close()


class MatchFile(_PairFile):
    """The pairs of a match that have been played."""

    def __init__(self, path: Path, setup: MatchSetup) -> None:
        super().__init__(path, {"match": list(setup.specs), **_conditions(setup)})
        self.pairs = {pair.number: pair for pair in map(_pair, self.lines)}

    def note(self, pair: Pair) -> None:
        """Adds a pair."""
        self.add(_line(pair))


class LadderFile(_PairFile):
    """The pairs of a ladder that have been played, by pairing and number."""

    def __init__(self, path: Path, specs: tuple[str, ...], setup: MatchSetup) -> None:
        super().__init__(path, {"ladder": list(specs), **_conditions(setup)})
        self.pairs: dict[Pairing, dict[int, Pair]] = {}
        for line in self.lines:
            first, second = line["players"]
            pair = _pair({key: line[key] for key in Pair._fields})
            self.pairs.setdefault((first, second), {})[pair.number] = pair

    def note(self, pairing: Pairing, pair: Pair) -> None:
        """Adds a pair."""
        self.add({"players": list(pairing), **_line(pair)})


def _line(pair: Pair) -> Figures:
    """What is kept of a pair: all but its records."""
    return pair._replace(records=())._asdict()


def _conditions(setup: MatchSetup) -> Figures:
    """What makes two matches the same, apart from the players."""
    return {
        "game": setup.rules.game,
        "rules": setup.rules.settings(),
        "seed": setup.seed,
        "time_ms": setup.time_ms,
        "luck": setup.luck,
        "strict": setup.strict,
        "opening": setup.opening,
    }


def _read(path: Path, heading: Figures) -> list[Figures]:
    """The whole lines after the first; ValueError if the file is of something else."""
    lines = path.read_text("utf-8").splitlines()
    found, kind = _document(lines[0]), next(iter(heading))
    if not isinstance(found, dict) or kind not in found:
        raise ValueError(f"{path}: this is no {kind} that can be resumed")
    found = {"opening": 0, **found}  # older files do not say so
    for key, value in heading.items():
        if found.get(key) != value:
            raise ValueError(
                f"{path}: this is another {kind}: its {key} is {found.get(key)!r}, not {value!r}"
            )
    documents = [_document(line) for line in lines[1:]]
    return [line for line in documents if isinstance(line, dict) and set(Pair._fields) <= set(line)]


def _document(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _pair(document: Figures) -> Pair:
    """The pair of a line."""
    fields: Figures = {
        key: tuple(value) if isinstance(value, list) else value for key, value in document.items()
    }
    fields["faults"] = tuple(PairFault(*fault) for fault in document["faults"])
    return Pair(**fields)
