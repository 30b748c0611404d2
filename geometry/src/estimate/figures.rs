//! Figures of an estimate, as the host reads them.

use serde::Serialize;

use super::{COPIES, Estimate};

/// Figures of a part in one pose, without supports.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub filament_cm3: f64,
    pub seconds: f64,
    /// Plates with several copies, fewest copies first.
    pub plates: Vec<PlateTime>,
    pub layers: u64,
    /// Half the 90 % range of the filament, percent.
    pub range_percent: f64,
}

impl Figures {
    /// Creates the figures. `doubt` is a factor on the range.
    pub fn of(found: &Estimate, doubt: f64) -> Figures {
        Figures {
            filament_cm3: found.filament_cm3,
            seconds: found.seconds,
            plates: plates(found),
            layers: found.layers,
            range_percent: 100.0 * doubt * found.spread,
        }
    }
}

/// Time of a plate with several copies of the model.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PlateTime {
    pub copies: u32,
    pub seconds: f64,
}

fn plates(found: &Estimate) -> Vec<PlateTime> {
    let times = COPIES.iter().zip(found.plate_seconds);
    times.map(|(&copies, seconds)| PlateTime { copies, seconds }).collect()
}
