//! A bounding volume hierarchy over triangles, for inscribed balls and lines of
//! sight.
//!
//! The triangles that face each of the six directions have a tree of their own,
//! so that the two sides of a wall are apart, and whatever faces the same way
//! as a point is skipped at once. Within it they are sorted along a Morton
//! curve (Lauterbach et al., "Fast BVH Construction on GPUs", 2009), four to a
//! leaf, and four nodes to a node above: four are tested together. A node also
//! has the box of its triangles' normals. Building takes linear time and one
//! sort.

use crate::lanes::{
    Lanes, all, difference, dot, least, lowest, most, product, put, root,
    square, sum, where_at_most,
};
use crate::vector;

pub type V = [f32; 3];

/// Triangles in a leaf, and nodes in a node.
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

/// What is tested of four triangles together. An unused lane has no normal.
#[derive(Debug, Clone, Copy, Default)]
struct Leaf {
    normal: [Lanes; 3],
    /// Of the plane: the product of the normal and any of its points.
    offset: Lanes,
    center: [Lanes; 3],
    radius: Lanes,
    /// Number of its first facet.
    first: u32,
}

/// Boxes of four nodes: of positions, and of normals. Empty ones hold nothing.
#[derive(Debug, Clone, Copy)]
struct Quad {
    low: [Lanes; 3],
    high: [Lanes; 3],
    normal_low: [Lanes; 3],
    normal_high: [Lanes; 3],
    children: [Node; 4],
}

/// Box of positions and of normals.
#[derive(Debug, Clone, Copy)]
pub struct Cover {
    low: V,
    high: V,
    normal_low: V,
    normal_high: V,
}

const EMPTY: Cover = Cover {
    low: [f32::INFINITY; 3],
    high: [f32::NEG_INFINITY; 3],
    normal_low: [f32::INFINITY; 3],
    normal_high: [f32::NEG_INFINITY; 3],
};

/// A leaf, or a quad.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Node(u32);

const IS_QUAD: u32 = 1 << 31;

impl Node {
    /// Number of the leaf that it must be.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Number of the leaf, when it is one.
    #[inline]
    pub fn leaf(self) -> Option<u32> {
        (self.0 & IS_QUAD == 0).then_some(self.0)
    }
}

/// Nodes to visit: of the four nodes of each level, three wait.
pub struct Stack {
    nodes: [Node; 64],
    depth: usize,
}

impl Stack {
    pub fn of(node: Option<Node>) -> Stack {
        let mut nodes = [Node::default(); 64];
        nodes[0] = node.unwrap_or_default();
        Stack { nodes, depth: usize::from(node.is_some()) }
    }

    /// Written in any case: a branch would be mispredicted half of the time.
    #[inline]
    fn push_if(&mut self, wanted: bool, nodes: [Node; 4], lane: usize) {
        let node = nodes.get(lane).copied().unwrap_or_default();
        if let Some(slot) = self.nodes.get_mut(self.depth) {
            *slot = node;
            self.depth += usize::from(wanted);
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Node> {
        self.depth = self.depth.checked_sub(1)?;
        self.nodes.get(self.depth).copied()
    }
}

pub struct Bvh {
    root: Option<Node>,
    quads: Vec<Quad>,
    leaves: Vec<Leaf>,
    /// In the order of the leaves.
    facets: Vec<Facet>,
}

impl Bvh {
    pub fn build(facets: Vec<Facet>) -> Bvh {
        let facets = sorted(facets);
        let mut leaves = Vec::with_capacity(facets.len() / LEAF + 6);
        let mut quads = Vec::with_capacity(facets.len() / LEAF / 2 + 6);
        let mut first = 0;
        let mut roots = Vec::with_capacity(6);
        let sides =
            facets.chunk_by(|a, b| facing(a.normal) == facing(b.normal));
        for side in sides {
            let nodes = side.chunks(LEAF).map(|facets| {
                let node = Node(leaves.len() as u32);
                leaves.push(Leaf::of(facets, first));
                first += facets.len() as u32;
                (node, Cover::of_facets(facets))
            });
            let nodes = nodes.collect();
            roots.extend(tree(nodes, &mut quads));
        }
        let root = tree(roots, &mut quads).map(|(node, _)| node);
        Bvh { root, quads, leaves, facets }
    }

    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    pub fn root(&self) -> Option<Node> {
        self.root
    }

    /// The facets of a leaf, at most `LEAF`, and the number of the first.
    #[inline]
    pub fn leaf(&self, leaf: u32) -> (&[Facet], u32) {
        let own = self.leaves.get(leaf as usize).map(|leaf| leaf.first);
        let next = self.leaves.get(leaf as usize + 1).map(|leaf| leaf.first);
        let first = own.unwrap_or_default() as usize;
        let end = next.map_or(self.facets.len(), |next| next as usize);
        let facets = self.facets.get(first..end).unwrap_or_default();
        (facets, first as u32)
    }

    /// Of each facet of a leaf: a negative number when it may be in the ball
    /// and the cosine of its normal and `normal` is at most `cosine`.
    #[inline]
    pub fn opposing_facets(
        &self,
        leaf: u32,
        (center, radius): (V, f32),
        normal: V,
        cosine: f32,
    ) -> Lanes {
        const NOTHING: Lanes = [f32::INFINITY; 4];
        let Some(leaf) = self.leaves.get(leaf as usize) else { return NOTHING };
        let [cx, cy, cz] = center.map(all);
        let [x, y, z] = leaf.center;
        let apart =
            square([difference(x, cx), difference(y, cy), difference(z, cz)]);
        // The ball meets the plane of the triangle in a disc, and the triangle
        // lies in a circle about its middle.
        let depth = difference(leaf.offset, dot(&leaf.normal, center));
        let depth_squared = product(depth, depth);
        let disc = difference(all(radius * radius), depth_squared);
        let reach = sum(leaf.radius, root(most(disc, all(0.0))));
        let along = difference(apart, depth_squared);
        let beyond = difference(along, product(reach, reach));
        let met = where_at_most(beyond, depth_squared, radius * radius);
        where_at_most(met, dot(&leaf.normal, normal), cosine)
    }

    /// The nodes of a quad, with squared distances from the center of a ball;
    /// infinite when every cosine between their normals and `normal` is above
    /// `cosine`.
    #[inline]
    pub fn opposing_children(
        &self,
        node: Node,
        center: V,
        normal: V,
        cosine: f32,
    ) -> ([Node; 4], Lanes) {
        let Some(quad) = self.quad(node) else {
            return ([node; 4], [f32::INFINITY; 4]);
        };
        let distances = quad.distance(center);
        let cosines = quad.least_cosine(normal);
        (quad.children, where_at_most(distances, cosines, cosine))
    }

    /// Puts the nodes of a quad on the stack that meet the ball and may hold a
    /// normal whose cosine with `normal` is at most `cosine`, the nearest last.
    #[inline]
    pub fn push_opposing(
        &self,
        node: Node,
        (center, radius): (V, f32),
        normal: V,
        cosine: f32,
        stack: &mut Stack,
    ) {
        let (children, found) =
            self.opposing_children(node, center, normal, cosine);
        let reach = radius * radius;
        let (least, nearest) = lowest(found);
        if least >= reach {
            return;
        }
        for (lane, distance) in found.into_iter().enumerate() {
            let waits = distance < reach && lane != nearest;
            stack.push_if(waits, children, lane);
        }
        stack.push_if(true, children, nearest);
    }

    /// The leaves, or quads of leaves, that may meet a ball of the given radius
    /// about a point of the box and hold a normal whose cosine with one of the
    /// box is at most `cosine`. `false` when `found` has no room for all.
    pub fn opposing_nodes(
        &self,
        around: &Cover,
        radius: f32,
        cosine: f32,
        found: &mut Vec<Node>,
    ) -> bool {
        found.clear();
        let mut stack = Stack::of(self.root);
        while let Some(node) = stack.pop() {
            let quad = self.quad(node).filter(|quad| !quad.holds_leaves());
            let Some(quad) = quad else {
                if found.len() == found.capacity() {
                    return false;
                }
                found.push(node);
                continue;
            };
            let distances = quad.distance_of_box(around.low, around.high);
            let cosines =
                quad.least_cosine_of_box(around.normal_low, around.normal_high);
            let met = where_at_most(distances, cosines, cosine);
            let reach = radius * radius;
            for (lane, distance) in met.into_iter().enumerate() {
                stack.push_if(distance < reach, quad.children, lane);
            }
        }
        true
    }

    /// Puts the nodes of a quad on the stack that a ray meets, from `from` with
    /// those inverse components.
    #[inline]
    pub fn push_met(&self, node: Node, from: V, inverse: V, stack: &mut Stack) {
        let Some(quad) = self.quad(node) else { return };
        let [enter, leave] = quad.crossed(from, inverse);
        for (lane, (enter, leave)) in enter.into_iter().zip(leave).enumerate() {
            stack.push_if(enter <= leave, quad.children, lane);
        }
    }

    #[inline]
    fn quad(&self, node: Node) -> Option<&Quad> {
        self.quads.get((node.0 ^ IS_QUAD) as usize)
    }
}

/// Puts nodes in fours below others until one is left.
fn tree(
    mut nodes: Vec<(Node, Cover)>,
    quads: &mut Vec<Quad>,
) -> Option<(Node, Cover)> {
    while nodes.len() > 1 {
        let above = nodes.chunks(4).map(|children| {
            let node = Node(IS_QUAD | quads.len() as u32);
            quads.push(Quad::of(children));
            (node, Cover::of(children))
        });
        nodes = above.collect();
    }
    nodes.pop()
}

impl Leaf {
    fn of(facets: &[Facet], first: u32) -> Leaf {
        let mut leaf = Leaf { first, ..Leaf::default() };
        for (lane, facet) in facets.iter().enumerate() {
            let [corner, ..] = facet.corners;
            set(&mut leaf.normal, lane, facet.normal);
            set(&mut leaf.center, lane, facet.center);
            put(&mut leaf.offset, lane, vector::dot(facet.normal, corner));
            put(&mut leaf.radius, lane, facet.radius);
        }
        leaf
    }
}

impl Cover {
    fn of_facets(facets: &[Facet]) -> Cover {
        let points = facets.iter().flat_map(|facet| {
            facet.corners.map(|corner| (corner, facet.normal))
        });
        Cover::of_points(points)
    }

    /// Of points and directions.
    pub fn of_points(points: impl Iterator<Item = (V, V)>) -> Cover {
        points.fold(EMPTY, |all, (at, normal)| Cover {
            low: smaller(all.low, at),
            high: larger(all.high, at),
            normal_low: smaller(all.normal_low, normal),
            normal_high: larger(all.normal_high, normal),
        })
    }

    fn of(nodes: &[(Node, Cover)]) -> Cover {
        nodes.iter().fold(EMPTY, |all, (_, cover)| Cover {
            low: smaller(all.low, cover.low),
            high: larger(all.high, cover.high),
            normal_low: smaller(all.normal_low, cover.normal_low),
            normal_high: larger(all.normal_high, cover.normal_high),
        })
    }
}

impl Quad {
    fn of(nodes: &[(Node, Cover)]) -> Quad {
        let mut quad = Quad {
            low: [all(f32::INFINITY); 3],
            high: [all(f32::NEG_INFINITY); 3],
            normal_low: [all(0.0); 3],
            normal_high: [all(0.0); 3],
            children: [Node::default(); 4],
        };
        for (lane, (node, cover)) in nodes.iter().enumerate() {
            if let Some(child) = quad.children.get_mut(lane) {
                *child = *node;
            }
            set(&mut quad.low, lane, cover.low);
            set(&mut quad.high, lane, cover.high);
            set(&mut quad.normal_low, lane, cover.normal_low);
            set(&mut quad.normal_high, lane, cover.normal_high);
        }
        quad
    }

    fn holds_leaves(&self) -> bool {
        let [first, ..] = self.children;
        first.leaf().is_some()
    }

    /// Bounds on the cosines between `normal` and any normal of each node.
    #[inline]
    fn least_cosine(&self, [nx, ny, nz]: V) -> Lanes {
        let [ax, ay, az] = self.normal_low;
        let [bx, by, bz] = self.normal_high;
        let along = |low: Lanes, high: Lanes, v: f32| {
            product(if v < 0.0 { high } else { low }, all(v))
        };
        sum(sum(along(ax, bx, nx), along(ay, by, ny)), along(az, bz, nz))
    }

    /// The same for any of the normals in a box.
    fn least_cosine_of_box(&self, low: V, high: V) -> Lanes {
        let [ax, ay, az] = self.normal_low;
        let [bx, by, bz] = self.normal_high;
        let along = |a: Lanes, b: Lanes, low: f32, high: f32| {
            let [low, high] = [all(low), all(high)];
            let of_low = least(product(a, low), product(b, low));
            least(of_low, least(product(a, high), product(b, high)))
        };
        let [lx, ly, lz] = low;
        let [hx, hy, hz] = high;
        let xy = sum(along(ax, bx, lx, hx), along(ay, by, ly, hy));
        sum(xy, along(az, bz, lz, hz))
    }

    /// Squared distances of the boxes from a point.
    #[inline]
    fn distance(&self, point: V) -> Lanes {
        self.distance_of_box(point, point)
    }

    /// Squared distances of the boxes from a box.
    #[inline]
    fn distance_of_box(&self, low: V, high: V) -> Lanes {
        let [lx, ly, lz] = low.map(all);
        let [hx, hy, hz] = high.map(all);
        let [ax, ay, az] = self.low;
        let [bx, by, bz] = self.high;
        let apart = |a: Lanes, b: Lanes, low: Lanes, high: Lanes| {
            most(most(difference(a, high), difference(low, b)), all(0.0))
        };
        square([
            apart(ax, bx, lx, hx),
            apart(ay, by, ly, hy),
            apart(az, bz, lz, hz),
        ])
    }

    /// Where a ray enters and leaves each box; it enters an empty one never.
    #[inline]
    fn crossed(&self, from: V, inverse: V) -> [Lanes; 2] {
        let [fx, fy, fz] = from.map(all);
        let [ix, iy, iz] = inverse.map(all);
        let [ax, ay, az] = self.low;
        let [bx, by, bz] = self.high;
        let span = |low: Lanes, f: Lanes, high: Lanes, i: Lanes| {
            let a = product(difference(low, f), i);
            let b = product(difference(high, f), i);
            [least(a, b), most(a, b)]
        };
        let [x, y, z] =
            [span(ax, fx, bx, ix), span(ay, fy, by, iy), span(az, fz, bz, iz)];
        let enter = most(most(most(x[0], y[0]), z[0]), all(0.0));
        let leave = least(least(x[1], y[1]), z[1]);
        // The infinite sides of an empty box would meet every ray.
        let used = difference(ax, bx);
        [where_at_most(enter, used, 0.0), leave]
    }
}

/// Sets one lane of each component.
fn set([x, y, z]: &mut [Lanes; 3], lane: usize, [vx, vy, vz]: V) {
    put(x, lane, vx);
    put(y, lane, vy);
    put(z, lane, vz);
}

#[inline]
fn smaller([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    let least = |a: f32, b: f32| if a < b { a } else { b };
    [least(ax, bx), least(ay, by), least(az, bz)]
}

#[inline]
fn larger([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    let most = |a: f32, b: f32| if a > b { a } else { b };
    [most(ax, bx), most(ay, by), most(az, bz)]
}

/// Bits of a Morton code, and of a facet's number below it.
const CODE_BITS: u32 = 30;
const NUMBER_BITS: u32 = 31;

/// Sorts facets by the axis they face and the Morton code of their centers.
fn sorted(facets: Vec<Facet>) -> Vec<Facet> {
    let Cover { low, high, .. } = Cover::of_facets(&facets);
    let [sx, sy, sz] = vector::sub(high, low);
    let longest = sx.max(sy).max(sz).max(f32::MIN_POSITIVE);
    // One scale for all axes: cells are cubes.
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

/// Which of the six directions along the axes a normal is nearest to.
pub fn facing([x, y, z]: V) -> u64 {
    let side = |v: f32| u64::from(v < 0.0);
    match (x.abs(), y.abs(), z.abs()) {
        (a, b, c) if a >= b && a >= c => side(x),
        (_, b, c) if b >= c => 2 + side(y),
        _ => 4 + side(z),
    }
}

/// Two zero bits between the ten bits of a number.
fn spread(v: u32) -> u32 {
    let v = (v | v << 16) & 0x0300_00ff;
    let v = (v | v << 8) & 0x0300_f00f;
    let v = (v | v << 4) & 0x030c_30c3;
    (v | v << 2) & 0x0924_9249
}
