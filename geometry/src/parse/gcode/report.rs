//! The report of a sliced file. Field names are those of the API.

use serde::Serialize;

use super::deposits::{USUAL_MM, area};
use super::flavor::Flavor;
use super::safety::{Finding, Heat};

/// A checked sliced file, summed over its plates. A figure is `null` when the
/// file does not state it on every plate.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlicedReport {
    /// Program that sliced the file; `unknown` when the file does not state it.
    pub slicer: String,
    pub slicer_version: Option<String>,
    /// Number of plates.
    pub plates: usize,
    /// Weight that the slicer states, g.
    pub grams: Option<f64>,
    pub filament_cm3: Option<f64>,
    pub filament_mm: Option<f64>,
    /// Stated filament diameter, mm.
    pub diameter_mm: Option<f64>,
    /// Time that the slicer states, or the minimum time of the moves where it
    /// states none (`secondsSource`), in seconds.
    pub seconds: Option<f64>,
    pub seconds_source: SecondsSource,
    /// Minimum time of the moves: distance over feed rate.
    pub moves_seconds: f64,
    pub layers: Option<u64>,
    /// Filament that the moves extrude, net of retractions, mm.
    pub extruded_mm: f64,
    /// Bounding box of all deposits on any plate, mm, machine coordinates.
    pub extents: Extents,
    pub per_plate: Vec<PlateReport>,
}

/// One plate. A plain `.gcode` file has exactly one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlateReport {
    /// Number of the plate, starting at 1.
    pub plate: u32,
    pub slicer: Option<String>,
    pub slicer_version: Option<String>,
    pub grams: Option<f64>,
    pub filament_cm3: Option<f64>,
    pub filament_mm: Option<f64>,
    pub diameter_mm: Option<f64>,
    pub seconds: f64,
    pub seconds_source: SecondsSource,
    pub moves_seconds: f64,
    pub layers: Option<u64>,
    pub extruded_mm: f64,
    /// Claimed figures, per filament used.
    pub filaments: Vec<FilamentUse>,
    /// Sums of the moves, per tool number (pseudo tools of Bambu included).
    pub tools: Vec<ToolUse>,
    /// Median line width that the moves imply, mm, with filament of the stated
    /// diameter or of 1.75 mm.
    pub line_width_mm: Option<f64>,
    pub extents: Extents,
    pub heat: Heat,
    /// Whether the plate wipes the nozzle below the bed or saves its leveling,
    /// which only Bambu Lab printers may do.
    pub bambu_only: bool,
    /// Firmware and printer that the file was sliced for; `null` when the file
    /// does not state them.
    pub flavor: Option<Flavor>,
    pub printer_model: Option<String>,
    /// Smallest stated nozzle, mm.
    pub nozzle_mm: Option<f64>,
    /// Bounding box of all moves, mm, machine coordinates.
    pub reach: Extents,
    /// Commands that an operator has to review before the plate is printed.
    pub review: Vec<Finding>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SecondsSource {
    Slicer,
    Moves,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FilamentUse {
    pub mm: Option<f64>,
    pub grams: Option<f64>,
    /// Stated density, g/cm3.
    pub density: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolUse {
    pub tool: u32,
    pub extruded_mm: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extents {
    pub min: [f64; 3],
    pub max: [f64; 3],
}

/// Returns the volume of all plates, when at least one states a diameter or a
/// volume. Plates that state neither are then assumed to use 1.75 mm filament.
fn filament_cm3(per_plate: &[PlateReport]) -> Option<f64> {
    per_plate.iter().find(|p| p.filament_cm3.is_some())?;
    let of = |p: &PlateReport| {
        let by_length = p.filament_mm.map(|mm| mm * area(USUAL_MM) / 1000.0);
        p.filament_cm3.or(by_length)
    };
    let all: Option<Vec<f64>> = per_plate.iter().map(of).collect();
    all.map(|volumes| rounded(volumes.iter().sum()))
}

/// Rounds to six decimals, so that native and WASM builds report the same text.
/// This is finer than any slicer writes and coarser than float noise.
pub(crate) fn rounded(value: f64) -> f64 {
    libm::round(value * 1e6) / 1e6
}

impl SlicedReport {
    /// Sums up plates. Returns `None` when there are none.
    pub fn of(per_plate: Vec<PlateReport>) -> Option<SlicedReport> {
        let first = per_plate.first()?;
        let sum = |get: fn(&PlateReport) -> Option<f64>| {
            let values: Option<Vec<f64>> = per_plate.iter().map(get).collect();
            values.map(|v| rounded(v.iter().sum()))
        };
        let layers: Option<Vec<u64>> =
            per_plate.iter().map(|p| p.layers).collect();
        let moved =
            per_plate.iter().any(|p| p.seconds_source == SecondsSource::Moves);
        let mut extents = first.extents;
        for plate in &per_plate {
            let ends = extents.min.iter_mut().zip(&mut extents.max);
            let others = plate.extents.min.iter().zip(&plate.extents.max);
            for ((low, high), (min, max)) in ends.zip(others) {
                *low = low.min(*min);
                *high = high.max(*max);
            }
        }
        Some(SlicedReport {
            slicer: first.slicer.clone().unwrap_or_else(|| "unknown".into()),
            slicer_version: first.slicer_version.clone(),
            plates: per_plate.len(),
            grams: sum(|p| p.grams),
            filament_cm3: filament_cm3(&per_plate),
            filament_mm: sum(|p| p.filament_mm),
            diameter_mm: first.diameter_mm,
            seconds: sum(|p| Some(p.seconds)),
            seconds_source: if moved {
                SecondsSource::Moves
            } else {
                SecondsSource::Slicer
            },
            moves_seconds: rounded(
                per_plate.iter().map(|p| p.moves_seconds).sum(),
            ),
            layers: layers.map(|l| l.iter().sum()),
            extruded_mm: rounded(per_plate.iter().map(|p| p.extruded_mm).sum()),
            extents,
            per_plate,
        })
    }
}
