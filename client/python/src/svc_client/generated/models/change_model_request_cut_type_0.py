from typing import Literal, cast

ChangeModelRequestCutType0 = Literal["plate"]


def check_change_model_request_cut_type_0(value: str) -> ChangeModelRequestCutType0:
    # A word that a later service may add is passed on as it is.
    return cast(ChangeModelRequestCutType0, value)
