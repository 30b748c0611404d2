from typing import Literal, cast

OutputFormat = Literal["3mf", "fbx", "glb", "obj", "stl", "usdz"]


def check_output_format(value: str) -> OutputFormat:
    # A word that a later service may add is passed on as it is.
    return cast(OutputFormat, value)
