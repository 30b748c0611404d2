//! Settings that decide which faults an inspection marks, as the host passes
//! them.

use serde::Deserialize;

use crate::measure::FIRST_LAYER_MM;

/// Walls of twice the nozzle width take two lines; thinner walls take one line
/// or none.
const LINES_IN_A_WALL: f64 = 2.0;

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    pub nozzle_mm: f64,
    pub layer_height_mm: Option<f64>,
    /// Walls thinner than this are marked; twice the nozzle when absent.
    pub min_wall_mm: Option<f64>,
    /// Faces steeper than this are overhangs: 0 is a wall, 90 a flat ceiling.
    pub overhang_deg: f64,
    /// Width, depth and height.
    pub build_volume_mm: [f64; 3],
}

impl Settings {
    /// Parses the settings. The error says what is wrong with them.
    pub fn from_json(json: &str) -> Result<Settings, String> {
        let settings: Settings =
            serde_json::from_str(json).map_err(|e| e.to_string())?;
        let within = |value: f64, low: f64, high: f64, what: &str| {
            if (low..=high).contains(&value) {
                return Ok(());
            }
            Err(format!("{what} must be {low} to {high}, not {value}"))
        };
        within(settings.nozzle_mm, 0.05, 2.0, "nozzleMm")?;
        within(settings.first_layer_mm(), 0.01, 2.0, "layerHeightMm")?;
        within(settings.wall_limit_mm(), 0.05, 10.0, "minWallMm")?;
        within(settings.overhang_deg, 0.0, 90.0, "overhangDeg")?;
        for side in settings.build_volume_mm {
            within(side, 1.0, 10_000.0, "a side of buildVolumeMm")?;
        }
        Ok(settings)
    }

    pub fn wall_limit_mm(&self) -> f64 {
        self.min_wall_mm.unwrap_or(LINES_IN_A_WALL * self.nozzle_mm)
    }

    pub fn first_layer_mm(&self) -> f64 {
        self.layer_height_mm.unwrap_or(FIRST_LAYER_MM)
    }
}
