"""The modules of a page, joined into one file.

The page is written as many small modules. A browser that asked for each of them would wait for a dozen round trips on a
slow line. So a page's own module and all that it imports come as one file, `joined/{page}/all.js`: each module is a
function that runs once and returns what it exports, imported modules first.

What a page loads later stays a module of its own, below `joined/{page}/`, and takes what it needs from the joined file:
nothing runs twice.

The words that these modules use come as one file as well, `joined/{page}/words.{language}.json`.
"""

import json
import re
from posixpath import dirname, join, normpath

JOINED = "joined"
JOINED_FILE = "all.js"

Texts = dict[str, bytes]

_IMPORT = re.compile(r"^import \{([^}]*)\} from '([\w./-]+)';", re.M)
_EXPORTED = re.compile(r"^export (?=(?:async )?(?:const|function|class)\b[* ]+([\w$]+))", re.M)
_EXPORTS = re.compile(r"^export \{([\w$\s,]*)\};", re.M)
_LATER = re.compile(r"\bimport\('([\w./-]+)'\)")
_SPOKEN = re.compile(r"\bspeak\(\[([^\]]+)\]")
_WORDS_FILE = re.compile(r"words\.(\w+)\.json")
_NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b(?! *\().*|\bexport let\b.*", re.M)
_ADDRESS = "import.meta.url"


def beside(name: str, other: str) -> str:
    """The file that is called `other` from within this one."""
    return normpath(join(dirname(name), other))


def needed(page: str, texts: Texts) -> list[str]:
    """The modules that a page loads from the start, each after those that it imports."""
    found: list[str] = []
    under_way: list[str] = []

    def add(name: str) -> None:
        if name in found or name not in texts:
            return
        if name in under_way:
            raise ValueError(f"modules import each other in a ring: {' '.join([*under_way, name])}")
        under_way.append(name)
        for _, other in _IMPORT.findall(texts[name].decode()):
            add(beside(name, other))
        found.append(under_way.pop())

    for name in (f"pages/{page}.js", "main.js"):  # the last one opens the page
        add(name)
    return found


def joined_file(together: list[str], name: str, texts: Texts) -> str | None:
    """The file of this name below `joined/{page}/` of a page that needs these, or None if there is none."""
    if name == JOINED_FILE:
        return "\n".join(
            ["export const modules = {};", *(_as_function(each, together, texts) for each in together)]
        )
    if found := _WORDS_FILE.fullmatch(name):
        return _joined_words(together, found[1], texts)
    if name in together or name not in texts or not name.endswith(".js"):
        return None
    up = "../" * name.count("/") or "./"
    return f"import {{ modules }} from '{up}{JOINED_FILE}';\n{_linked(name, up, together, texts)}"


def _joined_words(together: list[str], language: str, texts: Texts) -> str | None:
    """The words that these modules use in a language, by part, or None if there are none in that language."""
    if not any(name.endswith(f".{language}.json") for name in texts):
        return None  # checked first, because anybody can ask for any language
    lists = [found for name in together for found in _SPOKEN.findall(texts[name].decode())]
    parts = dict.fromkeys(part.strip(" '") for found in lists for part in found.split(","))
    words = {part: json.loads(texts[f"strings/{part}.{language}.json"]) for part in parts}
    return json.dumps(words, ensure_ascii=False)


def _as_function(name: str, together: list[str], texts: Texts) -> str:
    """A module as a part of the joined file."""
    text = _linked(name, "./", together, texts)
    lists = (each.strip() for names in _EXPORTS.findall(text) for each in names.split(","))
    exports = ", ".join([*_EXPORTED.findall(text), *filter(None, lists)])
    text = _EXPORTS.sub("", _EXPORTED.sub("", text))
    if unknown := _NOT_UNDERSTOOD.search(text):
        raise ValueError(f"{name} cannot be joined: {unknown[0]}")
    return f"modules['{name}'] = (() => {{\n{text}\nreturn {{ {exports} }};\n}})();"


def _linked(name: str, up: str, together: list[str], texts: Texts) -> str:
    """A module that imports from the joined modules, with paths to other files adjusted to its new place."""

    def taken(found: re.Match[str]) -> str:
        other = beside(name, found[2])
        names = found[1].replace(" as ", ": ")
        return f"const {{{names}}} = modules['{other}'];" if other in together else found[0]

    def later(found: re.Match[str]) -> str:
        other = beside(name, found[1])
        return f"Promise.resolve(modules['{other}'])" if other in together else f"import('{up}{other}')"

    text = _LATER.sub(later, _IMPORT.sub(taken, texts[name].decode()))
    return text.replace(_ADDRESS, f"new URL('{up}../../{name}', {_ADDRESS})")
