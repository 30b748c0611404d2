//! Draws triangles into a grid of samples, each of which holds the nearest one.

use super::camera::{Camera, Projected};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::vector::{add, scale, sub};

/// No triangle.
pub const NONE: u32 = u32::MAX;

/// Half the width of a marked edge, pixels of the picture.
const EDGE_PX: f32 = 1.1;

/// Marked edges are drawn closer by this share of the model's radius, so that
/// adjacent triangles do not cover them.
const EDGE_LIFT: f64 = 0.004;

/// Triangles between two checkpoints.
const BETWEEN: u32 = 4096;

/// Maximum number of samples tested for triangles, and again for marked edges:
/// under a second in WASM, and ten times what a part with many walls takes.
const MAX_TESTS: u64 = 200_000_000;

#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// 1 / depth, 1/mm; 0 where there is nothing.
    pub inverse: f32,
    /// Number of a triangle, or the number of triangles plus that of a marked
    /// edge.
    pub number: u32,
}

pub struct Raster {
    /// Pixels along a side.
    pub size: usize,
    /// Samples along a side of a pixel.
    pub fine: usize,
    samples: Vec<Sample>,
}

impl Raster {
    pub fn new(size: usize, fine: usize) -> Raster {
        let side = size * fine;
        let empty = Sample { inverse: 0.0, number: NONE };
        Raster { size, fine, samples: vec![empty; side * side] }
    }

    /// A row of samples.
    pub fn row(&self, row: usize) -> &[Sample] {
        let side = self.size * self.fine;
        self.samples.get(row * side..(row + 1) * side).unwrap_or_default()
    }

    /// Draws every n-th triangle and returns n.
    pub fn triangles(&mut self, surface: &Surface, camera: &Camera) -> usize {
        let mesh = &surface.mesh;
        let points: Vec<Projected> = (0..mesh.positions.len() as u32)
            .map(|vertex| self.sampled(camera.project(mesh.at(vertex))))
            .collect();
        let corners = |triangle: [u32; 3]| {
            triangle.map(|vertex| {
                points.get(vertex as usize).copied().unwrap_or_default()
            })
        };
        let tests = mesh.triangles.iter().map(|&own| self.tests(corners(own)));
        let every = stride_for(tests.sum(), MAX_TESTS);
        let numbered = mesh.triangles.iter().zip(0u32..);
        for (&triangle, number) in numbered.step_by(every) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            self.triangle(corners(triangle), number);
        }
        every
    }

    /// Number of samples in the box of a triangle.
    fn tests(&self, [a, b, c]: [Projected; 3]) -> u64 {
        let side = self.size * self.fine;
        let (left, right) = span([a.x, b.x, c.x], side);
        let (top, bottom) = span([a.y, b.y, c.y], side);
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
                self.sampled(camera.project(add(at, closer)))
            });
            let wide = EDGE_PX * self.fine as f32;
            let (x, y) = (b.x - a.x, b.y - a.y);
            let long = (x * x + y * y).sqrt();
            // Longer by half the width at each end, so that bands meet at
            // corners.
            let (x, y) = match long > 1e-3 {
                true => (wide * x / long, wide * y / long),
                false => (wide, 0.0),
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

    fn sampled(&self, p: Projected) -> Projected {
        let fine = self.fine as f32;
        Projected { x: p.x * fine, y: p.y * fine, inverse: p.inverse }
    }

    /// Draws one triangle, seen from either side.
    fn triangle(&mut self, [a, b, c]: [Projected; 3], number: u32) {
        let side = self.size * self.fine;
        let double = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if double == 0.0 || !double.is_finite() {
            return;
        }
        let (b, c) = if double > 0.0 { (b, c) } else { (c, b) };
        let (left, right) = span([a.x, b.x, c.x], side);
        let (top, bottom) = span([a.y, b.y, c.y], side);
        if left >= right || top >= bottom {
            return;
        }
        let over = 1.0 / double.abs();
        // Weight of each corner: `at` at the first sample, and its steps.
        let weight = |p: Projected, q: Projected| {
            let (x, y) = (left as f32 + 0.5, top as f32 + 0.5);
            let at = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
            [at * over, -(q.y - p.y) * over, (q.x - p.x) * over]
        };
        let [u0, ux, uy] = weight(b, c);
        let [v0, vx, vy] = weight(c, a);
        let [w0, wx, wy] = weight(a, b);
        // Shared edges may be drawn twice, but never left out.
        let slack = -1e-5;
        for row in top..bottom {
            let down = (row - top) as f32;
            let start = row * side;
            let samples = self.samples.get_mut(start + left..start + right);
            let (u, v, w) = (u0 + down * uy, v0 + down * vy, w0 + down * wy);
            for (sample, step) in
                samples.unwrap_or_default().iter_mut().zip(0u32..)
            {
                let across = step as f32;
                let (u, v, w) =
                    (u + across * ux, v + across * vx, w + across * wx);
                if u < slack || v < slack || w < slack {
                    continue;
                }
                let inverse = u * a.inverse + v * b.inverse + w * c.inverse;
                if inverse > sample.inverse {
                    *sample = Sample { inverse, number };
                }
            }
        }
    }
}

/// The samples along one axis that a triangle may cover: the first, and the one
/// after the last.
#[inline]
fn span([p, q, r]: [f32; 3], side: usize) -> (usize, usize) {
    let low = (p.min(q).min(r) - 0.5).ceil().max(0.0) as usize;
    let high = (p.max(q).max(r) - 0.5).floor() + 1.0;
    (low, (high.max(0.0) as usize).min(side))
}

/// The n for which drawing every n-th triangle takes at most `max` tests. A
/// surface that covers the picture hundreds of times shows nothing anyway.
fn stride_for(tests: u64, max: u64) -> usize {
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
