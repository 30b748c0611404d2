from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PriceBreakdown")


@_attrs_define
class PriceBreakdown:
    """Parts of a price, in US dollars."""

    print_: float
    """ All parts, after bulk discount and the minimum per part, before postage. """
    shipping: float
    """ Postage: 7 or 0 in the US, 30 or 0 elsewhere. """
    grams: int
    """ Billable weight of one part, rounded up. """
    print_hours: float
    """ Estimated machine hours of one part. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        print_ = self.print_

        shipping = self.shipping

        grams = self.grams

        print_hours = self.print_hours

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "print": print_,
                "shipping": shipping,
                "grams": grams,
                "printHours": print_hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        print_ = d.pop("print")

        shipping = d.pop("shipping")

        grams = d.pop("grams")

        print_hours = d.pop("printHours")

        price_breakdown = cls(
            print_=print_,
            shipping=shipping,
            grams=grams,
            print_hours=print_hours,
        )

        price_breakdown.additional_properties = d
        return price_breakdown

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
