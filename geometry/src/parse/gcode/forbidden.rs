//! Commands that invalidate the sum of the moves: they repeat or hide parts of
//! the file, call other files, or change the length of one millimeter of E.
//! Slicers do not write them into the moves of a part.

use super::line_error::{LineError, line_error};
use super::words::Words;

const UNITS: &str = "sets inches; slice it in millimeters";
const VOLUMETRIC: &str = "turns volumetric extrusion on; switch it off in the slicer's printer \
     settings";
const STEPS: &str = "changes the extruder's steps per millimetre, so its moves cannot be \
     measured";
const SEVERAL: &str = "drives several extruders from one E word";
const TURNED: &str =
    "changes how the extruder's motor turns, so its moves cannot be measured";
const COLD: &str = "stops the extruder at printing temperature, so its moves cannot be \
     measured";
const ELSEWHERE: &str = "runs or writes another file on the printer";
const REPEATS: &str = "repeats or skips parts of the file";
const EXTRUDES: &str = "moves the extruder past the E axis";

/// Hot enough to print; the usual cold-extrusion limit is 155 to 180 C.
const PRINTING_C: f64 = 190.0;

/// Refuses such a command.
pub(super) fn check(
    letter: u8,
    code: u32,
    rest: &[u8],
) -> Result<(), LineError> {
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
        (b'M', 302) if has(b'S', PRINTING_C) || has(b'R', PRINTING_C) => COLD,
        (b'M', 563 | 567) => SEVERAL,
        (b'M', 569) => TURNED,
        // With both carriages printing the same part.
        (b'M', 605) if has(b'S', 1.0) => SEVERAL,
        (b'M', 28 | 29 | 32 | 98) => ELSEWHERE,
        (b'M', 808) => REPEATS,
        _ => return Ok(()),
    };
    let code = format!("{}{code}", char::from(letter));
    Err(line_error("sliced_unmeasurable", format!("{code} {reason}")))
}

/// Like `check`, for named commands; `rest` is what follows the name.
pub(super) fn check_keyword(name: &[u8], rest: &[u8]) -> Result<(), LineError> {
    const WORDS: [(&str, &str); 10] = [
        ("SET_EXTRUDER_ROTATION_DISTANCE", STEPS),
        ("SET_EXTRUDER_STEP_DISTANCE", STEPS),
        ("SYNC_EXTRUDER_MOTION", SEVERAL),
        ("SYNC_STEPPER_TO_EXTRUDER", SEVERAL),
        ("SET_DUAL_CARRIAGE", SEVERAL),
        ("FORCE_MOVE", EXTRUDES),
        ("SDCARD_PRINT_FILE", ELSEWHERE),
        ("RUN_SHELL_COMMAND", ELSEWHERE),
        ("SDCARD_LOOP_BEGIN", REPEATS),
        ("SDCARD_LOOP_END", REPEATS),
    ];
    let known = WORDS
        .iter()
        .find(|(word, _)| name.eq_ignore_ascii_case(word.as_bytes()));
    let reason = match known {
        Some(("SET_DUAL_CARRIAGE", _)) if !copies(rest) => return Ok(()),
        Some((_, reason)) => reason,
        // RepRapFirmware's conditions.
        None if matches!(name, b"while" | b"if" | b"elif" | b"else") => REPEATS,
        None => return Ok(()),
    };
    let name = String::from_utf8_lossy(name);
    Err(line_error("sliced_unmeasurable", format!("{name} {reason}")))
}

fn copies(rest: &[u8]) -> bool {
    let has = |mode: &[u8]| {
        rest.windows(mode.len()).any(|w| w.eq_ignore_ascii_case(mode))
    };
    has(b"COPY") || has(b"MIRROR")
}
