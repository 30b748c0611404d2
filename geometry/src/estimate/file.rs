//! Estimates a file: reads and repairs the model, places it on the plate
//! without rotating it, and estimates the print.

use serde::Serialize;

use super::decision::{Posed, SupportPlan, decide};
use super::figures::Figures;
use super::{NoEstimate, Settings, Thin, estimate_with};
use crate::contents::Contents;
use crate::error::ParseError;
use crate::format::Format;
use crate::limits::Limits;
use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Mesh;
use crate::read::read_mesh;
use crate::repair::Repaired;
use crate::repair::scale::scale;
use crate::report::{Prepared, prepare};
use crate::topology::Topology;
use crate::units::Unit;

/// Factor on the range of an estimate whose volume depends on patches or on a
/// guess. The models that the range was measured on had no filled holes and no
/// doubtful cavities.
const DOUBT: f64 = 2.0;

/// The outcome of an estimate, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EstimateOutcome {
    Estimated(Box<Estimated>),
    Unreadable { code: &'static str, message: String },
}

/// Figures of the part in its given pose, and how its overhangs are printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimated {
    #[serde(flatten)]
    pub figures: Figures,
    pub supports: SupportPlan,
}

/// Reads, repairs and estimates a file. The settings must be validated
/// (`Settings::from_json`).
pub fn estimate_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    settings: &Settings,
    limits: &Limits,
) -> EstimateOutcome {
    try_estimate(contents.into(), format, unit, settings, limits)
        .unwrap_or_else(|error| unreadable(&error))
}

fn try_estimate(
    mut contents: Contents,
    format: Format,
    unit: Option<Unit>,
    settings: &Settings,
    limits: &Limits,
) -> Result<EstimateOutcome, ParseError> {
    let model = read_mesh(&mut contents, format, limits)?;
    drop(contents);
    Ok(estimate_prepared(prepare(model, unit)?, settings))
}

/// Estimates a model that has already been repaired.
pub fn estimate_prepared(
    prepared: Prepared,
    settings: &Settings,
) -> EstimateOutcome {
    let Prepared { unit, mut repaired, .. } = prepared;
    scale(&mut repaired.mesh, unit.mm());
    estimate_repaired(repaired, settings)
}

/// Estimates a repaired model whose mesh is in mm.
pub fn estimate_repaired(
    mut repaired: Repaired,
    settings: &Settings,
) -> EstimateOutcome {
    let topology = repaired.take_topology();
    let Repaired { mesh, shells, exact, .. } = repaired;
    let hidden = shells.hidden();
    drop(shells);
    estimate_mesh(mesh, &topology, hidden, exact, settings)
}

/// Like `estimate_repaired`, for a model that is needed afterwards: copies its
/// mesh.
pub fn estimate_kept(
    repaired: &mut Repaired,
    settings: &Settings,
) -> EstimateOutcome {
    let topology = repaired.take_topology();
    let (mesh, hidden) = (repaired.mesh.clone(), repaired.shells.hidden());
    let outcome =
        estimate_mesh(mesh, &topology, hidden, repaired.exact, settings);
    repaired.topology = Some(topology);
    outcome
}

fn estimate_mesh(
    mesh: Mesh,
    topology: &Topology,
    hidden: Option<Vec<bool>>,
    exact: bool,
    settings: &Settings,
) -> EstimateOutcome {
    let doubt = if exact { 1.0 } else { DOUBT };
    crate::checkpoint();
    match estimate_with(&mesh, topology, settings) {
        Ok(found) => {
            let figures = Figures::of(&found, doubt);
            let supports = found.supports;
            let posed = Posed { mesh, topology, hidden, supports, doubt };
            let supports = decide(posed, settings, found.filament_cm3);
            EstimateOutcome::Estimated(Box::new(Estimated {
                figures,
                supports,
            }))
        }
        Err(reason) => unreadable(&refusal(reason)),
    }
}

fn unreadable(error: &ParseError) -> EstimateOutcome {
    EstimateOutcome::Unreadable {
        code: error.code(),
        message: error.to_string(),
    }
}

/// Returns the refusal of a model without an estimate. The host recognizes the
/// code `nothing_prints`, because such a model must not be sold.
fn refusal(reason: NoEstimate) -> ParseError {
    let (code, message) = match reason {
        NoEstimate::TooFlat { .. } | NoEstimate::TooThin(_) => {
            ("nothing_prints", nothing_prints_message(&reason))
        }
        NoEstimate::InvalidSettings | NoEstimate::TooIntricate => {
            let message = "The model is too large or too intricate for an \
                           estimate: check its unit, or simplify it.";
            ("no_estimate", message.to_owned())
        }
    };
    ParseError::Refused { code, message }
}

/// Returns a sentence for the caller that says why nothing of the model prints;
/// empty when there is another reason.
pub fn nothing_prints_message(reason: &NoEstimate) -> String {
    match reason {
        NoEstimate::TooFlat { height_mm } => format!(
            "The model is {height_mm:.3} mm high, too flat for a first layer \
             of {FIRST_LAYER_MM} mm. Check its unit."
        ),
        NoEstimate::TooThin(Thin { wall_mm, min_mm }) => format!(
            "Most of the model is too thin to print: about {wall_mm:.3} mm, \
             where the nozzle prints nothing under {min_mm:.2} mm. Make it \
             thicker, or check its unit."
        ),
        NoEstimate::InvalidSettings | NoEstimate::TooIntricate => String::new(),
    }
}
