//! Filament and time of supports, from the cells of the layers.

pub mod decision;

use serde::Serialize;

use super::bitmap::{Bitmap, Disc};
use super::plan::Plan;

/// What supports take in one pose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Supports {
    /// Area of the layers that rest on nothing and that a slicer supports.
    pub unsupported_mm2: f64,
    pub filament_cm3: f64,
    /// Printing time that the supports add.
    pub seconds: f64,
}

const DENSITY: f64 = 0.2;

/// Estimates the supports of a model from the cells of its layers, bottom
/// first.
pub fn supports(cells: &[Bitmap], plan: &Plan) -> Supports {
    let cell = plan.grid.cell;
    let near = Disc::new(0.5 * plan.lines.nozzle / cell);
    let mm2 = |cells: u64| cells as f64 * cell * cell;
    let mut open = Bitmap::empty(plan.grid.rows, plan.grid.stride);
    let (mut unsupported_mm2, mut mm3) = (0.0, 0.0);
    for at in (1..cells.len()).rev() {
        let (Some(own), Some(below)) = (cells.get(at), cells.get(at - 1))
        else {
            break;
        };
        let mut over = own.clone();
        over.and_not(&below.grown(&near));
        unsupported_mm2 += mm2(over.count());
        open.or(&over);
        open.and_not(below);
        mm3 += DENSITY * mm2(open.count()) * plan.group * plan.lines.layer_mm;
    }
    Supports {
        unsupported_mm2,
        filament_cm3: mm3 / 1000.0,
        seconds: mm3 / plan.lines.melt,
    }
}
