"""A TCP proxy on loopback that closes its first connection after some bytes and forwards later ones."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Direction = Literal["request", "response"]


@dataclass
class Cut:
    """Point at which a connection is closed.

    Attributes:
        after: bytes of the direction that still pass.
        reset: by RST, as when a machine breaks; else by FIN, as when a proxy stops.
    """

    direction: Direction
    after: int
    reset: bool


class CuttingProxy:
    def __init__(self, target: str, cut: Cut | None) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 80)
        self._cut = cut
        self._server = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self.passed: dict[Direction, int] = {"request": 0, "response": 0}
        """Return the bytes over all connections."""
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def close(self) -> None:
        for one in (self._server, *self._sockets):
            with suppress(OSError):
                one.close()

    def __enter__(self) -> CuttingProxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                self.connections += 1
                cut = self._cut if self.connections == 1 else None
                for source, target, direction in ((near, far, "request"), (far, near, "response")):
                    own = cut if cut is not None and cut.direction == direction else None
                    threading.Thread(
                        target=self._relay,
                        args=(source, target, direction, own, (near, far)),
                        daemon=True,
                    ).start()

    def _relay(
        self,
        source: socket.socket,
        target: socket.socket,
        direction: Direction,
        cut: Cut | None,
        both: tuple[socket.socket, socket.socket],
    ) -> None:
        left = None if cut is None else cut.after
        with suppress(OSError):
            if left == 0:
                _break(both, reset=cut is not None and cut.reset)
            while data := source.recv(65536):
                part = data if left is None else data[:left]
                # Counted first, because the receiver of the last bytes reads the count.
                self.passed[direction] += len(part)
                target.sendall(part)
                if left is not None and cut is not None:
                    left -= len(part)
                    if left == 0:
                        _break(both, reset=cut.reset)
                        return
            target.shutdown(socket.SHUT_WR)


def _break(sockets: tuple[socket.socket, socket.socket], *, reset: bool) -> None:
    for one in sockets:
        with suppress(OSError):
            if reset:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            # Wakes the reading thread, which would keep the socket open; a full shutdown sends FIN.
            one.shutdown(socket.SHUT_RD if reset else socket.SHUT_RDWR)
            one.close()
