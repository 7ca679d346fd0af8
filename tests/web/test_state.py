"""The table and a review have one state each, which only their named actions change.

The type check proves that readers change nothing (`read-only.ts`); here is that nobody else gets hold of what can
be changed, and that nothing is known beside it.
"""

import re
from pathlib import Path

from kahuna.server.site import WEB

ROOMS = ("table", "games", "review", "learn")
LASTING = r"(?:make|open|start|keep|build|run)[A-Z]\w*"  # functions whose inner ones outlive the call
CHANGED_IN = {
    "TableState": {"table/table.js", "table/state.js"},
    "ReviewData": {"review/page.js", "review/state.js"},
}


def modules() -> dict[str, str]:
    """The modules of the rooms with a state, without comments."""
    paths = [path for room in ROOMS for path in sorted((WEB / room).glob("*.js"))]
    return {str(path.relative_to(WEB)): read(path) for path in paths}


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_only_the_actions_are_handed_a_state_that_can_be_changed() -> None:
    for state, allowed in CHANGED_IN.items():
        named = {name for name, text in modules().items() if re.search(rf"\b{state}\b", text)}
        assert named <= allowed, state
    makers = {
        name for name, text in modules().items() if "newState(first)" in text or "newState(game" in text
    }
    assert makers == {"table/table.js", "table/state.js", "review/page.js"}


def test_nothing_is_known_in_variables_beside_the_state() -> None:
    beside = []
    for name, text in modules().items():
        beside += [f"{name}: {line}" for line in re.findall(r"^let .*", text, re.M)]
        for function, body in re.findall(
            rf"^(?:export )?(?:async )?function ({LASTING})(.*?)^}}", text, re.M | re.S
        ):
            beside += [f"{name}, {function}: {line}" for line in re.findall(r"^  let .*", body, re.M)]
    assert not beside


def test_every_field_of_a_state_has_a_comment() -> None:
    for path in (WEB / "table/state.js", WEB / "review/state.js"):
        fields = re.findall(r"^ \* @property \{.*\} (\w+)(.*)$", read(path), re.M)
        assert len(fields) > 10
        assert not [name for name, about in fields if not about.strip()]
