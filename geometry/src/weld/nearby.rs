//! Second stage of the weld: merges vertices on open edges that lie within a
//! tolerance. CAD exporters round the same corner differently: three files of
//! the test corpus are closed only after this step. Vertices of closed edges
//! never move, so a thin but sound wall cannot collapse.
//!
//! The vertices are sorted along the longest side and swept. This takes n log n
//! in practice, with a budget for hostile input.

use crate::mesh::{Bounds, Mesh};
use crate::topology::Topology;

/// Tolerance as a share of the longest side: 1 um on a 100 mm part, ten times
/// the rounding of six-digit text.
pub const TOLERANCE: f64 = 1e-5;

/// Maximum number of pairs that are compared. Ordinary meshes need a few per
/// vertex.
const MAX_PAIRS: u64 = 200_000_000;

/// Merges vertices and returns how many were merged. If the result is not zero,
/// the topology is invalid.
pub fn join_open_edges(mesh: &mut Mesh, topology: &Topology) -> u64 {
    let Some(bounds) = mesh.bounds() else { return 0 };
    let tolerance = bounds.longest() * TOLERANCE;
    let mut open = open_vertices(mesh, topology);
    let axis = widest(mesh, &open);
    for (along, vertex) in &mut open {
        *along = mesh.at(*vertex).get(axis).copied().unwrap_or(0.0);
    }
    open.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut target: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    let mut budget = MAX_PAIRS;
    let mut joined = 0;
    let mut rest = open.as_slice();
    while let Some((&(along, kept), later)) = rest.split_first() {
        rest = later;
        if target.get(kept as usize) != Some(&kept) {
            continue;
        }
        let from = mesh.at(kept);
        for &(other_along, other) in later {
            if other_along - along > tolerance || budget == 0 {
                break;
            }
            budget -= 1;
            let Some(slot) = target.get_mut(other as usize) else { continue };
            let apart = crate::vector::sub(mesh.at(other), from);
            if *slot == other && crate::vector::length(apart) <= tolerance {
                *slot = kept;
                joined += 1;
            }
        }
    }
    if joined > 0 {
        for corner in mesh.triangles.iter_mut().flatten() {
            if let Some(&to) = target.get(*corner as usize) {
                *corner = to;
            }
        }
    }
    joined
}

/// Returns the vertices of edges with a single triangle, without duplicates,
/// each with a slot for the sort key.
fn open_vertices(mesh: &Mesh, topology: &Topology) -> Vec<(f64, u32)> {
    let mut open = vec![false; mesh.positions.len()];
    topology.each_edge(|low, high, uses| {
        if uses.len() == 1 {
            for vertex in [low, high] {
                if let Some(mark) = open.get_mut(vertex as usize) {
                    *mark = true;
                }
            }
        }
    });
    let marked = (0u32..).zip(open).filter(|&(_, mark)| mark);
    marked.map(|(vertex, _)| (0.0, vertex)).collect()
}

/// Returns the axis along which the vertices are spread widest.
fn widest(mesh: &Mesh, vertices: &[(f64, u32)]) -> usize {
    let mut bounds = Bounds::EMPTY;
    for &(_, vertex) in vertices {
        bounds.include(mesh.at(vertex));
    }
    let size = bounds.size();
    let side = |axis: usize| size.get(axis).copied().unwrap_or(0.0);
    (0..3).max_by(|&a, &b| side(a).total_cmp(&side(b))).unwrap_or(0)
}

#[cfg(test)]
mod tests;
