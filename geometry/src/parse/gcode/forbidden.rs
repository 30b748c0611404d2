//! Commands that make the sum of the moves meaningless: they repeat or hide
//! parts of the file, call other files, or change what a millimetre of E is.
//! No slicer writes them into a part's own moves.

use super::machine::{Complaint, complaint};
use super::words::Words;

const UNITS: &str = "sets inches; slice it in millimetres";
const VOLUMETRIC: &str = "turns volumetric extrusion on; switch it off in the slicer's printer \
     settings";
const STEPS: &str = "changes the extruder's steps per millimetre, so its moves cannot be \
     measured";
const MIXING: &str = "drives several extruders from one E word";
const ELSEWHERE: &str = "runs or writes another file on the printer";
const REPEATS: &str = "repeats or skips parts of the file";
const EXTRUDES: &str = "moves the extruder past the E axis";

/// Refuses the command of `letter` and `code` when it is such a one.
pub(super) fn check(
    letter: u8,
    code: u32,
    rest: &[u8],
) -> Result<(), Complaint> {
    let has = |wanted: u8, least: f64| {
        let mut words = Words { rest };
        let mut found = false;
        while let Ok(Some(word)) = words.next() {
            let enough = word.value.is_none_or(|v| v > least);
            found |= word.letter == wanted && enough;
        }
        found
    };
    let reason = match (letter, code) {
        (b'G', 20) => UNITS,
        (b'G', 61) if has(b'E', f64::NEG_INFINITY) => EXTRUDES,
        (b'M', 92) if has(b'E', f64::NEG_INFINITY) => STEPS,
        (b'M', 200) if has(b'D', 0.0) || has(b'S', 0.0) => VOLUMETRIC,
        (b'M', 567) => MIXING,
        (b'M', 28 | 29 | 32 | 98) => ELSEWHERE,
        (b'M', 808) => REPEATS,
        _ => return Ok(()),
    };
    let code = format!("{}{code}", char::from(letter));
    Err(complaint("sliced_unmeasurable", format!("{code} {reason}")))
}

/// The same for commands that are words.
pub(super) fn check_keyword(name: &[u8]) -> Result<(), Complaint> {
    let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
    let reason = if is("SET_EXTRUDER_ROTATION_DISTANCE")
        || is("SET_EXTRUDER_STEP_DISTANCE")
    {
        STEPS
    } else if is("FORCE_MOVE") {
        EXTRUDES
    } else if is("SDCARD_PRINT_FILE") || is("RUN_SHELL_COMMAND") {
        ELSEWHERE
    } else if is("SDCARD_LOOP_BEGIN")
        || matches!(name, b"while" | b"if" | b"elif" | b"else")
    {
        REPEATS
    } else {
        return Ok(());
    };
    let name = String::from_utf8_lossy(name);
    Err(complaint("sliced_unmeasurable", format!("{name} {reason}")))
}
