from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.changed_model import ChangedModel


T = TypeVar("T", bound="ChangedModels")


@_attrs_define
class ChangedModels:
    """The result of a change."""

    made_from: str
    """ Id of the source model, which does not change. """
    change: str
    """ The change, in a few words. """
    models: list[ChangedModel]
    """ One model, or the parts of a cut, the lowest first. Each can be quoted and ordered by its `modelUrl`. """
    ignored: list[str] | Unset = UNSET
    """ Names in the body that had no effect. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        made_from = self.made_from

        change = self.change

        models = []
        for models_item_data in self.models:
            models_item = models_item_data.to_dict()
            models.append(models_item)

        ignored: list[str] | Unset = UNSET
        if not isinstance(self.ignored, Unset):
            ignored = self.ignored

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "madeFrom": made_from,
                "change": change,
                "models": models,
            }
        )
        if ignored is not UNSET:
            field_dict["ignored"] = ignored

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.changed_model import ChangedModel  # noqa: PLC0415

        d = dict(src_dict)
        made_from = d.pop("madeFrom")

        change = d.pop("change")

        models = []
        _models = d.pop("models")
        for models_item_data in _models:
            models_item = ChangedModel.from_dict(models_item_data)

            models.append(models_item)

        ignored = cast(list[str], d.pop("ignored", UNSET))

        changed_models = cls(
            made_from=made_from,
            change=change,
            models=models,
            ignored=ignored,
        )

        changed_models.additional_properties = d
        return changed_models

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
