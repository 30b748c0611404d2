from typing import Literal, cast

SubmittedOrderCharge = Literal["charged", "declined", "no_card", "not_made", "settling"]


def check_submitted_order_charge(value: str) -> SubmittedOrderCharge:
    # A word that a later service may add is passed on as it is.
    return cast(SubmittedOrderCharge, value)
