//! A file in, an estimate out: the model is read, repaired and stood on the
//! plate as it is (nothing is turned), then estimated.

use serde::Serialize;

use super::{Settings, estimate};
use crate::error::ParseError;
use crate::examine::Format;
use crate::limits::Limits;
use crate::process::files::read_mesh;
use crate::repair::scale::scale;
use crate::report::{Prepared, prepare};
use crate::units::Unit;

/// A volume that rests on patches or on a guess: filled holes and cavities in
/// doubt are not what the judged models had.
const DOUBT: f64 = 2.0;

/// How it ended, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EstimateOutcome {
    #[serde(rename_all = "camelCase")]
    Estimated {
        filament_cm3: f64,
        seconds: f64,
        layers: u64,
        /// Half the 90 % range of the filament, percent.
        range_percent: f64,
    },
    Unreadable {
        code: &'static str,
        message: String,
    },
}

/// Reads, repairs and estimates. Settings are sane (`Settings::from_json`).
pub fn estimate_file(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    settings: &Settings,
    limits: &Limits,
) -> EstimateOutcome {
    try_estimate(bytes, format, unit, settings, limits).unwrap_or_else(
        |error| EstimateOutcome::Unreadable {
            code: error.code(),
            message: error.to_string(),
        },
    )
}

fn try_estimate(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    settings: &Settings,
    limits: &Limits,
) -> Result<EstimateOutcome, ParseError> {
    let model = read_mesh(&bytes, format, limits)?;
    drop(bytes);
    let Prepared { unit, bounds, repaired, .. } = prepare(model, unit)?;
    let exact = repaired.exact;
    let mut mesh = repaired.mesh;
    drop(repaired.shells);
    scale(&mut mesh, unit.mm());
    crate::pace::checkpoint();
    let found = estimate(&mesh, settings).ok_or_else(|| {
        let [.., height] = bounds.size().map(|side| side * unit.mm());
        no_estimate(height, settings)
    })?;
    let doubt = if exact { 1.0 } else { DOUBT };
    Ok(EstimateOutcome::Estimated {
        filament_cm3: found.filament_cm3,
        seconds: found.seconds,
        layers: found.layers,
        range_percent: 100.0 * doubt * found.spread,
    })
}

fn no_estimate(height: f64, settings: &Settings) -> ParseError {
    let layer = settings.layer_height_mm;
    let (code, message) = if height < layer {
        let message = format!(
            "The model is {height:.3} mm high, less than one layer of {layer} \
             mm. Check its unit."
        );
        ("too_flat", message)
    } else {
        let message = "The model is too large or too intricate for an \
                       estimate: check its unit, or simplify it.";
        ("no_estimate", message.to_owned())
    };
    ParseError::Refused { code, message }
}

/// The outcome as JSON: shortest digits that read back to the same number.
pub fn to_json(outcome: &EstimateOutcome) -> String {
    // An outcome is plain data; serializing it cannot fail.
    serde_json::to_string(outcome).unwrap_or_default()
}
