//! Boxes of the nodes of the hierarchy, in groups of four.

use super::facet::{Facet, V};
use crate::lanes::{
    Lanes, difference, length_squared, max, min, product, put, splat, sum,
};

/// Boxes of the positions and of the normals of four nodes. Empty boxes contain
/// nothing.
#[derive(Debug, Clone, Copy)]
pub struct Quad {
    low: [Lanes; 3],
    high: [Lanes; 3],
    normal_low: [Lanes; 3],
    normal_high: [Lanes; 3],
    pub children: [Node; 4],
}

/// Box of positions and of normals.
#[derive(Debug, Clone, Copy)]
pub struct Cover {
    pub low: V,
    pub high: V,
    pub normal_low: V,
    pub normal_high: V,
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
    pub fn of_leaf(number: usize) -> Node {
        Node(number as u32)
    }

    pub fn of_quad(number: usize) -> Node {
        Node(IS_QUAD | number as u32)
    }

    /// Returns the number of the quad. The node must be a quad.
    #[inline]
    pub fn quad(self) -> usize {
        (self.0 ^ IS_QUAD) as usize
    }

    /// Returns the number of the leaf. The node must be a leaf.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the number of the leaf, or `None` for a quad.
    #[inline]
    pub fn leaf(self) -> Option<u32> {
        (self.0 & IS_QUAD == 0).then_some(self.0)
    }
}

impl Cover {
    pub fn of_facets(facets: &[Facet]) -> Cover {
        let points = facets.iter().flat_map(|facet| {
            facet.corners.map(|corner| (corner, facet.normal))
        });
        Cover::of_points(points)
    }

    /// Returns the box of points with their normals.
    pub fn of_points(points: impl Iterator<Item = (V, V)>) -> Cover {
        points.fold(EMPTY, |all, (at, normal)| Cover {
            low: component_min(all.low, at),
            high: component_max(all.high, at),
            normal_low: component_min(all.normal_low, normal),
            normal_high: component_max(all.normal_high, normal),
        })
    }

    pub fn of(nodes: &[(Node, Cover)]) -> Cover {
        nodes.iter().fold(EMPTY, |all, (_, cover)| Cover {
            low: component_min(all.low, cover.low),
            high: component_max(all.high, cover.high),
            normal_low: component_min(all.normal_low, cover.normal_low),
            normal_high: component_max(all.normal_high, cover.normal_high),
        })
    }
}

impl Quad {
    pub fn of(nodes: &[(Node, Cover)]) -> Quad {
        let mut quad = Quad {
            low: [splat(f32::INFINITY); 3],
            high: [splat(f32::NEG_INFINITY); 3],
            normal_low: [splat(0.0); 3],
            normal_high: [splat(0.0); 3],
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

    pub fn holds_leaves(&self) -> bool {
        let [first, ..] = self.children;
        first.leaf().is_some()
    }

    /// Returns lower bounds on the cosines between `normal` and any normal of
    /// each node.
    #[inline]
    pub fn min_cosine(&self, [nx, ny, nz]: V) -> Lanes {
        let [ax, ay, az] = self.normal_low;
        let [bx, by, bz] = self.normal_high;
        let along = |low: Lanes, high: Lanes, v: f32| {
            product(if v < 0.0 { high } else { low }, splat(v))
        };
        sum(sum(along(ax, bx, nx), along(ay, by, ny)), along(az, bz, nz))
    }

    /// Returns lower bounds on the cosines between any normal in a box and any
    /// normal of each node.
    pub fn min_cosine_of_box(&self, low: V, high: V) -> Lanes {
        let [ax, ay, az] = self.normal_low;
        let [bx, by, bz] = self.normal_high;
        let along = |a: Lanes, b: Lanes, low: f32, high: f32| {
            let [low, high] = [splat(low), splat(high)];
            let of_low = min(product(a, low), product(b, low));
            min(of_low, min(product(a, high), product(b, high)))
        };
        let [lx, ly, lz] = low;
        let [hx, hy, hz] = high;
        let xy = sum(along(ax, bx, lx, hx), along(ay, by, ly, hy));
        sum(xy, along(az, bz, lz, hz))
    }

    /// Returns the squared distances of the boxes from a point.
    #[inline]
    pub fn distance(&self, point: V) -> Lanes {
        self.distance_of_box(point, point)
    }

    /// Returns the squared distances of the boxes from a box.
    #[inline]
    pub fn distance_of_box(&self, low: V, high: V) -> Lanes {
        let [lx, ly, lz] = low.map(splat);
        let [hx, hy, hz] = high.map(splat);
        let [ax, ay, az] = self.low;
        let [bx, by, bz] = self.high;
        let apart = |a: Lanes, b: Lanes, low: Lanes, high: Lanes| {
            max(max(difference(a, high), difference(low, b)), splat(0.0))
        };
        length_squared([
            apart(ax, bx, lx, hx),
            apart(ay, by, ly, hy),
            apart(az, bz, lz, hz),
        ])
    }
}

/// Sets one lane of each component.
pub fn set([x, y, z]: &mut [Lanes; 3], lane: usize, [vx, vy, vz]: V) {
    put(x, lane, vx);
    put(y, lane, vy);
    put(z, lane, vz);
}

#[inline]
fn component_min([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    let min = |a: f32, b: f32| if a < b { a } else { b };
    [min(ax, bx), min(ay, by), min(az, bz)]
}

#[inline]
fn component_max([ax, ay, az]: V, [bx, by, bz]: V) -> V {
    let max = |a: f32, b: f32| if a > b { a } else { b };
    [max(ax, bx), max(ay, by), max(az, bz)]
}
