//! The inscribed ball at a point of the surface: it touches the surface there
//! from inside, and grows until it touches the opposite surface. Its diameter
//! is the thickness of the wall.
//!
//! This is the shrinking ball of Ma, Bae and Choi ("3D medial axis point
//! approximation using nearest neighbors and the normal field", The Visual
//! Computer 28, 2012). A ball that contains a surface point q is replaced by
//! the ball through the point p and q, of diameter |q - p|^2 / ((p - q) . n),
//! until it contains no surface point. There are three differences. The nearest
//! point of a triangle replaces the nearest vertex. One walk through the
//! hierarchy serves all steps, because the ball only shrinks. Only surface that
//! faces away is treated as opposite. Without the last rule, the thickness
//! would be useless for printing: an inscribed ball near any edge of a box is
//! tiny although no wall is thin there (compared by Inui, Umezu, Wakasaki and
//! Sato, "Thickness and clearance visualization based on distance field of 3D
//! objects", J. Comput. Des. Eng. 2, 2015).

use super::bvh::{Bvh, LEAF, Stack};
use super::facet::{Facet, V};
use super::quad::{Cover, Node};
use crate::lanes::{lowest, put, where_at_most};
use crate::vector::{dot, nearest_point, scale, sub};

/// Cosine from which surface is opposite: the normals differ by 120 degrees or
/// more. The edge of a wedge is therefore a thin wall up to 60 degrees.
pub const OPPOSITE: f32 = -0.5;

/// A wall thinner than this consists of two touching surfaces, mm.
const TOUCHING: f32 = 1e-3;

/// Maximum number of steps at one triangle. Two are usually enough for an
/// accuracy of a thousandth.
const STEPS: usize = 8;

/// Bounds on the ratio of a wall to the neighboring wall: most walls are below
/// `CLOSE`, nearly all below `MARGIN`.
const CLOSE: f32 = 1.02;
const MARGIN: f32 = 1.25;

/// A point of the surface and its outward normal.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub at: V,
    pub normal: V,
}

/// Diameter of the ball, and the opposite facet.
#[derive(Debug, Clone, Copy)]
pub struct Ball {
    pub diameter: f32,
    /// Number of the opposite facet, and of its leaf.
    pub opposite: u32,
    pub leaf: u32,
}

const NONE: u32 = u32::MAX;

impl Ball {
    /// Creates a ball that does not touch anything opposite yet.
    fn of(diameter: f32) -> Ball {
        Ball { diameter, opposite: NONE, leaf: NONE }
    }

    /// Returns the ball, or `None` when it touches nothing opposite.
    fn touching(self) -> Option<Ball> {
        (self.opposite != NONE).then_some(self)
    }

    /// Returns the center of the ball at a point.
    #[inline]
    fn center(self, point: Point) -> V {
        sub(point.at, scale(point.normal, 0.5 * self.diameter))
    }

    /// Shrinks the ball until it contains no point of the facet. Returns
    /// whether it shrank.
    #[inline]
    fn shrink(&mut self, point: Point, facet: &Facet, number: u32) -> bool {
        let before = self.diameter;
        for _ in 0..STEPS {
            let near = nearest_point(facet.corners, self.center(point));
            let across = sub(point.at, near);
            let depth = dot(across, point.normal);
            let square = dot(across, across);
            if depth < TOUCHING || square >= self.diameter * depth {
                break;
            }
            let shrunk = square / depth;
            let done = shrunk > 0.999 * self.diameter;
            (self.diameter, self.opposite) = (shrunk, number);
            if done {
                break;
            }
        }
        self.diameter < before
    }

    /// Shrinks the ball until it contains no point of the opposite facets of a
    /// leaf.
    #[inline]
    fn shrink_to_leaf(&mut self, point: Point, bvh: &Bvh, leaf: u32) {
        let opposing = |ball: &Ball| {
            let sphere = (ball.center(point), 0.5 * ball.diameter);
            bvh.opposing_facets(leaf, sphere, point.normal, OPPOSITE)
        };
        let mut beyond = opposing(self);
        for _ in 0..LEAF {
            // Testing the facet that reaches deepest into the ball first ends
            // most searches.
            let (deepest, lane) = lowest(beyond);
            if deepest >= 0.0 {
                return;
            }
            put(&mut beyond, lane, f32::INFINITY);
            let (facets, first) = bvh.leaf(leaf);
            let Some(facet) = facets.get(lane) else { return };
            if self.shrink(point, facet, first + lane as u32) {
                self.leaf = leaf;
                // Facets that were already tried stay at infinity.
                beyond = where_at_most(opposing(self), beyond, f32::MAX);
            }
        }
    }
}

/// The nodes to search for the balls at points that are close together.
pub struct Nearby {
    /// Leaves, and quads of leaves.
    nodes: Vec<Node>,
    /// Diameter of the largest ball for which these nodes are sufficient; 0
    /// when the nodes are unknown.
    max_diameter: f32,
}

/// Maximum number of nodes. Trying more nodes in sequence is no faster than a
/// walk.
const NEARBY: usize = 48;

impl Nearby {
    pub fn new() -> Nearby {
        Nearby { nodes: Vec::with_capacity(NEARBY), max_diameter: 0.0 }
    }

    /// Discards the nodes, so that each ball takes a walk.
    pub fn clear(&mut self) {
        self.max_diameter = 0.0;
    }

    /// Finds the nodes for balls at the points. The largest ball is `like` plus
    /// a margin, or `max_diameter`.
    pub fn find(
        &mut self,
        bvh: &Bvh,
        points: impl Iterator<Item = Point>,
        max_diameter: f32,
        like: Option<Ball>,
    ) {
        let likely = like.map_or(max_diameter, |ball| MARGIN * ball.diameter);
        let ball = Ball::of(likely.min(max_diameter));
        let around = points.map(|p| (ball.center(p), p.normal));
        let around = Cover::of_points(around);
        let radius = 0.5 * ball.diameter;
        let nodes = &mut self.nodes;
        let all = bvh.opposing_nodes(&around, radius, OPPOSITE, nodes);
        self.max_diameter = if all { ball.diameter } else { 0.0 };
    }
}

impl Bvh {
    /// Returns the inscribed ball at a point, or `None` if it is larger than
    /// `max_diameter`. `like` is the ball of a neighbor.
    pub fn ball(
        &self,
        point: Point,
        max_diameter: f32,
        like: Option<Ball>,
        nearby: &Nearby,
    ) -> Option<Ball> {
        // A ball only shrinks, so it never meets surface outside the first
        // ball. A smaller first ball makes the search shorter.
        let sized = |factor: f32| {
            like.map_or(max_diameter, |ball| factor * ball.diameter)
                .min(max_diameter)
        };
        if nearby.max_diameter == 0.0 {
            let found =
                like.and_then(|_| self.walk(point, sized(MARGIN), like));
            return found.or_else(|| self.walk(point, max_diameter, like));
        }
        let nodes = nearby.nodes.as_slice();
        let close = sized(CLOSE);
        let found = if close < nearby.max_diameter {
            self.among(nodes, point, close, like)
        } else {
            None
        };
        let found = found
            .or_else(|| self.among(nodes, point, nearby.max_diameter, like));
        if nearby.max_diameter < max_diameter {
            found.or_else(|| self.walk(point, max_diameter, like))
        } else {
            found
        }
    }

    /// Returns the largest ball, up to a diameter of `largest`, that does not
    /// contain any point of the leaf that the neighbor's ball touches.
    fn first(&self, point: Point, largest: f32, like: Option<Ball>) -> Ball {
        let mut ball = Ball::of(largest);
        if let Some(like) = like {
            ball.shrink_to_leaf(point, self, like.leaf);
        }
        ball
    }

    /// Returns the largest ball, up to a diameter of `largest`, that does not
    /// contain any point of the nodes; `None` if that ball touches nothing.
    fn among(
        &self,
        nodes: &[Node],
        point: Point,
        largest: f32,
        like: Option<Ball>,
    ) -> Option<Ball> {
        self.budget.spend(nodes.len() as u64);
        let mut ball = self.first(point, largest, like);
        for &node in nodes {
            if let Some(leaf) = node.leaf() {
                ball.shrink_to_leaf(point, self, leaf);
                continue;
            }
            let center = ball.center(point);
            let (leaves, distances) =
                self.opposing_children(node, center, point.normal, OPPOSITE);
            let reach = 0.25 * ball.diameter * ball.diameter;
            let (nearest, _) = lowest(distances);
            if nearest >= reach {
                continue;
            }
            for (leaf, distance) in leaves.into_iter().zip(distances) {
                if distance < reach {
                    ball.shrink_to_leaf(point, self, leaf.number());
                }
            }
        }
        ball.touching()
    }

    /// Like `among`, but searches all nodes, nearest first.
    fn walk(
        &self,
        point: Point,
        largest: f32,
        like: Option<Ball>,
    ) -> Option<Ball> {
        let mut ball = self.first(point, largest, like);
        let mut stack = Stack::of(self.root());
        let mut visited = 0;
        while let Some(node) = stack.pop() {
            visited += 1;
            if let Some(leaf) = node.leaf() {
                ball.shrink_to_leaf(point, self, leaf);
                continue;
            }
            let sphere = (ball.center(point), 0.5 * ball.diameter);
            let normal = point.normal;
            self.push_opposing(node, sphere, normal, OPPOSITE, &mut stack);
        }
        self.budget.spend(visited);
        ball.touching()
    }
}
