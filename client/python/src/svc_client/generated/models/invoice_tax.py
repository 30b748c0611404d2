from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InvoiceTax")


@_attrs_define
class InvoiceTax:
    """The tax that a total contains."""

    rate_percent: float
    """ Percent. """
    net: float
    """ The total without the tax. """
    amount: float
    """ The tax that the total contains. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        rate_percent = self.rate_percent

        net = self.net

        amount = self.amount

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ratePercent": rate_percent,
                "net": net,
                "amount": amount,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        rate_percent = d.pop("ratePercent")

        net = d.pop("net")

        amount = d.pop("amount")

        invoice_tax = cls(
            rate_percent=rate_percent,
            net=net,
            amount=amount,
        )

        invoice_tax.additional_properties = d
        return invoice_tax

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
