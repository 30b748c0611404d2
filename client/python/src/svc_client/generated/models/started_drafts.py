from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="StartedDrafts")


@_attrs_define
class StartedDrafts:
    """A set of drafts that was queued and paid."""

    set_id: str
    """ The id of the set, for `/api/drafts/{id}`. """
    job_ids: list[str]
    """ A job for each draft. """
    credits_charged: int
    """ The credits for all of them. """
    refine_credits: int
    """ Cost of refining one of them. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        set_id = self.set_id

        job_ids = self.job_ids

        credits_charged = self.credits_charged

        refine_credits = self.refine_credits

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "setId": set_id,
                "jobIds": job_ids,
                "creditsCharged": credits_charged,
                "refineCredits": refine_credits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        set_id = d.pop("setId")

        job_ids = cast(list[str], d.pop("jobIds"))

        credits_charged = d.pop("creditsCharged")

        refine_credits = d.pop("refineCredits")

        started_drafts = cls(
            set_id=set_id,
            job_ids=job_ids,
            credits_charged=credits_charged,
            refine_credits=refine_credits,
        )

        started_drafts.additional_properties = d
        return started_drafts

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
