//! Seconds that the nozzle moves without printing.

use super::layers::Layer;

/// Seconds per square root of a move's length in mm: moves accelerate with 1500
/// mm/s2 over half of it, and the filament is retracted before most of them.
/// Fitted; 2 / sqrt(1500) = 0.052 without retractions.
const LEG: f64 = 0.058;
/// The same for the move from the end of a body's infill to the start of its
/// walls, by the size of the body.
const SIZE: f64 = 0.0736;
/// The same for the moves between holes.
const HOLE: f64 = 0.144;
/// Seconds per infill line: some lines begin where no other ends, fewer at
/// higher density.
const SOLID_LINE: f64 = 0.0071;
const SPARSE_LINE: f64 = 0.0365;
/// Seconds for raising the nozzle to the next layer, at 500 mm/s2.
const LIFT: f64 = 0.04;

/// Copies of the model side by side, printed layer by layer.
#[derive(Debug, Clone, Copy)]
pub struct Plate {
    pub copies: u32,
    /// Distance from one to the next, mm.
    pub pitch: f64,
}

/// Seconds of moves in one layer with these numbers of infill lines; `density`
/// is that of the sparse infill.
pub fn travel(
    layer: &Layer,
    solid_lines: f64,
    sparse_lines: f64,
    density: f64,
) -> f64 {
    let route = &layer.route;
    if route.bodies == 0.0 || layer.outline <= 0.0 {
        return LIFT;
    }
    // A thin ring has no infill to come from: its walls end where the next
    // begin.
    let filled = match route.holes {
        0.0 => 1.0,
        _ => (2.0 * layer.inner_outline / layer.outline).min(1.0),
    };
    // The first hole of a body is near its outline; the rest are spread over
    // it evenly.
    let spread = (route.holes / route.bodies + 1.0).sqrt().sqrt();
    let holes = (route.holes - route.bodies).max(0.0) / spread;
    let gap = 1.0 - density;
    LIFT + LEG * route.legs
        + SIZE * filled * route.sizes
        + HOLE * holes * route.sizes / route.bodies
        + SOLID_LINE * solid_lines
        + SPARSE_LINE * gap * gap.sqrt() * sparse_lines
}

/// Seconds of the move to the next copy; none for a part that is alone.
pub fn to_copy(plate: Plate) -> f64 {
    match plate.copies {
        1 => 0.0,
        _ => LEG * plate.pitch.sqrt(),
    }
}
