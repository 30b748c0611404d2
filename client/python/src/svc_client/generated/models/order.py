from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.file_unit import FileUnit, check_file_unit
from ..models.material import Material, check_material
from ..models.order_charge import OrderCharge, check_order_charge
from ..models.order_status import OrderStatus, check_order_status
from ..models.order_status_label import OrderStatusLabel, check_order_status_label
from ..models.order_supports_type_0 import (
    OrderSupportsType0,
    check_order_supports_type_0,
)
from ..models.quality import Quality, check_quality
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.price_breakdown import PriceBreakdown
    from ..models.tracking import Tracking


T = TypeVar("T", bound="Order")


@_attrs_define
class Order:
    """A print order."""

    code: str
    """ The order’s only identifier. Capital letters and digits, looked up byte for byte. """
    status: OrderStatus
    """ The status of an order, for programs. """
    status_label: OrderStatusLabel
    """ The status, for people. """
    paid: bool
    """ Whether money has been taken. """
    estimated_cost: float
    """ Print plus postage in USD: the amount charged. """
    currency: Currency
    """ The currency of every amount. """
    refunded: float
    """ The part of the order’s amount that was refunded; 0 if none. """
    breakdown: PriceBreakdown
    """ Parts of a price, in US dollars. """
    material: Material
    """ A material. """
    quality: Quality
    """ How fine a part is printed. """
    quantity: int
    """ The number of parts that was ordered. """
    color: str
    """ The color that was ordered; `Default` when none was named. """
    dimensions_mm: list[float] | None
    unit: FileUnit | None
    supports: None | OrderSupportsType0
    supports_by_operator: bool
    """ Whether an operator chose that for plates of the order, regardless of the decision for the part. """
    company: None | str
    vat_id: None | str
    purchase_order: None | str
    reference: None | str
    tracking: None | Tracking
    """ null until the order ships. """
    status_url: str
    """ The order’s page for people; it needs no login and shows no address. """
    created_at: datetime.datetime
    """ The time at which it was placed. """
    updated_at: datetime.datetime
    """ The time at which anything about it last changed. """
    charge: OrderCharge | Unset = UNSET
    """ Only while unpaid: what became of the charge. declined: the card was refused, or charged after the order was
    closed. not_made: the charge never reached the card processor; no money was taken. no_card: no card on file, so
    nothing was charged. settling: not known yet, so pay nothing. A settling charge settles within minutes; do not
    order again. """
    message: str | Unset = UNSET
    """ One sentence on the payment, while it is unpaid; a decline is quoted word for word. """
    pay_until: datetime.datetime | Unset = UNSET
    """ The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled. """
    payment_url: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.tracking import Tracking  # noqa: PLC0415

        code = self.code

        status: str = self.status

        status_label: str = self.status_label

        paid = self.paid

        estimated_cost = self.estimated_cost

        currency: str = self.currency

        refunded = self.refunded

        breakdown = self.breakdown.to_dict()

        material: str = self.material

        quality: str = self.quality

        quantity = self.quantity

        color = self.color

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

        supports: None | str
        if isinstance(self.supports, str):
            supports = self.supports
        else:
            supports = self.supports

        supports_by_operator = self.supports_by_operator

        company: None | str
        company = self.company

        vat_id: None | str
        vat_id = self.vat_id

        purchase_order: None | str
        purchase_order = self.purchase_order

        reference: None | str
        reference = self.reference

        tracking: dict[str, Any] | None
        if isinstance(self.tracking, Tracking):
            tracking = self.tracking.to_dict()
        else:
            tracking = self.tracking

        status_url = self.status_url

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        charge: str | Unset = UNSET
        if not isinstance(self.charge, Unset):
            charge = self.charge

        message = self.message

        pay_until: str | Unset = UNSET
        if not isinstance(self.pay_until, Unset):
            pay_until = self.pay_until.isoformat()

        payment_url: None | str | Unset
        if isinstance(self.payment_url, Unset):
            payment_url = UNSET
        else:
            payment_url = self.payment_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "status": status,
                "statusLabel": status_label,
                "paid": paid,
                "estimatedCost": estimated_cost,
                "currency": currency,
                "refunded": refunded,
                "breakdown": breakdown,
                "material": material,
                "quality": quality,
                "quantity": quantity,
                "color": color,
                "dimensionsMm": dimensions_mm,
                "unit": unit,
                "supports": supports,
                "supportsByOperator": supports_by_operator,
                "company": company,
                "vatId": vat_id,
                "purchaseOrder": purchase_order,
                "reference": reference,
                "tracking": tracking,
                "statusUrl": status_url,
                "createdAt": created_at,
                "updatedAt": updated_at,
            }
        )
        if charge is not UNSET:
            field_dict["charge"] = charge
        if message is not UNSET:
            field_dict["message"] = message
        if pay_until is not UNSET:
            field_dict["payUntil"] = pay_until
        if payment_url is not UNSET:
            field_dict["paymentUrl"] = payment_url

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.price_breakdown import PriceBreakdown  # noqa: PLC0415
        from ..models.tracking import Tracking  # noqa: PLC0415

        d = dict(src_dict)
        code = d.pop("code")

        status = check_order_status(d.pop("status"))

        status_label = check_order_status_label(d.pop("statusLabel"))

        paid = d.pop("paid")

        estimated_cost = d.pop("estimatedCost")

        currency = check_currency(d.pop("currency"))

        refunded = d.pop("refunded")

        breakdown = PriceBreakdown.from_dict(d.pop("breakdown"))

        material = check_material(d.pop("material"))

        quality = check_quality(d.pop("quality"))

        quantity = d.pop("quantity")

        color = d.pop("color")

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

        def _parse_supports(data: object) -> None | OrderSupportsType0:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                supports_type_0 = check_order_supports_type_0(data)

                return supports_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OrderSupportsType0, data)

        supports = _parse_supports(d.pop("supports"))

        supports_by_operator = d.pop("supportsByOperator")

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

        def _parse_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        def _parse_tracking(data: object) -> None | Tracking:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tracking_type_0 = Tracking.from_dict(data)

                return tracking_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Tracking, data)

        tracking = _parse_tracking(d.pop("tracking"))

        status_url = d.pop("statusUrl")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        _charge = d.pop("charge", UNSET)
        charge: OrderCharge | Unset
        if isinstance(_charge, Unset):
            charge = UNSET
        else:
            charge = check_order_charge(_charge)

        message = d.pop("message", UNSET)

        _pay_until = d.pop("payUntil", UNSET)
        pay_until: datetime.datetime | Unset
        if isinstance(_pay_until, Unset):
            pay_until = UNSET
        else:
            pay_until = datetime.datetime.fromisoformat(_pay_until)

        def _parse_payment_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        payment_url = _parse_payment_url(d.pop("paymentUrl", UNSET))

        order = cls(
            code=code,
            status=status,
            status_label=status_label,
            paid=paid,
            estimated_cost=estimated_cost,
            currency=currency,
            refunded=refunded,
            breakdown=breakdown,
            material=material,
            quality=quality,
            quantity=quantity,
            color=color,
            dimensions_mm=dimensions_mm,
            unit=unit,
            supports=supports,
            supports_by_operator=supports_by_operator,
            company=company,
            vat_id=vat_id,
            purchase_order=purchase_order,
            reference=reference,
            tracking=tracking,
            status_url=status_url,
            created_at=created_at,
            updated_at=updated_at,
            charge=charge,
            message=message,
            pay_until=pay_until,
            payment_url=payment_url,
        )

        order.additional_properties = d
        return order

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
