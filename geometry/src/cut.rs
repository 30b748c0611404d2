//! Cuts a closed surface at planes into closed parts.
//!
//! Each vertex is above, below or on the plane. Vertices within the rounding of
//! 32-bit coordinates are moved onto it. A triangle that crosses the plane is
//! split at vertices that it shares with its neighbors; the vertex numbers of
//! the edge identify them. A cap (`cap.rs`) closes the opening on either side.
//! The corners of the cap are exactly these vertices, so no corner lies inside
//! an edge. Triangles in the plane are left out because the caps replace them.

mod cap;
mod ears;
mod fit;
mod loops;
mod nest;

use std::collections::BTreeMap;

use crate::error::ParseError;
use crate::mesh::Mesh;
use crate::topology::Topology;
use crate::vector::{Vec3, add, dot, length, scale, sub, to_f64};
pub use fit::{MAX_PARTS, cut_to_fit};

/// A plane: all points whose dot product with the normal is `offset`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Unit length.
    normal: Vec3,
    offset: f64,
    /// Axis parallel to the normal, if any.
    axis: Option<usize>,
}

impl Plane {
    /// Creates a plane. `normal` can have any length but 0; returns `None` when
    /// it has no direction.
    pub fn new(normal: Vec3, offset: f64) -> Option<Plane> {
        let long = length(normal);
        if !(long > 0.0 && long.is_finite() && offset.is_finite()) {
            return None;
        }
        let normal = scale(normal, 1.0 / long);
        let mut along = (0..3).filter(|&a| normal.get(a) != Some(&0.0));
        let axis = along.next().filter(|_| along.next().is_none());
        // Corners of the cap get this coordinate, which is rounded to 32 bits.
        let offset = match axis {
            Some(_) => f64::from(offset as f32),
            None => offset,
        };
        Some(Plane { normal, offset, axis })
    }

    /// Returns the plane at a distance from the lowest point of the mesh along
    /// the normal, and the greatest possible distance.
    pub fn above_lowest(
        mesh: &Mesh,
        normal: Vec3,
        distance: f64,
    ) -> Option<(Plane, f64)> {
        let direction = Plane::new(normal, 0.0)?.normal;
        let (low, high) = reach(mesh, direction)?;
        Some((Plane::new(normal, low + distance)?, high - low))
    }

    fn height(&self, point: Vec3) -> f64 {
        dot(self.normal, point) - self.offset
    }

    /// Returns the nearest point of the plane, as 32-bit coordinates.
    fn nearest(&self, point: Vec3) -> [f32; 3] {
        let moved = sub(point, scale(self.normal, self.height(point)));
        let mut rounded = moved.map(|v| v as f32);
        if let Some(axis) = self.axis
            && let Some(coordinate) = rounded.get_mut(axis)
        {
            let along = self.normal.get(axis).copied().unwrap_or(1.0);
            *coordinate = (self.offset * along) as f32;
        }
        rounded
    }
}

/// Returns the lowest and the highest point along a unit vector.
fn reach(mesh: &Mesh, direction: Vec3) -> Option<(f64, f64)> {
    let along = mesh.positions.iter().map(|&p| dot(direction, to_f64(p)));
    along.fold(None, |reach, at| match reach {
        None => Some((at, at)),
        Some((low, high)) => Some((low.min(at), high.max(at))),
    })
}

/// The result of cutting a mesh by a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Halves {
    /// Part on the side that the normal points away from.
    pub below: Mesh,
    pub above: Mesh,
}

/// Vertices at most this far from the plane are on it: four steps of 32-bit
/// numbers, as a share of the largest coordinate.
const ON_PLANE: f64 = 4.0 * f32::EPSILON as f64;

/// Cuts a closed mesh. Returns `None` when the whole mesh is on one side of the
/// plane.
pub fn cut(mesh: &Mesh, plane: &Plane) -> Result<Option<Halves>, ParseError> {
    let Some(mut cutter) = Cutter::new(mesh, plane) else { return Ok(None) };
    let mut open = [Vec::new(), Vec::new()];
    for (at, &triangle) in mesh.triangles.iter().enumerate() {
        if at % 65_536 == 0 {
            crate::checkpoint();
        }
        cutter.split(triangle, &mut open);
    }
    let [below, above] = open;
    Ok(Some(Halves {
        below: cutter.close(below, plane.normal)?,
        above: cutter.close(above, scale(plane.normal, -1.0))?,
    }))
}

struct Cutter<'a> {
    plane: &'a Plane,
    /// Vertices of the mesh, followed by those of cut edges.
    positions: Vec<[f32; 3]>,
    /// Distance of each vertex from the plane; 0 on the plane.
    heights: Vec<f64>,
    /// Vertex at which an edge is cut, keyed by the edge's vertices in
    /// ascending order.
    cuts: BTreeMap<(u32, u32), u32>,
    /// Vertices on the plane, keyed by the bits of their coordinates.
    on_plane: BTreeMap<[u32; 3], u32>,
}

impl<'a> Cutter<'a> {
    /// Returns `None` when one of the sides is empty.
    fn new(mesh: &Mesh, plane: &'a Plane) -> Option<Cutter<'a>> {
        let largest = mesh.positions.as_flattened().iter();
        let largest = largest.fold(0.0f32, |most, v| most.max(v.abs()));
        let near = ON_PLANE * f64::from(largest);
        let mut positions = mesh.positions.clone();
        let mut on_plane = BTreeMap::new();
        let (mut any_below, mut any_above) = (false, false);
        let mut heights = Vec::with_capacity(positions.len());
        for (position, vertex) in positions.iter_mut().zip(0u32..) {
            let height = plane.height(to_f64(*position));
            if height.abs() <= near {
                *position = plane.nearest(to_f64(*position));
                on_plane.entry(position.map(f32::to_bits)).or_insert(vertex);
                heights.push(0.0);
            } else {
                any_above |= height > 0.0;
                any_below |= height < 0.0;
                heights.push(height);
            }
        }
        let cuts = BTreeMap::new();
        (any_below && any_above).then_some(Cutter {
            plane,
            positions,
            heights,
            cuts,
            on_plane,
        })
    }

    fn height(&self, vertex: u32) -> f64 {
        // Vertices of cut edges have no height; they are on the plane.
        self.heights.get(vertex as usize).copied().unwrap_or(0.0)
    }

    fn at(&self, vertex: u32) -> Vec3 {
        to_f64(self.positions.get(vertex as usize).copied().unwrap_or_default())
    }

    /// Adds the pieces of a triangle to the two sides.
    fn split(&mut self, triangle: [u32; 3], open: &mut [Vec<[u32; 3]>; 2]) {
        let heights = triangle.map(|v| self.height(v));
        let [below, above] = open;
        let any_below = heights.iter().any(|&h| h < 0.0);
        let any_above = heights.iter().any(|&h| h > 0.0);
        match (any_below, any_above) {
            (false, false) => {}
            (true, false) => below.push(triangle),
            (false, true) => above.push(triangle),
            (true, true) => {
                let mut pieces = [Vec::new(), Vec::new()];
                let [a, b, c] = triangle;
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    let [low, high] = &mut pieces;
                    let (start, end) = (self.height(from), self.height(to));
                    if start <= 0.0 {
                        low.push(from);
                    }
                    if start >= 0.0 {
                        high.push(from);
                    }
                    if start * end < 0.0 {
                        let vertex = self.cut_edge(from, to);
                        low.push(vertex);
                        high.push(vertex);
                    }
                }
                let [low, high] = pieces;
                self.fan(&low, below);
                self.fan(&high, above);
            }
        }
    }

    /// Returns the vertex at which an edge crosses the plane.
    fn cut_edge(&mut self, from: u32, to: u32) -> u32 {
        let key = (from.min(to), from.max(to));
        if let Some(&vertex) = self.cuts.get(&key) {
            return vertex;
        }
        let (low, high) = key;
        let (start, end) = (self.height(low), self.height(high));
        let (origin, along) = (self.at(low), sub(self.at(high), self.at(low)));
        let crossing = add(origin, scale(along, start / (start - end)));
        let position = self.plane.nearest(crossing);
        // Crossings that round to the same point become one vertex, because a
        // reader of the file would merge them too.
        let new = self.positions.len() as u32;
        let bits = position.map(|v| (v + 0.0).to_bits());
        let vertex = *self.on_plane.entry(bits).or_insert(new);
        if vertex == new {
            self.positions.push(position);
        }
        self.cuts.insert(key, vertex);
        vertex
    }

    /// Triangulates a piece of three or four corners along its shorter
    /// diagonal.
    fn fan(&self, piece: &[u32], out: &mut Vec<[u32; 3]>) {
        let long = |a, b| {
            let along = sub(self.at(a), self.at(b));
            dot(along, along)
        };
        let triangles = match *piece {
            [a, b, c] => [Some([a, b, c]), None],
            [a, b, c, d] if long(a, c) <= long(b, d) => {
                [Some([a, b, c]), Some([a, c, d])]
            }
            [a, b, c, d] => [Some([a, b, d]), Some([b, c, d])],
            _ => [None, None],
        };
        let whole = |&[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
        out.extend(triangles.into_iter().flatten().filter(whole));
    }

    fn is_on_plane(&self, vertex: u32) -> bool {
        self.height(vertex) == 0.0
    }

    /// Closes one side. `outward` is the normal of its cap.
    fn close(
        &self,
        mut triangles: Vec<[u32; 3]>,
        outward: Vec3,
    ) -> Result<Mesh, ParseError> {
        let mut edges = Vec::new();
        for &[a, b, c] in &triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if self.is_on_plane(from) && self.is_on_plane(to) {
                    // The cap uses each edge in the opposite direction.
                    edges.push((to, from));
                }
            }
        }
        crate::checkpoint();
        let cap = cap::cap(&self.positions, edges, outward);
        triangles.extend(cap.ok_or_else(too_intricate)?);
        let mut part = Mesh { positions: self.positions.clone(), triangles };
        part.drop_unused();
        crate::checkpoint();
        match Topology::build(&part).count().unbalanced {
            0 => Ok(part),
            _ => Err(too_intricate()),
        }
    }
}

fn too_intricate() -> ParseError {
    ParseError::Refused {
        code: "cannot_cut",
        message: "The cut would be too intricate to close there: choose \
                  another height."
            .into(),
    }
}

#[cfg(test)]
mod tests;
