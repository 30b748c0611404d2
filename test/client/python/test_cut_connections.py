"""Connections interrupted at any point: one order or job, one charge, and its code or id returned to the caller."""

from __future__ import annotations

import pytest
import svc_client
from conftest import ADDRESS, Farm, cube, picture
from cutting_proxy import Cut, CuttingProxy, Direction

PLACES = 50
MODEL = cube(20)


def submit(farm: Farm, cut: Cut | None) -> tuple[svc_client.SubmittedOrder, CuttingProxy]:
    with CuttingProxy(farm.url, cut) as proxy, svc_client.Client(proxy.url, farm.key) as client:
        order = client.submit_order(
            MODEL, file_name="cube.stl", material="pla", color="Black", **ADDRESS
        )
    return order, proxy


@pytest.mark.parametrize("direction", ["request", "response"])
def test_no_cut_orders_or_charges_twice(farm: Farm, direction: Direction) -> None:
    whole, proxy = submit(farm, None)
    length = proxy.passed[direction]
    assert farm.charges()[whole.code] == 1
    places = [length * place // PLACES for place in range(PLACES)]
    assert len(set(places)) == PLACES
    for number, after in enumerate(places):
        before = farm.charges()
        order, used = submit(farm, Cut(direction, after, reset=number % 2 == 0))
        assert used.connections >= 2, f"the connection was not cut after {after} bytes"
        now = farm.charges()
        assert {code: now[code] for code in now.keys() - before.keys()} == {order.code: 1}, after
        assert order.paid


@pytest.mark.parametrize("images", [[], [picture()]])
def test_no_cut_starts_or_spends_twice(farm: Farm, images: list[bytes]) -> None:
    before = farm.spent()
    cut = Cut("response", 40, reset=False)
    with (
        CuttingProxy(farm.url, cut) as proxy,
        svc_client.Client(proxy.url, extension_token=farm.token) as client,
    ):
        started = client.generate(None if images else "a cube", images=images)
        assert (started.replayed, proxy.connections >= 2) == (True, True)
        client.wait_for_generation(started.job_id, interval=0.05, timeout=120)
    now = farm.spent()
    # A draft is 1 credit, a picture 1 more.
    assert {job: now[job] for job in now.keys() - before.keys()} == {
        started.job_id: [-2 if images else -1]
    }
