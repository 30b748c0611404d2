from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.own_generation_status import (
    OwnGenerationStatus,
    check_own_generation_status,
)

T = TypeVar("T", bound="OwnGeneration")


@_attrs_define
class OwnGeneration:
    """A generation of the account."""

    id: str
    """ The `jobId` of its start, and its `generationId`. """
    status: OwnGenerationStatus
    """ done and error are final. """
    created_at: int
    """ The time at which it was queued. Epoch milliseconds. """
    prompt: None | str
    credits_charged: int | None
    model_url: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str = self.status

        created_at = self.created_at

        prompt: None | str
        prompt = self.prompt

        credits_charged: int | None
        credits_charged = self.credits_charged

        model_url: None | str
        model_url = self.model_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "status": status,
                "createdAt": created_at,
                "prompt": prompt,
                "creditsCharged": credits_charged,
                "modelUrl": model_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        status = check_own_generation_status(d.pop("status"))

        created_at = d.pop("createdAt")

        def _parse_prompt(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        prompt = _parse_prompt(d.pop("prompt"))

        def _parse_credits_charged(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        credits_charged = _parse_credits_charged(d.pop("creditsCharged"))

        def _parse_model_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model_url = _parse_model_url(d.pop("modelUrl"))

        own_generation = cls(
            id=id,
            status=status,
            created_at=created_at,
            prompt=prompt,
            credits_charged=credits_charged,
            model_url=model_url,
        )

        own_generation.additional_properties = d
        return own_generation

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
