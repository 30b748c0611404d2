from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.generation_mode import GenerationMode, check_generation_mode
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.generation_options import GenerationOptions


T = TypeVar("T", bound="GenerationFromText")


@_attrs_define
class GenerationFromText:
    """What to make, in words."""

    prompt: str
    """ What to make, up to 500 characters. """
    images_of: str | Unset = UNSET
    """ The id of a generation of this account that made no model: its pictures are used again if none are sent.
    They are kept for 24 hours, for the newest 10 such generations. """
    refine_of: str | Unset = UNSET
    """ The id of a draft to refine, at `/api/generate/start` only: a hi_fi model of its shape, for 3 credits or
    more. Other fields of the body are ignored. A draft has one refined model; a repeated request returns the same
    one. """
    drafts: int | Unset = UNSET
    """ Queues 4 drafts that differ by their seeds, at `/api/generate/start` only. Each costs what a draft costs;
    meshQuality, textureResolution and refinementPass then apply to the refinement. """
    notify: bool | Unset = UNSET
    """ Whether the account gets an email when the generation has ended. """
    mode: GenerationMode | Unset = UNSET
    """ A draft or a fine model. """
    style: str | Unset = UNSET
    """ Free text, such as "low poly". Cut to 1024 characters. """
    image_url: str | Unset = UNSET
    """ A picture of this account from `/api/images` instead of a file; `inputMode` and the other fields are then
    read as in the form. """
    advanced: GenerationOptions | Unset = UNSET
    """ Options of a generation. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        prompt = self.prompt

        images_of = self.images_of

        refine_of = self.refine_of

        drafts = self.drafts

        notify = self.notify

        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode

        style = self.style

        image_url = self.image_url

        advanced: dict[str, Any] | Unset = UNSET
        if not isinstance(self.advanced, Unset):
            advanced = self.advanced.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "prompt": prompt,
            }
        )
        if images_of is not UNSET:
            field_dict["imagesOf"] = images_of
        if refine_of is not UNSET:
            field_dict["refineOf"] = refine_of
        if drafts is not UNSET:
            field_dict["drafts"] = drafts
        if notify is not UNSET:
            field_dict["notify"] = notify
        if mode is not UNSET:
            field_dict["mode"] = mode
        if style is not UNSET:
            field_dict["style"] = style
        if image_url is not UNSET:
            field_dict["imageUrl"] = image_url
        if advanced is not UNSET:
            field_dict["advanced"] = advanced

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.generation_options import GenerationOptions  # noqa: PLC0415

        d = dict(src_dict)
        prompt = d.pop("prompt")

        images_of = d.pop("imagesOf", UNSET)

        refine_of = d.pop("refineOf", UNSET)

        drafts = d.pop("drafts", UNSET)

        notify = d.pop("notify", UNSET)

        _mode = d.pop("mode", UNSET)
        mode: GenerationMode | Unset
        if isinstance(_mode, Unset):
            mode = UNSET
        else:
            mode = check_generation_mode(_mode)

        style = d.pop("style", UNSET)

        image_url = d.pop("imageUrl", UNSET)

        _advanced = d.pop("advanced", UNSET)
        advanced: GenerationOptions | Unset
        if isinstance(_advanced, Unset):
            advanced = UNSET
        else:
            advanced = GenerationOptions.from_dict(_advanced)

        generation_from_text = cls(
            prompt=prompt,
            images_of=images_of,
            refine_of=refine_of,
            drafts=drafts,
            notify=notify,
            mode=mode,
            style=style,
            image_url=image_url,
            advanced=advanced,
        )

        generation_from_text.additional_properties = d
        return generation_from_text

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
