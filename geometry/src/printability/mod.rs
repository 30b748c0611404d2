//! Decides whether a processed model can be printed: the measured facts, and a
//! verdict in sentences that name locations.
//!
//! The facts describe the resulting mesh (repaired, scaled, oriented,
//! hollowed). The overhang covers all faces that bound the plastic. Supports
//! are recommended only where they can be removed, so never in a cavity
//! (`inside`).

pub mod inside;
pub mod locations;
pub mod verdict;

use serde::Serialize;

use crate::exposure::Exposure;
use crate::measure::{FIRST_LAYER_MM, degrees, volume};
use crate::mesh::{Bounds, Mesh};
use crate::topology::EdgeCounts;

/// Longest side that fits the plate, mm (contract.md 2.5).
pub const PLATE_MM: f64 = 340.0;

/// Field names are those of the contract.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Printability {
    /// Whether every edge has exactly two triangles.
    pub watertight: bool,
    /// Volume of the plastic: overlapping bodies count once, cavities are
    /// empty.
    pub volume_cm3: f64,
    /// Number of open edges, not of rings.
    pub holes: u64,
    pub non_manifold_edges: u64,
    pub triangles: u64,
    pub dimensions_mm: [f64; 3],
    /// Smallest of the dimensions, not a measured wall.
    pub min_feature_mm: f64,
    /// Always true, because no wall is measured.
    pub feature_size_estimated: bool,
    /// Steepest overhang in degrees; faces in the first layer (0.2 mm) are
    /// ignored.
    pub max_overhang_deg: f64,
    /// Whether no side is longer than 340 mm.
    pub fits_plate: bool,
}

impl Printability {
    /// Measures a mesh in mm. `doubt`: the difference between the volume and
    /// the signed volume, mm3.
    pub fn of(
        mesh: &Mesh,
        counts: &EdgeCounts,
        bounds: &Bounds,
        doubt: f64,
        exposure: &Exposure,
    ) -> Printability {
        let [x, y, z] = bounds.size();
        let [_, _, bottom] = bounds.min;
        let all = mesh.triangles.len();
        let steepest = exposure.steepest(mesh, all, bottom + FIRST_LAYER_MM);
        Printability {
            watertight: counts.watertight(),
            volume_cm3: (volume(mesh) + doubt) / 1000.0,
            holes: counts.boundary,
            non_manifold_edges: counts.non_manifold,
            triangles: mesh.triangles.len() as u64,
            dimensions_mm: [x, y, z],
            min_feature_mm: x.min(y).min(z),
            feature_size_estimated: true,
            max_overhang_deg: degrees(steepest),
            fits_plate: x.max(y).max(z) <= PLATE_MM,
        }
    }
}
