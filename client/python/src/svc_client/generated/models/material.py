from typing import Literal, cast

Material = Literal["abs", "asa", "petg", "pla", "tpu"]


def check_material(value: str) -> Material:
    # A word that a later service may add is passed on as it is.
    return cast(Material, value)
