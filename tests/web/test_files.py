"""What the page is made of: no foreign host, nothing that the content policy would stop."""

import re
from collections.abc import Callable
from pathlib import Path

from kahuna.server.site import uncommented

WEB = Path(__file__).parents[2] / "src/kahuna/web"
SERVED = (".html", ".js", ".css", ".json", ".svg", ".webmanifest")
ROOT = Path(__file__).parents[2]


def files(*suffixes: str) -> list[Path]:
    """The page's files with one of these suffixes."""
    return sorted(path for path in WEB.rglob("*") if path.suffix in (suffixes or SERVED))


def test_nothing_mentions_another_host() -> None:
    allowed = {"http://www.w3.org/2000/svg"}  # a name, never asked for
    for path in files():
        for address in re.findall(
            r"""(?:https?:)?//[\w-]+\.[\w.-]+[^\s'"`)]*""", path.read_text(encoding="utf-8")
        ):
            assert address in allowed, f"{path.name}: {address}"


def test_nothing_needs_what_the_content_policy_forbids() -> None:
    for path in files(".html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script>|javascript:", text), path.name
    for path in files(".js"):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)  # comments may
        found = re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
        )
        assert not found, f"{path.name}: {found}"


def test_the_lock_of_the_tools_names_no_address_and_only_exact_versions() -> None:
    assert not re.search(r'"resolved"|\.tgz', (ROOT / "package-lock.json").read_text())
    assert not re.search(r'"[\^~]', (ROOT / "package.json").read_text())
    assert "omit-lockfile-registry-resolved=true" in (ROOT / ".npmrc").read_text()


def test_every_class_of_the_style_sheets_is_set_somewhere() -> None:
    code = "\n".join(path.read_text("utf-8") for path in files(".js", ".html"))
    words = set(re.findall(r"[\w-]+", code))
    made = [re.split(r"\$\{[^{}]*\}", text) for text in re.findall(r"[\w-]*\$\{[^{}]*\}[\w-]*", code)]
    begun = [(before, after) for before, after in made if before or after]  # `s${number}`, `${name}-seg`
    sheets = (re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S) for path in files(".css"))
    named = {name for sheet in sheets for name in re.findall(r"\.([a-zA-Z][\w-]*)(?=[^{}]*\{)", sheet)}
    unset = {name for name in named if name not in words and not any(map(fits(name), begun))}
    assert not unset


def fits(name: str) -> Callable[[tuple[str, str]], bool]:
    return lambda ends: name.startswith(ends[0]) and name.endswith(ends[1])


def test_every_export_is_imported_by_another_module_or_a_test() -> None:
    texts = {path: path.read_text("utf-8") for path in files(".js")}
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    words = {path: set(re.findall(r"\w+", text)) for path, text in texts.items()}
    unused = [
        f"{path.relative_to(WEB)}: {name}"
        for path, text in texts.items()
        for name in re.findall(r"^export (?:async )?(?:function\*?|const|class) (\w+)", text, re.M)
        if not any(name in words[other] for other in texts if other != path) and name not in tests
    ]
    assert not unused


def test_comments_stay_at_home_and_nothing_else_does() -> None:
    code = "const a = '/* no comment */'; /* beside */\n  /** @type {string} */ (b).c();\n"
    assert uncommented(f"/** About. */\n{code}  /*\n   * More.\n   */\nb(a);\n") == f"\n{code}\n\n\nb(a);\n"
    for path in files(".js", ".css"):
        text = path.read_text("utf-8")
        assert uncommented(text).count("\n") == text.count("\n")
        comments = [found.start() for found in re.finditer(r"^[ \t]*/\*", text, re.M)]
        inside = [at for at in comments if text[:at].count("`") % 2]  # of a string over several lines
        assert not inside, path.name


def test_no_line_of_the_source_is_too_long_to_be_read() -> None:
    long = [
        f"{path.relative_to(WEB)}:{number}"
        for path in files(".js", ".css", ".ts")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > 110
    ]
    assert not long
