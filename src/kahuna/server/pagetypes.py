"""The types of all that goes over the wire, written as TypeScript for the check of the page's source: `make types`."""

import json
import textwrap
from types import NoneType
from typing import Any, Literal, Union

from msgspec import NODEFAULT

from kahuna.server.shapes import (
    ANSWERED,
    ASKED,
    FROM_PAGE,
    NAMED,
    TO_PAGE,
    Shape,
    name_of,
    objects_in,
    parts_of,
    shape_of,
    views,
)

HEADER = """/**
 * What goes over the wire: views, events, messages of the socket both ways, HTTP bodies. Written by
 * `make types` from server/{wire,bodies,messages}.py, table/view.py and table/events.py: change them there.
 */
"""
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
TYPE_COLUMNS = 110


def page_types() -> str:
    """The module of types that the page's source knows."""
    aliases = [_alias(name, kind) for name, kind in NAMED]
    shown = " | ".join(kind.__name__ for kind in views().values())
    aliases.append(f"/** What a seat, or a spectator, may know of a game. */\nexport type View = {shown};\n")
    objects = objects_in(
        [*views().values(), *(kind for _, kind in NAMED), *ASKED, *ANSWERED, *FROM_PAGE, *TO_PAGE]
    )
    said = {*ASKED, *FROM_PAGE}
    return "\n".join([HEADER, *aliases, *(_interface(shape_of(kind), kind in said) for kind in objects)])


def _alias(name: str, kind: Any) -> str:
    line = f"export type {name} = {written(kind, named=False)};"
    if len(line) <= TYPE_COLUMNS:
        return line + "\n"
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in _union(kind)) + ";\n"


def _interface(shape: Shape, said: bool) -> str:
    """An object; in what the page says, whatever has a default may be left out."""
    lines = []
    for field in shape.fields:
        if field.about:
            lines.append(_comment(f"{field.about[0].upper()}{field.about[1:]}.", "  "))
        mark = "?" if field.left_out or (said and field.default is not NODEFAULT) else ""
        lines.append(f"  {field.name}{mark}: {written(field.type)};")
    body = "".join(f"{line}\n" for line in lines)
    return f"{_comment(shape.about)}\nexport interface {shape.name} {{\n{body}}}\n"


def _comment(text: str, indent: str = "") -> str:
    """A comment, on one line if it fits."""
    if len(line := f"{indent}/** {text} */") <= TYPE_COLUMNS:
        return line
    lines = textwrap.wrap(text, TYPE_COLUMNS - len(indent) - 3)
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"])


def written(kind: Any, named: bool = True) -> str:
    """A type as TypeScript writes it."""
    if named and (name := name_of(kind)):
        return name
    origin, arguments, meta = parts_of(kind)
    words = next((note.extra_json_schema["enum"] for note in meta if note.extra_json_schema), None)
    if words:
        return " | ".join(f"'{word}'" for word in words)
    if origin is Literal:
        return " | ".join(_word(value) for value in arguments)
    if origin is Union:
        return " | ".join(_union(kind))
    if origin is list:
        inner = written(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(written, arguments))}]"
    if origin is dict:
        return f"Record<{written(arguments[0])}, {written(arguments[1])}>"
    return SIMPLE.get(origin) or origin.__name__


def _union(kind: Any) -> list[str]:
    return [written(part) for part in parts_of(kind).arguments]


def _word(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)
