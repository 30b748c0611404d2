from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UploadedModel")


@_attrs_define
class UploadedModel:
    """A model that is stored under the account."""

    generation_id: str
    """ The id for `/api/slice-quote`. """
    model_url: str
    """ `gs://` address of the model, for `modelUrl` of an order and `model_url` of `quote_print`. It ends with
    `#units=` and the unit, if the upload stated one. It always means these bytes in this unit, whatever is uploaded
    later. """
    file_name: str
    """ The name that was sent; of an OBJ the name of the STL made of it. """
    bytes_: int
    """ Size of the file behind `modelUrl`. """
    dimensions_mm: list[float]
    """ Width, depth and height. """
    volume_cm_3: float
    """ The volume of the repaired body. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        generation_id = self.generation_id

        model_url = self.model_url

        file_name = self.file_name

        bytes_ = self.bytes_

        dimensions_mm = self.dimensions_mm

        volume_cm_3 = self.volume_cm_3

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "generationId": generation_id,
                "modelUrl": model_url,
                "fileName": file_name,
                "bytes": bytes_,
                "dimensionsMm": dimensions_mm,
                "volumeCm3": volume_cm_3,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        generation_id = d.pop("generationId")

        model_url = d.pop("modelUrl")

        file_name = d.pop("fileName")

        bytes_ = d.pop("bytes")

        dimensions_mm = cast(list[float], d.pop("dimensionsMm"))

        volume_cm_3 = d.pop("volumeCm3")

        uploaded_model = cls(
            generation_id=generation_id,
            model_url=model_url,
            file_name=file_name,
            bytes_=bytes_,
            dimensions_mm=dimensions_mm,
            volume_cm_3=volume_cm_3,
        )

        uploaded_model.additional_properties = d
        return uploaded_model

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
