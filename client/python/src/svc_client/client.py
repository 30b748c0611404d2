"""The synchronous client. async_client.py has the same calls for asyncio."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
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
from .http import RetryingClient, client_options
from .options import GenerateOptions, ModelPriceOptions, OrderOptions, PriceOptions
from .retry import DEFAULT_TIMEOUT, RETEXTURE_TIMEOUT, RetryPolicy
from .watching import (
    GENERATION_INTERVAL,
    ORDER_INTERVAL,
    generation_watch,
    last_of,
    order_watch,
)

T = TypeVar("T")


class Client:
    """Calls the service, and retries requests that were lost.

    Every call raises Refused if the service refused it, and NetworkError or its subclass TimedOut if the service could
    not be reached. Calls that spend raise OutcomeUnknown if their outcome is unknown.

    Args:
        base_url: address of the service, such as ``https://print.example.com``.
        api_key: ``svc_live_...``, from the account page. For orders, uploads and all other calls that accept a key.
        extension_token: ``svc_ext_...``, from the account page. For generations, which accept no API key.
        timeout: seconds for a call including its retries and pauses.
        retries: maximum number of retries. None: 5 retries, and as many as ``timeout`` allows while connections are
            refused or the service starts.
        transport: replaces the network in tests.
        policy: replaces ``timeout`` and ``retries`` in tests.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        extension_token: str | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        retries: int | None = None,
        transport: httpx.BaseTransport | None = None,
        policy: RetryPolicy | None = None,
    ) -> None:
        self._credentials = Credentials(api_key, extension_token)
        self._http = RetryingClient(
            policy or RetryPolicy(retries=retries, timeout=timeout),
            transport=transport,
            **client_options(base_url, self._credentials),
        )
        self.api = generated.AuthenticatedClient(base_url=base_url, token="").set_httpx_client(
            self._http
        )
        """Client for the functions of ``svc_client.generated.api``: every endpoint, with the same retries."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def price(
        self,
        bbox_mm: tuple[float, float, float],
        *,
        timeout: float | None = None,
        **options: Unpack[PriceOptions],
    ) -> PriceEstimate:
        """Returns an estimate from the size of a part, without a file or an account."""
        return self._run(calls.price(bbox_mm, options), timeout)

    def price_model(
        self,
        model_url: str,
        *,
        timeout: float | None = None,
        **options: Unpack[ModelPriceOptions],
    ) -> PriceEstimate:
        """Returns the price of an order of a stored model (``total``), after the checks of the order.

        Requires a key. Calls are not rate-limited. Only the ``country`` of the address matters. Nothing is stored or
        charged.
        """
        secret = self._credentials.secret_for("/api/print/orders")
        return self._run(calls.price_model(model_url, secret, options), timeout)

    def submit_order(
        self,
        file: Source | None = None,
        *,
        file_name: str | None = None,
        model_url: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **options: Unpack[OrderOptions],
    ) -> SubmittedOrder:
        """Prices the model, charges the account's card and queues the print.

        Returns even if the card could not be charged: read ``paid``, and ``message`` for the reason. Retries after lost
        connections and responses such as 429 and 503, always with the same Idempotency-Key, so it orders and charges
        once.

        Args:
            file: a path, bytes or a binary file object. Alternative: ``model_url``.
            file_name: for bytes and unnamed file objects. The extension determines the format.
            model_url: a model that the service stores for the account.
            idempotency_key: identifies this order, 1 to 255 characters. Generated per call by default. Pass the same
                key to repeat a call, never to place another order.
        """
        key = idempotency_key or uuid.uuid4().hex
        with ExitStack() as open_files:
            part = None if file is None else open_files.enter_context(file_part(file, file_name))
            return self._run(calls.submit_order(part, model_url, key, options), timeout)

    def dry_run_order(
        self,
        file: Source | None = None,
        *,
        file_name: str | None = None,
        model_url: str | None = None,
        timeout: float | None = None,
        **options: Unpack[OrderOptions],
    ) -> DryRun:
        """Returns what submit_order would do: the same checks and price. Nothing is stored, ordered or charged."""
        with ExitStack() as open_files:
            part = None if file is None else open_files.enter_context(file_part(file, file_name))
            return self._run(calls.dry_run_order(part, model_url, options), timeout)

    def get_order(
        self, code: str, *, wait: int | None = None, timeout: float | None = None
    ) -> Order:
        """Returns the order. With ``wait``, returns it after a change or that many seconds, up to 30."""
        return self._run(calls.get_order(code, wait), timeout)

    def watch_order(
        self, code: str, *, interval: float = ORDER_INTERVAL, timeout: float | None = None
    ) -> Iterator[Order]:
        """Yields the order immediately and after every change, until it is shipped, delivered, cancelled or rejected.

        Args:
            interval: seconds between reads, at most 60 while the charge is not settled.
            timeout: seconds after which it raises TimedOut. None means no limit.
        """
        return order_watch(code, interval, timeout).over(lambda: self.get_order(code))

    def wait_for_order(
        self,
        code: str,
        *,
        until: Callable[[Order], bool] | None = None,
        interval: float = ORDER_INTERVAL,
        timeout: float | None = None,
    ) -> Order:
        """Returns the order when ``until`` accepts it or when watch_order would stop, whichever comes first."""
        return last_of(self.watch_order(code, interval=interval, timeout=timeout), until)

    def upload_model(
        self,
        file: Source,
        *,
        file_name: str | None = None,
        units: LengthUnit | None = None,
        timeout: float | None = None,
    ) -> UploadedModel:
        """Stores a model in the account. Orders accept its ``model_url``."""
        with file_part(file, file_name) as part:
            return self._run(calls.upload_model(part, units), timeout)

    def check_printability(
        self,
        file: Source,
        *,
        file_name: str | None = None,
        units: LengthUnit | None = None,
        timeout: float | None = None,
    ) -> PrintabilityReport:
        """Checks whether a mesh of at most 25 MB can be printed, and returns its faults. Nothing is stored."""
        with file_part(file, file_name) as part:
            return self._run(calls.check_printability(part, units), timeout)

    def generate(
        self,
        prompt: str | None = None,
        *,
        images: Sequence[Source] = (),
        idempotency_key: str | None = None,
        timeout: float | None = None,
        **options: Unpack[GenerateOptions],
    ) -> StartedGeneration:
        """Queues a generation, a set of drafts or a refinement, each of which spends credits.

        Retries like a submit, always with the same Idempotency-Key, so it starts and spends once.

        Args:
            prompt: what to generate. With one image, how to change it. Not needed with ``refine_of``.
            images: PNG, JPEG or WebP: one picture, or 2 to 4 views (front, left, back, right).
            idempotency_key: identifies this generation, 1 to 255 characters. Generated per call by default. Pass the
                same key to repeat a call, never to start another generation.
        """
        self._credentials.require_token()
        key = idempotency_key or uuid.uuid4().hex
        with ExitStack() as open_files:
            parts = [open_files.enter_context(file_part(image, picture=True)) for image in images]
            return self._run(calls.generate(prompt, parts, key, options), timeout)

    def retexture(
        self,
        generation_id: str,
        prompt: str,
        *,
        size_mm: float | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = RETEXTURE_TIMEOUT,
    ) -> GenerationResult:
        """Gives a generated model new textures, as a new model, for 1 credit. Waits for the model.

        Args:
            generation_id: id of a generation of this account.
            prompt: what the model should look like.
            size_mm: longest side in millimeters. None keeps the size of the model.
            idempotency_key: same as for generate.
        """
        self._credentials.require_token()
        key = idempotency_key or uuid.uuid4().hex
        return self._run(calls.retexture(generation_id, prompt, size_mm, key), timeout)

    def get_generation(self, job_id: str, *, timeout: float | None = None) -> GenerationJob:
        self._credentials.require_token()
        return self._run(calls.get_generation(job_id), timeout)

    def watch_generation(
        self, job_id: str, *, interval: float = GENERATION_INTERVAL, timeout: float | None = None
    ) -> Iterator[GenerationJob]:
        """Yields the job immediately and on each new stage or status, until it is done or failed."""
        return generation_watch(job_id, interval, timeout).over(lambda: self.get_generation(job_id))

    def wait_for_generation(
        self, job_id: str, *, interval: float = GENERATION_INTERVAL, timeout: float | None = None
    ) -> GenerationResult:
        """Returns the result. Orders accept its ``model_url``. Raises GenerationFailed if the job ends without a model."""
        return calls.result_of(
            last_of(self.watch_generation(job_id, interval=interval, timeout=timeout))
        )

    def _run(self, call: Call[T], timeout: float | None) -> T:
        extensions = extensions_of(call, timeout)
        return call.read(self._http.request(**call.request, extensions=extensions))
