from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InvoiceBuyer")


@_attrs_define
class InvoiceBuyer:
    """The buyer, as stated with the order."""

    company: None | str
    vat_id: None | str
    purchase_order: None | str
    name: None | str
    address: list[str]
    """ Line by line. """
    email: str
    """ The address that the confirmation went to. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        company: None | str
        company = self.company

        vat_id: None | str
        vat_id = self.vat_id

        purchase_order: None | str
        purchase_order = self.purchase_order

        name: None | str
        name = self.name

        address = self.address

        email = self.email

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "company": company,
                "vatId": vat_id,
                "purchaseOrder": purchase_order,
                "name": name,
                "address": address,
                "email": email,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_company(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        company = _parse_company(d.pop("company"))

        def _parse_vat_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        vat_id = _parse_vat_id(d.pop("vatId"))

        def _parse_purchase_order(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        purchase_order = _parse_purchase_order(d.pop("purchaseOrder"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        address = cast(list[str], d.pop("address"))

        email = d.pop("email")

        invoice_buyer = cls(
            company=company,
            vat_id=vat_id,
            purchase_order=purchase_order,
            name=name,
            address=address,
            email=email,
        )

        invoice_buyer.additional_properties = d
        return invoice_buyer

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
