//! One change to a model: reads a file and writes the files of its parts. The
//! steps run in the order of `process`, then the cut. The parts of a cut are
//! oriented one by one.

use serde::{Deserialize, Serialize};

use crate::contents::Contents;
use crate::cut::{Plane, cut, cut_to_fit};
use crate::error::ParseError;
use crate::format::Format;
use crate::limits::Limits;
use crate::measure::volume;
use crate::mesh::Mesh;
use crate::process::files::{Kept, kept};
use crate::process::{Options, ProcessReport, Processed, process};
use crate::read::read_mesh;
use crate::repair::orientation::choose_orientation;
use crate::shells::Shells;
use crate::topology::Topology;
use crate::units::Unit;
use crate::write::{glb, stl, threemf};

/// Where a model is cut, in its final size and in the pose of the file.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Cut {
    Plane(Where),
    /// Cuts into slabs of equal thickness until each part fits the plate;
    /// `false` cuts nothing.
    ToFit(bool),
}

/// A plane. The offset is measured from the lowest point along the normal, in
/// mm.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Where {
    pub normal: [f64; 3],
    pub offset_mm: f64,
}

/// Format of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Output {
    #[serde(rename = "stl")]
    Stl,
    #[serde(rename = "glb")]
    Glb,
    #[serde(rename = "3mf")]
    ThreeMf,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Change {
    #[serde(default)]
    pub options: Options,
    pub cut: Option<Cut>,
    pub output: Output,
}

impl Change {
    /// Parses a change. The error says what is wrong with it.
    pub fn from_json(json: &str) -> Result<Change, String> {
        let change: Change =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        change.options.check()?;
        match change.cut {
            Some(Cut::Plane(Where { normal, offset_mm }))
                if Plane::new(normal, offset_mm).is_none() =>
            {
                Err("a plane needs a normal with a direction".into())
            }
            _ => Ok(change),
        }
    }

    fn cuts(&self) -> bool {
        matches!(self.cut, Some(Cut::Plane(_) | Cut::ToFit(true)))
    }
}

/// One part, in the pose of its file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    pub dimensions_mm: [f64; 3],
    pub volume_cm3: f64,
    pub triangles: u64,
    /// Bodies that do not touch each other.
    pub bodies: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChangeOutcome {
    Changed { report: Box<ProcessReport>, parts: Vec<Part> },
    Unreadable { code: &'static str, message: String },
}

/// The outcome, and either one file per part or one 3MF with all parts.
pub struct Changed {
    pub outcome: ChangeOutcome,
    pub files: Vec<Vec<u8>>,
}

/// Reads, changes and writes a model.
pub fn change_file(
    contents: impl Into<Contents>,
    format: Format,
    unit: Option<Unit>,
    change: &Change,
    limits: &Limits,
) -> Changed {
    let done = changed(contents.into(), format, unit, change, limits);
    done.unwrap_or_else(|error| Changed {
        outcome: ChangeOutcome::Unreadable {
            code: error.code(),
            message: error.to_string(),
        },
        files: Vec::new(),
    })
}

fn changed(
    mut contents: Contents,
    format: Format,
    unit: Option<Unit>,
    change: &Change,
    limits: &Limits,
) -> Result<Changed, ParseError> {
    let model = read_mesh(&mut contents, format, limits)?;
    // The parts of a cut have none of the materials of the source.
    let whole_glb = change.output == Output::Glb && !change.cuts();
    let Kept { bytes, with_materials } = kept(contents, format, whole_glb);
    let glb = if with_materials {
        crate::process::Glb::WithMaterials(&bytes)
    } else {
        crate::process::Glb::Skip
    };
    let orient = change.options.orient && !change.cuts();
    let options = Options { orient, ..change.options };
    let Processed { report, mesh, glb } =
        process(model, unit, &options, glb, limits)?;
    crate::checkpoint();
    let parts = match change.cut {
        Some(Cut::Plane(at)) => cut_once(&mesh, at)?,
        Some(Cut::ToFit(true)) => cut_to_fit(mesh)?,
        _ => vec![mesh],
    };
    let triangles = parts.iter().map(|part| part.triangles.len() as u64).sum();
    if triangles > limits.triangles {
        let (what, limit) = ("triangles of the parts", limits.triangles);
        return Err(ParseError::OverLimit { what, found: triangles, limit });
    }
    let mut figures = Vec::new();
    let mut turned = Vec::new();
    for mut part in parts {
        crate::checkpoint();
        let mut figure = measured(&mut part, change);
        if !change.cuts() {
            // This volume counts overlapping bodies once.
            figure.volume_cm3 = report.printability.volume_cm3;
        }
        figures.push(figure);
        turned.push(part);
    }
    let files = match (change.output, glb) {
        (Output::ThreeMf, _) => {
            vec![threemf::write(&turned.iter().collect::<Vec<_>>())]
        }
        (Output::Glb, Some(glb)) => vec![glb],
        (Output::Glb, None) => {
            turned.iter().map(|part| glb::write(part, 1.0)).collect()
        }
        (Output::Stl, _) => turned.iter().map(stl::binary).collect(),
    };
    let report = Box::new(report);
    let outcome = ChangeOutcome::Changed { report, parts: figures };
    Ok(Changed { outcome, files })
}

/// Returns the two parts on the sides of a plane.
fn cut_once(mesh: &Mesh, at: Where) -> Result<Vec<Mesh>, ParseError> {
    let Where { normal, offset_mm } = at;
    let placed = Plane::above_lowest(mesh, normal, offset_mm);
    let (plane, reach) = placed.ok_or(ParseError::NoTriangles)?;
    match cut(mesh, &plane)? {
        Some(halves) => Ok(vec![halves.below, halves.above]),
        None => Err(ParseError::Refused {
            code: "plane_misses",
            message: format!(
                "The plane at {offset_mm} mm does not cut the model, which \
                 reaches from 0 to {reach:.2} mm in that direction."
            ),
        }),
    }
}

/// Orients a part of a cut, if requested, and measures it.
fn measured(part: &mut Mesh, change: &Change) -> Part {
    let shells = Shells::find(part, &Topology::build(part));
    if change.cuts() && change.options.orient {
        choose_orientation(part, shells.hidden().as_deref());
    }
    let solid = shells.all.iter().filter(|shell| shell.volume > 0.0);
    Part {
        dimensions_mm: part.bounds().map(|b| b.size()).unwrap_or_default(),
        volume_cm3: volume(part) / 1000.0,
        triangles: part.triangles.len() as u64,
        bodies: solid.count() as u64,
    }
}

#[cfg(test)]
mod tests;
