from typing import Literal, cast

GenerationPriceMaterial = Literal["pla"]


def check_generation_price_material(value: str) -> GenerationPriceMaterial:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationPriceMaterial, value)
