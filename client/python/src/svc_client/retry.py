"""Decides which requests are retried, after which failures, and when.

The rules match those of the TypeScript client (client/typescript/src/retry-rules.ts).
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from types import MappingProxyType
from typing import Literal

import httpx

from .errors import NetworkError, OutcomeUnknown, Refused, SvcError, TimedOut

DEADLINE = "svc_client.timeout"
"""Extension of a request: time limit of the call including retries, in seconds."""


SAFE_CALL = "svc_client.safe"
"""Extension of a request: True if this request changes nothing and sends no key, although others of its path do."""


class Repeatability(Enum):
    """Effect of sending a request twice."""

    SAFE = "safe"
    """The same effect as sending it once."""
    KEYED = "keyed"
    """The same effect as sending it once, because of its Idempotency-Key or, without one, its content."""
    ONCE = "once"
    """It could act twice, so it is retried only if it certainly did not arrive or was refused unread."""


HARMLESS_POSTS = frozenset(
    {
        "/api/price",
        "/api/printability",
        "/api/print-upload",
        "/api/print-upload/sign",
        "/api/print-upload/complete",
        "/api/model-import",
        "/api/cart-reprice",
        "/api/slice-quote",
        "/api/detect-colors",
        "/api/agent/order",
    }
)
"""POSTs that order, charge and spend nothing. A repeated upload or import stores the same bytes once."""

Made = Literal["order", "generation", "other"]
"""What a POST with an Idempotency-Key creates, for error messages."""

KEYED_POSTS: Mapping[str, Made] = MappingProxyType(
    {
        "/api/print/orders": "order",
        "/api/checkout": "order",
        "/api/generate": "generation",
        "/api/generate/start": "generation",
        "/api/retexture": "generation",
        "/api/models/{id}/change": "other",
        "/api/images/generate": "other",
        "/api/images/edit": "other",
        "/api/gift-cards/purchase": "other",
        "/api/account/credits": "other",
        "/api/operator/orders/{code}/refund": "other",
        "/api/operator/orders/{code}/messages": "other",
    }
)
"""POSTs whose repeats with the same Idempotency-Key get the first response. ``{id}`` stands for one path segment."""

KNOWN_BY_CONTENT = frozenset(
    {"/api/operator/orders/{code}/refund", "/api/operator/orders/{code}/messages"}
)
"""Calls without a key that the service recognizes by their content: the same refund or message of an order happens
once, whichever program sends it. A key generated per call would make every call a new one, so only a key from the
caller is sent.
"""


def _form_of(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", path))


KEYED_FORMS = [(_form_of(path), made) for path, made in KEYED_POSTS.items()]
CONTENT_FORMS = [_form_of(path) for path in sorted(KNOWN_BY_CONTENT)]

GATEWAY = frozenset({502, 503, 504})
"""Usually sent by a proxy, so it is unknown whether the service processed the request. Some proxies send 503 after they
forwarded the request, and the service can lose its database while it processes one.
"""

SAYS_NOTHING_OF_EARLIER = frozenset({401, 408, 429, 503})
"""Sent before the service looks up the key."""

NOTHING_DONE = frozenset(
    {
        "cart_line_refused",
        "database_away_unstarted",
        "engine_switched_off",
        "generation_budget_used_up",
        "generation_off",
        "images_switched_off",
        "limiter_unavailable",
        "measuring_unavailable",
        "moderation_unavailable",
        "order_not_written",
        "overloaded",
        "pictures_not_accepted",
        "processor_busy",
        "sign_in_busy",
        "starting",
        "uploads_busy",
    }
)
"""503 codes after which the service certainly did nothing. Any other code, such as one of a newer service, leaves the
outcome unknown.
"""

ENDED = frozenset({"engine_failed", "generation_interrupted", "image_not_stored"})
"""502 codes with which a generation or a picture failed after its vendor was called. The key is free again, so a retry
would generate another one, which is the caller's decision.
"""

LASTING = frozenset(
    {"engine_switched_off", "generation_off", "images_switched_off", "pictures_not_accepted"}
)
"""Codes that persist until an operator changes something."""

NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 15.0
LONGEST_RESTART_PAUSE = 2.0
"""A service that crashes repeatedly may run for only a few seconds at a time, which a longer pause would miss."""

CONNECT_TIMEOUT = 10.0

DEFAULT_RETRIES = 5
DEFAULT_TIMEOUT = 120.0
"""Seconds for a call including its retries and pauses."""
RETEXTURE_TIMEOUT = 600.0
"""Seconds for a call that waits for its model."""


def made_by(path: str) -> Made | None:
    """Returns None if the path takes no key."""
    return next((made for form, made in KEYED_FORMS if form.fullmatch(path)), None)


def takes_key(request: httpx.Request) -> bool:
    return request.method == "POST" and made_by(request.url.path) is not None


def is_known_by_content(request: httpx.Request) -> bool:
    path = request.url.path
    return request.method == "POST" and any(form.fullmatch(path) for form in CONTENT_FORMS)


def repeatability_of(request: httpx.Request) -> Repeatability:
    if request.method != "POST" or request.extensions.get(SAFE_CALL):
        return Repeatability.SAFE
    has_key = "idempotency-key" in request.headers
    if takes_key(request) and (has_key or is_known_by_content(request)):
        return Repeatability.KEYED
    return Repeatability.SAFE if request.url.path in HARMLESS_POSTS else Repeatability.ONCE


def retry_after_of(response: httpx.Response, now: datetime | None = None) -> int | None:
    """Returns the whole seconds of a Retry-After header, which contains seconds or a date, or None without one."""
    value = response.headers.get("retry-after")
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return int(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    return max(0, math.ceil((at - (now or datetime.now(UTC))).total_seconds()))


def backoff(retry: int, share: float, longest: float = LONGEST_PAUSE) -> float:
    """Returns seconds with exponential backoff and full jitter: at most 0.25, 0.5, 1 ... `longest`. `share` is from 0
    to 1.
    """
    return share * min(longest, FIRST_PAUSE * 2.0**retry)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Retries and timeout of a client.

    Attributes:
        retries: maximum number of retries. None: DEFAULT_RETRIES retries, and as many as the timeout allows while
            connections are refused or the service starts.
        timeout: seconds for a call including its retries and pauses. No attempt or pause starts after that time, and no
            single read waits longer. Only a response that arrives slowly can take longer.
    """

    retries: int | None = None
    timeout: float = DEFAULT_TIMEOUT
    clock: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random


class Attempts:
    """The attempts of one call. Decides after each whether to retry. Neither sends nor sleeps."""

    def __init__(self, request: httpx.Request, policy: RetryPolicy) -> None:
        self._request = request
        self._policy = policy
        self._repeatability = repeatability_of(request)
        self._sent_again = 0
        self._waited = 0
        """Attempts that reached no service, which are not counted as retries."""
        self._in_doubt = False
        """Whether an attempt may have taken effect without a response that confirms it."""
        allowed = request.extensions.get(DEADLINE)
        self._timeout = policy.timeout if allowed is None else float(allowed)
        self._ends_at = policy.clock() + self._timeout

    def begin(self) -> None:
        """Limits the next attempt to the remaining time."""
        left = max(0.001, self._ends_at - self._policy.clock())
        limits = {"connect": min(left, CONNECT_TIMEOUT), "read": left, "write": left, "pool": left}
        self._request.extensions["timeout"] = limits

    def after_error(self, error: httpx.TransportError) -> float:
        """Returns the seconds to wait before the next attempt. Raises if there is none."""
        was_sent = not isinstance(error, NEVER_SENT)
        self._in_doubt = self._in_doubt or was_sent
        if not was_sent or self._repeatability is not Repeatability.ONCE:
            pause = self._pause(None, restarting=_is_refused(error))
            if pause is not None:
                return pause
        raise self._failure(error) from error

    def after_response(self, response: httpx.Response) -> float | None:
        """Returns the seconds to wait before the next attempt, or None if this response is final.

        Raises OutcomeUnknown if the response does not reveal the outcome of the request.
        """
        if response.is_success:
            return None
        if self._is_worth_repeating(response):
            pause = self._pause(retry_after_of(response), restarting=_is_starting(response))
            if pause is not None:
                self._in_doubt = self._in_doubt or self._may_have_acted(response)
                return pause
        if self._leaves_doubt(response):
            raise outcome_unknown(self._request, response)
        return None

    def _pause(self, retry_after: int | None, *, restarting: bool) -> float | None:
        """Returns None if the retries or the time are exhausted."""
        retries = self._policy.retries
        is_free = retries is None and restarting
        if not is_free and self._sent_again >= (DEFAULT_RETRIES if retries is None else retries):
            return None
        retry = self._waited if is_free else self._sent_again
        longest = LONGEST_RESTART_PAUSE if restarting else LONGEST_PAUSE
        waits = backoff(retry, self._policy.random(), longest)
        seconds = waits + (retry_after or 0)
        if self._policy.clock() + seconds >= self._ends_at:
            return None
        if is_free:
            self._waited += 1
        else:
            self._sent_again += 1
        return seconds

    def _is_worth_repeating(self, response: httpx.Response) -> bool:
        status = response.status_code
        if response.headers.get("x-error-code") in LASTING | ENDED:
            return False
        if status == 429 or (status == 503 and _says_nothing_was_done(response)):
            return True
        if self._repeatability is Repeatability.ONCE:
            return False
        if status == 408 or status in GATEWAY:
            return True
        is_keyed = self._repeatability is Repeatability.KEYED
        return is_keyed and (status == 500 or _is_still_running(response))

    def _leaves_doubt(self, response: httpx.Response) -> bool:
        if self._repeatability is Repeatability.SAFE:
            return False
        if self._may_have_acted(response):
            return True
        return self._in_doubt and response.status_code in SAYS_NOTHING_OF_EARLIER

    def _may_have_acted(self, response: httpx.Response) -> bool:
        status = response.status_code
        if response.headers.get("x-error-code") in ENDED:
            return False
        if status == 503:
            return not _says_nothing_was_done(response)
        return status == 500 or status in GATEWAY or _is_still_running(response)

    def _failure(self, error: httpx.TransportError) -> SvcError:
        if self._in_doubt and self._repeatability is not Repeatability.SAFE:
            return outcome_unknown(self._request, None)
        host = f"{self._request.url.host}:{self._request.url.port or self._request.url.scheme}"
        if isinstance(error, httpx.TimeoutException):
            return TimedOut(f"{host} did not respond within {self._timeout:g} s.")
        return NetworkError(f"{host} cannot be reached: {_cause_of(error)}")


def _cause_of(error: BaseException) -> BaseException:
    """Returns the failed system call, which httpx and anyio wrap once per address of a host."""
    if isinstance(error, BaseExceptionGroup):
        return _cause_of(error.exceptions[0])
    cause = error.__cause__ or error.__context__
    return error if cause is None else _cause_of(cause)


def _is_refused(error: httpx.TransportError) -> bool:
    """Whether nothing listens at the address, as during a restart of the service."""
    return isinstance(error, httpx.ConnectError) and isinstance(
        _cause_of(error), ConnectionRefusedError
    )


def _is_starting(response: httpx.Response) -> bool:
    return response.status_code == 503 and response.headers.get("x-error-code") == "starting"


def _says_nothing_was_done(response: httpx.Response) -> bool:
    """Whether the service, and not a proxy, reported that it did nothing."""
    return response.headers.get("x-error-code") in NOTHING_DONE


def _is_still_running(response: httpx.Response) -> bool:
    """Whether the first request with the key is still running. Its result follows."""
    return response.status_code == 409 and "retry-after" in response.headers


def outcome_unknown(request: httpx.Request, response: httpx.Response | None) -> OutcomeUnknown:
    is_keyed = repeatability_of(request) is Repeatability.KEYED
    key = request.headers.get("idempotency-key") if is_keyed else None
    said = "" if response is None else sentence_of(response)
    if key is None and is_keyed:
        message = (
            "Whether the request was carried out is not known. Make the same call again: "
            "the service knows it by its content."
        )
    elif key is None:
        message = (
            "Whether the request was carried out is not known. Look at your account page "
            "before you send it again."
        )
    else:
        may_exist, finds = REPEAT_FINDS[made_by(request.url.path) or "other"]
        message = (
            f"{may_exist} Make the same call again within 24 hours with "
            f"idempotency_key={key!r}: {finds}"
        )
    return OutcomeUnknown(
        f"{said} {message}".strip(),
        idempotency_key=key,
        request_id=None if response is None else response.headers.get("x-request-id"),
    )


REPEAT_FINDS: Mapping[Made, tuple[str, str]] = MappingProxyType(
    {
        "order": (
            "The order may have been placed and charged.",
            "this returns the order if there is one, and places it if there is none.",
        ),
        "generation": (
            "The generation may have been started and spend credits.",
            "this returns the generation if there is one, and starts it if there is none.",
        ),
        "other": (
            "The request may have been carried out and charged.",
            "this returns what the first call made, and makes it if there is nothing.",
        ),
    }
)
"""Returns what may exist, and what a retry with the key does."""


def refusal_of(response: httpx.Response) -> Refused:
    code = response.headers.get("x-error-code")
    return Refused(
        sentence_of(response) or response.reason_phrase,
        status=response.status_code,
        code=code,
        doc_url=None if code is None else str(response.url.join(f"/docs/errors#{code}")),
        retry_after=retry_after_of(response),
        request_id=response.headers.get("x-request-id"),
        body=_body_of(response),
    )


def sentence_of(response: httpx.Response) -> str:
    """Returns the error sentence, or an empty string. Generations are refused with a code, next to the sentence."""
    body = _body_of(response)
    said = [body.get("message"), body.get("error")] if isinstance(body, dict) else []
    return next((text for text in said if isinstance(text, str) and text != ""), "")


def _body_of(response: httpx.Response) -> object:
    try:
        return response.json()
    except ValueError:
        return response.text
