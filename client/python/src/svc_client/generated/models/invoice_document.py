from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.invoice_document_kind import (
    InvoiceDocumentKind,
    check_invoice_document_kind,
)

if TYPE_CHECKING:
    from ..models.invoice_buyer import InvoiceBuyer
    from ..models.invoice_line import InvoiceLine
    from ..models.invoice_tax import InvoiceTax


T = TypeVar("T", bound="InvoiceDocument")


@_attrs_define
class InvoiceDocument:
    """An invoice, a credit note or a cancellation."""

    number: str
    """ 2026-000123; credit notes and cancellations begin with C. """
    kind: InvoiceDocumentKind
    """ cancellation reverses a credit note, or a part of it, because its money came back. """
    issued_at: datetime.datetime
    """ The time at which it was issued. """
    moved_at: datetime.datetime
    """ The time at which the money moved: the payment, or the refund. """
    order_code: None | str
    corrects_number: None | str
    seller: list[str]
    """ Name, address and tax number, line by line. """
    buyer: InvoiceBuyer
    """ The buyer, as stated with the order. """
    lines: list[InvoiceLine]
    """ The lines, without postage. """
    postage: float | None
    total: float
    """ Lines and postage, tax included. Always positive. """
    gift_card: float
    """ The part of the total that a gift card paid or got back. """
    card: float
    """ The part of the total that the card paid or got back. """
    currency: Currency
    """ The currency of every amount. """
    tax: InvoiceTax | None
    url: str
    """ The document for print; for its account and for operators. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.invoice_tax import InvoiceTax  # noqa: PLC0415

        number = self.number

        kind: str = self.kind

        issued_at = self.issued_at.isoformat()

        moved_at = self.moved_at.isoformat()

        order_code: None | str
        order_code = self.order_code

        corrects_number: None | str
        corrects_number = self.corrects_number

        seller = self.seller

        buyer = self.buyer.to_dict()

        lines = []
        for lines_item_data in self.lines:
            lines_item = lines_item_data.to_dict()
            lines.append(lines_item)

        postage: float | None
        postage = self.postage

        total = self.total

        gift_card = self.gift_card

        card = self.card

        currency: str = self.currency

        tax: dict[str, Any] | None
        if isinstance(self.tax, InvoiceTax):
            tax = self.tax.to_dict()
        else:
            tax = self.tax

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "number": number,
                "kind": kind,
                "issuedAt": issued_at,
                "movedAt": moved_at,
                "orderCode": order_code,
                "correctsNumber": corrects_number,
                "seller": seller,
                "buyer": buyer,
                "lines": lines,
                "postage": postage,
                "total": total,
                "giftCard": gift_card,
                "card": card,
                "currency": currency,
                "tax": tax,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_buyer import InvoiceBuyer  # noqa: PLC0415
        from ..models.invoice_line import InvoiceLine  # noqa: PLC0415
        from ..models.invoice_tax import InvoiceTax  # noqa: PLC0415

        d = dict(src_dict)
        number = d.pop("number")

        kind = check_invoice_document_kind(d.pop("kind"))

        issued_at = datetime.datetime.fromisoformat(d.pop("issuedAt"))

        moved_at = datetime.datetime.fromisoformat(d.pop("movedAt"))

        def _parse_order_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        order_code = _parse_order_code(d.pop("orderCode"))

        def _parse_corrects_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        corrects_number = _parse_corrects_number(d.pop("correctsNumber"))

        seller = cast(list[str], d.pop("seller"))

        buyer = InvoiceBuyer.from_dict(d.pop("buyer"))

        lines = []
        _lines = d.pop("lines")
        for lines_item_data in _lines:
            lines_item = InvoiceLine.from_dict(lines_item_data)

            lines.append(lines_item)

        def _parse_postage(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        postage = _parse_postage(d.pop("postage"))

        total = d.pop("total")

        gift_card = d.pop("giftCard")

        card = d.pop("card")

        currency = check_currency(d.pop("currency"))

        def _parse_tax(data: object) -> InvoiceTax | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tax_type_0 = InvoiceTax.from_dict(data)

                return tax_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InvoiceTax | None, data)

        tax = _parse_tax(d.pop("tax"))

        url = d.pop("url")

        invoice_document = cls(
            number=number,
            kind=kind,
            issued_at=issued_at,
            moved_at=moved_at,
            order_code=order_code,
            corrects_number=corrects_number,
            seller=seller,
            buyer=buyer,
            lines=lines,
            postage=postage,
            total=total,
            gift_card=gift_card,
            card=card,
            currency=currency,
            tax=tax,
            url=url,
        )

        invoice_document.additional_properties = d
        return invoice_document

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
