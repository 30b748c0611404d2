from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment import Adjustment


T = TypeVar("T", bound="PricedLine")


@_attrs_define
class PricedLine:
    """The price of a part of a cart, or why it cannot be ordered."""

    print_cents: int | None
    grams: int | None
    print_hours: float | None
    changed: bool
    """ Whether the price differs from `expectedCents`. false if none was sent. """
    from_gallery: bool
    """ Whether the model is one of the gallery. """
    note: str | Unset = UNSET
    """ Only when the color is not in stock, or none was given: its rate, and the rate of a stock color. When
    premium came without finer layers. And when the part is printed with supports, at no extra charge, or turned, so
    that it needs none. """
    adjusted: list[Adjustment] | Unset = UNSET
    """ Values that were changed, such as a quantity of 200 to 50. Absent when there are none. """
    refusal: str | Unset = UNSET
    """ Why the part cannot be ordered. Absent otherwise. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        print_cents: int | None
        print_cents = self.print_cents

        grams: int | None
        grams = self.grams

        print_hours: float | None
        print_hours = self.print_hours

        changed = self.changed

        from_gallery = self.from_gallery

        note = self.note

        adjusted: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.adjusted, Unset):
            adjusted = []
            for adjusted_item_data in self.adjusted:
                adjusted_item = adjusted_item_data.to_dict()
                adjusted.append(adjusted_item)

        refusal = self.refusal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "printCents": print_cents,
                "grams": grams,
                "printHours": print_hours,
                "changed": changed,
                "fromGallery": from_gallery,
            }
        )
        if note is not UNSET:
            field_dict["note"] = note
        if adjusted is not UNSET:
            field_dict["adjusted"] = adjusted
        if refusal is not UNSET:
            field_dict["refusal"] = refusal

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.adjustment import Adjustment  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_print_cents(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        print_cents = _parse_print_cents(d.pop("printCents"))

        def _parse_grams(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        grams = _parse_grams(d.pop("grams"))

        def _parse_print_hours(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        print_hours = _parse_print_hours(d.pop("printHours"))

        changed = d.pop("changed")

        from_gallery = d.pop("fromGallery")

        note = d.pop("note", UNSET)

        _adjusted = d.pop("adjusted", UNSET)
        adjusted: list[Adjustment] | Unset = UNSET
        if _adjusted is not UNSET:
            adjusted = []
            for adjusted_item_data in _adjusted:
                adjusted_item = Adjustment.from_dict(adjusted_item_data)

                adjusted.append(adjusted_item)

        refusal = d.pop("refusal", UNSET)

        priced_line = cls(
            print_cents=print_cents,
            grams=grams,
            print_hours=print_hours,
            changed=changed,
            from_gallery=from_gallery,
            note=note,
            adjusted=adjusted,
            refusal=refusal,
        )

        priced_line.additional_properties = d
        return priced_line

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
