"""The modules of a page as one file."""

import pytest

from kahuna.server.joining import JOINED, JOINED_FILE, joined_file, needed
from kahuna.server.site import PAGES, prepared_site

MAIN = b"import { hi as say } from './lib/a.js';\nconst later = () => import('./lib/late.js');\nsay(later);\n"
A = b"import { b } from './b.js';\nexport const hi = (x) => b(x);\nexport { b };\n"
B = b"export async function b(x) {\n  return new URL('../words.json', import.meta.url) + x;\n}\n"
LATE = b"import { hi } from './a.js';\nimport { more } from './more.js';\nhi(more, () => import('./b.js'));\n"
MORE = b"export const more = 1;\n"
TEXTS = {"main.js": MAIN, "lib/a.js": A, "lib/b.js": B, "lib/late.js": LATE, "lib/more.js": MORE}


def test_a_module_runs_after_those_that_it_imports() -> None:
    assert needed("home", TEXTS) == ["lib/b.js", "lib/a.js", "main.js"]


def test_a_joined_file_takes_what_it_imports_and_hands_on_what_it_exports() -> None:
    text = joined_file(needed("home", TEXTS), JOINED_FILE, TEXTS)
    assert text
    assert "const { hi: say } = modules['lib/a.js'];" in text
    assert "const { b } = modules['lib/b.js'];\nconst hi = (x) => b(x);\n\n\nreturn { hi, b };" in text
    assert "new URL('../words.json', new URL('./../../lib/b.js', import.meta.url))" in text
    assert "import('./lib/late.js')" in text


def test_what_is_loaded_later_takes_from_the_joined_file_what_that_has() -> None:
    text = joined_file(needed("home", TEXTS), "lib/late.js", TEXTS)
    assert text
    assert text.startswith("import { modules } from '../all.js';\nconst { hi } = modules['lib/a.js'];\n")
    assert "import { more } from './more.js';" in text
    assert "Promise.resolve(modules['lib/b.js'])" in text


def test_modules_that_import_each_other_are_refused() -> None:
    ring = {"main.js": b"import { a } from './a.js';\n", "a.js": b"import { m } from './main.js';\n"}
    with pytest.raises(ValueError, match=r"in a ring: main\.js a\.js main\.js"):
        needed("home", ring)


def test_the_words_that_the_modules_of_a_page_speak_are_one_file() -> None:
    texts = {
        "main.js": b"speak(['a', 'b']);\nconst later = () => import('./late.js');\n",
        "late.js": b"speak(['c']);\n",
        "strings/a.en.json": b'{"x": "1"}',
        "strings/b.en.json": '{"y": "2 …"}'.encode(),
        "strings/c.en.json": b'{"z": "3"}',
    }
    together = needed("home", texts)
    assert joined_file(together, "words.en.json", texts) == '{"a": {"x": "1"}, "b": {"y": "2 …"}}'
    assert joined_file(together, "words.tlh.json", texts) is None


@pytest.mark.parametrize("line", ["import * as all from './a.js';", "export default 1;", "export let a = 1;"])
def test_a_form_that_cannot_be_joined_is_refused_and_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"main\.js cannot be joined: "):
        joined_file(["main.js"], JOINED_FILE, {"main.js": line.encode()})


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_one_file_and_has_no_other_name_for_what_is_in_it(page: str) -> None:
    site = prepared_site()
    joined = site.file(f"{JOINED}/{page}/{JOINED_FILE}")
    assert joined
    assert f"/{JOINED}/{page}/{JOINED_FILE}".encode() in site.documents[page].plain
    assert site.file(f"{JOINED}/{page}/main.js") is None
    assert site.file(f"{JOINED}/nowhere/{JOINED_FILE}") is None
    assert b"\nimport " not in joined.plain
