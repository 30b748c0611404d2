from typing import Literal, cast

GenerationPriceQuality = Literal["standard"]


def check_generation_price_quality(value: str) -> GenerationPriceQuality:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationPriceQuality, value)
