//! Wall thickness: the diameter of the inscribed ball (ball.rs) at points
//! spread over the surface.
//!
//! Every triangle has a point at its center, and a large one has more, on a
//! grid: about 8000 more in all. Above 50,000 triangles, neighbors that face
//! the same way share a point. Points that are close together are searched for
//! together, and the wall beside a point is the first guess for it. Figures:
//! geometry/README.md.

mod ball;
mod budget;
mod bvh;
mod facet;
mod order;
mod quad;
mod samples;

use serde::Serialize;

use super::faults::Kind;
use super::regions;
use super::surface::Surface;
use crate::mesh::{Bounds, Mesh};
use crate::repair::Repaired;
use crate::repair::shells::Shells;
use crate::vector::{Vec3, add, distance_squared, sub};
use bvh::Bvh;
use facet::Facet;
use samples::{Sample, samples};

/// Thicker walls are not measured.
pub const MOST_MM: f64 = 10.0;

/// Bound of the error, or 5 % where that is more (tests.rs).
pub const ERROR_MM: f64 = 0.05;

/// A spot this large decides on the thinnest wall, mm2: the footprint of a
/// few printed lines. Tips and knife edges taper to nothing.
const SPOT_MM2: f64 = 1.0;

/// The same of a small model, as a share of its surface.
const SPOT_SHARE: f64 = 1e-3;

/// A triangle is thin when this share of its points is.
const THIN_SHARE: f64 = 0.5;

/// A region of thin wall.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThinPlace {
    /// On the surface, at the thinnest point.
    pub at: Vec3,
    pub thickness_mm: f64,
    pub area_mm2: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WallReport {
    /// The thickness that a spot of 1 mm2 (0.1 % of a smaller surface) falls
    /// below.
    pub min_wall_mm: Option<f64>,
    pub limit_mm: f64,
    pub max_measured_mm: f64,
    /// False when the surface is so intricate that points were left out: what
    /// is listed is thin, but there may be more.
    pub complete: bool,
    /// Largest first.
    pub thin: Vec<ThinPlace>,
    pub method: &'static str,
    pub error_bound_mm: f64,
}

/// Measures the walls of a repaired mesh in mm, and marks the thin triangles of
/// the surface it was made of.
pub fn measure(
    repaired: &Repaired,
    surface: &Surface,
    limit_mm: f64,
    flags: &mut [u8],
) -> WallReport {
    let mesh = &repaired.mesh;
    let middle = mesh.bounds().map(|b| b.center()).unwrap_or_default();
    let bvh = Bvh::build(facets(mesh, middle));
    crate::checkpoint();
    let total: f64 = bvh.facets().iter().map(|f| f64::from(f.area)).sum();
    let own = repaired.own_triangles as u32;
    let found = samples(&bvh, own, total, &may_be_covered(&repaired.shells));
    crate::checkpoint();
    let complete = !bvh.budget.is_exceeded();
    let sampled: f64 = match complete {
        true => total,
        false => found.iter().map(|s| f64::from(s.area)).sum(),
    };
    let spot = SPOT_MM2.min(SPOT_SHARE * total) * (sampled / total);
    let thin: Vec<&Sample> =
        found.iter().filter(|s| f64::from(s.thickness) < limit_mm).collect();
    mark(&thin, mesh, surface, flags);
    WallReport {
        min_wall_mm: thinnest(&found, spot),
        limit_mm,
        max_measured_mm: MOST_MM,
        complete,
        thin: places(&thin, mesh, middle),
        method: "inscribed-ball",
        error_bound_mm: ERROR_MM,
    }
}

/// Shells beyond which each is taken to meet another.
const MOST_SHELLS: usize = 1000;

/// Of each triangle: whether its shell's box meets the box of another body, so
/// that a part of it may lie inside. Empty when none does, as a rule.
fn may_be_covered(shells: &Shells) -> Vec<bool> {
    let all = &shells.all;
    let bodies: Vec<usize> = (0..all.len())
        .filter(|&at| all.get(at).is_some_and(|shell| shell.volume > 0.0))
        .collect();
    if bodies.len() < 2 {
        return Vec::new();
    }
    let meets = |at: usize| {
        let own = all.get(at).map(|shell| &shell.bounds);
        all.len() > MOST_SHELLS
            || bodies.iter().any(|&body| {
                let other = all.get(body).map(|shell| &shell.bounds);
                body != at && own.zip(other).is_some_and(|(a, b)| meet(a, b))
            })
    };
    let of_shell: Vec<bool> = (0..all.len()).map(meets).collect();
    if !of_shell.contains(&true) {
        return Vec::new();
    }
    let of_triangle = shells.of_triangle.iter();
    let marks = of_triangle
        .map(|&shell| of_shell.get(shell as usize).copied().unwrap_or(true));
    marks.collect()
}

/// Whether two boxes touch or overlap.
fn meet(a: &Bounds, b: &Bounds) -> bool {
    let below = a.min.iter().zip(b.max).all(|(low, high)| *low <= high);
    below && b.min.iter().zip(a.max).all(|(low, high)| *low <= high)
}

/// Triangles with an area, relative to the middle.
fn facets(mesh: &Mesh, middle: Vec3) -> Vec<Facet> {
    let numbered = mesh.triangles.iter().zip(0u32..);
    let facets = numbered.filter_map(|(&triangle, number)| {
        let corners = mesh.corners(triangle).map(|p| sub(p, middle));
        let along = crate::vector::normal(corners);
        let twice = crate::vector::length(along);
        let [a, b, c] = corners;
        let center = crate::vector::scale(add(add(a, b), c), 1.0 / 3.0);
        let reach = corners.map(|p| distance_squared(p, center));
        // Rounded up, for the rounding of the others.
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

/// The thickness below which `spot` mm2 of the surface are.
fn thinnest(samples: &[Sample], spot: f64) -> Option<f64> {
    let mut walls: Vec<(f32, f32)> = samples
        .iter()
        .filter(|s| s.thickness.is_finite())
        .map(|s| (s.thickness, s.area))
        .collect();
    // Only the thin end is needed in order.
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

/// Flags the file's triangles of which half or more is thin.
fn mark(thin: &[&Sample], mesh: &Mesh, surface: &Surface, flags: &mut [u8]) {
    if thin.is_empty() {
        return;
    }
    let mut shares = vec![0.0f32; mesh.triangles.len()];
    for sample in thin {
        if let Some(share) = shares.get_mut(sample.triangle as usize) {
            *share += sample.share;
        }
    }
    for (flag, number) in flags.iter_mut().zip(0u32..) {
        let share = surface
            .repaired(number)
            .and_then(|own| shares.get(own as usize).copied());
        // Shares are sums of fractions.
        if share.is_some_and(|s| f64::from(s) > THIN_SHARE - 1e-3) {
            *flag |= Kind::ThinWalls.bit();
        }
    }
}

/// Regions of thin points whose triangles share a vertex.
fn places(thin: &[&Sample], mesh: &Mesh, middle: Vec3) -> Vec<ThinPlace> {
    let corners = thin.iter().map(|sample| {
        let own = mesh.triangles.get(sample.triangle as usize).copied();
        own.unwrap_or_default()
    });
    let (labels, count) = regions::connect(mesh.positions.len(), corners);
    let none =
        ThinPlace { at: [0.0; 3], thickness_mm: f64::INFINITY, area_mm2: 0.0 };
    let mut places = vec![none; count];
    for (sample, &label) in thin.iter().zip(&labels) {
        let Some(place) = places.get_mut(label as usize) else { continue };
        place.area_mm2 += f64::from(sample.area);
        let thickness = f64::from(sample.thickness);
        if thickness < place.thickness_mm {
            place.thickness_mm = thickness;
            place.at = add(middle, sample.at.map(f64::from));
        }
    }
    places.sort_by(|a, b| b.area_mm2.total_cmp(&a.area_mm2));
    places.truncate(regions::LISTED);
    places
}

#[cfg(test)]
mod tests;
