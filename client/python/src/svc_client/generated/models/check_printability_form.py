from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.length_unit import LengthUnit, check_length_unit
from ..types import UNSET, File, Unset

T = TypeVar("T", bound="CheckPrintabilityForm")


@_attrs_define
class CheckPrintabilityForm:
    file: File
    """ The mesh: .stl, .obj, .glb, .gltf (nothing outside the file) or .3mf, at most 25 MB. STL and OBJ numbers are
    millimeters, glTF numbers are meters, a 3MF file states its unit. """
    units: LengthUnit | Unset = UNSET
    """ Unit of the numbers of a model. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        file = self.file.to_tuple()

        units: str | Unset = UNSET
        if not isinstance(self.units, Unset):
            units = self.units

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "file": file,
            }
        )
        if units is not UNSET:
            field_dict["units"] = units

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        files.append(("file", self.file.to_tuple()))

        if not isinstance(self.units, Unset):
            files.append(("units", (None, str(self.units).encode(), "text/plain")))

        for prop_name, prop in self.additional_properties.items():
            files.append((prop_name, (None, str(prop).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        file = File(payload=BytesIO(d.pop("file")))

        _units = d.pop("units", UNSET)
        units: LengthUnit | Unset
        if isinstance(_units, Unset):
            units = UNSET
        else:
            units = check_length_unit(_units)

        check_printability_form = cls(
            file=file,
            units=units,
        )

        check_printability_form.additional_properties = d
        return check_printability_form

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
