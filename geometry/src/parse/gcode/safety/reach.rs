//! Limits of coordinates: every move stays within the largest printer, wherever
//! the origin is.

use super::unsafe_command;
use crate::Limits;
use crate::parse::gcode::line_error::{Done, LineError};

/// Distance beyond and above the largest printer within which parking and
/// wiping take place.
const BESIDE_MM: f64 = 40.0;
/// Distance beyond half of the bed, for an origin in the center of the bed.
const BESIDE_CENTER_MM: f64 = 10.0;
/// Tolerance of the range of coordinates beyond the bed's size. Prusa's purge
/// line is at Y-3, a wiper of Bambu Lab's at X-48.
const WIDER_MM: f64 = 60.0;
/// Maximum depth below the bed's surface, for first-layer corrections.
const BELOW_MM: f64 = 0.3;
/// Maximum depth at the edge behind the bed, on which Bambu Lab printers wipe
/// the nozzle. The edge begins at 180 mm (A1 mini) or at 250 mm. No other
/// printer may go that deep.
const BELOW_BAMBU_MM: f64 = 2.0;
const EDGE_Y_MM: f64 = 181.0;
/// Maximum distance by which G92 may move the zero point of a homed axis.
const SHIFT_MM: [f64; 3] = [1.0, 1.0, BELOW_MM];

pub(super) struct Reach {
    /// Longest side of the bed, mm. Both axes use it because the file does not
    /// state the rotation of the bed.
    side: f64,
    /// Smallest and largest X, Y and Z so far.
    span: [(f64, f64); 3],
    /// Whether G28 or a deposit has established the position of the axis.
    known: [bool; 3],
    /// Whether G92 moved the zero point before the axis was homed.
    shifted: [bool; 3],
    /// Whether the nozzle was wiped below the bed's surface.
    pub wipes_below: bool,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach::of(&Limits::default())
    }
}

const AXES: [char; 3] = ['X', 'Y', 'Z'];

impl Reach {
    pub fn of(limits: &Limits) -> Reach {
        let side = limits.bed_mm.into_iter().max().unwrap_or(0);
        Reach {
            side: f64::from(side),
            span: [(0.0, 0.0); 3],
            known: [false; 3],
            shifted: [false; 3],
            wipes_below: false,
        }
    }

    #[inline]
    pub fn include(&mut self, code: u32, from: [f64; 3], to: [f64; 3]) -> Done {
        let [_, y, z] = to;
        if z < -BELOW_MM || from[2] < -BELOW_MM {
            let behind = y.min(from[1]) >= EDGE_Y_MM;
            if !behind || z < -BELOW_BAMBU_MM {
                return Err(below(code, z.min(from[2])));
            }
            self.wipes_below = true;
        }
        let least = -self.side / 2.0 - BESIDE_CENTER_MM;
        let range = least..=self.side + BESIDE_MM;
        for (axis, value) in AXES.iter().zip(to) {
            if !range.contains(&value) {
                return Err(outside(code, *axis, value));
            }
        }
        for ((low, high), (axis, value)) in
            self.span.iter_mut().zip(AXES.iter().zip(to))
        {
            *low = low.min(value);
            *high = high.max(value);
            if *high - *low > self.side + WIDER_MM {
                return Err(outside(code, *axis, value));
            }
        }
        Ok(())
    }

    pub fn extents(&self) -> ([f64; 3], [f64; 3]) {
        (self.span.map(|(low, _)| low), self.span.map(|(_, high)| high))
    }

    pub fn home(&mut self, axis: usize) {
        set(&mut self.known, axis, true);
        set(&mut self.shifted, axis, false);
    }

    pub fn shift(&mut self, axis: usize, mm: f64) -> Done {
        let most = SHIFT_MM.get(axis).copied().unwrap_or(0.0);
        if mm.abs() <= most {
            return Ok(());
        }
        if self.known.get(axis).copied().unwrap_or(true) {
            return Err(shifted(axis));
        }
        set(&mut self.shifted, axis, true);
        Ok(())
    }

    pub fn deposited(&mut self, z: f64) -> Done {
        if z < -BELOW_MM {
            return Err(below(1, z));
        }
        match self.shifted.iter().position(|shifted| *shifted) {
            Some(axis) => Err(shifted(axis)),
            None => {
                self.known = [true; 3];
                Ok(())
            }
        }
    }
}

fn set(flags: &mut [bool; 3], axis: usize, to: bool) {
    if let Some(flag) = flags.get_mut(axis) {
        *flag = to;
    }
}

fn below(code: u32, z: f64) -> LineError {
    unsafe_command(
        &format!("G{code}"),
        &format!("moves Z to {z:.2} mm, below the bed"),
    )
}

fn outside(code: u32, axis: char, value: f64) -> LineError {
    unsafe_command(
        &format!("G{code}"),
        &format!("moves {axis} to {value:.2} mm, outside of every printer"),
    )
}

fn shifted(axis: usize) -> LineError {
    let axis = AXES.get(axis).copied().unwrap_or('Z');
    unsafe_command(
        &format!("G92 {axis}"),
        "moves the printer's zero point during the print",
    )
}
