//! Klipper's named commands, and the parameters of macros.

use super::heat::{Heat, Heater, not_a_number};
use super::unsafe_command;
use crate::parse::gcode::line_error::Done;

const SAVES: &str = "writes the printer's stored settings";
const RESTARTS: &str = "stops or restarts the printer";
const REGULATES: &str = "changes how the heaters are regulated";
const CURRENT: &str = "changes the motors' drivers";
const ZERO: &str = "moves the printer's zero point";
const UNHOMED: &str = "moves motors without regard to the limits of travel";
const HIDDEN: &str = "runs commands that the file does not show";

/// Commands of Klipper that no print needs.
const NAMES: &[(&str, &str)] = &[
    ("SAVE_CONFIG", SAVES),
    ("Z_OFFSET_APPLY_PROBE", ZERO),
    ("Z_OFFSET_APPLY_ENDSTOP", ZERO),
    ("FIRMWARE_RESTART", RESTARTS),
    ("RESTART", RESTARTS),
    ("EMERGENCY_STOP", RESTARTS),
    ("CALL_REMOTE_METHOD", RESTARTS),
    ("PID_CALIBRATE", REGULATES),
    ("MPC_CALIBRATE", REGULATES),
    ("SET_HEATER_PID", REGULATES),
    ("SET_TMC_CURRENT", CURRENT),
    ("SET_TMC_FIELD", CURRENT),
    ("INIT_TMC", CURRENT),
    ("SET_KINEMATIC_POSITION", ZERO),
    ("SET_GCODE_OFFSET", ZERO),
    ("SET_STEPPER_ENABLE", UNHOMED),
    ("FORCE_MOVE", UNHOMED),
    ("STEPPER_BUZZ", UNHOMED),
    ("TUNING_TOWER", HIDDEN),
];

/// Fine adjustments of the first layer, as for a textured plate, mm.
const OFFSET_MM: f64 = 0.3;

/// Refuses such a command, and heat beyond the limits.
pub(super) fn check(name: &[u8], rest: &[u8], heat: &mut Heat) -> Done {
    let name = String::from_utf8_lossy(name).to_ascii_uppercase();
    if name == "TURN_OFF_HEATERS" {
        heat.all_off();
        return Ok(());
    }
    if name == "SET_GCODE_OFFSET" && is_small_offset(rest) {
        return Ok(());
    }
    if let Some((_, reason)) = NAMES.iter().find(|(known, _)| name == *known) {
        return Err(unsafe_command(&name, reason));
    }
    if name == "SET_HEATER_TEMPERATURE" {
        return set_heater(&name, rest, heat);
    }
    if name.starts_with("EXCLUDE_OBJECT") {
        return Ok(());
    }
    check_parameters(&name, rest, heat)?;
    if ends_print(&name) {
        heat.end();
    }
    Ok(())
}

/// `END_PRINT`, `PRINT_END` and the like: the printer's own end of a print.
fn ends_print(name: &str) -> bool {
    let ends = ["END", "FINISH", "COMPLETE", "OFF", "DONE"];
    name.split('_').any(|word| ends.contains(&word))
}

fn is_small_offset(rest: &[u8]) -> bool {
    parameters(rest).all(|(key, value)| match key.as_str() {
        "X" | "Y" | "Z" | "X_ADJUST" | "Y_ADJUST" | "Z_ADJUST" | "E"
        | "E_ADJUST" => {
            value.parse::<f64>().is_ok_and(|mm| mm.abs() <= OFFSET_MM)
        }
        _ => true,
    })
}

fn set_heater(name: &str, rest: &[u8], heat: &mut Heat) -> Done {
    let mut id = String::new();
    let mut target = None;
    for (key, value) in parameters(rest) {
        match key.as_str() {
            "HEATER" => id = value.to_ascii_lowercase(),
            "TARGET" => {
                let Ok(degrees) = value.parse::<f64>() else {
                    return not_a_number(name);
                };
                // The limit of the nozzle holds for every heater.
                heat_by_name(&id, name, degrees, heat)?;
                target = Some(degrees);
            }
            _ => {}
        }
    }
    let Some(degrees) = target else { return Ok(()) };
    // The name may follow the target.
    heat_by_name(&id, name, degrees, heat)?;
    let tool = id.strip_prefix("extruder").map(|n| n.parse().unwrap_or(0));
    heat.switch(heater_of(&id), tool, tool.unwrap_or(0), degrees > 0.0);
    Ok(())
}

fn heat_by_name(id: &str, name: &str, degrees: f64, heat: &mut Heat) -> Done {
    let command = format!("{name} TARGET={degrees}");
    if id.is_empty() {
        // Which heater it is comes later in the line.
        return Heat::default().note(Heater::Nozzle, degrees, &command);
    }
    heat.note(heater_of(id), degrees, &command)
}

fn heater_of(id: &str) -> Heater {
    if id.contains("bed") {
        Heater::Bed
    } else if id.contains("chamber") {
        Heater::Chamber
    } else {
        Heater::Nozzle
    }
}

/// `START_PRINT EXTRUDER_TEMP=220 BED_TEMP=60` heats as it says.
fn check_parameters(name: &str, rest: &[u8], heat: &mut Heat) -> Done {
    for (key, value) in parameters(rest) {
        let words: Vec<&str> = key.split('_').collect();
        let has = |list: &[&str]| words.iter().any(|w| list.contains(w));
        let heater = if has(&["BED", "BEDTEMP"]) {
            Heater::Bed
        } else if has(&["CHAMBER"]) {
            Heater::Chamber
        } else if has(&["EXTRUDER", "HOTEND", "NOZZLE", "TOOL", "EXT"])
            || has(&["TEMP", "TEMPERATURE", "TARGET"])
        {
            Heater::Nozzle
        } else {
            continue;
        };
        let says_heat = has(&["TEMP", "TEMPERATURE", "TARGET", "BEDTEMP"])
            || words.len() == 1;
        // `NOZZLE=0.4` and `BED=smooth` state no temperature.
        let Ok(degrees) = value.parse::<f64>() else { continue };
        if says_heat {
            heat.note(heater, degrees, &format!("{name} {key}={value}"))?;
        }
    }
    Ok(())
}

/// The parameters of an extended command, names in upper case, values without
/// quotes.
fn parameters(rest: &[u8]) -> impl Iterator<Item = (String, String)> {
    let end = rest.iter().position(|b| *b == b';').unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or(rest);
    let text = String::from_utf8_lossy(text).into_owned();
    let pairs: Vec<(String, String)> = text
        .split_ascii_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(key, value)| {
            let plain = value.replace(['"', '\''], "");
            (key.replace(['"', '\''], "").to_ascii_uppercase(), plain)
        })
        .collect();
    pairs.into_iter()
}
