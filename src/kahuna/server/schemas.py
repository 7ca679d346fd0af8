"""The types of all that goes over the wire, written as JSON Schema for the documents of the interface."""

from collections.abc import Iterable
from types import NoneType
from typing import Any, Literal, Union

import msgspec
from msgspec import NODEFAULT, Meta

from kahuna.server.shapes import NAMED, Shape, is_object, name_of, objects_in, parts_of, shape_of
from kahuna.table.view import View

Schema = dict[str, Any]  # any JSON Schema

SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
ALIASES = {
    name: kind for name, kind in (*NAMED, ("View", View)) if name in ("View", "GameEvent", "BoardEvent")
}
BOUNDS = {"ge": "minimum", "le": "maximum", "pattern": "pattern"}


def components(kinds: Iterable[Any]) -> dict[str, Schema]:
    """The schemas of these types and of all they are made of, by name."""
    objects = objects_in(kinds)
    found = {kind.__name__: _object(shape_of(kind)) for kind in objects}
    return found | {
        name: _plain(kind) for name, kind in ALIASES.items() if {*objects_in([kind])} <= {*objects}
    }


def schema_of(kind: Any) -> Schema:
    """What values of this type look like; an object is a reference to a component."""
    name = kind.__name__ if is_object(kind) else name_of(kind)
    if is_object(kind) or name in ALIASES:
        return {"$ref": f"#/components/schemas/{name}"}
    return _plain(kind)


def _object(shape: Shape) -> Schema:
    found: Schema = {"title": shape.name, "description": shape.about, "type": "object", "properties": {}}
    for field in shape.fields:
        schema = schema_of(field.type)
        if field.default is not NODEFAULT:
            schema = {**schema, "default": msgspec.to_builtins(field.default)}
        if field.about and "$ref" not in schema:
            schema = {**schema, "description": field.about}
        found["properties"][field.name] = schema
    found["required"] = [f.name for f in shape.fields if f.default is NODEFAULT and not f.left_out]
    if shape.closed:
        found["additionalProperties"] = False
    return found


def _plain(kind: Any) -> Schema:
    origin, arguments, meta = parts_of(kind)
    found: Schema
    if origin is Literal:
        found = {"enum": list(arguments)}
    elif origin is Union:
        found = {"anyOf": [schema_of(part) for part in arguments]}
    elif origin is list:
        found = {"type": "array", "items": schema_of(arguments[0])}
    elif origin is tuple:
        count = len(arguments)
        parts = [schema_of(part) for part in arguments]
        found = {"type": "array", "prefixItems": parts, "items": False, "minItems": count, "maxItems": count}
    elif origin is dict:
        found = {"type": "object", "additionalProperties": schema_of(arguments[1])}
        if parts_of(arguments[0]).origin is Literal:
            found["propertyNames"] = schema_of(arguments[0])
    elif origin is Any:
        found = {}
    else:
        found = {"type": SIMPLE[origin]}
    for note in meta:
        found |= _bounds(note, "maxItems" if origin is list else "maxLength")
    return found


def _bounds(note: Meta, longest: str) -> Schema:
    """What is said of the values of a type."""
    said = {key: getattr(note, name) for name, key in BOUNDS.items()} | {longest: note.max_length}
    said[longest.replace("max", "min")] = note.min_length
    return {key: value for key, value in said.items() if value is not None} | (note.extra_json_schema or {})
