//! Order of the triangles in the hierarchy: by the direction that they face,
//! then along a Morton curve (Lauterbach et al., "Fast BVH Construction on
//! GPUs", 2009).

use super::facet::{Facet, facing};
use super::quad::Cover;
use crate::vector;

/// Number of bits of a Morton code. The facet's index is in the bits below it.
const CODE_BITS: u32 = 30;
const NUMBER_BITS: u32 = 31;

/// Sorts facets by the direction that they face and the Morton code of their
/// centers.
pub fn sorted(facets: Vec<Facet>) -> Vec<Facet> {
    let Cover { low, high, .. } = Cover::of_facets(&facets);
    let [sx, sy, sz] = vector::sub(high, low);
    let longest = sx.max(sy).max(sz).max(f32::MIN_POSITIVE);
    // All axes have the same scale, so that cells are cubes.
    let cells = 1023.0 / longest;
    let numbered = facets.iter().zip(0u64..);
    let keys = numbered.map(|(facet, at)| {
        let [x, y, z] = vector::sub(facet.center, low)
            .map(|v| (v * cells).clamp(0.0, 1023.0) as u32);
        let code = spread(x) << 2 | spread(y) << 1 | spread(z);
        let key = facing(facet.normal) << CODE_BITS | u64::from(code);
        key << NUMBER_BITS | at
    });
    let mut keyed: Vec<u64> = keys.collect();
    crate::checkpoint();
    keyed.sort_unstable();
    const NUMBER: u64 = (1 << NUMBER_BITS) - 1;
    let sorted = keyed
        .into_iter()
        .filter_map(|key| facets.get((key & NUMBER) as usize).copied());
    sorted.collect()
}

/// Inserts two zero bits between the ten bits of a number.
fn spread(v: u32) -> u32 {
    let v = (v | v << 16) & 0x0300_00ff;
    let v = (v | v << 8) & 0x0300_f00f;
    let v = (v | v << 4) & 0x030c_30c3;
    (v | v << 2) & 0x0924_9249
}
