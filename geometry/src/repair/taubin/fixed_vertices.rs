//! Vertices that smoothing must not move, because they are shape and not noise.
//!
//! A vertex is fixed
//! - on an open edge, on an edge of more than two triangles, and on an edge of
//!   two triangles that run the same way;
//! - on an edge that bends by more than 40 degrees, unless all edges around it
//!   are at most 1 mm long. In the corpus the edges of mechanical parts begin
//!   at 45 degrees (chamfers), and at most 1 % are at 25 to 40. In organic
//!   models, 2 to 4 % of the vertices have an edge beyond 40. Short edges are
//!   exempt because the steps of a voxel mesh are as sharp as CAD edges;
//! - at the end of an edge of more than 4 mm, ten printed lines. No noise is
//!   that coarse, but a rounded box of few triangles is, even without a sharp
//!   edge.

use crate::mesh::Mesh;
use crate::topology::{Topology, unpack};
use crate::vector::{dot, length, max, normal, sub};

/// Cosine of 40 degrees.
const SHARP: f32 = 0.766_044_44;

/// Sharp edges are fixed only at vertices with an edge longer than this, mm.
const FINE_MM: f32 = 1.0;

/// Both ends of an edge longer than this are fixed, mm.
const COARSE_MM: f32 = 4.0;

/// Properties of the edges around a vertex.
#[derive(Clone, Copy, Default)]
struct VertexEdges {
    sharp: bool,
    /// Whether an edge does not have exactly two triangles, one in each
    /// direction.
    odd: bool,
    /// Square of the longest edge, mm2.
    longest: f32,
}

/// Marks the vertices of a mesh in mm that must not move.
pub fn fixed_vertices(mesh: &Mesh, topology: &Topology) -> Vec<bool> {
    let normals = unit_normals(mesh);
    let mut vertices = vec![VertexEdges::default(); mesh.positions.len()];
    topology.each_edge(|low, high, uses| {
        let edge = sub(mesh.at(low), mesh.at(high));
        let square = dot(edge, edge) as f32;
        let (sharp, odd) = match *uses {
            [a, b] if (a ^ b) & 1 == 1 => {
                let of = |entry| {
                    let triangle = unpack(entry).triangle() as usize;
                    normals.get(triangle).copied().unwrap_or_default()
                };
                (bends(of(a), of(b)), false)
            }
            _ => (false, true),
        };
        for vertex in [low as usize, high as usize] {
            if let Some(edges) = vertices.get_mut(vertex) {
                edges.sharp |= sharp;
                edges.odd |= odd;
                edges.longest = max(edges.longest, square);
            }
        }
    });
    vertices.iter().map(VertexEdges::is_fixed).collect()
}

impl VertexEdges {
    fn is_fixed(&self) -> bool {
        self.odd
            || self.longest > COARSE_MM * COARSE_MM
            || self.sharp && self.longest > FINE_MM * FINE_MM
    }
}

/// Returns whether the normals differ by more than the limit. Always false for
/// a triangle of zero area, which has no normal.
fn bends(a: [f32; 3], b: [f32; 3]) -> bool {
    let none = [0.0; 3];
    let cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    a != none && b != none && cosine < SHARP
}

fn unit_normals(mesh: &Mesh) -> Vec<[f32; 3]> {
    let normals = mesh.triangles.iter().map(|&triangle| {
        let normal = normal(mesh.corners(triangle));
        let long = length(normal);
        let share = if long > 0.0 { 1.0 / long } else { 0.0 };
        normal.map(|v| (v * share) as f32)
    });
    normals.collect()
}
