//! Estimates filament and printing time of a model without a slicer. Draws the
//! layers as bits on a grid, decides walls and infill by the slicer's rules,
//! and derives lines and seconds from areas and lengths.
//!
//! O(triangles x layers crossed + cells / 64). Closed formulas over the
//! triangles, and formulas over the area and outline of each layer, were off by
//! 7 % and 5 % on average: they miss solid layers on slopes, bridges, and slits
//! between walls.

mod bitmap;
mod curvature;
pub mod decision;
pub mod figures;
mod filament;
pub mod file;
mod infill;
mod islands;
pub mod layers;
pub mod plan;
mod print_time;
mod route;
mod sections;
mod segment;
pub mod supports;
mod thin;
mod touching;
mod travel;

use serde::{Deserialize, Serialize};

use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Mesh;
use crate::repair::scale::fits;
use crate::topology::Topology;
use plan::Lines;
pub use print_time::COPIES;
use supports::{SupportLines, Supports};
pub use thin::Thin;
use travel::Plate;

/// Gap that the slicer leaves between copies.
const COPY_GAP_MM: f64 = 6.0;

/// Print settings.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    pub layer_height_mm: f64,
    /// 0 to 100.
    pub infill_percent: f64,
    pub nozzle_mm: f64,
    pub flow: Flow,
}

/// Melting rate of the hot end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    Standard,
    /// 1.6 times the standard rate.
    High,
}

impl Settings {
    /// Settings of an order that specifies none.
    pub const DEFAULT: Settings = Settings {
        layer_height_mm: 0.2,
        infill_percent: 20.0,
        nozzle_mm: 0.4,
        flow: Flow::Standard,
    };

    /// Parses the settings. The error says what is wrong with them.
    pub fn from_json(json: &str) -> Result<Settings, String> {
        let settings: Settings =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        settings.check()?;
        Ok(settings)
    }

    /// Returns an error when no printer has these settings.
    pub fn check(&self) -> Result<(), String> {
        match Lines::new(self) {
            Some(_) => Ok(()),
            None => Err("no printer has these settings".into()),
        }
    }
}

/// An estimate. All fields except `supports` exclude supports.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    pub filament_cm3: f64,
    pub seconds: f64,
    /// Seconds of plates with `COPIES` of the model.
    pub plate_seconds: [f64; COPIES.len()],
    pub layers: u64,
    pub range: Range,
    /// Share of the filament that goes into walls, 0 to 1.
    pub wall_share: f64,
    /// Half the range of the filament, as a share of it.
    pub spread: f64,
    pub supports: Supports,
}

/// Ranges that contain nine of ten parts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    pub filament_cm3: [f64; 2],
    pub seconds: [f64; 2],
}

/// Reasons why there is no estimate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoEstimate {
    /// The settings are outside the range of printers, or the mesh is empty.
    InvalidSettings,
    /// There are too many layers or triangles to cut.
    TooIntricate,
    /// The model is lower than half of the first layer, so no layer is printed.
    TooFlat { height_mm: f64 },
    /// Half of the material or more is too thin for the nozzle.
    TooThin(Thin),
}

/// Estimates a closed mesh in mm that faces outwards, in print orientation with
/// Z up. Its position on the plate does not matter. Layers that are too thin to
/// print take no filament.
pub fn estimate(
    mesh: &Mesh,
    settings: &Settings,
) -> Result<Estimate, NoEstimate> {
    estimate_with(mesh, &Topology::build(mesh), settings)
}

/// Like `estimate`, but reuses the edges of the mesh, which do not depend on
/// its scale.
pub fn estimate_with(
    mesh: &Mesh,
    topology: &Topology,
    settings: &Settings,
) -> Result<Estimate, NoEstimate> {
    let lines = Lines::new(settings).ok_or(NoEstimate::InvalidSettings)?;
    let bounds = mesh.bounds().ok_or(NoEstimate::InvalidSettings)?;
    let [.., height_mm] = bounds.size();
    if height_mm < 0.5 * FIRST_LAYER_MM {
        return Err(NoEstimate::TooFlat { height_mm });
    }
    thin::column(&bounds, &lines).map_or(Ok(()), too_thin)?;
    let plan = plan::plan(mesh, &bounds, lines);
    let plan = plan.ok_or(NoEstimate::TooIntricate)?;
    let cut = layers::layers(mesh, topology, &plan);
    let (mut layers, cut) = cut.ok_or(NoEstimate::TooIntricate)?;
    thin::drop_thin(&mut layers, &plan).map_or(Ok(()), too_thin)?;
    let filament = filament::filament(&layers, &plan);
    let [width, depth, _] = bounds.size();
    let pitch = width.max(depth) + COPY_GAP_MM;
    let plate = |copies| {
        print_time::seconds(&layers, &filament, &plan, Plate { copies, pitch })
    };
    let seconds = plate(1);
    // Supports are estimated only for models that fit a printer, because the
    // number of cells and support layers of larger models is unbounded.
    let supported = fits(bounds.size())
        .then(|| supports::supports(&cut, &plan, &bounds))
        .flatten();
    let supports = match supported {
        None => Supports::default(),
        Some(SupportLines { unsupported_mm2, extras }) => {
            let one = Plate { copies: 1, pitch };
            let with = print_time::seconds_with(
                &layers, &filament, &extras, &plan, one,
            );
            let mm3: f64 = extras.iter().map(|extra| extra.mm3).sum();
            Supports {
                unsupported_mm2,
                filament_cm3: mm3 / 1000.0,
                seconds: with - seconds,
            }
        }
    };
    let total: f64 = filament.iter().map(|layer| layer.total()).sum();
    let walls: f64 = filament.iter().map(|layer| layer.walls).sum();
    let cm3 = total / 1000.0;
    let wall_share = if total > 0.0 { walls / total } else { 0.0 };
    let spread = filament::spread(wall_share, &plan.lines);
    let around =
        |value: f64, part: f64| [value * (1.0 - part), value * (1.0 + part)];
    let found = Estimate {
        filament_cm3: cm3,
        seconds,
        plate_seconds: COPIES.map(plate),
        layers: plan.layers,
        range: Range {
            filament_cm3: around(cm3, spread),
            seconds: around(seconds, print_time::SPREAD),
        },
        wall_share,
        spread,
        supports,
    };
    (total > 0.0).then_some(found).ok_or(NoEstimate::TooIntricate)
}

fn too_thin(thin: Thin) -> Result<(), NoEstimate> {
    Err(NoEstimate::TooThin(thin))
}

#[cfg(test)]
mod tests;
