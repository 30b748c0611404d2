//! Cuts a face into triangles that keep its orientation. Any triangulation of a
//! ring is closed if its neighbors are, so only the shape can be wrong: a fan
//! at a concave corner covers area outside the face.
//!
//! Quads are cut along the better diagonal. Faces for which a fan is correct,
//! which includes every convex face, are cut into a fan. Other faces are cut by
//! ear clipping, which is quadratic and has a budget for the whole file. Faces
//! that cross themselves become a plain fan.

use crate::ParseError;
use crate::mesh::Mesh;
use crate::repair::holes::clip;
use crate::vector::{Vec3, add, cross, dot, sub, to_f64};

/// Maximum number of corner tests per file: a fifth of a second.
const STEPS: u64 = 30_000_000;

pub struct Cutter<'a> {
    positions: &'a [[f32; 3]],
    steps: u64,
}

impl<'a> Cutter<'a> {
    pub fn new(positions: &'a [[f32; 3]]) -> Cutter<'a> {
        Cutter { positions, steps: STEPS }
    }

    /// Calls `visit` with the n - 2 triangles of a ring of n corners.
    pub fn cut(
        &mut self,
        ring: &[u32],
        mut visit: impl FnMut([u32; 3]) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        match *ring {
            [a, b, c] => visit([a, b, c]),
            [a, b, c, d] if !self.fan_fits(ring) => {
                let turned = [b, c, d, a];
                if self.fan_fits(&turned) {
                    fan(&turned, visit)
                } else {
                    fan(&[a, b, c, d], visit)
                }
            }
            _ if ring.len() < 5 || self.fan_fits(ring) => fan(ring, visit),
            _ => match self.clip(ring) {
                Some(ears) => ears.into_iter().try_for_each(visit),
                None => fan(ring, visit),
            },
        }
    }

    fn at(&self, corner: u32) -> Vec3 {
        to_f64(self.positions.get(corner as usize).copied().unwrap_or_default())
    }

    /// Returns whether every triangle of the fan faces the same way as the
    /// whole ring.
    fn fan_fits(&self, ring: &[u32]) -> bool {
        let [hub, rim @ ..] = ring else { return true };
        let origin = self.at(*hub);
        let pairs = || {
            rim.windows(2).filter_map(|pair| match *pair {
                [b, c] => Some((sub(self.at(b), origin), self.at(c))),
                _ => None,
            })
        };
        let facets = || pairs().map(|(b, c)| cross(b, sub(c, origin)));
        let whole = facets().fold([0.0; 3], add);
        facets().all(|facet| dot(facet, whole) > 0.0)
    }

    fn clip(&mut self, ring: &[u32]) -> Option<Vec<[u32; 3]>> {
        let positions = ring
            .iter()
            .map(|&v| self.positions.get(v as usize).copied())
            .collect::<Option<Vec<_>>>()?;
        let local: Vec<u32> = (0..ring.len() as u32).collect();
        let flat = Mesh { positions, triangles: Vec::new() };
        let ears = clip::triangulate(&flat, &local, &mut self.steps)?;
        let pick = |i: u32| ring.get(i as usize).copied().unwrap_or_default();
        Some(ears.into_iter().map(|ear| ear.map(pick)).collect())
    }
}

fn fan(
    ring: &[u32],
    mut visit: impl FnMut([u32; 3]) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let Some((&hub, rim)) = ring.split_first() else { return Ok(()) };
    rim.windows(2).try_for_each(|pair| match *pair {
        [b, c] => visit([hub, b, c]),
        _ => Ok(()),
    })
}
