"""The command `kahuna serve`: the table in the browser."""

import argparse
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kahuna.cli.options import Commands


def _port(text: str) -> int:
    if not text.isdecimal() or not int(text) < 65536:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def add_serve(commands: "Commands") -> None:
    """Adds `kahuna serve`."""
    commands.add_parser(
        "serve",
        help="open the table in the browser, for yourself or for others (the default)",
        description="Serve the table from this machine and open it in the browser.",
        options=_options,
    )


def _options(serve: argparse.ArgumentParser) -> None:
    """What can be given to it."""
    serve.add_argument(
        "--config",
        metavar="FILE",
        help="settings in TOML; environment variables KAHUNA_... work too (docs/hosting.md)",
    )
    serve.add_argument("--host", help="address to listen on; 0.0.0.0 lets others in (default: 127.0.0.1)")
    serve.add_argument(
        "--port", type=_port, metavar="N", help="port to listen on (default: the first free one from 8765)"
    )
    serve.add_argument(
        "--store",
        metavar="URL",
        help="where games are stored: a path, sqlite:///path or postgresql://... (default: your data folder)",
    )
    serve.add_argument(
        "--base", metavar="PATH", help="path of the server on its host, for example /kahuna behind a proxy"
    )
    serve.add_argument(
        "--allowed-hosts", metavar="NAMES", help="further host names of this server, separated by commas"
    )
    serve.add_argument(
        "--trusted-proxies",
        metavar="IPS",
        help="proxies whose X-Forwarded-For header is trusted, separated by commas",
    )
    serve.add_argument("--workers", metavar="N", help="number of processes for the computer players")
    serve.add_argument(
        "--health",
        metavar="HOST:PORT",
        help="separate address for /healthz, /readyz and /metrics; 'public' serves them with the table",
    )
    serve.add_argument("--log", metavar="KIND", help="log format: plain or json (default: plain)")
    serve.add_argument(
        "--public",
        action=argparse.BooleanOptionalAction,
        help="list open seats and public games on the home page (default: no)",
    )
    serve.add_argument("--no-browser", action="store_true", help="do not open the browser")
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    """Serves until Ctrl-C."""
    # Before anything starts a thread (numpy does when it is imported): that thread would be ended by the signal.
    import signal

    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    from kahuna.server import settings
    from kahuna.server.serve import serve

    given = {name: getattr(options, name, None) for name in settings.MAIN if name != "browser"}
    if options.no_browser:
        given["browser"] = False
    return serve(settings.read_settings(options.config, os.environ, given))
