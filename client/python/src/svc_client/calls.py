"""Every call as a request and the parsing of its response. client.py and async_client.py send the requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import attrs
import httpx

from .errors import GenerationFailed, SvcError
from .generated import models
from .generated.api.generation import read_generation_job, retexture_model, start_generation
from .generated.api.orders import read_print_order, submit_print_order
from .generated.api.price import estimate_price
from .generated.api.slicing import check_printability as check_printability_endpoint
from .generated.api.slicing import upload_model as upload_model_endpoint
from .generated.types import UNSET, File
from .options import GenerateOptions, ModelPriceOptions, OrderOptions, PriceOptions
from .print_settings import check_print_settings
from .retry import DEADLINE, SAFE_CALL, refusal_of

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """Arguments of httpx.Client.request, and the parsing of its response, which may raise SvcError."""

    request: dict[str, Any]
    read: Callable[[httpx.Response], T]
    is_safe: bool = False
    """True if the request changes nothing and sends no key, whatever others of its path do."""


def extensions_of(call: Call[Any], timeout: float | None) -> dict[str, Any]:
    """Extensions of the request. `timeout` is the caller's, in seconds."""
    deadline = {} if timeout is None else {DEADLINE: timeout}
    return {**deadline, SAFE_CALL: True} if call.is_safe else deadline


@attrs.define
class SubmittedOrder(models.SubmittedOrder):
    """Response to a submit.

    Attributes:
        idempotency_key: key with which it was sent.
        replayed: whether this is the response to an earlier request with the same key.
    """

    idempotency_key: str = attrs.field(default="", kw_only=True)
    replayed: bool = attrs.field(default=False, kw_only=True)


@attrs.define
class StartedGeneration(models.StartedGeneration):
    """Response to a start.

    Attributes:
        idempotency_key: key with which it was sent.
        replayed: whether this is the response to an earlier request with the same key.
    """

    idempotency_key: str = attrs.field(default="", kw_only=True)
    replayed: bool = attrs.field(default=False, kw_only=True)


def price(bbox_mm: tuple[float, float, float], options: PriceOptions) -> Call[models.PriceEstimate]:
    x, y, z = bbox_mm
    body = models.EstimatePriceRequest(bbox_mm=models.BoundingBox(x=x, y=y, z=z), **options)
    return Call(estimate_price._get_kwargs(body=body), _reading(models.PriceEstimate.from_dict))


def price_model(
    model_url: str, secret: str | None, options: ModelPriceOptions
) -> Call[models.PriceEstimate]:
    """`secret` is sent only with this price: an estimate from a box needs none."""
    if secret is None:
        message = "The price of a stored model needs an api_key."
        raise ValueError(message)
    check_print_settings(options)
    request = estimate_price._get_kwargs(
        body=models.EstimatePriceRequest(model_url=model_url, **options)
    )
    headers = {**request.get("headers", {}), "authorization": f"Bearer {secret}"}
    return Call({**request, "headers": headers}, _reading(models.PriceEstimate.from_dict))


def _order_request(
    file: File | None, model_url: str | None, options: OrderOptions
) -> models.SubmitPrintOrderRequest:
    if (file is None) == (model_url is None):
        message = "Give either a file or the model_url of a stored model."
        raise ValueError(message)
    check_print_settings(options)
    fields: dict[str, Any] = {**options}
    return models.SubmitPrintOrderRequest(
        file=UNSET if file is None else file,
        model_url=UNSET if model_url is None else model_url,
        zip_=fields.pop("zip"),
        **fields,
    )


def submit_order(
    file: File | None, model_url: str | None, key: str, options: OrderOptions
) -> Call[SubmittedOrder]:
    body = _order_request(file, model_url, options)

    def read(response: httpx.Response) -> SubmittedOrder:
        order = SubmittedOrder.from_dict(_json(response))
        order.idempotency_key = key
        order.replayed = "idempotent-replayed" in response.headers
        return order

    return Call(submit_print_order._get_kwargs(body=body, idempotency_key=key), read)


def dry_run_order(
    file: File | None, model_url: str | None, options: OrderOptions
) -> Call[models.DryRun]:
    body = _order_request(file, model_url, options)
    body.dry_run = True

    def read(response: httpx.Response) -> models.DryRun:
        run = _json(response)
        if "code" in run:
            paid = "paid" if run.get("paid") else "not paid"
            message = (
                f"This service knows no dry runs: it placed order {run['code']}, which is {paid}."
            )
            raise SvcError(message)
        return models.DryRun.from_dict(run)

    return Call(submit_print_order._get_kwargs(body=body), read, is_safe=True)


def get_order(code: str, wait: int | None) -> Call[models.Order]:
    return Call(
        read_print_order._get_kwargs(code=code, wait=UNSET if wait is None else wait),
        _reading(models.Order.from_dict),
    )


def upload_model(file: File, units: models.LengthUnit | None) -> Call[models.UploadedModel]:
    body = models.UploadModelRequest(file=file, units=UNSET if units is None else units)
    return Call(
        upload_model_endpoint._get_kwargs(body=body),
        _reading(models.UploadedModel.from_dict),
    )


def check_printability(
    file: File, units: models.LengthUnit | None
) -> Call[models.PrintabilityReport]:
    body = models.CheckPrintabilityForm(file=file, units=UNSET if units is None else units)
    return Call(
        check_printability_endpoint._get_kwargs(body=body),
        _reading(models.PrintabilityReport.from_dict),
    )


def generate(
    prompt: str | None, pictures: Sequence[File], key: str, options: GenerateOptions
) -> Call[StartedGeneration]:
    body = _from_pictures(prompt, pictures, options) if pictures else _from_text(prompt, options)

    def read(response: httpx.Response) -> StartedGeneration:
        started = StartedGeneration.from_dict(_json(response))
        started.idempotency_key = key
        started.replayed = "idempotent-replayed" in response.headers
        return started

    return Call(start_generation._get_kwargs(body=body, idempotency_key=key), read)


def retexture(
    generation_id: str, prompt: str, size_mm: float | None, key: str
) -> Call[models.GenerationResult]:
    body = models.RetextureModelRequest(
        generation_id=generation_id,
        prompt=prompt,
        size_mm=UNSET if size_mm is None else size_mm,
    )
    return Call(
        retexture_model._get_kwargs(body=body, idempotency_key=key),
        _reading(models.GenerationResult.from_dict),
    )


def get_generation(job_id: str) -> Call[models.GenerationJob]:
    return Call(
        read_generation_job._get_kwargs(job_id=job_id),
        _reading(models.GenerationJob.from_dict),
    )


def result_of(job: models.GenerationJob) -> models.GenerationResult:
    """Raises GenerationFailed for a job that ended without a model."""
    if job.status == "done" and job.result:
        return job.result
    raise GenerationFailed(job)


def _from_text(prompt: str | None, options: GenerateOptions) -> models.GenerationFromText:
    if "refine_of" in options:
        # The draft's prompt is used.
        return models.GenerationFromText(prompt="", refine_of=options["refine_of"])
    if prompt is None:
        message = "Give a prompt, an image, 2 to 4 images or refine_of."
        raise ValueError(message)
    advanced = _advanced(options)
    fields: dict[str, Any] = {**options}
    fields.pop("size_mm", None)
    fields["advanced"] = UNSET if advanced is None else advanced
    return models.GenerationFromText(prompt=prompt, **fields)


def _from_pictures(
    prompt: str | None, pictures: Sequence[File], options: GenerateOptions
) -> models.GenerationFromPictures:
    """Words with one picture describe a change to it. With several pictures, they only name the model."""
    form = models.GenerationFromPictures(
        prompt=UNSET if prompt is None else prompt,
        mode=options.get("mode", UNSET),
        style=options.get("style", UNSET),
        notify=options.get("notify", UNSET),
        drafts=options.get("drafts", UNSET),
        images_of=options.get("images_of", UNSET),
    )
    if len(pictures) == 1:
        form.input_mode = "image" if prompt is None else "image_text"
        form.image = pictures[0]
    else:
        form.input_mode = "multiview"
        form.images = list(pictures)
    # In a form, these are separate text fields.
    advanced = _advanced(options)
    for name, value in (advanced.to_dict() if advanced else {}).items():
        form[name] = _text(value)
    return form


def _advanced(options: GenerateOptions) -> models.GenerationOptions | None:
    """Returns the advanced options with the size, which has a separate option."""
    advanced = options.get("advanced")
    if "size_mm" not in options:
        return advanced
    if advanced is None:
        return models.GenerationOptions(size_mm=options["size_mm"])
    return attrs.evolve(advanced, size_mm=options["size_mm"])


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reading(from_dict: Callable[[dict[str, Any]], T]) -> Callable[[httpx.Response], T]:
    return lambda response: from_dict(_json(response))


def _json(response: httpx.Response) -> dict[str, Any]:
    body = response.json() if response.is_success and _is_json(response) else None
    if isinstance(body, dict):
        return body
    raise _failure(response)


def _failure(response: httpx.Response) -> SvcError:
    if not response.is_success:
        return refusal_of(response)
    message = f"{response.url.host} sent a page and not JSON: is base_url that of the service?"
    return SvcError(message)


def _is_json(response: httpx.Response) -> bool:
    return str(response.headers.get("content-type", "")).startswith("application/json")
