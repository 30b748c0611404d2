from typing import Literal, cast

LengthUnit = Literal["cm", "in", "m", "mm"]


def check_length_unit(value: str) -> LengthUnit:
    # A word that a later service may add is passed on as it is.
    return cast(LengthUnit, value)
