//! Makes a surface measurable: joins what rounding tore apart, removes
//! duplicates, turns every shell outwards, fills holes. Works on a copy that
//! is only measured; the caller's file stays what it is.
//!
//! Order: exact weld (done by the parser), nearby weld, removal, winding,
//! holes, orientation. A mesh that needs none of it costs no rebuild.

pub mod holes;
pub mod hollow;
pub mod orient;
pub mod remove;
pub mod scale;
pub mod shells;
pub mod taubin;
pub mod touch;
pub mod winding;

use serde::Serialize;

use crate::mesh::Mesh;
use crate::nesting::Budget;
use crate::topology::{EdgeCounts, Survey, Topology};
use crate::weld::nearby::join_open_edges;
use shells::Shells;

/// What was done before measuring.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Repairs {
    /// Vertices joined to a near neighbour on an open edge.
    pub welded_vertices: u64,
    /// Triangles that had lost a corner, before or by that.
    pub removed_degenerates: u64,
    /// Triangles that repeated another with the same winding.
    pub removed_duplicates: u64,
    /// Triangles that shared no edge with any other.
    pub removed_loose: u64,
    /// Triangles turned over.
    pub flipped_faces: u64,
    /// Rings of open edges closed with new triangles.
    pub filled_holes: u64,
    /// Open edges that are left.
    pub remaining_boundary_edges: u64,
}

/// A repaired mesh and what is known about it.
pub struct Repaired {
    pub mesh: Mesh,
    pub shells: Shells,
    pub repairs: Repairs,
    /// Triangles from here on close holes: they are not in the file.
    pub own_triangles: usize,
    /// Before filling, every edge was used equally often both ways, and it is
    /// known which shells are cavities: the volume is no guess.
    pub exact: bool,
}

/// Repairs a mesh without collapsed triangles, given what is known of its
/// edges.
pub fn repair(mut mesh: Mesh, survey: Survey) -> Repaired {
    let Survey { mut topology, mut counts, shells } = survey;
    let mut repairs = Repairs::default();
    if let Some((of_triangle, count)) = shells {
        drop(topology);
        let shells = Shells::measured(&mesh, of_triangle, count);
        let flipped = vec![false; mesh.triangles.len()];
        return turn_outwards(mesh, shells, flipped, repairs);
    }
    if counts.non_manifold > 0 {
        repairs.removed_duplicates = remove::duplicates(&mut mesh, &topology);
        if repairs.removed_duplicates > 0 {
            (topology, counts) = rebuild(&mesh);
        }
    }
    if counts.boundary > 0 {
        repairs.welded_vertices = join_open_edges(&mut mesh, &topology);
        if repairs.welded_vertices > 0 {
            repairs.removed_degenerates = mesh.drop_collapsed();
            mesh.drop_unused();
            (topology, counts) = rebuild(&mesh);
        }
    }
    if counts.boundary > 0 {
        repairs.removed_loose = remove::loose(&mut mesh, &topology);
        if repairs.removed_loose > 0 {
            (topology, counts) = rebuild(&mesh);
        }
    }
    let mut flipped = vec![false; mesh.triangles.len()];
    if counts.misoriented > 0
        && winding::agree(&mut mesh, &topology, &mut flipped)
    {
        (topology, counts) = rebuild(&mesh);
    }
    let own_triangles = mesh.triangles.len();
    let exact = counts.unbalanced == 0 && repairs.removed_loose == 0;
    let mut shells = None;
    if counts.unbalanced > 0 {
        repairs.filled_holes = holes::fill(&mut mesh, &topology);
        drop(topology);
        crate::pace::checkpoint();
        Survey { topology, counts, shells } = Topology::survey(&mesh);
    }
    crate::pace::checkpoint();
    repairs.remaining_boundary_edges = counts.boundary;
    let shells = match shells {
        Some((of, count)) => Shells::measured(&mesh, of, count),
        None => Shells::find(&mesh, &topology),
    };
    let repaired = turn_outwards(mesh, shells, flipped, repairs);
    Repaired { own_triangles, exact: exact && repaired.exact, ..repaired }
}

/// The last step; notes what was turned over, patches apart.
fn turn_outwards(
    mut mesh: Mesh,
    mut shells: Shells,
    mut flipped: Vec<bool>,
    mut repairs: Repairs,
) -> Repaired {
    let own_triangles = flipped.len();
    flipped.resize(mesh.triangles.len(), false);
    let exact =
        shells.turn_outwards(&mut mesh, &mut flipped, Budget::default());
    let own = flipped.iter().take(own_triangles);
    repairs.flipped_faces = own.filter(|&&f| f).count() as u64;
    Repaired { mesh, shells, repairs, own_triangles, exact }
}

fn rebuild(mesh: &Mesh) -> (Topology, EdgeCounts) {
    crate::pace::checkpoint();
    let topology = Topology::build(mesh);
    let counts = topology.count();
    (topology, counts)
}

#[cfg(test)]
mod tests;
