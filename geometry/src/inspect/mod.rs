//! Inspects a model for display: the measurement, the surface as received, the
//! wall thickness, the faults of each triangle with their places, and a
//! picture.
//!
//! Measurement and walls describe the repaired copy, whose inside is known.
//! Flags and places describe the file's own triangles.

pub mod faults;
pub mod file;
pub mod outputs;
pub mod picture;
mod regions;
pub mod settings;
mod surface;
pub mod walls;

use serde::Serialize;

use crate::error::ParseError;
use crate::estimate::file::{
    EstimateOutcome, estimate_kept, estimate_repaired,
};
use crate::exposure::Exposure;
use crate::measure::volume;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::process::{ProcessReport, judge_prepared};
use crate::repair::scale::scale;
use crate::report::{MeshReport, Prepared, mend, prepare};
use crate::units::Unit;
use crate::winding_number;
use faults::Fault;
use outputs::Outputs;
use picture::Picture;
use settings::Settings;
use surface::Surface;
use walls::WallReport;

/// The surface before any repair.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    pub triangles: u64,
    pub boundary_edges: u64,
    pub non_manifold_edges: u64,
    pub components: u64,
    pub watertight: bool,
    /// Signed volume; `None` when some edge is not used exactly once in each
    /// direction.
    pub volume_cm3: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    pub report: MeshReport,
    pub received: Received,
    pub walls: WallReport,
    pub faults: Vec<Fault>,
    /// Present only when settings were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<EstimateOutcome>,
    /// Present only when requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<ProcessReport>,
}

/// Findings, and the surface for display.
pub struct Inspected {
    pub findings: Findings,
    /// Mesh in mm and printer axes, with the file's triangles in their order.
    pub mesh: Mesh,
    /// One byte of fault bits per triangle.
    pub flags: Vec<u8>,
    /// PNG, when requested.
    pub picture: Option<Vec<u8>>,
}

/// Inspects a parsed model. `unit` overrides the file's unit.
pub fn inspect(
    mut model: Model,
    unit: Option<Unit>,
    settings: &Settings,
    outputs: &Outputs,
) -> Result<Inspected, ParseError> {
    model.rotate_to_printer_axes();
    let mut mesh = model.mesh.clone();
    let mut prepared = prepare(model, unit)?;
    let report = prepared.report();
    let received = received(&mesh, &prepared);
    let mm = prepared.unit.mm();
    scale(&mut mesh, mm);
    // The verdict scales the mesh itself, so keep the positions in the file's
    // unit.
    let unscaled = (outputs.verdict && mm != 1.0)
        .then(|| prepared.repaired.mesh.positions.clone());
    let repaired = &mut prepared.repaired;
    scale(&mut repaired.mesh, mm);
    let exposure = Exposure::of(&repaired.shells, prepared.may_overlap, 1.0);
    let encloses = received.watertight && !prepared.may_overlap;
    let surface = Surface::new(mesh, repaired, encloses);
    crate::checkpoint();
    let mut flags = vec![0u8; surface.mesh.triangles.len()];
    let edges = if received.watertight {
        Vec::new()
    } else {
        faults::bad_edges(&surface, &mut flags)
    };
    crate::checkpoint();
    faults::mark_overhangs(
        &surface,
        &repaired.mesh,
        &exposure,
        settings,
        &mut flags,
    );
    faults::mark_outside(&surface, settings, &mut flags);
    let limit = settings.wall_limit_mm();
    let walls =
        walls::measure(repaired, &exposure, &surface, limit, &mut flags);
    drop(exposure);
    let faults = faults::list(&surface, &flags, &edges);
    crate::checkpoint();
    let picture = outputs
        .picture
        .map(|wanted| picture::draw(&surface, &flags, &edges, &wanted));
    let mesh = surface.mesh;
    // The last consumer takes the repaired model without copying it, because a
    // copy is as large as the model.
    let (estimate, verdict) = match (outputs.estimate, outputs.verdict) {
        (None, false) => (None, None),
        (Some(own), false) => {
            (Some(estimate_repaired(prepared.repaired, &own)), None)
        }
        (own, true) => {
            let estimate =
                own.map(|own| estimate_kept(&mut prepared.repaired, &own));
            if let Some(positions) = unscaled {
                prepared.repaired.mesh.positions = positions;
            }
            (estimate, Some(judge_prepared(prepared)?))
        }
    };
    let findings =
        Findings { report, received, walls, faults, estimate, verdict };
    Ok(Inspected { findings, mesh, flags, picture })
}

/// Returns the surface of a parsed model without measurements.
fn surface_of(
    mut model: Model,
    unit: Option<Unit>,
) -> Result<Surface, ParseError> {
    model.rotate_to_printer_axes();
    let mut mesh = model.mesh.clone();
    let mm = unit.unwrap_or(model.unit).mm();
    let mended = mend(model)?;
    scale(&mut mesh, mm);
    let crosses = || {
        let windings = winding_number::sample(&mended.repaired.mesh);
        windings.is_none_or(|windings| windings.doubtful > 0.0)
    };
    let encloses = mended.counts.watertight() && !crosses();
    Ok(Surface::new(mesh, &mended.repaired, encloses))
}

/// Draws a prepared model like `draw` does for the model that it was made from.
/// `mesh` is the mesh of that model, in printer axes and in the file's unit.
pub fn draw_prepared(
    mut mesh: Mesh,
    prepared: &Prepared,
    wanted: &Picture,
) -> Vec<u8> {
    scale(&mut mesh, prepared.unit.mm());
    // A watertight surface overlaps only where it intersects itself.
    let encloses = prepared.counts.watertight() && !prepared.may_overlap;
    let surface = Surface::new(mesh, &prepared.repaired, encloses);
    crate::checkpoint();
    let wanted = Picture { faults: false, ..*wanted };
    picture::draw(&surface, &[], &[], &wanted)
}

/// Draws a parsed model like the picture of an inspection, but without
/// searching for thin walls or faults. `unit` overrides the file's unit.
pub fn draw(
    model: Model,
    unit: Option<Unit>,
    wanted: &Picture,
) -> Result<Vec<u8>, ParseError> {
    let surface = surface_of(model, unit)?;
    crate::checkpoint();
    let wanted = Picture { faults: false, ..*wanted };
    Ok(picture::draw(&surface, &[], &[], &wanted))
}

/// Describes the surface as received. `mesh` is in the file's unit.
fn received(mesh: &Mesh, prepared: &Prepared) -> Received {
    let counts = &prepared.counts;
    let mm = prepared.unit.mm();
    let enclosed =
        (counts.unbalanced == 0).then(|| volume(mesh) * mm * mm * mm / 1000.0);
    Received {
        triangles: prepared.triangles,
        boundary_edges: counts.boundary,
        non_manifold_edges: counts.non_manifold,
        components: prepared.components,
        watertight: counts.watertight(),
        volume_cm3: enclosed,
    }
}

#[cfg(test)]
mod tests;
