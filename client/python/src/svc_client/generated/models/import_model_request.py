from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.length_unit import LengthUnit, check_length_unit
from ..types import UNSET, Unset

T = TypeVar("T", bound="ImportModelRequest")


@_attrs_define
class ImportModelRequest:
    url: str
    """ Direct https link to a .stl, .obj, .3mf or .glb file, at most 100 MB. """
    units: LengthUnit | Unset = UNSET
    """ Unit of the numbers of a model. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        units: str | Unset = UNSET
        if not isinstance(self.units, Unset):
            units = self.units

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "url": url,
            }
        )
        if units is not UNSET:
            field_dict["units"] = units

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        _units = d.pop("units", UNSET)
        units: LengthUnit | Unset
        if isinstance(_units, Unset):
            units = UNSET
        else:
            units = check_length_unit(_units)

        import_model_request = cls(
            url=url,
            units=units,
        )

        import_model_request.additional_properties = d
        return import_model_request

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
