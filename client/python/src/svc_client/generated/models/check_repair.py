from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CheckRepair")


@_attrs_define
class CheckRepair:
    """Repairs in a copy before it was judged."""

    welded_vertices: int
    """ Vertices on open edges that were joined to a neighbor. """
    removed_degenerates: int
    """ Triangles without an area that were removed. """
    removed_duplicates: int
    """ Triangles that were in the file twice. """
    removed_loose: int
    """ Triangles that shared no edge with any other. """
    flipped_faces: int
    """ Triangles whose winding was wrong. """
    filled_holes: int
    """ Holes that were closed: rings, not edges. """
    remaining_boundary_edges: int
    """ Open edges that could not be closed. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        welded_vertices = self.welded_vertices

        removed_degenerates = self.removed_degenerates

        removed_duplicates = self.removed_duplicates

        removed_loose = self.removed_loose

        flipped_faces = self.flipped_faces

        filled_holes = self.filled_holes

        remaining_boundary_edges = self.remaining_boundary_edges

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "weldedVertices": welded_vertices,
                "removedDegenerates": removed_degenerates,
                "removedDuplicates": removed_duplicates,
                "removedLoose": removed_loose,
                "flippedFaces": flipped_faces,
                "filledHoles": filled_holes,
                "remainingBoundaryEdges": remaining_boundary_edges,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        welded_vertices = d.pop("weldedVertices")

        removed_degenerates = d.pop("removedDegenerates")

        removed_duplicates = d.pop("removedDuplicates")

        removed_loose = d.pop("removedLoose")

        flipped_faces = d.pop("flippedFaces")

        filled_holes = d.pop("filledHoles")

        remaining_boundary_edges = d.pop("remainingBoundaryEdges")

        check_repair = cls(
            welded_vertices=welded_vertices,
            removed_degenerates=removed_degenerates,
            removed_duplicates=removed_duplicates,
            removed_loose=removed_loose,
            flipped_faces=flipped_faces,
            filled_holes=filled_holes,
            remaining_boundary_edges=remaining_boundary_edges,
        )

        check_repair.additional_properties = d
        return check_repair

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
