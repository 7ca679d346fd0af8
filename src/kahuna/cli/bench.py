"""The command `kahuna bench`."""

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def add_bench(commands: "Commands") -> None:
    """Adds `kahuna bench`."""
    commands.add_parser(
        "bench",
        help="measure speed",
        description="Measure speed beside C and a naive model; takes a minute.",
        options=_options,
    )


def _options(bench: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    bench.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    bench.set_defaults(run=run_bench)


def run_bench(options: argparse.Namespace) -> int:
    """Measures speed."""
    import json

    from kahuna.bench import figures, speed

    quiet = options.json or not sys.stderr.isatty()
    results = speed.measure(None if quiet else lambda what: print(f"measuring {what} ...", file=sys.stderr))
    print(json.dumps(results) if options.json else figures.table(results))
    return 0
