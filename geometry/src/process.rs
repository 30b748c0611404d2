//! One job: a model in, a printable mesh and a report out. The order is
//! repair, scale, smooth, turn, hollow, judge; every step is a module of its
//! own, this file only says when.

mod done;
pub mod files;
mod work;

use serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::printability::Printability;
use crate::printability::verdict::Verdict;
use crate::repair::taubin::Strength;
use crate::report::prepare;
use crate::units::{Unit, UnitSource};
pub use done::{MeshRepair, Repair};
use work::Work;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Smoothing {
    #[default]
    Off,
    /// 2 passes.
    Light,
    /// 5 passes.
    Strong,
}

impl Smoothing {
    /// No vertex moves by more than half of a printed line (0.4 mm), or by a
    /// whole one.
    fn strength(self) -> Option<Strength> {
        match self {
            Smoothing::Off => None,
            Smoothing::Light => Some(Strength { passes: 2, limit_mm: 0.2 }),
            Smoothing::Strong => Some(Strength { passes: 5, limit_mm: 0.4 }),
        }
    }
}

/// Wall of a hollow body, mm.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wall {
    pub wall_mm: f64,
}

/// What to do beyond repair; nothing by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    pub smoothing: Smoothing,
    pub hollow: Option<Wall>,
    pub orient: bool,
    pub scale_to_plate: bool,
}

impl Options {
    /// From JSON; what is wrong with it otherwise.
    pub fn from_json(json: &str) -> Result<Options, String> {
        let options: Options =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        match options.hollow {
            Some(Wall { wall_mm }) if !(0.4..=10.0).contains(&wall_mm) => {
                Err(format!("a wall of {wall_mm} mm is not in 0.4 to 10 mm"))
            }
            _ => Ok(options),
        }
    }
}

/// Shapes and names as in service.md, "Generation result".
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProcessReport {
    pub unit: Unit,
    pub unit_source: UnitSource,
    pub mesh_repair: Repair,
    pub printability: Printability,
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// A GLB to write beside the report.
#[derive(Debug, Clone, Copy)]
pub enum Glb<'a> {
    No,
    Plain,
    /// In the look of the glTF that the model was read from.
    Like(&'a [u8]),
}

/// The mesh is in mm and printer axes.
pub struct Processed {
    pub report: ProcessReport,
    pub mesh: Mesh,
    pub glb: Option<Vec<u8>>,
}

/// Processes a model as parsed; `unit` overrides the file's.
pub fn process(
    model: Model,
    unit: Option<Unit>,
    options: &Options,
    glb: Glb,
    limits: &Limits,
) -> Result<Processed, ParseError> {
    let prepared = prepare(model, unit)?;
    let (unit, unit_source) = (prepared.unit, prepared.unit_source);
    let mut work = Work::of(prepared, options, matches!(glb, Glb::Like(_)));
    work.part();
    crate::pace::checkpoint();
    work.smooth(options.smoothing);
    crate::pace::checkpoint();
    work.lay(options.orient);
    crate::pace::checkpoint();
    work.hollow(options.hollow);
    crate::pace::checkpoint();
    let (printability, verdict) = work.judge()?;
    crate::pace::checkpoint();
    let glb = work.glb(glb, limits);
    let (mesh, mesh_repair) = work.finish(unit);
    let report =
        ProcessReport { unit, unit_source, mesh_repair, printability, verdict };
    Ok(Processed { report, mesh, glb })
}

#[cfg(test)]
mod tests;
