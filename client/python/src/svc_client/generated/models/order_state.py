from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.order_state_charge import OrderStateCharge, check_order_state_charge
from ..models.order_state_status_label import (
    OrderStateStatusLabel,
    check_order_state_status_label,
)
from ..models.order_status import OrderStatus, check_order_status

if TYPE_CHECKING:
    from ..models.tracking import Tracking


T = TypeVar("T", bound="OrderState")


@_attrs_define
class OrderState:
    """The status of an order."""

    code: str
    """ The order’s only identifier. Capital letters and digits, looked up byte for byte. """
    reference: None | str
    status: OrderStatus
    """ The status of an order, for programs. """
    status_label: OrderStateStatusLabel
    """ The status, for people. """
    paid: bool
    """ Whether money has been taken. """
    charge: OrderStateCharge
    """ Outcome of the charge. """
    refunded: float
    """ The part of the order’s amount that was refunded; 0 if none. """
    tracking: None | Tracking
    """ null until the order ships. """
    updated_at: datetime.datetime
    """ The time at which anything about it last changed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.tracking import Tracking  # noqa: PLC0415

        code = self.code

        reference: None | str
        reference = self.reference

        status: str = self.status

        status_label: str = self.status_label

        paid = self.paid

        charge: str = self.charge

        refunded = self.refunded

        tracking: dict[str, Any] | None
        if isinstance(self.tracking, Tracking):
            tracking = self.tracking.to_dict()
        else:
            tracking = self.tracking

        updated_at = self.updated_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "code": code,
                "reference": reference,
                "status": status,
                "statusLabel": status_label,
                "paid": paid,
                "charge": charge,
                "refunded": refunded,
                "tracking": tracking,
                "updatedAt": updated_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.tracking import Tracking  # noqa: PLC0415

        d = dict(src_dict)
        code = d.pop("code")

        def _parse_reference(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reference = _parse_reference(d.pop("reference"))

        status = check_order_status(d.pop("status"))

        status_label = check_order_state_status_label(d.pop("statusLabel"))

        paid = d.pop("paid")

        charge = check_order_state_charge(d.pop("charge"))

        refunded = d.pop("refunded")

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

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        order_state = cls(
            code=code,
            reference=reference,
            status=status,
            status_label=status_label,
            paid=paid,
            charge=charge,
            refunded=refunded,
            tracking=tracking,
            updated_at=updated_at,
        )

        order_state.additional_properties = d
        return order_state

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
