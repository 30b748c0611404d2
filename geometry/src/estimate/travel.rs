//! Seconds during which the nozzle moves without printing.

use super::layers::Layer;

/// Seconds per square root of a move's length in mm. Moves accelerate with 1500
/// mm/s2 over half of the length, and the filament is retracted before most
/// moves. Fitted; 2 / sqrt(1500) = 0.052 without retractions.
const LEG: f64 = 0.058;
/// Seconds per square root of a body's size in mm, for the move from the end of
/// its infill to the start of its walls.
const SIZE: f64 = 0.0736;
/// Seconds per square root of a distance in mm, for the moves between holes.
const HOLE: f64 = 0.144;
/// Seconds per line of solid infill, because some lines do not begin where
/// another ends.
const SOLID_LINE: f64 = 0.0071;
/// Seconds per square root of the length in mm of the lines that fill gaps,
/// which are short and far apart. Fitted.
const GAP: f64 = 0.11;
/// Seconds for raising the nozzle to the next layer, at 500 mm/s2.
const LIFT: f64 = 0.04;
/// Seconds for raising the nozzle, plus the moves to the first wall and from
/// wall to wall. Fitted.
const LAYER: f64 = 0.14;

/// Copies of the model side by side, printed layer by layer.
#[derive(Debug, Clone, Copy)]
pub struct Plate {
    pub copies: u32,
    /// Distance from one copy to the next, mm.
    pub pitch: f64,
}

/// Returns the seconds of the moves of one copy in one layer. The layer has
/// `solid_lines` lines of solid infill, and gaps filled by lines of `gaps_mm`
/// in total. Sparse lines are joined and need no moves. The constants were
/// fitted to the moves in G-code of PrusaSlicer 2.5, timed like its
/// `GCodeProcessor`.
pub fn travel(
    layer: &Layer,
    solid_lines: f64,
    gaps_mm: f64,
    plate: Plate,
) -> f64 {
    let route = &layer.route;
    let to_copy = to_copy(plate);
    if route.bodies == 0.0 || layer.outline <= 0.0 {
        return LIFT + to_copy;
    }
    // A thin ring has no infill to start from, and its hole is next to its
    // outline: each wall ends where the next begins.
    let filled = match route.holes {
        0.0 => 1.0,
        _ => (2.0 * layer.inner_outline / layer.outline).min(1.0),
    };
    let first = route.holes.min(route.bodies);
    // Assumes that holes are spread evenly over a body.
    let spread = (route.holes / route.bodies + 1.0).sqrt().sqrt();
    let holes = (route.holes - first + filled * first) / spread;
    // After the infill of the last body, the nozzle moves to the next copy.
    let returns =
        if plate.copies == 1 { 1.0 } else { 1.0 - 1.0 / route.bodies };
    LAYER
        + to_copy
        + LEG * route.legs
        + SIZE * filled * returns * route.sizes
        + HOLE * holes * route.sizes / route.bodies
        + SOLID_LINE * solid_lines
        + GAP * gaps_mm.sqrt()
}

/// Returns the seconds of the move to the next copy; 0 for a single part.
fn to_copy(plate: Plate) -> f64 {
    match plate.copies {
        1 => 0.0,
        _ => LEG * plate.pitch.sqrt(),
    }
}
