from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from .. import types
from ..models.engine import Engine, check_engine
from ..models.generation_mode import GenerationMode, check_generation_mode
from ..models.hollowing import Hollowing, check_hollowing
from ..models.input_mode import InputMode, check_input_mode
from ..models.mesh_quality import MeshQuality, check_mesh_quality
from ..models.output_format import OutputFormat, check_output_format
from ..models.smoothing import Smoothing, check_smoothing
from ..models.texture_resolution import TextureResolution, check_texture_resolution
from ..models.topology import Topology, check_topology
from ..types import UNSET, File, FileTypes, Unset

T = TypeVar("T", bound="GenerationFromPictures")


@_attrs_define
class GenerationFromPictures:
    """What to make, as a form with pictures."""

    input_mode: InputMode | Unset = UNSET
    """ Input of a generation. """
    prompt: str | Unset = UNSET
    """ Up to 500 characters; required for text and image_text. With image_text it changes the picture; with image
    and multiview it names the model. """
    image: File | Unset = UNSET
    """ For image and image_text: PNG, JPEG or WebP, at most 10 MB. """
    image_url: str | Unset = UNSET
    """ A picture of this account, for image and image_text, from `/api/images` instead of a file. """
    images: list[File] | Unset = UNSET
    """ For multiview: 2 to 4 files, each at most 10 MB, in this order: front, left, back, right. Pictures in fields
    with these names belong to that side, and the others fill the remaining sides. """
    front: File | Unset = UNSET
    """ The front, for multiview. """
    left: File | Unset = UNSET
    """ The left side, for multiview. """
    back: File | Unset = UNSET
    """ The back, for multiview. """
    right: File | Unset = UNSET
    """ The right side, for multiview. """
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
    mesh_quality: MeshQuality | Unset = UNSET
    """ How many triangles a model has. """
    topology: Topology | Unset = UNSET
    """ The faces of a model. """
    smoothing: Smoothing | Unset = UNSET
    """ How much a surface is smoothed. """
    hollowing: Hollowing | Unset = UNSET
    """ Whether a model is solid. """
    wall_thickness_mm: float | Unset = UNSET
    """ 0.4 to 10; anything else is 2. """
    negative_prompt: str | Unset = UNSET
    """ What not to make. Cut to 1024 characters; one engine family only, and with text only. """
    smart_low_poly: bool | Unset = UNSET
    """ One engine family only. """
    generate_parts: bool | Unset = UNSET
    """ One engine family only; turns textures off. """
    textures: bool | Unset = UNSET
    """ Whether the preview has textures. """
    texture_resolution: TextureResolution | Unset = UNSET
    """ The size of a texture. """
    engine: Engine | Unset = UNSET
    """ The engine that makes the model. """
    output_format: OutputFormat | Unset = UNSET
    """ A format of generated models. """
    refinement_pass: bool | Unset = UNSET
    """ A second pass on engine_4; costs 2 credits more. """
    seed: float | Unset = UNSET
    """ A whole number; some engines honor it. """
    size_mm: float | Unset = UNSET
    """ Longest side of the printed model, 5 to 340 mm. Without it, the size in the words applies ("8 cm tall"),
    otherwise 80 mm; the notes of the result state which. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        input_mode: str | Unset = UNSET
        if not isinstance(self.input_mode, Unset):
            input_mode = self.input_mode

        prompt = self.prompt

        image: FileTypes | Unset = UNSET
        if not isinstance(self.image, Unset):
            image = self.image.to_tuple()

        image_url = self.image_url

        images: list[FileTypes] | Unset = UNSET
        if not isinstance(self.images, Unset):
            images = []
            for images_item_data in self.images:
                images_item = images_item_data.to_tuple()

                images.append(images_item)

        front: FileTypes | Unset = UNSET
        if not isinstance(self.front, Unset):
            front = self.front.to_tuple()

        left: FileTypes | Unset = UNSET
        if not isinstance(self.left, Unset):
            left = self.left.to_tuple()

        back: FileTypes | Unset = UNSET
        if not isinstance(self.back, Unset):
            back = self.back.to_tuple()

        right: FileTypes | Unset = UNSET
        if not isinstance(self.right, Unset):
            right = self.right.to_tuple()

        images_of = self.images_of

        refine_of = self.refine_of

        drafts = self.drafts

        notify = self.notify

        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode

        style = self.style

        mesh_quality: str | Unset = UNSET
        if not isinstance(self.mesh_quality, Unset):
            mesh_quality = self.mesh_quality

        topology: str | Unset = UNSET
        if not isinstance(self.topology, Unset):
            topology = self.topology

        smoothing: str | Unset = UNSET
        if not isinstance(self.smoothing, Unset):
            smoothing = self.smoothing

        hollowing: str | Unset = UNSET
        if not isinstance(self.hollowing, Unset):
            hollowing = self.hollowing

        wall_thickness_mm = self.wall_thickness_mm

        negative_prompt = self.negative_prompt

        smart_low_poly = self.smart_low_poly

        generate_parts = self.generate_parts

        textures = self.textures

        texture_resolution: str | Unset = UNSET
        if not isinstance(self.texture_resolution, Unset):
            texture_resolution = self.texture_resolution

        engine: str | Unset = UNSET
        if not isinstance(self.engine, Unset):
            engine = self.engine

        output_format: str | Unset = UNSET
        if not isinstance(self.output_format, Unset):
            output_format = self.output_format

        refinement_pass = self.refinement_pass

        seed = self.seed

        size_mm = self.size_mm

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if input_mode is not UNSET:
            field_dict["inputMode"] = input_mode
        if prompt is not UNSET:
            field_dict["prompt"] = prompt
        if image is not UNSET:
            field_dict["image"] = image
        if image_url is not UNSET:
            field_dict["imageUrl"] = image_url
        if images is not UNSET:
            field_dict["images"] = images
        if front is not UNSET:
            field_dict["front"] = front
        if left is not UNSET:
            field_dict["left"] = left
        if back is not UNSET:
            field_dict["back"] = back
        if right is not UNSET:
            field_dict["right"] = right
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
        if mesh_quality is not UNSET:
            field_dict["meshQuality"] = mesh_quality
        if topology is not UNSET:
            field_dict["topology"] = topology
        if smoothing is not UNSET:
            field_dict["smoothing"] = smoothing
        if hollowing is not UNSET:
            field_dict["hollowing"] = hollowing
        if wall_thickness_mm is not UNSET:
            field_dict["wallThicknessMm"] = wall_thickness_mm
        if negative_prompt is not UNSET:
            field_dict["negativePrompt"] = negative_prompt
        if smart_low_poly is not UNSET:
            field_dict["smartLowPoly"] = smart_low_poly
        if generate_parts is not UNSET:
            field_dict["generateParts"] = generate_parts
        if textures is not UNSET:
            field_dict["textures"] = textures
        if texture_resolution is not UNSET:
            field_dict["textureResolution"] = texture_resolution
        if engine is not UNSET:
            field_dict["engine"] = engine
        if output_format is not UNSET:
            field_dict["outputFormat"] = output_format
        if refinement_pass is not UNSET:
            field_dict["refinementPass"] = refinement_pass
        if seed is not UNSET:
            field_dict["seed"] = seed
        if size_mm is not UNSET:
            field_dict["sizeMm"] = size_mm

        return field_dict

    def to_multipart(self) -> types.RequestFiles:
        files: types.RequestFiles = []

        if not isinstance(self.input_mode, Unset):
            files.append(("inputMode", (None, str(self.input_mode).encode(), "text/plain")))

        if not isinstance(self.prompt, Unset):
            files.append(("prompt", (None, str(self.prompt).encode(), "text/plain")))

        if not isinstance(self.image, Unset):
            files.append(("image", self.image.to_tuple()))

        if not isinstance(self.image_url, Unset):
            files.append(("imageUrl", (None, str(self.image_url).encode(), "text/plain")))

        if not isinstance(self.images, Unset):
            for images_item_element in self.images:
                files.append(("images", images_item_element.to_tuple()))

        if not isinstance(self.front, Unset):
            files.append(("front", self.front.to_tuple()))

        if not isinstance(self.left, Unset):
            files.append(("left", self.left.to_tuple()))

        if not isinstance(self.back, Unset):
            files.append(("back", self.back.to_tuple()))

        if not isinstance(self.right, Unset):
            files.append(("right", self.right.to_tuple()))

        if not isinstance(self.images_of, Unset):
            files.append(("imagesOf", (None, str(self.images_of).encode(), "text/plain")))

        if not isinstance(self.refine_of, Unset):
            files.append(("refineOf", (None, str(self.refine_of).encode(), "text/plain")))

        if not isinstance(self.drafts, Unset):
            files.append(("drafts", (None, str(self.drafts).encode(), "text/plain")))

        if not isinstance(self.notify, Unset):
            files.append(("notify", (None, str(self.notify).encode(), "text/plain")))

        if not isinstance(self.mode, Unset):
            files.append(("mode", (None, str(self.mode).encode(), "text/plain")))

        if not isinstance(self.style, Unset):
            files.append(("style", (None, str(self.style).encode(), "text/plain")))

        if not isinstance(self.mesh_quality, Unset):
            files.append(("meshQuality", (None, str(self.mesh_quality).encode(), "text/plain")))

        if not isinstance(self.topology, Unset):
            files.append(("topology", (None, str(self.topology).encode(), "text/plain")))

        if not isinstance(self.smoothing, Unset):
            files.append(("smoothing", (None, str(self.smoothing).encode(), "text/plain")))

        if not isinstance(self.hollowing, Unset):
            files.append(("hollowing", (None, str(self.hollowing).encode(), "text/plain")))

        if not isinstance(self.wall_thickness_mm, Unset):
            files.append(
                ("wallThicknessMm", (None, str(self.wall_thickness_mm).encode(), "text/plain"))
            )

        if not isinstance(self.negative_prompt, Unset):
            files.append(
                ("negativePrompt", (None, str(self.negative_prompt).encode(), "text/plain"))
            )

        if not isinstance(self.smart_low_poly, Unset):
            files.append(("smartLowPoly", (None, str(self.smart_low_poly).encode(), "text/plain")))

        if not isinstance(self.generate_parts, Unset):
            files.append(("generateParts", (None, str(self.generate_parts).encode(), "text/plain")))

        if not isinstance(self.textures, Unset):
            files.append(("textures", (None, str(self.textures).encode(), "text/plain")))

        if not isinstance(self.texture_resolution, Unset):
            files.append(
                ("textureResolution", (None, str(self.texture_resolution).encode(), "text/plain"))
            )

        if not isinstance(self.engine, Unset):
            files.append(("engine", (None, str(self.engine).encode(), "text/plain")))

        if not isinstance(self.output_format, Unset):
            files.append(("outputFormat", (None, str(self.output_format).encode(), "text/plain")))

        if not isinstance(self.refinement_pass, Unset):
            files.append(
                ("refinementPass", (None, str(self.refinement_pass).encode(), "text/plain"))
            )

        if not isinstance(self.seed, Unset):
            files.append(("seed", (None, str(self.seed).encode(), "text/plain")))

        if not isinstance(self.size_mm, Unset):
            files.append(("sizeMm", (None, str(self.size_mm).encode(), "text/plain")))

        for prop_name, prop in self.additional_properties.items():
            files.append((prop_name, (None, str(prop).encode(), "text/plain")))

        return files

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _input_mode = d.pop("inputMode", UNSET)
        input_mode: InputMode | Unset
        if isinstance(_input_mode, Unset):
            input_mode = UNSET
        else:
            input_mode = check_input_mode(_input_mode)

        prompt = d.pop("prompt", UNSET)

        _image = d.pop("image", UNSET)
        image: File | Unset
        if isinstance(_image, Unset):
            image = UNSET
        else:
            image = File(payload=BytesIO(_image))

        image_url = d.pop("imageUrl", UNSET)

        _images = d.pop("images", UNSET)
        images: list[File] | Unset = UNSET
        if _images is not UNSET:
            images = []
            for images_item_data in _images:
                images_item = File(payload=BytesIO(images_item_data))

                images.append(images_item)

        _front = d.pop("front", UNSET)
        front: File | Unset
        if isinstance(_front, Unset):
            front = UNSET
        else:
            front = File(payload=BytesIO(_front))

        _left = d.pop("left", UNSET)
        left: File | Unset
        if isinstance(_left, Unset):
            left = UNSET
        else:
            left = File(payload=BytesIO(_left))

        _back = d.pop("back", UNSET)
        back: File | Unset
        if isinstance(_back, Unset):
            back = UNSET
        else:
            back = File(payload=BytesIO(_back))

        _right = d.pop("right", UNSET)
        right: File | Unset
        if isinstance(_right, Unset):
            right = UNSET
        else:
            right = File(payload=BytesIO(_right))

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

        _mesh_quality = d.pop("meshQuality", UNSET)
        mesh_quality: MeshQuality | Unset
        if isinstance(_mesh_quality, Unset):
            mesh_quality = UNSET
        else:
            mesh_quality = check_mesh_quality(_mesh_quality)

        _topology = d.pop("topology", UNSET)
        topology: Topology | Unset
        if isinstance(_topology, Unset):
            topology = UNSET
        else:
            topology = check_topology(_topology)

        _smoothing = d.pop("smoothing", UNSET)
        smoothing: Smoothing | Unset
        if isinstance(_smoothing, Unset):
            smoothing = UNSET
        else:
            smoothing = check_smoothing(_smoothing)

        _hollowing = d.pop("hollowing", UNSET)
        hollowing: Hollowing | Unset
        if isinstance(_hollowing, Unset):
            hollowing = UNSET
        else:
            hollowing = check_hollowing(_hollowing)

        wall_thickness_mm = d.pop("wallThicknessMm", UNSET)

        negative_prompt = d.pop("negativePrompt", UNSET)

        smart_low_poly = d.pop("smartLowPoly", UNSET)

        generate_parts = d.pop("generateParts", UNSET)

        textures = d.pop("textures", UNSET)

        _texture_resolution = d.pop("textureResolution", UNSET)
        texture_resolution: TextureResolution | Unset
        if isinstance(_texture_resolution, Unset):
            texture_resolution = UNSET
        else:
            texture_resolution = check_texture_resolution(_texture_resolution)

        _engine = d.pop("engine", UNSET)
        engine: Engine | Unset
        if isinstance(_engine, Unset):
            engine = UNSET
        else:
            engine = check_engine(_engine)

        _output_format = d.pop("outputFormat", UNSET)
        output_format: OutputFormat | Unset
        if isinstance(_output_format, Unset):
            output_format = UNSET
        else:
            output_format = check_output_format(_output_format)

        refinement_pass = d.pop("refinementPass", UNSET)

        seed = d.pop("seed", UNSET)

        size_mm = d.pop("sizeMm", UNSET)

        generation_from_pictures = cls(
            input_mode=input_mode,
            prompt=prompt,
            image=image,
            image_url=image_url,
            images=images,
            front=front,
            left=left,
            back=back,
            right=right,
            images_of=images_of,
            refine_of=refine_of,
            drafts=drafts,
            notify=notify,
            mode=mode,
            style=style,
            mesh_quality=mesh_quality,
            topology=topology,
            smoothing=smoothing,
            hollowing=hollowing,
            wall_thickness_mm=wall_thickness_mm,
            negative_prompt=negative_prompt,
            smart_low_poly=smart_low_poly,
            generate_parts=generate_parts,
            textures=textures,
            texture_resolution=texture_resolution,
            engine=engine,
            output_format=output_format,
            refinement_pass=refinement_pass,
            seed=seed,
            size_mm=size_mm,
        )

        generation_from_pictures.additional_properties = d
        return generation_from_pictures

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
