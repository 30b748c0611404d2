//! Processes a file into output files. This function is called through the WASM
//! boundary.

use serde::Serialize;

use super::{Glb, Options, ProcessReport, Processed, process};
use crate::contents::Contents;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::read_mesh;
use crate::units::Unit;
use crate::write::{stl, threemf};

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
    pub threemf: bool,
}

/// The outcome and, when there is a mesh, the requested files. STL is binary,
/// in mm with Z up; GLB is in meters with Y up; 3MF is in mm, on the plate.
pub struct Written {
    pub outcome: ProcessOutcome,
    pub stl: Option<Vec<u8>>,
    pub glb: Option<Vec<u8>>,
    pub threemf: Option<Vec<u8>>,
}

/// The data of a file that is needed after its mesh is read.
pub struct Kept {
    pub bytes: Vec<u8>,
    /// Whether a GLB is written with the materials of these bytes.
    pub with_materials: bool,
}

/// Keeps the bytes of a glTF if a GLB is to be written.
pub fn kept(contents: Contents, format: Format, glb: bool) -> Kept {
    match contents {
        Contents::Bytes(bytes)
            if glb && matches!(format, Format::Glb | Format::Gltf) =>
        {
            Kept { bytes, with_materials: true }
        }
        _ => Kept { bytes: Vec::new(), with_materials: false },
    }
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
    // Materials are read from the file after the mesh has been processed.
    let Kept { bytes, with_materials } = kept(contents, format, outputs.glb);
    let glb = match (outputs.glb, with_materials) {
        (false, _) => Glb::Skip,
        (true, false) => Glb::Plain,
        (true, true) => Glb::WithMaterials(&bytes),
    };
    let result = model.and_then(|m| process(m, unit, options, glb, limits));
    match result {
        Ok(Processed { report, mesh, glb }) => Written {
            outcome: ProcessOutcome::Processed { report: Box::new(report) },
            stl: outputs.stl.then(|| stl::binary(&mesh)),
            glb,
            threemf: outputs.threemf.then(|| threemf::write(&[&mesh])),
        },
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            let outcome = ProcessOutcome::Unreadable { code, message };
            Written { outcome, stl: None, glb: None, threemf: None }
        }
    }
}
