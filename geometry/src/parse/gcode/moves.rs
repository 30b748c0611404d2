//! The sums of the moves of a plate, and the tolerances within which claims may
//! differ from them.

use super::safety::Judged;

/// Tolerance of a claim below the moves: a start line, a purge and 20 %. On the
/// samples, claim and moves agree to 0.1 %, or to 15 % on tiny parts.
pub(super) const LENGTH_SHARE: f64 = 1.2;
pub(super) const LENGTH_SLACK_MM: f64 = 150.0;

/// The sums of the moves of one plate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Moves {
    pub tools: Vec<(u32, f64)>,
    pub moving_seconds: f64,
    pub pausing_seconds: f64,
    pub line_width_mm: Option<f64>,
    pub layers: u64,
    pub extents: Option<([f64; 3], [f64; 3])>,
    pub judged: Judged,
}

impl Moves {
    /// Returns the minimum time of moves and pauses together.
    pub(super) fn seconds(&self) -> f64 {
        self.moving_seconds + self.pausing_seconds
    }

    /// Returns the filament of all tools, mm.
    pub(super) fn extruded(&self) -> f64 {
        self.tools.iter().map(|(_, mm)| mm).sum()
    }
}
