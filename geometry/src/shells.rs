//! Shells: closed surfaces that can be flipped independently. Triangles
//! connected across edges with exactly two triangles form one shell. Sheets
//! that close each other only at an edge with more triangles also form one
//! shell. Each shell has a bounding box and a signed volume.

use crate::mesh::{Bounds, Mesh};
use crate::topology::{Topology, unpack};
use crate::union_find::UnionFind;
use crate::vector::{add, dot, normal, sub};

/// One shell.
#[derive(Debug, Clone, Copy)]
pub struct Shell {
    pub bounds: Bounds,
    /// Signed, file units cubed: negative for a cavity.
    pub volume: f64,
}

/// All shells of a mesh.
pub struct Shells {
    /// Shell of each triangle.
    pub of_triangle: Vec<u32>,
    pub all: Vec<Shell>,
}

impl Shells {
    /// Finds and measures the shells of a mesh whose holes are filled. The
    /// volumes do not depend on the reference point.
    pub fn find(mesh: &Mesh, topology: &Topology) -> Shells {
        let (of_triangle, count) = group(mesh, topology);
        Shells::measured(mesh, of_triangle, count)
    }

    /// Measures `count` shells, given the shell of each triangle.
    pub fn measured(mesh: &Mesh, of_triangle: Vec<u32>, count: u32) -> Shells {
        let bounds = mesh.bounds().unwrap_or(Bounds::EMPTY);
        let center = bounds.center();
        let six = |&corners: &[u32; 3]| {
            let corners = mesh.corners(corners).map(|p| sub(p, center));
            let [first, ..] = corners;
            dot(first, normal(corners))
        };
        if count == 1 {
            // Fast path for the usual case: the sum stays in a register.
            let six = mesh.triangles.iter().map(six).fold(0.0, |a, b| a + b);
            let all = vec![Shell { bounds, volume: six / 6.0 }];
            return Shells { of_triangle, all };
        }
        let mut all = boxes(mesh, &of_triangle, count);
        for (corners, &shell) in mesh.triangles.iter().zip(&of_triangle) {
            if let Some(shell) = all.get_mut(shell as usize) {
                shell.volume += six(corners);
            }
        }
        for shell in &mut all {
            shell.volume /= 6.0;
        }
        Shells { of_triangle, all }
    }

    /// Marks the triangles of cavities; `None` when there are none.
    pub fn hidden(&self) -> Option<Vec<bool>> {
        let cavity = |shell: &u32| {
            let shell = self.all.get(*shell as usize);
            shell.is_some_and(|shell| shell.volume <= 0.0)
        };
        let any = self.all.iter().any(|shell| shell.volume <= 0.0);
        any.then(|| self.of_triangle.iter().map(cavity).collect())
    }
}

/// Returns the axis along which the boxes overlap least: the axis on which the
/// sum of their sizes is the smallest share of the total extent.
pub fn sweep_axis(all: &[Shell]) -> usize {
    let mut sum = [0.0; 3];
    let mut whole = Bounds::EMPTY;
    for shell in all {
        sum = add(sum, shell.bounds.size());
        whole.include(shell.bounds.min);
        whole.include(shell.bounds.max);
    }
    let size = whole.size();
    let share = |axis: usize| match (sum.get(axis), size.get(axis)) {
        (Some(sum), Some(size)) if *size > 0.0 => sum / size,
        _ => f64::INFINITY,
    };
    (0..3).min_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap_or(0)
}

/// Returns the shell of each triangle, and the number of shells.
fn group(mesh: &Mesh, topology: &Topology) -> (Vec<u32>, u32) {
    let mut sets = UnionFind::new(mesh.triangles.len());
    let mut crowded: Vec<Vec<u64>> = Vec::new();
    topology.each_edge(|_, _, uses| match *uses {
        [a, b] => sets.union(unpack(a).triangle(), unpack(b).triangle()),
        _ => crowded.push(uses.to_vec()),
    });
    for uses in crowded {
        join_dependent(&mut sets, &uses);
    }
    sets.labels()
}

/// Merges the sheets at an edge that are not balanced there by themselves.
fn join_dependent(sets: &mut UnionFind, uses: &[u64]) {
    let mut sheets: Vec<(u32, i64)> = uses
        .iter()
        .map(|&entry| {
            let one = unpack(entry);
            let side = if one.backwards { -1 } else { 1 };
            (sets.find(one.triangle()), side)
        })
        .collect();
    sheets.sort_unstable();
    let mut first = None;
    for sheet in sheets.chunk_by(|a, b| a.0 == b.0) {
        let balance: i64 = sheet.iter().map(|&(_, side)| side).sum();
        if let (&[(root, _), ..], true) = (sheet, balance != 0) {
            sets.union(*first.get_or_insert(root), root);
        }
    }
}

/// Returns shells with bounding boxes and zero volume.
fn boxes(mesh: &Mesh, of_triangle: &[u32], count: u32) -> Vec<Shell> {
    let shell = Shell { bounds: Bounds::EMPTY, volume: 0.0 };
    let mut all = vec![shell; count as usize];
    for (&corners, &shell) in mesh.triangles.iter().zip(of_triangle) {
        let Some(shell) = all.get_mut(shell as usize) else { continue };
        for corner in mesh.corners(corners) {
            shell.bounds.include(corner);
        }
    }
    all
}
