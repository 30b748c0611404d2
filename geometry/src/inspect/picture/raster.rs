//! Draws triangles into pixels of four samples, each of which holds the nearest
//! triangle.

use super::camera::{Camera, Projected, twice_area};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::Lanes;
use crate::vector::{add, max, min, scale, sub};

/// Number of samples in a pixel.
pub const SAMPLES: usize = 4;

/// Where the samples lie in a pixel: no two of them in the same row or column,
/// so that edges which are almost level or upright have four shades.
pub const ACROSS: Lanes = [0.375, 0.875, 0.125, 0.625];
pub const DOWN: Lanes = [0.125, 0.375, 0.625, 0.875];

/// The first and the last of these.
const FIRST: f32 = 0.125;
const LAST: f32 = 0.875;

/// Half the width of a marked edge, pixels.
const EDGE_PX: f32 = 1.1;

/// Marked edges are drawn closer by this share of the model's radius, so that
/// adjacent triangles do not cover them.
const EDGE_LIFT: f64 = 0.004;

/// Triangles between two checkpoints.
const BETWEEN: u32 = 4096;

/// Maximum number of pixels tested for triangles, and again for marked edges:
/// under a second in WASM, and ten times what a part with many walls takes.
const MAX_TESTS: u64 = 50_000_000;

/// Weights below zero by less are those of points on the edge: pixels on shared
/// edges may be drawn twice, but are never left out.
const SLACK: f32 = -1e-5;

pub struct Raster {
    /// Pixels along a side.
    pub size: usize,
    /// Vertices of the surface as projected.
    points: Vec<Projected>,
    /// 1 / depth in each sample, 1/mm; 0 where there is nothing.
    inverses: Vec<[f32; SAMPLES]>,
    /// The triangle in each sample, or the number of triangles plus that of a
    /// marked edge; without meaning where there is nothing.
    numbers: Vec<[u32; SAMPLES]>,
}

/// The weight of a corner in the samples of the first pixel of a triangle's
/// box, and how it changes from pixel to pixel.
struct Weight {
    first: Lanes,
    across: f32,
    down: f32,
}

impl Raster {
    pub fn new(size: usize) -> Raster {
        let pixels = size * size;
        Raster {
            size,
            points: Vec::new(),
            inverses: vec![[0.0; SAMPLES]; pixels],
            numbers: vec![[0; SAMPLES]; pixels],
        }
    }

    /// The samples of each pixel, in rows from the top: 1 / depth, and number.
    pub fn pixels(
        &self,
    ) -> impl Iterator<Item = (&[f32; SAMPLES], &[u32; SAMPLES])> {
        self.inverses.iter().zip(&self.numbers)
    }

    /// The corners of a drawn triangle.
    pub fn corners(&self, triangle: [u32; 3]) -> [Projected; 3] {
        triangle.map(|vertex| {
            self.points.get(vertex as usize).copied().unwrap_or_default()
        })
    }

    /// Draws every n-th triangle and returns n.
    pub fn triangles(&mut self, surface: &Surface, camera: &Camera) -> usize {
        let mesh = &surface.mesh;
        self.points = (0..mesh.positions.len() as u32)
            .map(|vertex| camera.project(mesh.at(vertex)))
            .collect();
        let all = &mesh.triangles;
        let tests = all.iter().map(|&own| self.tests(self.corners(own)));
        let every = stride_for(tests.sum(), MAX_TESTS);
        for (&triangle, number) in all.iter().zip(0u32..).step_by(every) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let corners = self.corners(triangle);
            let clockwise = twice_area(corners) > 0.0;
            let outside = clockwise == surface.is_inwards(number);
            if outside || !surface.closed {
                self.triangle(corners, number);
            }
        }
        every
    }

    /// Number of pixels in the box of a triangle.
    fn tests(&self, [a, b, c]: [Projected; 3]) -> u64 {
        let (left, right) = span([a.x, b.x, c.x], self.size);
        let (top, bottom) = span([a.y, b.y, c.y], self.size);
        right.saturating_sub(left) as u64 * bottom.saturating_sub(top) as u64
    }

    /// Draws marked edges as bands of constant width.
    pub fn edges(
        &mut self,
        surface: &Surface,
        camera: &Camera,
        edges: &[BadEdge],
    ) {
        let mesh = &surface.mesh;
        let lift = EDGE_LIFT * camera.radius / camera.distance;
        let first = mesh.triangles.len() as u32;
        let mut tests = 0;
        for (edge, number) in edges.iter().zip(first..) {
            if (number - first).is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let [a, b] = edge.ends.map(|vertex| {
                let at = mesh.at(vertex);
                let closer = scale(sub(camera.eye(), at), lift);
                camera.project(add(at, closer))
            });
            let (x, y) = (b.x - a.x, b.y - a.y);
            let long = (x * x + y * y).sqrt();
            // Longer by half the width at each end, so that bands meet at
            // corners.
            let (x, y) = match long > 1e-3 {
                true => (EDGE_PX * x / long, EDGE_PX * y / long),
                false => (EDGE_PX, 0.0),
            };
            let at = |p: Projected, along: f32, across: f32| Projected {
                x: p.x + along * x - across * y,
                y: p.y + along * y + across * x,
                inverse: p.inverse,
            };
            let corners = [
                at(a, -1.0, -1.0),
                at(a, -1.0, 1.0),
                at(b, 1.0, 1.0),
                at(b, 1.0, -1.0),
            ];
            let [p, q, r, s] = corners;
            tests += self.tests([p, q, r]) + self.tests([p, r, s]);
            if tests > MAX_TESTS {
                return;
            }
            self.triangle([p, q, r], number);
            self.triangle([p, r, s], number);
        }
    }

    /// Draws one triangle, seen from either side.
    fn triangle(&mut self, [a, b, c]: [Projected; 3], number: u32) {
        let double = twice_area([a, b, c]);
        if double == 0.0 || !double.is_finite() {
            return;
        }
        let (b, c) = if double > 0.0 { (b, c) } else { (c, b) };
        let (left, right) = span([a.x, b.x, c.x], self.size);
        let (top, bottom) = span([a.y, b.y, c.y], self.size);
        if left >= right || top >= bottom {
            return;
        }
        let over = 1.0 / double.abs();
        let corner = (left as f32, top as f32);
        let u = Weight::of([b, c], corner, over);
        let v = Weight::of([c, a], corner, over);
        let w = Weight::of([a, b], corner, over);
        for row in top..bottom {
            let down = (row - top) as f32;
            let (u_row, v_row, w_row) = (u.row(down), v.row(down), w.row(down));
            let pixels = row * self.size + left..row * self.size + right;
            let inverses = self.inverses.get_mut(pixels.clone());
            let numbers = self.numbers.get_mut(pixels);
            let pixels = inverses.unwrap_or_default().iter_mut();
            let pixels = pixels.zip(numbers.unwrap_or_default());
            for ((inverses, numbers), step) in pixels.zip(0u32..) {
                let step = step as f32;
                let weights = u_row.iter().zip(&v_row).zip(&w_row);
                let samples = inverses.iter_mut().zip(numbers);
                for (((u0, v0), w0), (inverse, owner)) in weights.zip(samples) {
                    let u = u0 + step * u.across;
                    let v = v0 + step * v.across;
                    let w = w0 + step * w.across;
                    let own = u * a.inverse + v * b.inverse + w * c.inverse;
                    // Without branches, so that the four samples are one
                    // operation.
                    let shows = (u >= SLACK)
                        & (v >= SLACK)
                        & (w >= SLACK)
                        & (own > *inverse);
                    *inverse = if shows { own } else { *inverse };
                    *owner = if shows { number } else { *owner };
                }
            }
        }
    }
}

impl Weight {
    /// The weight of the corner across from an edge. `corner`: the upper left
    /// one of the first pixel; `over`: 1 over twice the area.
    fn of([p, q]: [Projected; 2], corner: (f32, f32), over: f32) -> Weight {
        let (x, y) = (q.x - p.x, q.y - p.y);
        let mut first = [0.0; SAMPLES];
        for ((slot, across), down) in first.iter_mut().zip(ACROSS).zip(DOWN) {
            let right = corner.0 + across - p.x;
            let below = corner.1 + down - p.y;
            *slot = (x * below - y * right) * over;
        }
        Weight { first, across: -y * over, down: x * over }
    }

    /// The weight in the first pixel of a row.
    #[inline]
    fn row(&self, down: f32) -> Lanes {
        self.first.map(|first| first + down * self.down)
    }
}

/// The pixels along one axis with samples that a triangle may cover: the first,
/// and the one after the last.
#[inline]
fn span([p, q, r]: [f32; 3], size: usize) -> (usize, usize) {
    let low = (min(p, min(q, r)) - LAST).ceil();
    let high = (max(p, max(q, r)) - FIRST).floor() + 1.0;
    // Casts of negative numbers give 0.
    (low as usize, (high as usize).min(size))
}

/// The n for which drawing every n-th triangle takes at most `max` tests. A
/// surface that covers the picture hundreds of times shows nothing anyway.
pub fn stride_for(tests: u64, max: u64) -> usize {
    tests.div_ceil(max).max(1) as usize
}

#[cfg(test)]
mod tests {
    use super::stride_for;

    #[test]
    fn the_tests_that_are_left_stay_within_the_bound() {
        assert_eq!(stride_for(0, 10), 1);
        assert_eq!(stride_for(10, 10), 1);
        assert_eq!(stride_for(11, 10), 2);
        assert_eq!(stride_for(1000, 10), 100);
    }
}
