from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.change_model_request_cut_type_0 import (
    ChangeModelRequestCutType0,
    check_change_model_request_cut_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.change_model_request_cut_type_1 import ChangeModelRequestCutType1


T = TypeVar("T", bound="ChangeModelRequest")


@_attrs_define
class ChangeModelRequest:
    size_mm: float | Unset = UNSET
    """ Longest side of the whole model, 5 to 2000. A model that does not fit the printer has to be cut. """
    orient: bool | Unset = UNSET
    """ Rotates it to the side on which it prints best; for a cut, every part. """
    hollow_wall_mm: float | Unset = UNSET
    """ Make it hollow with this wall, 0.4 to 10. If that leaves no cavity, the wall is made thinner. """
    repair: bool | Unset = UNSET
    """ Every change repairs the mesh. Without other changes, the copy is only repaired. """
    cut: ChangeModelRequestCutType0 | ChangeModelRequestCutType1 | Unset = UNSET
    """ "plate": into parts that each fit the printer. An object: in two, at a plane. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        size_mm = self.size_mm

        orient = self.orient

        hollow_wall_mm = self.hollow_wall_mm

        repair = self.repair

        cut: dict[str, Any] | str | Unset
        if isinstance(self.cut, Unset):
            cut = UNSET
        elif isinstance(self.cut, str):
            cut = self.cut
        else:
            cut = self.cut.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if size_mm is not UNSET:
            field_dict["sizeMm"] = size_mm
        if orient is not UNSET:
            field_dict["orient"] = orient
        if hollow_wall_mm is not UNSET:
            field_dict["hollowWallMm"] = hollow_wall_mm
        if repair is not UNSET:
            field_dict["repair"] = repair
        if cut is not UNSET:
            field_dict["cut"] = cut

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.change_model_request_cut_type_1 import ChangeModelRequestCutType1  # noqa: PLC0415

        d = dict(src_dict)
        size_mm = d.pop("sizeMm", UNSET)

        orient = d.pop("orient", UNSET)

        hollow_wall_mm = d.pop("hollowWallMm", UNSET)

        repair = d.pop("repair", UNSET)

        def _parse_cut(
            data: object,
        ) -> ChangeModelRequestCutType0 | ChangeModelRequestCutType1 | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                cut_type_0 = check_change_model_request_cut_type_0(data)

                return cut_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            cut_type_1 = ChangeModelRequestCutType1.from_dict(data)

            return cut_type_1

        cut = _parse_cut(d.pop("cut", UNSET))

        change_model_request = cls(
            size_mm=size_mm,
            orient=orient,
            hollow_wall_mm=hollow_wall_mm,
            repair=repair,
            cut=cut,
        )

        change_model_request.additional_properties = d
        return change_model_request

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
