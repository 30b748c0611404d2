//! Sharp edges, at which the wall tapers to nothing. The center of a triangle
//! is too far from such an edge, and the distance of any fixed point would
//! depend on the size of the triangle. A triangle at a sharp edge is therefore
//! measured in strips along the edge, each a quarter as wide as the next,
//! starting where the wall falls below the limit.

use std::collections::BTreeMap;

use super::ball::OPPOSITE;
use super::bvh::Bvh;
use super::facet::{Facet, V};
use super::samples::{Probe, Sample};
use crate::mesh::Mesh;
use crate::repair::Repaired;
use crate::topology::{Topology, unpack};
use crate::vector::{Vec3, add, cross, dot, length, normal, scale, sub};

/// Tolerance that excludes edges of exactly 60 degrees.
const SLACK: f64 = 1e-3;

/// Maximum number of triangles at sharp edges that are measured in strips.
const MAX_TRIANGLES: usize = 20_000;

/// Number of strips below the limit.
const STRIPS: u32 = 4;

/// Maximum width of a strip, mm. The wall hardly changes in wider strips.
const WIDEST_MM: f64 = 100.0;

/// A sharp edge of a triangle.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// A point of the edge, relative to the center of the model.
    at: Vec3,
    /// Direction across the edge within the triangle, of length 1.
    across: Vec3,
    /// Distance from the edge at which the wall reaches the limit.
    width: f64,
}

/// Replaces the samples of triangles at sharp edges by strips. `near`: indexes
/// of triangles that are thin relative to their size, so they may be at a sharp
/// edge.
pub fn measure(
    bvh: &Bvh,
    repaired: &Repaired,
    middle: Vec3,
    (near, limit_mm): (&[u32], f64),
    found: &mut Vec<Sample>,
) {
    if near.is_empty() {
        return;
    }
    let edges = match &repaired.topology {
        Some(known) => sharp(&repaired.mesh, known, near, limit_mm),
        None => {
            let built = Topology::build(&repaired.mesh);
            sharp(&repaired.mesh, &built, near, limit_mm)
        }
    };
    if edges.is_empty() {
        return;
    }
    let mut probe = Probe::new(bvh);
    let mut strips: Vec<Sample> = Vec::new();
    for facet in bvh.facets() {
        let Some(&edge) = edges.get(&facet.number) else { continue };
        let edge = Edge { at: sub(edge.at, middle), ..edge };
        for (at, area) in cut(facet, &edge) {
            if !bvh.budget.allows(1, 1) {
                return;
            }
            let thickness = probe.thickness(facet, at);
            let triangle = facet.number;
            strips.push(Sample { triangle, at, thickness, area });
        }
    }
    found.retain(|sample| !edges.contains_key(&sample.triangle));
    found.append(&mut strips);
}

/// Returns the sharp edge of each triangle that has one; the longest if it has
/// several.
fn sharp(
    mesh: &Mesh,
    topology: &Topology,
    near: &[u32],
    limit_mm: f64,
) -> BTreeMap<u32, Edge> {
    let mut wanted = vec![false; mesh.triangles.len()];
    for &triangle in near {
        if let Some(wanted) = wanted.get_mut(triangle as usize) {
            *wanted = true;
        }
    }
    let is_wanted =
        |triangle: u32| wanted.get(triangle as usize) == Some(&true);
    let mut edges: BTreeMap<u32, (f64, Edge)> = BTreeMap::new();
    topology.each_edge(|low, high, uses| {
        let &[one, other] = uses else { return };
        let both = [unpack(one).triangle(), unpack(other).triangle()];
        if edges.len() >= MAX_TRIANGLES || !both.into_iter().any(is_wanted) {
            return;
        }
        let (from, to) = (mesh.at(low), mesh.at(high));
        let Some(found) = taper(mesh, both, [from, to]) else { return };
        let (size, along) = (length(sub(to, from)), sub(to, from));
        for (triangle, out) in both.into_iter().zip(found.normals) {
            let width = (limit_mm / (2.0 * found.tangent)).min(WIDEST_MM);
            // Points inwards, because the triangle is to the left of its edge.
            let across = cross(out, along);
            let across = scale(across, 1.0 / length(across));
            let inwards = dot(across, sub(center(mesh, triangle), from));
            let across =
                if inwards < 0.0 { scale(across, -1.0) } else { across };
            let edge = Edge { at: from, across, width };
            let known = edges.get(&triangle).map_or(0.0, |known| known.0);
            if is_wanted(triangle) && size > known {
                edges.insert(triangle, (size, edge));
            }
        }
    });
    edges.into_iter().map(|(at, (_, edge))| (at, edge)).collect()
}

struct Taper {
    normals: [Vec3; 2],
    /// Tangent of half the angle between the faces.
    tangent: f64,
}

/// Returns the taper of the wall between the two triangles at an edge, if it
/// tapers to nothing.
fn taper(mesh: &Mesh, both: [u32; 2], [from, to]: [Vec3; 2]) -> Option<Taper> {
    let normals = both.map(|triangle| {
        let own = mesh.triangles.get(triangle as usize).copied();
        normal(mesh.corners(own.unwrap_or_default()))
    });
    let [one, other] = normals;
    let sizes = length(one) * length(other);
    let cosine = dot(one, other) / sizes;
    if cosine.is_nan()
        || cosine >= f64::from(OPPOSITE) - SLACK
        || sub(to, from) == [0.0; 3]
    {
        return None;
    }
    // The edge is convex: each face lies below the plane of the other.
    let [_, second] = both;
    if dot(one, sub(center(mesh, second), from)) >= 0.0 {
        return None;
    }
    let tangent = ((1.0 + cosine) / (1.0 - cosine)).max(0.0).sqrt();
    let normals = normals.map(|n| scale(n, 1.0 / length(n)));
    Some(Taper { normals, tangent: tangent.max(1e-6) })
}

fn center(mesh: &Mesh, triangle: u32) -> Vec3 {
    let own = mesh.triangles.get(triangle as usize).copied();
    let [a, b, c] = mesh.corners(own.unwrap_or_default());
    scale(add(add(a, b), c), 1.0 / 3.0)
}

/// Returns center and area of each strip of a facet, and of the rest of it.
fn cut(facet: &Facet, edge: &Edge) -> Vec<(V, f32)> {
    let corners = facet.corners.map(|corner| corner.map(f64::from));
    let mut strips = Vec::new();
    let mut from = f64::NEG_INFINITY;
    for strip in 0..=STRIPS {
        let to = match strip {
            STRIPS => f64::INFINITY,
            _ => edge.width / f64::from(1 << (2 * (STRIPS - 1 - strip))),
        };
        let above =
            clip(&corners, |p| dot(sub(p, edge.at), edge.across) - from);
        let strip = clip(&above, |p| to - dot(sub(p, edge.at), edge.across));
        if let Some((at, area)) = middle_of(&strip)
            && area > 0.0
        {
            strips.push((at.map(|v| v as f32), area as f32));
        }
        from = to;
    }
    strips
}

/// Returns the part of a convex polygon where the value is positive.
fn clip(polygon: &[Vec3], value: impl Fn(Vec3) -> f64) -> Vec<Vec3> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let next = polygon.iter().cycle().skip(1);
    for (&a, &b) in polygon.iter().zip(next) {
        let (at_a, at_b) = (value(a), value(b));
        if at_a >= 0.0 {
            kept.push(a);
        }
        if (at_a < 0.0) != (at_b < 0.0) {
            let share = at_a / (at_a - at_b);
            kept.push(add(a, scale(sub(b, a), share)));
        }
    }
    kept
}

/// Returns centroid and area of a convex polygon.
fn middle_of(polygon: &[Vec3]) -> Option<(Vec3, f64)> {
    let (&first, others) = polygon.split_first()?;
    let (mut sum, mut total) = ([0.0; 3], 0.0);
    for pair in others.windows(2) {
        let &[b, c] = pair else { continue };
        let area = 0.5 * length(cross(sub(b, first), sub(c, first)));
        let center = scale(add(add(first, b), c), 1.0 / 3.0);
        sum = add(sum, scale(center, area));
        total += area;
    }
    (total > 0.0).then(|| (scale(sum, 1.0 / total), total))
}
