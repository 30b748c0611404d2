//! Removes triangles that are not part of the surface: duplicates with the
//! same winding, and loose triangles that share no edge with another.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};

/// Removes duplicate triangles, keeping the first of each, and returns their
/// number. Only edges of more than two triangles can have them.
pub fn duplicates(mesh: &mut Mesh, topology: &Topology) -> u64 {
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
    let mut doomed = vec![false; mesh.triangles.len()];
    let mut removed = 0;
    for pair in keyed.windows(2) {
        if let [(first, _), (second, t)] = pair
            && first == second
            && let Some(mark) = doomed.get_mut(*t as usize)
        {
            *mark = true;
            removed += 1;
        }
    }
    retain(mesh, &doomed);
    removed
}

/// Removes triangles with three open edges, and returns their number.
pub fn loose(mesh: &mut Mesh, topology: &Topology) -> u64 {
    let mut open_sides = vec![0u8; mesh.triangles.len()];
    topology.each_edge(|_, _, uses| {
        if let &[single] = uses {
            let triangle = unpack(single).triangle() as usize;
            if let Some(count) = open_sides.get_mut(triangle) {
                *count += 1;
            }
        }
    });
    let doomed: Vec<bool> = open_sides.iter().map(|&n| n == 3).collect();
    let removed = doomed.iter().filter(|&&gone| gone).count() as u64;
    if removed > 0 {
        retain(mesh, &doomed);
        mesh.drop_unused();
    }
    removed
}

fn retain(mesh: &mut Mesh, doomed: &[bool]) {
    let mut marks = doomed.iter();
    mesh.triangles.retain(|_| !marks.next().is_some_and(|&gone| gone));
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
