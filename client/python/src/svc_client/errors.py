"""What a call can end with besides its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .generated.models import GenerationJob


class SvcError(Exception):
    """Base of every error that this package raises, except for mistakes in arguments."""


class Refused(SvcError):
    """The service refused the request, and nothing was done.

    Attributes:
        status: the HTTP status.
        code: the stable name of the refusal, such as ``rate_limited``. A code never changes its
            meaning, and new ones may come. None where a proxy wrote the response.
        doc_url: where the service explains the code: why it is sent, and what to do.
        error: the sentence of the service; for a generation it may be a short word, such as
            ``no_credits``, and ``body`` says more.
        retry_after: whole seconds to wait before the request can succeed, where the service
            names them.
        request_id: the id under which the service logged the request.
        body: the whole body, as JSON where it is JSON.
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
    """The time allowed for the call or the wait has passed."""


class OutcomeUnknown(SvcError):
    """The request was sent and its response was lost: what it makes (an order, a generation) may
    exist and be charged. The message says what to do.

    Attributes:
        idempotency_key: to be passed to the same call again; None where the endpoint takes no key.
        request_id: the id of the last response, if there was one.
    """

    def __init__(
        self, message: str, *, idempotency_key: str | None, request_id: str | None = None
    ) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        self.request_id = request_id


class GenerationFailed(SvcError):
    """A generation ended without a model. The message is the reason; its credits were refunded.

    Attributes:
        job: the job as it ended.
    """

    def __init__(self, job: GenerationJob) -> None:
        reason = job.message or job.error
        super().__init__(str(reason) if reason else "It ended without a result.")
        self.job = job
