"""How big each page is in all, without compression: what a visitor who opens it loads."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src/kahuna/web"
LANGUAGES = ("en", "de", "it", "es", "ja")
MOST = 250_000
SHELL = ("index.html", "early.js", "icon.svg", "manifest.webmanifest", "style.css", "shell.css")
PAGES: dict[tuple[str, ...], str] = {  # main.js: what a page loads besides, and its words
    ("home.js", "pages.css"): "pages errors",
    ("join.js", "pages.css"): "pages errors",
    ("replay.js", "pages.css"): "pages errors table",
    ("rules.js", "pages.css"): "pages errors table rules",
    ("table.js", "table.css"): "pages errors table",
}


def modules(name: str) -> set[Path]:
    """A module and all that it imports from the start."""
    found, ahead = set[Path](), [WEB / name]
    while ahead:
        path = ahead.pop()
        if path not in found:
            found.add(path)
            text = path.read_text(encoding="utf-8")
            ahead += [
                WEB / other for other in re.findall(r"^(?:import|export)[^;]* from '\./(.+?)';", text, re.M)
            ]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_what_any_one_page_loads_is_under_250_kb(page: tuple[str, ...]) -> None:
    """Its code, style and words in the longest language, with the shell."""
    loaded = {WEB / name for name in (*SHELL, *page)} | modules("main.js") | modules(page[0])
    code = sum(path.stat().st_size for path in loaded)
    strings = max(
        sum((WEB / f"strings/{part}.{language}.json").stat().st_size for part in PAGES[page].split())
        for language in LANGUAGES
    )
    assert code + strings < MOST
