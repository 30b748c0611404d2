//! Filament and time of supports, as PrusaSlicer 2.5 generates them with
//! `--support-material --support-material-auto` and the settings that the
//! quoting profile leaves at their defaults: grid style, everywhere, lines 2.5
//! mm apart within a sheath, three dense layers below and above a column, and
//! no supports under bridges.
//!
//! The overhangs of each layer, without bridges (`overhang`), are extended to
//! blocks (`canvas`) and projected down to the plate or to the part below
//! (`columns`). The layers of the columns have separate heights (`slabs`).

mod canvas;
mod columns;
mod overhang;
mod slabs;

use serde::Serialize;

use super::bitmap::{Bitmap, Disc};
use super::layers::Cut;
use super::plan::{Lines, Plan};
use crate::measure::FIRST_LAYER_MM;
use crate::mesh::Bounds;
use canvas::Canvas;
use columns::Columns;
use overhang::Reach;

/// Cost of the supports in one pose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Supports {
    /// Area of unsupported layers that a slicer supports.
    pub unsupported_mm2: f64,
    pub filament_cm3: f64,
    /// Printing time that the supports add.
    pub seconds: f64,
}

/// Lines of supports that are printed with one layer of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Extra {
    pub mm3: f64,
    /// Length of the lines, mm.
    pub length: f64,
    /// Seconds at full speed.
    pub seconds: f64,
    /// Number of bends that slow the nozzle down.
    pub turns: f64,
    /// Number of separate areas.
    pub areas: f64,
    /// Number of heights at which only supports are printed.
    pub levels: f64,
}

/// Half the width of an outer wall's line, in nozzle diameters.
const HALF_WALL: f64 = 0.525;
/// Horizontal distance between a support and the model, in nozzle diameters:
/// half the width of an outer wall's line.
const WALL_GAP: f64 = HALF_WALL;
/// Vertical distance between a support and the model, mm.
const GAP: f64 = 0.2;
/// Gap between the lines of a column, mm.
const SPACING: f64 = 2.5;
/// Printing speeds, mm/s.
const SPEED: f64 = 150.0;
const FIRST_SPEED: f64 = 50.0;
/// Heights that differ by less than this are equal, mm.
const NEAR: f64 = 1e-4;

/// Cross-section and spacing of the lines of a support.
struct Flow {
    width: f64,
    nozzle: f64,
    melt: f64,
    /// Distance between dense lines, mm.
    spacing: f64,
}

impl Flow {
    fn new(lines: &Lines) -> Flow {
        let nozzle = lines.nozzle;
        // The profile sets a line width only for the nozzle of 0.4 mm.
        let standard = (nozzle - 0.4).abs() < 1e-9;
        let width = if standard { 0.45 } else { nozzle };
        let spacing = width - rounded(lines.layer_mm);
        Flow { width, nozzle, melt: lines.melt, spacing }
    }

    /// Returns the filament per mm of line, mm2.
    fn section(&self, height: f64) -> f64 {
        height * (self.width - rounded(height))
    }

    fn extra(&self, length: f64, section: f64, first: bool) -> Extra {
        let most = if first { FIRST_SPEED } else { SPEED };
        let speed = most.min(self.melt / section);
        let seconds = length / speed;
        Extra { mm3: length * section, length, seconds, ..Extra::default() }
    }
}

/// Returns the width that a line loses to the round ends of its section.
fn rounded(height: f64) -> f64 {
    height * (1.0 - std::f64::consts::FRAC_PI_4)
}

/// An overhang that needs support.
struct Overhang {
    /// Everything beyond the layer below.
    whole: Bitmap,
    /// Part that is farther out than half a line.
    far: Bitmap,
    /// Part that is far enough out for dense layers to support it.
    dense: Bitmap,
    /// Tops of the layers that support the overhang, mm: one for lines and one
    /// for bridges, which are thicker.
    tops: [Option<f64>; 2],
}

/// The overhangs of a model.
struct Overhangs {
    /// Area of unsupported layers, mm2.
    unsupported_mm2: f64,
    /// Overhang of each layer, from the plate up.
    layers: Vec<Option<Overhang>>,
}

/// Printed lines of the supports of a model.
pub struct SupportLines {
    /// Area of unsupported layers, mm2.
    pub unsupported_mm2: f64,
    /// Lines that are printed with each layer, from the plate up.
    pub extras: Vec<Extra>,
}

/// Estimates the supports of a model. Returns `None` where it needs none.
pub fn supports(
    cut: &Cut,
    plan: &Plan,
    bounds: &Bounds,
) -> Option<SupportLines> {
    let tops = tops(plan);
    let Overhangs { unsupported_mm2, layers } = overhangs(cut, plan, &tops);
    if layers.iter().all(Option::is_none) {
        return None;
    }
    let flow = Flow::new(&plan.lines);
    let canvas = Canvas::new(plan, bounds, SPACING + flow.spacing);
    let columns = Columns::new(cut, plan, &tops, &flow, &canvas);
    Some(SupportLines { unsupported_mm2, extras: columns.print(layers) })
}

/// Returns the heights of the tops of the cuts, mm.
fn tops(plan: &Plan) -> Vec<f64> {
    let mut z = 0.0;
    let one = |at: usize| {
        z += super::filament::height(at, plan);
        z
    };
    (0..plan.cuts.count).map(one).collect()
}

fn overhangs(cut: &Cut, plan: &Plan, tops: &[f64]) -> Overhangs {
    let cell = plan.grid.cell;
    let nozzle = plan.lines.nozzle;
    let mut reach = Reach::new(&plan.lines, cell, plan.group);
    // An overhanging wall is printed as a bridge when its line is farther out
    // than half the nozzle.
    let bridged = Disc::new((0.5 + HALF_WALL) * nozzle / cell);
    let mut unsupported_mm2 = 0.0;
    let mut layers: Vec<Option<Overhang>> = Vec::from([None]);
    let pairs = cut.cells.windows(2).zip(cut.inner.iter().skip(1));
    for (at, ((pair, inner), heights)) in (1..).zip(pairs.zip(tops.windows(2)))
    {
        let ([below, _], &[bottom, top]) = (pair, heights) else { continue };
        layers.push(None);
        let high = bottom - GAP;
        if high < FIRST_LAYER_MM - NEAR {
            continue;
        }
        let upto = cut.cells.get(..=at).unwrap_or_default();
        let Some(over) = reach.overhang(upto) else { continue };
        let whole = reach.supported(&over.whole, below, inner);
        let mut far = whole.clone();
        far.and_not(&below.grown(&reach.free));
        if far.is_empty() {
            continue;
        }
        let mut dense = over.dense;
        dense.and(&far);
        unsupported_mm2 += whole.count() as f64 * cell * cell;
        let mut bridge = far.clone();
        bridge.and_not(&below.grown(&bridged));
        let low = top - nozzle - GAP;
        let low =
            (!bridge.is_empty() && low >= FIRST_LAYER_MM - NEAR).then_some(low);
        if let Some(last) = layers.last_mut() {
            *last =
                Some(Overhang { whole, far, dense, tops: [Some(high), low] });
        }
        crate::checkpoint();
    }
    Overhangs { unsupported_mm2, layers }
}

#[cfg(test)]
mod tests;
