from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.material import Material, check_material
from ..models.quality import Quality, check_quality
from ..types import UNSET, Unset

T = TypeVar("T", bound="PriceEstimate")


@_attrs_define
class PriceEstimate:
    """The price of a part of a given size."""

    filament_changes: int
    """ Always 0. """
    multi_color_grams: float
    """ Always 0. """
    multi_color_hours: float
    """ Always 0. """
    grams: int
    """ Estimated weight of one part, rounded up. """
    print_hours: float
    """ Estimated machine hours of one part. """
    material_cost: float
    """ The price of the material in one part: grams x pricePerGram x quality factor. """
    machine_cost: float
    """ Always 0. """
    shipping: float
    """ Always 7: the flat US rate, whatever the destination or the total. """
    base_fee: float
    """ Always 0. """
    per_unit: float
    """ One part after bulk discount and minimum. """
    subtotal: float
    """ All parts, before postage. Add the real postage to this. """
    total: float
    """ subtotal + shipping. """
    currency: Currency
    """ The currency of every amount. """
    material: Material
    """ A material. """
    quality: Quality
    """ How fine a part is printed. """
    quantity: int
    """ The number of parts that was used. """
    custom_color: bool
    """ Whether the color is not in stock. """
    price_per_gram: float
    """ The rate used. """
    color: str | Unset = UNSET
    """ The color that was sent; absent when none was. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        filament_changes = self.filament_changes

        multi_color_grams = self.multi_color_grams

        multi_color_hours = self.multi_color_hours

        grams = self.grams

        print_hours = self.print_hours

        material_cost = self.material_cost

        machine_cost = self.machine_cost

        shipping = self.shipping

        base_fee = self.base_fee

        per_unit = self.per_unit

        subtotal = self.subtotal

        total = self.total

        currency: str = self.currency

        material: str = self.material

        quality: str = self.quality

        quantity = self.quantity

        custom_color = self.custom_color

        price_per_gram = self.price_per_gram

        color = self.color

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "filamentChanges": filament_changes,
                "multiColorGrams": multi_color_grams,
                "multiColorHours": multi_color_hours,
                "grams": grams,
                "printHours": print_hours,
                "materialCost": material_cost,
                "machineCost": machine_cost,
                "shipping": shipping,
                "baseFee": base_fee,
                "perUnit": per_unit,
                "subtotal": subtotal,
                "total": total,
                "currency": currency,
                "material": material,
                "quality": quality,
                "quantity": quantity,
                "customColor": custom_color,
                "pricePerGram": price_per_gram,
            }
        )
        if color is not UNSET:
            field_dict["color"] = color

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        filament_changes = d.pop("filamentChanges")

        multi_color_grams = d.pop("multiColorGrams")

        multi_color_hours = d.pop("multiColorHours")

        grams = d.pop("grams")

        print_hours = d.pop("printHours")

        material_cost = d.pop("materialCost")

        machine_cost = d.pop("machineCost")

        shipping = d.pop("shipping")

        base_fee = d.pop("baseFee")

        per_unit = d.pop("perUnit")

        subtotal = d.pop("subtotal")

        total = d.pop("total")

        currency = check_currency(d.pop("currency"))

        material = check_material(d.pop("material"))

        quality = check_quality(d.pop("quality"))

        quantity = d.pop("quantity")

        custom_color = d.pop("customColor")

        price_per_gram = d.pop("pricePerGram")

        color = d.pop("color", UNSET)

        price_estimate = cls(
            filament_changes=filament_changes,
            multi_color_grams=multi_color_grams,
            multi_color_hours=multi_color_hours,
            grams=grams,
            print_hours=print_hours,
            material_cost=material_cost,
            machine_cost=machine_cost,
            shipping=shipping,
            base_fee=base_fee,
            per_unit=per_unit,
            subtotal=subtotal,
            total=total,
            currency=currency,
            material=material,
            quality=quality,
            quantity=quantity,
            custom_color=custom_color,
            price_per_gram=price_per_gram,
            color=color,
        )

        price_estimate.additional_properties = d
        return price_estimate

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
