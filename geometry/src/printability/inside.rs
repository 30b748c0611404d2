//! The parts of a closed model that no support can reach: the walls of its
//! cavities, and loose bodies inside a cavity.

use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Mesh;
use crate::shells::{Shell, Shells};
use crate::vector::{Vec3, cross, dot, length, sub};

/// Number of vertices tested per body.
const SAMPLES: usize = 8;

/// Maximum number of triangles that the search for loose bodies visits.
const BUDGET: u64 = 4_000_000;

/// The unreachable parts of a mesh. They depend on the mesh alone, so a model
/// is rated the same whether its cavity was made here or came with the file.
#[derive(Debug, Default)]
pub struct Inside {
    /// One entry per triangle; empty when everything can be reached.
    unreachable: Vec<bool>,
    /// Number of loose bodies in cavities.
    pub free: u64,
    pub cavities: u64,
}

impl Inside {
    /// Examines a closed mesh in mm whose shells face outwards.
    pub fn of(mesh: &Mesh, shells: &Shells) -> Inside {
        let is_cavity = |shell: &Shell| shell.volume < 0.0;
        if !shells.all.iter().any(is_cavity) {
            return Inside::default();
        }
        let mut hidden: Vec<bool> = shells.all.iter().map(is_cavity).collect();
        let cavities = hidden.iter().filter(|&&hidden| hidden).count() as u64;
        let mut left = BUDGET;
        let mut free = 0;
        for (body, at) in shells.all.iter().zip(0u32..) {
            if is_cavity(body) || !hangs_free(mesh, shells, at, &mut left) {
                continue;
            }
            free += 1;
            if let Some(hidden) = hidden.get_mut(at as usize) {
                *hidden = true;
            }
        }
        let of = |shell: &u32| hidden.get(*shell as usize).copied();
        let of = |shell| of(shell).unwrap_or_default();
        Inside {
            unreachable: shells.of_triangle.iter().map(of).collect(),
            free,
            cavities,
        }
    }

    /// Returns whether no support can reach a triangle.
    pub fn is_unreachable(&self, triangle: u32) -> bool {
        self.unreachable.get(triangle as usize) == Some(&true)
    }
}

/// Returns whether a body is in a cavity and does not stand on its floor.
fn hangs_free(mesh: &Mesh, shells: &Shells, at: u32, left: &mut u64) -> bool {
    let Some(body) = shells.all.get(at as usize) else { return false };
    let around = shells.all.iter().zip(0u32..).filter(|(other, _)| {
        let low = body.bounds.min.iter().zip(&other.bounds.min);
        let high = body.bounds.max.iter().zip(&other.bounds.max);
        let [_, _, bottom] = body.bounds.min;
        let [_, _, floor] = other.bounds.min;
        other.volume < 0.0
            && low.into_iter().all(|(own, outer)| own >= outer)
            && high.into_iter().all(|(own, outer)| own <= outer)
            && bottom > floor + FIRST_LAYER_MM
    });
    let samples = samples(mesh, shells, at);
    around.into_iter().any(|(_, cavity)| {
        samples.iter().all(|&point| {
            *left = left.saturating_sub(mesh.triangles.len() as u64);
            *left > 0 && winding(mesh, shells, cavity, point).abs() > 0.5
        })
    })
}

/// Returns the lowest corner of a shell, and some others.
fn samples(mesh: &Mesh, shells: &Shells, at: u32) -> Vec<Vec3> {
    let own = mesh.triangles.iter().zip(&shells.of_triangle);
    let own = own.filter(|&(_, &shell)| shell == at).map(|(&t, _)| t);
    let corners: Vec<Vec3> = own.flat_map(|t| mesh.corners(t)).collect();
    let lowest = corners.iter().copied().min_by(|a, b| a[2].total_cmp(&b[2]));
    let step = corners.len().div_ceil(SAMPLES).max(1);
    lowest.into_iter().chain(corners.into_iter().step_by(step)).collect()
}

/// Returns the winding number of a shell around a point (Van Oosterom and
/// Strackee 1983).
fn winding(mesh: &Mesh, shells: &Shells, shell: u32, point: Vec3) -> f64 {
    let own = mesh.triangles.iter().zip(&shells.of_triangle);
    let own = own.filter(|&(_, &of)| of == shell);
    let angles = own.map(|(&triangle, _)| {
        let [a, b, c] = mesh.corners(triangle).map(|p| sub(p, point));
        let [la, lb, lc] = [a, b, c].map(length);
        let below =
            la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        2.0 * libm::atan2(dot(a, cross(b, c)), below)
    });
    angles.sum::<f64>() / (4.0 * std::f64::consts::PI)
}
