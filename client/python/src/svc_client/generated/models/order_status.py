from typing import Literal, cast

OrderStatus = Literal[
    "ACCEPTED",
    "CANCELLED",
    "DELIVERED",
    "PENDING_PAYMENT",
    "PRINTED",
    "PRINTING",
    "RECEIVED",
    "REJECTED",
    "SHIPPED",
]


def check_order_status(value: str) -> OrderStatus:
    # A word that a later service may add is passed on as it is.
    return cast(OrderStatus, value)
