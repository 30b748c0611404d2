//! Draws triangles into pixels of four samples, each of which holds the nearest
//! triangle.

use super::camera::{Camera, Projected, twice_area};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::{
    Lanes, Mask, above, at_least, both, product, select, select_number, splat,
    sum,
};
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
    /// Pixels in rows from the top.
    pixels: Vec<Samples>,
}

/// What the samples of a pixel show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Samples {
    /// 1 / depth, 1/mm; 0 where there is nothing.
    pub inverses: Lanes,
    /// The triangle, or the number of triangles plus that of a marked edge;
    /// without meaning where there is nothing.
    pub numbers: [u32; SAMPLES],
}

/// The pixels with samples that a triangle may cover: the first column and row,
/// and those after the last.
#[derive(Debug, Clone, Copy)]
struct Window {
    left: u16,
    right: u16,
    top: u16,
    bottom: u16,
}

/// A quantity that is linear in the picture: its values in the samples of the
/// first pixel of a window, and how it changes from pixel to pixel.
struct Plane {
    first: Lanes,
    across: f32,
    down: f32,
}

impl Raster {
    pub fn new(size: usize) -> Raster {
        let pixels = vec![Samples::default(); size * size];
        Raster { size, points: Vec::new(), pixels }
    }

    /// The pixels in rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Samples]> {
        self.pixels.chunks(self.size)
    }

    /// The corners of a drawn triangle.
    pub fn corners(&self, triangle: [u32; 3]) -> [Projected; 3] {
        triangle.map(|vertex| {
            self.points.get(vertex as usize).copied().unwrap_or_default()
        })
    }

    /// Draws the triangles that face the viewer, or one of so many.
    pub fn triangles(&mut self, surface: &Surface, camera: &Camera) {
        let mesh = &surface.mesh;
        self.points = (0..mesh.positions.len() as u32)
            .map(|vertex| camera.project(mesh.at(vertex)))
            .collect();
        let mut shown: Vec<(u32, Window)> = Vec::new();
        let mut tests = 0;
        for (&triangle, number) in mesh.triangles.iter().zip(0u32..) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let corners = self.corners(triangle);
            let clockwise = twice_area(corners) > 0.0;
            let outside = clockwise == surface.is_inwards(number);
            if outside || !surface.closed {
                let window = self.window(corners);
                if window.pixels() > 0 {
                    tests += window.pixels();
                    shown.push((number, window));
                }
            }
        }
        let every = stride_for(tests, MAX_TESTS);
        let mut left = BETWEEN;
        for &(number, window) in shown.iter().step_by(every) {
            left -= 1;
            if left == 0 {
                crate::checkpoint();
                left = BETWEEN;
            }
            let triangle = mesh.triangles.get(number as usize);
            if let Some(&triangle) = triangle {
                self.triangle(self.corners(triangle), window, number);
            }
        }
    }

    #[inline]
    fn window(&self, [a, b, c]: [Projected; 3]) -> Window {
        let (left, right) = span([a.x, b.x, c.x], self.size);
        let (top, bottom) = span([a.y, b.y, c.y], self.size);
        Window { left, right, top, bottom }
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
            for half in [[p, q, r], [p, r, s]] {
                let window = self.window(half);
                tests += window.pixels();
                if tests > MAX_TESTS {
                    return;
                }
                self.triangle(half, window, number);
            }
        }
    }

    /// Draws one triangle, seen from either side.
    fn triangle(
        &mut self,
        [a, b, c]: [Projected; 3],
        window: Window,
        number: u32,
    ) {
        let double = twice_area([a, b, c]);
        if double == 0.0 || !double.is_finite() {
            return;
        }
        let (b, c) = if double > 0.0 { (b, c) } else { (c, b) };
        let Window { left, right, top, bottom } = window;
        let over = 1.0 / double.abs();
        let corner = (f32::from(left), f32::from(top));
        let u = Plane::of([b, c], corner, over);
        let v = Plane::of([c, a], corner, over);
        let w = Plane::of([a, b], corner, over);
        let depth = Plane::mean([(&u, a), (&v, b), (&w, c)]);
        let columns = usize::from(left)..usize::from(right);
        let rows = self.pixels.chunks_mut(self.size).skip(usize::from(top));
        for (row, down) in rows.zip(0..bottom.saturating_sub(top)) {
            let down = f32::from(down);
            let (u_row, v_row, w_row) = (u.row(down), v.row(down), w.row(down));
            let depth_row = depth.row(down);
            let pixels = row.get_mut(columns.clone()).unwrap_or_default();
            for (samples, step) in pixels.iter_mut().zip(0u16..) {
                let step = f32::from(step);
                let inside = both(
                    at_least(u.at(u_row, step), SLACK),
                    both(
                        at_least(v.at(v_row, step), SLACK),
                        at_least(w.at(w_row, step), SLACK),
                    ),
                );
                samples.put(inside, depth.at(depth_row, step), number);
            }
        }
    }
}

impl Samples {
    /// Shows a triangle in the samples of a mask that it is closest to.
    // Without branches, so that the four samples are one operation.
    #[inline]
    fn put(&mut self, inside: Mask, inverses: Lanes, number: u32) {
        let shows = both(inside, above(inverses, self.inverses));
        self.inverses = select(shows, inverses, self.inverses);
        self.numbers = select_number(shows, number, self.numbers);
    }
}

impl Window {
    #[inline]
    fn pixels(&self) -> u64 {
        let wide = self.right.saturating_sub(self.left);
        let high = self.bottom.saturating_sub(self.top);
        u64::from(wide) * u64::from(high)
    }
}

impl Plane {
    /// The weight of the corner across from an edge. `corner`: the upper left
    /// one of the first pixel; `over`: 1 over twice the area.
    #[inline]
    fn of([p, q]: [Projected; 2], corner: (f32, f32), over: f32) -> Plane {
        let (x, y) = ((q.x - p.x) * over, (q.y - p.y) * over);
        let right = sum(ACROSS, splat(corner.0 - p.x));
        let below = sum(DOWN, splat(corner.1 - p.y));
        let first = sum(product(below, splat(x)), product(right, splat(-y)));
        Plane { first, across: -y, down: x }
    }

    /// 1 / depth, by that of the corners.
    #[inline]
    fn mean(corners: [(&Plane, Projected); 3]) -> Plane {
        let mut mean = Plane { first: splat(0.0), across: 0.0, down: 0.0 };
        for (weight, Projected { inverse, .. }) in corners {
            let own = product(weight.first, splat(inverse));
            mean.first = sum(mean.first, own);
            mean.across += weight.across * inverse;
            mean.down += weight.down * inverse;
        }
        mean
    }

    /// The values in the first pixel of a row.
    #[inline]
    fn row(&self, down: f32) -> Lanes {
        sum(self.first, splat(down * self.down))
    }

    /// The values at a pixel of a row.
    #[inline]
    fn at(&self, row: Lanes, step: f32) -> Lanes {
        sum(row, splat(step * self.across))
    }
}

/// The pixels along one axis with samples that a triangle may cover: the first,
/// and the one after the last.
#[inline]
fn span([p, q, r]: [f32; 3], size: usize) -> (u16, u16) {
    let last = size as f32 - 1.0;
    let low = max(0.0, min(p, min(q, r)) - LAST);
    let high = min(last, max(p, max(q, r)) - FIRST);
    if low > high {
        return (0, 0);
    }
    // Not `ceil`, which is a function call where there is no SSE 4.
    let down = low as u16;
    let first = down + u16::from(f32::from(down) < low);
    (first, high as u16 + 1)
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
