from typing import Literal, cast

Smoothing = Literal["light", "off", "strong"]


def check_smoothing(value: str) -> Smoothing:
    # A word that a later service may add is passed on as it is.
    return cast(Smoothing, value)
