from typing import Literal, cast

Hollowing = Literal["hollow", "solid"]


def check_hollowing(value: str) -> Hollowing:
    # A word that a later service may add is passed on as it is.
    return cast(Hollowing, value)
