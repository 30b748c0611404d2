from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.started_generation_status import (
    StartedGenerationStatus,
    check_started_generation_status,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.started_drafts import StartedDrafts


T = TypeVar("T", bound="StartedGeneration")


@_attrs_define
class StartedGeneration:
    """A generation that was queued."""

    job_id: str
    """ The id of the job, for its status; the first draft’s if drafts were requested. """
    status: StartedGenerationStatus
    drafts: StartedDrafts | Unset = UNSET
    """ A set of drafts that was queued and paid. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        status: str = self.status

        drafts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.drafts, Unset):
            drafts = self.drafts.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "status": status,
            }
        )
        if drafts is not UNSET:
            field_dict["drafts"] = drafts

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.started_drafts import StartedDrafts  # noqa: PLC0415

        d = dict(src_dict)
        job_id = d.pop("jobId")

        status = check_started_generation_status(d.pop("status"))

        _drafts = d.pop("drafts", UNSET)
        drafts: StartedDrafts | Unset
        if isinstance(_drafts, Unset):
            drafts = UNSET
        else:
            drafts = StartedDrafts.from_dict(_drafts)

        started_generation = cls(
            job_id=job_id,
            status=status,
            drafts=drafts,
        )

        started_generation.additional_properties = d
        return started_generation

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
