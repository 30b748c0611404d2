//! The points at which walls are measured, and their thickness.

use super::MAX_MM;
use super::ball::{Ball, Nearby, Point};
use super::bvh::Bvh;
use super::facet::{Facet, V, facing};
use crate::exposure::parts;
use crate::vector::{add, dot, scale, sub};

/// Number of points, in addition to one per triangle, that are spread over
/// large triangles by area.
const EXTRA: f64 = 8192.0;

/// Maximum number of points along a side of a triangle.
const MAX_ROWS: u32 = 64;

/// Number of triangles above which neighbors share points, if their distance is
/// at most the diagonal of a square with 1/50,000 of the surface.
const MANY: usize = 50_000;

/// Minimum cosine between the normals of triangles that share a point (25
/// degrees).
const SAME_WAY: f32 = 0.9;

/// Maximum squared sine of the angle between the surface and the line through
/// two triangles that share a point. Excludes the wall behind.
const MAX_BEHIND: f32 = 0.1;

/// Maximum wall at the point of a triangle at an edge of 60 degrees, as a share
/// of its radius. The point is at most half of the radius away from the edge,
/// and the wall there is 1.155 times that distance.
const NEAR_EDGE: f32 = 0.6;

/// Number of points that are searched together.
const PACK: usize = 8;

/// Number of triangles between two checkpoints, about 10 ms.
const BETWEEN: usize = 16_384;

/// Thickness of the wall at one point, or at a triangle that shares a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Index of the triangle in the measured mesh.
    pub triangle: u32,
    pub at: V,
    /// Infinite when the wall is thicker than the measured range.
    pub thickness: f32,
    pub area: f32,
}

/// Samples the triangles with an index below `own`; the others close holes and
/// are not walls. `total` is the area. Also returns the indexes of triangles
/// that are thin relative to their size, so they may be at a sharp edge.
pub fn samples(bvh: &Bvh, own: u32, total: f64) -> (Vec<Sample>, Vec<u32>) {
    let facets = bvh.facets();
    let shared = facets.len().div_ceil(MANY).max(1);
    let mut sampler = Sampler {
        per_point: (total / EXTRA) as f32,
        spot: if facets.len() > MANY {
            (2.0 * total / MANY as f64) as f32
        } else {
            0.0
        },
        probe: Probe::new(bvh),
        leads: Vec::new(),
        of_lead: Vec::new(),
        found: Vec::with_capacity(facets.len() + EXTRA as usize),
        near_edges: Vec::new(),
    };
    let mut since = 0;
    let mut done = 0;
    let sides = facets.chunk_by(|a, b| facing(a.normal) == facing(b.normal));
    for pack in sides.flat_map(|side| side.chunks(PACK * shared)) {
        since += pack.len();
        if since >= BETWEEN {
            crate::checkpoint();
            since = 0;
        }
        if bvh.budget.allows(done, facets.len()) {
            sampler.pack(pack, own);
        }
        done += pack.len();
        sampler.probe.done = done;
    }
    (sampler.found, sampler.near_edges)
}

struct Sampler<'a> {
    /// Area per point, mm2.
    per_point: f32,
    /// Squared distance within which triangles may share a point; 0 for none.
    spot: f32,
    probe: Probe<'a>,
    /// For the current pack: the triangles that have points, and for each
    /// triangle the index of its point among them, if it has exactly one.
    leads: Vec<Facet>,
    of_lead: Vec<Option<usize>>,
    found: Vec<Sample>,
    near_edges: Vec<u32>,
}

impl Sampler<'_> {
    /// Samples triangles that are close together and face the same way.
    fn pack(&mut self, pack: &[Facet], own: u32) {
        self.leads.clear();
        self.of_lead.clear();
        for facet in pack {
            let lead = self.lead(facet, own);
            self.of_lead.push(lead);
        }
        let thicknesses = self.probe.thicknesses(&self.leads);
        for (facet, lead) in pack.iter().zip(&self.of_lead) {
            let known = self.found.len();
            let wall = lead.and_then(|lead| thicknesses.get(lead).copied());
            match wall {
                Some(thickness) => self.found.push(Sample {
                    triangle: facet.number,
                    at: facet.center,
                    thickness,
                    area: facet.area,
                }),
                None if facet.number < own => {
                    let rows = self.rows(facet);
                    sample(facet, rows, &mut self.probe, &mut self.found);
                }
                None => {}
            }
            let own = self.found.get(known..).unwrap_or_default();
            let reach = NEAR_EDGE * facet.radius;
            if own.iter().any(|s| s.thickness.min(MAX_MM as f32) <= reach) {
                self.near_edges.push(facet.number);
            }
        }
    }

    /// Returns the index of the lead whose point the triangle shares, or of the
    /// triangle itself as a lead. `None` if it has more than one point or is
    /// not sampled.
    fn lead(&mut self, facet: &Facet, own: u32) -> Option<usize> {
        if facet.number >= own || self.rows(facet) > 1 {
            return None;
        }
        let beside = |lead: &Facet| {
            let apart = sub(facet.center, lead.center);
            let square = dot(apart, apart);
            let behind = dot(apart, lead.normal);
            square < self.spot
                && behind * behind <= MAX_BEHIND * square
                && dot(lead.normal, facet.normal) >= SAME_WAY
        };
        let known = self.leads.iter().position(beside);
        known.or_else(|| {
            self.leads.push(*facet);
            Some(self.leads.len() - 1)
        })
    }

    /// Returns the number of points along a side of a triangle.
    fn rows(&self, facet: &Facet) -> u32 {
        let wanted = (facet.area / self.per_point).sqrt();
        (wanted.round() as u32).clamp(1, MAX_ROWS)
    }
}

/// Samples one triangle at the centers of `rows` x `rows` equal parts.
fn sample(
    facet: &Facet,
    rows: u32,
    probe: &mut Probe,
    found: &mut Vec<Sample>,
) {
    let count = (rows * rows) as f32;
    probe.nearby.clear();
    for [u, v] in parts(rows) {
        if !probe.bvh.budget.allows(probe.done, probe.bvh.facets().len()) {
            return;
        }
        let whole = (3 * rows) as f32;
        let (u, v) = (u as f32 / whole, v as f32 / whole);
        let at = point_in(facet, [1.0 - u - v, u, v]);
        found.push(Sample {
            triangle: facet.number,
            at,
            thickness: probe.thickness(facet, at),
            area: facet.area / count,
        });
    }
}

fn point_in(facet: &Facet, [u, v, w]: [f32; 3]) -> V {
    let [a, b, c] = facet.corners;
    add(scale(a, u), add(scale(b, v), scale(c, w)))
}

/// Measures points in sequence.
pub struct Probe<'a> {
    bvh: &'a Bvh,
    /// Ball of the previous point, which is usually a neighbor.
    last: Option<Ball>,
    nearby: Nearby,
    /// Number of triangles in earlier packs.
    done: usize,
}

impl<'a> Probe<'a> {
    pub fn new(bvh: &'a Bvh) -> Probe<'a> {
        Probe { bvh, last: None, nearby: Nearby::new(), done: 0 }
    }

    /// Returns the thickness at the center of each of some triangles that are
    /// close together.
    fn thicknesses(&mut self, facets: &[Facet]) -> Vec<f32> {
        let points = facets
            .iter()
            .map(|facet| Point { at: facet.center, normal: facet.normal });
        self.nearby.find(self.bvh, points, MAX_MM as f32, self.last);
        let walls =
            facets.iter().map(|facet| self.thickness(facet, facet.center));
        walls.collect()
    }

    /// Returns the thickness at a point; infinite where there is no wall or a
    /// thick one.
    pub fn thickness(&mut self, facet: &Facet, at: V) -> f32 {
        let point = Point { at, normal: facet.normal };
        let max = MAX_MM as f32;
        self.last = self.bvh.ball(point, max, self.last, &self.nearby);
        self.last.map_or(f32::INFINITY, |ball| ball.diameter)
    }
}
