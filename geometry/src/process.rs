//! One processing job: a model in, a printable mesh and a report out. The order
//! is repair, scale, smooth, orient, size, hollow, judge. Each step is a
//! separate module; this file only calls them in order.

pub mod files;
mod pipeline;
mod repair_log;

use serde::{Deserialize, Serialize};

use crate::error::ParseError;
use crate::limits::Limits;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::printability::Printability;
use crate::printability::verdict::Verdict;
use crate::repair::taubin::Strength;
use crate::report::{Prepared, prepare};
use crate::units::{Unit, UnitSource};
use pipeline::Pipeline;
pub use repair_log::{MeshRepair, Repair};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Smoothing {
    #[default]
    Off,
    /// Two smoothing passes.
    Light,
    /// Five smoothing passes.
    Strong,
}

impl Smoothing {
    /// Returns the strength. The displacement limits are half the width of a
    /// printed line (0.4 mm) and a whole width.
    fn strength(self) -> Option<Strength> {
        match self {
            Smoothing::Off => None,
            Smoothing::Light => Some(Strength { passes: 2, limit_mm: 0.2 }),
            Smoothing::Strong => Some(Strength { passes: 5, limit_mm: 0.4 }),
        }
    }
}

/// Wall thickness of a hollow body, mm.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wall {
    pub wall_mm: f64,
}

/// Changes in addition to the repair; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    pub smoothing: Smoothing,
    pub hollow: Option<Wall>,
    pub orient: bool,
    pub scale_to_plate: bool,
    /// Longest side of the result, mm. `None` keeps the file's size.
    pub longest_side_mm: Option<f64>,
}

/// Valid range of `longest_side_mm`.
const LONGEST_SIDE_MM: std::ops::RangeInclusive<f64> = 0.1..=10_000.0;

impl Options {
    /// Parses the options. The error says what is wrong with them.
    pub fn from_json(json: &str) -> Result<Options, String> {
        let options: Options =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        options.check()?;
        Ok(options)
    }

    /// Returns an error that says which option is out of range.
    pub fn check(&self) -> Result<(), String> {
        if let Some(mm) = self.longest_side_mm
            && !LONGEST_SIDE_MM.contains(&mm)
        {
            return Err(format!(
                "a longest side must be 0.1 to 10000 mm, not {mm} mm"
            ));
        }
        match self.hollow {
            Some(Wall { wall_mm }) if !(0.4..=10.0).contains(&wall_mm) => {
                Err(format!("a wall must be 0.4 to 10 mm, not {wall_mm} mm"))
            }
            _ => Ok(()),
        }
    }
}

/// Shapes and names as in contract.md 2.5.
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

/// Whether and how to write a GLB in addition to the report.
#[derive(Debug, Clone, Copy)]
pub enum Glb<'a> {
    Skip,
    Plain,
    /// Writes the materials of the glTF that the model was read from (its
    /// bytes).
    WithMaterials(&'a [u8]),
}

/// Result of a job. The mesh is in mm and printer axes.
pub struct Processed {
    pub report: ProcessReport,
    pub mesh: Mesh,
    pub glb: Option<Vec<u8>>,
}

/// Processes a parsed model. `unit` overrides the file's unit.
pub fn process(
    model: Model,
    unit: Option<Unit>,
    options: &Options,
    glb: Glb,
    limits: &Limits,
) -> Result<Processed, ParseError> {
    process_prepared(prepare(model, unit)?, options, glb, limits)
}

/// Returns the report of a job without options on a model that is already
/// repaired.
pub fn judge_prepared(prepared: Prepared) -> Result<ProcessReport, ParseError> {
    let (options, limits) = (Options::default(), Limits::default());
    let processed = process_prepared(prepared, &options, Glb::Skip, &limits)?;
    Ok(processed.report)
}

fn process_prepared(
    prepared: Prepared,
    options: &Options,
    glb: Glb,
    limits: &Limits,
) -> Result<Processed, ParseError> {
    let (unit, unit_source) = (prepared.unit, prepared.unit_source);
    let mut pipeline =
        Pipeline::new(prepared, options, matches!(glb, Glb::WithMaterials(_)));
    pipeline.split_bodies();
    crate::checkpoint();
    pipeline.smooth(options.smoothing);
    crate::checkpoint();
    pipeline.orient(options.orient);
    pipeline.size();
    crate::checkpoint();
    pipeline.hollow(options.hollow);
    crate::checkpoint();
    let (printability, verdict) = pipeline.judge()?;
    crate::checkpoint();
    let glb = pipeline.glb(glb, limits);
    let (mesh, mesh_repair) = pipeline.finish(unit);
    let report =
        ProcessReport { unit, unit_source, mesh_repair, printability, verdict };
    Ok(Processed { report, mesh, glb })
}

#[cfg(test)]
mod tests;
