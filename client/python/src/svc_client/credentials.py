"""Which secret a request sends."""

from __future__ import annotations

import re
from collections.abc import Generator

import httpx

OPEN_PATHS = frozenset({"/api/price", "/api/printability"})
"""Public paths, which receive no secret."""


class Credentials(httpx.Auth):
    """Returns the secret for a path. Generations accept an extension token but no key. Paths that accept both receive
    the key.

    Raises ValueError, without showing the secret, if its format is wrong.
    """

    def __init__(self, api_key: str | None, extension_token: str | None) -> None:
        _check("api_key", "svc_live_", api_key)
        _check("extension_token", "svc_ext_", extension_token)
        self._api_key = api_key
        self._extension_token = extension_token

    def require_token(self) -> None:
        if self._extension_token is None:
            message = (
                "Generations take an extension token and no API key: make one on the account page "
                "and pass it as extension_token."
            )
            raise ValueError(message)

    def secret_for(self, path: str) -> str | None:
        if path in OPEN_PATHS:
            return None
        if re.match(r"/api/(generate|retexture)\b", path):
            return self._extension_token
        return self._api_key or self._extension_token

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        secret = self.secret_for(request.url.path)
        if secret is not None and "authorization" not in request.headers:
            request.headers["authorization"] = f"Bearer {secret}"
        yield request


def _check(name: str, prefix: str, value: str | None) -> None:
    if value is not None and not re.fullmatch(f"{prefix}[0-9a-f]{{48}}", value):
        message = f"{name} has to be {prefix} followed by 48 hexadecimal characters."
        raise ValueError(message)
