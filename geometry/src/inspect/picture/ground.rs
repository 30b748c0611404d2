//! A soft shadow on the ground below the model: its blurred outline from below,
//! darker where the model is close to the ground.

use std::ops::Range;

use super::camera::Camera;
use super::four::Four;
use super::raster::stride_for;
use crate::inspect::surface::Surface;
use crate::lanes::Lanes;
use crate::mesh::{Bounds, Mesh};
use crate::vector::{self, add, max, scale};

/// Cells along a side of the map.
const CELLS: usize = 96;

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
const NEAR: usize = 1;
const FAR: usize = 5;

pub struct Ground {
    /// Darkness of each cell, 0 to 1.
    map: Vec<f32>,
    low: [f64; 2],
    /// Cells per mm.
    over: f64,
    height: f64,
    /// How much is left of the shadow in each column and row of the picture.
    fades: Vec<f32>,
}

impl Ground {
    pub fn under(surface: &Surface, camera: &Camera, size: usize) -> Ground {
        let mesh = &surface.mesh;
        let bounds = mesh.bounds().filter(|_| !camera.from_below);
        let Some(Bounds { min, max }) = bounds else {
            return Ground {
                map: Vec::new(),
                low: [0.0; 2],
                over: 1.0,
                height: 0.0,
                fades: Vec::new(),
            };
        };
        let longest = (max[0] - min[0]).max(max[1] - min[1]).max(1e-9);
        let side = longest * (1.0 + 2.0 * ROOM);
        let over = CELLS as f64 / side;
        let low =
            [0.5 * (min[0] + max[0] - side), 0.5 * (min[1] + max[1] - side)];
        let (map, height) = (Vec::new(), min[2]);
        let fades = (0..size).map(|pixel| fade(pixel, size)).collect();
        let mut ground = Ground { map, low, over, height, fades };
        let heights = ground.heights(surface);
        let over = 1.0 / (FADE * longest);
        let far = heights.iter().map(|&height| {
            let above = f64::from(height) - min[2];
            if !above.is_finite() {
                return 0.0;
            }
            // exp(-1) is about a third.
            libm::exp(-above * over) as f32
        });
        let far: Vec<f32> = far.collect();
        // Fades five times as fast.
        let near = far.iter().map(|&v| v * v * v * v * v).collect();
        let near = blurred(blurred(near, NEAR), NEAR);
        let far = blurred(blurred(blurred(far, FAR), FAR), FAR);
        let both = near.iter().zip(far);
        ground.map = both.map(|(near, far)| 0.5 * near + 0.5 * far).collect();
        ground
    }

    /// The lowest point of the model over each cell.
    fn heights(&self, surface: &Surface) -> Vec<f32> {
        let mut heights = vec![f32::INFINITY; CELLS * CELLS];
        let mesh = &surface.mesh;
        let places = self.places(mesh);
        let corners = |triangle: [u32; 3]| {
            triangle.map(|vertex| {
                let place = places.get(vertex as usize).copied();
                place.unwrap_or(Four::splat(0.0))
            })
        };
        let mut drawn: Vec<(u32, Window)> = Vec::new();
        let mut tests = 0;
        for (&triangle, number) in mesh.triangles.iter().zip(0u32..) {
            if number.is_multiple_of(4096) {
                crate::checkpoint();
            }
            let corners = corners(triangle);
            let upwards = twice_area(corners.map(Four::lanes)) > 0.0;
            if surface.closed && upwards != surface.is_inwards(number) {
                // Something below it closes the surface.
                continue;
            }
            let window = Window::of(corners);
            if window.cells() > 0 {
                tests += window.cells();
                drawn.push((number, window));
            }
        }
        let every = stride_for(tests, MAX_TESTS);
        for (at, (number, window)) in drawn.iter().step_by(every).enumerate() {
            if at % 1024 == 0 {
                crate::checkpoint();
            }
            let triangle = mesh.triangles.get(*number as usize);
            if let Some(&triangle) = triangle {
                let corners = corners(triangle).map(Four::lanes);
                lower(&mut heights, corners, window);
            }
        }
        heights
    }

    /// The vertices: column, row, and height in mm.
    fn places(&self, mesh: &Mesh) -> Vec<Four> {
        let Ground { low, over, .. } = self;
        let places = mesh.positions.iter().map(|&[x, y, z]| {
            let column = (f64::from(x) - low[0]) * over;
            let row = (f64::from(y) - low[1]) * over;
            Four::of([column as f32, row as f32, z, 0.0])
        });
        places.collect()
    }

    /// A row of pixels.
    pub fn row(&self, row: usize, camera: &Camera) -> Row<'_> {
        let rays = camera.rays();
        let first = add(rays.first, scale(rays.down, row as f64));
        let level = self.fades.get(row).copied().unwrap_or_default();
        // The part stands on the ground and is seen from above.
        if self.map.is_empty() || first[2] >= 0.0 {
            let nowhere = [[0.0; 2]; 2];
            return Row { ground: self, level, at: nowhere, columns: 0..0 };
        }
        let eye = camera.eye();
        // Rows are parallel to the ground.
        let reach = (self.height - eye[2]) / first[2];
        let line = |eye: f64, low: f64, first: f64, across: f64| {
            let at = (eye - low + reach * first) * self.over - 0.5;
            [at as f32, (reach * across * self.over) as f32]
        };
        let u = line(eye[0], self.low[0], first[0], rays.across[0]);
        let v = line(eye[1], self.low[1], first[1], rays.across[1]);
        let all = (0.0, self.fades.len() as f32);
        let (from, to) = meeting(v, meeting(u, all));
        let columns = from as usize..to as usize;
        Row { ground: self, level, at: [u, v], columns }
    }

    /// Interpolates between the centers of four cells.
    #[inline]
    fn darkness(&self, [u, v]: [f32; 2]) -> f32 {
        let most = CELLS as f32 - 1.0;
        if !(u >= 0.0 && v >= 0.0 && u < most && v < most) {
            return 0.0;
        }
        let (column, row) = (u as usize, v as usize);
        let (right, down) = (u - column as f32, v - row as f32);
        let first = row * CELLS + column;
        let pair = |first: usize| match self.map.get(first..first + 2) {
            Some([a, b]) => a + right * (b - a),
            _ => 0.0,
        };
        let (upper, lower) = (pair(first), pair(first + CELLS));
        upper + down * (lower - upper)
    }
}

/// The ground in a row of pixels.
pub struct Row<'a> {
    ground: &'a Ground,
    /// How much is left of the shadow in this row.
    level: f32,
    /// The place on the map of the first pixel, and the step to the next one.
    at: [[f32; 2]; 2],
    /// The pixels that show the map.
    columns: Range<usize>,
}

impl Row<'_> {
    /// The darkness of the ground in a pixel, 0 to 1.
    #[inline]
    pub fn darkness(&self, column: usize) -> f32 {
        if !self.columns.contains(&column) {
            return 0.0;
        }
        let Row { ground, level, at, .. } = self;
        let fade = ground.fades.get(column).copied().unwrap_or_default();
        let column = column as f32;
        let at = at.map(|[first, step]| first + column * step);
        ground.darkness(at) * level * fade
    }
}

/// Returns the columns of the range whose positions are on the map, and one more
/// at each end. `first` is the position of column 0, and `step` the distance
/// between two columns.
fn meeting([first, step]: [f32; 2], (from, to): (f32, f32)) -> (f32, f32) {
    if step == 0.0 {
        return (from, to);
    }
    let [a, b] = [0.0, CELLS as f32].map(|at| (at - first) / step);
    (max(from, vector::min(a, b) - 1.0), vector::min(to, max(a, b) + 1.0))
}

/// Fades the shadow towards the edge of the picture, so that it does not look
/// cut off.
fn fade(pixel: usize, size: usize) -> f32 {
    let (at, size) = (pixel as f64 + 0.5, size as f64);
    let share = (at.min(size - at) / (EDGE * size)).clamp(0.0, 1.0);
    (share * share * (3.0 - 2.0 * share)) as f32
}

/// The cells of a triangle's box: columns and rows.
struct Window {
    columns: Range<u16>,
    rows: Range<u16>,
}

impl Window {
    /// The cells whose centers are between corners.
    // Compares all ends together: engines compile the choice of a number as a
    // branch, and branches on corners are hard to predict.
    #[inline]
    fn of([a, b, c]: [Four; 3]) -> Window {
        let low = a.min(b.min(c)).plus(Four::splat(-0.5));
        let high = a.max(b.max(c)).plus(Four::splat(0.5));
        let [left, top, ..] = low.ceil().whole().lanes();
        let [right, bottom, ..] = high.whole().lanes();
        let most = CELLS as u32;
        let range = |from: u32, to: u32| from as u16..to.min(most) as u16;
        Window { columns: range(left, right), rows: range(top, bottom) }
    }

    fn cells(&self) -> u64 {
        self.columns.len() as u64 * self.rows.len() as u64
    }
}

/// Twice the area from above; positive where a triangle faces upwards.
#[inline]
fn twice_area([a, b, c]: [Lanes; 3]) -> f32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Lowers the cells whose centers a triangle covers.
fn lower(heights: &mut [f32], corners: [Lanes; 3], window: &Window) {
    let [a, b, c] = corners;
    let double = twice_area(corners);
    if double == 0.0 {
        return;
    }
    let over = 1.0 / double;
    for row in window.rows.clone() {
        for column in window.columns.clone() {
            let (x, y) = (f32::from(column) + 0.5, f32::from(row) + 0.5);
            let weight = |p: Lanes, q: Lanes| {
                ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) * over
            };
            let (u, v, w) = (weight(b, c), weight(c, a), weight(a, b));
            if u < 0.0 || v < 0.0 || w < 0.0 {
                continue;
            }
            let height = u * a[2] + v * b[2] + w * c[2];
            let at = usize::from(row) * CELLS + usize::from(column);
            if let Some(cell) = heights.get_mut(at) {
                *cell = vector::min(*cell, height);
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
    use crate::inspect::surface_of;
    use crate::model::Model;
    use crate::units::{Unit, UnitSource, Up};

    #[test]
    fn a_tall_stack_of_layers_stays_within_the_bound() {
        let corners = [[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]];
        let mut mesh = Mesh::default();
        for layer in 0..20_000u32 {
            let height = 0.05 * (19_999 - layer) as f32;
            let first = 3 * layer;
            mesh.positions.extend(corners.map(|[x, y]| [x, y, height]));
            mesh.triangles.push([first, first + 1, first + 2]);
        }
        let (unit, unit_source) = (Unit::Millimeter, UnitSource::Default);
        let notes = Vec::new();
        let model = Model { mesh, unit, unit_source, up: Up::Z, notes };
        let surface = surface_of(model, None).unwrap();
        let side = 0.1 * (1.0 + 2.0 * ROOM);
        let low = 0.5 * (0.1 - side);
        let ground = Ground {
            map: Vec::new(),
            low: [low; 2],
            over: CELLS as f64 / side,
            height: 0.0,
            fades: Vec::new(),
        };
        // The box of each layer has 58.5 cells along a side, 58 or 59 of them:
        // one layer of four is drawn, the lowest of them the fourth from below.
        let heights = ground.heights(&surface).into_iter();
        let lowest = heights.reduce(f32::min).unwrap();
        assert!((lowest - 0.15).abs() < 1e-4, "{lowest}");
    }
}
