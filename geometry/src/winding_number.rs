//! Samples how often a closed surface winds around the points inside it. The
//! sum of signed volumes counts a region once per winding: twice where bodies
//! overlap, and negatively where cavities overlap. Therefore a shell that
//! crosses itself can have a sum far below the volume that a slicer fills.
//! Sampling along lines finds such regions.
//!
//! There is one line per cell of a grid across the longest side. The position
//! of a line within its cell comes from a hash of all coordinates, so a file
//! cannot be crafted around the lines. On a surface without overlaps the
//! doubtful volume is exactly zero, whatever the lines. O(triangles +
//! crossings).
//!
//! A few lines show whether any volume is doubtful; union.rs then measures it.

pub mod points;
pub mod union;

use crate::mesh::{Bounds, Mesh};

/// Number of lines along each side of the grid.
const COARSE_LINES: usize = 64;
/// Number of lines along each side when the surface crosses the coarse lines
/// too often.
const FALLBACK_LINES: usize = 16;

/// Maximum number of crossings, 16 bytes each.
const MAX_CROSSINGS: usize = 1 << 20;

/// Sampled volumes, file units cubed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WindingVolumes {
    /// Volume weighted by winding number.
    pub signed: f64,
    /// Volume where the winding number is not 0.
    pub solid: f64,
    /// Volume where the winding number is neither 0 nor 1.
    pub doubtful: f64,
    /// Average number of crossings of a line with the surface.
    pub per_line: f64,
}

/// Samples a mesh whose edges are all used equally often in both directions.
/// Returns `None` when the surface overlaps itself thousands of times
/// everywhere.
pub fn sample(mesh: &Mesh) -> Option<WindingVolumes> {
    let Some(bounds) = mesh.bounds() else {
        return Some(WindingVolumes::default());
    };
    let seed = seed(mesh);
    let mut counts = [COARSE_LINES, FALLBACK_LINES].into_iter();
    counts.find_map(|n| lines(mesh, &bounds, n, seed))
}

/// Returns a hash of all coordinates, independent of the order of vertices.
fn seed(mesh: &Mesh) -> u64 {
    let mut sum = 0u64;
    for &[x, y, z] in &mesh.positions {
        let [x, y, z] = [x, y, z].map(|v| u64::from(v.to_bits()));
        sum = sum.wrapping_add(mix(mix(x << 32 | y) ^ z));
    }
    sum
}

/// Applies the finalizer of SplitMix64.
#[inline]
fn mix(mut v: u64) -> u64 {
    v = (v ^ v >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    v = (v ^ v >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    v ^ v >> 31
}

/// A crossing of a line and the surface: its height and direction.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    at: f64,
    line: u32,
    direction: i32,
}

/// The grid of lines: rows of constant v, each with lines in ascending order of
/// u.
struct Grid {
    /// Number of lines per row.
    n: usize,
    u: usize,
    v: usize,
    w: usize,
    low: [f64; 2],
    /// Cells per unit of length.
    scale: [f64; 2],
    rows: Vec<f64>,
    lines: Vec<f64>,
}

impl Grid {
    /// Returns `None` where the model has no extent to sample.
    fn new(bounds: &Bounds, [n, rows]: [usize; 2], seed: u64) -> Option<Grid> {
        let [x, y, z] = bounds.size();
        let (u, v, w) = if x >= y && x >= z {
            (1, 2, 0)
        } else if y >= z {
            (2, 0, 1)
        } else {
            (0, 1, 2)
        };
        let along = |axis: usize| {
            let low = bounds.min.get(axis).copied().unwrap_or_default();
            let high = bounds.max.get(axis).copied().unwrap_or_default();
            (low, high - low)
        };
        let ((low_u, size_u), (low_v, size_v)) = (along(u), along(v));
        let scale = [n as f64 / size_u, rows as f64 / size_v];
        if !scale.iter().all(|s| s.is_finite()) {
            return None;
        }
        let mut state = seed ^ n as u64;
        // The position is strictly inside the cell, so that floor() finds the
        // cell again.
        let mut place = |cell: usize, low: f64, scale: f64| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let unit = (mix(state) >> 11) as f64 / (1u64 << 53) as f64;
            low + (cell as f64 + 0.01 + 0.98 * unit) / scale
        };
        let [scale_u, scale_v] = scale;
        let count = n * rows;
        let rows = (0..rows).map(|r| place(r, low_v, scale_v)).collect();
        let lines = (0..count).map(|l| place(l % n, low_u, scale_u)).collect();
        let low = [low_u, low_v];
        Some(Grid { n, u, v, w, low, scale, rows, lines })
    }

    fn to_grid_axes(&self, position: [f64; 3]) -> [f64; 3] {
        [self.u, self.v, self.w]
            .map(|axis| position.get(axis).copied().unwrap_or_default())
    }

    /// Returns for each vertex the number of rows below it. Few triangles meet
    /// a row, and these numbers show which ones do.
    fn rows_below(&self, mesh: &Mesh) -> Vec<u8> {
        let ([_, low], [_, scale]) = (self.low, self.scale);
        let below = |position: &[f32; 3]| {
            let v = f64::from(position.get(self.v).copied().unwrap_or(0.0));
            self.rows_under(v, low, scale) as u8
        };
        mesh.positions.iter().map(below).collect()
    }

    #[inline]
    fn rows_under(&self, v: f64, low: f64, scale: f64) -> usize {
        let cell = cell(v, low, scale).min(self.rows.len() - 1);
        let own = self.rows.get(cell).is_some_and(|&row| row < v);
        cell + usize::from(own)
    }

    #[inline]
    fn column_of(&self, u: f64) -> usize {
        let ([low, _], [scale, _]) = (self.low, self.scale);
        cell(u, low, scale).min(self.n - 1)
    }
}

/// Returns the cell of a coordinate. A negative number becomes 0.
#[inline]
fn cell(value: f64, low: f64, scale: f64) -> usize {
    ((value - low) * scale) as usize
}

fn lines(
    mesh: &Mesh,
    bounds: &Bounds,
    n: usize,
    seed: u64,
) -> Option<WindingVolumes> {
    let Some(grid) = Grid::new(bounds, [n; 2], seed) else {
        return Some(WindingVolumes::default());
    };
    let mut crossings = Vec::new();
    let below = grid.rows_below(mesh);
    for triangles in mesh.triangles.chunks(262_144) {
        crate::checkpoint();
        for &triangle in triangles {
            let [a, b, c] =
                triangle.map(|v| below.get(v as usize).copied().unwrap_or(0));
            let (from, to) = (a.min(b).min(c), a.max(b).max(c));
            if from == to {
                continue;
            }
            let corners = mesh.corners(triangle).map(|p| grid.to_grid_axes(p));
            for row in usize::from(from)..usize::from(to) {
                let Some(&v) = grid.rows.get(row) else { break };
                across(&grid, row, v, corners, &mut crossings);
            }
            if crossings.len() > MAX_CROSSINGS {
                return None;
            }
        }
    }
    let [scale_u, scale_v] = grid.scale;
    let per_line = crossings.len() as f64 / (n * n) as f64;
    let found = sum(crossings, 1.0 / (scale_u * scale_v));
    Some(WindingVolumes { per_line, ..found })
}

/// Adds the crossings of a triangle with the lines of one row.
fn across(
    grid: &Grid,
    row: usize,
    v: f64,
    [a, b, c]: [[f64; 3]; 3],
    crossings: &mut Vec<Crossing>,
) {
    let (mut up, mut down) = (None, None);
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let ([_, from_v, _], [_, to_v, _]) = (from, to);
        match (from_v <= v, to_v <= v) {
            (true, false) => up = Some(meet(from, to, v)),
            (false, true) => down = Some(meet(to, from, v)),
            _ => {}
        }
    }
    let (Some(up), Some(down)) = (up, down) else { return };
    // In a triangle that is counterclockwise seen from above, the rising edge
    // is on the right, and a line leaves the body upwards.
    let ([left, at_left], [right, at_right], direction) =
        if down[0] <= up[0] { (down, up, -1) } else { (up, down, 1) };
    let first = row * grid.n;
    for column in grid.column_of(left)..=grid.column_of(right) {
        let line = first + column;
        let Some(&u) = grid.lines.get(line) else { break };
        if left <= u && u < right {
            let share = ((u - left) / (right - left)).clamp(0.0, 1.0);
            let at = at_left + share * (at_right - at_left);
            crossings.push(Crossing { at, line: line as u32, direction });
        }
    }
}

/// Returns u and height of the point where an edge rising from `low` to `high`
/// meets a row. Both triangles at the edge pass the same ends in the same
/// order, so they get the same result.
#[inline]
fn meet(
    [low_u, low_v, low_w]: [f64; 3],
    [high_u, high_v, high_w]: [f64; 3],
    v: f64,
) -> [f64; 2] {
    let share = (v - low_v) / (high_v - low_v);
    [low_u + share * (high_u - low_u), low_w + share * (high_w - low_w)]
}

/// Sums the crossings. `area` is the cross-section per line.
fn sum(mut crossings: Vec<Crossing>, area: f64) -> WindingVolumes {
    crossings.sort_unstable_by(|a, b| {
        a.line
            .cmp(&b.line)
            .then(a.at.total_cmp(&b.at))
            .then(a.direction.cmp(&b.direction))
    });
    let mut found = WindingVolumes::default();
    let (mut line, mut last, mut depth) = (u32::MAX, 0.0, 0i32);
    for crossing in crossings {
        if crossing.line != line {
            (line, last, depth) = (crossing.line, crossing.at, 0);
        }
        let volume = area * (crossing.at - last);
        found.signed += f64::from(depth) * volume;
        if depth != 0 {
            found.solid += volume;
        }
        if depth != 0 && depth != 1 {
            found.doubtful += volume;
        }
        depth += crossing.direction;
        last = crossing.at;
    }
    found
}

#[cfg(test)]
mod tests;
