"""Makes a small site of README, docs and docstrings that opens from files: `make docs`, then build/docs/index.html.

    python docs/make_site.py [--check]

`--check` writes nothing and fails where a link leads nowhere. What has no docstring is found by the linter.
"""

import argparse
import ast
import html
import os
import re
import shutil
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "docs"
PACKAGE = ROOT / "src" / "kahuna"
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "bench/*.md")
PICTURES = ("docs/pictures",)
LINK = re.compile(r'(?P<before>(?:href|src)=")(?P<target>[^"]*)"')
SCHEME = re.compile(r"[a-z]+:")

markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])


class Page(NamedTuple):
    """A page of the site: where its text lies, where it goes, what it says."""

    source: Path
    target: Path  # below OUT
    title: str
    body: str


# ------------------------------------------------------------------ documents


def slug(heading: str) -> str:
    """The anchor of a heading, as forges make it."""
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def documents() -> list[Path]:
    """Every document, the README first."""
    return [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]


class Heading(NamedTuple):
    """A heading of a document, and the anchor that leads to it."""

    token: Token
    text: str
    anchor: str


def headings(tokens: list[Token]) -> list[Heading]:
    """The headings of a document; a second one of the same text gets a number."""
    found: list[Heading] = []
    used: Counter[str] = Counter()
    for token, inner in pairwise(tokens):
        if token.type == "heading_open":
            name = slug(inner.content)
            anchor = f"{name}-{used[name]}" if used[name] else name
            used[name] += 1
            found.append(Heading(token, inner.content, anchor))
    return found


def anchors(text: str) -> set[str]:
    """The anchors that a document's headings make."""
    return {heading.anchor for heading in headings(markdown.parse(text))}


def document_page(path: Path) -> Page:
    """A document as a page."""
    tokens = markdown.parse(path.read_text("utf-8"))
    found = headings(tokens)
    for heading in found:
        heading.token.attrSet("id", heading.anchor)
    body = markdown.renderer.render(tokens, markdown.options, {})
    title = re.sub(r"[`*]", "", found[0].text) if found else path.stem
    return Page(path, _target(path), title, body)


def _target(path: Path) -> Path:
    inner = path.relative_to(ROOT)
    return Path("index.html") if inner.name == "README.md" else inner.with_suffix(".html")


# ------------------------------------------------------------------ docstrings


def modules() -> list[Path]:
    """Every module that others may import."""
    return [
        path
        for path in sorted(PACKAGE.rglob("*.py"))
        if not any(part.startswith("_") and part != "__init__.py" for part in path.relative_to(PACKAGE).parts)
    ]


def dotted(path: Path) -> str:
    """The name under which a module is imported."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def module_page(path: Path) -> Page:
    """What a module offers, from its docstrings."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    name = dotted(path)
    parts = [f"<h1><code>{name}</code></h1>", _prose(tree)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and _public(node.name):
            parts.append(_described(node, 2, text.splitlines()))
    return Page(path, Path("api") / f"{name}.html", name, "\n".join(parts))


def _described(
    node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, depth: int, lines: list[str]
) -> str:
    """A class with its public methods and fields, or a function."""
    parts = [
        f'<h{depth} id="{node.name}"><code>{html.escape(signature(node))}</code></h{depth}>',
        _prose(node),
    ]
    if isinstance(node, ast.ClassDef):
        fields = [
            inner for inner in node.body if isinstance(inner, ast.AnnAssign) and _is_public_field(inner)
        ]
        if fields:
            rows = "".join(f"<li>{_field(field, lines)}</li>" for field in fields)
            parts.append(f"<ul>{rows}</ul>")
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and _public(inner.name):
                parts.append(_described(inner, depth + 1, lines))
    return "\n".join(parts)


def _field(node: ast.AnnAssign, lines: list[str]) -> str:
    """A field, with the comment beside it."""
    comment = (
        lines[(node.end_lineno or node.lineno) - 1][node.end_col_offset or 0 :].partition("#")[2].strip()
    )
    said = (
        f": {markdown.renderInline(comment)}" if comment and not comment.startswith(("type:", "noqa")) else ""
    )
    return f"<code>{html.escape(ast.unparse(node))}</code>{said}"


def signature(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """How it is called."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, node.bases))
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    kind = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{kind}{node.name}({ast.unparse(node.args)}){returned}"


def _is_public_field(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and _public(node.target.id)


def _public(name: str) -> bool:
    return not name.startswith("_")


def _prose(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return str(markdown.render(ast.get_docstring(node) or ""))


def contents_page() -> Page:
    """All modules, with what each is for."""
    rows = []
    for path in modules():
        doc = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        first = markdown.renderInline(doc.split("\n\n")[0])
        rows.append(
            f'<tr><td><a href="{dotted(path)}.html"><code>{dotted(path)}</code></a></td><td>{first}</td></tr>'
        )
    body = f"<h1>Modules</h1>\n<table>{''.join(rows)}</table>"
    return Page(PACKAGE, Path("api/index.html"), "Modules", body)


# ------------------------------------------------------------------ links


def broken_links() -> list[str]:
    """Links of the documents that lead nowhere: files and anchors, not addresses of others."""
    found = []
    for path in documents():
        text = path.read_text("utf-8")
        for match in LINK.finditer(markdown.render(text)):
            target = unquote(html.unescape(match["target"]))
            if SCHEME.match(target):
                continue
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            if not there.exists() or ROOT not in (there, *there.parents):
                found.append(f"{path.relative_to(ROOT)}: {target} leads nowhere")
            elif anchor and there.suffix == ".md" and anchor not in anchors(there.read_text("utf-8")):
                found.append(f"{path.relative_to(ROOT)}: {target}: there is no such heading")
    return found


def moved_links(page: Page, pages: dict[Path, Path]) -> str:
    """The page's body with links to what is beside it on the site; source files stay where they are."""

    def move(match: re.Match[str]) -> str:
        target = html.unescape(match["target"])
        file, hash, anchor = target.partition("#")
        if SCHEME.match(target) or not file or page.target.parts[0] == "api":
            return match[0]
        there = (page.source.parent / unquote(file)).resolve()
        goal = OUT / pages[there] if there in pages else OUT / there.relative_to(ROOT)
        if there not in pages and not any(there.is_relative_to(ROOT / name) for name in PICTURES):
            goal = there
        shown = os.path.relpath(goal, (OUT / page.target).parent)
        return f'{match["before"]}{html.escape(shown + hash + anchor)}"'

    return LINK.sub(move, page.body)


# ------------------------------------------------------------------ writing

STYLE = """
:root { color-scheme: light dark; --paper: #fbf6e9; --ink: #1f2a2c; --line: #cdbf9a; --link: #9a3412; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17262b; --ink: #e9e2cf; --line: #46585c; --link: #f4b266; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; max-width: 56rem; margin: 0 auto; padding: 1rem 1.5rem 0; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; font-family: Georgia, serif; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td a code { white-space: nowrap; }
td, th { border: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; }
"""
MENU = (
    ("index.html", "Kahuna"),
    ("docs/rules.html", "Rules"),
    ("docs/bots.html", "Bots"),
    ("docs/research.html", "Research"),
    ("docs/hosting.html", "Hosting"),
    ("docs/architecture.html", "Architecture"),
    ("api/index.html", "API"),
)


def write_site() -> int:
    """Writes all pages; how many there are."""
    pages = [*map(document_page, documents()), contents_page(), *map(module_page, modules())]
    places = {page.source: page.target for page in pages}
    shutil.rmtree(OUT, ignore_errors=True)
    for page in pages:
        target = OUT / page.target
        target.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(page.target.parts) - 1)
        menu = "".join(f'<a href="{up}{path}">{name}</a>' for path, name in MENU)
        target.write_text(
            f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{html.escape(page.title)}</title>\n'
            '<meta name="viewport" content="width=device-width">\n'
            f'<link rel="stylesheet" href="{up}style.css">\n'
            f"<nav>{menu}</nav>\n<main>\n{moved_links(page, places)}\n</main>\n</html>\n",
            "utf-8",
        )
    (OUT / "style.css").write_text(STYLE, "utf-8")
    for name in PICTURES:
        shutil.copytree(ROOT / name, OUT / name, dirs_exist_ok=True)
    return len(pages)


def main() -> int:
    """Writes the site, or only looks for broken links."""
    parser = argparse.ArgumentParser(description="Makes a site of README, docs and docstrings.")
    parser.add_argument("--check", action="store_true", help="only look for links that lead nowhere")
    options = parser.parse_args()
    broken = broken_links()
    for line in broken:
        sys.stderr.write(line + "\n")
    if not options.check:
        sys.stdout.write(f"{write_site()} pages: {OUT.relative_to(ROOT)}/index.html\n")
    return int(bool(broken))


if __name__ == "__main__":
    raise SystemExit(main())
