from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.file_unit import FileUnit, check_file_unit
from ..models.order_status import OrderStatus, check_order_status
from ..models.submitted_order_charge import (
    SubmittedOrderCharge,
    check_submitted_order_charge,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment import Adjustment
    from ..models.price_breakdown import PriceBreakdown


T = TypeVar("T", bound="SubmittedOrder")


@_attrs_define
class SubmittedOrder:
    """An order that was just placed, paid or not."""

    code: str
    """ The order’s only identifier. Capital letters and digits, looked up byte for byte. """
    estimated_cost: float
    """ Print plus postage in USD: the amount charged. """
    currency: Currency
    """ The currency of every amount. """
    breakdown: PriceBreakdown
    """ Parts of a price, in US dollars. """
    dimensions_mm: list[float] | None
    unit: FileUnit | None
    reference: None | str
    status_url: str
    """ The order’s page for people; it needs no login and shows no address. """
    api_status_url: str
    """ The address to poll with the key. """
    status: OrderStatus
    """ The status of an order, for programs. """
    paid: bool
    """ Whether money has been taken. """
    charge: SubmittedOrderCharge
    """ Outcome of the charge. charged: the order is paid. declined: the card was refused, or charged after the
    order was closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on
    file, so nothing was charged. settling: not known yet, so pay nothing. While it is settling, do not order again;
    a repeat under the same Idempotency-Key, and the order’s read, tell within minutes how it ended. """
    payment_url: None | str
    message: str
    """ One sentence on what happened: paid, not paid with the reason (a decline is quoted word for word), or not
    settled yet. """
    charged: float | Unset = UNSET
    """ The amount taken. Only when paid. """
    checkout_url: None | str | Unset = UNSET
    pay_until: datetime.datetime | Unset = UNSET
    """ The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled. """
    note: str | Unset = UNSET
    """ Only when the color is not in stock: its rate, and the rate of a stock color. When premium came without
    finer layers. When bodies of the model overlap: what they share is billed once. When something in the file is
    not printed. How many holes of its surface were closed to measure it. When the part is printed with supports, at
    no extra charge, or turned, so that it needs none. """
    adjusted: list[Adjustment] | Unset = UNSET
    """ Values that were changed, such as a quantity of 200 to 50. Absent when there are none. """
    ignored: list[str] | Unset = UNSET
    """ Names of fields in the form that mean nothing here and changed nothing, at most 60 characters of each; after
    20 names the last entry counts the others. Absent when there is none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        code = self.code

        estimated_cost = self.estimated_cost

        currency: str = self.currency

        breakdown = self.breakdown.to_dict()

        dimensions_mm: list[float] | None
        if isinstance(self.dimensions_mm, list):
            dimensions_mm = self.dimensions_mm

        else:
            dimensions_mm = self.dimensions_mm

        unit: None | str
        if isinstance(self.unit, str):
            unit = self.unit
        else:
            unit = self.unit

        reference: None | str
        reference = self.reference

        status_url = self.status_url

        api_status_url = self.api_status_url

        status: str = self.status

        paid = self.paid

        charge: str = self.charge

        payment_url: None | str
        payment_url = self.payment_url

        message = self.message

        charged = self.charged

        checkout_url: None | str | Unset
        if isinstance(self.checkout_url, Unset):
            checkout_url = UNSET
        else:
            checkout_url = self.checkout_url

        pay_until: str | Unset = UNSET
        if not isinstance(self.pay_until, Unset):
            pay_until = self.pay_until.isoformat()

        note = self.note

        adjusted: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.adjusted, Unset):
            adjusted = []
            for adjusted_item_data in self.adjusted:
                adjusted_item = adjusted_item_data.to_dict()
                adjusted.append(adjusted_item)

        ignored: list[str] | Unset = UNSET
        if not isinstance(self.ignored, Unset):
            ignored = self.ignored

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "estimatedCost": estimated_cost,
                "currency": currency,
                "breakdown": breakdown,
                "dimensionsMm": dimensions_mm,
                "unit": unit,
                "reference": reference,
                "statusUrl": status_url,
                "apiStatusUrl": api_status_url,
                "status": status,
                "paid": paid,
                "charge": charge,
                "paymentUrl": payment_url,
                "message": message,
            }
        )
        if charged is not UNSET:
            field_dict["charged"] = charged
        if checkout_url is not UNSET:
            field_dict["checkoutUrl"] = checkout_url
        if pay_until is not UNSET:
            field_dict["payUntil"] = pay_until
        if note is not UNSET:
            field_dict["note"] = note
        if adjusted is not UNSET:
            field_dict["adjusted"] = adjusted
        if ignored is not UNSET:
            field_dict["ignored"] = ignored

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.adjustment import Adjustment  # noqa: PLC0415
        from ..models.price_breakdown import PriceBreakdown  # noqa: PLC0415

        d = dict(src_dict)
        code = d.pop("code")

        estimated_cost = d.pop("estimatedCost")

        currency = check_currency(d.pop("currency"))

        breakdown = PriceBreakdown.from_dict(d.pop("breakdown"))

        def _parse_dimensions_mm(data: object) -> list[float] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                dimensions_mm_type_0 = cast(list[float], data)

                return dimensions_mm_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None, data)

        dimensions_mm = _parse_dimensions_mm(d.pop("dimensionsMm"))

        def _parse_unit(data: object) -> FileUnit | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                unit_type_0 = check_file_unit(data)

                return unit_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FileUnit | None, data)

        unit = _parse_unit(d.pop("unit"))

        def _parse_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        status_url = d.pop("statusUrl")

        api_status_url = d.pop("apiStatusUrl")

        status = check_order_status(d.pop("status"))

        paid = d.pop("paid")

        charge = check_submitted_order_charge(d.pop("charge"))

        def _parse_payment_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payment_url = _parse_payment_url(d.pop("paymentUrl"))

        message = d.pop("message")

        charged = d.pop("charged", UNSET)

        def _parse_checkout_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        checkout_url = _parse_checkout_url(d.pop("checkoutUrl", UNSET))

        _pay_until = d.pop("payUntil", UNSET)
        pay_until: datetime.datetime | Unset
        if isinstance(_pay_until, Unset):
            pay_until = UNSET
        else:
            pay_until = datetime.datetime.fromisoformat(_pay_until)

        note = d.pop("note", UNSET)

        _adjusted = d.pop("adjusted", UNSET)
        adjusted: list[Adjustment] | Unset = UNSET
        if _adjusted is not UNSET:
            adjusted = []
            for adjusted_item_data in _adjusted:
                adjusted_item = Adjustment.from_dict(adjusted_item_data)

                adjusted.append(adjusted_item)

        ignored = cast(list[str], d.pop("ignored", UNSET))

        submitted_order = cls(
            code=code,
            estimated_cost=estimated_cost,
            currency=currency,
            breakdown=breakdown,
            dimensions_mm=dimensions_mm,
            unit=unit,
            reference=reference,
            status_url=status_url,
            api_status_url=api_status_url,
            status=status,
            paid=paid,
            charge=charge,
            payment_url=payment_url,
            message=message,
            charged=charged,
            checkout_url=checkout_url,
            pay_until=pay_until,
            note=note,
            adjusted=adjusted,
            ignored=ignored,
        )

        submitted_order.additional_properties = d
        return submitted_order

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
