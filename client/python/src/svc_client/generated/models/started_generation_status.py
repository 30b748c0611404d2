from typing import Literal, cast

StartedGenerationStatus = Literal["queued"]


def check_started_generation_status(value: str) -> StartedGenerationStatus:
    # A word that a later service may add is passed on as it is.
    return cast(StartedGenerationStatus, value)
