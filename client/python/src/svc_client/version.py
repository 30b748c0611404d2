"""The version of this package, and the notice about a service of another version."""

from __future__ import annotations

import logging
import re

import httpx

__version__ = "0.2.0"
"""Equals the version of the service that this package was released with."""

_log = logging.getLogger("svc_client")


class VersionNotice:
    """Logs a warning at the first response of a service with another version.

    A record of the logger ``svc_client``, and not a Python warning: a program that turns warnings into errors would
    lose the response of an order.
    """

    def __init__(self) -> None:
        self._is_logged = False

    def read(self, response: httpx.Response) -> None:
        service = response.headers.get("x-service-version", "")
        if self._is_logged or service == __version__ or not re.fullmatch(r"\d+\.\d+\.\d+", service):
            return
        self._is_logged = True
        url = f"{response.url.scheme}://{response.url.netloc.decode()}"
        _log.warning(
            "svc-client %s is not the version of %s, %s. Install that one: pip install %s",
            __version__,
            url,
            service,
            f"{url}/clients/svc_client-{service}-py3-none-any.whl",
        )
