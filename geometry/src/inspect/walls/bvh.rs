//! A bounding volume hierarchy over triangles, for inscribed balls and lines of
//! sight.
//!
//! Triangles are sorted along a Morton curve (Lauterbach et al., "Fast BVH
//! Construction on GPUs", 2009) and taken four to a leaf; the tree is complete
//! and implicit, so a node has no pointers. A node also has the box of its
//! triangles' normals: around a point of a smooth surface everything near
//! faces the same way and is skipped at once. Building takes linear time and
//! one sort.

use super::vector::{V, dot, max, min, sub};

/// Triangles in a leaf.
pub const LEAF: usize = 4;

/// A triangle with its outward normal of length 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facet {
    pub corners: [V; 3],
    pub normal: V,
    /// Number of the triangle in its mesh.
    pub number: u32,
    pub area: f32,
}

/// Box of positions, and box of normals; empty ones hold nothing.
#[derive(Debug, Clone, Copy)]
struct Node {
    low: V,
    high: V,
    normal_low: V,
    normal_high: V,
}

const EMPTY: Node = Node {
    low: [f32::INFINITY; 3],
    high: [f32::NEG_INFINITY; 3],
    normal_low: [f32::INFINITY; 3],
    normal_high: [f32::NEG_INFINITY; 3],
};

pub struct Bvh {
    /// Node 1 is the root; the children of `n` are `2n` and `2n + 1`.
    nodes: Vec<Node>,
    /// Number of leaves, a power of two.
    leaves: usize,
    /// In order of the curve.
    facets: Vec<Facet>,
}

impl Bvh {
    pub fn build(facets: Vec<Facet>) -> Bvh {
        let facets = along_curve(facets);
        let leaves = facets.len().div_ceil(LEAF).next_power_of_two();
        let mut nodes = vec![EMPTY; 2 * leaves];
        let slots = nodes.iter_mut().skip(leaves);
        for (node, facets) in slots.zip(facets.chunks(LEAF)) {
            for facet in facets {
                node.include(facet);
            }
        }
        for at in (1..leaves).rev() {
            let (Some(&left), Some(&right)) =
                (nodes.get(2 * at), nodes.get(2 * at + 1))
            else {
                continue;
            };
            if let Some(node) = nodes.get_mut(at) {
                *node = left.join(right);
            }
        }
        Bvh { nodes, leaves, facets }
    }

    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// The facets of a leaf, and the number of the first.
    #[inline]
    pub fn leaf(&self, node: usize) -> (&[Facet], u32) {
        let first = LEAF * (node - self.leaves);
        let last = (first + LEAF).min(self.facets.len());
        (self.facets.get(first..last).unwrap_or_default(), first as u32)
    }

    #[inline]
    pub fn is_leaf(&self, node: usize) -> bool {
        node >= self.leaves
    }

    /// Squared distance of a node's box from a point, when some of its normals
    /// may oppose `normal`, so that their cosine is at most `cosine`.
    #[inline]
    pub fn opposing_distance(
        &self,
        node: usize,
        point: V,
        normal: V,
        cosine: f32,
    ) -> Option<f32> {
        let node = self.nodes.get(node)?;
        if node.least_cosine(normal) > cosine {
            return None;
        }
        Some(node.distance(point))
    }

    /// Whether the ray from `from` with those inverse components meets the box
    /// of a node.
    #[inline]
    pub fn ray_meets(&self, node: usize, from: V, inverse: V) -> bool {
        let Some(node) = self.nodes.get(node) else { return false };
        let (mut near, mut far) = (0.0f32, f32::INFINITY);
        for axis in 0..3 {
            let pick = |v: V| v.get(axis).copied().unwrap_or_default();
            let a = (pick(node.low) - pick(from)) * pick(inverse);
            let b = (pick(node.high) - pick(from)) * pick(inverse);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        near <= far
    }
}

impl Node {
    fn include(&mut self, facet: &Facet) {
        for corner in facet.corners {
            self.low = min(self.low, corner);
            self.high = max(self.high, corner);
        }
        self.normal_low = min(self.normal_low, facet.normal);
        self.normal_high = max(self.normal_high, facet.normal);
    }

    fn join(self, other: Node) -> Node {
        Node {
            low: min(self.low, other.low),
            high: max(self.high, other.high),
            normal_low: min(self.normal_low, other.normal_low),
            normal_high: max(self.normal_high, other.normal_high),
        }
    }

    /// Bound on the cosine between `normal` and any normal in the node.
    #[inline]
    fn least_cosine(&self, [x, y, z]: V) -> f32 {
        let least = |n: f32, low: f32, high: f32| (n * low).min(n * high);
        least(x, self.normal_low[0], self.normal_high[0])
            + least(y, self.normal_low[1], self.normal_high[1])
            + least(z, self.normal_low[2], self.normal_high[2])
    }

    #[inline]
    fn distance(&self, point: V) -> f32 {
        let outside = max(sub(self.low, point), sub(point, self.high));
        let outside = max(outside, [0.0; 3]);
        dot(outside, outside)
    }
}

/// Sorts facets by the Morton code of their centers.
fn along_curve(facets: Vec<Facet>) -> Vec<Facet> {
    let mut all = EMPTY;
    for facet in &facets {
        all.include(facet);
    }
    let size = sub(all.high, all.low);
    let longest = size[0].max(size[1]).max(size[2]).max(f32::MIN_POSITIVE);
    // One scale for all axes: cells are cubes.
    let cells = 1023.0 / longest;
    let mut keyed: Vec<u64> = facets
        .iter()
        .zip(0u64..)
        .map(|(facet, at)| {
            let [a, b, c] = facet.corners;
            let cell = |axis: usize| {
                let pick = |v: V| v.get(axis).copied().unwrap_or_default();
                let sum = pick(a) + pick(b) + pick(c) - 3.0 * pick(all.low);
                (sum * cells / 3.0).clamp(0.0, 1023.0) as u32
            };
            let code =
                spread(cell(0)) << 2 | spread(cell(1)) << 1 | spread(cell(2));
            u64::from(code) << 32 | at
        })
        .collect();
    crate::checkpoint();
    keyed.sort_unstable();
    let sorted = keyed
        .into_iter()
        .filter_map(|key| facets.get((key & 0xffff_ffff) as usize).copied());
    sorted.collect()
}

/// Two zero bits between the ten bits of a number.
fn spread(v: u32) -> u32 {
    let v = (v | v << 16) & 0x0300_00ff;
    let v = (v | v << 8) & 0x0300_f00f;
    let v = (v | v << 4) & 0x030c_30c3;
    (v | v << 2) & 0x0924_9249
}
