from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.currency import Currency, check_currency
from ..models.file_unit import FileUnit, check_file_unit
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.adjustment import Adjustment
    from ..models.price_breakdown import PriceBreakdown


T = TypeVar("T", bound="DryRun")


@_attrs_define
class DryRun:
    """Preview of a submit of this form."""

    dry_run: bool
    """ Always true: nothing was stored, ordered or charged. """
    estimated_cost: float
    """ Print plus postage in USD: the amount charged. """
    currency: Currency
    """ The currency of every amount. """
    breakdown: PriceBreakdown
    """ Parts of a price, in US dollars. """
    dimensions_mm: list[float] | None
    unit: FileUnit | None
    reference: None | str
    would_charge: float | None
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
        dry_run = self.dry_run

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

        would_charge: float | None
        would_charge = self.would_charge

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
                "dryRun": dry_run,
                "estimatedCost": estimated_cost,
                "currency": currency,
                "breakdown": breakdown,
                "dimensionsMm": dimensions_mm,
                "unit": unit,
                "reference": reference,
                "wouldCharge": would_charge,
            }
        )
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
        dry_run = d.pop("dryRun")

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

        def _parse_would_charge(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        would_charge = _parse_would_charge(d.pop("wouldCharge"))

        note = d.pop("note", UNSET)

        _adjusted = d.pop("adjusted", UNSET)
        adjusted: list[Adjustment] | Unset = UNSET
        if _adjusted is not UNSET:
            adjusted = []
            for adjusted_item_data in _adjusted:
                adjusted_item = Adjustment.from_dict(adjusted_item_data)

                adjusted.append(adjusted_item)

        ignored = cast(list[str], d.pop("ignored", UNSET))

        dry_run = cls(
            dry_run=dry_run,
            estimated_cost=estimated_cost,
            currency=currency,
            breakdown=breakdown,
            dimensions_mm=dimensions_mm,
            unit=unit,
            reference=reference,
            would_charge=would_charge,
            note=note,
            adjusted=adjusted,
            ignored=ignored,
        )

        dry_run.additional_properties = d
        return dry_run

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
