from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Printability")


@_attrs_define
class Printability:
    """Measures of a mesh that decide whether it can be printed."""

    watertight: bool
    """ Whether every edge has two triangles, after repair. """
    volume_cm_3: float
    """ Enclosed volume after repair. """
    holes: int
    """ Open edges, not rings. """
    non_manifold_edges: int
    """ Edges with more than two triangles. """
    triangles: int
    """ Number of triangles after repair. """
    dimensions_mm: list[float]
    """ Width, depth and height. """
    min_feature_mm: float
    """ The smallest overall dimension, not a measured wall. """
    feature_size_estimated: bool
    """ Always true. """
    max_overhang_deg: float
    """ Angle of the steepest overhang. """
    fits_plate: bool
    """ Whether no dimension is above 340 mm. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        watertight = self.watertight

        volume_cm_3 = self.volume_cm_3

        holes = self.holes

        non_manifold_edges = self.non_manifold_edges

        triangles = self.triangles

        dimensions_mm = self.dimensions_mm

        min_feature_mm = self.min_feature_mm

        feature_size_estimated = self.feature_size_estimated

        max_overhang_deg = self.max_overhang_deg

        fits_plate = self.fits_plate

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "watertight": watertight,
                "volumeCm3": volume_cm_3,
                "holes": holes,
                "nonManifoldEdges": non_manifold_edges,
                "triangles": triangles,
                "dimensionsMm": dimensions_mm,
                "minFeatureMm": min_feature_mm,
                "featureSizeEstimated": feature_size_estimated,
                "maxOverhangDeg": max_overhang_deg,
                "fitsPlate": fits_plate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        watertight = d.pop("watertight")

        volume_cm_3 = d.pop("volumeCm3")

        holes = d.pop("holes")

        non_manifold_edges = d.pop("nonManifoldEdges")

        triangles = d.pop("triangles")

        dimensions_mm = cast(list[float], d.pop("dimensionsMm"))

        min_feature_mm = d.pop("minFeatureMm")

        feature_size_estimated = d.pop("featureSizeEstimated")

        max_overhang_deg = d.pop("maxOverhangDeg")

        fits_plate = d.pop("fitsPlate")

        printability = cls(
            watertight=watertight,
            volume_cm_3=volume_cm_3,
            holes=holes,
            non_manifold_edges=non_manifold_edges,
            triangles=triangles,
            dimensions_mm=dimensions_mm,
            min_feature_mm=min_feature_mm,
            feature_size_estimated=feature_size_estimated,
            max_overhang_deg=max_overhang_deg,
            fits_plate=fits_plate,
        )

        printability.additional_properties = d
        return printability

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
