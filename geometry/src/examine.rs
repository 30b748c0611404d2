//! Measures one file, and estimates its print where that is requested: the
//! function behind the WASM boundary.

use serde::Serialize;

use crate::contents::Contents;
use crate::error::ParseError;
use crate::estimate::Settings;
use crate::estimate::file::{EstimateOutcome, estimate_prepared};
use crate::format::Format;
use crate::limits::Limits;
use crate::parse::gcode::SlicedReport;
use crate::read::{Parsed, check_size, read};
use crate::report::{MeshReport, prepare};
use crate::units::Unit;

/// What the file is, or why it cannot be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Outcome {
    Mesh {
        report: Box<MeshReport>,
        /// Only where settings were given.
        #[serde(skip_serializing_if = "Option::is_none")]
        estimate: Option<EstimateOutcome>,
    },
    Sliced {
        report: Box<SlicedReport>,
    },
    Unreadable {
        code: &'static str,
        message: String,
    },
}

/// The refusal of a file that is too large, known before reading it.
pub fn refuse_size(length: u64, limits: &Limits) -> Option<Outcome> {
    check_size(length, limits).err().map(|error| refused(&error))
}

fn refused(error: &ParseError) -> Outcome {
    Outcome::Unreadable { code: error.code(), message: error.to_string() }
}

/// Reads, repairs and measures a file, and estimates a mesh with `settings`,
/// which must be validated (`Settings::from_json`). Takes ownership of the
/// bytes so that they are freed after parsing; the repair needs the memory.
pub fn examine(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    settings: Option<&Settings>,
    limits: &Limits,
) -> Outcome {
    try_examine(contents.into(), format, unit, settings, limits)
        .unwrap_or_else(|error| refused(&error))
}

fn try_examine(
    mut contents: Contents,
    format: Format,
    unit: Option<Unit>,
    settings: Option<&Settings>,
    limits: &Limits,
) -> Result<Outcome, ParseError> {
    let found = read(&mut contents, format, limits)?;
    drop(contents);
    match found {
        Parsed::Model(model) => {
            let prepared = prepare(*model, unit)?;
            let report = Box::new(prepared.report());
            let estimate = settings.map(|own| estimate_prepared(prepared, own));
            Ok(Outcome::Mesh { report, estimate })
        }
        Parsed::Sliced(report) => Ok(Outcome::Sliced { report }),
    }
}
