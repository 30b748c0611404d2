from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.own_generation import OwnGeneration


T = TypeVar("T", bound="OwnGenerations")


@_attrs_define
class OwnGenerations:
    """A page of generations."""

    generations: list[OwnGeneration]
    """ Newest first. """
    total: int
    """ The number on all pages. """
    page: int
    """ The page that this is. """
    pages: int
    """ How many there are. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        generations = []
        for generations_item_data in self.generations:
            generations_item = generations_item_data.to_dict()
            generations.append(generations_item)

        total = self.total

        page = self.page

        pages = self.pages

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "generations": generations,
                "total": total,
                "page": page,
                "pages": pages,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.own_generation import OwnGeneration  # noqa: PLC0415

        d = dict(src_dict)
        generations = []
        _generations = d.pop("generations")
        for generations_item_data in _generations:
            generations_item = OwnGeneration.from_dict(generations_item_data)

            generations.append(generations_item)

        total = d.pop("total")

        page = d.pop("page")

        pages = d.pop("pages")

        own_generations = cls(
            generations=generations,
            total=total,
            page=page,
            pages=pages,
        )

        own_generations.additional_properties = d
        return own_generations

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
