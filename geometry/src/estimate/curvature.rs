//! Total turning of the outline of each layer, because printers slow down in
//! bends. An edge of the mesh is a corner of every outline that crosses it, so
//! one pass over the edges adds to the first layer crossed and subtracts after
//! the last.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::normal;

/// For each layer, the sum of the direction changes, each as a chord of the
/// unit circle: about its angle, and 2 for a reversal.
pub fn curvature(
    mesh: &Mesh,
    topology: &Topology,
    levels: &[u32],
    cuts: usize,
) -> Vec<f64> {
    let directions: Vec<[f64; 2]> =
        mesh.triangles.iter().map(|&t| flat(normal(mesh.corners(t)))).collect();
    let mut changes = vec![0.0f64; cuts + 1];
    topology.each_edge(|low, high, uses| {
        let &[first, second] = uses else { return };
        let level = |vertex: u32| levels.get(vertex as usize).copied();
        let (Some(a), Some(b)) = (level(low), level(high)) else { return };
        if a == b {
            return;
        }
        let of = |entry| directions.get(unpack(entry).triangle() as usize);
        let (Some(one), Some(other)) = (of(first), of(second)) else { return };
        let (dx, dy) = (one[0] - other[0], one[1] - other[1]);
        let bend = (dx * dx + dy * dy).sqrt();
        for (at, sign) in [(a.min(b), 1.0), (a.max(b), -1.0)] {
            if let Some(change) = changes.get_mut(at as usize) {
                *change += sign * bend;
            }
        }
    });
    let mut sum = 0.0f64;
    for change in &mut changes {
        sum += *change;
        *change = sum.max(0.0);
    }
    changes.truncate(cuts);
    changes
}

/// The horizontal part of a direction, normalized.
fn flat([x, y, _]: [f64; 3]) -> [f64; 2] {
    let length = (x * x + y * y).sqrt();
    if length > 0.0 { [x / length, y / length] } else { [0.0; 2] }
}
