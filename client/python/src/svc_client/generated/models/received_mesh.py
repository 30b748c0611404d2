from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ReceivedMesh")


@_attrs_define
class ReceivedMesh:
    """The file as it came, before any repair."""

    triangles: int
    """ Number of triangles, degenerate ones included. """
    boundary_edges: int
    """ Edges of one triangle. """
    non_manifold_edges: int
    """ Edges of more than two triangles. """
    components: int
    """ Parts that share no vertex. """
    watertight: bool
    """ Whether every edge has two triangles. """
    volume_cm_3: float | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        triangles = self.triangles

        boundary_edges = self.boundary_edges

        non_manifold_edges = self.non_manifold_edges

        components = self.components

        watertight = self.watertight

        volume_cm_3: float | None
        volume_cm_3 = self.volume_cm_3

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "triangles": triangles,
                "boundaryEdges": boundary_edges,
                "nonManifoldEdges": non_manifold_edges,
                "components": components,
                "watertight": watertight,
                "volumeCm3": volume_cm_3,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        triangles = d.pop("triangles")

        boundary_edges = d.pop("boundaryEdges")

        non_manifold_edges = d.pop("nonManifoldEdges")

        components = d.pop("components")

        watertight = d.pop("watertight")

        def _parse_volume_cm_3(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        volume_cm_3 = _parse_volume_cm_3(d.pop("volumeCm3"))

        received_mesh = cls(
            triangles=triangles,
            boundary_edges=boundary_edges,
            non_manifold_edges=non_manifold_edges,
            components=components,
            watertight=watertight,
            volume_cm_3=volume_cm_3,
        )

        received_mesh.additional_properties = d
        return received_mesh

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
