//! Draws triangles into pixels of four samples, each of which holds how the
//! nearest triangle looks there: its material and its normal.

mod plane;
mod samples;
mod window;

pub use samples::Samples;
pub use window::stride_for;

use plane::{Plane, Slope};
use window::Window;

use super::camera::{Camera, Projected, Seen, twice_area};
use super::colors::Material;
use super::four::{Bits, Four};
use super::normals::{Normals, is_outside};
use super::shade::{coordinates, place};
use crate::inspect::faults::BadEdge;
use crate::inspect::surface::Surface;
use crate::lanes::Lanes;

/// Number of samples in a pixel.
pub const SAMPLES: usize = 4;

/// Positions of the samples in a pixel: no two in the same row or column, so
/// that nearly horizontal or vertical edges have four shades.
pub const ACROSS: Lanes = [0.375, 0.875, 0.125, 0.625];
pub const DOWN: Lanes = [0.125, 0.375, 0.625, 0.875];

/// Half the width of a marked edge, pixels.
const EDGE_PX: f32 = 1.1;

/// Marked edges are drawn closer by this share of the model's radius, so that
/// adjacent triangles do not cover them.
const EDGE_LIFT: f64 = 0.004;

/// Margin around the vertices for marked edges, pixels.
const ROOM: f32 = 3.0;

/// Triangles between two checkpoints.
const BETWEEN: u32 = 4096;

/// Maximum number of pixels tested for triangles, as often again where only
/// some of them are drawn, and for marked edges: under a second in WASM each,
/// and ten times what a part with many walls takes.
const MAX_TESTS: u64 = 50_000_000;

/// Weights this close to zero belong to points on the edge: pixels on shared
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
    /// Pixels of the frame, in rows from the top.
    pixels: Vec<Samples>,
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

/// The subject of the picture.
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
fn are_alike(normals: [[f32; 2]; 3]) -> bool {
    const ALIKE: f32 = 2.0;
    let [p, q, r] = normals.map(|[s, t]| Four::of([s, t, 0.0, 0.0]));
    let (low, high) = (p.min(q.min(r)), p.max(q.max(r)));
    low.plus(Four::splat(ALIKE)).at_least(high).all()
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
            let window = self.frame.of(corners);
            if window.pixels() > 0 {
                let corners = corners.map(Projected::of);
                let own = Shown { number, triangle, corners, outside, window };
                draw(self, own);
            }
        }
    }

    /// Draws a triangle of the surface.
    #[inline]
    fn face(&mut self, scene: &Scene, shown: Shown) {
        let Shown { number, triangle, corners, outside, window } = shown;
        let own = if outside { Material::PART } else { Material::INSIDE };
        let flags = scene.flags.get(number as usize).copied();
        let material = flags.and_then(Material::of_flags).unwrap_or(own);
        let normals = scene.normals.corners(number, triangle, outside);
        if window.is_small() && are_alike(normals) {
            self.small(corners, normals, material, window)
        } else {
            self.triangle(corners, normals, material, window)
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
            let (x, y) = if long > 1e-3 {
                (EDGE_PX * x / long, EDGE_PX * y / long)
            } else {
                (EDGE_PX, 0.0)
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
                let window = self.frame.of(half.map(Projected::four));
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

/// Pixels that a step reaches.
#[inline]
fn next(at: [Four; 3], step: [Four; 3]) -> [Four; 3] {
    let ([a, b, c], [x, y, z]) = (at, step);
    [a.plus(x), b.plus(y), c.plus(z)]
}
