//! Determines which faces of a mesh bound the plastic. Where bodies overlap or
//! touch, a slicer unites them: a face whose outside lies in another body is
//! neither a wall nor an overhang.
//!
//! Only shells whose boxes meet, and surfaces that may intersect themselves,
//! are tested, so a single body costs nothing.

use crate::measure::on_plate;
use crate::mesh::Mesh;
use crate::shells::Shells;
use crate::vector::{Vec3, add, length, normal, scale};
use crate::winding_number::points;

/// Distance from a face at which its outside is tested, mm. Bodies this close
/// to each other are treated as touching.
pub const BESIDE_MM: f64 = 1e-3;

/// Maximum number of tests of a point against a triangle, about half a second
/// in WASM. Faces beyond this limit stay undecided.
const TESTS: u64 = 60_000_000;

/// With more shells than this, every shell is assumed to meet another.
const MAX_SHELLS: usize = 1000;

/// Number of samples spread over large faces, in addition to one per face.
const SAMPLES: f64 = 16_384.0;

/// Minimum area per sample, mm2.
const SAMPLE_MM2: f64 = 0.25;

/// Maximum number of samples along a side of a face.
const MAX_ROWS: u32 = 64;

/// Number of faces in the first batch, which contains the steepest faces.
const FIRST_FACES: usize = 1024;

pub struct Exposure {
    /// For each triangle: whether another body may cover part of it. Empty when
    /// no body can.
    suspects: Vec<bool>,
    /// Length of a millimeter in the mesh's unit.
    mm: f64,
}

impl Exposure {
    /// Creates the exposure. `may_overlap`: whether the surface may cross or
    /// touch itself, so that every shell is a suspect. `mm`: length of a
    /// millimeter in the mesh's unit.
    pub fn of(shells: &Shells, may_overlap: bool, mm: f64) -> Exposure {
        let suspects = if may_overlap {
            vec![true; shells.of_triangle.len()]
        } else {
            suspect_triangles(shells)
        };
        Exposure { suspects, mm }
    }

    /// Returns the exposure of a mesh whose faces all bound the plastic.
    pub fn whole() -> Exposure {
        Exposure { suspects: Vec::new(), mm: 1.0 }
    }

    /// Returns whether no face is covered.
    pub fn is_whole(&self) -> bool {
        self.suspects.is_empty()
    }

    /// Returns whether another body may cover part of the triangle.
    pub fn is_suspect(&self, triangle: u32) -> bool {
        self.suspects.get(triangle as usize) == Some(&true)
    }

    /// Returns for each point of the surface, given with its outward normal of
    /// length 1, whether it bounds the plastic. `None` for points that were
    /// skipped to limit the number of tests.
    pub fn at(&self, mesh: &Mesh, sites: &[(Vec3, Vec3)]) -> Vec<Option<bool>> {
        let beside = BESIDE_MM * self.mm;
        let outside =
            sites.iter().map(|&(at, out)| add(at, scale(out, beside)));
        let outside: Vec<Vec3> = outside.collect();
        let windings = points::at(mesh, &outside, TESTS);
        windings.into_iter().map(|w| w.map(|w| w == 0)).collect()
    }

    /// Returns for each triangle whether it bounds the plastic at one or more
    /// sample points. Undecided points are treated as exposed.
    pub fn faces(&self, mesh: &Mesh, numbers: &[u32]) -> Vec<bool> {
        let mut exposed = vec![true; numbers.len()];
        let mut faces = Vec::new();
        for (&number, at) in numbers.iter().zip(0usize..) {
            let own = mesh.triangles.get(number as usize).copied();
            let corners = mesh.corners(own.unwrap_or_default());
            let along = normal(corners);
            let twice = length(along);
            if self.is_suspect(number) && twice > 0.0 {
                faces.push((at, corners, scale(along, 1.0 / twice), twice));
            }
        }
        let total: f64 = faces.iter().map(|face| 0.5 * face.3).sum();
        let least = SAMPLE_MM2 * self.mm * self.mm;
        let sample = (total / SAMPLES).max(least);
        let mut sites = Vec::new();
        let mut of_site = Vec::new();
        for &(at, corners, out, twice) in &faces {
            let rows = (0.5 * twice / sample).sqrt().ceil() as u32;
            let rows = rows.clamp(1, MAX_ROWS);
            for [u, v] in parts(rows) {
                let whole = f64::from(3 * rows);
                let (u, v) = (f64::from(u) / whole, f64::from(v) / whole);
                let [a, b, c] = corners;
                let of_a = scale(a, 1.0 - u - v);
                let of_others = add(scale(b, u), scale(c, v));
                sites.push((add(of_a, of_others), out));
                of_site.push(at);
            }
            if let Some(slot) = exposed.get_mut(at) {
                *slot = false;
            }
        }
        for (known, at) in self.at(mesh, &sites).into_iter().zip(of_site) {
            if let Some(slot) = exposed.get_mut(at) {
                *slot |= known.unwrap_or(true);
            }
        }
        exposed
    }

    /// Returns the sine of the largest angle beyond vertical among the first
    /// `own` triangles that face down, bound the plastic and do not lie on the
    /// plate.
    pub fn steepest(&self, mesh: &Mesh, own: usize, plate: f64) -> f64 {
        let mut best = 0.0f64;
        let mut covered = Vec::new();
        let all = mesh.triangles.iter().take(own).zip(0u32..);
        for (&triangle, number) in all {
            let corners = mesh.corners(triangle);
            let along = normal(corners);
            let [_, _, up] = along;
            if up >= 0.0 || on_plate(corners, plate) {
                continue;
            }
            let steepness = -up / length(along);
            if self.is_suspect(number) {
                covered.push((steepness, number))
            } else {
                best = best.max(steepness)
            }
        }
        covered.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut rest = covered.as_slice();
        let mut count = FIRST_FACES;
        while let Some(&(steepness, _)) = rest.first()
            && steepness > best
        {
            let (faces, later) = rest.split_at(count.min(rest.len()));
            let numbers: Vec<u32> = faces.iter().map(|&(_, n)| n).collect();
            let exposed = self.faces(mesh, &numbers);
            let found = faces.iter().zip(exposed).find(|&(_, exposed)| exposed);
            if let Some((&(steepness, _), _)) = found {
                best = best.max(steepness);
            }
            (rest, count) = (later, 16 * count);
        }
        best
    }
}

/// Returns for each triangle whether its shell's box meets the box of another
/// body. Usually none does, and the list is empty.
fn suspect_triangles(shells: &Shells) -> Vec<bool> {
    let all = &shells.all;
    let bodies: Vec<usize> = (0..all.len())
        .filter(|&at| all.get(at).is_some_and(|shell| shell.volume > 0.0))
        .collect();
    if bodies.len() < 2 {
        return Vec::new();
    }
    let meets = |at: usize| {
        let own = all.get(at).map(|shell| &shell.bounds);
        all.len() > MAX_SHELLS
            || bodies.iter().any(|&body| {
                let other = all.get(body).map(|shell| &shell.bounds);
                body != at && own.zip(other).is_some_and(|(a, b)| a.touches(b))
            })
    };
    let of_shell: Vec<bool> = (0..all.len()).map(meets).collect();
    if !of_shell.contains(&true) {
        return Vec::new();
    }
    let of_triangle = shells.of_triangle.iter();
    let marks = of_triangle
        .map(|&shell| of_shell.get(shell as usize).copied().unwrap_or(true));
    marks.collect()
}

/// Returns the centers of the `rows` x `rows` equal parts of a triangle, as the
/// weights of its second and third corner, in units of 1 / (3 * `rows`).
pub fn parts(rows: u32) -> impl Iterator<Item = [u32; 2]> {
    let cells = (0..rows)
        .flat_map(move |row| (0..rows - row).map(move |column| (row, column)));
    cells.flat_map(move |(row, column)| {
        let upright = [3 * column + 1, 3 * row + 1];
        // The inverted part, which stands on its tip.
        let inverted = [3 * column + 2, 3 * row + 2];
        let has_inverted = column + row + 1 < rows;
        std::iter::once(upright).chain(has_inverted.then_some(inverted))
    })
}

#[cfg(test)]
mod tests;
