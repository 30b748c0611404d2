"""The asynchronous client has the calls of the synchronous one, and they work."""

from __future__ import annotations

import asyncio
import inspect

import httpx
import pytest
import svc_client
from conftest import ADDRESS, Farm, cube

MODEL = cube(20)


def calls_of(kind: type) -> dict[str, inspect.Signature]:
    return {
        name: inspect.signature(member).replace(return_annotation=None)
        for name, member in vars(kind).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }


def test_both_clients_have_the_same_calls_and_arguments() -> None:
    assert calls_of(svc_client.AsyncClient) == calls_of(svc_client.Client)


async def orders_of(farm: Farm) -> None:
    async with svc_client.AsyncClient(farm.url, farm.key, extension_token=farm.token) as client:
        assert (await client.price((20, 20, 20))).shipping == 7
        first, second = await asyncio.gather(
            *(
                client.submit_order(MODEL, file_name="cube.stl", color="Black", **ADDRESS)
                for _ in range(2)
            )
        )
        assert first.code != second.code
        seen = []
        async for state in client.watch_order(first.code, interval=0.01, timeout=60):
            seen.append(state.status)
            await asyncio.to_thread(farm.set_status, first.code, "SHIPPED")
        assert seen == ["RECEIVED", "SHIPPED"]
        paid = await client.wait_for_order(second.code, until=lambda state: state.paid)
        assert paid.code == second.code
        started = await client.generate("a cube")
        result = await client.wait_for_generation(started.job_id, interval=0.05, timeout=120)
        assert result.credits_charged == 1
        with pytest.raises(svc_client.Refused, match="not found"):
            await client.get_order("SVC-AAAAAA")


def test_orders_and_generations(farm: Farm) -> None:
    asyncio.run(orders_of(farm))


async def lost(steps: list[httpx.Response | Exception]) -> int:
    sent = 0

    def respond(_: httpx.Request) -> httpx.Response:
        nonlocal sent
        step = steps[sent]
        sent += 1
        if isinstance(step, Exception):
            raise step
        return step

    policy = svc_client.RetryPolicy(random=lambda: 0.0)
    transport = httpx.MockTransport(respond)
    async with svc_client.AsyncClient(
        "https://print.example", "svc_live_" + "0" * 48, transport=transport, policy=policy
    ) as client:
        with pytest.raises(svc_client.OutcomeUnknown):
            await client.submit_order(MODEL, file_name="cube.stl", **ADDRESS)
    return sent


def test_a_lost_response_is_an_unknown_outcome() -> None:
    assert asyncio.run(lost([httpx.ReadError("cut")] * 6)) == 6
