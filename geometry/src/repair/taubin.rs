//! Taubin smoothing: alternating shrinking and expanding steps, which remove
//! noise and keep the size. Neighbors are stored in one flat list (CSR) built
//! from the topology, and positions have four numbers, for SIMD. Runs in linear
//! time.
//!
//! Smoothing must never harm a mesh. Vertices that are shape rather than noise
//! are not moved (`fixed_vertices`), no vertex moves farther than a limit, no
//! triangle flips, and everything is undone when the volume would change by
//! more than 2 %. Without these rules, two passes removed two thirds of a cube
//! of 12 triangles.
//!
//! Plain Laplacian smoothing was rejected because it shrinks the mesh.

mod fixed_vertices;

use crate::lanes::{Lanes, difference, product, splat, sum};
use crate::measure::volume;
use crate::mesh::Mesh;
use crate::topology::Topology;
use crate::vector::{add, dot, length, normal, scale, sub, to_f64};

const LAMBDA: f32 = 0.5;
const MU: f32 = -0.53;

/// Largest accepted change of volume, as a share.
const MAX_VOLUME_CHANGE: f64 = 0.02;

/// Maximum number of rounds that undo flips.
const MAX_ROUNDS: usize = 8;

/// Amount of smoothing.
#[derive(Debug, Clone, Copy)]
pub struct Strength {
    /// Number of pairs of shrinking and expanding steps.
    pub passes: u32,
    /// Maximum distance of a vertex from its start, mm.
    pub limit_mm: f64,
}

/// The outcome of smoothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Smoothed {
    Yes,
    /// All vertices are fixed, so nothing was smoothed.
    NothingToSmooth,
    /// The volume would have changed by this share; the mesh is unchanged.
    VolumeChanged(f64),
    /// Triangles would have flipped; the mesh is unchanged.
    FacesFlipped,
}

/// Smooths a mesh in mm in place.
pub fn smooth(
    mesh: &mut Mesh,
    topology: &Topology,
    strength: Strength,
) -> Smoothed {
    let fixed = fixed_vertices::fixed_vertices(mesh, topology);
    crate::checkpoint();
    let neighbors = Neighbors::of(&fixed, topology);
    if neighbors.of.is_empty() || strength.passes == 0 {
        return Smoothed::NothingToSmooth;
    }
    let before = mesh.positions.clone();
    let volume_before = volume(mesh);
    let padded = before.iter().map(|&[x, y, z]| [x, y, z, 0.0]);
    let mut now: Vec<Lanes> = padded.collect();
    let mut next = now.clone();
    for _ in 0..strength.passes {
        for factor in [LAMBDA, MU] {
            crate::checkpoint();
            neighbors.step(&now, &mut next, factor);
            std::mem::swap(&mut now, &mut next);
        }
    }
    for (to, [x, y, z, _]) in mesh.positions.iter_mut().zip(now) {
        *to = [x, y, z];
    }
    drop((neighbors, next));
    clamp(&mut mesh.positions, &before, strength.limit_mm);
    let sound = undo_flips(mesh, &before);
    let changed = (volume(mesh) - volume_before) / volume_before.abs();
    if sound && changed.abs() <= MAX_VOLUME_CHANGE {
        return Smoothed::Yes;
    }
    mesh.positions = before;
    if sound {
        Smoothed::VolumeChanged(changed)
    } else {
        Smoothed::FacesFlipped
    }
}

/// Limits the distance of every vertex from its original position.
fn clamp(positions: &mut [[f32; 3]], before: &[[f32; 3]], limit: f64) {
    for (to, &from) in positions.iter_mut().zip(before) {
        let from = to_f64(from);
        let way = sub(to_f64(*to), from);
        let far = length(way);
        if far > limit {
            *to = add(from, scale(way, limit / far)).map(|v| v as f32);
        }
    }
}

/// Moves the corners of flipped triangles back to their original positions
/// until no triangle is flipped. Returns false when some are left after
/// `MAX_ROUNDS`.
fn undo_flips(mesh: &mut Mesh, before: &[[f32; 3]]) -> bool {
    let was =
        |v: u32| to_f64(before.get(v as usize).copied().unwrap_or_default());
    for _ in 0..MAX_ROUNDS {
        crate::checkpoint();
        // Collect all flipped triangles first, so that the order of triangles
        // does not matter.
        let flipped = mesh.triangles.iter().filter(|&&triangle| {
            let old = normal(triangle.map(was));
            dot(old, normal(mesh.corners(triangle))) < 0.0
        });
        let flipped: Vec<u32> = flipped.flatten().copied().collect();
        if flipped.is_empty() {
            return true;
        }
        for v in flipped {
            if let (Some(to), Some(from)) =
                (mesh.positions.get_mut(v as usize), before.get(v as usize))
            {
                *to = *from;
            }
        }
    }
    false
}

/// Neighbors of every vertex; empty for fixed vertices.
struct Neighbors {
    /// Start of each vertex's list in `of`, followed by the end of the last.
    starts: Vec<u32>,
    of: Vec<u32>,
}

impl Neighbors {
    fn of(fixed: &[bool], topology: &Topology) -> Neighbors {
        let mut starts = vec![0u32; fixed.len() + 1];
        topology.each_edge(|low, high, _| {
            for vertex in [low, high] {
                if let Some(count) = starts.get_mut(vertex as usize) {
                    *count += 1;
                }
            }
        });
        let mut total = 0;
        for (start, fixed) in starts.iter_mut().zip(fixed.iter().chain([&true]))
        {
            let count = if *fixed { 0 } else { *start };
            *start = total;
            total += count;
        }
        let mut of = vec![0u32; total as usize];
        topology.each_edge(|low, high, _| {
            for (vertex, neighbor) in [(low, high), (high, low)] {
                if fixed.get(vertex as usize) != Some(&false) {
                    continue;
                }
                if let Some(next) = starts.get_mut(vertex as usize) {
                    if let Some(slot) = of.get_mut(*next as usize) {
                        *slot = neighbor;
                    }
                    *next += 1;
                }
            }
        });
        // Every start has advanced to the end of its list, so shift them back.
        let mut previous = 0;
        for start in &mut starts {
            std::mem::swap(start, &mut previous);
        }
        Neighbors { starts, of }
    }

    /// Moves every vertex by `factor` of the way to the mean of its neighbors.
    fn step(&self, from: &[Lanes], to: &mut [Lanes], factor: f32) {
        let mut rest = self.of.as_slice();
        let mut done = 0;
        let ends = self.starts.iter().skip(1);
        for ((&end, &at), to) in ends.zip(from).zip(to) {
            let (own, later) = rest.split_at((end - done) as usize);
            rest = later;
            done = end;
            *to = at;
            if own.is_empty() {
                continue;
            }
            let mut total = [0.0; 4];
            for &neighbor in own {
                if let Some(&near) = from.get(neighbor as usize) {
                    total = sum(total, near);
                }
            }
            let share = 1.0 / own.len() as f32;
            let way = difference(product(total, splat(share)), at);
            *to = sum(at, product(splat(factor), way));
        }
    }
}

#[cfg(test)]
mod tests;
