from typing import Literal, cast

GenerationJobStatus = Literal["done", "error", "queued", "running"]


def check_generation_job_status(value: str) -> GenerationJobStatus:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationJobStatus, value)
