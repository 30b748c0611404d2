"""Print settings that the service would change without a refusal: an order of 200 parts would become one of 50."""

from collections.abc import Mapping
from typing import Final

_NOZZLES_MM: Final = (0.2, 0.4, 0.6, 0.8)


def check_print_settings(given: Mapping[str, object]) -> None:
    """Raises ValueError for a number that the service would change (docs/contract.md 4.2)."""
    _check_whole("quantity", given.get("quantity", 1), 1, 50)
    _check_whole("infill", given.get("infill", 20), 10, 100)
    nozzle = given.get("nozzle_diameter", 0.4)
    if not isinstance(nozzle, (int, float)) or nozzle not in _NOZZLES_MM:
        message = f"nozzle_diameter has to be one of {', '.join(map(str, _NOZZLES_MM))}. Nothing was sent."
        raise ValueError(message)
    height = given.get("layer_height")
    least, most = round(nozzle * 200) / 1000, round(nozzle * 750) / 1000
    if height is None:
        return
    if not isinstance(height, (int, float)) or not least - 1e-9 <= height <= most + 1e-9:
        message = f"layer_height has to be from {least} to {most} mm with a nozzle of {nozzle} mm. Nothing was sent."
        raise ValueError(message)


def _check_whole(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, (int, float)) and float(value).is_integer() and least <= value <= most:
        return
    message = f"{name} has to be a whole number from {least} to {most}. Nothing was sent."
    raise ValueError(message)
