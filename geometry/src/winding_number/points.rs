//! Winding numbers at many points: how often the surface winds around each
//! point, counted along a line from the point. All lines run along the shortest
//! side of the mesh. Points are sorted into the cells of a grid across this
//! side, and each triangle visits the points in its box. O(triangles + points +
//! tests).
//!
//! A line meets a triangle when the edges of the triangle wind around it. Both
//! triangles at an edge use the same arithmetic, so the crossings of a closed
//! surface always cancel, and no line passes between two triangles.

use crate::mesh::{Bounds, Mesh};
use crate::vector::{Vec3, max, min, normal};

/// Maximum number of cells along each side of the grid.
const MAX_CELLS: usize = 512;

/// Returns winding numbers at points. If all points would take more than
/// `budget` tests, points spread evenly over the list are skipped and get
/// `None`.
pub fn at(mesh: &Mesh, points: &[Vec3], budget: u64) -> Vec<Option<i32>> {
    let mut found = vec![None; points.len()];
    let Some(bounds) = mesh.bounds() else {
        found.fill(Some(0));
        return found;
    };
    let axes = axes(&bounds);
    let mut stride = 1;
    while stride <= points.len() {
        let chosen = points.iter().zip(0u32..).step_by(stride);
        let chosen = chosen.map(|(&point, own)| (axes.of(point), own));
        let cells = Cells::of(&bounds, &axes, chosen.collect());
        let cost = cells.cost(mesh, &axes);
        if cost > budget {
            let more = cost.div_ceil(budget.max(1)) as usize;
            stride *= more.clamp(2, 1 << 16);
            continue;
        }
        let windings = cells.windings(mesh, &axes);
        for (&(_, own), winding) in cells.points.iter().zip(windings) {
            if let Some(slot) = found.get_mut(own as usize) {
                *slot = Some(winding);
            }
        }
        break;
    }
    found
}

/// The axes across the lines, then the axis along them, in right-handed order.
struct Axes([usize; 3]);

fn axes(bounds: &Bounds) -> Axes {
    let [x, y, z] = bounds.size();
    if z <= x && z <= y {
        Axes([0, 1, 2])
    } else if y <= x {
        Axes([2, 0, 1])
    } else {
        Axes([1, 2, 0])
    }
}

impl Axes {
    #[inline]
    fn of(&self, point: Vec3) -> Vec3 {
        self.0.map(|axis| point.get(axis).copied().unwrap_or_default())
    }
}

/// Points by cell, in row order.
struct Cells {
    n: usize,
    low: [f64; 2],
    /// Cells per unit of length.
    scale: [f64; 2],
    /// Start of each cell in `points`, followed by the end of the last.
    starts: Vec<u32>,
    points: Vec<(Vec3, u32)>,
}

impl Cells {
    fn of(bounds: &Bounds, axes: &Axes, points: Vec<(Vec3, u32)>) -> Cells {
        let root = (points.len() as f64).sqrt().ceil() as usize;
        let n = root.clamp(1, MAX_CELLS);
        let [low_u, low_v, _] = axes.of(bounds.min);
        let [u, v, _] = axes.of(bounds.size());
        let scale = |side: f64| if side > 0.0 { n as f64 / side } else { 0.0 };
        let mut cells = Cells {
            n,
            low: [low_u, low_v],
            scale: [scale(u), scale(v)],
            starts: vec![0; n * n + 1],
            points: vec![([0.0; 3], 0); points.len()],
        };
        let places: Vec<usize> =
            points.iter().map(|&([u, v, _], _)| cells.cell(u, v)).collect();
        for &place in &places {
            if let Some(count) = cells.starts.get_mut(place) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut cells.starts {
            total += std::mem::replace(start, total);
        }
        let mut next = cells.starts.clone();
        for (point, &place) in points.into_iter().zip(&places) {
            let Some(next) = next.get_mut(place) else { continue };
            if let Some(slot) = cells.points.get_mut(*next as usize) {
                *slot = point;
            }
            *next += 1;
        }
        cells
    }

    fn cell(&self, u: f64, v: f64) -> usize {
        let ([low_u, low_v], [scale_u, scale_v]) = (self.low, self.scale);
        self.along(v, low_v, scale_v) * self.n + self.along(u, low_u, scale_u)
    }

    /// Returns the cell of a coordinate along one axis. Coordinates outside the
    /// grid belong to the cells at its border.
    #[inline]
    fn along(&self, value: f64, low: f64, scale: f64) -> usize {
        (((value - low) * scale) as usize).min(self.n - 1)
    }

    /// Returns the columns and rows that a triangle may meet, first and last.
    #[inline]
    fn range(&self, corners: [Vec3; 3]) -> [[usize; 2]; 2] {
        let [[au, av, _], [bu, bv, _], [cu, cv, _]] = corners;
        let ([low_u, low_v], [scale_u, scale_v]) = (self.low, self.scale);
        let range = |a: f64, b: f64, c: f64, low: f64, scale: f64| {
            let (from, to) = (min(min(a, b), c), max(max(a, b), c));
            [self.along(from, low, scale), self.along(to, low, scale)]
        };
        [range(au, bu, cu, low_u, scale_u), range(av, bv, cv, low_v, scale_v)]
    }

    fn start(&self, cell: usize) -> usize {
        self.starts.get(cell).copied().unwrap_or_default() as usize
    }

    /// Returns the number of points and rows that the triangles visit.
    fn cost(&self, mesh: &Mesh, axes: &Axes) -> u64 {
        let wide = self.n + 1;
        let mut sums = vec![0u64; wide * wide];
        let at = |sums: &[u64], row: usize, column: usize| {
            sums.get(row * wide + column).copied().unwrap_or_default()
        };
        for row in 0..self.n {
            for column in 0..self.n {
                let cell = row * self.n + column;
                let own = (self.start(cell + 1) - self.start(cell)) as u64;
                let sum = own
                    + at(&sums, row, column + 1)
                    + at(&sums, row + 1, column)
                    - at(&sums, row, column);
                if let Some(slot) = sums.get_mut((row + 1) * wide + column + 1)
                {
                    *slot = sum;
                }
            }
        }
        let costs = mesh.triangles.iter().map(|&triangle| {
            let corners = mesh.corners(triangle).map(|p| axes.of(p));
            let [[left, right], [bottom, top]] = self.range(corners);
            let points = at(&sums, top + 1, right + 1)
                + at(&sums, bottom, left)
                - at(&sums, top + 1, left)
                - at(&sums, bottom, right + 1);
            points + (top + 1 - bottom) as u64
        });
        costs.sum()
    }

    /// Returns the winding number of each point, in the order of the cells.
    fn windings(&self, mesh: &Mesh, axes: &Axes) -> Vec<i32> {
        let mut windings = vec![0; self.points.len()];
        for triangles in mesh.triangles.chunks(16_384) {
            crate::checkpoint();
            for &triangle in triangles {
                let corners = mesh.corners(triangle).map(|p| axes.of(p));
                let [[left, right], [bottom, top]] = self.range(corners);
                for row in bottom..=top {
                    let own = self.start(row * self.n + left)
                        ..self.start(row * self.n + right + 1);
                    let points = self.points.get(own.clone());
                    let sums = windings.get_mut(own).into_iter().flatten();
                    for (&([u, v, w], _), sum) in
                        points.into_iter().flatten().zip(sums)
                    {
                        match cross(corners, u, v) {
                            Some((height, enters)) if height > w => {
                                *sum -= enters;
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
        windings
    }
}

/// Returns the height at which the line along the third axis at `x`, `y` meets
/// the triangle, and 1 where it enters the body or -1 where it leaves.
#[inline]
pub fn cross(corners: [Vec3; 3], x: f64, y: f64) -> Option<(f64, i32)> {
    let [a, b, c] = corners;
    let winding = winds(a, b, x, y) + winds(b, c, x, y) + winds(c, a, x, y);
    if winding == 0 {
        return None;
    }
    let [nx, ny, nz] = normal(corners);
    let [ax, ay, az] = a;
    let plane = az - (nx * (x - ax) + ny * (y - ay)) / nz;
    let low = min(min(az, b[2]), c[2]);
    let high = max(max(az, b[2]), c[2]);
    // A vertical triangle has no usable slope.
    let z = if plane.is_finite() { plane.clamp(low, high) } else { low };
    // A triangle that is counterclockwise from above faces up, so the line
    // leaves the body there.
    Some((z, -winding))
}

/// Returns 1 when the edge passes the line on its right side upwards in Y, -1
/// when downwards, and 0 when it does not pass there.
#[inline]
fn winds([ax, ay, _]: Vec3, [bx, by, _]: Vec3, x: f64, y: f64) -> i32 {
    if (ay > y) == (by > y) {
        return 0;
    }
    let ((lx, ly), (hx, hy), winding) = if ay < by {
        ((ax, ay), (bx, by), 1)
    } else {
        ((bx, by), (ax, ay), -1)
    };
    if x < lx + (y - ly) / (hy - ly) * (hx - lx) { winding } else { 0 }
}

#[cfg(test)]
mod tests;
