from typing import Literal, cast

GenerationMode = Literal["fast_draft", "hi_fi"]


def check_generation_mode(value: str) -> GenerationMode:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationMode, value)
