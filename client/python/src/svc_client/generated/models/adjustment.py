from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Adjustment")


@_attrs_define
class Adjustment:
    """A value that was changed."""

    field: str
    """ Its name in the request. """
    sent: str
    """ The value that was sent, at most 60 characters; of a text that was cut, its length. """
    used: float | str
    """ Value that is used instead. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        sent = self.sent

        used: float | str
        used = self.used

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "field": field,
                "sent": sent,
                "used": used,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        sent = d.pop("sent")

        def _parse_used(data: object) -> float | str:
            return cast(float | str, data)

        used = _parse_used(d.pop("used"))

        adjustment = cls(
            field=field,
            sent=sent,
            used=used,
        )

        adjustment.additional_properties = d
        return adjustment

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
