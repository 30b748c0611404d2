//! Hollows a closed body with a wall of even thickness.
//!
//! Finds which nodes of a grid are inside (columns), how far each is from the
//! surface (field), and the surface at the depth of the wall (sheets, nets).
//! The grid exists only near the surface, so the cost grows with surface over
//! step squared. Moving each vertex along its normal was rejected: the surface
//! crosses itself wherever the body is narrower than two walls.

mod columns;
mod field;
mod grid;
mod nets;
mod sheets;

use std::fmt;

use crate::mesh::{Bounds, Mesh};
use crate::topology::{EdgeCounts, Topology};
use crate::union_find::UnionFind;
use crate::vector::{dot, normal, sub};
use field::Field;
use grid::{Grid, step_for};

/// Each retry makes a wall that leaves no room thinner by this, mm.
const BACK_OFF_MM: f64 = 0.4;

/// Minimum wall, mm.
const MIN_WALL_MM: f64 = 0.8;

/// Pockets smaller than a cube of 2 mm are left solid.
const POCKET_MM3: f64 = 8.0;

/// Factor by which the step grows when the field would need too much memory.
const COARSER: f64 = 1.5;

/// A successful hollowing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hollow {
    /// Wall that was used, mm: as requested or thinner.
    pub wall_mm: f64,
    /// Distance between nodes of the field, mm.
    pub step_mm: f64,
    pub cavities: u64,
    /// Volume of all cavities, mm3.
    pub cavity_mm3: f64,
}

/// Why a body was not hollowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The surface has open edges, so it has no inside.
    Open,
    /// Even the minimum wall leaves no room.
    NoRoom,
    /// The field does not fit in memory at any useful step.
    TooLarge,
    /// The surface is too intricate to process in time.
    TooIntricate,
    /// The skin of the cavity is not watertight; the body is left solid.
    Broken,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Open => "its surface has open edges",
            Refusal::NoRoom => "no cavity fits inside, even with a 0.8 mm wall",
            Refusal::TooLarge => "it is too large for so thin a wall",
            Refusal::TooIntricate => "its surface is too intricate",
            Refusal::Broken => "the cavity could not be made watertight",
        })
    }
}

/// Hollows a mesh in mm whose holes are filled and whose shells face outwards:
/// adds the skins of the cavities, facing inwards. Reduces the wall from
/// `wall_mm` to 0.8 mm where no cavity fits. On a refusal the mesh is
/// unchanged.
pub fn hollow(
    mesh: &mut Mesh,
    counts: &EdgeCounts,
    wall_mm: f64,
) -> Result<Hollow, Refusal> {
    if counts.boundary > 0 || counts.unbalanced > 0 {
        return Err(Refusal::Open);
    }
    let bounds = mesh.bounds().ok_or(Refusal::NoRoom)?;
    let found = search(mesh, &bounds, wall_mm)?;
    let (skin, done) = found.ok_or(Refusal::NoRoom)?;
    let counts = Topology::build(&skin).count();
    if !counts.watertight() || counts.misoriented > 0 {
        return Err(Refusal::Broken);
    }
    let base = mesh.positions.len() as u32;
    mesh.positions.extend(skin.positions);
    let moved = skin.triangles.iter().map(|t| t.map(|v| v + base));
    mesh.triangles.extend(moved);
    Ok(done)
}

/// The skin for the first wall that leaves room.
fn search(
    mesh: &Mesh,
    bounds: &Bounds,
    wanted: f64,
) -> Result<Option<(Mesh, Hollow)>, Refusal> {
    let longest = bounds.longest();
    let mut field: Option<Field> = None;
    let mut wall = wanted;
    loop {
        let step = step_for(wall, longest);
        // The field of a thicker wall is reused while it has three steps per
        // wall.
        let fine = |f: &Field| f.grid.step <= step.max(wall / 3.0);
        let now = match field.take() {
            Some(field) if fine(&field) => field,
            _ => compute(mesh, bounds, step, wall)?,
        };
        if now.deepest > wall {
            let skin = nets::cavity(&now, wall);
            let (skin, cavities, cavity_mm3) =
                without_pockets(skin, POCKET_MM3);
            if cavities > 0 {
                let step_mm = now.grid.step;
                let done =
                    Hollow { wall_mm: wall, step_mm, cavities, cavity_mm3 };
                return Ok(Some((skin, done)));
            }
        }
        if wall <= MIN_WALL_MM {
            return Ok(None);
        }
        // Rounds off the errors of repeated subtraction.
        wall = ((wall - BACK_OFF_MM) * 1e6).round() / 1e6;
        wall = wall.max(MIN_WALL_MM);
        field = Some(now);
    }
}

/// Computes the field, as fine as memory allows.
fn compute<'a>(
    mesh: &'a Mesh,
    bounds: &Bounds,
    mut step: f64,
    wall: f64,
) -> Result<Field<'a>, Refusal> {
    loop {
        let grid = Grid::around(bounds, step);
        match Field::compute(mesh, grid, wall + 2.0 * step) {
            Err(Refusal::TooLarge) if step < wall => step *= COARSER,
            found => return found,
        }
    }
}

/// The pieces of a skin that enclose more than `smallest`, their number and
/// their total volume.
fn without_pockets(mut skin: Mesh, smallest: f64) -> (Mesh, u64, f64) {
    let mut sets = UnionFind::new(skin.positions.len());
    for &[a, b, c] in &skin.triangles {
        sets.union(a, b);
        sets.union(a, c);
    }
    let (labels, count) = sets.labels();
    let mut volumes = vec![0.0; count as usize];
    let center = skin.bounds().map(|b| b.center()).unwrap_or_default();
    let piece = |[a, ..]: [u32; 3]| {
        labels.get(a as usize).copied().unwrap_or(0) as usize
    };
    for &triangle in &skin.triangles {
        let corners = skin.corners(triangle).map(|p| sub(p, center));
        let [first, ..] = corners;
        if let Some(volume) = volumes.get_mut(piece(triangle)) {
            *volume -= dot(first, normal(corners)) / 6.0;
        }
    }
    // Islands in a cavity (a wall around an inner shell) count negatively.
    let keep: Vec<bool> = volumes.iter().map(|v| v.abs() > smallest).collect();
    let kept = |n: usize| keep.get(n).copied().unwrap_or(false);
    skin.triangles.retain(|&triangle| kept(piece(triangle)));
    skin.drop_unused();
    let large = volumes.iter().filter(|&&v| v > smallest);
    let total = volumes.iter().zip(&keep).filter(|&(_, &k)| k);
    let total = total.map(|(v, _)| v).sum();
    (skin, large.count() as u64, total)
}

#[cfg(test)]
mod tests;
