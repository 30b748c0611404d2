from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.material import Material, check_material
from ..models.nozzle_flow import NozzleFlow, check_nozzle_flow
from ..models.quality import Quality, check_quality

T = TypeVar("T", bound="DraftItem")


@_attrs_define
class DraftItem:
    """A part as the words describe it, with defaults."""

    model_url: str
    """ The address that was sent. """
    material: Material
    """ A material. """
    quality: Quality
    """ How fine a part is printed. """
    color: str
    """ A stock color, another color, or `Default`. """
    quantity: int
    """ 1 if the text has no number of parts; `missing` names it if that is unclear. """
    infill: float
    """ Percent. """
    layer_height: float
    """ mm; 0.1 for premium, 0.2 for standard unless the text names one. """
    nozzle_diameter: float
    """ mm """
    nozzle_flow: NozzleFlow
    """ The flow of the nozzle. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        model_url = self.model_url

        material: str = self.material

        quality: str = self.quality

        color = self.color

        quantity = self.quantity

        infill = self.infill

        layer_height = self.layer_height

        nozzle_diameter = self.nozzle_diameter

        nozzle_flow: str = self.nozzle_flow

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "modelUrl": model_url,
                "material": material,
                "quality": quality,
                "color": color,
                "quantity": quantity,
                "infill": infill,
                "layerHeight": layer_height,
                "nozzleDiameter": nozzle_diameter,
                "nozzleFlow": nozzle_flow,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model_url = d.pop("modelUrl")

        material = check_material(d.pop("material"))

        quality = check_quality(d.pop("quality"))

        color = d.pop("color")

        quantity = d.pop("quantity")

        infill = d.pop("infill")

        layer_height = d.pop("layerHeight")

        nozzle_diameter = d.pop("nozzleDiameter")

        nozzle_flow = check_nozzle_flow(d.pop("nozzleFlow"))

        draft_item = cls(
            model_url=model_url,
            material=material,
            quality=quality,
            color=color,
            quantity=quantity,
            infill=infill,
            layer_height=layer_height,
            nozzle_diameter=nozzle_diameter,
            nozzle_flow=nozzle_flow,
        )

        draft_item.additional_properties = d
        return draft_item

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
