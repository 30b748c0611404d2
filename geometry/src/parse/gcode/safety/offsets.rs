//! Babysteps and offsets, which bring the nozzle closer to the bed than the
//! coordinates show. They accumulate, so their sums are limited.

use super::parameters::parameters;
use super::unsafe_command;
use crate::parse::gcode::line_error::{Done, unreadable};
use crate::parse::gcode::words::Words;

/// Maximum fine adjustment of the first layer, for example for a textured
/// plate, mm.
pub(super) const OFFSET_MM: f64 = 0.3;
/// Maximum sum of babysteps towards the bed, mm.
const BABYSTEP_MM: f64 = 0.5;

const ZERO: &str = "moves the printer's zero point";

/// The shifts so far. Steps away from the bed give no credit, because firmware
/// truncates long steps.
#[derive(Default)]
pub(super) struct Offsets {
    /// Sum of the babysteps towards the bed, mm.
    babysteps: f64,
    /// Largest absolute offset, and the sum of the relative offsets, of X, Y
    /// and Z in mm.
    absolute: [f64; 3],
    relative: [f64; 3],
}

impl Offsets {
    /// Handles M290.
    pub fn babystep(&mut self, rest: &[u8]) -> Done {
        let mut words = Words { rest };
        while let Some(word) = words.next().map_err(unreadable)? {
            if matches!(word.letter, b'Z' | b'S') {
                self.babysteps += (-word.value.unwrap_or(0.0)).max(0.0);
            }
        }
        if self.babysteps > BABYSTEP_MM {
            return Err(unsafe_command("M290", ZERO));
        }
        Ok(())
    }

    /// Handles SET_GCODE_OFFSET.
    pub fn offset(&mut self, rest: &[u8]) -> Done {
        let refused = || unsafe_command("SET_GCODE_OFFSET", ZERO);
        for (key, value) in parameters(rest) {
            let (axis, adjusts) = match key.as_str() {
                "X" => (0, false),
                "Y" => (1, false),
                "Z" => (2, false),
                "X_ADJUST" => (0, true),
                "Y_ADJUST" => (1, true),
                "Z_ADJUST" => (2, true),
                "MOVE" | "MOVE_SPEED" => continue,
                _ => return Err(refused()),
            };
            let Some(size) = value.parse().ok().map(f64::abs) else {
                return Err(refused());
            };
            let (Some(most), Some(sum)) =
                (self.absolute.get_mut(axis), self.relative.get_mut(axis))
            else {
                continue;
            };
            if adjusts {
                *sum += size;
            } else {
                *most = most.max(size);
            }
            // Tolerance for sums of decimals.
            if size.is_nan() || *most + *sum > OFFSET_MM + 1e-9 {
                return Err(refused());
            }
        }
        Ok(())
    }
}
