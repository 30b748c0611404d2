from typing import Literal, cast

ChangeModelRequestCutType1Axis = Literal["x", "y", "z"]


def check_change_model_request_cut_type_1_axis(value: str) -> ChangeModelRequestCutType1Axis:
    # A word that a later service may add is passed on as it is.
    return cast(ChangeModelRequestCutType1Axis, value)
