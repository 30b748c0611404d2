from typing import Literal, cast

OwnGenerationStatus = Literal["done", "error", "queued", "running"]


def check_own_generation_status(value: str) -> OwnGenerationStatus:
    # A word that a later service may add is passed on as it is.
    return cast(OwnGenerationStatus, value)
