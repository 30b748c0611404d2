//! Connected regions of a fault. Pieces (triangles or edges) that share a
//! vertex belong to the same region.

use serde::Serialize;

use crate::union_find::UnionFind;
use crate::vector::{Vec3, add, dot, length, scale, sub};

/// Maximum number of regions listed; the others are only counted.
pub const LISTED: usize = 20;

/// A triangle or an edge of a fault.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// Vertices of the piece. An edge repeats its second vertex.
    pub vertices: [u32; 3],
    pub center: Vec3,
    /// Distance of its farthest vertex from the center.
    pub radius: f64,
    /// Outward normal of any length.
    pub normal: Vec3,
    /// Area or length.
    pub weight: f64,
}

/// A region as the host reads it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub at: Vec3,
    pub normal: Vec3,
    pub radius_mm: f64,
    /// Share of the weight of all regions.
    pub share: f64,
}

/// Returns the region of each piece, numbered by first piece, and the number of
/// regions. `vertices` is the number of vertices of the mesh.
pub fn connect(
    vertices: usize,
    pieces: impl Iterator<Item = [u32; 3]> + Clone,
) -> (Vec<u32>, usize) {
    let mut sets = UnionFind::new(vertices);
    for [a, b, c] in pieces.clone() {
        sets.union(a, b);
        sets.union(a, c);
    }
    const NONE: u32 = u32::MAX;
    let mut label_of_root = vec![NONE; vertices];
    let mut count = 0u32;
    let labels = pieces.map(|[a, ..]| {
        let root = sets.find(a) as usize;
        let Some(label) = label_of_root.get_mut(root) else { return 0 };
        if *label == NONE {
            *label = count;
            count += 1;
        }
        *label
    });
    let labels = labels.collect();
    (labels, count as usize)
}

#[derive(Clone, Copy)]
struct Sum {
    weight: f64,
    center: Vec3,
    normal: Vec3,
    at: Vec3,
    nearest: f64,
    radius: f64,
}

/// Returns the number of regions, and the largest ones.
pub fn places(vertices: usize, pieces: &[Piece]) -> (u64, Vec<Place>) {
    let corners = pieces.iter().map(|piece| piece.vertices);
    let (labels, count) = connect(vertices, corners);
    let zero = Sum {
        weight: 0.0,
        center: [0.0; 3],
        normal: [0.0; 3],
        at: [0.0; 3],
        nearest: f64::INFINITY,
        radius: 0.0,
    };
    let mut sums = vec![zero; count];
    let mut each = |visit: fn(&mut Sum, &Piece)| {
        for (piece, &label) in pieces.iter().zip(&labels) {
            if let Some(sum) = sums.get_mut(label as usize) {
                visit(sum, piece);
            }
        }
    };
    each(|sum, piece| {
        sum.weight += piece.weight;
        sum.center = add(sum.center, scale(piece.center, piece.weight));
        sum.normal = add(sum.normal, piece.normal);
    });
    // The mean may be off the surface, so the nearest piece is used.
    each(|sum, piece| {
        let mean = if sum.weight > 0.0 {
            scale(sum.center, 1.0 / sum.weight)
        } else {
            piece.center
        };
        let apart = sub(piece.center, mean);
        let apart = dot(apart, apart);
        if apart < sum.nearest {
            (sum.nearest, sum.at) = (apart, piece.center);
        }
    });
    each(|sum, piece| {
        let reach = length(sub(piece.center, sum.at)) + piece.radius;
        sum.radius = sum.radius.max(reach);
    });
    let total: f64 = sums.iter().map(|sum| sum.weight).sum();
    sums.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    sums.truncate(LISTED);
    let place = |sum: Sum| Place {
        at: sum.at,
        normal: unit(sum.normal),
        radius_mm: sum.radius,
        share: if total > 0.0 { sum.weight / total } else { 0.0 },
    };
    (count as u64, sums.into_iter().map(place).collect())
}

/// Scales a vector to length 1. Points up when the directions cancel out.
fn unit(v: Vec3) -> Vec3 {
    let size = length(v);
    if size > 0.0 { scale(v, 1.0 / size) } else { [0.0, 0.0, 1.0] }
}
