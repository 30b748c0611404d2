//! A bounding volume hierarchy over triangles, for inscribed balls and lines of
//! sight.
//!
//! Triangles are sorted along a Morton curve (Lauterbach et al., "Fast BVH
//! Construction on GPUs", 2009) and taken four to a leaf; the tree is complete
//! and implicit, so a node has no pointers. A node also has the box of its
//! triangles' normals: around a point of a smooth surface everything near
//! faces the same way and is skipped at once. Building takes linear time and
//! one sort.

use super::vector::V;

/// Triangles in a leaf.
pub const LEAF: usize = 4;

/// A triangle with its outward normal of length 1.
#[derive(Debug, Clone, Copy, Default)]
pub struct Facet {
    pub corners: [V; 3],
    pub normal: V,
    /// Of the ball around the middle of its corners.
    pub center: V,
    pub radius: f32,
    /// Number of the triangle in its mesh.
    pub number: u32,
    pub area: f32,
}

/// Four lanes, of which the last is 0: as wide as a SIMD register.
type Lanes = [f32; 4];

/// Box of positions, and box of normals; empty ones hold nothing.
#[derive(Debug, Clone, Copy)]
struct Node {
    low: Lanes,
    high: Lanes,
    normal_low: Lanes,
    normal_high: Lanes,
}

const EMPTY: Node = Node {
    low: [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0],
    high: [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY, 0.0],
    normal_low: [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0],
    normal_high: [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY, 0.0],
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
        let [low, ..] = node.low;
        let [high, ..] = node.high;
        if low > high {
            // An empty box: its infinite sides would meet every ray.
            return false;
        }
        let (from, inverse) = (lanes(from), lanes(inverse));
        let a = product(difference(node.low, from), inverse);
        let b = product(difference(node.high, from), inverse);
        let [nx, ny, nz, _] = least(a, b);
        let [fx, fy, fz, _] = most(a, b);
        nx.max(ny).max(nz).max(0.0) <= fx.min(fy).min(fz)
    }
}

impl Node {
    fn include(&mut self, facet: &Facet) {
        for corner in facet.corners.map(lanes) {
            self.low = least(self.low, corner);
            self.high = most(self.high, corner);
        }
        let normal = lanes(facet.normal);
        self.normal_low = least(self.normal_low, normal);
        self.normal_high = most(self.normal_high, normal);
    }

    fn join(self, other: Node) -> Node {
        Node {
            low: least(self.low, other.low),
            high: most(self.high, other.high),
            normal_low: least(self.normal_low, other.normal_low),
            normal_high: most(self.normal_high, other.normal_high),
        }
    }

    /// Bound on the cosine between `normal` and any normal in the node.
    #[inline]
    fn least_cosine(&self, normal: V) -> f32 {
        let normal = lanes(normal);
        let a = product(self.normal_low, normal);
        sum(least(a, product(self.normal_high, normal)))
    }

    #[inline]
    fn distance(&self, point: V) -> f32 {
        let point = lanes(point);
        let below = difference(self.low, point);
        let above = difference(point, self.high);
        let outside = most(most(below, above), [0.0; 4]);
        sum(product(outside, outside))
    }
}

#[inline]
fn lanes([x, y, z]: V) -> Lanes {
    [x, y, z, 0.0]
}

#[inline]
fn difference([ax, ay, az, aw]: Lanes, [bx, by, bz, bw]: Lanes) -> Lanes {
    [ax - bx, ay - by, az - bz, aw - bw]
}

#[inline]
fn product([ax, ay, az, aw]: Lanes, [bx, by, bz, bw]: Lanes) -> Lanes {
    [ax * bx, ay * by, az * bz, aw * bw]
}

/// The smaller of each lane. Not `f32::min`, which also handles NaN and is
/// slower.
#[inline]
fn least([ax, ay, az, aw]: Lanes, [bx, by, bz, bw]: Lanes) -> Lanes {
    let least = |a: f32, b: f32| if a < b { a } else { b };
    [least(ax, bx), least(ay, by), least(az, bz), least(aw, bw)]
}

/// The larger of each lane.
#[inline]
fn most([ax, ay, az, aw]: Lanes, [bx, by, bz, bw]: Lanes) -> Lanes {
    let most = |a: f32, b: f32| if a > b { a } else { b };
    [most(ax, bx), most(ay, by), most(az, bz), most(aw, bw)]
}

#[inline]
fn sum([x, y, z, w]: Lanes) -> f32 {
    (x + y) + (z + w)
}

/// Sorts facets by the Morton code of their centers.
fn along_curve(facets: Vec<Facet>) -> Vec<Facet> {
    let mut all = EMPTY;
    for facet in &facets {
        all.include(facet);
    }
    let size = difference(all.high, all.low);
    let longest = size[0].max(size[1]).max(size[2]).max(f32::MIN_POSITIVE);
    // One scale for all axes: cells are cubes.
    let cells = 1023.0 / longest;
    let mut keyed: Vec<u64> = facets
        .iter()
        .zip(0u64..)
        .map(|(facet, at)| {
            let [a, b, c] = facet.corners;
            let low = |axis: usize| all.low.get(axis).copied().unwrap_or(0.0);
            let cell = |axis: usize| {
                let pick = |v: V| v.get(axis).copied().unwrap_or_default();
                let sum = pick(a) + pick(b) + pick(c) - 3.0 * low(axis);
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
