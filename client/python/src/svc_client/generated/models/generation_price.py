from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.generation_price_material import (
    GenerationPriceMaterial,
    check_generation_price_material,
)
from ..models.generation_price_quality import (
    GenerationPriceQuality,
    check_generation_price_quality,
)

if TYPE_CHECKING:
    from ..models.size_mm import SizeMm


T = TypeVar("T", bound="GenerationPrice")


@_attrs_define
class GenerationPrice:
    """Price of printing a generated model."""

    grams: int
    """ The weight of one part. """
    print_hours: float
    """ Machine hours. """
    total: float
    """ The whole order, including flat US postage. """
    currency: Currency
    """ The currency of every amount. """
    material: GenerationPriceMaterial
    quality: GenerationPriceQuality
    size_mm: SizeMm
    """ A size in mm. """
    scaled_to_plate: bool
    """ Whether it had to be made smaller than asked to fit the printer. """
    note: str
    """ Assumptions of the estimate. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        grams = self.grams

        print_hours = self.print_hours

        total = self.total

        currency: str = self.currency

        material: str = self.material

        quality: str = self.quality

        size_mm = self.size_mm.to_dict()

        scaled_to_plate = self.scaled_to_plate

        note = self.note

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "grams": grams,
                "printHours": print_hours,
                "total": total,
                "currency": currency,
                "material": material,
                "quality": quality,
                "sizeMm": size_mm,
                "scaledToPlate": scaled_to_plate,
                "note": note,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.size_mm import SizeMm  # noqa: PLC0415

        d = dict(src_dict)
        grams = d.pop("grams")

        print_hours = d.pop("printHours")

        total = d.pop("total")

        currency = check_currency(d.pop("currency"))

        material = check_generation_price_material(d.pop("material"))

        quality = check_generation_price_quality(d.pop("quality"))

        size_mm = SizeMm.from_dict(d.pop("sizeMm"))

        scaled_to_plate = d.pop("scaledToPlate")

        note = d.pop("note")

        generation_price = cls(
            grams=grams,
            print_hours=print_hours,
            total=total,
            currency=currency,
            material=material,
            quality=quality,
            size_mm=size_mm,
            scaled_to_plate=scaled_to_plate,
            note=note,
        )

        generation_price.additional_properties = d
        return generation_price

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
