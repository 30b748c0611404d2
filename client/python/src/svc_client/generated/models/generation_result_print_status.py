from typing import Literal, cast

GenerationResultPrintStatus = Literal["needs-redesign", "ready", "repaired", "supports"]


def check_generation_result_print_status(value: str) -> GenerationResultPrintStatus:
    # A word that a later service may add is passed on as it is.
    return cast(GenerationResultPrintStatus, value)
