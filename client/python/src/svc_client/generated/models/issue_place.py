from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="IssuePlace")


@_attrs_define
class IssuePlace:
    """The place of an issue."""

    about: str
    """ The issue or recommendation, as it stands in its list. """
    at: list[float] | None
    size_mm: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        about = self.about

        at: list[float] | None
        if isinstance(self.at, list):
            at = self.at

        else:
            at = self.at

        size_mm: float | None
        size_mm = self.size_mm

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "about": about,
                "at": at,
                "sizeMm": size_mm,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        about = d.pop("about")

        def _parse_at(data: object) -> list[float] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                at_type_0 = cast(list[float], data)

                return at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None, data)

        at = _parse_at(d.pop("at"))

        def _parse_size_mm(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        size_mm = _parse_size_mm(d.pop("sizeMm"))

        issue_place = cls(
            about=about,
            at=at,
            size_mm=size_mm,
        )

        issue_place.additional_properties = d
        return issue_place

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
