//! Inside tests: for every column of grid nodes along Z, the intervals in which
//! the winding number is 1. The inner surface of a cavity subtracts 1 from the
//! winding number, and the cavity is empty only if the result is 0. Where bodies
//! overlap, the result would be 1; where the surface is inside out, it would be
//! -2.

use super::Refusal;
use super::grid::{Grid, SIDE};
use crate::mesh::Mesh;
use crate::vector::{max, min};
use crate::winding_number::points::cross;

/// Maximum number of crossings, 24 bytes each. A closed part has a few
/// crossings per column.
const MAX_CROSSINGS: usize = 6_000_000;

/// Maximum number of tests of a column against a triangle.
const MAX_TRIES: u64 = 400_000_000;

pub struct Columns {
    /// Start of each column's intervals, followed by the end of the last.
    starts: Vec<u32>,
    /// Start and end of each interval in mm; half-open.
    spans: Vec<(f64, f64)>,
    rows: u32,
}

impl Columns {
    pub fn find(mesh: &Mesh, grid: &Grid) -> Result<Columns, Refusal> {
        let rows = grid.blocks[1] * SIDE;
        let count = (grid.blocks[0] * SIDE) as usize * rows as usize;
        let mut crossings = cross_all(mesh, grid, rows)?;
        crossings.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2))
        });
        crate::checkpoint();
        let mut starts = vec![0u32; count + 1];
        let mut spans = Vec::new();
        for column in crossings.chunk_by(|a, b| a.0 == b.0) {
            let mut depth = 0;
            let mut entered = 0.0;
            for &(column, z, winding) in column {
                let before = depth;
                depth += winding;
                if before != 1 && depth == 1 {
                    entered = z;
                } else if before == 1 && depth != 1 && z > entered {
                    spans.push((entered, z));
                    if let Some(n) = starts.get_mut(column as usize) {
                        *n += 1;
                    }
                }
            }
            if depth != 0 {
                return Err(Refusal::Open);
            }
        }
        let mut total = 0;
        for start in &mut starts {
            let own = *start;
            *start = total;
            total += own;
        }
        Ok(Columns { starts, spans, rows })
    }

    fn spans(&self, i: u32, j: u32) -> &[(f64, f64)] {
        let column = i as usize * self.rows as usize + j as usize;
        match (self.starts.get(column), self.starts.get(column + 1)) {
            (Some(&from), Some(&to)) => {
                self.spans.get(from as usize..to as usize).unwrap_or(&[])
            }
            _ => &[],
        }
    }

    /// Returns which of the eight nodes upwards from a node are inside, one bit
    /// each.
    pub fn inside(&self, grid: &Grid, [i, j, k]: [u32; 3]) -> u8 {
        let mut bits = 0;
        for &(from, to) in self.spans(i, j) {
            for up in 0..SIDE {
                let [_, _, z] = grid.position([i, j, k + up]);
                if from <= z && z < to {
                    bits |= 1 << up;
                }
            }
        }
        bits
    }
}

type Crossing = (u32, f64, i32);

fn cross_all(
    mesh: &Mesh,
    grid: &Grid,
    rows: u32,
) -> Result<Vec<Crossing>, Refusal> {
    let mut crossings = Vec::new();
    let mut tries = MAX_TRIES;
    for (n, &triangle) in mesh.triangles.iter().enumerate() {
        if n % 65_536 == 0 {
            crate::checkpoint();
        }
        let corners = mesh.corners(triangle);
        let [a, b, c] = corners.map(|p| grid.steps(p));
        let low = |axis: [f64; 3]| min(min(axis[0], axis[1]), axis[2]);
        let high = |axis: [f64; 3]| max(max(axis[0], axis[1]), axis[2]);
        let (xs, ys) = ([a[0], b[0], c[0]], [a[1], b[1], c[1]]);
        // Add one node on each side, because the exact test uses different
        // arithmetic.
        let (i0, i1) = (low(xs).ceil() as u32, high(xs).floor() as u32);
        let (j0, j1) = (low(ys).ceil() as u32, high(ys).floor() as u32);
        if i0 > i1 + 1 || j0 > j1 + 1 {
            continue;
        }
        let near = |v: f64| (v - v.round_ties_even()).abs() < 1e-6;
        let touches = xs.iter().chain(&ys).any(|&v| near(v));
        if (i0 > i1 || j0 > j1) && !touches {
            continue;
        }
        for i in i0.saturating_sub(1)..=i1 + 1 {
            let width = u64::from(j1 + 3 - j0.min(j1 + 2));
            tries = tries.checked_sub(width).ok_or(Refusal::TooIntricate)?;
            for j in j0.saturating_sub(1)..=j1 + 1 {
                let [x, y, _] = grid.position([i, j, 0]);
                if let Some((z, winding)) = cross(corners, x, y) {
                    if crossings.len() == MAX_CROSSINGS {
                        return Err(Refusal::TooIntricate);
                    }
                    crossings.push((i * rows + j, z, winding));
                }
            }
        }
    }
    Ok(crossings)
}
