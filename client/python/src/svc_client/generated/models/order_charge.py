from typing import Literal, cast

OrderCharge = Literal["declined", "no_card", "not_made", "settling"]


def check_order_charge(value: str) -> OrderCharge:
    # A word that a later service may add is passed on as it is.
    return cast(OrderCharge, value)
