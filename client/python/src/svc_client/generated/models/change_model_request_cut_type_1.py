from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.change_model_request_cut_type_1_axis import (
    ChangeModelRequestCutType1Axis,
    check_change_model_request_cut_type_1_axis,
)

T = TypeVar("T", bound="ChangeModelRequestCutType1")


@_attrs_define
class ChangeModelRequestCutType1:
    axis: ChangeModelRequestCutType1Axis
    """ x is the width, y the depth, z the height. """
    at_mm: float
    """ The distance from the lowest point of the model along the axis, after a change of its size. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        axis: str = self.axis

        at_mm = self.at_mm

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "axis": axis,
                "atMm": at_mm,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        axis = check_change_model_request_cut_type_1_axis(d.pop("axis"))

        at_mm = d.pop("atMm")

        change_model_request_cut_type_1 = cls(
            axis=axis,
            at_mm=at_mm,
        )

        change_model_request_cut_type_1.additional_properties = d
        return change_model_request_cut_type_1

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
