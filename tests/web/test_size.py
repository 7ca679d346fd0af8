"""How big each page is in all, compressed: what a visitor who opens it loads."""

import gzip
import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src/kahuna/web"
LANGUAGES = ("en", "de", "it", "es", "ja")
SHELL = ("index.html", "early.js", "icon.svg", "manifest.webmanifest", "styles/shared.css")
IMPORT = re.compile(r"""^(?:@?import|(?:import|export) [^;'"]* from) ['"]([\w./-]+)['"];""", re.M)
PAGES: dict[tuple[str, ...], tuple[str, int]] = {  # its words and its limit
    ("pages/home.js", "styles/pages.css"): ("pages errors", 70_000),
    ("pages/join.js", "styles/pages.css"): ("pages errors", 70_000),
    ("pages/replay.js", "styles/pages.css"): ("pages errors table", 110_000),
    ("pages/rules.js", "styles/pages.css"): ("pages errors table rules", 110_000),
    ("table/table.js", "styles/table.css"): ("pages errors table", 110_000),
}


def with_imports(*names: str) -> set[Path]:
    """These files and all that they import from the start."""
    found, ahead = set[Path](), [WEB / name for name in names]
    while ahead:
        path = ahead.pop().resolve()
        if path not in found:
            found.add(path)
            ahead += [path.parent / other for other in IMPORT.findall(path.read_text(encoding="utf-8"))]
    return found


def compressed(path: Path) -> int:
    """How many bytes of it cross the wire."""
    return len(gzip.compress(path.read_bytes()))


@pytest.mark.parametrize("page", PAGES)
def test_what_any_one_page_loads_is_small(page: tuple[str, ...]) -> None:
    """Its code, style and words in the longest language, with the shell."""
    parts, limit = PAGES[page]
    code = sum(map(compressed, with_imports("main.js", *SHELL, *page)))
    strings = max(
        sum(compressed(WEB / f"strings/{part}.{language}.json") for part in parts.split())
        for language in LANGUAGES
    )
    assert code + strings < limit
