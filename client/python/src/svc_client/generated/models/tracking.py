from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Tracking")


@_attrs_define
class Tracking:
    """The tracking of the parcel."""

    carrier: str
    """ The carrier of the parcel. """
    number: str
    """ The carrier’s tracking number. """
    url: None | str
    shipped_at: datetime.datetime
    """ The time at which it was sent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        carrier = self.carrier

        number = self.number

        url: None | str
        url = self.url

        shipped_at = self.shipped_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "carrier": carrier,
                "number": number,
                "url": url,
                "shippedAt": shipped_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        carrier = d.pop("carrier")

        number = d.pop("number")

        def _parse_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        url = _parse_url(d.pop("url"))

        shipped_at = datetime.datetime.fromisoformat(d.pop("shippedAt"))

        tracking = cls(
            carrier=carrier,
            number=number,
            url=url,
            shipped_at=shipped_at,
        )

        tracking.additional_properties = d
        return tracking

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
