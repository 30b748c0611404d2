//! Whether a processed model can be printed: the facts that the service
//! reports, and a verdict in sentences that name the place.
//!
//! The facts are of the mesh that leaves (repaired, scaled, turned, hollow).
//! Overhang is that of its outside: no support can stand in a cavity.

pub mod places;
pub mod verdict;

use serde::Serialize;

use crate::measure::{FIRST_LAYER_MM, surface, volume};
use crate::mesh::{Bounds, Mesh};
use crate::topology::EdgeCounts;

/// Longest side that the plate takes, mm (service.md: printability).
pub const PLATE_MM: f64 = 340.0;

/// Names are the service's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Printability {
    /// Every edge has exactly two triangles.
    pub watertight: bool,
    /// Material: cavities are taken off, unless they are in doubt.
    pub volume_cm3: f64,
    /// Open edges, not rings.
    pub holes: u64,
    pub non_manifold_edges: u64,
    pub triangles: u64,
    pub dimensions_mm: [f64; 3],
    /// The smallest of the dimensions, not a measured wall.
    pub min_feature_mm: f64,
    /// Always true.
    pub feature_size_estimated: bool,
    /// Without faces in the first layer (0.2 mm).
    pub max_overhang_deg: f64,
    /// No side is longer than 340 mm.
    pub fits_plate: bool,
}

impl Printability {
    /// Of a mesh in mm whose first `outer` triangles are its outside.
    /// `doubt`: mm3 that its signed volume does not count, but a bill must.
    pub fn of(
        mesh: &Mesh,
        outer: usize,
        counts: &EdgeCounts,
        bounds: &Bounds,
        doubt: f64,
    ) -> Printability {
        let [x, y, z] = bounds.size();
        let [_, _, bottom] = bounds.min;
        let sizes = surface(mesh, outer, bottom + FIRST_LAYER_MM);
        Printability {
            watertight: counts.watertight(),
            volume_cm3: (volume(mesh) + doubt) / 1000.0,
            holes: counts.boundary,
            non_manifold_edges: counts.non_manifold,
            triangles: mesh.triangles.len() as u64,
            dimensions_mm: [x, y, z],
            min_feature_mm: x.min(y).min(z),
            feature_size_estimated: true,
            max_overhang_deg: sizes.max_overhang_deg,
            fits_plate: x.max(y).max(z) <= PLATE_MM,
        }
    }
}
