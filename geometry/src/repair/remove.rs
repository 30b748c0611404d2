//! Removes triangles that are not part of the surface: duplicates with the
//! same winding, and loose triangles that share no edge with another.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};

/// Removes duplicate triangles, keeping the first of each, and returns their
/// indexes in order. Only edges with more than two triangles can have
/// duplicates.
pub fn duplicates(mesh: &mut Mesh, topology: &Topology) -> Vec<u32> {
    let mut suspects = Vec::new();
    topology.each_edge(|_, _, uses| {
        if uses.len() > 2 {
            suspects.extend(uses.iter().map(|&u| unpack(u).triangle()));
        }
    });
    suspects.sort_unstable();
    suspects.dedup();
    let mut keyed: Vec<([u32; 3], u32)> = suspects
        .into_iter()
        .filter_map(|t| {
            Some((smallest_first(*mesh.triangles.get(t as usize)?), t))
        })
        .collect();
    keyed.sort_unstable();
    let mut removed = Vec::new();
    for pair in keyed.windows(2) {
        if let [(first, _), (second, t)] = pair
            && first == second
        {
            removed.push(*t);
        }
    }
    removed.sort_unstable();
    remove(mesh, &removed);
    removed
}

/// Removes triangles with three open edges, and returns their indexes in order.
pub fn loose(mesh: &mut Mesh, topology: &Topology) -> Vec<u32> {
    let mut open_sides = vec![0u8; mesh.triangles.len()];
    topology.each_edge(|_, _, uses| {
        if let &[single] = uses {
            let triangle = unpack(single).triangle() as usize;
            if let Some(count) = open_sides.get_mut(triangle) {
                *count += 1;
            }
        }
    });
    let numbered = open_sides.iter().zip(0u32..);
    let removed: Vec<u32> =
        numbered.filter(|&(&sides, _)| sides == 3).map(|(_, t)| t).collect();
    if !removed.is_empty() {
        remove(mesh, &removed);
        mesh.drop_unused();
    }
    removed
}

/// Removes triangles, whose indexes must be in order.
fn remove(mesh: &mut Mesh, removed: &[u32]) {
    let mut doomed = removed.iter().peekable();
    let mut at = 0u32;
    mesh.triangles.retain(|_| {
        let gone = doomed.next_if(|&&t| t == at).is_some();
        at += 1;
        !gone
    });
}

/// Rotates the corners so that the smallest vertex comes first.
fn smallest_first([a, b, c]: [u32; 3]) -> [u32; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
