//! Inspects a file. This function is called through the WASM boundary.

use serde::Serialize;

use super::outputs::Outputs;
use super::picture::Picture;
use super::settings::Settings;
use super::{Findings, Inspected, draw, inspect};
use crate::contents::Contents;
use crate::format::Format;
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::read::read_mesh;
use crate::units::Unit;

/// The outcome, as the host reads it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum InspectOutcome {
    Inspected(Box<Findings>),
    Unreadable { code: &'static str, message: String },
}

/// The outcome and the requested outputs. An output is empty when it was not
/// requested or the file cannot be read.
pub struct InspectedFile {
    pub outcome: InspectOutcome,
    /// Mesh in mm and printer axes, with the file's triangles in their order.
    pub mesh: Mesh,
    /// One byte of fault bits per triangle.
    pub flags: Vec<u8>,
    /// PNG.
    pub picture: Vec<u8>,
}

/// Reads and inspects a model. The settings and outputs must be validated
/// (`from_json`).
pub fn inspect_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    settings: &Settings,
    outputs: &Outputs,
    limits: &Limits,
) -> InspectedFile {
    let mut contents = contents.into();
    let model = read_mesh(&mut contents, format, limits);
    drop(contents);
    match model.and_then(|model| inspect(model, unit, settings, outputs)) {
        Ok(Inspected { findings, mesh, flags, picture }) => {
            let outcome = InspectOutcome::Inspected(Box::new(findings));
            let picture = picture.unwrap_or_default();
            let (mesh, flags) = if outputs.mesh {
                (mesh, flags)
            } else {
                (Mesh::default(), Vec::new())
            };
            InspectedFile { outcome, mesh, flags, picture }
        }
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            let outcome = InspectOutcome::Unreadable { code, message };
            let (mesh, flags) = (Mesh::default(), Vec::new());
            InspectedFile { outcome, mesh, flags, picture: Vec::new() }
        }
    }
}

/// The outcome of a drawing, as the host reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum DrawOutcome {
    Drawn,
    Unreadable { code: &'static str, message: String },
}

/// The outcome and the PNG, which is empty when the file cannot be read.
pub struct DrawnFile {
    pub outcome: DrawOutcome,
    pub picture: Vec<u8>,
}

/// Reads and draws a model without its faults. The picture must be validated
/// (`from_json`).
pub fn draw_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    wanted: &Picture,
    limits: &Limits,
) -> DrawnFile {
    let mut contents = contents.into();
    let model = read_mesh(&mut contents, format, limits);
    drop(contents);
    match model.and_then(|model| draw(model, unit, wanted)) {
        Ok(picture) => DrawnFile { outcome: DrawOutcome::Drawn, picture },
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            let outcome = DrawOutcome::Unreadable { code, message };
            DrawnFile { outcome, picture: Vec::new() }
        }
    }
}
