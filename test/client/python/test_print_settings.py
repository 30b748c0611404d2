"""Numbers that the service would clamp (contract.md 4.2) are refused before anything is sent (decisions.md 64)."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from svc_client import Client

ADDRESS: dict[str, Any] = {
    "recipient_name": "A",
    "street1": "B",
    "city": "C",
    "state": "D",
    "zip": "E",
}


@pytest.mark.parametrize(
    "settings",
    [
        {"quantity": 0},
        {"quantity": -3},
        {"quantity": 51},
        {"quantity": 200},
        {"infill": 9},
        {"infill": 500},
        {"layer_height": 0.07},
        {"layer_height": 0.31},
        {"nozzle_diameter": 1.2},
        {"nozzle_diameter": 0.6, "layer_height": 0.46},
    ],
)
def test_a_number_that_would_be_clamped_is_not_sent(settings: dict[str, Any]) -> None:
    sent: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return httpx.Response(500)

    client = Client(
        "http://127.0.0.1:9", "svc_live_" + "0" * 48, transport=httpx.MockTransport(respond)
    )
    with pytest.raises(ValueError, match="has to be"):
        client.submit_order(b"solid", file_name="a.stl", **ADDRESS, **settings)
    assert sent == []
