from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.country import Country, check_country
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.draft_item import DraftItem
    from ..models.order_draft_address import OrderDraftAddress


T = TypeVar("T", bound="OrderDraft")


@_attrs_define
class OrderDraft:
    """The body of a cart."""

    items: list[DraftItem]
    """ One part. """
    country: Country
    """ A country that the farm ships to. """
    address: OrderDraftAddress
    """ The address that was sent, without the country. """
    company: str | Unset = UNSET
    """ The company that was sent. """
    vat_id: str | Unset = UNSET
    """ The VAT ID that was sent. """
    purchase_order: str | Unset = UNSET
    """ The purchase-order number that was sent. """
    reference: str | Unset = UNSET
    """ The reference that was sent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        country: str = self.country

        address = self.address.to_dict()

        company = self.company

        vat_id = self.vat_id

        purchase_order = self.purchase_order

        reference = self.reference

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "items": items,
                "country": country,
                "address": address,
            }
        )
        if company is not UNSET:
            field_dict["company"] = company
        if vat_id is not UNSET:
            field_dict["vatId"] = vat_id
        if purchase_order is not UNSET:
            field_dict["purchaseOrder"] = purchase_order
        if reference is not UNSET:
            field_dict["reference"] = reference

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.draft_item import DraftItem  # noqa: PLC0415
        from ..models.order_draft_address import OrderDraftAddress  # noqa: PLC0415

        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = DraftItem.from_dict(items_item_data)

            items.append(items_item)

        country = check_country(d.pop("country"))

        address = OrderDraftAddress.from_dict(d.pop("address"))

        company = d.pop("company", UNSET)

        vat_id = d.pop("vatId", UNSET)

        purchase_order = d.pop("purchaseOrder", UNSET)

        reference = d.pop("reference", UNSET)

        order_draft = cls(
            items=items,
            country=country,
            address=address,
            company=company,
            vat_id=vat_id,
            purchase_order=purchase_order,
            reference=reference,
        )

        order_draft.additional_properties = d
        return order_draft

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
