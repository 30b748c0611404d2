from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.gift_card_share import GiftCardShare
    from ..models.priced_line import PricedLine


T = TypeVar("T", bound="PricedCart")


@_attrs_define
class PricedCart:
    """The prices of a cart."""

    lines: list[PricedLine]
    """ In the order of `items`. """
    print_cents: int
    """ Sum of the lines that can be ordered. """
    shipping_cents: int
    """ Postage, once for the parcel. """
    total_cents: int
    """ Print and postage: the `expectedTotalCents` of a checkout. """
    gift_card: GiftCardShare | None
    due_cents: int
    """ Amount left to pay. """
    currency: Currency
    """ The currency of every amount. """
    ignored: list[str] | Unset = UNSET
    """ Names in the body that had no effect; absent if there are none. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.gift_card_share import GiftCardShare  # noqa: PLC0415

        lines = []
        for lines_item_data in self.lines:
            lines_item = lines_item_data.to_dict()
            lines.append(lines_item)

        print_cents = self.print_cents

        shipping_cents = self.shipping_cents

        total_cents = self.total_cents

        gift_card: dict[str, Any] | None
        if isinstance(self.gift_card, GiftCardShare):
            gift_card = self.gift_card.to_dict()
        else:
            gift_card = self.gift_card

        due_cents = self.due_cents

        currency: str = self.currency

        ignored: list[str] | Unset = UNSET
        if not isinstance(self.ignored, Unset):
            ignored = self.ignored

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "lines": lines,
                "printCents": print_cents,
                "shippingCents": shipping_cents,
                "totalCents": total_cents,
                "giftCard": gift_card,
                "dueCents": due_cents,
                "currency": currency,
            }
        )
        if ignored is not UNSET:
            field_dict["ignored"] = ignored

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.gift_card_share import GiftCardShare  # noqa: PLC0415
        from ..models.priced_line import PricedLine  # noqa: PLC0415

        d = dict(src_dict)
        lines = []
        _lines = d.pop("lines")
        for lines_item_data in _lines:
            lines_item = PricedLine.from_dict(lines_item_data)

            lines.append(lines_item)

        print_cents = d.pop("printCents")

        shipping_cents = d.pop("shippingCents")

        total_cents = d.pop("totalCents")

        def _parse_gift_card(data: object) -> GiftCardShare | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                gift_card_type_0 = GiftCardShare.from_dict(data)

                return gift_card_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GiftCardShare | None, data)

        gift_card = _parse_gift_card(d.pop("giftCard"))

        due_cents = d.pop("dueCents")

        currency = check_currency(d.pop("currency"))

        ignored = cast(list[str], d.pop("ignored", UNSET))

        priced_cart = cls(
            lines=lines,
            print_cents=print_cents,
            shipping_cents=shipping_cents,
            total_cents=total_cents,
            gift_card=gift_card,
            due_cents=due_cents,
            currency=currency,
            ignored=ignored,
        )

        priced_cart.additional_properties = d
        return priced_cart

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
