//! Fills holes: rings of unbalanced edges, each closed with triangles that wind
//! like their neighbors. Small rings get a minimum-area triangulation, larger
//! rings are ear-clipped in the plane, and rings that cost too much get a fan
//! around the center. The patch matters for the volume, not for its appearance.

pub(crate) mod clip;
mod minimal;
mod rings;

use crate::mesh::Mesh;
use crate::topology::Topology;

/// Maximum ring size for the cubic method: 170,000 areas, about 2 ms.
const MINIMAL_RING: usize = 100;

/// Maximum number of steps of the first two methods, over all rings.
const STEPS: u64 = 200_000_000;

/// Closes every ring and returns the number of rings. Appends triangles and,
/// for some rings, a center vertex.
pub fn fill(mesh: &mut Mesh, topology: &Topology) -> u64 {
    let mut filled = 0;
    let mut steps = STEPS;
    for ring in rings::find(topology) {
        let patch = triangulate(mesh, &ring, &mut steps);
        if !patch.is_empty() {
            mesh.triangles.extend(patch);
            filled += 1;
        }
    }
    filled
}

fn triangulate(
    mesh: &mut Mesh,
    ring: &[u32],
    steps: &mut u64,
) -> Vec<[u32; 3]> {
    let n = ring.len() as u64;
    let cubic = n * n * n / 6;
    if ring.len() <= MINIMAL_RING && cubic <= *steps {
        *steps -= cubic;
        return minimal::triangulate(mesh, ring);
    }
    clip::triangulate(mesh, ring, steps).unwrap_or_else(|| fan(mesh, ring))
}

/// Returns the triangles from every edge of the ring to its center.
fn fan(mesh: &mut Mesh, ring: &[u32]) -> Vec<[u32; 3]> {
    let mut middle = [0.0; 3];
    for &vertex in ring {
        middle = crate::vector::add(middle, mesh.at(vertex));
    }
    let middle = middle.map(|v| (v / ring.len() as f64) as f32);
    let hub = mesh.positions.len() as u32;
    mesh.positions.push(middle);
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| [a, b, hub]).collect()
}

#[cfg(test)]
mod tests;
