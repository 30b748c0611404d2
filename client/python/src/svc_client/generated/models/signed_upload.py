from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.signed_upload_method import SignedUploadMethod, check_signed_upload_method

if TYPE_CHECKING:
    from ..models.signed_upload_headers import SignedUploadHeaders


T = TypeVar("T", bound="SignedUpload")


@_attrs_define
class SignedUpload:
    """The address and the headers for sending the bytes of a model."""

    upload_url: str
    """ Send the bytes here. Where the service keeps models in a bucket it is a resumable session of the bucket,
    which also takes the file in pieces with `Content-Range`; otherwise an address of the service, which takes it in
    one request. Anyone who has it can send the file, once. """
    method: SignedUploadMethod
    """ Always PUT. """
    headers: SignedUploadHeaders
    """ The headers to be sent with the bytes. """
    upload_id: str
    """ The id for `/api/print-upload/complete`. """
    expires_at: datetime.datetime
    """ Two hours from now. A later completion is refused. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        upload_url = self.upload_url

        method: str = self.method

        headers = self.headers.to_dict()

        upload_id = self.upload_id

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "uploadUrl": upload_url,
                "method": method,
                "headers": headers,
                "uploadId": upload_id,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.signed_upload_headers import SignedUploadHeaders  # noqa: PLC0415

        d = dict(src_dict)
        upload_url = d.pop("uploadUrl")

        method = check_signed_upload_method(d.pop("method"))

        headers = SignedUploadHeaders.from_dict(d.pop("headers"))

        upload_id = d.pop("uploadId")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        signed_upload = cls(
            upload_url=upload_url,
            method=method,
            headers=headers,
            upload_id=upload_id,
            expires_at=expires_at,
        )

        signed_upload.additional_properties = d
        return signed_upload

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
