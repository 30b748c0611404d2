from typing import Literal, cast

SupportMessageRole = Literal["assistant", "user"]


def check_support_message_role(value: str) -> SupportMessageRole:
    # A word that a later service may add is passed on as it is.
    return cast(SupportMessageRole, value)
