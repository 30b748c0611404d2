from typing import Literal, cast

OrderStateCharge = Literal["charged", "declined", "no_card", "not_made", "settling"]


def check_order_state_charge(value: str) -> OrderStateCharge:
    # A word that a later service may add is passed on as it is.
    return cast(OrderStateCharge, value)
