//! An indexed triangle mesh in flat arrays, and its bounding box.

use crate::vector::{Vec3, max, min, to_f64};

/// Triangles over shared vertices. Every index is below `positions.len()` and
/// every coordinate is finite; the parsers ensure both.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

/// Axis-aligned box.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub min: Vec3,
    pub max: Vec3,
}

impl Mesh {
    /// Returns the position of a vertex.
    #[inline]
    pub fn at(&self, vertex: u32) -> Vec3 {
        // The default is unreachable because all indexes are valid; it avoids a
        // panic.
        to_f64(self.positions.get(vertex as usize).copied().unwrap_or_default())
    }

    /// Returns the three positions of a triangle.
    #[inline]
    pub fn corners(&self, [a, b, c]: [u32; 3]) -> [Vec3; 3] {
        [self.at(a), self.at(b), self.at(c)]
    }

    /// Returns the box of all vertices; `None` when there are none.
    pub fn bounds(&self) -> Option<Bounds> {
        let first = *self.positions.first()?;
        // Four positions at a time, for SIMD.
        let (groups, rest) = self.positions.as_chunks::<4>();
        let [mut low, mut high] = [[first; 4]; 2];
        for group in groups.iter().copied().chain(rest.iter().map(|&p| [p; 4]))
        {
            let own = group.as_flattened().iter();
            let low = low.as_flattened_mut().iter_mut();
            let high = high.as_flattened_mut().iter_mut();
            for ((&v, low), high) in own.zip(low).zip(high) {
                *low = min(*low, v);
                *high = max(*high, v);
            }
        }
        let mut bounds = Bounds { min: to_f64(first), max: to_f64(first) };
        for point in low.into_iter().chain(high) {
            bounds.include(to_f64(point));
        }
        Some(bounds)
    }

    /// Returns the triangles that use a vertex twice, in order.
    pub fn collapsed(&self) -> Vec<u32> {
        let numbered = self.triangles.iter().zip(0u32..);
        numbered.filter(|&(&t, _)| is_collapsed(t)).map(|(_, i)| i).collect()
    }

    /// Removes triangles that use a vertex twice, then unused vertices.
    /// Returns the number of triangles removed.
    pub fn drop_collapsed(&mut self) -> u64 {
        let before = self.triangles.len();
        self.triangles.retain(|&t| !is_collapsed(t));
        let dropped = before - self.triangles.len();
        if dropped > 0 {
            self.drop_unused();
        }
        dropped as u64
    }

    /// Renumbers used vertices in order of first use and removes the others.
    pub fn drop_unused(&mut self) {
        const UNUSED: u32 = u32::MAX;
        let mut renumbered = vec![UNUSED; self.positions.len()];
        let mut kept = Vec::with_capacity(self.positions.len());
        for corner in self.triangles.iter_mut().flatten() {
            let old = *corner as usize;
            let Some(new) = renumbered.get_mut(old) else { continue };
            if *new == UNUSED {
                *new = kept.len() as u32;
                kept.push(self.positions.get(old).copied().unwrap_or_default());
            }
            *corner = *new;
        }
        self.positions = kept;
    }
}

#[inline]
fn is_collapsed([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || c == a
}

impl Bounds {
    /// A box that contains no point.
    pub const EMPTY: Bounds =
        Bounds { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// Extends the box to the point.
    #[inline]
    pub fn include(&mut self, [x, y, z]: Vec3) {
        let [ax, ay, az] = self.min;
        let [bx, by, bz] = self.max;
        self.min = [min(ax, x), min(ay, y), min(az, z)];
        self.max = [max(bx, x), max(by, y), max(bz, z)];
    }

    /// Returns whether the boxes share a point.
    pub fn touches(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.max).all(|(a, b)| a <= b);
        low && other.min.iter().zip(&self.max).all(|(a, b)| a <= b)
    }

    /// Returns whether the boxes share more than a face.
    pub fn overlaps(&self, other: &Bounds) -> bool {
        let low = self.min.iter().zip(&other.max).all(|(a, b)| a < b);
        low && other.min.iter().zip(&self.max).all(|(a, b)| a < b)
    }

    pub fn size(&self) -> Vec3 {
        [
            self.max[0] - self.min[0],
            self.max[1] - self.min[1],
            self.max[2] - self.min[2],
        ]
    }

    pub fn center(&self) -> Vec3 {
        [
            0.5 * (self.min[0] + self.max[0]),
            0.5 * (self.min[1] + self.max[1]),
            0.5 * (self.min[2] + self.max[2]),
        ]
    }

    /// Returns the length of the longest side.
    pub fn longest(&self) -> f64 {
        let [x, y, z] = self.size();
        x.max(y).max(z)
    }
}
