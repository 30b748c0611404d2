"""httpx clients that retry requests according to retry.py."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import Any

import httpx

from .credentials import Credentials
from .retry import SAFE_CALL, Attempts, RetryPolicy, is_known_by_content, takes_key
from .version import VersionNotice, __version__


def client_options(base_url: str, credentials: Credentials) -> dict[str, Any]:
    """Returns the options of an httpx client. Raises ValueError unless the address is that of an HTTP service."""
    url = httpx.URL(base_url)
    if url.scheme not in ("http", "https") or url.host == "":
        message = (
            f"base_url has to be an address such as https://print.example.com, not {base_url!r}."
        )
        raise ValueError(message)
    return {
        "base_url": url,
        "auth": credentials,
        "headers": {"user-agent": f"svc-client-python/{__version__}"},
    }


class RetryingClient(httpx.Client):
    """Returns the last response, of any status. Raises the errors of errors.py, except Refused."""

    def __init__(self, policy: RetryPolicy, **options: Any) -> None:
        super().__init__(**options)
        self._policy = policy
        self._notice = VersionNotice()

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = Attempts(with_key(request), self._policy)
        while True:
            attempts.begin()
            try:
                response = whole(super().send(request, **options))
            except httpx.TransportError as error:
                pause: float | None = attempts.after_error(error)
            else:
                self._notice.read(response)
                pause = attempts.after_response(response)
            if pause is None:
                return response
            time.sleep(pause)


class AsyncRetryingClient(httpx.AsyncClient):
    """RetryingClient for asyncio."""

    def __init__(self, policy: RetryPolicy, **options: Any) -> None:
        super().__init__(**options)
        self._policy = policy
        self._notice = VersionNotice()

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        attempts = Attempts(with_key(request), self._policy)
        while True:
            attempts.begin()
            try:
                response = whole(await super().send(request, **options))
            except httpx.TransportError as error:
                pause: float | None = attempts.after_error(error)
            else:
                self._notice.read(response)
                pause = attempts.after_response(response)
            if pause is None:
                return response
            await asyncio.sleep(pause)


def with_key(request: httpx.Request) -> httpx.Request:
    """Adds an Idempotency-Key if the call needs one and the caller gave none. All attempts share it."""
    needs_none = is_known_by_content(request) or request.extensions.get(SAFE_CALL)
    if takes_key(request) and not needs_none and "idempotency-key" not in request.headers:
        request.headers["idempotency-key"] = uuid.uuid4().hex
    return request


def whole(response: httpx.Response) -> httpx.Response:
    """Raises if the end of the body is missing, as when a connection without a declared length was cut."""
    if response.headers.get("content-type", "").startswith("application/json"):
        try:
            response.json()
        except ValueError as error:
            message = "the response is not complete"
            raise httpx.RemoteProtocolError(message, request=response.request) from error
    return response
