"""The client. async_client.py has the same calls for asyncio."""

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
    """Calls the service, and sends again what was lost on the way.

    Every call raises Refused where the service refused it, NetworkError or its TimedOut where the service could not
    be reached, and those that spend raise OutcomeUnknown where it is not known what became of them.

    Args:
        base_url: where the service is, such as ``https://print.example.com``.
        api_key: ``svc_live_...``, from the account page: orders, uploads and everything else that a key may do.
        extension_token: ``svc_ext_...``, from the account page: generations, which take no API key.
        timeout: seconds for a call with its retries and pauses.
        retries: how often a request is sent again at most. None: 5 times, and as long as
            ``timeout`` allows while connections are refused or the service starts.
        transport: in place of the network, for tests.
        policy: instead of ``timeout`` and ``retries``, for tests.
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
        """For the functions of ``svc_client.generated.api``: every endpoint, with the same retries."""

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
        """An estimate from the size of a part, without a file and an account; an order is priced from its model."""
        return self._run(calls.price(bbox_mm, options), timeout)

    def price_model(
        self,
        model_url: str,
        *,
        timeout: float | None = None,
        **options: Unpack[ModelPriceOptions],
    ) -> PriceEstimate:
        """What an order of a stored model would be charged (``total``), with its checks and refusals, at any volume.

        Needs a key. Of the address ``country`` alone counts. Nothing is stored or charged.
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

        Returns whether or not the card could be charged: read ``paid``, and ``message`` for the reason. It is sent
        again after lost connections and 429, 503 and the like, always under one Idempotency-Key, so it orders and
        charges once.

        Args:
            file: a path, bytes or a binary file object; or give ``model_url``.
            file_name: for bytes and nameless file objects; the extension tells the format.
            model_url: of a model that the service holds for the account.
            idempotency_key: names this order, 1 to 255 characters; made for each call unless given. Give the same
                one to repeat a call, never to place another order.
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
        """What submit_order would do: the same checks and the same price. Nothing is stored, ordered or charged."""
        with ExitStack() as open_files:
            part = None if file is None else open_files.enter_context(file_part(file, file_name))
            return self._run(calls.dry_run_order(part, model_url, options), timeout)

    def get_order(self, code: str, *, timeout: float | None = None) -> Order:
        return self._run(calls.get_order(code), timeout)

    def watch_order(
        self, code: str, *, interval: float = ORDER_INTERVAL, timeout: float | None = None
    ) -> Iterator[Order]:
        """Yields the order at once and after every change, and ends when it is shipped, delivered, cancelled or rejected.

        Args:
            interval: seconds between reads; at most 60 while the charge is not settled.
            timeout: seconds, after which it raises TimedOut; None = none.
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
        """The order once ``until`` accepts it or it has ended as in watch_order, whichever comes first."""
        return last_of(self.watch_order(code, interval=interval, timeout=timeout), until)

    def upload_model(
        self,
        file: Source,
        *,
        file_name: str | None = None,
        units: LengthUnit | None = None,
        timeout: float | None = None,
    ) -> UploadedModel:
        """Stores a model under the account; orders take its ``model_url``."""
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
        """Whether a mesh of at most 25 MB can be printed, and what is wrong with it. Nothing is stored."""
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
        """Queues a generation, a set of drafts or a refinement, which spend credits.

        Sent again as a submit is, always under one Idempotency-Key, so it starts and spends once.

        Args:
            prompt: what to make; with one image, how to change it; not needed with ``refine_of``.
            images: PNG, JPEG or WebP: one picture, or 2 to 4 views (front, left, back, right).
            idempotency_key: names this generation, 1 to 255 characters; made for each call unless given. Give the
                same one to repeat a call, never to start another generation.
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
            generation_id: of a result of this account.
            prompt: what it should look like.
            size_mm: the longest side; None = as the model before.
            idempotency_key: as that of generate.
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
        """Yields the job at once and with each new stage or status, and ends when it is done or failed."""
        return generation_watch(job_id, interval, timeout).over(lambda: self.get_generation(job_id))

    def wait_for_generation(
        self, job_id: str, *, interval: float = GENERATION_INTERVAL, timeout: float | None = None
    ) -> GenerationResult:
        """The result; orders take its ``model_url``. Raises GenerationFailed when the job ends without a model."""
        return calls.result_of(
            last_of(self.watch_generation(job_id, interval=interval, timeout=timeout))
        )

    def _run(self, call: Call[T], timeout: float | None) -> T:
        extensions = extensions_of(call, timeout)
        return call.read(self._http.request(**call.request, extensions=extensions))
