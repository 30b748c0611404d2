from typing import Literal, cast

OrderSupportsType0 = Literal["none", "supports", "turn"]


def check_order_supports_type_0(value: str) -> OrderSupportsType0:
    # A word that a later service may add is passed on as it is.
    return cast(OrderSupportsType0, value)
