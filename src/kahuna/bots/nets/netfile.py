"""Nets on disk: one line of JSON that says what it is, then plain numbers. Nothing in it is ever executed."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kahuna.bots.nets.network import Net
from kahuna.rules.maps import BadMap, board_of_map, map_of
from kahuna.table.errors import quoted
from kahuna.table.games import GAMES, on_map, spec_of
from kahuna.table.sisters import MAP_MARK

NET_FORMAT = "kahuna-net"
NET_VERSION = 1
DTYPES = ("float16", "float32")
MAX_HEADER_BYTES = 100_000
MAX_NET_BYTES = 64_000_000  # bytes; ours have less than two million


class BadNet(ValueError):
    """The file is not a net, or not the expected one."""


def write_net(path: Path, net: Net, about: Mapping[str, Any], dtype: str = "float16") -> None:
    """Writes the net with its description (`game`, `games`, …), completely or not at all.

    A net for a map carries the map, so that nothing else is needed to play with it.
    """
    game = str(about["game"])
    board = {"map": map_of(spec_of(game).board)} if MAP_MARK in game else {}
    body = b"".join(np.ascontiguousarray(part, dtype).tobytes() for part in net)
    header = {
        "format": NET_FORMAT,
        "version": NET_VERSION,
        **about,
        **board,
        "dtype": dtype,
        "shapes": [list(part.shape) for part in net],
        "digest": hashlib.blake2b(body, digest_size=16).hexdigest(),
    }
    new = path.with_name(path.name + ".new")
    new.write_bytes(json.dumps(header, ensure_ascii=False).encode() + b"\n" + body)
    new.replace(path)


def read_net(path: Path, game: str | None = None, slots: int | None = None) -> tuple[Net, dict[str, Any]]:
    """The net and its header; BadNet in one line if it is damaged, or made for another game or other inputs."""
    if path.stat().st_size > MAX_NET_BYTES:
        raise BadNet(f"{path}: too big for a net")
    head, _, body = path.read_bytes().partition(b"\n")
    header = _header(path, head)
    if game is not None and header["game"] != game:
        raise BadNet(f"{path}: this net plays {header['game']}, not {game}")
    shapes = header["shapes"]
    if slots is not None and shapes[0][0] != slots:
        raise BadNet(
            f"{path}: this net has {shapes[0][0]} inputs, and {slots} are wanted: of another version?"
        )
    dtype = np.dtype(header["dtype"])
    counts = [int(np.prod(shape)) for shape in shapes]
    if sum(counts) * dtype.itemsize != len(body):
        raise BadNet(
            f"{path}: damaged: {len(body)} bytes of numbers, {sum(counts) * dtype.itemsize} expected"
        )
    if hashlib.blake2b(body, digest_size=16).hexdigest() != header.get("digest"):
        raise BadNet(f"{path}: damaged: the numbers do not fit their check sum")
    ends = np.cumsum(counts)[:-1]
    parts = np.split(np.frombuffer(body, dtype).astype(np.float32), ends)
    net = Net(*(np.ascontiguousarray(p.reshape(s)) for p, s in zip(parts, shapes, strict=True)))
    if not all(np.isfinite(part).all() for part in net):
        raise BadNet(f"{path}: damaged: numbers that are none")
    return net, header


def _header(path: Path, head: bytes) -> dict[str, Any]:
    """The first line, if it describes a net as this version writes it."""
    try:
        header = json.loads(head) if len(head) <= MAX_HEADER_BYTES else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != NET_FORMAT:
        raise BadNet(f"{path}: not a net")
    if header.get("version") != NET_VERSION:
        raise BadNet(f"{path}: a net of version {quoted(header.get('version'))}, only {NET_VERSION} is known")
    known_games = _map_of(path, header) if MAP_MARK in str(header.get("game")) else GAMES
    for key, known in (("game", known_games), ("dtype", DTYPES)):
        if header.get(key) not in known:
            raise BadNet(f"{path}: {key} {quoted(header.get(key))} is not one of {', '.join(known)}")
    if not are_net_shapes(header.get("shapes")):
        raise BadNet(f"{path}: damaged: layers that do not fit together")
    return header


def _map_of(path: Path, header: dict[str, Any]) -> tuple[str]:
    """The name of Kahuna on the map in a header; it is known from now on."""
    try:
        return (on_map(board_of_map(header.get("map"))),)
    except BadMap as error:
        raise BadNet(f"{path}: damaged: its map: {error}") from None


def are_net_shapes(shapes: Any) -> bool:
    """Whether these are the shapes of a net's parts."""
    try:
        (_, hidden), (bias,), (h, middle), (m,), (last,), (one,) = shapes
    except (TypeError, ValueError):
        return False
    if not all(type(number) is int and 0 < number <= 32767 for shape in shapes for number in shape):
        return False
    return bool(bias == h == hidden and m == last == middle and one == 1)
