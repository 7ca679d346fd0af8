"""The command `kahuna serve`: the table in the browser."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def _port(text: str) -> int:
    if not text.isdecimal() or not int(text) < 65536:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def add_serve(commands: "Commands") -> None:
    """Adds `kahuna serve`."""
    serve = commands.add_parser(
        "serve",
        help="the table in the browser, also for others (the default)",
        description="Serves the table on this machine and opens the browser.",
    )
    serve.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets others in (default: 127.0.0.1)")
    serve.add_argument("--port", type=_port, metavar="N", help="default: the first free one from 8765")
    serve.add_argument("--store", metavar="URL", help="a path or sqlite:///path (default: your data folder)")
    serve.add_argument("--no-browser", action="store_true", help="do not open the browser")
    serve.add_argument(
        "--log", choices=("plain", "json"), default="plain", help="how the log is written (default: plain)"
    )
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    from kahuna.server.serve import serve

    return serve(options.host, options.port, options.store, not options.no_browser, options.log)
