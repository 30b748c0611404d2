//! Measures one file: the function behind the WASM boundary.

use serde::Serialize;

use crate::error::ParseError;
use crate::limits::Limits;
use crate::model::Model;
use crate::parse::gcode::{self, SlicedReport};
use crate::parse::zip::Archive;
use crate::parse::{glb, obj, sliced_3mf, stl, threemf};
use crate::report::{MeshReport, report};
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
    Mesh { report: Box<MeshReport> },
    Sliced { report: Box<SlicedReport> },
    Unreadable { code: &'static str, message: String },
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

/// Reads, repairs and measures a file. Takes ownership of the bytes so that
/// they are freed after parsing; the repair needs the memory.
pub fn examine(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    limits: &Limits,
) -> Outcome {
    if let Some(refusal) = refuse_size(bytes.len() as u64, limits) {
        return refusal;
    }
    try_examine(bytes, format, unit, limits)
        .unwrap_or_else(|error| refused(&error))
}

fn try_examine(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    limits: &Limits,
) -> Result<Outcome, ParseError> {
    let found = read(&bytes, format, limits)?;
    drop(bytes);
    match found {
        Read::Model(model) => {
            let report = Box::new(report(*model, unit)?);
            Ok(Outcome::Mesh { report })
        }
        Read::Sliced(report) => Ok(Outcome::Sliced { report }),
    }
}

/// The contents of a file.
pub enum Read {
    Model(Box<Model>),
    Sliced(Box<SlicedReport>),
}

/// Parses a file.
pub fn read(
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

/// Parses the mesh of a file. Refuses sliced files, which hold no mesh.
pub fn read_mesh(
    bytes: &[u8],
    format: Format,
    limits: &Limits,
) -> Result<Model, ParseError> {
    check_size(bytes.len() as u64, limits)?;
    match read(bytes, format, limits)? {
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
