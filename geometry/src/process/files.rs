//! A file in, files out: the single call behind the WASM boundary.

use serde::Serialize;

use super::{Glb, Options, ProcessReport, Processed, process};
use crate::error::ParseError;
use crate::examine::{self, Format, Read};
use crate::limits::Limits;
use crate::model::Model;
use crate::units::Unit;
use crate::write::stl;

/// How a job ended, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProcessOutcome {
    Processed { report: Box<ProcessReport> },
    Unreadable { code: &'static str, message: String },
}

/// Which files to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    pub stl: bool,
    pub glb: bool,
}

/// The outcome, and what was asked for when there is something to write.
/// STL is binary, in mm with Z up; GLB in metres with Y up.
pub struct Written {
    pub outcome: ProcessOutcome,
    pub stl: Option<Vec<u8>>,
    pub glb: Option<Vec<u8>>,
}

/// Reads, processes and writes.
pub fn process_file(
    bytes: Vec<u8>,
    format: Format,
    unit: Option<Unit>,
    options: &Options,
    outputs: Outputs,
    limits: &Limits,
) -> Written {
    let found = read_mesh(&bytes, format, limits);
    // Looks are read from the file again, when the mesh is known.
    let dressed = matches!(format, Format::Glb | Format::Gltf) && outputs.glb;
    let kept = if dressed {
        bytes
    } else {
        drop(bytes);
        Vec::new()
    };
    let glb = match (outputs.glb, dressed) {
        (false, _) => Glb::No,
        (true, false) => Glb::Plain,
        (true, true) => Glb::Like(&kept),
    };
    let done = found.and_then(|m| process(m, unit, options, glb, limits));
    match done {
        Ok(Processed { report, mesh, glb }) => Written {
            outcome: ProcessOutcome::Processed { report: Box::new(report) },
            stl: outputs.stl.then(|| stl::binary(&mesh)),
            glb,
        },
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            let outcome = ProcessOutcome::Unreadable { code, message };
            Written { outcome, stl: None, glb: None }
        }
    }
}

/// The mesh in a file; sliced files are refused, they hold none.
pub fn read_mesh(
    bytes: &[u8],
    format: Format,
    limits: &Limits,
) -> Result<Model, ParseError> {
    examine::check_size(bytes.len() as u64, limits)?;
    match examine::read(bytes, format, limits)? {
        Read::Model(model) => Ok(*model),
        Read::Sliced(_) => Err(ParseError::Refused {
            code: "already_sliced",
            message: "The file is already sliced: it holds no mesh to \
                      repair."
                .into(),
        }),
    }
}

/// The outcome as JSON: shortest digits that read back to the same number.
pub fn to_json(outcome: &ProcessOutcome) -> String {
    // A report is plain data; serializing it cannot fail.
    serde_json::to_string(outcome).unwrap_or_default()
}
