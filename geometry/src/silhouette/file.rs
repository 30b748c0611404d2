//! The silhouette of a file: the function behind the WASM boundary.

use serde::{Deserialize, Serialize};

use super::{Silhouette, silhouette};
use crate::contents::Contents;
use crate::error::ParseError;
use crate::format::Format;
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::process::{Glb, Options, process};
use crate::read::read_mesh;
use crate::repair::scale::scale;
use crate::units::Unit;

/// How the part lies on the plate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Pose {
    /// As `process` with `orient` turns it; otherwise as the file has it.
    pub orient: bool,
}

impl Pose {
    /// Parses the pose; the error says what is wrong with it.
    pub fn from_json(json: &str) -> Result<Pose, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
}

/// The outcome, as the host reads it; the bits are handed over apart.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SilhouetteOutcome {
    Silhouette(Silhouette),
    Unreadable { code: &'static str, message: String },
}

/// Reads a model and computes its silhouette. Sliced files are refused.
pub fn silhouette_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    pose: Pose,
    limits: &Limits,
) -> SilhouetteOutcome {
    let mut contents = contents.into();
    let model = read_mesh(&mut contents, format, limits);
    drop(contents);
    let mesh = model.and_then(|model| posed(model, unit, pose, limits));
    match mesh.and_then(|mesh| silhouette(&mesh)) {
        Ok(silhouette) => SilhouetteOutcome::Silhouette(silhouette),
        Err(error) => {
            let (code, message) = (error.code(), error.to_string());
            SilhouetteOutcome::Unreadable { code, message }
        }
    }
}

/// The mesh as it is printed, in mm. In its own pose it is taken as it is
/// read: a repair only removes triangles, or closes holes, whose shadow the
/// rest of the surface has already.
fn posed(
    mut model: Model,
    unit: Option<Unit>,
    pose: Pose,
    limits: &Limits,
) -> Result<Mesh, ParseError> {
    if pose.orient {
        let options = Options { orient: true, ..Options::default() };
        let processed = process(model, unit, &options, Glb::Skip, limits)?;
        return Ok(processed.mesh);
    }
    model.rotate_to_printer_axes();
    let mm = unit.unwrap_or(model.unit).mm();
    let mut mesh = model.mesh;
    mesh.drop_collapsed();
    scale(&mut mesh, mm);
    Ok(mesh)
}
