//! The verdict on a command in an untrusted file: refused, reviewed, or
//! printed. The meanings of commands are from the manuals of Marlin, Klipper
//! and RepRapFirmware.

use super::{FOOTER, parse, plate, read, refusal, wall};
use crate::Limits;
use crate::parse::gcode::Flavor;

/// Returns a print for a firmware with a line inserted before its last layer,
/// and the number of that line.
fn with(header: &str, line: &str) -> (String, u64) {
    let mark = "G1 Z20.000\n";
    let code = format!("{header}{}", wall(false));
    let before = code.split(mark).next().unwrap();
    let number = before.lines().count() as u64 + 1;
    let text = code.replace(mark, &format!("{line}\n{mark}"));
    (format!("{text}{FOOTER}"), number)
}

const MARLIN: &str = "; gcode_flavor = marlin2\n";
const KLIPPER: &str = "; gcode_flavor = klipper\n";
const REPRAP: &str = "; gcode_flavor = reprapfirmware\n";
const BAMBU: &str = "; printer_model = Bambu Lab P1S\n";
const HEADERS: [&str; 5] = ["", MARLIN, KLIPPER, REPRAP, BAMBU];

/// Checks that the refusal names line and command, whatever firmware the file
/// names.
fn refuses(line: &str, command: &str) {
    for header in HEADERS {
        let (text, number) = with(header, line);
        let (code, sentence) = refusal(text);
        assert!(
            ["sliced_unsafe", "sliced_unmeasurable", "sliced_ambiguous"]
                .contains(&code),
            "{sentence}"
        );
        let start = format!("Line {number} of the g-code contains {command}");
        assert!(sentence.starts_with(&start), "{sentence}");
    }
}

/// Returns the findings for the line in a file with this header.
fn found(header: &str, line: &str) -> Vec<(u64, String, String)> {
    let (text, number) = with(header, line);
    let review = plate(text).review;
    let shown = |f: &crate::parse::gcode::Finding| {
        (f.line - number, f.command.clone(), f.reason.clone())
    };
    review.iter().map(shown).collect()
}

fn finding(command: &str, reason: &str) -> Vec<(u64, String, String)> {
    vec![(0, command.into(), reason.into())]
}

macro_rules! refused {
    ($($name:ident: $line:literal, $command:literal;)*) => {
        $(#[test]
        fn $name() {
            refuses($line, $command);
        })*
    };
}

refused! {
    nozzle_above_its_limit: "M104 S400", "M104 S400";
    nozzle_above_its_limit_while_waiting: "M109 S400", "M109 S400";
    bed_above_its_limit: "M140 S140", "M140 S140";
    heater_by_name: "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=400",
        "SET_HEATER_TEMPERATURE TARGET=400";
    start_macro_above_the_limit: "PRINT_START EXTRUDER=400",
        "PRINT_START EXTRUDER=400";
    cold_extrusion: "M302 P1", "M302";
    regulation_of_the_nozzle: "M301 P0 I0 D0", "M301";
    regulation_of_the_bed: "M304 P0 I0 D0", "M304";
    tuning_of_the_heaters: "M303 E0 S240 C8", "M303";
    endstops_off: "M211 S0", "M211";
    motor_current: "M906 X2000", "M906";
    motor_current_by_pin: "M907 X1500", "M907";
    motor_current_by_name: "SET_TMC_CURRENT STEPPER=stepper_x CURRENT=3",
        "SET_TMC_CURRENT";
    kinematic_position: "SET_KINEMATIC_POSITION Z=50",
        "SET_KINEMATIC_POSITION";
    geometry_of_a_delta: "M665 L300", "M665";
    origin_during_the_print: "G92 Z50", "G92 Z";
    below_the_bed: "G1 Z-5", "G1";
    beyond_every_bed: "G1 X900 Y900", "G1";
    probe_offset: "M851 Z-3", "M851";
    offset_by_name: "SET_GCODE_OFFSET Z=-3", "SET_GCODE_OFFSET";
    offset_behind_a_quoted_comment: "SET_GCODE_OFFSET MOVE_SPEED=\";\" Z=-5",
        "SET_GCODE_OFFSET";
    heater_behind_a_quoted_comment:
        "SET_HEATER_TEMPERATURE HEATER=extruder A='#;' TARGET=300",
        "SET_HEATER_TEMPERATURE";
    heater_with_a_backslash:
        "SET_HEATER_TEMPERATURE HEATER=extruder TAR\\GET=300",
        "SET_HEATER_TEMPERATURE";
    pin_with_a_backslash: "SET_PIN P\\IN=psu VALUE=1", "SET_PIN";
    action_of_joined_quotes: "RESPOND TYPE=command MSG=act\"\"ion:cancel",
        "RESPOND";
    home_offset: "M206 Z-5", "M206";
    steps_per_millimeter: "M92 X400", "M92";
    writing_the_settings: "M500", "M500";
    resetting_the_settings: "M502", "M502";
    writing_the_configuration: "SAVE_CONFIG", "SAVE_CONFIG";
    restarting_the_firmware: "FIRMWARE_RESTART", "FIRMWARE_RESTART";
    flashing_the_firmware: "M997", "M997";
    emergency_stop: "M112", "M112";
    switching_off: "M81", "M81";
    running_a_shell_command: "RUN_SHELL_COMMAND CMD=x", "RUN_SHELL_COMMAND";
}

/// The last of the 31 commands: it does no damage, and no print needs it.
#[test]
fn a_manual_filament_change_needs_a_review() {
    for header in HEADERS {
        let expected = finding("M600", "waits for a person");
        assert_eq!(found(header, "M600 ; red"), expected, "{header}");
    }
}

#[test]
fn commands_that_no_print_needs_are_reviewed() {
    let unknown = "is no command that the farm knows";
    for (header, line, command, reason) in [
        ("", "M0 Turn the part", "M0 Turn the part", "waits for a person"),
        (MARLIN, "M601", "M601", "waits for a person"),
        (BAMBU, "M400 U1", "M400 U1", "waits for a person"),
        (KLIPPER, "PAUSE", "PAUSE", "waits for a person"),
        ("", "@pause", "PAUSE", "waits for a person"),
        (MARLIN, "M501", "M501", "loads or reports stored settings"),
        (KLIPPER, "MY_MACRO A=1", "MY_MACRO A=1", unknown),
        ("", "my_macro", "MY_MACRO", unknown),
        (MARLIN, "M8200 I0", "M8200 I0", unknown),
        ("", "M99999", "M99999", unknown),
        ("", "G999", "G999", unknown),
        (MARLIN, "G5 X1 Y1 I0 J0 P0 Q0", "G5 X1 Y1 I0 J0 P0 Q0", "moves"),
        (KLIPPER, "M900 K0.04", "M900 K0.04", "is no command of Klipper"),
        (
            MARLIN,
            "M1002 gcode_claim_action : 0",
            "M1002 gcode_claim_action : 0",
            "is no command of Marlin",
        ),
        (
            REPRAP,
            "PRINT_START",
            "PRINT_START",
            "is no command of RepRapFirmware",
        ),
        (
            BAMBU,
            "PRINT_START",
            "PRINT_START",
            "is no command of Bambu Lab's firmware",
        ),
        (
            KLIPPER,
            "START_PRINT T_NOZ=400",
            "START_PRINT T_NOZ=400",
            "sets T_NOZ=400, which may be hot",
        ),
    ] {
        assert_eq!(found(header, line), finding(command, reason), "{line}");
    }
}

/// Start macros, progress and objects, as in the slicers' profiles.
#[test]
fn commands_that_slicers_write_for_a_firmware_need_no_review() {
    for (header, lines) in [
        ("", "M862.3 P \"XL\"\nM73 P1 R2\nM486 T1\nM486 S0 A\"a.stl\""),
        (MARLIN, "G80\nM900 K0.04\nM572 D0 S0.02\nM907 E538\nM302 S155"),
        (MARLIN, "M201 X9000 Y9000\nM205 X8\nM115 U3.14.1\nM420 S1\nTX"),
        (KLIPPER, "PRINT_START EXTRUDER=220 BED=60 TOTAL_LAYER_COUNT=400"),
        (KLIPPER, "START_PRINT EXTRUDER_TEMP=220 SIZE=0_0_300_350 X_MAX=350"),
        (KLIPPER, "EXCLUDE_OBJECT_DEFINE NAME=a\nEXCLUDE_OBJECT_START NAME=a"),
        (KLIPPER, "SET_PRESSURE_ADVANCE ADVANCE=0.03\nBED_MESH_CALIBRATE"),
        (REPRAP, "G10 P0 S215 R160\nM572 D0 S0.03\nM116\nG32\nM204 P500"),
        (BAMBU, "M1002 gcode_claim_action : 2\nM620 S0A\nM621 S0A\nG29.2 S1"),
        (BAMBU, "M622 J1\nG29 A X1 Y1\nM400\nM500\nM623\nM960 S5 P1\nM975 S1"),
    ] {
        assert_eq!(found(header, lines), [], "{lines}");
    }
}

#[test]
fn saved_leveling_is_accepted_only_for_bambu_lab() {
    let saved = "M622 J1\nM500\nM623";
    for header in [MARLIN, KLIPPER, REPRAP] {
        assert!(!found(header, saved).is_empty(), "{header}");
    }
}

/// Cura uses the same flavor name for Marlin and Klipper.
#[test]
fn klipper_commands_distinguish_klipper_files_from_marlin_files() {
    let flavor = |header: &str, line: &str| plate(with(header, line).0).flavor;
    let cura = ";FLAVOR:Marlin\n";
    assert_eq!(flavor(cura, "M117 a"), Some(Flavor::Marlin));
    assert_eq!(flavor(cura, "PRINT_START"), Some(Flavor::Klipper));
    assert_eq!(flavor("", "PRINT_START"), Some(Flavor::Klipper));
    assert_eq!(flavor("", "M117 a"), None);
    assert_eq!(flavor(REPRAP, "PRINT_START"), Some(Flavor::RepRapFirmware));
}

#[test]
fn a_finding_is_listed_once_at_its_first_line() {
    let lines = "M600\nMY_MACRO\nM600 X1\nmy_macro B=2\nG999\nM601";
    let all: Vec<_> =
        found("", lines).into_iter().map(|f| (f.0, f.1)).collect();
    let expected = [(0, "M600"), (1, "MY_MACRO"), (4, "G999"), (5, "M601")];
    assert_eq!(all, expected.map(|(line, name)| (line, name.to_string())));
    // The number of findings and the length of each are limited.
    let many: String = (0..500)
        .map(|n| format!("M{} S{}\nX_{}\n", 5000 + n, "1".repeat(300), n))
        .collect();
    let (text, _) = with("", &many);
    // A number of 300 digits is refused.
    assert!(read(text).is_err());
    let many: String = (0..500)
        .map(|n| format!("M{}\nXY_{n} {}\n", 5000 + n, "A=1 ".repeat(90)))
        .collect();
    let all = found("", &many);
    assert_eq!(all.len(), 20);
    assert!(all.iter().all(|(_, command, _)| command.len() <= 60));
}

/// Klipper refuses such parameters; other firmware may interpret them.
#[test]
fn parameters_with_spaces_are_refused() {
    for line in [
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET = 400",
        "START_PRINT EXTRUDER= 400",
        "START_PRINT EXTRUDER =400",
    ] {
        assert_eq!(refusal(with(KLIPPER, line).0).0, "sliced_ambiguous");
    }
    for line in ["RESPOND MSG=\"a = b\"", "RESPOND MSG= ; A = 1", "TX"] {
        assert!(read(with(KLIPPER, line).0).is_ok(), "{line}");
    }
}

/// Names that some printer reads as another command are refused.
#[test]
fn commands_that_only_look_like_macros_are_refused() {
    for line in [
        "D3 Ax0000 C1",
        "D-1",
        "D6",
        "MY_MACRO_M104S400",
        "XG1 Z-5",
        "SAVE_CONFIG*71",
        "SAVE_CONFIG\u{a0}",
        "I5 J5 E900",
        "S400",
        "echo.M500",
    ] {
        assert!(read(with("", line).0).is_err(), "{line}");
    }
}

#[test]
fn the_temperature_of_an_unknown_macro_is_limited() {
    for line in ["MY_MACRO EXTRUDER=400", "HEATBED TEMP=301", "A_B BEDTEMP=150"]
    {
        assert_eq!(refusal(with("", line).0).0, "sliced_unsafe", "{line}");
    }
}

#[test]
fn the_reach_covers_every_move() {
    let (text, _) = with("", "G1 Z40\nG0 X-5 Y130");
    let reach = plate(text).reach;
    assert_eq!(
        (reach.min, reach.max),
        ([-5.0, 0.0, 0.0], [100.0, 130.0, 40.0])
    );
}

/// The bed size is an input: a file that fits the farm's largest printer does
/// not fit a smaller one.
#[test]
fn moves_stay_within_the_given_bed() {
    let limits = Limits { bed_mm: [180, 180, 180], ..Limits::default() };
    for (line, fits) in [
        ("G0 X219", true),
        ("G0 X221", false),
        ("G0 Y-99", true),
        ("G0 Y-101", false),
        ("G0 Z221", false),
    ] {
        let (text, _) = with("", line);
        assert!(read(&text).is_ok(), "{line}");
        assert_eq!(parse(text.as_bytes(), &limits).is_ok(), fits, "{line}");
    }
}
