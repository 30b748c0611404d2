//! What the service learns about a mesh, and how it gets there: the order of
//! the passes and the refusals of a model that cannot be priced.
//!
//! Overlapping bodies count as often as they overlap, as other tools count
//! them; but volume is money, so never less than what a slicer may fill.

use serde::Serialize;

use crate::error::ParseError;
use crate::measure::{Sizes, components, measure, volume};
use crate::mesh::{Bounds, Mesh};
use crate::model::Model;
use crate::repair::{Repaired, Repairs, repair};
use crate::topology::{EdgeCounts, Topology};
use crate::units::{Unit, UnitSource};
use crate::vector::normal;
use crate::windings;

/// A solid has more volume than this share of surface times longest side. A
/// sheet of 0.001 x 100 x 100 mm is at 5e-6, rounding of a flat one at 1e-16.
const FLAT: f64 = 1e-9;

/// Bodies that overlap by less than this share are as good as apart.
const IN_DOUBT: f64 = 1e-3;

/// Counts are of the surface as read (exact weld); sizes are of the repaired
/// one, in printer axes: width, depth, height.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MeshReport {
    pub unit: Unit,
    pub unit_source: UnitSource,
    /// In the file, degenerate ones included.
    pub triangles: u64,
    pub dimensions_mm: [f64; 3],
    pub volume_cm3: f64,
    /// Of the file's triangles, without patches over holes.
    pub surface_cm2: f64,
    /// Every edge has exactly two triangles.
    pub watertight: bool,
    /// Edges of one triangle.
    pub boundary_edges: u64,
    /// Edges of more than two triangles.
    pub non_manifold_edges: u64,
    /// Edges of two triangles that run the same way.
    pub misoriented_edges: u64,
    /// Triangles that use a vertex twice or have no area.
    pub degenerate_triangles: u64,
    /// Parts connected by shared vertices.
    pub components: u64,
    pub max_overhang_deg: f64,
    /// False when the volume depends on patches or on a guess, or when bodies
    /// overlap: it is not less than what they fill together then.
    pub volume_is_exact: bool,
    /// What was done to a copy before measuring.
    pub repaired: Repairs,
}

/// A model that can be priced: repaired, with what is known about it.
pub struct Prepared {
    pub unit: Unit,
    pub unit_source: UnitSource,
    /// In the file, degenerate ones included.
    pub triangles: u64,
    /// Triangles that use a vertex twice.
    pub collapsed: u64,
    /// As read, in the file's unit.
    pub bounds: Bounds,
    /// Of the surface as read.
    pub counts: EdgeCounts,
    pub components: u64,
    pub repaired: Repaired,
    /// Of the repaired surface, in the file's unit.
    pub sizes: Sizes,
}

/// Turns a model as parsed into printer axes, repairs and measures it;
/// `unit` overrides the file's.
pub fn prepare(
    mut model: Model,
    unit: Option<Unit>,
) -> Result<Prepared, ParseError> {
    let (unit, unit_source) = match unit {
        Some(unit) => (unit, UnitSource::Override),
        None => (model.unit, model.unit_source),
    };
    crate::pace::checkpoint();
    model.turn_to_printer_axes();
    let mut mesh = model.mesh;
    let triangles = mesh.triangles.len() as u64;
    let collapsed = mesh.drop_collapsed();
    let bounds = mesh.bounds().filter(|_| has_area(&mesh));
    let bounds = bounds.ok_or(ParseError::OnlyDegenerate { triangles })?;
    let survey = Topology::survey(&mesh);
    let counts = survey.counts;
    let components = match survey.shells {
        Some((_, 1)) => 1,
        _ => components(&mesh),
    };
    crate::pace::checkpoint();
    let mut repaired = repair(mesh, survey);
    repaired.repairs.removed_degenerates += collapsed;
    crate::pace::checkpoint();
    let mut sizes = measure(&repaired, &bounds);
    let windings = windings::sample(&repaired.mesh).ok_or_else(too_dense)?;
    if windings.doubtful > IN_DOUBT * windings.solid {
        repaired.exact = false;
        let own = volume(&repaired.mesh) + windings.solid - windings.signed;
        sizes.volume = sizes.volume.max(own);
    }
    crate::pace::checkpoint();
    let thinnest = FLAT * sizes.surface * bounds.longest();
    if sizes.volume <= thinnest {
        return Err(ParseError::ZeroVolume);
    }
    Ok(Prepared {
        unit,
        unit_source,
        triangles,
        collapsed,
        bounds,
        counts,
        components,
        repaired,
        sizes,
    })
}

/// Measures a model as parsed; `unit` overrides the file's.
pub fn report(
    model: Model,
    unit: Option<Unit>,
) -> Result<MeshReport, ParseError> {
    let known = prepare(model, unit)?;
    let Prepared { unit, counts, sizes, .. } = known;
    let mm = unit.mm();
    Ok(MeshReport {
        unit,
        unit_source: known.unit_source,
        triangles: known.triangles,
        dimensions_mm: known.bounds.size().map(|side| side * mm),
        volume_cm3: sizes.volume * mm * mm * mm / 1000.0,
        surface_cm2: sizes.surface * mm * mm / 100.0,
        watertight: counts.watertight(),
        boundary_edges: counts.boundary,
        non_manifold_edges: counts.non_manifold,
        misoriented_edges: counts.misoriented,
        degenerate_triangles: known.collapsed + sizes.zero_area,
        components: known.components,
        max_overhang_deg: sizes.max_overhang_deg,
        volume_is_exact: known.repaired.exact,
        repaired: known.repaired.repairs,
    })
}

fn too_dense() -> ParseError {
    ParseError::Refused {
        code: "too_intricate",
        message: "The surface lies over itself thousands of times: join its \
                  bodies into one before exporting it."
            .into(),
    }
}

/// Stops at the first triangle that has some.
fn has_area(mesh: &Mesh) -> bool {
    let mut triangles = mesh.triangles.iter();
    triangles.any(|&t| normal(mesh.corners(t)) != [0.0; 3])
}

#[cfg(test)]
mod tests;
