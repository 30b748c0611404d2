"""Errors of calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .generated.models import GenerationJob


class SvcError(Exception):
    """Base of every error that this package raises, except for invalid arguments."""


class Refused(SvcError):
    """The service refused the request, and nothing was done.

    Attributes:
        status: the HTTP status.
        code: the stable name of the refusal, such as ``rate_limited``. The meaning of a code never changes, and new
            codes may be added. None if a proxy sent the response.
        doc_url: documentation of the code: why it is sent, and what to do.
        error: the sentence of the service. For a generation it may be a code, such as ``no_credits``, and ``body`` has
            details.
        retry_after: whole seconds until the request can succeed, if the service states them.
        request_id: the id under which the service logged the request.
        body: the whole body, parsed if it is JSON.
    """

    def __init__(
        self,
        error: str,
        *,
        status: int,
        code: str | None = None,
        doc_url: str | None = None,
        retry_after: int | None,
        request_id: str | None,
        body: object,
    ) -> None:
        super().__init__(f"{error} (HTTP {status})")
        self.error = error
        self.status = status
        self.code = code
        self.doc_url = doc_url
        self.retry_after = retry_after
        self.request_id = request_id
        self.body = body


class NetworkError(SvcError):
    """The service could not be reached, or its response was lost.

    Nothing can have changed at the service, so the call may be repeated.
    """


class TimedOut(NetworkError, TimeoutError):
    """The time limit of the call or the wait has expired."""


class OutcomeUnknown(SvcError):
    """The request was sent, but its response was lost.

    The result (an order, a generation) may exist and be charged. The message says what to do.

    Attributes:
        idempotency_key: pass it to the same call again. None if the endpoint takes no key.
        request_id: the id of the last response, if there was one.
    """

    def __init__(
        self, message: str, *, idempotency_key: str | None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        self.request_id = request_id


class GenerationFailed(SvcError):
    """A generation ended without a model. The message is the reason. Its credits were refunded.

    Attributes:
        job: the final state of the job.
    """

    def __init__(self, job: GenerationJob) -> None:
        reason = job.message or job.error
        super().__init__(str(reason) if reason else "It ended without a result.")
        self.job = job
