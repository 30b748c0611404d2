from typing import Literal, cast

GenerationJobStage = Literal["downloading", "enhancing", "generating", "measuring", "repairing"]


def check_generation_job_stage(value: str) -> GenerationJobStage:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationJobStage, value)
