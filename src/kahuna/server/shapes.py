"""Reads the types of messages and views, so that they can be written in another language.

`pagetypes.py` writes them as TypeScript for the page, `apidocs.py` as JSON Schema for other programs.
"""

import inspect
import re
from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from kahuna.server import bodies, messages, wire
from kahuna.table import events
from kahuna.table.game import Game
from kahuna.table.games import GAMES, spec_of
from kahuna.table.seats import Seat
from kahuna.table.view import Bridge, View

FROM_PAGE: tuple[type[Struct], ...] = get_args(messages.FromPage)
TO_PAGE: tuple[type[Struct], ...] = get_args(messages.ToPage)
_DEFINED = [kind for module in (wire, bodies) for kind in vars(module).values() if isinstance(kind, type)]
_STRUCTS = [kind for kind in dict.fromkeys(_DEFINED) if issubclass(kind, Struct) and kind is not Struct]
_BODIES = [kind for kind in _STRUCTS if kind.__struct_config__.tag is None]
ASKED = tuple(kind for kind in _BODIES if kind.__struct_config__.forbid_unknown_fields)  # bodies of requests
ANSWERED = tuple(kind for kind in _BODIES if kind not in ASKED)  # of answers, and parts of them

# Types with a name of their own in every language.
NAMED: tuple[tuple[str, Any], ...] = (
    ("Seat", Seat),
    ("GameName", wire.GameName),
    ("Bridge", Bridge),
    ("BoardEvent", events.BoardEvent),
    ("GameEvent", events.Event),
    ("FromPage", messages.FromPage),
    ("ToPage", messages.ToPage),
)


class Field(NamedTuple):
    """A key of an object."""

    name: str
    type: Any
    about: str = ""
    default: Any = NODEFAULT
    left_out: bool = False  # whether it may be missing in what the server sends


class Shape(NamedTuple):
    """An object: what a struct or a typed dict says of itself."""

    name: str
    about: str
    fields: tuple[Field, ...]
    closed: bool = False  # other keys are refused


def is_object(kind: Any) -> bool:
    """Whether this type is an object with named keys."""
    return isinstance(kind, type) and (issubclass(kind, Struct) or hasattr(kind, "__total__"))


@cache
def shape_of(kind: type) -> Shape:
    """What an object's type says."""
    about = " ".join((inspect.getdoc(kind) or "").split())
    return Shape(kind.__name__, about, *(_of_struct(kind) if issubclass(kind, Struct) else _of_dict(kind)))


def _of_struct(kind: type[Struct]) -> tuple[tuple[Field, ...], bool]:
    config, notes = kind.__struct_config__, _notes(kind)
    fields = [Field(str(config.tag_field), Literal[config.tag])] if config.tag is not None else []
    for field in msgspec.structs.fields(kind):
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        left_out = config.omit_defaults and default is not NODEFAULT
        fields.append(Field(field.encode_name, field.type, notes.get(field.name, ""), default, left_out))
    return tuple(fields), config.forbid_unknown_fields


def _of_dict(kind: type) -> tuple[tuple[Field, ...], bool]:
    notes, required = _notes(kind), kind.__required_keys__  # type: ignore[attr-defined]
    names = {shown: game for game, shown in views().items()}
    fields = []
    for name, given in get_type_hints(kind, include_extras=True).items():
        type = get_args(given)[0] if get_origin(given) is NotRequired else given
        if name == "game" and kind in names:
            type = Literal[names[kind]]
        fields.append(Field(name, type, notes.get(name, ""), left_out=name not in required))
    return tuple(fields), False


@cache
def views() -> dict[str, type]:
    """The view of each game, as its SPEC says; without those of games that do not say."""
    hints = {name: get_type_hints(spec_of(name).view, localns={"Game": Game}) for name in GAMES}
    return {name: hint["return"] for name, hint in hints.items() if "return" in hint}


def _notes(kind: type) -> dict[str, str]:
    """The comments beside the fields of a class, its own and those it inherits from a typed dict."""
    found: dict[str, str] = {}
    for name, note in re.findall(r"^    (\w+): .*?  # (.*)$", _sources(kind), re.M):
        found[name] = note
    return found


def _sources(kind: type) -> str:
    base = inspect.getsource(View) if kind in views().values() else ""
    return base + inspect.getsource(kind)


class Parts(NamedTuple):
    """A type taken apart: its parts, and the constraints on its values."""

    origin: Any  # Literal, Union, list, dict, tuple, or the type itself
    arguments: tuple[Any, ...]
    meta: tuple[Meta, ...]


def parts_of(kind: Any) -> Parts:
    """A type without constraints on its values; View is the union of the games' views."""
    meta: tuple[Meta, ...] = ()
    if get_origin(kind) is Annotated:
        meta = tuple(note for note in kind.__metadata__ if isinstance(note, Meta))
        kind = get_args(kind)[0]
    if kind is View:
        return Parts(Union, tuple(views().values()), meta)
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return Parts(Union, get_args(kind), meta)
    return Parts(origin or kind, get_args(kind), meta) if kind is not None else Parts(NoneType, (), meta)


def name_of(kind: Any) -> str:
    """The name that a type has of its own, '' if it has none."""
    return next((name for name, known in NAMED if known == kind), "View" if kind is View else "")


def objects_in(kinds: Iterable[Any]) -> list[type]:
    """All objects used in these types, each after the objects that it uses."""
    found: dict[type, None] = {}

    def visit(kind: Any) -> None:
        if is_object(kind) and kind is not View:
            if kind not in found:
                for field in shape_of(kind).fields:
                    visit(field.type)
                found[kind] = None
            return
        for part in parts_of(kind).arguments:
            if parts_of(kind).origin is not Literal:
                visit(part)

    for kind in kinds:
        visit(kind)
    return list(found)
