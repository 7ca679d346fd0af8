"""A page without a library between: whole bunches of frames in one go, hostile ones too."""

import socket
from types import TracebackType

import msgspec


class Said(msgspec.Struct):
    """What is read of an answer."""

    type: str
    code: str | None = None
    text: str | None = None
    number: int | None = None


_decoder = msgspec.json.Decoder(Said)


def frame(message: str | bytes) -> bytes:
    """A message as a page sends it, masked with zeros."""
    data = message if isinstance(message, bytes) else message.encode()
    first, size = b"\x82" if isinstance(message, bytes) else b"\x81", len(data)
    if size < 126:
        return first + bytes((0x80 | size,)) + bytes(4) + data
    if size < 65536:
        return first + b"\xfe" + size.to_bytes(2, "big") + bytes(4) + data
    return first + b"\xff" + size.to_bytes(8, "big") + bytes(4) + data


class RawPage:
    """One page's socket, opened with this visitor's cookie."""

    def __init__(self, port: int, query: str, cookie: str | None) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 600)
        lines = [
            f"GET /ws?{query} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            f"Origin: http://127.0.0.1:{port}",
            f"Cookie: {cookie or ''}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.received = bytearray()
        while (end := self.received.find(b"\r\n\r\n")) < 0:
            self._more()
        assert self.received.startswith(b"HTTP/1.1 101"), self.received
        del self.received[: end + 4]

    def __enter__(self) -> "RawPage":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.socket.close()

    def _more(self) -> None:
        data = self.socket.recv(65536)
        assert data, "the server has closed the connection"
        self.received += data

    def next(self) -> bytes:
        """The next message."""
        received = self.received
        while True:
            if len(received) >= 2:
                size, start = received[1], 2
                if size >= 126:
                    start = 4 if size == 126 else 10
                    size = int.from_bytes(received[2:start], "big")
                if len(received) >= start + size:
                    kind, data = received[0], bytes(received[start : start + size])
                    del received[: start + size]
                    if kind == 0x81:
                        return data
                    assert kind == 0x89, f"a frame of kind {kind}"  # a ping; who does not answer is let go
                    self.socket.sendall(b"\x8a" + bytes((0x80 | size,)) + b"\0\0\0\0" + data)
                    continue
            self._more()

    def said(self) -> Said:
        """The next message, read."""
        return _decoder.decode(self.next())

    def send(self, *messages: str | bytes) -> None:
        """Sends all of these at once."""
        self.socket.sendall(b"".join(map(frame, messages)))
