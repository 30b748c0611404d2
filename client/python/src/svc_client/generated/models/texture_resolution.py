from typing import Literal, cast

TextureResolution = Literal["1k", "2k", "4k", "8k"]


def check_texture_resolution(value: str) -> TextureResolution:
    # A word that a later service may add is passed on as it is.
    return cast(TextureResolution, value)
