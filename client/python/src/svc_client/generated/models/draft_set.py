from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.draft import Draft


T = TypeVar("T", bound="DraftSet")


@_attrs_define
class DraftSet:
    """Drafts of one request."""

    id: str
    """ The id that start returned. """
    drafts: list[Draft]
    """ The drafts that were not deleted, in order. """
    refine_credits: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        drafts = []
        for drafts_item_data in self.drafts:
            drafts_item = drafts_item_data.to_dict()
            drafts.append(drafts_item)

        refine_credits: int | None
        refine_credits = self.refine_credits

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "drafts": drafts,
                "refineCredits": refine_credits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.draft import Draft  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        drafts = []
        _drafts = d.pop("drafts")
        for drafts_item_data in _drafts:
            drafts_item = Draft.from_dict(drafts_item_data)

            drafts.append(drafts_item)

        def _parse_refine_credits(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        refine_credits = _parse_refine_credits(d.pop("refineCredits"))

        draft_set = cls(
            id=id,
            drafts=drafts,
            refine_credits=refine_credits,
        )

        draft_set.additional_properties = d
        return draft_set

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
