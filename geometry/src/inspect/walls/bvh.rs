//! A bounding volume hierarchy over triangles, for inscribed balls.
//!
//! The triangles that face each of the six directions have a separate tree.
//! Therefore the two sides of a wall are separate, and everything that faces
//! the same way as a point is skipped in one step. Within a tree, triangles are
//! sorted along a curve (order.rs). Four triangles form a leaf and four nodes a
//! quad (quad.rs), and the members of a group are tested together. Building
//! takes linear time and one sort.

use super::budget::Budget;
use super::facet::{Facet, V, facing};
use super::order::sorted;
use super::quad::{Cover, Node, Quad, set};
use crate::lanes::{
    Lanes, difference, dot, length_squared, lowest, max, product, put, splat,
    sqrt, sum, where_at_most,
};
use crate::vector;

/// Triangles in a leaf, and nodes in a node.
pub const LEAF: usize = 4;

/// Values of four triangles that are tested together. An unused lane has a zero
/// normal.
#[derive(Debug, Clone, Copy, Default)]
struct Leaf {
    normal: [Lanes; 3],
    /// Offset of the plane: dot product of the normal and any point of the
    /// plane.
    offset: Lanes,
    center: [Lanes; 3],
    radius: Lanes,
    /// Number of the first facet.
    first: u32,
}

/// Nodes to visit. At each level, three of four nodes wait.
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

    /// Writes the node unconditionally: a branch would be mispredicted half of
    /// the time.
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
    /// Facets in the order of the leaves.
    facets: Vec<Facet>,
    /// Budget of all searches.
    pub budget: Budget,
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
                let node = Node::of_leaf(leaves.len());
                leaves.push(Leaf::of(facets, first));
                first += facets.len() as u32;
                (node, Cover::of_facets(facets))
            });
            let nodes = nodes.collect();
            roots.extend(tree(nodes, &mut quads));
        }
        let root = tree(roots, &mut quads).map(|(node, _)| node);
        Bvh { root, quads, leaves, facets, budget: Budget::new() }
    }

    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    pub fn root(&self) -> Option<Node> {
        self.root
    }

    /// Returns the facets of a leaf, at most `LEAF`, and the number of the
    /// first.
    #[inline]
    pub fn leaf(&self, leaf: u32) -> (&[Facet], u32) {
        let own = self.leaves.get(leaf as usize).map(|leaf| leaf.first);
        let next = self.leaves.get(leaf as usize + 1).map(|leaf| leaf.first);
        let first = own.unwrap_or_default() as usize;
        let end = next.map_or(self.facets.len(), |next| next as usize);
        let facets = self.facets.get(first..end).unwrap_or_default();
        (facets, first as u32)
    }

    /// Returns for each facet of a leaf a negative number if the facet may be
    /// in the ball and the cosine between its normal and `normal` is at most
    /// `cosine`.
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
        let [cx, cy, cz] = center.map(splat);
        let [x, y, z] = leaf.center;
        let apart = length_squared([
            difference(x, cx),
            difference(y, cy),
            difference(z, cz),
        ]);
        // The ball intersects the plane of the triangle in a disc, and the
        // triangle lies in a circle around its center.
        let depth = difference(leaf.offset, dot(&leaf.normal, center));
        let depth_squared = product(depth, depth);
        let disc = difference(splat(radius * radius), depth_squared);
        let reach = sum(leaf.radius, sqrt(max(disc, splat(0.0))));
        let along = difference(apart, depth_squared);
        let beyond = difference(along, product(reach, reach));
        let met = where_at_most(beyond, depth_squared, radius * radius);
        where_at_most(met, dot(&leaf.normal, normal), cosine)
    }

    /// Returns the nodes of a quad with their squared distances from the center
    /// of a ball. The distance is infinite if every cosine between the node's
    /// normals and `normal` is above `cosine`.
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
        let cosines = quad.min_cosine(normal);
        (quad.children, where_at_most(distances, cosines, cosine))
    }

    /// Pushes the nodes of a quad that meet the ball and may have a normal
    /// whose cosine with `normal` is at most `cosine`, the nearest last.
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

    /// Finds the leaves and quads that may meet a ball of the given radius
    /// around any point of the box and have a normal whose cosine with some
    /// normal of the box is at most `cosine`. Returns false if `found` is too
    /// small for all of them.
    pub fn opposing_nodes(
        &self,
        around: &Cover,
        radius: f32,
        cosine: f32,
        found: &mut Vec<Node>,
    ) -> bool {
        found.clear();
        let mut visited = 0;
        let mut stack = Stack::of(self.root);
        let all = loop {
            let Some(node) = stack.pop() else { break true };
            visited += 1;
            let quad = self.quad(node).filter(|quad| !quad.holds_leaves());
            let Some(quad) = quad else {
                if found.len() == found.capacity() {
                    break false;
                }
                found.push(node);
                continue;
            };
            let distances = quad.distance_of_box(around.low, around.high);
            let cosines =
                quad.min_cosine_of_box(around.normal_low, around.normal_high);
            let met = where_at_most(distances, cosines, cosine);
            let reach = radius * radius;
            for (lane, distance) in met.into_iter().enumerate() {
                stack.push_if(distance < reach, quad.children, lane);
            }
        };
        self.budget.spend(visited);
        all
    }

    #[inline]
    fn quad(&self, node: Node) -> Option<&Quad> {
        self.quads.get(node.quad())
    }
}

/// Groups nodes by fours until one node remains.
fn tree(
    mut nodes: Vec<(Node, Cover)>,
    quads: &mut Vec<Quad>,
) -> Option<(Node, Cover)> {
    while nodes.len() > 1 {
        let above = nodes.chunks(4).map(|children| {
            let node = Node::of_quad(quads.len());
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
