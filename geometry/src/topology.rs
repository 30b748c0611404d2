//! Which triangles meet at which edge. Built once and shared by all passes.
//!
//! Half-edges are bucketed by their smaller vertex (counting sort), and each
//! bucket of about six is sorted by the other vertex. This takes three linear
//! passes and 8 bytes per half-edge. A hash map of edges would cost a cache
//! miss per half-edge.

use crate::mesh::Mesh;
use crate::union_find::UnionFind;

/// One use of an undirected edge by a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// Three times the triangle, plus the corner at which the edge starts.
    pub half_edge: u32,
    /// Whether the triangle runs from the larger vertex to the smaller.
    pub backwards: bool,
}

impl Use {
    #[inline]
    pub fn triangle(self) -> u32 {
        self.half_edge / 3
    }
}

/// All edges of a mesh, grouped. The mesh must have no collapsed triangles.
#[derive(Debug, Default)]
pub struct Topology {
    /// Start of each vertex's bucket in `packed`, followed by the end of the
    /// last.
    starts: Vec<u32>,
    /// Larger vertex in the high half; half-edge and direction in the low.
    packed: Vec<u64>,
}

/// Results of one pass over the edges of a mesh.
pub struct Survey {
    pub topology: Topology,
    pub counts: EdgeCounts,
    /// Group of each triangle, numbered by first triangle, and the number of
    /// groups. Triangles that share an edge are in one group. `None` unless
    /// every edge is used by two triangles, once in each direction.
    pub shells: Option<(Vec<u32>, u32)>,
}

/// Counts over the edges of one mesh.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EdgeCounts {
    /// Edges with exactly one triangle.
    pub boundary: u64,
    /// Edges with more than two triangles.
    pub non_manifold: u64,
    /// Edges with two triangles that both run the same way.
    pub misoriented: u64,
    /// Edges not used equally often in both directions. If 0, the signed volume
    /// does not depend on the reference point.
    pub unbalanced: u64,
}

impl Topology {
    /// Groups the half-edges of `mesh`. O(triangles).
    pub fn build(mesh: &Mesh) -> Topology {
        let mut topology = Topology::bucket(mesh);
        topology.each_bucket(sort_bucket);
        topology
    }

    /// Like `build`, but also counts the edges and finds the shells in the same
    /// pass.
    pub fn survey(mesh: &Mesh) -> Survey {
        let mut topology = Topology::bucket(mesh);
        let mut counts = EdgeCounts::default();
        let mut sets = UnionFind::new(mesh.triangles.len());
        let mut sound = true;
        topology.each_bucket(|bucket| {
            sort_bucket(bucket);
            sound = sound && join_pairs(bucket, &mut sets);
            if !sound {
                in_runs(bucket, |_, uses| counts.add(uses));
            }
        });
        let shells = sound.then(|| sets.labels());
        Survey { topology, counts, shells }
    }

    fn bucket(mesh: &Mesh) -> Topology {
        let mut starts = vec![0u32; mesh.positions.len() + 1];
        for &[a, b, c] in &mesh.triangles {
            for low in [a.min(b), b.min(c), c.min(a)] {
                if let Some(count) = starts.get_mut(low as usize) {
                    *count += 1;
                }
            }
        }
        let mut total = 0;
        for start in &mut starts {
            let count = *start;
            *start = total;
            total += count;
        }
        let mut packed = vec![0u64; total as usize];
        for (&[a, b, c], t) in mesh.triangles.iter().zip(0u32..) {
            for (corner, (from, to)) in
                [(a, b), (b, c), (c, a)].into_iter().enumerate()
            {
                let half_edge = 3 * t + corner as u32;
                let low = u64::from(half_edge << 1 | u32::from(from > to));
                let entry = u64::from(from.max(to)) << 32 | low;
                let bucket = from.min(to) as usize;
                if let Some(next) = starts.get_mut(bucket) {
                    if let Some(slot) = packed.get_mut(*next as usize) {
                        *slot = entry;
                    }
                    *next += 1;
                }
            }
        }
        // Every start has advanced to the end of its bucket, so shift them
        // back.
        let mut previous = 0;
        for start in &mut starts {
            std::mem::swap(start, &mut previous);
        }
        Topology { starts, packed }
    }

    #[inline]
    fn each_bucket(&mut self, mut visit: impl FnMut(&mut [u64])) {
        let mut rest = self.packed.as_mut_slice();
        let mut done = 0;
        for end in self.starts.iter().skip(1).map(|&end| end as usize) {
            let (bucket, later) = rest.split_at_mut(end - done);
            visit(bucket);
            rest = later;
            done = end;
        }
    }

    /// Calls `visit(low, high, uses)` for each edge, in order of its smaller
    /// and then its larger vertex.
    #[inline]
    pub fn each_edge(&self, mut visit: impl FnMut(u32, u32, &[u64])) {
        let mut rest = self.packed.as_slice();
        let mut done = 0;
        for (&end, low) in self.starts.iter().skip(1).zip(0u32..) {
            let (bucket, later) = rest.split_at(end as usize - done);
            in_runs(bucket, |high, uses| visit(low, high, uses));
            rest = later;
            done = end as usize;
        }
    }

    /// Counts boundary, non-manifold, misoriented and unbalanced edges.
    pub fn count(&self) -> EdgeCounts {
        let mut counts = EdgeCounts::default();
        self.each_edge(|_, _, uses| counts.add(uses));
        counts
    }
}

impl EdgeCounts {
    /// Adds one edge, given its uses.
    #[inline]
    pub fn add(&mut self, uses: &[u64]) {
        let backwards = uses.iter().filter(|&&u| u & 1 == 1).count();
        let balanced = 2 * backwards == uses.len();
        self.unbalanced += u64::from(!balanced);
        match uses.len() {
            1 => self.boundary += 1,
            2 => self.misoriented += u64::from(!balanced),
            _ => self.non_manifold += 1,
        }
    }

    /// Returns whether every edge belongs to exactly two triangles.
    pub fn watertight(&self) -> bool {
        self.boundary == 0 && self.non_manifold == 0
    }
}

/// Unpacks an entry that `each_edge` passed.
#[inline]
pub fn unpack(entry: u64) -> Use {
    let low = entry as u32;
    Use { half_edge: low >> 1, backwards: low & 1 == 1 }
}

/// Calls `visit(high, uses)` for each edge of a sorted bucket.
#[inline]
fn in_runs(mut bucket: &[u64], mut visit: impl FnMut(u32, &[u64])) {
    while let Some(&first) = bucket.first() {
        let high = (first >> 32) as u32;
        let uses = bucket
            .iter()
            .take_while(|&&entry| (entry >> 32) as u32 == high)
            .count();
        let (edge, others) = bucket.split_at(uses);
        visit(high, edge);
        bucket = others;
    }
}

/// Merges the triangles at each edge of a sorted bucket while every edge has
/// two triangles in opposite directions. Returns false at the first edge that
/// does not.
#[inline]
fn join_pairs(bucket: &[u64], sets: &mut UnionFind) -> bool {
    let (pairs, odd) = bucket.as_chunks::<2>();
    let mut last = None;
    for &[a, b] in pairs {
        let high = a >> 32;
        // Both entries are the same edge in opposite directions, and are not
        // half of an edge with four triangles.
        if high != b >> 32 || (a ^ b) & 1 == 0 || last == Some(high) {
            return false;
        }
        last = Some(high);
        sets.union(unpack(a).triangle(), unpack(b).triangle());
    }
    odd.is_empty()
}

/// Sorts by insertion for the usual few entries, and with the library sort for
/// hubs.
#[inline]
fn sort_bucket(bucket: &mut [u64]) {
    if bucket.len() > 24 {
        bucket.sort_unstable();
        return;
    }
    for sorted in 1..bucket.len() {
        let mut at = sorted;
        while let Some([left, right]) =
            at.checked_sub(1).and_then(|from| bucket.get_mut(from..=at))
        {
            if *left <= *right {
                break;
            }
            std::mem::swap(left, right);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests;
