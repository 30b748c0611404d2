//! Taubin smoothing: a shrinking and a swelling step in turn, so that noise
//! goes and the size stays. Neighbours in one flat list (CSR) straight from
//! the topology; vertices on open edges stay where they are. Linear.
//!
//! Plain Laplacian smoothing was rejected: it shrinks what it smooths.

use crate::mesh::Mesh;
use crate::topology::Topology;

const LAMBDA: f32 = 0.5;
const MU: f32 = -0.53;

/// Neighbours of every vertex; none for those that must not move.
struct Neighbours {
    /// Start of each vertex's list in `of`, and the end of the last.
    starts: Vec<u32>,
    of: Vec<u32>,
}

/// Smooths in place: `passes` pairs of steps.
pub fn smooth(mesh: &mut Mesh, topology: &Topology, passes: u32) {
    let neighbours = Neighbours::of(mesh.positions.len(), topology);
    let mut other = vec![[0.0; 3]; mesh.positions.len()];
    for _ in 0..passes {
        for factor in [LAMBDA, MU] {
            crate::pace::checkpoint();
            neighbours.step(&mesh.positions, &mut other, factor);
            std::mem::swap(&mut mesh.positions, &mut other);
        }
    }
}

impl Neighbours {
    fn of(vertices: usize, topology: &Topology) -> Neighbours {
        let mut pinned = vec![false; vertices];
        let mut starts = vec![0u32; vertices + 1];
        topology.each_edge(|low, high, uses| {
            for vertex in [low as usize, high as usize] {
                if let Some(count) = starts.get_mut(vertex) {
                    *count += 1;
                }
                if uses.len() == 1
                    && let Some(pin) = pinned.get_mut(vertex)
                {
                    *pin = true;
                }
            }
        });
        let mut total = 0;
        for (start, pinned) in
            starts.iter_mut().zip(pinned.iter().chain([&true]))
        {
            let count = if *pinned { 0 } else { *start };
            *start = total;
            total += count;
        }
        let mut of = vec![0u32; total as usize];
        topology.each_edge(|low, high, _| {
            for (vertex, neighbour) in [(low, high), (high, low)] {
                if pinned.get(vertex as usize) != Some(&false) {
                    continue;
                }
                if let Some(next) = starts.get_mut(vertex as usize) {
                    if let Some(slot) = of.get_mut(*next as usize) {
                        *slot = neighbour;
                    }
                    *next += 1;
                }
            }
        });
        // Every start has moved to its list's end: shift them back.
        let mut previous = 0;
        for start in &mut starts {
            std::mem::swap(start, &mut previous);
        }
        Neighbours { starts, of }
    }

    /// Moves every vertex by `factor` of the way to its neighbours' mean.
    fn step(&self, from: &[[f32; 3]], to: &mut [[f32; 3]], factor: f32) {
        let mut rest = self.of.as_slice();
        let mut done = 0;
        let ends = self.starts.iter().skip(1);
        for ((&end, &[x, y, z]), to) in ends.zip(from).zip(to) {
            let (own, later) = rest.split_at((end - done) as usize);
            rest = later;
            done = end;
            *to = [x, y, z];
            if own.is_empty() {
                continue;
            }
            let mut sum = [0.0f32; 3];
            for &neighbour in own {
                if let Some([x, y, z]) = from.get(neighbour as usize) {
                    sum = [sum[0] + x, sum[1] + y, sum[2] + z];
                }
            }
            let share = 1.0 / own.len() as f32;
            let pull = |at: f32, sum: f32| at + factor * (sum * share - at);
            *to = [pull(x, sum[0]), pull(y, sum[1]), pull(z, sum[2])];
        }
    }
}

#[cfg(test)]
mod tests;
