"""The client for asyncio: the calls of client.py as coroutines and asynchronous iterators."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self, TypeVar, Unpack

import httpx

from . import calls, generated
from .calls import Call, StartedGeneration, SubmittedOrder, extensions_of
from .credentials import Credentials
from .files import Source, file_part
from .generated.models import (
    DryRun,
    GenerationJob,
    GenerationResult,
    LengthUnit,
    Order,
    PriceEstimate,
    PrintabilityReport,
    UploadedModel,
)
from .http import AsyncRetryingClient, client_options
from .options import GenerateOptions, ModelPriceOptions, OrderOptions, PriceOptions
from .retry import DEFAULT_TIMEOUT, RETEXTURE_TIMEOUT, RetryPolicy
from .watching import (
    GENERATION_INTERVAL,
    ORDER_INTERVAL,
    generation_watch,
    last_of_async,
    order_watch,
)

T = TypeVar("T")


class AsyncClient:
    """Asyncio version of Client. See the docstrings of Client."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        extension_token: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        retries: int | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        policy: RetryPolicy | None = None,
    ) -> None:
        self._credentials = Credentials(api_key, extension_token)
        self._http = AsyncRetryingClient(
            policy or RetryPolicy(retries=retries, timeout=timeout),
            transport=transport,
            **client_options(base_url, self._credentials),
        )
        self.api = generated.AuthenticatedClient(
            base_url=base_url, token=""
        ).set_async_httpx_client(self._http)
        """Client for the functions of ``svc_client.generated.api``: every endpoint, with the same retries."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def price(
        self,
        bbox_mm: tuple[float, float, float],
        *,
        timeout: float | None = None,
        **options: Unpack[PriceOptions],
    ) -> PriceEstimate:
        return await self._run(calls.price(bbox_mm, options), timeout)

    async def price_model(
        self,
        model_url: str,
        *,
        timeout: float | None = None,
        **options: Unpack[ModelPriceOptions],
    ) -> PriceEstimate:
        secret = self._credentials.secret_for("/api/print/orders")
        return await self._run(calls.price_model(model_url, secret, options), timeout)

    async def submit_order(
        self,
        file: Source | None = None,
        *,
        file_name: str | None = None,
        model_url: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **options: Unpack[OrderOptions],
    ) -> SubmittedOrder:
        key = idempotency_key or uuid.uuid4().hex
        with ExitStack() as open_files:
            part = None if file is None else open_files.enter_context(file_part(file, file_name))
            return await self._run(calls.submit_order(part, model_url, key, options), timeout)

    async def dry_run_order(
        self,
        file: Source | None = None,
        *,
        file_name: str | None = None,
        model_url: str | None = None,
        timeout: float | None = None,
        **options: Unpack[OrderOptions],
    ) -> DryRun:
        with ExitStack() as open_files:
            part = None if file is None else open_files.enter_context(file_part(file, file_name))
            return await self._run(calls.dry_run_order(part, model_url, options), timeout)

    async def get_order(
        self, code: str, *, wait: int | None = None, timeout: float | None = None
    ) -> Order:
        """Returns the order. With ``wait``, returns it after a change or that many seconds, up to 30."""
        return await self._run(calls.get_order(code, wait), timeout)

    def watch_order(
        self, code: str, *, interval: float = ORDER_INTERVAL, timeout: float | None = None
    ) -> AsyncIterator[Order]:
        return order_watch(code, interval, timeout).over_async(lambda: self.get_order(code))

    async def wait_for_order(
        self,
        code: str,
        *,
        until: Callable[[Order], bool] | None = None,
        interval: float = ORDER_INTERVAL,
        timeout: float | None = None,
    ) -> Order:
        return await last_of_async(
            self.watch_order(code, interval=interval, timeout=timeout), until
        )

    async def upload_model(
        self,
        file: Source,
        *,
        file_name: str | None = None,
        units: LengthUnit | None = None,
        timeout: float | None = None,
    ) -> UploadedModel:
        with file_part(file, file_name) as part:
            return await self._run(calls.upload_model(part, units), timeout)

    async def check_printability(
        self,
        file: Source,
        *,
        file_name: str | None = None,
        units: LengthUnit | None = None,
        timeout: float | None = None,
    ) -> PrintabilityReport:
        with file_part(file, file_name) as part:
            return await self._run(calls.check_printability(part, units), timeout)

    async def generate(
        self,
        prompt: str | None = None,
        *,
        images: Sequence[Source] = (),
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **options: Unpack[GenerateOptions],
    ) -> StartedGeneration:
        self._credentials.require_token()
        key = idempotency_key or uuid.uuid4().hex
        with ExitStack() as open_files:
            parts = [open_files.enter_context(file_part(image, picture=True)) for image in images]
            return await self._run(calls.generate(prompt, parts, key, options), timeout)

    async def retexture(
        self,
        generation_id: str,
        prompt: str,
        *,
        size_mm: float | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = RETEXTURE_TIMEOUT,
    ) -> GenerationResult:
        self._credentials.require_token()
        key = idempotency_key or uuid.uuid4().hex
        return await self._run(calls.retexture(generation_id, prompt, size_mm, key), timeout)

    async def get_generation(self, job_id: str, *, timeout: float | None = None) -> GenerationJob:
        self._credentials.require_token()
        return await self._run(calls.get_generation(job_id), timeout)

    def watch_generation(
        self, job_id: str, *, interval: float = GENERATION_INTERVAL, timeout: float | None = None
    ) -> AsyncIterator[GenerationJob]:
        return generation_watch(job_id, interval, timeout).over_async(
            lambda: self.get_generation(job_id)
        )

    async def wait_for_generation(
        self, job_id: str, *, interval: float = GENERATION_INTERVAL, timeout: float | None = None
    ) -> GenerationResult:
        return calls.result_of(
            await last_of_async(self.watch_generation(job_id, interval=interval, timeout=timeout))
        )

    async def _run(self, call: Call[T], timeout: float | None) -> T:
        extensions = extensions_of(call, timeout)
        return call.read(await self._http.request(**call.request, extensions=extensions))
