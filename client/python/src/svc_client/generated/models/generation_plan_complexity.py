from typing import Literal, cast

GenerationPlanComplexity = Literal["complex", "moderate", "simple"]


def check_generation_plan_complexity(value: str) -> GenerationPlanComplexity:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationPlanComplexity, value)
