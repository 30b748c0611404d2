//! The flat cap of a cut: a region in a plane that is bounded by directed edges
//! and triangulated over their vertices.

use super::ears::{self, Point};
use super::loops::loops;
use super::nest::nest;
use crate::mesh::Bounds;
use crate::vector::{Vec3, cross, dot, length, scale, sub, to_f64};

/// Coordinates are integers up to this value, so that the test on which side of
/// a line a point lies is exact.
const GRID: f64 = (1u32 << 28) as f64;

/// Largest share of a cap that inverted triangles may cover. Rounding of the
/// corners causes them.
const TURNED: f64 = 1e-6;

/// Returns the triangles that fill the region inside the edges. Seen from
/// `outward`, the region is to the left of its edges. Edges of opposite
/// directions cancel out. Returns `None` when the region has too many corners
/// to be triangulated in bounded time.
pub fn cap(
    positions: &[[f32; 3]],
    edges: Vec<(u32, u32)>,
    outward: Vec3,
) -> Option<Vec<[u32; 3]>> {
    let edges = net(edges);
    if edges.is_empty() {
        return Some(Vec::new());
    }
    let flat = Flat::new(positions, &edges, outward);
    let mut budget = ears::Budget::default();
    let loops = loops(&edges, &|vertex| flat.at(vertex), &mut budget)?;
    let mut triangles = Vec::new();
    let corner = |&vertex: &u32| (vertex, flat.at(vertex));
    let loops: Vec<Vec<(u32, Point)>> =
        loops.iter().map(|ring| ring.iter().map(corner).collect()).collect();
    for region in nest(&loops, &mut budget)? {
        crate::checkpoint();
        let rings: Vec<&[(u32, Point)]> = region
            .iter()
            .filter_map(|&at| loops.get(at))
            .map(|r| &**r)
            .collect();
        let whole = ears::triangulate(&rings, &mut budget)?;
        match whole {
            Some(filled) if filled.turned <= TURNED * filled.area => {
                triangles.extend(filled.triangles);
            }
            // The rings cross because bodies overlap. Each ring is closed
            // separately.
            _ => {
                for ring in rings {
                    let alone = ears::triangulate(&[ring], &mut budget)?;
                    triangles
                        .extend(alone.into_iter().flat_map(|f| f.triangles));
                }
            }
        }
    }
    Some(triangles)
}

/// Returns the edges that remain after opposite edges cancel out, in order.
fn net(edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let mut sorted = edges;
    sorted.sort_unstable_by_key(|&(a, b)| (a.min(b), a.max(b), a > b));
    let mut kept = Vec::new();
    for same in sorted.chunk_by(|&(a, b), &(c, d)| {
        (a.min(b), a.max(b)) == (c.min(d), c.max(d))
    }) {
        let back = same.iter().filter(|(a, b)| a > b).count();
        let forth = same.len() - back;
        let (first, last) = (same.first(), same.last());
        if let (Some(&first), Some(&last)) = (first, last) {
            let one = if forth > back { first } else { last };
            kept.extend(std::iter::repeat_n(one, forth.abs_diff(back)));
        }
    }
    kept
}

/// Plane coordinates of vertices, as integers.
struct Flat<'a> {
    positions: &'a [[f32; 3]],
    center: Vec3,
    right: Vec3,
    up: Vec3,
    steps: f64,
}

impl<'a> Flat<'a> {
    fn new(
        positions: &'a [[f32; 3]],
        edges: &[(u32, u32)],
        outward: Vec3,
    ) -> Flat<'a> {
        let mut bounds = Bounds::EMPTY;
        for &(vertex, _) in edges {
            let position = positions.get(vertex as usize).copied();
            bounds.include(to_f64(position.unwrap_or_default()));
        }
        let [x, y, z] = outward.map(f64::abs);
        // The axis that is least parallel to the normal.
        let axis = match () {
            () if x <= y && x <= z => [1.0, 0.0, 0.0],
            () if y <= z => [0.0, 1.0, 0.0],
            () => [0.0, 0.0, 1.0],
        };
        let right = cross(axis, outward);
        let right = scale(right, 1.0 / length(right));
        let up = cross(outward, right);
        let half = 0.5 * length(bounds.size());
        let steps = if half > 0.0 { GRID / half } else { 1.0 };
        Flat { positions, center: bounds.center(), right, up, steps }
    }

    fn at(&self, vertex: u32) -> Point {
        let position = self.positions.get(vertex as usize).copied();
        let from = sub(to_f64(position.unwrap_or_default()), self.center);
        let whole = |axis| libm::rint(dot(from, axis) * self.steps) as i64;
        [whole(self.right), whole(self.up)]
    }
}
