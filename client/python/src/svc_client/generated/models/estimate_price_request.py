from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.country import Country, check_country
from ..models.length_unit import LengthUnit, check_length_unit
from ..models.material import Material, check_material
from ..models.nozzle_flow import NozzleFlow, check_nozzle_flow
from ..models.quality import Quality, check_quality
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bounding_box import BoundingBox


T = TypeVar("T", bound="EstimatePriceRequest")


@_attrs_define
class EstimatePriceRequest:
    bbox_mm: BoundingBox | Unset = UNSET
    """ Sides in mm. """
    material: Material | Unset = UNSET
    """ A material. """
    quality: Quality | Unset = UNSET
    """ How fine a part is printed. """
    quantity: float | Unset = UNSET
    """ Rounded: 2.5 becomes 3. At least 1. A number, not text. (An order cuts the fraction off.) """
    color: str | Unset = UNSET
    """ Cut to 64 characters, and omitted if it contains anything but letters, digits, spaces and `# ( ) , . _ -`. A
    color that is not in stock bills $0.20 per gram. Without a color, the material’s own rate applies here, but an
    order without a color bills $0.20. """
    model_url: str | Unset = UNSET
    """ Instead of `bboxMm`, with an API key or an extension token: the `gs://` address of a model that the service
    holds for the account. The response is then what an order of it would be charged. `material`, `quality`,
    `quantity` and `color` mean what they mean there, as do the fields below. """
    units: LengthUnit | Unset = UNSET
    """ Unit of the numbers of a model. """
    infill: int | Unset = UNSET
    """ Percent, clamped to 10-100; a fraction is cut off. Recorded as 100 for an already-sliced file. """
    nozzle_diameter: float | Unset = UNSET
    """ The diameter of a nozzle in mm: 0.2, 0.4, 0.6, 0.8. """
    nozzle_flow: NozzleFlow | Unset = UNSET
    """ The flow of the nozzle. """
    layer_height: float | Unset = UNSET
    """ mm, clamped to 20-75% of the nozzle: 0.08-0.30 on a 0.4 mm nozzle. """
    country: Country | Unset = UNSET
    """ A country that the farm ships to. """
    max_total: float | Unset = UNSET
    """ Dollars, at most two decimals. An order whose total is higher, postage included, is refused: nothing is
    stored or charged. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bbox_mm: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bbox_mm, Unset):
            bbox_mm = self.bbox_mm.to_dict()

        material: str | Unset = UNSET
        if not isinstance(self.material, Unset):
            material = self.material

        quality: str | Unset = UNSET
        if not isinstance(self.quality, Unset):
            quality = self.quality

        quantity = self.quantity

        color = self.color

        model_url = self.model_url

        units: str | Unset = UNSET
        if not isinstance(self.units, Unset):
            units = self.units

        infill = self.infill

        nozzle_diameter = self.nozzle_diameter

        nozzle_flow: str | Unset = UNSET
        if not isinstance(self.nozzle_flow, Unset):
            nozzle_flow = self.nozzle_flow

        layer_height = self.layer_height

        country: str | Unset = UNSET
        if not isinstance(self.country, Unset):
            country = self.country

        max_total = self.max_total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if bbox_mm is not UNSET:
            field_dict["bboxMm"] = bbox_mm
        if material is not UNSET:
            field_dict["material"] = material
        if quality is not UNSET:
            field_dict["quality"] = quality
        if quantity is not UNSET:
            field_dict["quantity"] = quantity
        if color is not UNSET:
            field_dict["color"] = color
        if model_url is not UNSET:
            field_dict["modelUrl"] = model_url
        if units is not UNSET:
            field_dict["units"] = units
        if infill is not UNSET:
            field_dict["infill"] = infill
        if nozzle_diameter is not UNSET:
            field_dict["nozzleDiameter"] = nozzle_diameter
        if nozzle_flow is not UNSET:
            field_dict["nozzleFlow"] = nozzle_flow
        if layer_height is not UNSET:
            field_dict["layerHeight"] = layer_height
        if country is not UNSET:
            field_dict["country"] = country
        if max_total is not UNSET:
            field_dict["maxTotal"] = max_total

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bounding_box import BoundingBox  # noqa: PLC0415

        d = dict(src_dict)
        _bbox_mm = d.pop("bboxMm", UNSET)
        bbox_mm: BoundingBox | Unset
        if isinstance(_bbox_mm, Unset):
            bbox_mm = UNSET
        else:
            bbox_mm = BoundingBox.from_dict(_bbox_mm)

        _material = d.pop("material", UNSET)
        material: Material | Unset
        if isinstance(_material, Unset):
            material = UNSET
        else:
            material = check_material(_material)

        _quality = d.pop("quality", UNSET)
        quality: Quality | Unset
        if isinstance(_quality, Unset):
            quality = UNSET
        else:
            quality = check_quality(_quality)

        quantity = d.pop("quantity", UNSET)

        color = d.pop("color", UNSET)

        model_url = d.pop("modelUrl", UNSET)

        _units = d.pop("units", UNSET)
        units: LengthUnit | Unset
        if isinstance(_units, Unset):
            units = UNSET
        else:
            units = check_length_unit(_units)

        infill = d.pop("infill", UNSET)

        nozzle_diameter = d.pop("nozzleDiameter", UNSET)

        _nozzle_flow = d.pop("nozzleFlow", UNSET)
        nozzle_flow: NozzleFlow | Unset
        if isinstance(_nozzle_flow, Unset):
            nozzle_flow = UNSET
        else:
            nozzle_flow = check_nozzle_flow(_nozzle_flow)

        layer_height = d.pop("layerHeight", UNSET)

        _country = d.pop("country", UNSET)
        country: Country | Unset
        if isinstance(_country, Unset):
            country = UNSET
        else:
            country = check_country(_country)

        max_total = d.pop("maxTotal", UNSET)

        estimate_price_request = cls(
            bbox_mm=bbox_mm,
            material=material,
            quality=quality,
            quantity=quantity,
            color=color,
            model_url=model_url,
            units=units,
            infill=infill,
            nozzle_diameter=nozzle_diameter,
            nozzle_flow=nozzle_flow,
            layer_height=layer_height,
            country=country,
            max_total=max_total,
        )

        estimate_price_request.additional_properties = d
        return estimate_price_request

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
