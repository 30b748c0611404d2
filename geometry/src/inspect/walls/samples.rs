//! The points at which walls are measured, and their thickness.

use super::MOST_MM;
use super::ball::{Ball, Point};
use super::bvh::{Bvh, Facet};
use super::vector::{V, add, dot, scale};

/// Points beyond one a triangle, spread over large triangles by area.
const EXTRA: f64 = 8192.0;

/// Points along a side of a triangle.
const MAX_ROWS: u32 = 64;

/// Above this many triangles, neighbors share points.
const MANY: usize = 50_000;

/// Neighbors share a point when the cosine between their normals is at least
/// this: 25 degrees.
const SAME_WAY: f32 = 0.9;

/// Triangles between two checkpoints: about 10 ms.
const BETWEEN: usize = 16_384;

/// The wall behind one point, or behind a triangle that shares a point.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// In the mesh that was measured.
    pub triangle: u32,
    pub at: V,
    /// Infinite when it is more than is measured.
    pub thickness: f32,
    pub area: f32,
    /// Of the triangle's area.
    pub share: f32,
}

/// Samples the triangles below number `own`; the others close holes, and are
/// no walls. `total` is the area; `covered` marks the triangles, if any, that
/// may lie inside another body.
pub fn samples(
    bvh: &Bvh,
    own: u32,
    total: f64,
    covered: &[bool],
) -> Vec<Sample> {
    let facets = bvh.facets();
    let per_point = (total / EXTRA) as f32;
    let shared = facets.len().div_ceil(MANY).max(1);
    let mut found = Vec::with_capacity(facets.len() + EXTRA as usize);
    let mut probe = Probe { bvh, recent: Recent::default(), covered };
    for (at, group) in facets.chunks(shared).enumerate() {
        if at % BETWEEN == 0 {
            crate::checkpoint();
        }
        let first = found.len();
        for facet in group.iter().filter(|facet| facet.number < own) {
            let known = found.get(first..).unwrap_or_default();
            match alike(known, group, facet) {
                Some(thickness) => found.push(Sample {
                    triangle: facet.number,
                    at: point_in(facet, [1.0 / 3.0; 3]),
                    thickness,
                    area: facet.area,
                    share: 1.0,
                }),
                None => sample(facet, per_point, &mut probe, &mut found),
            }
        }
    }
    found
}

/// The thickness at a triangle of the group that faces the same way.
fn alike(known: &[Sample], group: &[Facet], facet: &Facet) -> Option<f32> {
    let same = |sample: &&Sample| {
        group.iter().any(|other| {
            other.number == sample.triangle
                && dot(other.normal, facet.normal) >= SAME_WAY
        })
    };
    known.iter().find(same).map(|sample| sample.thickness)
}

/// Samples one triangle: the centers of `rows` x `rows` equal parts.
fn sample(
    facet: &Facet,
    per_point: f32,
    probe: &mut Probe,
    found: &mut Vec<Sample>,
) {
    let wanted = (facet.area / per_point).sqrt();
    let rows = (wanted.round() as u32).clamp(1, MAX_ROWS);
    let parts = (rows * rows) as f32;
    let mut add = |u: f32, v: f32| {
        let (u, v) = (u / (3 * rows) as f32, v / (3 * rows) as f32);
        let at = point_in(facet, [1.0 - u - v, u, v]);
        found.push(Sample {
            triangle: facet.number,
            at,
            thickness: probe.thickness(facet, at),
            area: facet.area / parts,
            share: 1.0 / parts,
        });
    };
    for row in 0..rows {
        for column in 0..rows - row {
            let (u, v) = ((3 * column) as f32, (3 * row) as f32);
            add(u + 1.0, v + 1.0);
            // The part that stands on its tip.
            if column + row + 1 < rows {
                add(u + 2.0, v + 2.0);
            }
        }
    }
}

fn point_in(facet: &Facet, [u, v, w]: [f32; 3]) -> V {
    let [a, b, c] = facet.corners;
    add(scale(a, u), add(scale(b, v), scale(c, w)))
}

/// What was opposite the last points. Along the curve, the two sides of a thin
/// wall take turns: of eight points, some face the same way as the next.
#[derive(Default)]
struct Recent {
    seen: [(V, Option<u32>); 8],
    next: usize,
}

impl Recent {
    /// A facet that may be opposite a point of this normal.
    fn likely(&self, normal: V) -> u32 {
        let mut best = (0.0, u32::MAX);
        for &(other, opposite) in &self.seen {
            let cosine = dot(other, normal);
            if cosine > best.0 {
                best = (cosine, opposite.unwrap_or(u32::MAX));
            }
        }
        best.1
    }

    fn note(&mut self, normal: V, opposite: u32) {
        if let Some(slot) = self.seen.get_mut(self.next) {
            *slot = (normal, Some(opposite));
        }
        self.next = (self.next + 1) % self.seen.len();
    }
}

/// Measures one point after the other.
struct Probe<'a> {
    bvh: &'a Bvh,
    recent: Recent,
    covered: &'a [bool],
}

impl Probe<'_> {
    /// Infinite where there is no wall, or a thick one. Where bodies overlap,
    /// surface inside another body is none of the part's.
    fn thickness(&mut self, facet: &Facet, at: V) -> f32 {
        let point = Point { at, normal: facet.normal };
        let likely = self.recent.likely(point.normal);
        let Some(ball) = self.bvh.ball(point, MOST_MM as f32, likely) else {
            return f32::INFINITY;
        };
        self.recent.note(point.normal, ball.opposite);
        let suspect = self.covered.get(facet.number as usize);
        if suspect == Some(&true) && self.is_inside(point, ball) {
            return f32::INFINITY;
        }
        ball.diameter
    }

    /// Whether another body covers the wall at the point or opposite.
    fn is_inside(&self, point: Point, ball: Ball) -> bool {
        let opposite = self.bvh.contact(point, ball);
        self.bvh.covered(point)
            || opposite.is_some_and(|contact| self.bvh.covered(contact))
    }
}
