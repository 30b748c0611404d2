from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="GenerationError")


@_attrs_define
class GenerationError:
    """A refusal of a generation."""

    error: str
    """ The error, in a sentence. """
    message: str | Unset = UNSET
    """ The reason, for `nsfw` and `no_credits`. """
    needs_payment: bool | Unset = UNSET
    credits_required: int | Unset = UNSET
    """ The credits that it would cost, with `no_credits`. """
    credits_available: int | Unset = UNSET
    """ The credits that the account has, with `no_credits`. """
    job_id: str | Unset = UNSET
    """ The generation, which continues, with 504. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        error = self.error

        message = self.message

        needs_payment = self.needs_payment

        credits_required = self.credits_required

        credits_available = self.credits_available

        job_id = self.job_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "error": error,
            }
        )
        if message is not UNSET:
            field_dict["message"] = message
        if needs_payment is not UNSET:
            field_dict["needsPayment"] = needs_payment
        if credits_required is not UNSET:
            field_dict["creditsRequired"] = credits_required
        if credits_available is not UNSET:
            field_dict["creditsAvailable"] = credits_available
        if job_id is not UNSET:
            field_dict["jobId"] = job_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        error = d.pop("error")

        message = d.pop("message", UNSET)

        needs_payment = d.pop("needsPayment", UNSET)

        credits_required = d.pop("creditsRequired", UNSET)

        credits_available = d.pop("creditsAvailable", UNSET)

        job_id = d.pop("jobId", UNSET)

        generation_error = cls(
            error=error,
            message=message,
            needs_payment=needs_payment,
            credits_required=credits_required,
            credits_available=credits_available,
            job_id=job_id,
        )

        generation_error.additional_properties = d
        return generation_error

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
