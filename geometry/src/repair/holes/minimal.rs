//! Minimum-area triangulation of a ring by dynamic programming (Barequet and
//! Sharir). It computes O(n^3) areas, so it is used for rings of up to 100
//! vertices.

use crate::mesh::Mesh;
use crate::vector::{Vec3, length, normal};

/// Triangulates the ring, with the winding of the ring.
pub fn triangulate(mesh: &Mesh, ring: &[u32]) -> Vec<[u32; 3]> {
    let n = ring.len();
    let points: Vec<Vec3> = ring.iter().map(|&v| mesh.at(v)).collect();
    let at = |i: usize| points.get(i).copied().unwrap_or_default();
    // For the polygon i..=j: the minimum area, and the corner that gives it.
    let mut best = vec![(0.0f64, 0usize); n * n];
    for span in 2..n {
        for i in 0..n - span {
            let j = i + span;
            let mut least = (f64::INFINITY, i + 1);
            for corner in i + 1..j {
                let area = |a: usize, b: usize| {
                    best.get(a * n + b).map_or(0.0, |&(area, _)| area)
                };
                let own = length(normal([at(i), at(corner), at(j)]));
                let total = area(i, corner) + area(corner, j) + own;
                if total < least.0 {
                    least = (total, corner);
                }
            }
            if let Some(slot) = best.get_mut(i * n + j) {
                *slot = least;
            }
        }
    }
    let mut triangles = Vec::with_capacity(n.saturating_sub(2));
    let mut stack = vec![(0, n - 1)];
    while let Some((i, j)) = stack.pop() {
        if j < i + 2 {
            continue;
        }
        let corner = best.get(i * n + j).map_or(i + 1, |&(_, corner)| corner);
        if let (Some(&a), Some(&b), Some(&c)) =
            (ring.get(i), ring.get(corner), ring.get(j))
        {
            triangles.push([a, b, c]);
        }
        stack.push((i, corner));
        stack.push((corner, j));
    }
    triangles
}
