from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.support_message import SupportMessage


T = TypeVar("T", bound="SupportRequest")


@_attrs_define
class SupportRequest:
    """A conversation whose last message is a question."""

    messages: list[SupportMessage]
    """ The conversation, oldest first. The last message is the question. """
    order_code: str | Unset = UNSET
    """ The order that the question is about. A code in the messages counts as well. """
    email: str | Unset = UNSET
    """ For the reply of a person, instead of the account’s address. Without an account it also has to be the
    address of the order. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        order_code = self.order_code

        email = self.email

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "messages": messages,
            }
        )
        if order_code is not UNSET:
            field_dict["orderCode"] = order_code
        if email is not UNSET:
            field_dict["email"] = email

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.support_message import SupportMessage  # noqa: PLC0415

        d = dict(src_dict)
        messages = []
        _messages = d.pop("messages")
        for messages_item_data in _messages:
            messages_item = SupportMessage.from_dict(messages_item_data)

            messages.append(messages_item)

        order_code = d.pop("orderCode", UNSET)

        email = d.pop("email", UNSET)

        support_request = cls(
            messages=messages,
            order_code=order_code,
            email=email,
        )

        support_request.additional_properties = d
        return support_request

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
