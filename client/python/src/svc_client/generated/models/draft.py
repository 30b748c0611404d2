from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.draft_status import DraftStatus, check_draft_status

T = TypeVar("T", bound="Draft")


@_attrs_define
class Draft:
    """A draft of a set."""

    job_id: str
    """ The id of its generation, whose status and result are read as for any other. """
    place: int
    """ The number of the draft, from 1. """
    status: DraftStatus
    """ done and error are final. """
    credits_charged: int | None
    model_url: None | str
    error: None | str
    refined_job_id: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        place = self.place

        status: str = self.status

        credits_charged: int | None
        credits_charged = self.credits_charged

        model_url: None | str
        model_url = self.model_url

        error: None | str
        error = self.error

        refined_job_id: None | str
        refined_job_id = self.refined_job_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "jobId": job_id,
                "place": place,
                "status": status,
                "creditsCharged": credits_charged,
                "modelUrl": model_url,
                "error": error,
                "refinedJobId": refined_job_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        job_id = d.pop("jobId")

        place = d.pop("place")

        status = check_draft_status(d.pop("status"))

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

        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))

        def _parse_refined_job_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        refined_job_id = _parse_refined_job_id(d.pop("refinedJobId"))

        draft = cls(
            job_id=job_id,
            place=place,
            status=status,
            credits_charged=credits_charged,
            model_url=model_url,
            error=error,
            refined_job_id=refined_job_id,
        )

        draft.additional_properties = d
        return draft

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
