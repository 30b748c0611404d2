from typing import Literal, cast

OrderStateStatusLabel = Literal[
    "Accepted — queued to print",
    "Awaiting payment",
    "Cancelled",
    "Delivered",
    "Printed — preparing to ship",
    "Printing",
    "Received — in review",
    "Rejected",
    "Shipped",
]


def check_order_state_status_label(value: str) -> OrderStateStatusLabel:
    # A word that a later service may add is passed on as it is.
    return cast(OrderStateStatusLabel, value)
