"""A submit whose connection is cut anywhere: one order, one charge, and its code in the caller's hands."""

from __future__ import annotations

import pytest
import svc_client
from conftest import ADDRESS, Farm, cube
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
