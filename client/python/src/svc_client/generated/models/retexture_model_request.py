from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RetextureModelRequest")


@_attrs_define
class RetextureModelRequest:
    generation_id: str
    """ A generation of this account. """
    prompt: str
    """ What it should look like, up to 500 characters. """
    size_mm: float | Unset = UNSET
    """ Longest side of the new model, 5 to 340 mm; the size of the source model if absent. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        generation_id = self.generation_id

        prompt = self.prompt

        size_mm = self.size_mm

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "generationId": generation_id,
                "prompt": prompt,
            }
        )
        if size_mm is not UNSET:
            field_dict["sizeMm"] = size_mm

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        generation_id = d.pop("generationId")

        prompt = d.pop("prompt")

        size_mm = d.pop("sizeMm", UNSET)

        retexture_model_request = cls(
            generation_id=generation_id,
            prompt=prompt,
            size_mm=size_mm,
        )

        retexture_model_request.additional_properties = d
        return retexture_model_request

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
