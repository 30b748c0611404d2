from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="AppliedMeshRepair")


@_attrs_define
class AppliedMeshRepair:
    """The mesh was repaired."""

    applied: bool
    welded_vertices: int
    """ Joined. """
    removed_degenerates: int
    """ Triangles without an area. """
    flipped_faces: int
    """ Triangles whose orientation was corrected. """
    filled_holes: int
    """ Closed. """
    remaining_boundary_edges: int
    """ Still open. """
    scale_applied: float
    """ Applied to the engine’s file; 1 = none. """
    smoothed: bool
    """ Whether the surface was smoothed. """
    hollowed: bool
    """ Whether it was hollowed. """
    reoriented: bool
    """ Whether it was rotated to print better. """
    hollow_wall_mm: float | None
    part_count: int
    """ Bodies. """
    notes: list[str]
    """ Further remarks. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        applied = self.applied

        welded_vertices = self.welded_vertices

        removed_degenerates = self.removed_degenerates

        flipped_faces = self.flipped_faces

        filled_holes = self.filled_holes

        remaining_boundary_edges = self.remaining_boundary_edges

        scale_applied = self.scale_applied

        smoothed = self.smoothed

        hollowed = self.hollowed

        reoriented = self.reoriented

        hollow_wall_mm: float | None
        hollow_wall_mm = self.hollow_wall_mm

        part_count = self.part_count

        notes = self.notes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "applied": applied,
                "weldedVertices": welded_vertices,
                "removedDegenerates": removed_degenerates,
                "flippedFaces": flipped_faces,
                "filledHoles": filled_holes,
                "remainingBoundaryEdges": remaining_boundary_edges,
                "scaleApplied": scale_applied,
                "smoothed": smoothed,
                "hollowed": hollowed,
                "reoriented": reoriented,
                "hollowWallMm": hollow_wall_mm,
                "partCount": part_count,
                "notes": notes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        applied = d.pop("applied")

        welded_vertices = d.pop("weldedVertices")

        removed_degenerates = d.pop("removedDegenerates")

        flipped_faces = d.pop("flippedFaces")

        filled_holes = d.pop("filledHoles")

        remaining_boundary_edges = d.pop("remainingBoundaryEdges")

        scale_applied = d.pop("scaleApplied")

        smoothed = d.pop("smoothed")

        hollowed = d.pop("hollowed")

        reoriented = d.pop("reoriented")

        def _parse_hollow_wall_mm(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        hollow_wall_mm = _parse_hollow_wall_mm(d.pop("hollowWallMm"))

        part_count = d.pop("partCount")

        notes = cast(list[str], d.pop("notes"))

        applied_mesh_repair = cls(
            applied=applied,
            welded_vertices=welded_vertices,
            removed_degenerates=removed_degenerates,
            flipped_faces=flipped_faces,
            filled_holes=filled_holes,
            remaining_boundary_edges=remaining_boundary_edges,
            scale_applied=scale_applied,
            smoothed=smoothed,
            hollowed=hollowed,
            reoriented=reoriented,
            hollow_wall_mm=hollow_wall_mm,
            part_count=part_count,
            notes=notes,
        )

        applied_mesh_repair.additional_properties = d
        return applied_mesh_repair

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
