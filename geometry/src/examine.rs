//! Measures one file, and estimates its print where that is requested: the
//! function behind the WASM boundary.

use serde::Serialize;

use crate::contents::Contents;
use crate::error::ParseError;
use crate::estimate::Settings;
use crate::estimate::file::{EstimateOutcome, estimate_prepared};
use crate::limits::Limits;
use crate::model::Model;
use crate::parse::gcode::{self, SlicedReport};
use crate::parse::zip::Archive;
use crate::parse::{glb, obj, sliced_3mf, sniff, stl, threemf};
use crate::report::{MeshReport, prepare};
use crate::units::Unit;

/// The declared format of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Stl,
    Glb,
    /// JSON text with embedded buffers.
    Gltf,
    Obj,
    ThreeMf,
    Gcode,
}

impl Format {
    pub fn named(name: &str) -> Option<Format> {
        match name {
            "stl" => Some(Format::Stl),
            "glb" => Some(Format::Glb),
            "gltf" => Some(Format::Gltf),
            "obj" => Some(Format::Obj),
            "3mf" => Some(Format::ThreeMf),
            "gcode" => Some(Format::Gcode),
            _ => None,
        }
    }
}

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

/// Like `refuse_size`, as an error.
pub fn check_size(length: u64, limits: &Limits) -> Result<(), ParseError> {
    let limit = limits.bytes;
    match length > limit {
        true => {
            Err(ParseError::OverLimit { what: "bytes", found: length, limit })
        }
        false => Ok(()),
    }
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
        Read::Model(model) => {
            let prepared = prepare(*model, unit)?;
            let report = Box::new(prepared.report());
            let estimate = settings.map(|own| estimate_prepared(prepared, own));
            Ok(Outcome::Mesh { report, estimate })
        }
        Read::Sliced(report) => Ok(Outcome::Sliced { report }),
    }
}

/// What a file holds.
enum Read {
    Model(Box<Model>),
    Sliced(Box<SlicedReport>),
}

/// Parses a file. Of a binary STL nothing is left in `contents`.
fn read(
    contents: &mut Contents,
    format: Format,
    limits: &Limits,
) -> Result<Read, ParseError> {
    let bytes = match contents {
        Contents::Bytes(bytes) => bytes.as_slice(),
        Contents::BinaryStl(mesh) => {
            let mesh = std::mem::replace(mesh, Err(ParseError::Empty))?;
            return Ok(Read::Model(Box::new(stl::model(mesh))));
        }
    };
    check_size(bytes.len() as u64, limits)?;
    let found = parsed(bytes, format, limits);
    found.map_err(|error| sniff::explain(bytes, format).unwrap_or(error))
}

fn parsed(
    bytes: &[u8],
    format: Format,
    limits: &Limits,
) -> Result<Read, ParseError> {
    let model = match format {
        Format::Stl => stl::parse(bytes, limits)?,
        Format::Glb => glb::parse(bytes, limits)?,
        Format::Gltf => glb::parse_text(bytes, limits)?,
        Format::Obj => obj::parse(bytes, limits)?,
        Format::ThreeMf => {
            let archive = Archive::open(bytes, limits)?;
            if let Some(sliced) = sliced_3mf::parse(&archive, limits)? {
                return Ok(Read::Sliced(Box::new(sliced)));
            }
            threemf::parse(&archive, limits)?
        }
        Format::Gcode => {
            let sliced = gcode::parse(bytes, limits)?;
            return Ok(Read::Sliced(Box::new(sliced)));
        }
    };
    Ok(Read::Model(Box::new(model)))
}

/// Parses the mesh of a file. Refuses sliced files, which hold no mesh. Of a
/// binary STL nothing is left in `contents`.
pub fn read_mesh(
    contents: &mut Contents,
    format: Format,
    limits: &Limits,
) -> Result<Model, ParseError> {
    match read(contents, format, limits)? {
        Read::Model(model) => Ok(*model),
        Read::Sliced(_) => Err(ParseError::Refused {
            code: "already_sliced",
            message: "The file is already sliced: it holds no mesh to \
                      repair."
                .into(),
        }),
    }
}

/// The outcome as JSON, numbers with the shortest digits that round-trip.
pub fn to_json(outcome: &Outcome) -> String {
    // A report is plain data; serializing it cannot fail.
    serde_json::to_string(outcome).unwrap_or_default()
}
