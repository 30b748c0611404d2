//! Processes a file into output files: the function behind the WASM boundary.

use serde::Serialize;

use super::{Glb, Options, ProcessReport, Processed, process};
use crate::contents::Contents;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::read_mesh;
use crate::units::Unit;
use crate::write::stl;

/// The outcome of a job, as the host reads it.
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

/// The outcome, and the requested files when there is a mesh. STL is binary,
/// in mm with Z up; GLB is in meters with Y up.
pub struct Written {
    pub outcome: ProcessOutcome,
    pub stl: Option<Vec<u8>>,
    pub glb: Option<Vec<u8>>,
}

/// Reads, processes and writes a model.
pub fn process_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    options: &Options,
    outputs: Outputs,
    limits: &Limits,
) -> Written {
    let mut contents = contents.into();
    let model = read_mesh(&mut contents, format, limits);
    // Materials are read from the file after the mesh is processed.
    let with_materials =
        matches!(format, Format::Glb | Format::Gltf) && outputs.glb;
    let kept = match contents {
        Contents::Bytes(bytes) if with_materials => bytes,
        _ => Vec::new(),
    };
    let glb = match (outputs.glb, with_materials) {
        (false, _) => Glb::Skip,
        (true, false) => Glb::Plain,
        (true, true) => Glb::WithMaterials(&kept),
    };
    let result = model.and_then(|m| process(m, unit, options, glb, limits));
    match result {
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
