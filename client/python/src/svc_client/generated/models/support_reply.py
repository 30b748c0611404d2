from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.support_source import SupportSource


T = TypeVar("T", bound="SupportReply")


@_attrs_define
class SupportReply:
    """The reply of the support assistant."""

    reply: str
    """ Plain text; lines that begin with `- ` are items of a list. """
    sources: list[SupportSource]
    """ The sources of the reply, best first; the page of the order comes before them. """
    escalated: bool
    """ Whether a ticket for the operators has the conversation; they reply by email. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reply = self.reply

        sources = []
        for sources_item_data in self.sources:
            sources_item = sources_item_data.to_dict()
            sources.append(sources_item)

        escalated = self.escalated

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reply": reply,
                "sources": sources,
                "escalated": escalated,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.support_source import SupportSource  # noqa: PLC0415

        d = dict(src_dict)
        reply = d.pop("reply")

        sources = []
        _sources = d.pop("sources")
        for sources_item_data in _sources:
            sources_item = SupportSource.from_dict(sources_item_data)

            sources.append(sources_item)

        escalated = d.pop("escalated")

        support_reply = cls(
            reply=reply,
            sources=sources,
            escalated=escalated,
        )

        support_reply.additional_properties = d
        return support_reply

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
