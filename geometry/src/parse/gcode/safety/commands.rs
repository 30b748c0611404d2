//! Numbered commands that hurt a printer or outlast the print.

use super::{has_word, unsafe_command, values};
use crate::parse::gcode::line_error::Done;

const SAVES: &str = "writes the printer's stored settings";
const RESETS: &str = "resets the printer's settings";
const RESTARTS: &str = "stops or restarts the printer";
const FLASHES: &str = "replaces the printer's firmware";
const REGULATES: &str = "changes how the heaters are regulated";
const COLD: &str = "lets the extruder push cold filament";
const ENDSTOPS: &str = "switches the limits of travel off";
const CURRENT: &str = "changes the current of the motors";
const ZERO: &str = "moves the printer's zero point";
const STEPS: &str = "changes the scale of the axes";
const GEOMETRY: &str = "changes the geometry of the printer";
const PROBE: &str = "changes the height at which the printer's probe triggers";
const PINS: &str = "switches pins of the control board";
const NETWORK: &str = "changes the printer's network or passwords";
const FILES: &str = "selects or deletes files on the printer";
const STORED: &str = "stores commands for later";
const WIRING: &str = "assigns heaters, sensors or motors";

/// Which words make a command unsafe.
#[derive(Debug, Clone, Copy)]
enum When {
    Always,
    /// With one of these words; without them it reports.
    Words(&'static [u8]),
    /// With a word of this value.
    Value(u8, f64),
    /// With a word below this value.
    Below(u8, f64),
    /// With a word above this value.
    Above(u8, f64),
    /// Except in a file for a Bambu Lab printer, whose slicer writes it.
    NotBambu,
}

use When::{Above, Always, Below, NotBambu, Value, Words};

/// The extruder's current while PrusaSlicer changes filament is at most 750
/// mA.
const EXTRUDER_MA: f64 = 1000.0;
/// Prusa's own files lower the limit of cold extrusion to 155 C.
const COLDEST_C: f64 = 140.0;
/// More than the fine adjustment of a first layer, mm, towards the bed.
const BABYSTEP_MM: f64 = 0.5;

type Entry = (u8, u32, When, &'static str);

#[rustfmt::skip]
const TABLE: &[Entry] = &[
    (b'G', 10, Words(b"LXYZ"), ZERO),
    (b'G', 31, Words(b"XYZP"), PROBE),
    (b'G', 53, Always, ZERO),
    (b'G', 55, Always, ZERO),
    (b'G', 56, Always, ZERO),
    (b'G', 57, Always, ZERO),
    (b'G', 58, Always, ZERO),
    (b'G', 59, Always, ZERO),
    (b'M', 23, Always, FILES),
    (b'M', 26, Always, FILES),
    (b'M', 30, Always, FILES),
    (b'M', 42, Always, PINS),
    (b'M', 43, Always, PINS),
    (b'M', 81, Always, "switches the printer off"),
    (b'M', 92, Words(b"XYZUVWABCI"), STEPS),
    (b'M', 112, Always, RESTARTS),
    (b'M', 143, Always, REGULATES),
    (b'M', 206, Words(b"XYZ"), ZERO),
    (b'M', 208, Words(b"XYZ"), ENDSTOPS),
    (b'M', 211, Value(b'S', 0.0), ENDSTOPS),
    (b'M', 218, Words(b"Z"), ZERO),
    (b'M', 260, Always, PINS),
    (b'M', 290, Below(b'Z', -BABYSTEP_MM), ZERO),
    (b'M', 290, Below(b'S', -BABYSTEP_MM), ZERO),
    (b'M', 301, Words(b"PIDCLFEHTS"), REGULATES),
    (b'M', 302, Words(b"P"), COLD),
    (b'M', 302, Below(b'S', COLDEST_C), COLD),
    (b'M', 302, Below(b'R', COLDEST_C), COLD),
    (b'M', 303, Always, REGULATES),
    (b'M', 304, Words(b"PIDCLFEHTS"), REGULATES),
    (b'M', 305, Always, WIRING),
    (b'M', 306, Always, REGULATES),
    (b'M', 307, Always, REGULATES),
    (b'M', 308, Always, WIRING),
    (b'M', 309, Words(b"PIDCLFEHTSA"), REGULATES),
    (b'M', 350, Words(b"XYZEIBS"), STEPS),
    (b'M', 351, Always, STEPS),
    (b'M', 421, Always, GEOMETRY),
    (b'M', 428, Always, ZERO),
    (b'M', 471, Always, FILES),
    (b'M', 472, Always, FILES),
    (b'M', 500, NotBambu, SAVES),
    (b'M', 502, Always, RESETS),
    (b'M', 551, Always, NETWORK),
    (b'M', 552, Always, NETWORK),
    (b'M', 553, Always, NETWORK),
    (b'M', 554, Always, NETWORK),
    (b'M', 556, Always, GEOMETRY),
    (b'M', 558, Always, PROBE),
    (b'M', 562, Always, REGULATES),
    (b'M', 564, Value(b'S', 0.0), ENDSTOPS),
    (b'M', 564, Value(b'H', 0.0), ENDSTOPS),
    (b'M', 570, Always, REGULATES),
    (b'M', 574, Always, ENDSTOPS),
    (b'M', 575, Always, NETWORK),
    (b'M', 579, Always, STEPS),
    (b'M', 581, Always, STORED),
    (b'M', 582, Always, STORED),
    (b'M', 584, Always, WIRING),
    (b'M', 586, Always, NETWORK),
    (b'M', 587, Always, NETWORK),
    (b'M', 588, Always, NETWORK),
    (b'M', 589, Always, NETWORK),
    (b'M', 665, Always, GEOMETRY),
    (b'M', 666, Always, GEOMETRY),
    (b'M', 669, Always, GEOMETRY),
    (b'M', 810, Always, STORED),
    (b'M', 811, Always, STORED),
    (b'M', 812, Always, STORED),
    (b'M', 813, Always, STORED),
    (b'M', 814, Always, STORED),
    (b'M', 815, Always, STORED),
    (b'M', 816, Always, STORED),
    (b'M', 817, Always, STORED),
    (b'M', 818, Always, STORED),
    (b'M', 819, Always, STORED),
    (b'M', 851, Words(b"XYZ"), PROBE),
    (b'M', 852, Words(b"IJKS"), GEOMETRY),
    (b'M', 906, Words(b"XYZUVWIT"), CURRENT),
    (b'M', 906, Above(b'E', EXTRUDER_MA), CURRENT),
    (b'M', 907, Words(b"XYZSBCD"), CURRENT),
    (b'M', 907, Above(b'E', EXTRUDER_MA), CURRENT),
    (b'M', 908, Always, CURRENT),
    (b'M', 910, Always, CURRENT),
    (b'M', 911, Words(b"SRP"), STORED),
    (b'M', 914, Words(b"XYZ"), ENDSTOPS),
    (b'M', 950, Always, WIRING),
    (b'M', 997, Always, FLASHES),
    (b'M', 999, Always, RESTARTS),
];

/// Refuses a command of the table.
pub(super) fn check(letter: u8, code: u32, rest: &[u8], bambu: bool) -> Done {
    let entries = TABLE.iter().filter(|e| (e.0, e.1) == (letter, code));
    for (_, _, when, reason) in entries {
        if applies(*when, rest, bambu) {
            let name = format!("{}{code}", char::from(letter));
            return Err(unsafe_command(&name, reason));
        }
    }
    Ok(())
}

fn applies(when: When, rest: &[u8], bambu: bool) -> bool {
    // A word that cannot be read may have any value.
    let any = |letter: u8, test: fn(f64, f64) -> bool, limit: f64| {
        values(rest, letter)
            .is_none_or(|found| found.iter().any(|v| test(*v, limit)))
    };
    match when {
        Always => true,
        NotBambu => !bambu,
        Words(letters) => has_word(rest, letters),
        Value(letter, value) => any(letter, |v, value| v == value, value),
        Below(letter, limit) => any(letter, |v, limit| v < limit, limit),
        Above(letter, limit) => any(letter, |v, limit| v.abs() > limit, limit),
    }
}
