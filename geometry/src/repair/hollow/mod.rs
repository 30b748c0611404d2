//! Hollows a closed body with a wall of even thickness.
//!
//! The steps are: find which nodes of a grid are inside (columns), compute how
//! far each is from the surface (field), and extract the surface at the depth
//! of the wall (sheets, nets). The grid exists only near the surface, so the
//! cost grows with surface over step squared. Moving each vertex along its
//! normal was rejected, because the surface crosses itself wherever the body is
//! narrower than two walls.

mod columns;
mod field;
mod grid;
mod nets;
mod sheets;
mod skin;

use std::fmt;

use crate::mesh::{Bounds, Mesh};
use crate::shells::Shells;
use crate::topology::{EdgeCounts, Topology};
use field::Field;
use grid::{Grid, step_for};
use skin::{Merged, Skin};

/// Step by which the wall is reduced while it leaves no cavity, mm.
const BACK_OFF_MM: f64 = 0.4;

/// Minimum wall thickness, mm.
const MIN_WALL_MM: f64 = 0.8;

/// Factor by which the step grows when the field would need too much memory.
const COARSER: f64 = 1.5;

/// A successful hollowing.
#[derive(Debug, Clone, PartialEq)]
pub struct Hollow {
    /// Wall thickness that was used, mm: as requested or thinner.
    pub wall_mm: f64,
    /// Distance between nodes of the field, mm.
    pub step_mm: f64,
    pub cavities: u64,
    /// Volume of all cavities, mm3, including the cavities of the file that
    /// they merged with.
    pub cavity_mm3: f64,
    /// Triangles that were removed, in order and with their previous indexes:
    /// the surface of cavities that were merged into a new one.
    pub merged: Vec<u32>,
}

/// Reasons why a body was not hollowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The surface has open edges, so it has no inside.
    Open,
    /// Even the minimum wall leaves no cavity.
    NoRoom,
    /// The field does not fit in memory at any useful step.
    TooLarge,
    /// The surface is too intricate to process in time.
    TooIntricate,
    /// The inner surface is not watertight, so the body is left solid.
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
/// adds the inner surfaces of the cavities, facing inwards. Reduces the wall
/// from `wall_mm` down to 0.8 mm where no cavity fits. A cavity of the file
/// that a new one surrounds is merged into it, because the wall between them
/// would be loose. Its vertices are kept. `shells`: `None` when there is only
/// one. On a refusal the mesh is unchanged.
pub fn hollow(
    mesh: &mut Mesh,
    counts: &EdgeCounts,
    shells: Option<&Shells>,
    wall_mm: f64,
) -> Result<Hollow, Refusal> {
    if counts.boundary > 0 || counts.unbalanced > 0 {
        return Err(Refusal::Open);
    }
    let bounds = mesh.bounds().ok_or(Refusal::NoRoom)?;
    let found = search(mesh, &bounds, shells, wall_mm)?;
    let (skin, done) = found.ok_or(Refusal::NoRoom)?;
    let counts = Topology::build(&skin).count();
    if !counts.watertight() || counts.misoriented > 0 {
        return Err(Refusal::Broken);
    }
    let mut merged = done.merged.iter().peekable();
    let mut at = 0u32;
    mesh.triangles.retain(|_| {
        let gone = merged.next_if(|&&number| number == at).is_some();
        at += 1;
        !gone
    });
    let base = mesh.positions.len() as u32;
    mesh.positions.extend(skin.positions);
    let moved = skin.triangles.iter().map(|t| t.map(|v| v + base));
    mesh.triangles.extend(moved);
    Ok(done)
}

/// Returns the inner surface for the first wall that leaves a cavity.
fn search(
    mesh: &Mesh,
    bounds: &Bounds,
    shells: Option<&Shells>,
    wanted: f64,
) -> Result<Option<(Mesh, Hollow)>, Refusal> {
    let longest = bounds.longest();
    let mut field: Option<Field> = None;
    let mut wall = wanted;
    loop {
        let step = step_for(wall, longest);
        // The field of a thicker wall is reused while a wall has at least three
        // steps.
        let fine = |f: &Field| f.grid.step <= step.max(wall / 3.0);
        let now = match field.take() {
            Some(field) if fine(&field) => field,
            _ => compute(mesh, bounds, step, wall)?,
        };
        if now.deepest > wall {
            let skin = Skin::of(nets::cavity(&now, wall));
            if skin.cavities() > 0 {
                let step_mm = now.grid.step;
                drop(now);
                let merged = match shells {
                    Some(shells) => skin.merge(mesh, shells)?,
                    None => Merged::default(),
                };
                let done = Hollow {
                    wall_mm: wall,
                    step_mm,
                    cavities: skin.cavities(),
                    cavity_mm3: skin.volume(&merged.islands),
                    merged: merged.triangles,
                };
                return Ok(Some((skin.without(&merged.islands), done)));
            }
        }
        if wall <= MIN_WALL_MM {
            return Ok(None);
        }
        // Rounding removes the errors of repeated subtraction.
        wall = ((wall - BACK_OFF_MM) * 1e6).round() / 1e6;
        wall = wall.max(MIN_WALL_MM);
        field = Some(now);
    }
}

/// Computes the field with the finest step that memory allows.
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

#[cfg(test)]
mod tests;
