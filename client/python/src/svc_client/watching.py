"""Polls a resource until it reaches a final state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from .errors import TimedOut
from .generated.models import GenerationJob, Order

T = TypeVar("T")

ORDER_INTERVAL = 300.0
GENERATION_INTERVAL = 5.0
"""Default seconds between reads."""


@dataclass(frozen=True)
class Watch(Generic[T]):
    """How to watch a resource.

    Attributes:
        version: equal for two states of which the second need not be reported.
        interval: seconds until the next read.
        timeout: seconds for the whole watch, after which no read starts. None means no limit.
        describe: the resource and its last state, for the error when the time has expired.
    """

    has_ended: Callable[[T], bool]
    version: Callable[[T], object]
    interval: Callable[[T], float]
    timeout: float | None
    describe: Callable[[T], str]

    def over(self, read: Callable[[], T]) -> Iterator[T]:
        """Yields the state immediately, then each one that differs from the previous, and stops after the last.

        Raises TimedOut when the time has expired. The last read happens at the end of that time.
        """
        ends_at = self._ends_at()
        state = read()
        yield state
        while not self.has_ended(state):
            time.sleep(self._pause(state, ends_at))
            following = read()
            if self.version(following) != self.version(state):
                yield following
            state = following

    async def over_async(self, read: Callable[[], Awaitable[T]]) -> AsyncIterator[T]:
        ends_at = self._ends_at()
        state = await read()
        yield state
        while not self.has_ended(state):
            await asyncio.sleep(self._pause(state, ends_at))
            following = await read()
            if self.version(following) != self.version(state):
                yield following
            state = following

    def _ends_at(self) -> float | None:
        return None if self.timeout is None else time.monotonic() + self.timeout

    def _pause(self, state: T, ends_at: float | None) -> float:
        seconds = self.interval(state)
        if ends_at is None:
            return seconds
        left = ends_at - time.monotonic()
        if left <= 0:
            message = f"{self.describe(state)} after {self.timeout:g} s. It is still in progress: wait again."
            raise TimedOut(message)
        return min(seconds, left)


ENDED = frozenset({"SHIPPED", "DELIVERED", "CANCELLED", "REJECTED"})


def order_watch(code: str, interval: float, timeout: float | None) -> Watch[Order]:
    return Watch(
        has_ended=lambda order: order.status in ENDED,
        version=lambda order: (order.status, order.updated_at),
        interval=lambda order: min(interval, 60.0) if order.charge == "settling" else interval,
        timeout=timeout,
        describe=lambda order: f"Order {code} is still {order.status}",
    )


def generation_watch(job_id: str, interval: float, timeout: float | None) -> Watch[GenerationJob]:
    return Watch(
        has_ended=lambda job: job.status in ("done", "error"),
        version=lambda job: (job.status, job.stage),
        interval=lambda _: interval,
        timeout=timeout,
        describe=lambda job: f"Generation {job_id} is still {job.status}",
    )


def last_of(states: Iterator[T], until: Callable[[T], bool] | None = None) -> T:
    """Returns the last state of a watch, or the first that `until` accepts."""
    state = next(states)
    while not (until is not None and until(state)):
        try:
            state = next(states)
        except StopIteration:
            break
    return state


async def last_of_async(states: AsyncIterator[T], until: Callable[[T], bool] | None = None) -> T:
    state = await anext(states)
    while not (until is not None and until(state)):
        try:
            state = await anext(states)
        except StopAsyncIteration:
            break
    return state
