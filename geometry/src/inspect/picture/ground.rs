//! A soft shadow on the ground below the model: its blurred outline from below,
//! darker where the model is close to the ground.

use super::Image;
use super::camera::Camera;
use super::colors::Theme;
use super::raster::stride_for;
use crate::mesh::{Bounds, Mesh};
use crate::vector::{add, scale};

/// Cells along a side of the map.
const CELLS: usize = 160;

/// Room around the model for the blur, as a share of its longer side.
const ROOM: f64 = 0.32;

/// Height at which the shadow has faded to a third, as a share of the longer
/// side.
const FADE: f64 = 0.30;

/// Width of the fade at each edge, as a share of the picture.
const EDGE: f64 = 0.10;

/// Maximum number of cells tested for triangles: a tall model may have a
/// triangle over the whole ground for each layer.
const MAX_TESTS: u64 = 20_000_000;

/// Radii of the two blurs, for contact and surroundings, in cells.
const NEAR: usize = 2;
const FAR: usize = 9;

pub struct Ground {
    /// Darkness of each cell, 0 to 1.
    map: Vec<f32>,
    low: [f64; 2],
    cell: f64,
    height: f64,
}

impl Ground {
    /// The shadow of every n-th triangle, n being `every`.
    pub fn under(mesh: &Mesh, camera: &Camera, every: usize) -> Ground {
        let bounds = mesh.bounds().filter(|_| !camera.from_below);
        let Some(Bounds { min, max }) = bounds else {
            return Ground {
                map: Vec::new(),
                low: [0.0; 2],
                cell: 1.0,
                height: 0.0,
            };
        };
        let longest = (max[0] - min[0]).max(max[1] - min[1]).max(1e-9);
        let side = longest * (1.0 + 2.0 * ROOM);
        let cell = side / CELLS as f64;
        let low =
            [0.5 * (min[0] + max[0] - side), 0.5 * (min[1] + max[1] - side)];
        let mut ground = Ground { map: Vec::new(), low, cell, height: min[2] };
        let heights = ground.heights(mesh, every);
        let dark = |fade: f64| {
            let shadow = heights.iter().map(|&height| {
                let above = f64::from(height) - min[2];
                if !above.is_finite() {
                    return 0.0;
                }
                // exp(-1) is about a third.
                libm::exp(-above / (fade * longest)) as f32
            });
            shadow.collect::<Vec<f32>>()
        };
        let near = blurred(blurred(dark(0.2 * FADE), NEAR), NEAR);
        let far = blurred(blurred(blurred(dark(FADE), FAR), FAR), FAR);
        let both = near.iter().zip(far);
        ground.map = both.map(|(near, far)| 0.5 * near + 0.5 * far).collect();
        ground
    }

    /// The lowest point of the model over each cell.
    fn heights(&self, mesh: &Mesh, every: usize) -> Vec<f32> {
        let mut heights = vec![f32::INFINITY; CELLS * CELLS];
        let every = every * self.stride(mesh, every);
        let drawn = mesh.triangles.iter().step_by(every);
        for (at, &triangle) in drawn.enumerate() {
            if at % 1024 == 0 {
                crate::checkpoint();
            }
            lower(&mut heights, self.corners(mesh, triangle));
        }
        heights
    }

    /// One of this many is drawn of every n-th triangle, n being `every`.
    fn stride(&self, mesh: &Mesh, every: usize) -> usize {
        let drawn = mesh.triangles.iter().step_by(every);
        let tests = drawn.map(|&own| tests(self.corners(mesh, own)));
        stride_for(tests.sum(), MAX_TESTS)
    }

    /// The corners of a triangle: column, row, and height in mm.
    fn corners(&self, mesh: &Mesh, triangle: [u32; 3]) -> [[f64; 3]; 3] {
        mesh.corners(triangle).map(|[x, y, z]| {
            [(x - self.low[0]) / self.cell, (y - self.low[1]) / self.cell, z]
        })
    }

    /// Draws the shadow behind the part.
    pub fn lay(&self, image: &mut Image, camera: &Camera, theme: &Theme) {
        if self.map.is_empty() {
            return;
        }
        let size = image.size;
        let eye = camera.eye();
        let fades: Vec<f32> =
            (0..size).map(|at| fade(at as f64 + 0.5, size)).collect();
        let rays = camera.rays();
        let rows = image.pixels.chunks_mut(size).zip(&fades).zip(0u32..);
        for ((pixels, level), row) in rows {
            let first = add(rays.first, scale(rays.down, f64::from(row)));
            let columns = pixels.iter_mut().zip(&fades).zip(0u32..);
            for ((pixel, upright), column) in columns {
                let across = scale(rays.across, f64::from(column));
                let away = add(first, across);
                if pixel.coverage >= 1.0 || away[2] >= 0.0 {
                    continue;
                }
                let reach = (self.height - eye[2]) / away[2];
                let at = [eye[0] + reach * away[0], eye[1] + reach * away[1]];
                let dark = theme.shadow * self.darkness(at);
                // The shadow is black behind what the part leaves uncovered.
                let rest = 1.0 - pixel.coverage;
                pixel.coverage += rest * dark * level * upright;
            }
        }
    }

    /// Interpolates between the centers of four cells.
    fn darkness(&self, [x, y]: [f64; 2]) -> f32 {
        let u = (x - self.low[0]) / self.cell - 0.5;
        let v = (y - self.low[1]) / self.cell - 0.5;
        let most = CELLS as f64 - 1.0;
        if !(u >= 0.0 && v >= 0.0 && u < most && v < most) {
            return 0.0;
        }
        let (column, row) = (u as usize, v as usize);
        let (right, down) = ((u - u.floor()) as f32, (v - v.floor()) as f32);
        let at = |column: usize, row: usize| {
            self.map.get(row * CELLS + column).copied().unwrap_or(0.0)
        };
        let upper =
            at(column, row) * (1.0 - right) + at(column + 1, row) * right;
        let lower = at(column, row + 1) * (1.0 - right)
            + at(column + 1, row + 1) * right;
        upper * (1.0 - down) + lower * down
    }
}

/// Fades the shadow towards the edge of the picture, so that it does not look
/// cut off.
fn fade(at: f64, size: usize) -> f32 {
    let size = size as f64;
    let share = (at.min(size - at) / (EDGE * size)).clamp(0.0, 1.0);
    (share * share * (3.0 - 2.0 * share)) as f32
}

/// The cells of a triangle's box along an axis, of which these are the corners.
fn span([p, q, r]: [f64; 3]) -> std::ops::Range<usize> {
    let low = (p.min(q).min(r) - 0.5).ceil().max(0.0) as usize;
    let high = (p.max(q).max(r) + 0.5).floor().max(0.0) as usize;
    low..high.min(CELLS)
}

/// Number of cells in the box of a triangle.
fn tests([a, b, c]: [[f64; 3]; 3]) -> u64 {
    let (columns, rows) = (span([a[0], b[0], c[0]]), span([a[1], b[1], c[1]]));
    columns.len() as u64 * rows.len() as u64
}

/// Lowers the cells whose centers a triangle covers.
fn lower(heights: &mut [f32], [a, b, c]: [[f64; 3]; 3]) {
    let double = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if double == 0.0 {
        return;
    }
    for row in span([a[1], b[1], c[1]]) {
        for column in span([a[0], b[0], c[0]]) {
            let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
            let weight = |p: [f64; 3], q: [f64; 3]| {
                ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]))
                    / double
            };
            let (u, v, w) = (weight(b, c), weight(c, a), weight(a, b));
            if u < 0.0 || v < 0.0 || w < 0.0 {
                continue;
            }
            let height = (u * a[2] + v * b[2] + w * c[2]) as f32;
            if let Some(cell) = heights.get_mut(row * CELLS + column) {
                *cell = cell.min(height);
            }
        }
    }
}

/// The mean over squares of `2 radius + 1` cells, along rows and then columns.
/// Applied three times, it is close to a Gaussian blur.
fn blurred(map: Vec<f32>, radius: usize) -> Vec<f32> {
    let across = along(&map, radius, |line, at| line * CELLS + at);
    along(&across, radius, |line, at| at * CELLS + line)
}

fn along(
    map: &[f32],
    radius: usize,
    index: impl Fn(usize, usize) -> usize,
) -> Vec<f32> {
    let mut out = vec![0.0; map.len()];
    let wide = (2 * radius + 1) as f32;
    for line in 0..CELLS {
        let value = |at: usize| {
            if at >= CELLS {
                return 0.0;
            }
            map.get(index(line, at)).copied().unwrap_or(0.0)
        };
        let mut sum: f32 = (0..radius).map(value).sum();
        for at in 0..CELLS {
            sum += value(at + radius);
            if let Some(slot) = out.get_mut(index(line, at)) {
                *slot = sum.max(0.0) / wide;
            }
            sum -= at.checked_sub(radius).map_or(0.0, value);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tall_stack_of_layers_stays_within_the_bound() {
        let corners = [[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]];
        let mut mesh = Mesh::default();
        for layer in 0..20_000u32 {
            let height = 0.05 * layer as f32;
            let first = 3 * layer;
            mesh.positions.extend(corners.map(|[x, y]| [x, y, height]));
            mesh.triangles.push([first, first + 1, first + 2]);
        }
        let side = 0.1 * (1.0 + 2.0 * ROOM);
        let low = 0.5 * (0.1 - side);
        let ground = Ground {
            map: Vec::new(),
            low: [low; 2],
            cell: side / CELLS as f64,
            height: 0.0,
        };
        // The box of each layer has 97.6 cells along a side: 98 or 99 of them.
        let stride = ground.stride(&mesh, 1);
        assert!((10..=11).contains(&stride), "{stride}");
        assert_eq!(ground.stride(&mesh, 20), 1);
    }
}
