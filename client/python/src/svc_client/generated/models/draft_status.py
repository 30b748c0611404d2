from typing import Literal, cast

DraftStatus = Literal["done", "error", "queued", "running"]


def check_draft_status(value: str) -> DraftStatus:
    # A word that a later service may add is passed on as it is.
    return cast(DraftStatus, value)
