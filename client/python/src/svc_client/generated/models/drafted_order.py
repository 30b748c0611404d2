from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.order_draft import OrderDraft
    from ..models.priced_cart import PricedCart


T = TypeVar("T", bound="DraftedOrder")


@_attrs_define
class DraftedOrder:
    """Interpretation of the text, and its price."""

    draft: OrderDraft
    """ The body of a cart. """
    missing: list[str]
    """ Fields to ask the customer for: required ones that the text does not state, and settings for which the text
    states several values or names one that is not offered. Without a color, the rate for other colors is billed, so
    `color` is among them. """
    quote: PricedCart
    """ The prices of a cart. """
    ignored: list[str] | Unset = UNSET
    """ Names in the body that had no effect; absent if there are none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        draft = self.draft.to_dict()

        missing = self.missing

        quote = self.quote.to_dict()

        ignored: list[str] | Unset = UNSET
        if not isinstance(self.ignored, Unset):
            ignored = self.ignored

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "draft": draft,
                "missing": missing,
                "quote": quote,
            }
        )
        if ignored is not UNSET:
            field_dict["ignored"] = ignored

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.order_draft import OrderDraft  # noqa: PLC0415
        from ..models.priced_cart import PricedCart  # noqa: PLC0415

        d = dict(src_dict)
        draft = OrderDraft.from_dict(d.pop("draft"))

        missing = cast(list[str], d.pop("missing"))

        quote = PricedCart.from_dict(d.pop("quote"))

        ignored = cast(list[str], d.pop("ignored", UNSET))

        drafted_order = cls(
            draft=draft,
            missing=missing,
            quote=quote,
            ignored=ignored,
        )

        drafted_order.additional_properties = d
        return drafted_order

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
