"""Makes the golden reviews anew: `python tests/review/make_reviews.py [NAME ...]`.

Do it only when players or reviews have changed on purpose. Each is a quick review of the golden record of that name.
"""

import json
import sys
from pathlib import Path
from typing import Any

from kahuna.review.data import to_json
from kahuna.review.review import review
from kahuna.table.record import read_record

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("kahuna-points-greedy", "handicap-3-planning", "exahuna-islands", "special-islands")
DIGITS = 6


def rounded(value: Any) -> Any:
    """A JSON document with shorter numbers."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, list):
        return [rounded(one) for one in value]
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return value


def main(names: list[str]) -> int:
    """Writes these, or all."""
    for name in names or NAMES:
        game = read_record(json.loads((GOLDEN / f"{name}.json").read_text("utf-8")))
        found = rounded(json.loads(to_json(review(game, depth="quick"))))
        text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
        (GOLDEN / "reviews" / f"{name}.json").write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
