//! Exact weld: vertices with the same bits become one, -0 counts as 0. Used
//! by every parser while it reads, so no soup is ever held.
//!
//! One open-addressing table whose 16-byte slots hold the key beside the id:
//! one cache miss a probe. Ids only in the table, keys elsewhere, was 2.6
//! times slower in WASM; a standard hash map 1.6 times natively. A file made
//! to collide falls back to an ordered map, so the cost stays n log n.

pub mod nearby;

use std::collections::BTreeMap;

/// More steps than this never happen below 60 % load unless someone tried.
const MAX_PROBES: usize = 256;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: [u32; 3],
    /// Vertex id plus one; 0 is an empty slot.
    id: u32,
}

/// Gives each distinct position an id in order of first use.
pub struct Welder {
    slots: Vec<Slot>,
    /// Shift that leaves as many hash bits as the table has.
    shift: u32,
    room: usize,
    positions: Vec<[f32; 3]>,
    ordered: Option<BTreeMap<[u32; 3], u32>>,
}

impl Welder {
    /// A table for about `vertices` distinct positions; it grows by itself.
    pub fn with_capacity(vertices: usize) -> Welder {
        let size = (vertices.max(8) * 2).next_power_of_two();
        Welder {
            slots: vec![Slot::default(); size],
            shift: 64 - size.trailing_zeros(),
            room: size / 8 * 5,
            positions: Vec::with_capacity(vertices),
            ordered: None,
        }
    }

    /// Id of the position; `None` when a coordinate is NaN or infinite.
    #[inline]
    pub fn insert(&mut self, position: [f32; 3]) -> Option<u32> {
        let position = position.map(|v| v + 0.0); // -0 becomes 0
        let key = position.map(f32::to_bits);
        let mask = self.slots.len().wrapping_sub(1);
        let first = (hash(key) >> self.shift) as usize;
        for at in first..first + MAX_PROBES {
            let Some(slot) = self.slots.get_mut(at & mask) else {
                // The table was left for the ordered map.
                return self.insert_ordered(position, key);
            };
            if slot.key == key && slot.id != 0 {
                return Some(slot.id - 1);
            }
            if slot.id == 0 {
                if !position.iter().all(|v| v.is_finite()) {
                    return None;
                }
                self.positions.push(position);
                let id = self.positions.len() as u32;
                *slot = Slot { key, id };
                if self.positions.len() > self.room {
                    self.grow();
                }
                return Some(id - 1);
            }
        }
        self.order();
        self.insert_ordered(position, key)
    }

    /// The distinct positions, by id.
    pub fn finish(self) -> Vec<[f32; 3]> {
        self.positions
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mask = size - 1;
        self.shift -= 1;
        self.room = size / 8 * 5;
        let old =
            std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        for slot in old.into_iter().filter(|slot| slot.id != 0) {
            let mut at = (hash(slot.key) >> self.shift) as usize;
            let mut probes = 0;
            while let Some(place) = self.slots.get_mut(at & mask) {
                if place.id == 0 {
                    *place = slot;
                    break;
                }
                at += 1;
                probes += 1;
                if probes > MAX_PROBES {
                    return self.order();
                }
            }
        }
    }

    /// Leaves the table for a map that no input can slow down.
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
    fn insert_ordered(
        &mut self,
        position: [f32; 3],
        key: [u32; 3],
    ) -> Option<u32> {
        let map = self.ordered.get_or_insert_default();
        if let Some(&id) = map.get(&key) {
            return Some(id);
        }
        if !position.iter().all(|v| v.is_finite()) {
            return None;
        }
        let id = self.positions.len() as u32;
        self.positions.push(position);
        map.insert(key, id);
        Some(id)
    }
}

/// Multiply and fold; the table takes the top bits.
#[inline]
fn hash([x, y, z]: [u32; 3]) -> u64 {
    let pair = u64::from(x) | (u64::from(y) << 32);
    let mixed = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(z).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_first_use_and_minus_zero_is_zero() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([1.0, 2.0, 3.0]), Some(0));
        assert_eq!(welder.insert([0.0, 0.0, 0.0]), Some(1));
        assert_eq!(welder.insert([-0.0, 0.0, -0.0]), Some(1));
        assert_eq!(welder.insert([1.0, 2.0, 3.0]), Some(0));
        assert_eq!(welder.finish(), [[1.0, 2.0, 3.0], [0.0; 3]]);
    }

    #[test]
    fn neighbouring_floats_stay_apart() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([1.0, 0.0, 0.0]), Some(0));
        let next = f32::from_bits(1.0f32.to_bits() + 1);
        assert_eq!(welder.insert([next, 0.0, 0.0]), Some(1));
    }

    #[test]
    fn non_finite_is_refused() {
        let mut welder = Welder::with_capacity(2);
        assert_eq!(welder.insert([f32::NAN, 0.0, 0.0]), None);
        assert_eq!(welder.insert([0.0, f32::INFINITY, 0.0]), None);
        assert_eq!(welder.insert([0.0, 0.0, f32::NEG_INFINITY]), None);
    }

    #[test]
    fn a_table_that_grows_agrees_with_an_ordered_map() {
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
    fn crafted_collisions_fall_back_and_stay_right() {
        // Keys whose hash has the same top bits, found by search.
        let mut crafted = Vec::new();
        let mut bits = 0x3f80_0000u32;
        while crafted.len() < 400 {
            let point = [f32::from_bits(bits), 0.0, 0.0];
            if hash(point.map(f32::to_bits)) >> 52 == 5 {
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
