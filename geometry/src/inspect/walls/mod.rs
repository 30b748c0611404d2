//! Wall thickness: the diameter of the inscribed ball (ball.rs) at points
//! spread over the surface.
//!
//! Every triangle has a point at its center. Large triangles share about 8000
//! further points on a grid. Above 50,000 triangles, neighbors that face the
//! same way share a point. Points that are close together are searched
//! together, and the wall at a neighboring point is the first guess. Measured
//! figures are in geometry/README.md.

mod ball;
mod budget;
mod bvh;
mod edges;
mod facet;
mod marks;
mod order;
mod quad;
mod samples;
mod thin;
mod visible;

use serde::Serialize;

use super::surface::Surface;
use crate::exposure::Exposure;
use crate::mesh::Mesh;
use crate::repair::Repaired;
use crate::vector::{Vec3, add, distance_squared, sub};
use bvh::Bvh;
use facet::Facet;
use samples::{Sample, samples};
use thin::Regions;
use visible::visible;

/// Walls thicker than this are not measured, mm.
pub const MAX_MM: f64 = 10.0;

/// Error bound in mm, or 5 % where that is more (tests.rs).
pub const ERROR_MM: f64 = 0.05;

/// Area on which the thinnest wall is based, mm2: the footprint of a few
/// printed lines. A smaller area would always report 0, because tips and knife
/// edges taper to nothing.
const SPOT_MM2: f64 = 1.0;

/// Area for a small model, as a share of its surface.
const SPOT_SHARE: f64 = 1e-3;

/// A region of thin wall.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThinPlace {
    /// Thinnest point of the region, on the surface.
    pub at: Vec3,
    pub thickness_mm: f64,
    pub area_mm2: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WallReport {
    /// Thickness that only the thinnest 1 mm2 (0.1 % of a smaller surface) is
    /// below.
    pub min_wall_mm: Option<f64>,
    pub limit_mm: f64,
    pub max_measured_mm: f64,
    /// False when the surface is too intricate to sample completely. Listed
    /// places are thin, but there may be more.
    pub complete: bool,
    /// Thin places, largest first.
    pub thin: Vec<ThinPlace>,
    pub method: &'static str,
    pub error_bound_mm: f64,
}

/// Measures the walls of a repaired mesh in mm, and marks the thin triangles of
/// the surface that it was made from.
pub fn measure(
    repaired: &Repaired,
    exposure: &Exposure,
    surface: &Surface,
    limit_mm: f64,
    flags: &mut [u8],
) -> WallReport {
    let mesh = &repaired.mesh;
    let middle = mesh.bounds().map(|b| b.center()).unwrap_or_default();
    let mut facets = facets(mesh, middle);
    let mut complete = true;
    if !exposure.is_whole() {
        let seen = visible(facets, mesh, middle, exposure);
        (facets, complete) = (seen.facets, seen.complete);
        crate::checkpoint();
    }
    let bvh = Bvh::build(facets);
    crate::checkpoint();
    let total: f64 = bvh.facets().iter().map(|f| f64::from(f.area)).sum();
    let own = repaired.own_triangles as u32;
    let (mut found, near_edges) = samples(&bvh, own, total);
    let near = (near_edges.as_slice(), limit_mm);
    edges::measure(&bvh, repaired, middle, near, &mut found);
    crate::checkpoint();
    let sampled: f64 = if bvh.budget.is_exceeded() {
        found.iter().map(|s| f64::from(s.area)).sum()
    } else {
        total
    };
    let spot = SPOT_MM2.min(SPOT_SHARE * total) * (sampled / total);
    let mut thin = Regions::of(&found, limit_mm, mesh);
    thin.drop_specks(&mut found, spot);
    thin.mark(&found, mesh, surface, flags);
    WallReport {
        min_wall_mm: thinnest(&found, spot),
        limit_mm,
        max_measured_mm: MAX_MM,
        complete: complete && !bvh.budget.is_exceeded(),
        thin: thin.places(&found, middle),
        method: "inscribed-ball",
        error_bound_mm: ERROR_MM,
    }
}

/// Returns the triangles with an area, relative to the center of the model.
fn facets(mesh: &Mesh, middle: Vec3) -> Vec<Facet> {
    let numbered = mesh.triangles.iter().zip(0u32..);
    let facets = numbered.filter_map(|(&triangle, number)| {
        let corners = mesh.corners(triangle).map(|p| sub(p, middle));
        let along = crate::vector::normal(corners);
        let twice = crate::vector::length(along);
        let [a, b, c] = corners;
        let center = crate::vector::scale(add(add(a, b), c), 1.0 / 3.0);
        let reach = corners.map(|p| distance_squared(p, center));
        // Enlarged to cover the rounding of the other values.
        let radius = 1.000_01 * reach.into_iter().fold(0.0, f64::max).sqrt();
        (twice > 0.0).then(|| Facet {
            corners: corners.map(|p| p.map(|v| v as f32)),
            normal: along.map(|v| (v / twice) as f32),
            center: center.map(|v| v as f32),
            radius: radius as f32,
            number,
            area: (0.5 * twice) as f32,
        })
    });
    facets.collect()
}

/// Returns the thickness below which `spot` mm2 of the surface are.
fn thinnest(samples: &[Sample], spot: f64) -> Option<f64> {
    let mut walls: Vec<(f32, f32)> = samples
        .iter()
        .filter(|s| s.thickness.is_finite())
        .map(|s| (s.thickness, s.area))
        .collect();
    // Only the thinnest samples have to be sorted.
    let mut from = 0;
    let mut area = 0.0;
    let mut step = 256;
    while from < walls.len() {
        let rest = walls.get_mut(from..)?;
        let upto = step.min(rest.len());
        if upto < rest.len() {
            rest.select_nth_unstable_by(upto, |a, b| a.0.total_cmp(&b.0));
        }
        let part = rest.get_mut(..upto)?;
        part.sort_unstable_by(|a, b| {
            a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        for &(thickness, own) in part.iter() {
            area += f64::from(own);
            if area >= spot {
                return Some(f64::from(thickness));
            }
        }
        from += upto;
        step *= 8;
    }
    None
}

#[cfg(test)]
mod tests;
