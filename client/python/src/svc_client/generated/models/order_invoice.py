from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_document import InvoiceDocument


T = TypeVar("T", bound="OrderInvoice")


@_attrs_define
class OrderInvoice:
    """The invoice of an order and what corrects it."""

    invoice: InvoiceDocument
    """ An invoice, a credit note or a cancellation. """
    corrections: list[InvoiceDocument]
    """ Credit notes of refunds, and cancellations of credit notes, in the order of their issue. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        invoice = self.invoice.to_dict()

        corrections = []
        for corrections_item_data in self.corrections:
            corrections_item = corrections_item_data.to_dict()
            corrections.append(corrections_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "invoice": invoice,
                "corrections": corrections,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_document import InvoiceDocument  # noqa: PLC0415

        d = dict(src_dict)
        invoice = InvoiceDocument.from_dict(d.pop("invoice"))

        corrections = []
        _corrections = d.pop("corrections")
        for corrections_item_data in _corrections:
            corrections_item = InvoiceDocument.from_dict(corrections_item_data)

            corrections.append(corrections_item)

        order_invoice = cls(
            invoice=invoice,
            corrections=corrections,
        )

        order_invoice.additional_properties = d
        return order_invoice

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
