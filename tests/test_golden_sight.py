"""What the seats and a spectator see of the golden games, byte for byte as it was: views, events and previews as JSON.

`golden/sight/` has a line for every golden record: a digest over all that was ever shown, and the last of it in full,
so that a difference can be read. `python tests/test_golden_sight.py` writes it anew, only after a change on purpose.
"""

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from kahuna import Game, read_record
from kahuna.table.record import load_record

FOLDER = Path(__file__).with_name("golden")
SIGHT = FOLDER / "sight" / "sight.jsonl"
RECORDS = sorted(path for path in FOLDER.glob("*.json") if path.name != "perft.json")


def shown(path: Path) -> Iterator[bytes]:
    """Everything that anybody is shown in the course of this game, as the server would write it."""
    whole = read_record(load_record(path.read_text("utf-8")))
    game = Game(whole.rules, whole.dealer)
    for number in range(len(whole.steps) + 1):
        if number:
            game.play_code(whole.steps[number - 1].code)
        if number == len(whole.steps) and whole.over and not game.over:
            assert whole.result
            assert whole.result["winner"]
            game.end(whole.result["by"], whole.result["winner"])
        yield msgspec.json.encode({action: game.preview(action) for action in game.legal()[::7]})
        for seat in (None, "white", "black"):
            if number:
                yield msgspec.json.encode(game.events(seat))
            yield msgspec.json.encode(game.view(seat))


def line(path: Path) -> str:
    """The line of the golden file for this record."""
    digest, last = blake2b(digest_size=16), b""
    for last in shown(path):
        digest.update(last + b"\n")
    return json.dumps({"record": path.stem, "digest": digest.hexdigest(), "last": last.decode()})


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_is_shown_of_a_golden_game_is_the_same_byte_for_byte(path: Path) -> None:
    """Design: the types of views and events describe the JSON, they do not change it."""
    lines = SIGHT.read_text("utf-8").splitlines()
    assert line(path) == lines[RECORDS.index(path)]


if __name__ == "__main__":
    SIGHT.parent.mkdir(exist_ok=True)
    SIGHT.write_text("".join(line(path) + "\n" for path in RECORDS), "utf-8")
