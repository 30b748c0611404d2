from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.material import Material, check_material
from ..models.quality import Quality, check_quality
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.bounding_box import BoundingBox


T = TypeVar("T", bound="EstimatePriceRequest")


@_attrs_define
class EstimatePriceRequest:
    bbox_mm: BoundingBox
    """ Sides in mm. """
    material: Material | Unset = UNSET
    """ A material. """
    quality: Quality | Unset = UNSET
    """ How fine a part is printed. """
    quantity: float | Unset = UNSET
    """ Rounded: 2.5 becomes 3. At least 1. A number, not text. (An order cuts the fraction off.) """
    color: str | Unset = UNSET
    """ Cut to 64 characters, and left out when it holds anything but letters, digits, spaces and `# ( ) , . _ -`. A
    color that is not in stock bills $0.20 per gram. None at all keeps the material’s own rate here, but an order
    without a color bills $0.20. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bbox_mm = self.bbox_mm.to_dict()

        material: str | Unset = UNSET
        if not isinstance(self.material, Unset):
            material = self.material

        quality: str | Unset = UNSET
        if not isinstance(self.quality, Unset):
            quality = self.quality

        quantity = self.quantity

        color = self.color

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bboxMm": bbox_mm,
            }
        )
        if material is not UNSET:
            field_dict["material"] = material
        if quality is not UNSET:
            field_dict["quality"] = quality
        if quantity is not UNSET:
            field_dict["quantity"] = quantity
        if color is not UNSET:
            field_dict["color"] = color

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bounding_box import BoundingBox  # noqa: PLC0415

        d = dict(src_dict)
        bbox_mm = BoundingBox.from_dict(d.pop("bboxMm"))

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

        estimate_price_request = cls(
            bbox_mm=bbox_mm,
            material=material,
            quality=quality,
            quantity=quantity,
            color=color,
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
