from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ThinWall")


@_attrs_define
class ThinWall:
    """A wall that is too thin."""

    at: list[float]
    """ The thinnest point, on the mesh, mm. """
    thickness_mm: float
    """ Thickness there. """
    area_mm_2: float
    """ Area of the thin surface around it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at

        thickness_mm = self.thickness_mm

        area_mm_2 = self.area_mm_2

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "thicknessMm": thickness_mm,
                "areaMm2": area_mm_2,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = cast(list[float], d.pop("at"))

        thickness_mm = d.pop("thicknessMm")

        area_mm_2 = d.pop("areaMm2")

        thin_wall = cls(
            at=at,
            thickness_mm=thickness_mm,
            area_mm_2=area_mm_2,
        )

        thin_wall.additional_properties = d
        return thin_wall

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
