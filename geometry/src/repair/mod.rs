//! Makes a surface measurable: joins vertices that rounding separated, removes
//! duplicates, orients every shell outwards and fills holes. The repair works
//! on a copy; the stored file is never changed.
//!
//! Order: exact weld (done by the parser), nearby weld, removal, face
//! orientation, holes, shell orientation. A mesh that needs none of these is
//! not rebuilt.

pub mod holes;
pub mod hollow;
pub mod nesting;
pub mod orient_faces;
mod orient_shells;
pub mod orientation;
pub mod remove;
pub mod scale;
pub mod split_edges;
pub mod taubin;

use serde::Serialize;

use crate::mesh::Mesh;
use crate::shells::Shells;
use crate::topology::{EdgeCounts, Survey, Topology};
use crate::weld::nearby::join_open_edges;
use nesting::NestingBudget;

/// Repairs made before measuring.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Repairs {
    /// Vertices merged with a nearby vertex on an open edge.
    pub welded_vertices: u64,
    /// Triangles that use a vertex twice, in the file or after the nearby
    /// weld.
    pub removed_degenerates: u64,
    /// Triangles that duplicated another one with the same winding.
    pub removed_duplicates: u64,
    /// Triangles that shared no edge with any other.
    pub removed_loose: u64,
    /// Triangles whose winding was reversed.
    pub flipped_faces: u64,
    /// Rings of open edges closed with new triangles.
    pub filled_holes: u64,
    /// Open edges after the repair.
    pub remaining_boundary_edges: u64,
}

/// A repaired mesh, its shells, and the repairs.
pub struct Repaired {
    pub mesh: Mesh,
    pub shells: Shells,
    pub repairs: Repairs,
    /// Triangles from this index on close holes and are not in the file.
    pub own_triangles: usize,
    /// Whether the volume is exact: before filling, every edge was used equally
    /// often in both directions, and it is known which shells are cavities.
    pub exact: bool,
    /// Whether solids could be distinguished from cavities. False when there
    /// are too many shells.
    pub cavities_known: bool,
    /// For each triangle: whether its winding was reversed.
    pub flipped: Vec<bool>,
    /// Triangles that were removed, one list per pass, in order, with their
    /// indexes before the pass.
    pub removed: Vec<Vec<u32>>,
    /// Edges of the mesh; `None` when the last step has flipped triangles.
    pub topology: Option<Topology>,
}

impl Repaired {
    /// Returns the edges of the mesh, rebuilt if necessary.
    pub fn take_topology(&mut self) -> Topology {
        let known = self.topology.take();
        known.unwrap_or_else(|| Topology::build(&self.mesh))
    }
}

/// Repairs a mesh without collapsed triangles, given the survey of its edges.
pub fn repair(mut mesh: Mesh, survey: Survey) -> Repaired {
    let Survey { mut topology, mut counts, shells } = survey;
    let mut repairs = Repairs::default();
    let mut removed = Vec::new();
    if let Some((of_triangle, count)) = shells {
        let shells = Shells::measured(&mesh, of_triangle, count);
        let flipped = vec![false; mesh.triangles.len()];
        return orient_outwards(mesh, topology, shells, flipped, repairs);
    }
    if counts.non_manifold > 0 {
        let doubles = remove::duplicates(&mut mesh, &topology);
        repairs.removed_duplicates = doubles.len() as u64;
        if !doubles.is_empty() {
            removed.push(doubles);
            (topology, counts) = rebuild(&mesh);
        }
    }
    if counts.boundary > 0 {
        repairs.welded_vertices = join_open_edges(&mut mesh, &topology);
        if repairs.welded_vertices > 0 {
            removed.push(mesh.collapsed());
            repairs.removed_degenerates = mesh.drop_collapsed();
            mesh.drop_unused();
            (topology, counts) = rebuild(&mesh);
        }
    }
    if counts.boundary > 0 {
        let loose = remove::loose(&mut mesh, &topology);
        repairs.removed_loose = loose.len() as u64;
        if !loose.is_empty() {
            removed.push(loose);
            (topology, counts) = rebuild(&mesh);
        }
    }
    let mut flipped = vec![false; mesh.triangles.len()];
    if counts.misoriented > 0
        && orient_faces::orient_faces(&mut mesh, &topology, &mut flipped)
    {
        (topology, counts) = rebuild(&mesh);
    }
    let own_triangles = mesh.triangles.len();
    let exact = counts.unbalanced == 0 && repairs.removed_loose == 0;
    let mut shells = None;
    if counts.unbalanced > 0 {
        repairs.filled_holes = holes::fill(&mut mesh, &topology);
        drop(topology);
        crate::checkpoint();
        Survey { topology, counts, shells } = Topology::survey(&mesh);
    }
    crate::checkpoint();
    repairs.remaining_boundary_edges = counts.boundary;
    let shells = match shells {
        Some((of, count)) => Shells::measured(&mesh, of, count),
        None => Shells::find(&mesh, &topology),
    };
    let repaired = orient_outwards(mesh, topology, shells, flipped, repairs);
    let exact = exact && repaired.exact;
    Repaired { own_triangles, exact, removed, ..repaired }
}

/// Orients shells as the last step and counts the flipped triangles, without
/// patches.
fn orient_outwards(
    mut mesh: Mesh,
    topology: Topology,
    mut shells: Shells,
    mut flipped: Vec<bool>,
    mut repairs: Repairs,
) -> Repaired {
    let own_triangles = flipped.len();
    flipped.resize(mesh.triangles.len(), false);
    let outwards = shells.all.iter().all(|shell| shell.volume >= 0.0);
    let oriented = shells.orient_outwards(
        &mut mesh,
        &mut flipped,
        NestingBudget::default(),
    );
    let own = flipped.iter().take(own_triangles);
    repairs.flipped_faces = own.filter(|&&f| f).count() as u64;
    Repaired {
        mesh,
        shells,
        repairs,
        own_triangles,
        exact: oriented.certain,
        cavities_known: oriented.cavities_known,
        flipped,
        removed: Vec::new(),
        topology: outwards.then_some(topology),
    }
}

fn rebuild(mesh: &Mesh) -> (Topology, EdgeCounts) {
    crate::checkpoint();
    let topology = Topology::build(mesh);
    let counts = topology.count();
    (topology, counts)
}

#[cfg(test)]
mod tests;
