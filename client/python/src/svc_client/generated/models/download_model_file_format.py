from typing import Literal, cast

DownloadModelFileFormat = Literal["3mf", "3mf-stock-colors", "glb", "stl"]


def check_download_model_file_format(value: str) -> DownloadModelFileFormat:
    # A word that a later service may add is passed on as it is.
    return cast(DownloadModelFileFormat, value)
