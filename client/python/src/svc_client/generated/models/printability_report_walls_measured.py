from typing import Literal, cast

PrintabilityReportWallsMeasured = Literal["all", "none", "some"]


def check_printability_report_walls_measured(value: str) -> PrintabilityReportWallsMeasured:
    # A word that a later service may add is passed on as it is.
    return cast(PrintabilityReportWallsMeasured, value)
