//! Draws triangles into pixels of four samples, each of which holds how the
//! nearest triangle looks there: its material and its normal.

use super::camera::{Camera, Projected, Seen, twice_area};
use super::colors::Material;
use super::normals::Normals;
use super::shade::{coordinates, place};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::{
    Lanes, Mask, above, at_least, both, product, select, select_number, splat,
    sum,
};
use crate::vector::{max, min, scale};

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

/// Bits of a look above which its material is; below them is the place of its
/// normal in the table of lights.
const MATERIAL_BIT: u32 = 16;

pub struct Raster {
    /// Pixels along a side.
    pub size: usize,
    /// Pixels in rows from the top.
    pixels: Vec<Samples>,
}

/// What the samples of a pixel show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Samples {
    /// 1 / depth; 0 where there is nothing.
    pub inverses: Lanes,
    /// Without meaning where there is nothing.
    pub looks: [u32; SAMPLES],
}

/// A material and the place of a normal in the table of lights.
#[inline]
pub fn look_of(material: Material, place: u32) -> u32 {
    u32::from(material.0) << MATERIAL_BIT | place
}

#[inline]
pub fn material_of(look: u32) -> Material {
    Material((look >> MATERIAL_BIT) as u8)
}

#[inline]
pub fn place_of(look: u32) -> u32 {
    look & ((1 << MATERIAL_BIT) - 1)
}

/// What is drawn.
pub struct Scene<'a> {
    pub surface: &'a Surface,
    pub seen: &'a Seen,
    pub normals: &'a Normals<'a>,
    /// Fault bits of the triangles; empty when faults are not shown.
    pub flags: &'a [u8],
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

/// The same at the centers of the pixels, kept within its values at the
/// corners: the center of a pixel may lie outside of the triangle.
struct Slope {
    first: f32,
    across: f32,
    down: f32,
    low: f32,
    high: f32,
}

impl Raster {
    pub fn new(size: usize) -> Raster {
        let pixels = vec![Samples::default(); size * size];
        Raster { size, pixels }
    }

    /// The pixels in rows from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Samples]> {
        self.pixels.chunks(self.size)
    }

    pub fn pixel(&self, column: usize, row: usize) -> Samples {
        let pixel = self.pixels.get(row * self.size + column);
        pixel.copied().unwrap_or_default()
    }

    /// Draws the triangles that face the viewer, or one of so many.
    pub fn triangles(&mut self, scene: &Scene) {
        let Scene { surface, seen, .. } = scene;
        let mesh = &surface.mesh;
        let mut shown: Vec<(u32, Window)> = Vec::new();
        let mut tests = 0;
        for (&triangle, number) in mesh.triangles.iter().zip(0u32..) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let corners = seen.points(triangle);
            let window = self.window(corners);
            if window.pixels() == 0 {
                continue;
            }
            if !surface.closed || is_outside(surface, number, corners) {
                tests += window.pixels();
                shown.push((number, window));
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
                self.face(scene, number, triangle, window);
            }
        }
    }

    /// Draws a triangle of the surface.
    #[inline]
    fn face(
        &mut self,
        scene: &Scene,
        number: u32,
        triangle: [u32; 3],
        window: Window,
    ) {
        let corners = scene.seen.points(triangle);
        let outside = is_outside(scene.surface, number, corners);
        let own = match outside {
            true => Material::PART,
            false => Material::INSIDE,
        };
        let flags = scene.flags.get(number as usize).copied();
        let material = flags.and_then(Material::of_flags).unwrap_or(own);
        let normals = scene.normals.corners(number, triangle);
        // Towards the viewer.
        let side = if outside { 1.0 } else { -1.0 };
        let normals = normals.map(|normal| coordinates(scale(normal, side)));
        self.triangle(corners, normals, material, window);
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
        let facing = coordinates([0.0, 0.0, 1.0]);
        let mut tests = 0;
        for (edge, number) in edges.iter().zip(0u32..) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let [a, b] = edge
                .ends
                .map(|vertex| camera.project(mesh.at(vertex), EDGE_LIFT));
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
                let material = Material::of_edge(edge.kind);
                self.triangle(half, [facing; 3], material, window);
            }
        }
    }

    /// Draws one triangle, seen from either side. `normals`: at its corners, in
    /// coordinates of the table of lights.
    fn triangle(
        &mut self,
        [a, b, c]: [Projected; 3],
        normals: [[f32; 2]; 3],
        material: Material,
        window: Window,
    ) {
        let double = twice_area([a, b, c]);
        if double == 0.0 || !double.is_finite() {
            return;
        }
        let Window { left, right, top, bottom } = window;
        let over = 1.0 / double;
        let corner = (f32::from(left), f32::from(top));
        let weights = [
            Plane::of([b, c], corner, over),
            Plane::of([c, a], corner, over),
            Plane::of([a, b], corner, over),
        ];
        let inverses = [a, b, c].map(|corner| corner.inverse);
        let depth = Plane::mean(&weights, inverses);
        let s = Slope::mean(&weights, normals.map(|[s, _]| s));
        let t = Slope::mean(&weights, normals.map(|[_, t]| t));
        let [u, v, w] = weights;
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
                let normal = [s.at(step, down), t.at(step, down)];
                let look = look_of(material, place(normal));
                samples.put(inside, depth.at(depth_row, step), look);
            }
        }
    }
}

/// Whether the viewer sees a triangle from outside.
#[inline]
fn is_outside(surface: &Surface, number: u32, corners: [Projected; 3]) -> bool {
    let clockwise = twice_area(corners) > 0.0;
    clockwise == surface.is_inwards(number)
}

impl Samples {
    /// Shows a triangle in the samples of a mask that it is closest to.
    // Without branches, so that the four samples are one operation.
    #[inline]
    fn put(&mut self, inside: Mask, inverses: Lanes, look: u32) {
        let shows = both(inside, above(inverses, self.inverses));
        self.inverses = select(shows, inverses, self.inverses);
        self.looks = select_number(shows, look, self.looks);
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

    /// A quantity by its values at the corners.
    #[inline]
    fn mean([u, v, w]: &[Plane; 3], [a, b, c]: [f32; 3]) -> Plane {
        let first = sum(
            product(u.first, splat(a)),
            sum(product(v.first, splat(b)), product(w.first, splat(c))),
        );
        let across = u.across * a + (v.across * b + w.across * c);
        let down = u.down * a + (v.down * b + w.down * c);
        Plane { first, across, down }
    }

    /// The value at the center of the first pixel.
    #[inline]
    fn center(&self) -> f32 {
        let ([first, ..], [right, ..], [below, ..]) =
            (self.first, ACROSS, DOWN);
        first + (0.5 - right) * self.across + (0.5 - below) * self.down
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

impl Slope {
    /// A quantity by its values at the corners.
    #[inline]
    fn mean([u, v, w]: &[Plane; 3], [a, b, c]: [f32; 3]) -> Slope {
        Slope {
            first: u.center() * a + (v.center() * b + w.center() * c),
            across: u.across * a + (v.across * b + w.across * c),
            down: u.down * a + (v.down * b + w.down * c),
            low: min(a, min(b, c)),
            high: max(a, max(b, c)),
        }
    }

    #[inline]
    fn at(&self, step: f32, down: f32) -> f32 {
        let value = self.first + step * self.across + down * self.down;
        max(self.low, min(self.high, value))
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
