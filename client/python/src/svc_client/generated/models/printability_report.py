from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.length_unit import LengthUnit, check_length_unit
from ..models.printability_report_print_status import (
    PrintabilityReportPrintStatus,
    check_printability_report_print_status,
)
from ..models.printability_report_walls_measured import (
    PrintabilityReportWallsMeasured,
    check_printability_report_walls_measured,
)

if TYPE_CHECKING:
    from ..models.check_repair import CheckRepair
    from ..models.issue_place import IssuePlace
    from ..models.printability import Printability
    from ..models.received_mesh import ReceivedMesh
    from ..models.thin_wall import ThinWall


T = TypeVar("T", bound="PrintabilityReport")


@_attrs_define
class PrintabilityReport:
    """Whether a mesh can be printed, and why not."""

    printability: Printability
    """ Measures of a mesh that decide whether it can be printed. """
    print_status: PrintabilityReportPrintStatus
    """ The verdict. """
    print_detail: str
    """ The verdict in words. """
    printability_score: int
    """ 95 ready, 85 repaired, at most 45 otherwise. """
    issues: list[str]
    """ Problems found in the mesh. """
    recommendations: list[str]
    """ What to do about it. """
    unit: LengthUnit
    """ Unit of the numbers of a model. """
    places: list[IssuePlace]
    """ The places of issues and recommendations on the model, for those that have one. """
    received: None | ReceivedMesh
    repaired: CheckRepair | None
    min_wall_mm: float | None
    walls_measured: PrintabilityReportWallsMeasured
    """ `some`: the surface is too intricate to measure every wall. `none`: it took too long, and `received` and
    `repaired` are null. """
    thin_walls: list[ThinWall]
    """ The walls under 0.8 mm, two lines of a 0.4 mm nozzle: at most 20, the largest first. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.check_repair import CheckRepair  # noqa: PLC0415
        from ..models.received_mesh import ReceivedMesh  # noqa: PLC0415

        printability = self.printability.to_dict()

        print_status: str = self.print_status

        print_detail = self.print_detail

        printability_score = self.printability_score

        issues = self.issues

        recommendations = self.recommendations

        unit: str = self.unit

        places = []
        for places_item_data in self.places:
            places_item = places_item_data.to_dict()
            places.append(places_item)

        received: dict[str, Any] | None
        if isinstance(self.received, ReceivedMesh):
            received = self.received.to_dict()
        else:
            received = self.received

        repaired: dict[str, Any] | None
        if isinstance(self.repaired, CheckRepair):
            repaired = self.repaired.to_dict()
        else:
            repaired = self.repaired

        min_wall_mm: float | None
        min_wall_mm = self.min_wall_mm

        walls_measured: str = self.walls_measured

        thin_walls = []
        for thin_walls_item_data in self.thin_walls:
            thin_walls_item = thin_walls_item_data.to_dict()
            thin_walls.append(thin_walls_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "printability": printability,
                "printStatus": print_status,
                "printDetail": print_detail,
                "printabilityScore": printability_score,
                "issues": issues,
                "recommendations": recommendations,
                "unit": unit,
                "places": places,
                "received": received,
                "repaired": repaired,
                "minWallMm": min_wall_mm,
                "wallsMeasured": walls_measured,
                "thinWalls": thin_walls,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.check_repair import CheckRepair  # noqa: PLC0415
        from ..models.issue_place import IssuePlace  # noqa: PLC0415
        from ..models.printability import Printability  # noqa: PLC0415
        from ..models.received_mesh import ReceivedMesh  # noqa: PLC0415
        from ..models.thin_wall import ThinWall  # noqa: PLC0415

        d = dict(src_dict)
        printability = Printability.from_dict(d.pop("printability"))

        print_status = check_printability_report_print_status(d.pop("printStatus"))

        print_detail = d.pop("printDetail")

        printability_score = d.pop("printabilityScore")

        issues = cast(list[str], d.pop("issues"))

        recommendations = cast(list[str], d.pop("recommendations"))

        unit = check_length_unit(d.pop("unit"))

        places = []
        _places = d.pop("places")
        for places_item_data in _places:
            places_item = IssuePlace.from_dict(places_item_data)

            places.append(places_item)

        def _parse_received(data: object) -> None | ReceivedMesh:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                received_type_0 = ReceivedMesh.from_dict(data)

                return received_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReceivedMesh, data)

        received = _parse_received(d.pop("received"))

        def _parse_repaired(data: object) -> CheckRepair | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                repaired_type_0 = CheckRepair.from_dict(data)

                return repaired_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckRepair | None, data)

        repaired = _parse_repaired(d.pop("repaired"))

        def _parse_min_wall_mm(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        min_wall_mm = _parse_min_wall_mm(d.pop("minWallMm"))

        walls_measured = check_printability_report_walls_measured(d.pop("wallsMeasured"))

        thin_walls = []
        _thin_walls = d.pop("thinWalls")
        for thin_walls_item_data in _thin_walls:
            thin_walls_item = ThinWall.from_dict(thin_walls_item_data)

            thin_walls.append(thin_walls_item)

        printability_report = cls(
            printability=printability,
            print_status=print_status,
            print_detail=print_detail,
            printability_score=printability_score,
            issues=issues,
            recommendations=recommendations,
            unit=unit,
            places=places,
            received=received,
            repaired=repaired,
            min_wall_mm=min_wall_mm,
            walls_measured=walls_measured,
            thin_walls=thin_walls,
        )

        printability_report.additional_properties = d
        return printability_report

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
