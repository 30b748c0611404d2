"""The service that `npm run test:python` started, as fixtures."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import svc_client


@dataclass(frozen=True)
class Farm:
    url: str
    key: str
    declined_key: str
    token: str
    control: str

    def charges(self) -> dict[str, int]:
        """Return how often each order of the account was charged, by its code."""
        orders = httpx.get(f"{self.control}/orders").json()
        return {order["code"]: order["charges"] for order in orders}

    def spent(self) -> dict[str, list[int | None]]:
        """Return the charges of each generation of the account, by its id."""
        found: dict[str, list[int | None]] = {}
        for row in httpx.get(f"{self.control}/generations").json():
            found.setdefault(row["id"], []).append(row["credits"])
        return found

    def set_status(self, code: str, status: str) -> None:
        httpx.get(f"{self.control}/orders/{code}/{status}").raise_for_status()


ADDRESS: dict[str, Any] = {
    "recipient_name": "Your Name",
    "street1": "1 Main Street",
    "city": "Springfield",
    "state": "IL",
    "zip": "62701",
    "country": "US",
}


def cube(size_mm: float) -> bytes:
    """Return the binary STL of a cube: twelve triangles, outward by the right-hand rule."""
    corners = [(x, y, z) for x in (0.0, size_mm) for y in (0.0, size_mm) for z in (0.0, size_mm)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [part for a, b, c, d in quads for part in ((a, b, c), (a, c, d))]
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *corners[a], *corners[b], *corners[c], 0)
        for a, b, c in triangles
    )
    return bytes(80) + struct.pack("<I", len(triangles)) + body


def picture() -> bytes:
    """Return a PNG of 16 x 16 gray pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = zlib.compress(b"".join(b"\0" + b"\x80" * 16 for _ in range(16)))
    head = struct.pack(">IIBBBBB", 16, 16, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture(scope="session")
def farm() -> Farm:
    names = ("SVC_URL", "SVC_KEY", "SVC_DECLINED_KEY", "SVC_TOKEN", "SVC_CONTROL")
    return Farm(*(os.environ[name] for name in names))


@pytest.fixture
def client(farm: Farm) -> Iterator[svc_client.Client]:
    with svc_client.Client(farm.url, api_key=farm.key, extension_token=farm.token) as opened:
        yield opened
