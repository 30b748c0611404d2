"""Client of a print farm's service: prices, orders, models and generations."""

from .async_client import AsyncClient
from .calls import SubmittedOrder
from .client import Client
from .errors import (
    GenerationFailed,
    NetworkError,
    OutcomeUnknown,
    Refused,
    SvcError,
    TimedOut,
)
from .generated.models import (
    GenerationJob,
    GenerationOptions,
    GenerationResult,
    Order,
    PriceEstimate,
    PrintabilityReport,
    StartedGeneration,
    UploadedModel,
)
from .retry import RetryPolicy
from .version import __version__

__all__ = [
    "AsyncClient",
    "Client",
    "GenerationFailed",
    "GenerationJob",
    "GenerationOptions",
    "GenerationResult",
    "NetworkError",
    "Order",
    "OutcomeUnknown",
    "PriceEstimate",
    "PrintabilityReport",
    "Refused",
    "RetryPolicy",
    "StartedGeneration",
    "SubmittedOrder",
    "SvcError",
    "TimedOut",
    "UploadedModel",
    "__version__",
]
