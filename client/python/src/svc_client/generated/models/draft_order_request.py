from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.partial_address import PartialAddress


T = TypeVar("T", bound="DraftOrderRequest")


@_attrs_define
class DraftOrderRequest:
    text: str
    """ What to print, in English: "three copies in black PETG, 40% infill, shipped to Germany". """
    model_url: str
    """ A stored model of the account, or one of the gallery: `gs://...`. """
    address: PartialAddress | Unset = UNSET
    """ The known parts of an address. """
    company: None | str | Unset = UNSET
    vat_id: None | str | Unset = UNSET
    purchase_order: None | str | Unset = UNSET
    reference: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        model_url = self.model_url

        address: dict[str, Any] | Unset = UNSET
        if not isinstance(self.address, Unset):
            address = self.address.to_dict()

        company: None | str | Unset
        if isinstance(self.company, Unset):
            company = UNSET
        else:
            company = self.company

        vat_id: None | str | Unset
        if isinstance(self.vat_id, Unset):
            vat_id = UNSET
        else:
            vat_id = self.vat_id

        purchase_order: None | str | Unset
        if isinstance(self.purchase_order, Unset):
            purchase_order = UNSET
        else:
            purchase_order = self.purchase_order

        reference: None | str | Unset
        if isinstance(self.reference, Unset):
            reference = UNSET
        else:
            reference = self.reference

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "text": text,
                "modelUrl": model_url,
            }
        )
        if address is not UNSET:
            field_dict["address"] = address
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
        from ..models.partial_address import PartialAddress  # noqa: PLC0415

        d = dict(src_dict)
        text = d.pop("text")

        model_url = d.pop("modelUrl")

        _address = d.pop("address", UNSET)
        address: PartialAddress | Unset
        if isinstance(_address, Unset):
            address = UNSET
        else:
            address = PartialAddress.from_dict(_address)

        def _parse_company(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        company = _parse_company(d.pop("company", UNSET))

        def _parse_vat_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        vat_id = _parse_vat_id(d.pop("vatId", UNSET))

        def _parse_purchase_order(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        purchase_order = _parse_purchase_order(d.pop("purchaseOrder", UNSET))

        def _parse_reference(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        reference = _parse_reference(d.pop("reference", UNSET))

        draft_order_request = cls(
            text=text,
            model_url=model_url,
            address=address,
            company=company,
            vat_id=vat_id,
            purchase_order=purchase_order,
            reference=reference,
        )

        draft_order_request.additional_properties = d
        return draft_order_request

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
