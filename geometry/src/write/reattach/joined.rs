//! Vertices of the source that the nearby weld merged into others. Their
//! targets are found by distance, so that triangles along repaired seams keep
//! their materials.

use std::collections::BTreeMap;

use crate::mesh::Bounds;
use crate::parse::glb::materials::Materials;
use crate::vector::{dot, sub, to_f64};
use crate::weld::Welder;
use crate::weld::nearby::TOLERANCE;

/// Maximum number of pairs that are compared. Ordinary files need a few per
/// merged vertex.
const MAX_PAIRS: u64 = 50_000_000;

/// Ids of merged vertices, and the ids they were merged into.
#[derive(Default)]
pub struct Joined(BTreeMap<u32, u32>);

impl Joined {
    /// Finds the merged vertices. `welder` contains `before` under ids below
    /// `known`.
    pub fn find(
        materials: &Materials,
        before: &[[f32; 3]],
        known: u32,
        welder: &mut Welder,
    ) -> Joined {
        let mut gone = BTreeMap::new();
        for &position in materials.parts.iter().flat_map(|part| &part.positions)
        {
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
            bounds.include(to_f64(position));
        }
        let tolerance = bounds.longest() * TOLERANCE;
        let size = bounds.size();
        let long = |&axis: &usize| size.get(axis) == Some(&bounds.longest());
        let axis = (0..3).find(long).unwrap_or(0);
        let along = |p: [f32; 3]| to_f64(p).get(axis).copied().unwrap_or(0.0);
        let mut kept: Vec<(f64, [f32; 3])> =
            before.iter().map(|&p| (along(p), p)).collect();
        kept.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut budget = MAX_PAIRS;
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
                let apart = sub(to_f64(other), to_f64(position));
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

    /// Returns the id of a vertex after the merge.
    pub fn id(&self, id: u32) -> u32 {
        self.0.get(&id).copied().unwrap_or(id)
    }
}
