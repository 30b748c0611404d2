from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error import Error
from ...models.generation_error import GenerationError
from ...models.generation_result import GenerationResult
from ...models.retexture_model_request import RetextureModelRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: RetextureModelRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/api/retexture",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Error | GenerationError | GenerationResult | None:
    if response.status_code == 200:
        response_200 = GenerationResult.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = GenerationError.from_dict(response.json())

        return response_400

    if response.status_code == 401:
        response_401 = GenerationError.from_dict(response.json())

        return response_401

    if response.status_code == 402:
        response_402 = GenerationError.from_dict(response.json())

        return response_402

    if response.status_code == 403:
        response_403 = GenerationError.from_dict(response.json())

        return response_403

    if response.status_code == 404:
        response_404 = GenerationError.from_dict(response.json())

        return response_404

    if response.status_code == 408:
        response_408 = GenerationError.from_dict(response.json())

        return response_408

    if response.status_code == 409:
        response_409 = GenerationError.from_dict(response.json())

        return response_409

    if response.status_code == 413:
        response_413 = GenerationError.from_dict(response.json())

        return response_413

    if response.status_code == 422:
        response_422 = GenerationError.from_dict(response.json())

        return response_422

    if response.status_code == 429:
        response_429 = GenerationError.from_dict(response.json())

        return response_429

    if response.status_code == 500:
        response_500 = Error.from_dict(response.json())

        return response_500

    if response.status_code == 502:
        response_502 = GenerationError.from_dict(response.json())

        return response_502

    if response.status_code == 503:
        response_503 = GenerationError.from_dict(response.json())

        return response_503

    if response.status_code == 504:
        response_504 = GenerationError.from_dict(response.json())

        return response_504

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[Error | GenerationError | GenerationResult]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient,
    body: RetextureModelRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Error | GenerationError | GenerationResult]:
    """Retexture a model

    Args:
        idempotency_key (str | Unset):
        body (RetextureModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | GenerationError | GenerationResult]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient,
    body: RetextureModelRequest,
    idempotency_key: str | Unset = UNSET,
) -> Error | GenerationError | GenerationResult | None:
    """Retexture a model

    Args:
        idempotency_key (str | Unset):
        body (RetextureModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | GenerationError | GenerationResult
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient,
    body: RetextureModelRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Error | GenerationError | GenerationResult]:
    """Retexture a model

    Args:
        idempotency_key (str | Unset):
        body (RetextureModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Error | GenerationError | GenerationResult]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient,
    body: RetextureModelRequest,
    idempotency_key: str | Unset = UNSET,
) -> Error | GenerationError | GenerationResult | None:
    """Retexture a model

    Args:
        idempotency_key (str | Unset):
        body (RetextureModelRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Error | GenerationError | GenerationResult
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
