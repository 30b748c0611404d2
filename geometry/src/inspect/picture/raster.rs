//! Draws triangles into pixels of four samples, each of which holds how the
//! nearest triangle looks there: its material and its normal.

use super::camera::{Camera, Projected, Seen, twice_area};
use super::colors::Material;
use super::four::{Bits, Four, Where};
use super::normals::{Normals, is_outside};
use super::shade::{coordinates, place};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::Lanes;
use crate::vector::{max, min};

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

/// Room around the vertices for marked edges, pixels.
const ROOM: f32 = 3.0;

/// Triangles between two checkpoints.
const BETWEEN: u32 = 4096;

/// Maximum number of pixels tested for triangles, as often again where only
/// some of them are drawn, and for marked edges: under a second in WASM each,
/// and ten times what a part with many walls takes.
const MAX_TESTS: u64 = 50_000_000;

/// Weights below zero by less are those of points on the edge: pixels on shared
/// edges may be drawn twice, but are never left out.
const SLACK: f32 = -1e-5;

/// Bits of a look above which its material is; below them is the place of its
/// normal in the table of lights.
const MATERIAL_BIT: u32 = 16;

pub struct Raster {
    /// Pixels along a side of the picture.
    pub size: usize,
    /// The pixels that are drawn into: there is nothing in the others.
    frame: Window,
    /// Those of the frame, in rows from the top.
    pixels: Vec<Samples>,
}

/// What the samples of a pixel show.
#[derive(Debug, Clone, Copy)]
pub struct Samples {
    inverses: Four,
    looks: Bits,
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

/// Whether normals, in coordinates of the table of lights, send about the same
/// light to the viewer.
#[inline]
fn are_alike([p, q, r]: [[f32; 2]; 3]) -> bool {
    const ALIKE: f32 = 2.0;
    let wide = |a: f32, b: f32, c: f32| max(a, max(b, c)) - min(a, min(b, c));
    wide(p[0], q[0], r[0]) <= ALIKE && wide(p[1], q[1], r[1]) <= ALIKE
}

/// A triangle that may be visible.
#[derive(Clone, Copy)]
struct Shown {
    number: u32,
    triangle: [u32; 3],
    corners: [Projected; 3],
    /// Whether it is seen from outside.
    outside: bool,
    window: Window,
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
    first: Four,
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
    /// For a picture of `size` pixels per side that shows these vertices.
    pub fn of(seen: &Seen, size: usize) -> Raster {
        let span = |axis: usize| {
            let ends = seen.low.get(axis).zip(seen.high.get(axis));
            let (&low, &high) = ends.unwrap_or((&0.0, &0.0));
            // Casts of negative numbers give 0.
            let first = (low - ROOM) as u16;
            let end = (high + ROOM) as usize + 1;
            (first, end.min(size) as u16)
        };
        let ((left, right), (top, bottom)) = (span(0), span(1));
        let frame = Window { left, right, top, bottom };
        let pixels = vec![Samples::empty(); frame.pixels() as usize];
        Raster { size, frame, pixels }
    }

    /// The number of the first column, and the pixels from there on, of a row
    /// of the picture; none where there is nothing.
    pub fn row(&self, row: usize) -> (usize, &[Samples]) {
        let first = self.place(0, row);
        let pixels = first.and_then(|first| {
            self.pixels.get(first..first + self.frame.wide())
        });
        (usize::from(self.frame.left), pixels.unwrap_or_default())
    }

    pub fn pixel(&self, column: usize, row: usize) -> Samples {
        let column = column.checked_sub(usize::from(self.frame.left));
        let column = column.filter(|&column| column < self.frame.wide());
        let place = column.and_then(|column| self.place(column, row));
        let pixel = place.and_then(|place| self.pixels.get(place));
        pixel.copied().unwrap_or_else(Samples::empty)
    }

    /// Where a pixel is. The column is one of the frame, the row one of the
    /// picture.
    #[inline]
    fn place(&self, column: usize, row: usize) -> Option<usize> {
        let row = row.checked_sub(usize::from(self.frame.top))?;
        Some(row * self.frame.wide() + column)
    }

    /// Draws the triangles that face the viewer, or one of so many.
    pub fn triangles(&mut self, scene: &Scene) {
        let mut tests = 0;
        // Nearly always, all of them are within the bound.
        self.each(scene, |raster, shown| {
            tests += shown.window.pixels();
            if tests <= MAX_TESTS {
                raster.face(scene, shown);
            }
        });
        let every = stride_for(tests, MAX_TESTS);
        if every == 1 {
            return;
        }
        self.pixels.fill(Samples::empty());
        let mut at = 0;
        self.each(scene, |raster, shown| {
            if at % every == 0 {
                raster.face(scene, shown);
            }
            at += 1;
        });
    }

    /// Calls a function with each triangle that faces the viewer and may cover
    /// a sample, in order.
    #[inline]
    fn each(
        &mut self,
        scene: &Scene,
        mut draw: impl FnMut(&mut Raster, Shown),
    ) {
        let Scene { surface, seen, .. } = scene;
        let triangles = surface.mesh.triangles.iter();
        for (&triangle, number) in triangles.zip(0u32..) {
            if number.is_multiple_of(BETWEEN) {
                crate::checkpoint();
            }
            let corners = seen.points(triangle);
            let outside = is_outside(surface, number, corners);
            if surface.closed && !outside {
                continue;
            }
            let window = self.window(corners);
            if window.pixels() > 0 {
                let own = Shown { number, triangle, corners, outside, window };
                draw(self, own);
            }
        }
    }

    /// Draws a triangle of the surface.
    #[inline]
    fn face(&mut self, scene: &Scene, shown: Shown) {
        let Shown { number, triangle, corners, outside, window } = shown;
        let own = match outside {
            true => Material::PART,
            false => Material::INSIDE,
        };
        let flags = scene.flags.get(number as usize).copied();
        let material = flags.and_then(Material::of_flags).unwrap_or(own);
        let normals = scene.normals.corners(number, triangle, outside);
        match window.is_small() && are_alike(normals) {
            true => self.small(corners, normals, material, window),
            false => self.triangle(corners, normals, material, window),
        }
    }

    #[inline]
    fn window(&self, [a, b, c]: [Projected; 3]) -> Window {
        let (left, right) = span([a.x, b.x, c.x], self.size);
        let (top, bottom) = span([a.y, b.y, c.y], self.size);
        let frame = &self.frame;
        Window {
            left: left.max(frame.left),
            right: right.min(frame.right),
            top: top.max(frame.top),
            bottom: bottom.min(frame.bottom),
        }
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

    /// Draws a triangle of a few pixels, in the mean of its normals: what it
    /// takes is mostly what is done once for a triangle.
    #[inline]
    fn small(
        &mut self,
        [a, b, c]: [Projected; 3],
        [p, q, r]: [[f32; 2]; 3],
        material: Material,
        window: Window,
    ) {
        let double = twice_area([a, b, c]);
        if double == 0.0 || !double.is_finite() {
            return;
        }
        const THIRD: f32 = 1.0 / 3.0;
        let mean = [(p[0] + q[0] + r[0]) * THIRD, (p[1] + q[1] + r[1]) * THIRD];
        let look = look_of(material, place(mean));
        let Window { left, right, top, bottom } = window;
        let over = 1.0 / double;
        let corner = (f32::from(left), f32::from(top));
        let v = Plane::of([c, a], corner, over);
        let w = Plane::of([a, b], corner, over);
        // The weights of the corners add up to 1.
        let depth = {
            let (by_v, by_w) = (b.inverse - a.inverse, c.inverse - a.inverse);
            let own_v = v.first.times(Four::splat(by_v));
            let own_w = w.first.times(Four::splat(by_w));
            let first = Four::splat(a.inverse).plus(own_v.plus(own_w));
            Plane {
                first,
                across: v.across * by_v + w.across * by_w,
                down: v.down * by_v + w.down * by_w,
            }
        };
        let look = Bits::splat(look);
        let (least, most) = (Four::splat(SLACK), Four::splat(1.0 - SLACK));
        let across = [v.across, w.across, depth.across].map(Four::splat);
        let down = [v.down, w.down, depth.down].map(Four::splat);
        let mut at_row = [v.first, w.first, depth.first];
        let line = self.frame.wide();
        let column = usize::from(left.saturating_sub(self.frame.left));
        let first = self.place(column, usize::from(top));
        let mut first = first.unwrap_or_default();
        let wide = usize::from(right.saturating_sub(left));
        for _ in top..bottom {
            let row = self.pixels.get_mut(first..first + wide);
            let mut at = at_row;
            for samples in row.unwrap_or_default() {
                let [v, w, depth] = at;
                let inside = most.at_least(v.plus(w));
                let inside = inside.and(v.at_least(least));
                let inside = inside.and(w.at_least(least));
                samples.put(inside, depth, look);
                at = next(at, across);
            }
            at_row = next(at_row, down);
            first += line;
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
        let least = Four::splat(SLACK);
        let frame = self.frame;
        let column = |at: u16| usize::from(at.saturating_sub(frame.left));
        let columns = column(left)..column(right);
        let above = usize::from(top.saturating_sub(frame.top));
        let rows = self.pixels.chunks_mut(frame.wide().max(1)).skip(above);
        for (row, down) in rows.zip(0..bottom.saturating_sub(top)) {
            let down = f32::from(down);
            let (u_row, v_row, w_row) = (u.row(down), v.row(down), w.row(down));
            let depth_row = depth.row(down);
            let pixels = row.get_mut(columns.clone()).unwrap_or_default();
            for (samples, step) in pixels.iter_mut().zip(0u16..) {
                let step = f32::from(step);
                let inside = u.at(u_row, step).at_least(least);
                let inside = inside.and(v.at(v_row, step).at_least(least));
                let inside = inside.and(w.at(w_row, step).at_least(least));
                if !inside.any() {
                    continue;
                }
                let normal = [s.at(step, down), t.at(step, down)];
                let look = Bits::splat(look_of(material, place(normal)));
                samples.put(inside, depth.at(depth_row, step), look);
            }
        }
    }
}

/// What is reached by a step.
#[inline]
fn next(at: [Four; 3], step: [Four; 3]) -> [Four; 3] {
    let ([a, b, c], [x, y, z]) = (at, step);
    [a.plus(x), b.plus(y), c.plus(z)]
}

impl Samples {
    fn empty() -> Samples {
        Samples { inverses: Four::splat(0.0), looks: Bits::splat(0) }
    }

    /// 1 / depth; 0 where there is nothing.
    #[inline]
    pub fn inverses(&self) -> Lanes {
        self.inverses.lanes()
    }

    /// Without meaning where there is nothing.
    #[inline]
    pub fn looks(&self) -> [u32; SAMPLES] {
        self.looks.lanes()
    }

    /// Shows a triangle in the samples of a mask that it is closest to.
    // Without branches, so that the four samples are one operation.
    #[inline]
    fn put(&mut self, inside: Where, inverses: Four, look: Bits) {
        let shows = inside.and(inverses.above(self.inverses));
        self.inverses = shows.choose(inverses, self.inverses);
        self.looks = shows.choose_bits(look, self.looks);
    }
}

impl Window {
    /// Whether it is a few pixels wide and high.
    #[inline]
    fn is_small(&self) -> bool {
        const SMALL: u16 = 8;
        let Window { left, right, top, bottom } = *self;
        right.saturating_sub(left) <= SMALL
            && bottom.saturating_sub(top) <= SMALL
    }

    #[inline]
    fn wide(&self) -> usize {
        usize::from(self.right.saturating_sub(self.left))
    }

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
        let right = Four::of(ACROSS).plus(Four::splat(corner.0 - p.x));
        let below = Four::of(DOWN).plus(Four::splat(corner.1 - p.y));
        let by_y = right.times(Four::splat(-y));
        let first = below.times(Four::splat(x)).plus(by_y);
        Plane { first, across: -y, down: x }
    }

    /// A quantity by its values at the corners.
    #[inline]
    fn mean([u, v, w]: &[Plane; 3], [a, b, c]: [f32; 3]) -> Plane {
        let times = |plane: &Plane, by: f32| plane.first.times(Four::splat(by));
        let first = times(u, a).plus(times(v, b).plus(times(w, c)));
        let across = u.across * a + (v.across * b + w.across * c);
        let down = u.down * a + (v.down * b + w.down * c);
        Plane { first, across, down }
    }

    /// The value at the center of the first pixel.
    #[inline]
    fn center(&self) -> f32 {
        let ([first, ..], [right, ..], [below, ..]) =
            (self.first.lanes(), ACROSS, DOWN);
        first + (0.5 - right) * self.across + (0.5 - below) * self.down
    }

    /// The values in the first pixel of a row.
    #[inline]
    fn row(&self, down: f32) -> Four {
        self.first.plus(Four::splat(down * self.down))
    }

    /// The values at a pixel of a row.
    #[inline]
    fn at(&self, row: Four, step: f32) -> Four {
        row.plus(Four::splat(step * self.across))
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
