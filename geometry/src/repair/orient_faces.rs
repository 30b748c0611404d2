//! Gives neighboring triangles the same orientation: floods across edges with
//! exactly two triangles and flips the minority of each connected group.
//! orient_shells.rs decides later which side is outside. Runs in linear time
//! with an explicit queue instead of recursion.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};

const NONE: u32 = u32::MAX;

/// Flips triangles so that neighbors use their common edge in opposite
/// directions, and toggles their marks in `flipped`. Returns whether any
/// triangle was flipped.
pub fn orient_faces(
    mesh: &mut Mesh,
    topology: &Topology,
    flipped: &mut [bool],
) -> bool {
    let neighbors = neighbors(mesh, topology);
    let mut seen = vec![false; mesh.triangles.len()];
    let mut queue = Vec::new();
    let mut any = false;
    for seed in 0..mesh.triangles.len() as u32 {
        if mark(&mut seen, seed) {
            continue;
        }
        queue.clear();
        queue.push((seed, false));
        let mut next = 0;
        while let Some(&(triangle, turned)) = queue.get(next) {
            next += 1;
            for &(other, conflict) in
                neighbors.get(triangle as usize).into_iter().flatten()
            {
                if other != NONE && !mark(&mut seen, other) {
                    queue.push((other, turned ^ conflict));
                }
            }
        }
        let turned = queue.iter().filter(|(_, turned)| *turned).count();
        let minority = turned * 2 <= queue.len();
        for &(triangle, turned) in &queue {
            if turned == minority {
                flip(mesh, flipped, triangle);
                any = true;
            }
        }
    }
    any
}

/// Flips one triangle and toggles its mark.
pub fn flip(mesh: &mut Mesh, flipped: &mut [bool], triangle: u32) {
    if let Some([_, b, c]) = mesh.triangles.get_mut(triangle as usize) {
        std::mem::swap(b, c);
    }
    if let Some(note) = flipped.get_mut(triangle as usize) {
        *note = !*note;
    }
}

/// Returns for each corner of each triangle the triangle across that edge, and
/// whether the two orientations differ.
fn neighbors(mesh: &Mesh, topology: &Topology) -> Vec<[(u32, bool); 3]> {
    let mut all = vec![[(NONE, false); 3]; mesh.triangles.len()];
    topology.each_edge(|_, _, uses| {
        if let &[a, b] = uses {
            let (a, b) = (unpack(a), unpack(b));
            let conflict = a.backwards == b.backwards;
            let slots = all.as_flattened_mut();
            if let Some(slot) = slots.get_mut(a.half_edge as usize) {
                *slot = (b.triangle(), conflict);
            }
            if let Some(slot) = slots.get_mut(b.half_edge as usize) {
                *slot = (a.triangle(), conflict);
            }
        }
    });
    all
}

/// Marks a triangle. Returns whether it was already marked.
fn mark(seen: &mut [bool], triangle: u32) -> bool {
    match seen.get_mut(triangle as usize) {
        Some(seen) => std::mem::replace(seen, true),
        None => true,
    }
}
