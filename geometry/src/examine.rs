//! Measures one file and, where requested, estimates its print and draws it.
//! This function is called through the WASM boundary.

use serde::Serialize;

use crate::contents::Contents;
use crate::error::ParseError;
use crate::estimate::Settings;
use crate::estimate::file::{EstimateOutcome, estimate_prepared};
use crate::format::Format;
use crate::inspect::draw_prepared;
use crate::inspect::picture::Picture;
use crate::limits::Limits;
use crate::parse::gcode::SlicedReport;
use crate::parse::stl;
use crate::read::{Parsed, check_size, read};
use crate::report::{MeshReport, prepare};
use crate::units::Unit;

/// Result of a file by kind, or the reason why it cannot be read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Outcome {
    Mesh {
        report: Box<MeshReport>,
        /// Present only when settings were given.
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

/// Returns the refusal of a file that is too large, before it is read.
pub fn refuse_size(length: u64, limits: &Limits) -> Option<Outcome> {
    check_size(length, limits).err().map(|error| refused(&error))
}

fn refused(error: &ParseError) -> Outcome {
    Outcome::Unreadable { code: error.code(), message: error.to_string() }
}

/// Additional results for a mesh. Both options must be validated (`from_json`).
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    pub estimate: Option<&'a Settings>,
    pub picture: Option<&'a Picture>,
}

/// Reads, repairs and measures a file; estimates and draws a mesh on request.
/// The file is read and repaired only once. The second value is the PNG; it is
/// empty when no picture is requested or when the file has no measurable mesh.
/// Takes ownership of the bytes so that they are freed after parsing, because
/// the repair needs the memory.
pub fn examine(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    wanted: Wanted,
    limits: &Limits,
) -> (Outcome, Vec<u8>) {
    try_examine(contents.into(), format, unit, wanted, limits)
        .unwrap_or_else(|error| (refused(&error), Vec::new()))
}

fn try_examine(
    mut contents: Contents,
    format: Format,
    unit: Option<Unit>,
    wanted: Wanted,
    limits: &Limits,
) -> Result<(Outcome, Vec<u8>), ParseError> {
    let found = read(&mut contents, format, limits)?;
    drop(contents);
    let mut model = match found {
        Parsed::Model(model) => *model,
        Parsed::Sliced(report) => {
            return Ok((Outcome::Sliced { report }, Vec::new()));
        }
    };
    model.rotate_to_printer_axes();
    // The repair changes the model in place, so the drawing needs a copy.
    let drawn = wanted.picture.map(|picture| (model.mesh.clone(), picture));
    let prepared = prepare(model, unit)?;
    let report = Box::new(prepared.report());
    let picture = drawn
        .map(|(mesh, picture)| draw_prepared(mesh, &prepared, picture))
        .unwrap_or_default();
    crate::checkpoint();
    let estimate = wanted.estimate.map(|own| estimate_prepared(prepared, own));
    Ok((Outcome::Mesh { report, estimate }, picture))
}

/// Measures an STL. Returns the same outcome as `examine`, or `None` if the
/// file is not a readable STL, for which `examine` has the reason. Unlike
/// `examine`, it needs no other parser, estimate or drawing, so that a build
/// with only this function is small.
pub fn measure_stl(
    contents: Contents,
    unit: Option<Unit>,
    limits: &Limits,
) -> Option<Outcome> {
    let mut model = match contents {
        Contents::BinaryStl(mesh) => stl::model(mesh.ok()?),
        Contents::Bytes(bytes) => {
            check_size(bytes.len() as u64, limits).ok()?;
            stl::parse(&bytes, limits).ok()?
        }
    };
    model.rotate_to_printer_axes();
    let report = Box::new(prepare(model, unit).ok()?.report());
    Some(Outcome::Mesh { report, estimate: None })
}
