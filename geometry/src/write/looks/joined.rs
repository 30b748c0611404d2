//! Vertices of the file that the nearby weld joined to others: where they
//! went is found again by distance, so that triangles along mended seams keep
//! their look.

use std::collections::BTreeMap;

use crate::mesh::Bounds;
use crate::parse::glb::look::Look;
use crate::vector::{dot, sub, wide};
use crate::weld::Welder;
use crate::weld::nearby::TOLERANCE;

/// Pairs compared at most; honest files need a few for each vertex that went.
const PAIRS: u64 = 50_000_000;

/// Ids of vertices that went, and of those that they went to.
#[derive(Default)]
pub struct Joined(BTreeMap<u32, u32>);

impl Joined {
    /// `welder` holds `before`, in ids below `known`.
    pub fn find(
        look: &Look,
        before: &[[f32; 3]],
        known: u32,
        welder: &mut Welder,
    ) -> Joined {
        let mut gone = BTreeMap::new();
        for &position in look.parts.iter().flat_map(|part| &part.positions) {
            if let Some(id) = welder.insert(position)
                && id >= known
            {
                gone.insert(id, position);
            }
        }
        if gone.is_empty() {
            return Joined::default();
        }
        let mut bounds = Bounds::EMPTY;
        for &position in before {
            bounds.include(wide(position));
        }
        let tolerance = bounds.longest() * TOLERANCE;
        let size = bounds.size();
        let long = |&axis: &usize| size.get(axis) == Some(&bounds.longest());
        let axis = (0..3).find(long).unwrap_or(0);
        let along = |p: [f32; 3]| wide(p).get(axis).copied().unwrap_or(0.0);
        let mut kept: Vec<(f64, [f32; 3])> =
            before.iter().map(|&p| (along(p), p)).collect();
        kept.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut budget = PAIRS;
        let mut joined = BTreeMap::new();
        for (id, position) in gone {
            let from = kept
                .partition_point(|(at, _)| *at < along(position) - tolerance);
            let mut nearest = (tolerance * tolerance, None);
            for &(at, other) in kept.iter().skip(from) {
                if at > along(position) + tolerance || budget == 0 {
                    break;
                }
                budget -= 1;
                let apart = sub(wide(other), wide(position));
                let far = dot(apart, apart);
                if far <= nearest.0 {
                    nearest = (far, Some(other));
                }
            }
            if let Some(to) = nearest.1.and_then(|to| welder.insert(to)) {
                joined.insert(id, to);
            }
        }
        Joined(joined)
    }

    /// Where a vertex is now.
    pub fn id(&self, id: u32) -> u32 {
        self.0.get(&id).copied().unwrap_or(id)
    }
}
