//! Locations on a model: a point and a size, so that a message can name the
//! location and a viewer can show it.

use serde::Serialize;

use crate::mesh::{Bounds, Mesh};
use crate::topology::{Topology, unpack};
use crate::union_find::UnionFind;

/// A location on the processed model, mm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    pub at: [f64; 3],
    /// Longest side of the bounding box, mm.
    pub size_mm: f64,
    /// The three sides of the bounding box, mm.
    pub sides: [f64; 3],
    /// Number of edges or triangles.
    pub count: u64,
}

/// Groups pieces of the mesh (lists of vertices) that share a vertex. Sorted by
/// size, largest first, then by vertices.
pub fn group<'a>(
    mesh: &Mesh,
    pieces: impl Iterator<Item = &'a [u32]> + Clone,
) -> Vec<Location> {
    let mut sets = UnionFind::new(mesh.positions.len());
    for piece in pieces.clone() {
        if let Some((&first, others)) = piece.split_first() {
            others.iter().for_each(|&other| sets.union(first, other));
        }
    }
    let mut groups = std::collections::BTreeMap::new();
    for piece in pieces {
        let Some(&first) = piece.first() else { continue };
        let root = sets.find(first);
        let group = groups.entry(root).or_insert((Bounds::EMPTY, 0u64));
        group.1 += 1;
        for &vertex in piece {
            group.0.include(mesh.at(vertex));
        }
    }
    let location = |(bounds, count): (Bounds, u64)| Location {
        at: bounds.center(),
        size_mm: bounds.longest(),
        sides: bounds.size(),
        count,
    };
    let mut locations: Vec<Location> =
        groups.into_values().map(location).collect();
    locations.sort_by(|a, b| b.size_mm.total_cmp(&a.size_mm));
    locations
}

/// Returns locations of connected triangles.
pub fn of_triangles(mesh: &Mesh, triangles: &[[u32; 3]]) -> Vec<Location> {
    group(mesh, triangles.iter().map(|t| t.as_slice()))
}

/// Returns locations of edges with one triangle, and of edges with more than
/// two.
pub fn of_bad_edges(
    mesh: &Mesh,
    topology: &Topology,
) -> (Vec<Location>, Vec<Location>) {
    let (mut open, mut crowded) = (Vec::new(), Vec::new());
    topology.each_edge(|low, high, uses| match uses.len() {
        1 => open.push([low, high]),
        2 => {}
        _ => crowded.push([low, high]),
    });
    let of = |edges: &[[u32; 2]]| group(mesh, edges.iter().map(|e| &e[..]));
    (of(&open), of(&crowded))
}

/// Returns locations of triangles at unbalanced edges, where inside and outside
/// cannot be distinguished.
pub fn of_unbalanced_edges(mesh: &Mesh, topology: &Topology) -> Vec<Location> {
    let mut unbalanced = Vec::new();
    topology.each_edge(|_, _, uses| {
        let backwards = uses.iter().filter(|&&u| unpack(u).backwards).count();
        if uses.len() > 1 && 2 * backwards != uses.len() {
            let at = uses.iter().filter_map(|&u| {
                mesh.triangles.get(unpack(u).triangle() as usize).copied()
            });
            unbalanced.extend(at);
        }
    });
    of_triangles(mesh, &unbalanced)
}
