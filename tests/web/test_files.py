"""What the page is made of: no foreign host, nothing that the content policy would stop."""

import re
from pathlib import Path

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
