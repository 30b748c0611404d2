//! Temperatures in Klipper's named commands and in printer macros.

use super::heat::{Heat, Heater, NOZZLE_C, not_a_number};
use super::parameters::parameters;
use super::unsafe_command;
use crate::parse::gcode::line_error::Done;

/// Handles SET_HEATER_TEMPERATURE.
pub(super) fn set_heater(rest: &[u8], certain: bool, heat: &mut Heat) -> Done {
    const NAME: &str = "SET_HEATER_TEMPERATURE";
    let mut id = String::new();
    let mut target: Option<f64> = None;
    for (key, value) in parameters(rest) {
        match key.as_str() {
            "HEATER" => id = value,
            "TARGET" => {
                let Ok(degrees) = value.parse::<f64>() else {
                    return not_a_number(NAME);
                };
                if degrees.is_nan() {
                    return not_a_number(NAME);
                }
                target = Some(degrees.max(target.unwrap_or(degrees)));
            }
            _ => {}
        }
    }
    let degrees = target.unwrap_or(0.0);
    let command = format!("{NAME} TARGET={degrees}");
    let Some((heater, tool)) = heater_of(&id) else {
        // The limit of the nozzle applies to every heater.
        heat.note(Heater::Nozzle, degrees, &command)?;
        return Err(unsafe_command(
            &format!("{NAME} HEATER={}", crate::error::printable(&id)),
            "is a heater that the printers do not have",
        ));
    };
    heat.note(heater, degrees, &command)?;
    let name = if heater == Heater::Chamber { id.as_str() } else { "" };
    if degrees > 0.0 {
        heat.turn_on(heater, tool, Some(name));
    } else if certain && id == id.to_ascii_lowercase() {
        heat.turn_off(heater, tool, true);
    }
    Ok(())
}

/// Returns the heater of a name in Klipper's configuration, and the tool of a
/// nozzle.
fn heater_of(id: &str) -> Option<(Heater, Option<u32>)> {
    let id = id.to_ascii_lowercase();
    let is_name =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if id.len() > 40 || !id.chars().all(is_name) {
        return None;
    }
    if id.starts_with(EXTRUDER) {
        return nozzle_of(&id).map(|tool| (Heater::Nozzle, Some(tool)));
    }
    if id == "heater_bed" {
        return Some((Heater::Bed, None));
    }
    id.contains("chamber").then_some((Heater::Chamber, None))
}

const EXTRUDER: &str = "extruder";

/// Returns the tool of an extruder's name in Klipper's configuration:
/// `extruder` is 0, `extruder1` is 1. `None` for other names.
pub(in crate::parse::gcode) fn nozzle_of(id: &str) -> Option<u32> {
    let id = id.to_ascii_lowercase();
    match id.strip_prefix(EXTRUDER)? {
        "" => Some(0),
        number if number.bytes().all(|b| b.is_ascii_digit()) => {
            number.parse().ok()
        }
        _ => None,
    }
}

/// Records the temperatures of a macro: `START_PRINT EXTRUDER_TEMP=220
/// BED_TEMP=60`. A macro that starts the print is assumed to heat nozzle and
/// bed.
pub(super) fn run_macro(
    name: &str,
    rest: &[u8],
    starts: bool,
    heat: &mut Heat,
) -> Done {
    if starts {
        heat.turn_on(Heater::Nozzle, None, Some(""));
        heat.turn_on(Heater::Bed, None, Some(""));
    }
    for (key, value) in parameters(rest) {
        let Some((heater, certain)) = heater_of_parameter(&key) else {
            continue;
        };
        let command = format!("{name} {key}={value}");
        let Ok(degrees) = value.parse::<f64>() else {
            // `BED=smooth` contains no temperature. Printers read `4_00` as
            // 400.
            let first = value.trim_start_matches(['+', '-', '.']);
            if first.starts_with(|c: char| c.is_ascii_digit()) {
                return not_a_number(&command);
            }
            continue;
        };
        heat.note(heater, degrees, &command)?;
        // `TOOL=0` and `NOZZLE=0.4` contain no temperature either.
        if degrees > if certain { 0.0 } else { COLDEST_C } {
            heat.turn_on(heater, None, Some(""));
        }
    }
    Ok(())
}

/// Returns a parameter of a macro that is above the limit of every heater,
/// unless its name identifies it as a size, a count or a speed.
pub(super) fn doubtful(rest: &[u8]) -> Option<String> {
    parameters(rest).find_map(|(key, value)| {
        let hot = value.parse::<f64>().is_ok_and(|v| v > NOZZLE_C);
        let harmless = NO_HEAT.iter().any(|word| key.contains(word));
        (hot && !harmless && heater_of_parameter(&key).is_none())
            .then(|| crate::error::printable(&format!("{key}={value}")))
    })
}

const NO_HEAT: &[&str] = &[
    "LAYER", "SIZE", "MIN", "MAX", "WIDTH", "LENGTH", "HEIGHT", "DEPTH",
    "TIME", "SPEED", "ACCEL", "VELOCITY", "FEED", "COUNT", "TOTAL", "ID",
    "WEIGHT", "VOLUME", "AREA", "COST", "VERSION", "DURATION",
];

/// Lower bound of any bed temperature, degrees Celsius.
const COLDEST_C: f64 = 20.0;

/// Returns the heater that a parameter is for, and whether the parameter is
/// certain to be a temperature. `None` for other parameters.
fn heater_of_parameter(key: &str) -> Option<(Heater, bool)> {
    let words: Vec<&str> = key.split('_').collect();
    let has = |list: &[&str]| {
        words.iter().any(|word| {
            list.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit()))
        })
    };
    let says_heat = key.contains("TEMP") || has(&["TARGET"]);
    let names = |word: &str| says_heat && key.contains(word);
    let heater = if has(&["BED"]) || names("BED") {
        Heater::Bed
    } else if has(&["CHAMBER"]) || names("CHAMBER") {
        Heater::Chamber
    } else if says_heat || has(&["EXTRUDER", "HOTEND", "NOZZLE", "TOOL", "EXT"])
    {
        Heater::Nozzle
    } else {
        return None;
    };
    (says_heat || words.len() == 1).then_some((heater, says_heat))
}
