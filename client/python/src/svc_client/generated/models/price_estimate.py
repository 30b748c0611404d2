from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.country import Country, check_country
from ..models.currency import Currency, check_currency
from ..models.file_unit import FileUnit, check_file_unit
from ..models.material import Material, check_material
from ..models.quality import Quality, check_quality
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment import Adjustment


T = TypeVar("T", bound="PriceEstimate")


@_attrs_define
class PriceEstimate:
    """The price of a part of a given size, or of a stored model."""

    filament_changes: int
    """ Always 0. """
    multi_color_grams: float
    """ Always 0. """
    multi_color_hours: float
    """ Always 0. """
    grams: int
    """ Weight of one part, rounded up; estimated unless the model is stored. """
    print_hours: float
    """ Estimated machine hours of one part. """
    material_cost: float
    """ The price of the material in one part: grams x pricePerGram x quality factor. """
    machine_cost: float
    """ Always 0. """
    shipping: float
    """ For an estimate always 7: the flat US rate, whatever the destination or the total. For a stored model the
    postage to `country`. """
    base_fee: float
    """ Always 0. """
    per_unit: float
    """ One part after bulk discount and minimum. """
    subtotal: float
    """ All parts, before postage. Add the real postage to this. """
    total: float
    """ subtotal + shipping. For a stored model: what an order of it would be charged. """
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
    infill: int | Unset = UNSET
    """ Only for a stored model: percent, as used. """
    country: Country | Unset = UNSET
    """ A country that the farm ships to. """
    dimensions_mm: list[float] | None | Unset = UNSET
    unit: FileUnit | None | Unset = UNSET
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

        infill = self.infill

        country: str | Unset = UNSET
        if not isinstance(self.country, Unset):
            country = self.country

        dimensions_mm: list[float] | None | Unset
        if isinstance(self.dimensions_mm, Unset):
            dimensions_mm = UNSET
        elif isinstance(self.dimensions_mm, list):
            dimensions_mm = self.dimensions_mm

        else:
            dimensions_mm = self.dimensions_mm

        unit: None | str | Unset
        if isinstance(self.unit, Unset):
            unit = UNSET
        elif isinstance(self.unit, str):
            unit = self.unit
        else:
            unit = self.unit

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
        if infill is not UNSET:
            field_dict["infill"] = infill
        if country is not UNSET:
            field_dict["country"] = country
        if dimensions_mm is not UNSET:
            field_dict["dimensionsMm"] = dimensions_mm
        if unit is not UNSET:
            field_dict["unit"] = unit
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

        infill = d.pop("infill", UNSET)

        _country = d.pop("country", UNSET)
        country: Country | Unset
        if isinstance(_country, Unset):
            country = UNSET
        else:
            country = check_country(_country)

        def _parse_dimensions_mm(data: object) -> list[float] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                dimensions_mm_type_0 = cast(list[float], data)

                return dimensions_mm_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[float] | None | Unset, data)

        dimensions_mm = _parse_dimensions_mm(d.pop("dimensionsMm", UNSET))

        def _parse_unit(data: object) -> FileUnit | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                unit_type_0 = check_file_unit(data)

                return unit_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FileUnit | None | Unset, data)

        unit = _parse_unit(d.pop("unit", UNSET))

        note = d.pop("note", UNSET)

        _adjusted = d.pop("adjusted", UNSET)
        adjusted: list[Adjustment] | Unset = UNSET
        if _adjusted is not UNSET:
            adjusted = []
            for adjusted_item_data in _adjusted:
                adjusted_item = Adjustment.from_dict(adjusted_item_data)

                adjusted.append(adjusted_item)

        ignored = cast(list[str], d.pop("ignored", UNSET))

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
            infill=infill,
            country=country,
            dimensions_mm=dimensions_mm,
            unit=unit,
            note=note,
            adjusted=adjusted,
            ignored=ignored,
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
