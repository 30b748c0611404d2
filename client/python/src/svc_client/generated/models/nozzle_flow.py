from typing import Literal, cast

NozzleFlow = Literal["high", "standard"]


def check_nozzle_flow(value: str) -> NozzleFlow:
    # A word that a later service may add is passed on as it is.
    return cast(NozzleFlow, value)
