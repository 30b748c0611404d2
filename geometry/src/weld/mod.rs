//! Exact weld: merges vertices with the same bits (-0 equals 0). Every parser
//! welds while reading, so no unindexed mesh is ever in memory.
//!
//! The welder is one open-addressing table of ids in order of first use, 4
//! bytes per slot. Spare high bits contain a part of the hash, so that a
//! position is compared only when it very likely matches. Storing keys next to
//! the ids, 16 bytes per slot, was twice as slow at 1.1 M triangles (33 MB of
//! table exceed cache and TLB), and a standard hash map was slower still. A
//! file that is crafted to collide falls back to an ordered map, so the cost
//! stays n log n.
//!
//! `soup` welds whole runs of triangles and is used for large files.

pub mod nearby;
pub mod soup;

use std::collections::BTreeMap;

/// Maximum number of probes. Below a load of 60 %, only crafted collisions need
/// more.
const MAX_PROBES: usize = 256;

/// Number of slots that are read ahead, so that their cache misses overlap.
const AHEAD: usize = 64;

/// The bits of a position, with -0 replaced by 0, and their hash.
#[derive(Debug, Clone, Copy, Default)]
struct Key {
    /// x in the low half, y in the high half.
    xy: u64,
    /// z in the low half. Two separate words can be read directly after writing
    /// without waiting for the cache.
    z: u64,
    hash: u64,
}

impl Key {
    #[inline]
    fn of(position: [f32; 3]) -> Key {
        let [x, y, z] = position.map(|v| u64::from((v + 0.0).to_bits()));
        let xy = x | y << 32;
        Key { xy, z, hash: hash(xy, z) }
    }

    #[inline]
    fn bits(self) -> [u32; 3] {
        [self.xy as u32, (self.xy >> 32) as u32, self.z as u32]
    }

    fn is_finite(self) -> bool {
        self.bits().iter().all(|&v| f32::from_bits(v).is_finite())
    }

    #[inline]
    fn same(self, other: Key) -> bool {
        self.xy == other.xy && self.z == other.z
    }
}

/// Assigns each distinct position an id in order of first use.
pub struct Welder {
    /// 0 for an empty slot; otherwise id + 1 in as many low bits as the table
    /// needs, and hash bits above.
    slots: Vec<u32>,
    /// Shift that keeps as many hash bits as the table has index bits.
    shift: u32,
    room: usize,
    positions: Vec<[f32; 3]>,
    ordered: Option<BTreeMap<[u32; 3], u32>>,
}

impl Welder {
    /// Creates a table for about `vertices` distinct positions. It grows as
    /// needed.
    pub fn with_capacity(vertices: usize) -> Welder {
        let size = (vertices.max(8) * 2).next_power_of_two();
        Welder {
            slots: vec![0; size],
            shift: 64 - size.trailing_zeros(),
            room: size / 8 * 5,
            positions: Vec::with_capacity(vertices),
            ordered: None,
        }
    }

    /// Returns the id of the position; `None` when a coordinate is NaN or
    /// infinite.
    #[inline]
    pub fn insert(&mut self, position: [f32; 3]) -> Option<u32> {
        self.insert_key(Key::of(position))
    }

    /// Returns the ids of the keys in order. Returns false when a key is not
    /// finite.
    #[must_use]
    fn insert_all(&mut self, keys: &[Key], ids: &mut [u32]) -> bool {
        for (keys, ids) in keys.chunks(AHEAD).zip(ids.chunks_mut(AHEAD)) {
            let mask = self.slots.len().wrapping_sub(1);
            for (key, slot) in keys.iter().zip(&mut *ids) {
                let first = (key.hash >> self.shift) as usize & mask;
                *slot = self.slots.get(first).copied().unwrap_or(0);
            }
            for (&key, id) in keys.iter().zip(ids) {
                // Still valid after a change of the table, because the position
                // is compared.
                let likely = (*id & mask as u32).wrapping_sub(1);
                *id = match self.positions.get(likely as usize) {
                    Some(p) if p.map(f32::to_bits) == key.bits() => likely,
                    _ => match self.insert_key(key) {
                        Some(id) => id,
                        None => return false,
                    },
                };
            }
        }
        true
    }

    #[inline]
    fn insert_key(&mut self, key: Key) -> Option<u32> {
        let mask = self.slots.len().wrapping_sub(1);
        let low = mask as u32;
        let first = (key.hash >> self.shift) as usize;
        for at in first..first + MAX_PROBES {
            let Some(&slot) = self.slots.get(at & mask) else {
                // The ordered map has replaced the table.
                return self.insert_ordered(key);
            };
            if slot == 0 {
                let id = self.positions.len() as u32;
                self.push(key)?;
                if let Some(slot) = self.slots.get_mut(at & mask) {
                    // The table is not full, so id + 1 fits in the low bits.
                    *slot = (key.hash as u32 & !low) | (id + 1);
                }
                if self.positions.len() > self.room {
                    self.grow();
                }
                return Some(id);
            }
            if (slot ^ key.hash as u32) & !low == 0 {
                let id = (slot & low) - 1;
                let there = self.positions.get(id as usize);
                if there.is_some_and(|p| p.map(f32::to_bits) == key.bits()) {
                    return Some(id);
                }
            }
        }
        self.order();
        self.insert_ordered(key)
    }

    /// Returns the distinct positions, by id.
    pub fn finish(self) -> Vec<[f32; 3]> {
        self.positions
    }

    #[inline]
    fn push(&mut self, key: Key) -> Option<()> {
        let position = key.bits().map(f32::from_bits);
        if !position.iter().all(|v| v.is_finite()) {
            return None;
        }
        self.positions.push(position);
        Some(())
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mask = size - 1;
        self.shift -= 1;
        self.room = size / 8 * 5;
        self.slots = vec![0; size];
        for (&position, id) in self.positions.iter().zip(1u32..) {
            let Key { hash, .. } = Key::of(position);
            let first = (hash >> self.shift) as usize;
            let mut probes = first..first + MAX_PROBES;
            let empty = probes.find_map(|at| {
                let at = at & mask;
                (self.slots.get(at) == Some(&0)).then_some(at)
            });
            match empty.and_then(|at| self.slots.get_mut(at)) {
                Some(slot) => *slot = (hash as u32 & !(mask as u32)) | id,
                None => return self.order(),
            }
        }
    }

    /// Replaces the table with an ordered map, which no input can slow down.
    #[cold]
    fn order(&mut self) {
        self.slots = Vec::new();
        self.ordered = Some(
            self.positions
                .iter()
                .zip(0u32..)
                .map(|(p, id)| (p.map(f32::to_bits), id))
                .collect(),
        );
    }

    #[cold]
    fn insert_ordered(&mut self, key: Key) -> Option<u32> {
        let map = self.ordered.get_or_insert_default();
        if let Some(&id) = map.get(&key.bits()) {
            return Some(id);
        }
        let id = self.positions.len() as u32;
        self.push(key)?;
        self.ordered.get_or_insert_default().insert(key.bits(), id);
        Some(id)
    }
}

/// Multiplies and folds. The table uses the top bits, the tags use the low
/// bits.
#[inline]
fn hash(xy: u64, z: u64) -> u64 {
    let mixed = xy.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ z.wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_first_use_and_minus_zero_equals_zero() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([1.0, 2.0, 3.0]), Some(0));
        assert_eq!(welder.insert([0.0, 0.0, 0.0]), Some(1));
        assert_eq!(welder.insert([-0.0, 0.0, -0.0]), Some(1));
        assert_eq!(welder.insert([1.0, 2.0, 3.0]), Some(0));
        assert_eq!(welder.finish(), [[1.0, 2.0, 3.0], [0.0; 3]]);
    }

    #[test]
    fn neighboring_floats_stay_distinct() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([1.0, 0.0, 0.0]), Some(0));
        let next = f32::from_bits(1.0f32.to_bits() + 1);
        assert_eq!(welder.insert([next, 0.0, 0.0]), Some(1));
    }

    #[test]
    fn non_finite_positions_are_refused() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([f32::NAN, 0.0, 0.0]), None);
        assert_eq!(welder.insert([0.0, f32::INFINITY, 0.0]), None);
        assert_eq!(welder.insert([0.0, 0.0, f32::NEG_INFINITY]), None);
    }

    #[test]
    fn a_growing_table_agrees_with_an_ordered_map() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            ((state >> 33) % 40) as f32
        };
        let points: Vec<[f32; 3]> =
            (0..60_000).map(|_| [next(), next(), next()]).collect();
        let mut table = Welder::with_capacity(4);
        let mut ordered = Welder::with_capacity(4);
        ordered.order();
        for &point in &points {
            assert_eq!(table.insert(point), ordered.insert(point));
        }
        assert!(table.ordered.is_none());
        assert_eq!(table.finish(), ordered.finish());
    }

    #[test]
    fn crafted_collisions_fall_back_and_stay_correct() {
        // Keys whose hashes have the same top bits, found by search.
        let mut crafted = Vec::new();
        let mut bits = 0x3f80_0000u32;
        while crafted.len() < 400 {
            let point = [f32::from_bits(bits), 0.0, 0.0];
            if Key::of(point).hash >> 52 == 5 {
                crafted.push(point);
            }
            bits += 1;
        }
        let mut welder = Welder::with_capacity(2048);
        for (&point, id) in crafted.iter().zip(0..) {
            assert_eq!(welder.insert(point), Some(id));
        }
        assert!(welder.ordered.is_some());
        for (&point, id) in crafted.iter().zip(0..) {
            assert_eq!(welder.insert(point), Some(id));
        }
    }
}
