from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="GenerationProgress")


@_attrs_define
class GenerationProgress:
    """Progress of a generation in progress."""

    can_cancel: bool
    """ Whether it can still be cancelled: no engine was asked yet. """
    percent: int | Unset = UNSET
    """ Completed share of the work, if the engine reports it. """
    ahead: int | Unset = UNSET
    """ Jobs before it, in our queue or, while it runs, in the engine’s. """
    seconds_left: int | Unset = UNSET
    """ An estimate while it runs. Absent after that time. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        can_cancel = self.can_cancel

        percent = self.percent

        ahead = self.ahead

        seconds_left = self.seconds_left

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canCancel": can_cancel,
            }
        )
        if percent is not UNSET:
            field_dict["percent"] = percent
        if ahead is not UNSET:
            field_dict["ahead"] = ahead
        if seconds_left is not UNSET:
            field_dict["secondsLeft"] = seconds_left

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        can_cancel = d.pop("canCancel")

        percent = d.pop("percent", UNSET)

        ahead = d.pop("ahead", UNSET)

        seconds_left = d.pop("secondsLeft", UNSET)

        generation_progress = cls(
            can_cancel=can_cancel,
            percent=percent,
            ahead=ahead,
            seconds_left=seconds_left,
        )

        generation_progress.additional_properties = d
        return generation_progress

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
