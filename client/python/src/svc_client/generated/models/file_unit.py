from typing import Literal, cast

FileUnit = Literal["cm", "ft", "in", "m", "mm", "um"]


def check_file_unit(value: str) -> FileUnit:
    # A word that a later service may add is passed on as it is.
    return cast(FileUnit, value)
