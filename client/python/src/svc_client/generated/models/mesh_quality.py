from typing import Literal, cast

MeshQuality = Literal["high", "standard", "ultra"]


def check_mesh_quality(value: str) -> MeshQuality:
    # A word that a later service may add is passed on as it is.
    return cast(MeshQuality, value)
