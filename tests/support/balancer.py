"""What stands before several servers: hands each connection to the next one that answers, and knows nothing else."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count


class Balancer:
    """One address for several servers."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self._turn = count()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        with suppress(OSError):  # until the door is closed
            while True:
                visitor, _ = self._door.accept()
                threading.Thread(target=self._connect, args=(visitor,), daemon=True).start()

    def _connect(self, visitor: socket.socket) -> None:
        for _ in range(2 * len(self.ports)):
            try:
                server = socket.create_connection(
                    ("127.0.0.1", self.ports[next(self._turn) % len(self.ports)])
                )
            except OSError:
                continue
            threading.Thread(target=_pass_on, args=(server, visitor), daemon=True).start()
            _pass_on(visitor, server)
            return
        visitor.close()

    def close(self) -> None:
        """Nobody comes any more."""
        self._door.close()


def _pass_on(here: socket.socket, there: socket.socket) -> None:
    """Hands on what comes from here until it ends; then there is an end as well."""
    with suppress(OSError):
        while data := here.recv(65536):
            there.sendall(data)
    for side in (here, there):
        with suppress(OSError):
            side.shutdown(socket.SHUT_RDWR)
    there.close()


@contextmanager
def balancing(ports: list[int]) -> Iterator[Balancer]:
    """One address for these servers until the end of the block."""
    balancer = Balancer(ports)
    try:
        yield balancer
    finally:
        balancer.close()
