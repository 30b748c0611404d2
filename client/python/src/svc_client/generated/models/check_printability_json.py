from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.length_unit import LengthUnit, check_length_unit
from ..types import UNSET, Unset

T = TypeVar("T", bound="CheckPrintabilityJson")


@_attrs_define
class CheckPrintabilityJson:
    model_url: str
    """ `gs://` address of a model of this account. Needs a session. """
    units: LengthUnit | Unset = UNSET
    """ Unit of the numbers of a model. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        model_url = self.model_url

        units: str | Unset = UNSET
        if not isinstance(self.units, Unset):
            units = self.units

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "modelUrl": model_url,
            }
        )
        if units is not UNSET:
            field_dict["units"] = units

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model_url = d.pop("modelUrl")

        _units = d.pop("units", UNSET)
        units: LengthUnit | Unset
        if isinstance(_units, Unset):
            units = UNSET
        else:
            units = check_length_unit(_units)

        check_printability_json = cls(
            model_url=model_url,
            units=units,
        )

        check_printability_json.additional_properties = d
        return check_printability_json

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
