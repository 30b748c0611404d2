from typing import Literal, cast

InputMode = Literal["image", "image_text", "multiview", "text"]


def check_input_mode(value: str) -> InputMode:
    # A word that a later service may add is passed on as it is.
    return cast(InputMode, value)
