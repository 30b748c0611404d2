//! The distance of grid nodes inside a body to its surface, and the nearest
//! triangle of each. Distances are exact at the nodes around every triangle.
//! They are then propagated inwards in order of distance: each node tries the
//! triangles of its neighbors. Blocks of nodes exist only within the band, so
//! time and memory grow with surface over step squared, not with the grid.

use super::Refusal;
use super::columns::Columns;
use super::grid::{Grid, SIDE, local};
use crate::mesh::Mesh;
use crate::vector::{
    Vec3, add, distance_squared, max, min, nearest_point, scale,
};

pub const NONE: u32 = u32::MAX;

/// Maximum number of blocks: 4.2 kB each, 250 MB in total.
const MAX_BLOCKS: usize = 60_000;

/// Maximum number of distances measured around large triangles.
const MAX_TESTS: u64 = 150_000_000;

/// Number of nodes in a block.
const NODES: usize = 512;

pub struct Block {
    /// Position in the grid of blocks.
    pub at: [u32; 3],
    /// One bit per node; one byte has eight nodes upwards.
    pub inside: [u8; 64],
    /// Distance to the surface; infinite where unknown, and outside.
    pub distance: [f32; NODES],
    /// Nearest triangle, or `NONE`.
    pub triangle: [u32; NODES],
    /// One bit per node, set when the neighbors have tried its nearest
    /// triangle.
    spread: [u8; 64],
}

impl Block {
    /// Tries a triangle for a node at `point` unless the known distance is at
    /// most `floor`. Returns the distance when the triangle is the nearest so
    /// far and at most `band` away.
    #[inline]
    fn offer(
        &mut self,
        at: usize,
        point: Vec3,
        candidate: &Candidate,
        floor: f32,
        band: f64,
    ) -> Option<f64> {
        let (known, label, tried) = (
            self.distance.get_mut(at)?,
            self.triangle.get_mut(at)?,
            self.spread.get_mut(at / 8)?,
        );
        let far = || candidate.is_farther(point, f64::from(*known));
        if *label == candidate.triangle || *known <= floor || far() {
            return None;
        }
        let nearest = nearest_point(candidate.corners, point);
        let distance = distance_squared(point, nearest).sqrt();
        // Compared in the stored precision, so that the order of tries does not
        // matter.
        if distance as f32 >= *known || distance > band {
            return None;
        }
        *known = distance as f32;
        *label = candidate.triangle;
        *tried &= !(1 << (at % 8));
        Some(distance)
    }

    /// Records that the neighbors of a node try its triangle. Returns whether
    /// they had already tried it.
    #[inline]
    fn begin_spread(&mut self, at: usize) -> bool {
        let Some(tried) = self.spread.get_mut(at / 8) else { return true };
        let bit = 1 << (at % 8);
        let done = *tried & bit != 0;
        *tried |= bit;
        done
    }
}

pub struct Field<'a> {
    pub mesh: &'a Mesh,
    pub grid: Grid,
    pub columns: Columns,
    pub blocks: Vec<Box<Block>>,
    /// Number of each block in `blocks`, or `NONE`.
    index: Vec<u32>,
    /// Distances above this are not computed.
    pub band: f64,
    /// Largest distance that was found.
    pub deepest: f64,
}

/// A triangle that may be the nearest, and a ball around it.
struct Candidate {
    triangle: u32,
    corners: [Vec3; 3],
    middle: Vec3,
    radius: f64,
}

impl Candidate {
    fn new(triangle: u32, corners: [Vec3; 3]) -> Candidate {
        let [a, b, c] = corners;
        let middle = scale(add(add(a, b), c), 1.0 / 3.0);
        let [a, b, c] = corners.map(|p| distance_squared(p, middle));
        let radius = max(max(a, b), c).sqrt();
        Candidate { triangle, corners, middle, radius }
    }

    /// Returns whether the whole ball is farther away than `known`, with a
    /// margin for rounding. This is true for most triangles around a node.
    #[inline]
    fn is_farther(&self, from: Vec3, known: f64) -> bool {
        let reach = 1.000_01 * (known + self.radius);
        distance_squared(from, self.middle) > reach * reach
    }
}

impl<'a> Field<'a> {
    /// Computes the field up to `band` (mm) inside a closed surface.
    pub fn compute(
        mesh: &'a Mesh,
        grid: Grid,
        band: f64,
    ) -> Result<Field<'a>, Refusal> {
        let columns = Columns::find(mesh, &grid)?;
        let index = vec![NONE; grid.block_count()];
        let blocks = Vec::new();
        let mut field =
            Field { mesh, grid, columns, blocks, index, band, deepest: 0.0 };
        field.seed()?;
        field.spread()?;
        Ok(field)
    }

    /// Returns the block at a position of the grid, if it exists.
    #[inline]
    pub fn block(&self, at: [u32; 3]) -> Option<(u32, &Block)> {
        let number = *self.index.get(self.grid.block_index(at)?)?;
        Some((number, self.blocks.get(number as usize)?))
    }

    /// Returns the index of the block of a node, which is created if needed;
    /// `None` outside the grid.
    #[inline]
    fn block_of(&mut self, node: [u32; 3]) -> Result<Option<u32>, Refusal> {
        let at = node.map(|n| n / SIDE);
        let Some(slot) = self.grid.block_index(at) else { return Ok(None) };
        match self.index.get(slot) {
            Some(&NONE) => self.make(slot, at).map(Some),
            found => Ok(found.copied()),
        }
    }

    #[cold]
    fn make(&mut self, slot: usize, at: [u32; 3]) -> Result<u32, Refusal> {
        if self.blocks.len() >= MAX_BLOCKS {
            return Err(Refusal::TooLarge);
        }
        if self.blocks.len().is_multiple_of(256) {
            crate::checkpoint();
        }
        let mut inside = [0u8; 64];
        let [x, y, z] = at.map(|n| n * SIDE);
        for (bits, n) in inside.iter_mut().zip(0..) {
            let column = [x + n / SIDE, y + n % SIDE, z];
            *bits = self.columns.inside(&self.grid, column);
        }
        let number = self.blocks.len() as u32;
        self.blocks.push(Box::new(Block {
            at,
            inside,
            distance: [f32::INFINITY; NODES],
            triangle: [NONE; NODES],
            spread: [0; 64],
        }));
        if let Some(slot) = self.index.get_mut(slot) {
            *slot = number;
        }
        Ok(number)
    }

    /// Tries a triangle for a node unless the known distance is at most
    /// `floor`. Returns the node's id and distance when the triangle is the
    /// nearest so far.
    #[inline]
    fn offer(
        &mut self,
        node: [u32; 3],
        candidate: &Candidate,
        floor: f32,
    ) -> Result<Option<(u32, f64)>, Refusal> {
        let Some(number) = self.block_of(node)? else { return Ok(None) };
        let point = self.grid.position(node);
        let Some(block) = self.blocks.get_mut(number as usize) else {
            return Ok(None);
        };
        let at = local(node);
        let bits = block.inside.get(at / 8).copied().unwrap_or(0);
        if bits >> (at % 8) & 1 == 0 {
            return Ok(None);
        }
        let found = block.offer(at, point, candidate, floor, self.band);
        Ok(found.map(|distance| (number << 9 | at as u32, distance)))
    }

    /// Tries a triangle for the nodes of a column up to `last`, which are all
    /// in one block.
    #[inline]
    fn offer_column(
        &mut self,
        first: [u32; 3],
        last: u32,
        candidate: &Candidate,
    ) -> Result<(), Refusal> {
        let Some(number) = self.block_of(first)? else { return Ok(()) };
        let Some(block) = self.blocks.get_mut(number as usize) else {
            return Ok(());
        };
        let start = local(first);
        let bits = block.inside.get(start / 8).copied().unwrap_or(0);
        let [i, j, bottom] = first;
        for (k, at) in (bottom..=last).zip(start..) {
            if bits >> (at % 8) & 1 == 1 {
                let point = self.grid.position([i, j, k]);
                block.offer(at, point, candidate, 0.0, self.band);
            }
        }
        Ok(())
    }

    /// Measures the nodes of all cells that a triangle may pass through.
    fn seed(&mut self) -> Result<(), Refusal> {
        let mut tests = MAX_TESTS;
        for (n, &triangle) in (0u32..).zip(&self.mesh.triangles) {
            if n % 65_536 == 0 {
                crate::checkpoint();
            }
            let corners = self.mesh.corners(triangle);
            let candidate = Candidate::new(n, corners);
            let [a, b, c] = corners.map(|p| self.grid.steps(p));
            let mut from = [0u32; 3];
            let mut to = [0u32; 3];
            let sides = from.iter_mut().zip(&mut to);
            for ((from, to), ((&a, &b), &c)) in
                sides.zip(a.iter().zip(&b).zip(&c))
            {
                *from = min(min(a, b), c) as u32;
                *to = max(max(a, b), c) as u32 + 1;
            }
            let small = from.iter().zip(&to).all(|(from, to)| to - from <= 3);
            if small {
                self.seed_box(&candidate, from, to)?;
            } else {
                let steps = [a, b, c];
                self.seed_sheet(&candidate, steps, from, to, &mut tests)?;
            }
        }
        Ok(())
    }

    fn seed_box(
        &mut self,
        candidate: &Candidate,
        from: [u32; 3],
        to: [u32; 3],
    ) -> Result<(), Refusal> {
        for i in from[0]..=to[0] {
            for j in from[1]..=to[1] {
                let mut k = from[2];
                while k <= to[2] {
                    let last = (k | (SIDE - 1)).min(to[2]);
                    self.offer_column([i, j, k], last, candidate)?;
                    k = last + 1;
                }
            }
        }
        Ok(())
    }

    /// Measures only the nodes near the plane of a large triangle, column by
    /// column along the axis that it faces most.
    fn seed_sheet(
        &mut self,
        candidate: &Candidate,
        corners: [[f64; 3]; 3],
        from: [u32; 3],
        to: [u32; 3],
        tests: &mut u64,
    ) -> Result<(), Refusal> {
        let normal = crate::vector::normal(corners);
        let steepness = normal.map(f64::abs);
        let axis = match steepness {
            [x, y, z] if x >= y && x >= z => 0,
            [_, y, z] if y >= z => 1,
            _ => 2,
        };
        let rotate = |[x, y, z]: [f64; 3]| match axis {
            0 => [y, z, x],
            1 => [z, x, y],
            _ => [x, y, z],
        };
        let rotate_node = |[x, y, z]: [u32; 3]| match axis {
            0 => [y, z, x],
            1 => [z, x, y],
            _ => [x, y, z],
        };
        let rotate_back = |[u, v, w]: [u32; 3]| match axis {
            0 => [w, u, v],
            1 => [v, w, u],
            _ => [u, v, w],
        };
        let [nu, nv, nw] = rotate(normal);
        let [first, ..] = corners;
        let [au, av, aw] = rotate(first);
        let ([u0, v0, w0], [u1, v1, w1]) = (rotate_node(from), rotate_node(to));
        for u in u0..=u1 {
            let cost = 6 * u64::from(v1 + 1 - v0);
            *tests = tests.checked_sub(cost).ok_or(Refusal::TooIntricate)?;
            if u % 64 == 0 {
                crate::checkpoint();
            }
            for v in v0..=v1 {
                let (du, dv) = (f64::from(u) - au, f64::from(v) - av);
                let (low, high) = if nw == 0.0 {
                    (w0, w1)
                } else {
                    let plane = aw - (nu * du + nv * dv) / nw;
                    let low = (plane - 2.0).max(f64::from(w0)) as u32;
                    (low, ((plane + 3.0).max(0.0) as u32).min(w1))
                };
                for w in low..=high {
                    self.offer(rotate_back([u, v, w]), candidate, 0.0)?;
                }
            }
        }
        Ok(())
    }

    /// Propagates the nearest triangles inwards, in order of distance.
    fn spread(&mut self) -> Result<(), Refusal> {
        let width = 0.5 * self.grid.step;
        let bucket = |distance: f64| (distance / width) as usize;
        let mut buckets = vec![Vec::new(); bucket(self.band) + 1];
        for (number, block) in (0u32..).zip(&self.blocks) {
            for (at, &distance) in (0u32..).zip(&block.distance) {
                if let Some(b) = buckets.get_mut(bucket(f64::from(distance))) {
                    b.push(number << 9 | at);
                }
            }
        }
        // Nodes that are nearer than the current bucket; rare.
        let mut late = Vec::new();
        let mut steps = 0u32;
        for now in 0..buckets.len() {
            while let Some(id) =
                late.pop().or_else(|| buckets.get_mut(now)?.pop())
            {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(65_536) {
                    crate::checkpoint();
                }
                // A node whose distance decreased several times is in several
                // buckets. Its neighbors need to try each triangle only once,
                // because their distances only decrease.
                let block = self.blocks.get_mut((id >> 9) as usize);
                if block.is_none_or(|b| b.begin_spread((id & 511) as usize)) {
                    continue;
                }
                let Some((node, triangle, distance)) = self.node(id) else {
                    continue;
                };
                self.deepest = max(self.deepest, distance);
                let Some(&corners) = self.mesh.triangles.get(triangle as usize)
                else {
                    continue;
                };
                let corners = self.mesh.corners(corners);
                let candidate = Candidate::new(triangle, corners);
                for next in around(node) {
                    let found =
                        self.offer(next, &candidate, distance as f32)?;
                    let Some((id, found)) = found else { continue };
                    match bucket(found) {
                        earlier if earlier < now => late.push(id),
                        slot => {
                            if let Some(b) = buckets.get_mut(slot) {
                                b.push(id);
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns coordinates, nearest triangle and distance of a node.
    #[inline]
    fn node(&self, id: u32) -> Option<([u32; 3], u32, f64)> {
        let block = self.blocks.get((id >> 9) as usize)?;
        let at = id & 511;
        let [x, y, z] = block.at.map(|n| n * SIDE);
        let node = [x + at / 64, y + at / 8 % 8, z + at % 8];
        let triangle = *block.triangle.get(at as usize)?;
        let distance = *block.distance.get(at as usize)?;
        Some((node, triangle, f64::from(distance)))
    }
}

/// Returns the six neighbors of a node. Coordinates below 0 wrap around and are
/// outside the grid.
#[inline]
fn around([i, j, k]: [u32; 3]) -> [[u32; 3]; 6] {
    [
        [i + 1, j, k],
        [i.wrapping_sub(1), j, k],
        [i, j + 1, k],
        [i, j.wrapping_sub(1), k],
        [i, j, k + 1],
        [i, j, k.wrapping_sub(1)],
    ]
}

#[cfg(test)]
mod tests;
