//! Where something is on a model: a point and a size, so that a sentence can
//! name it and a picture can show it.

use serde::Serialize;

use crate::mesh::{Bounds, Mesh};
use crate::topology::{Topology, unpack};
use crate::union::Sets;

/// Somewhere on the processed model, mm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    pub at: [f64; 3],
    /// Longest side of its box.
    pub size_mm: f64,
    /// Edges or triangles.
    pub count: u64,
}

/// Groups pieces of the mesh (lists of vertices) that share a vertex; largest
/// first, then by place.
pub fn group<'a>(
    mesh: &Mesh,
    pieces: impl Iterator<Item = &'a [u32]> + Clone,
) -> Vec<Place> {
    let mut sets = Sets::new(mesh.positions.len());
    for piece in pieces.clone() {
        if let Some((&first, others)) = piece.split_first() {
            others.iter().for_each(|&other| sets.join(first, other));
        }
    }
    let mut groups = std::collections::BTreeMap::new();
    for piece in pieces {
        let Some(&first) = piece.first() else { continue };
        let root = sets.root(first);
        let group = groups.entry(root).or_insert((Bounds::EMPTY, 0u64));
        group.1 += 1;
        for &vertex in piece {
            group.0.include(mesh.at(vertex));
        }
    }
    let place = |(bounds, count): (Bounds, u64)| Place {
        at: bounds.centre(),
        size_mm: bounds.longest(),
        count,
    };
    let mut places: Vec<Place> = groups.into_values().map(place).collect();
    places.sort_by(|a, b| b.size_mm.total_cmp(&a.size_mm));
    places
}

/// Where triangles are.
pub fn of_triangles(mesh: &Mesh, triangles: &[[u32; 3]]) -> Vec<Place> {
    group(mesh, triangles.iter().map(|t| t.as_slice()))
}

/// Where the edges of one triangle are, and those of more than two.
pub fn of_bad_edges(
    mesh: &Mesh,
    topology: &Topology,
) -> (Vec<Place>, Vec<Place>) {
    let (mut open, mut crowded) = (Vec::new(), Vec::new());
    topology.each_edge(|low, high, uses| match uses.len() {
        1 => open.push([low, high]),
        2 => {}
        _ => crowded.push([low, high]),
    });
    let of = |edges: &[[u32; 2]]| group(mesh, edges.iter().map(|e| &e[..]));
    (of(&open), of(&crowded))
}

/// Triangles at edges that their neighbours run the same way: which side is
/// out is not known there.
pub fn of_torn(mesh: &Mesh, topology: &Topology) -> Vec<Place> {
    let mut torn = Vec::new();
    topology.each_edge(|_, _, uses| {
        let backwards = uses.iter().filter(|&&u| unpack(u).backwards).count();
        if uses.len() > 1 && 2 * backwards != uses.len() {
            let at = uses.iter().filter_map(|&u| {
                mesh.triangles.get(unpack(u).triangle() as usize).copied()
            });
            torn.extend(at);
        }
    });
    of_triangles(mesh, &torn)
}
