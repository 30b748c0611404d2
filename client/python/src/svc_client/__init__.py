"""Client of a print farm's service: prices, orders, models and generations."""

from .async_client import AsyncClient
from .calls import StartedGeneration, SubmittedOrder
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
    Country,
    DryRun,
    GenerationJob,
    GenerationOptions,
    GenerationResult,
    LengthUnit,
    Material,
    Order,
    OrderStatus,
    PriceEstimate,
    PrintabilityReport,
    Quality,
    UploadedModel,
)
from .retry import RetryPolicy
from .version import __version__

__all__ = [
    "AsyncClient",
    "Client",
    "Country",
    "DryRun",
    "GenerationFailed",
    "GenerationJob",
    "GenerationOptions",
    "GenerationResult",
    "LengthUnit",
    "Material",
    "NetworkError",
    "Order",
    "OrderStatus",
    "OutcomeUnknown",
    "PriceEstimate",
    "PrintabilityReport",
    "Quality",
    "Refused",
    "RetryPolicy",
    "StartedGeneration",
    "SubmittedOrder",
    "SvcError",
    "TimedOut",
    "UploadedModel",
    "__version__",
]
