from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="GiftCardShare")


@_attrs_define
class GiftCardShare:
    """Share of a gift card in a cart."""

    valid: bool
    """ Whether it has a balance. """
    balance_cents: int
    """ Its balance. """
    share_cents: int
    """ Share of the total that the card pays. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        valid = self.valid

        balance_cents = self.balance_cents

        share_cents = self.share_cents

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "valid": valid,
                "balanceCents": balance_cents,
                "shareCents": share_cents,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        valid = d.pop("valid")

        balance_cents = d.pop("balanceCents")

        share_cents = d.pop("shareCents")

        gift_card_share = cls(
            valid=valid,
            balance_cents=balance_cents,
            share_cents=share_cents,
        )

        gift_card_share.additional_properties = d
        return gift_card_share

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
