from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.generation_job_stage import GenerationJobStage, check_generation_job_stage
from ..models.generation_job_status import (
    GenerationJobStatus,
    check_generation_job_status,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.generation_progress import GenerationProgress
    from ..models.generation_result import GenerationResult


T = TypeVar("T", bound="GenerationJob")


@_attrs_define
class GenerationJob:
    """A generation, from its queue to its result."""

    id: str
    """ The id that start returned. """
    user_email: str
    """ The owner’s address. """
    status: GenerationJobStatus
    """ done and error are final. """
    created_at: int
    """ The time at which it was queued. Epoch milliseconds. """
    stage: GenerationJobStage | Unset = UNSET
    """ The stage of a running job. """
    progress: GenerationProgress | Unset = UNSET
    """ Progress of a generation in progress. """
    started_at: int | Unset = UNSET
    """ The time at which it started. Epoch milliseconds. """
    completed_at: int | Unset = UNSET
    """ The time at which it ended. Epoch milliseconds. """
    result: GenerationResult | Unset = UNSET
    """ A generated model. """
    error: str | Unset = UNSET
    """ The `error` of `/api/generate`, when it ended in error. """
    message: str | Unset = UNSET
    """ Why, for `nsfw` and `no_credits`. """
    needs_payment: bool | Unset = UNSET
    credits_required: int | Unset = UNSET
    """ The credits that it would cost, with `no_credits`. """
    credits_available: int | Unset = UNSET
    """ The credits that the account has, with `no_credits`. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_email = self.user_email

        status: str = self.status

        created_at = self.created_at

        stage: str | Unset = UNSET
        if not isinstance(self.stage, Unset):
            stage = self.stage

        progress: dict[str, Any] | Unset = UNSET
        if not isinstance(self.progress, Unset):
            progress = self.progress.to_dict()

        started_at = self.started_at

        completed_at = self.completed_at

        result: dict[str, Any] | Unset = UNSET
        if not isinstance(self.result, Unset):
            result = self.result.to_dict()

        error = self.error

        message = self.message

        needs_payment = self.needs_payment

        credits_required = self.credits_required

        credits_available = self.credits_available

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userEmail": user_email,
                "status": status,
                "createdAt": created_at,
            }
        )
        if stage is not UNSET:
            field_dict["stage"] = stage
        if progress is not UNSET:
            field_dict["progress"] = progress
        if started_at is not UNSET:
            field_dict["startedAt"] = started_at
        if completed_at is not UNSET:
            field_dict["completedAt"] = completed_at
        if result is not UNSET:
            field_dict["result"] = result
        if error is not UNSET:
            field_dict["error"] = error
        if message is not UNSET:
            field_dict["message"] = message
        if needs_payment is not UNSET:
            field_dict["needsPayment"] = needs_payment
        if credits_required is not UNSET:
            field_dict["creditsRequired"] = credits_required
        if credits_available is not UNSET:
            field_dict["creditsAvailable"] = credits_available

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.generation_progress import GenerationProgress  # noqa: PLC0415
        from ..models.generation_result import GenerationResult  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        user_email = d.pop("userEmail")

        status = check_generation_job_status(d.pop("status"))

        created_at = d.pop("createdAt")

        _stage = d.pop("stage", UNSET)
        stage: GenerationJobStage | Unset
        if isinstance(_stage, Unset):
            stage = UNSET
        else:
            stage = check_generation_job_stage(_stage)

        _progress = d.pop("progress", UNSET)
        progress: GenerationProgress | Unset
        if isinstance(_progress, Unset):
            progress = UNSET
        else:
            progress = GenerationProgress.from_dict(_progress)

        started_at = d.pop("startedAt", UNSET)

        completed_at = d.pop("completedAt", UNSET)

        _result = d.pop("result", UNSET)
        result: GenerationResult | Unset
        if isinstance(_result, Unset):
            result = UNSET
        else:
            result = GenerationResult.from_dict(_result)

        error = d.pop("error", UNSET)

        message = d.pop("message", UNSET)

        needs_payment = d.pop("needsPayment", UNSET)

        credits_required = d.pop("creditsRequired", UNSET)

        credits_available = d.pop("creditsAvailable", UNSET)

        generation_job = cls(
            id=id,
            user_email=user_email,
            status=status,
            created_at=created_at,
            stage=stage,
            progress=progress,
            started_at=started_at,
            completed_at=completed_at,
            result=result,
            error=error,
            message=message,
            needs_payment=needs_payment,
            credits_required=credits_required,
            credits_available=credits_available,
        )

        generation_job.additional_properties = d
        return generation_job

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
