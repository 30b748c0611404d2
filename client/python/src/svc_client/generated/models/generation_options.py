from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.engine import Engine, check_engine
from ..models.hollowing import Hollowing, check_hollowing
from ..models.mesh_quality import MeshQuality, check_mesh_quality
from ..models.output_format import OutputFormat, check_output_format
from ..models.smoothing import Smoothing, check_smoothing
from ..models.texture_resolution import TextureResolution, check_texture_resolution
from ..models.topology import Topology, check_topology
from ..types import UNSET, Unset

T = TypeVar("T", bound="GenerationOptions")


@_attrs_define
class GenerationOptions:
    """Options of a generation."""

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

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
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

        generation_options = cls(
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

        generation_options.additional_properties = d
        return generation_options

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
