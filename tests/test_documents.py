"""The documents: links lead somewhere, and the site has a page for everything."""

import re
from fnmatch import fnmatch
from pathlib import Path

import make_site
import pytest


def test_every_link_of_the_documents_leads_somewhere() -> None:
    assert make_site.broken_links() == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "README.md").write_text(
        "# One\n\n## Two `words`\n\n[a](README.md#two-words) [b](#three) [c](none.md)\n"
    )
    monkeypatch.setattr(make_site, "ROOT", tmp_path)
    assert make_site.broken_links() == [
        "README.md: #three: there is no such heading",
        "README.md: none.md leads nowhere",
    ]


def test_anchors_are_those_that_forges_make() -> None:
    text = "# The *first*, and last!\n\n## Same\n\n## Same\n\n## [Linked](x.md) `code_x`\n"
    assert make_site.anchors(text) == {"the-first-and-last", "same", "same-1", "linked-code_x"}


def test_the_site_has_every_document_and_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_site, "OUT", tmp_path / "site")
    pages = make_site.write_site()
    found = {path.relative_to(tmp_path / "site") for path in (tmp_path / "site").rglob("*.html")}
    assert len(found) == pages
    game = (tmp_path / "site" / "api" / "kahuna.table.game.html").read_text("utf-8")
    assert "Plays an action given in notation" in game
    view = (tmp_path / "site" / "api" / "kahuna.table.view.html").read_text("utf-8")
    assert "<code>seat: Seat | None</code>: whose view it is; null for a spectator" in view
    rules = (tmp_path / "site" / "docs" / "rules.html").read_text("utf-8")
    assert '<h1 id="' in rules
    for path in found:
        text = (tmp_path / "site" / path).read_text("utf-8")
        for match in make_site.LINK.finditer(text):
            file = match["target"].partition("#")[0]
            if file.endswith(".html"):
                assert (tmp_path / "site" / path.parent / file).is_file(), (path, file)


ROOT = Path(__file__).parents[1]
ROOMS = ("bench", "examples", "tests", "tuning")
SOURCE = re.compile(r"\.(py|js|css|d\.ts|html|toml)$")


def test_the_table_of_what_to_open_names_every_file_of_the_package_and_no_other() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text[text.index("## To change X, open Y") : text.index("## Exceptions to the plan")]
    quoted = re.findall(r"`([^`]+)`", table)
    named = {name for name in quoted if SOURCE.search(name)} | {
        f"{name}*" for name in quoted if name[-1] == "/"
    }
    files = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("src/kahuna/**/*") if path.is_file()}
    unnamed = [
        file
        for file in sorted(files)
        if SOURCE.search(file)
        and not file.endswith(("__init__.py", "__main__.py"))
        and not any(fnmatch(file, f"*/{name}") for name in named)
    ]
    assert unnamed == []
    others = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in ROOT.glob(f"{room}/**/*.py")}
    assert [name for name in sorted(named) if not any(fnmatch(f, f"*{name}") for f in files | others)] == []
