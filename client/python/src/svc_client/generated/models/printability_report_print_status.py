from typing import Literal, cast

PrintabilityReportPrintStatus = Literal["needs-redesign", "ready", "repaired"]


def check_printability_report_print_status(value: str) -> PrintabilityReportPrintStatus:
    # A word that a later service may add is passed on as it is.
    return cast(PrintabilityReportPrintStatus, value)
