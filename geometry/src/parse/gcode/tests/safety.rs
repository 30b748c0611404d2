//! Commands that hurt a printer, in every spelling, at random places of an
//! honest file; and what slicers write, which passes.

use super::walk::Dice;
use super::{FOOTER, plate, read, refusal, wall};

/// One line each, with the command that the refusal names. The values are
/// those of the firmware's manuals; no print needs them.
const HARMFUL: &[(&str, &str)] = &[
    ("M104 S400", "M104 S400"),
    ("M109 S301", "M109 S301"),
    ("M109 R350", "M109 R350"),
    ("M104 T1 S330", "M104 S330"),
    ("M104 S200 B400", "M104 B400"),
    ("M140 S140", "M140 S140"),
    ("M190 S125", "M190 S125"),
    ("M190 R130", "M190 R130"),
    ("M141 S120", "M141 S120"),
    ("M191 S90", "M191 S90"),
    ("M568 P0 S400 R300", "M568 S400"),
    ("G10 P0 S400 R200", "G10 S400"),
    ("G10 L2 P1 Z-5", "G10"),
    ("M302 P1", "M302"),
    ("M302 S0", "M302"),
    ("M301 P0 I0 D0", "M301"),
    ("M304 P1 I0 D0", "M304"),
    ("M303 E0 S240 C8", "M303"),
    ("M307 H0 R3", "M307"),
    ("M211 S0", "M211"),
    ("M564 S0", "M564"),
    ("M92 X400", "M92"),
    ("M350 X1", "M350"),
    ("M906 X2000", "M906"),
    ("M907 X1500", "M907"),
    ("M914 X255", "M914"),
    ("M206 Z-5", "M206"),
    ("M428", "M428"),
    ("M851 Z-3", "M851"),
    ("M290 Z-2", "M290"),
    ("M665 L300", "M665"),
    ("M421 I1 J1 Z-3", "M421"),
    ("M500", "M500"),
    ("M502", "M502"),
    ("M997", "M997"),
    ("M999", "M999"),
    ("M112", "M112"),
    ("M81", "M81"),
    ("M42 P4 S255", "M42"),
    ("M23 other.g", "M23"),
    ("M30 other.g", "M30"),
    ("M587 S1", "M587"),
    ("M810 M500", "M810"),
    ("G53", "G53"),
    ("G1 Z-5", "G1"),
    ("G0 Z-0.5", "G0"),
    ("G1 X900 Y900", "G1"),
    ("G1 X-200", "G1"),
    ("G1 Z500", "G1"),
    ("G92 Z50", "G92 Z"),
    ("G92 X-30", "G92 X"),
    ("SET_HEATER_TEMPERATURE HEATER=extruder TARGET=400", "TARGET=400"),
    ("SET_HEATER_TEMPERATURE TARGET=400", "TARGET=400"),
    ("SET_HEATER_TEMPERATURE TARGET=200 HEATER=heater_bed", "TARGET=200"),
    ("SET_HEATER_TEMPERATURE HEATER=extruder TARGET=4e2", "TARGET=400"),
    ("START_PRINT EXTRUDER_TEMP=400 BED_TEMP=60", "EXTRUDER_TEMP=400"),
    ("PRINT_START BED=150 EXTRUDER=220", "BED=150"),
    ("SET_TMC_CURRENT STEPPER=stepper_x CURRENT=3", "SET_TMC_CURRENT"),
    ("SET_TMC_FIELD STEPPER=x FIELD=vsense VALUE=0", "SET_TMC_FIELD"),
    ("SET_KINEMATIC_POSITION Z=50", "SET_KINEMATIC_POSITION"),
    ("SET_GCODE_OFFSET Z=-3", "SET_GCODE_OFFSET"),
    ("SAVE_CONFIG", "SAVE_CONFIG"),
    ("Z_OFFSET_APPLY_PROBE", "Z_OFFSET_APPLY_PROBE"),
    ("FIRMWARE_RESTART", "FIRMWARE_RESTART"),
    ("RESTART", "RESTART"),
    ("PID_CALIBRATE HEATER=extruder TARGET=240", "PID_CALIBRATE"),
    ("STEPPER_BUZZ STEPPER=stepper_z", "STEPPER_BUZZ"),
    ("TUNING_TOWER COMMAND=M104 PARAMETER=S FACTOR=90", "TUNING_TOWER"),
];

/// The same command as firmware reads it: in lower case, spaced, numbered,
/// with a remark.
fn spelled(line: &str, dice: &mut Dice) -> String {
    let numbered = line.as_bytes()[1].is_ascii_digit();
    let mut text = line.to_string();
    if numbered && !line.contains("other.g") && dice.below(2) == 0 {
        text = text.replace(' ', "");
    } else if dice.below(3) == 0 {
        text = text.replace(' ', "  ");
    }
    if dice.below(2) == 0 {
        text = text.to_lowercase();
    }
    if dice.below(3) == 0 {
        text = format!("\t {text}");
    }
    match dice.below(4) {
        0 => format!("{text} ; a remark"),
        1 if numbered => format!("N{} {text}*71", dice.below(9000)),
        2 => format!("{text}\r"),
        _ => text,
    }
}

#[test]
fn harm_at_any_line_in_any_spelling_is_refused_by_name_and_line() {
    let honest = wall(false);
    let lines: Vec<&str> = honest.lines().collect();
    // Behind the lines that home and lay the first side.
    let first = 10;
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        for (line, name) in HARMFUL {
            let room = (lines.len() - first) as u64;
            let at = first + dice.below(room) as usize;
            let written = spelled(line, &mut dice);
            let mut all = lines.clone();
            all.insert(at, &written);
            let text = format!("{}\n{FOOTER}", all.join("\n"));
            let (code, sentence) = refusal(&text);
            assert_eq!(code, "sliced_unsafe", "{written}: {sentence}");
            let start = format!("Line {} of the g-code contains ", at + 1);
            assert!(sentence.starts_with(&start), "{written}: {sentence}");
            assert!(
                sentence.to_lowercase().contains(&name.to_lowercase()),
                "{written}: {sentence}"
            );
        }
    }
}

fn with(line: &str) -> String {
    let mark = "G1 Z10.000\n";
    format!("{}{FOOTER}", wall(false).replace(mark, &format!("{line}\n{mark}")))
}

#[test]
fn harm_by_detours_is_refused() {
    for lines in [
        // 9.8 mm up, 15 mm down.
        "G91\nG1 Z-15\nG90",
        "G91\nG1 X400\nG90",
        // Radius 335 mm around Y-300: the long way passes Y-635.
        "G1 X0 Y0\nG3 X300 Y0 I150 J-300",
        "M104.1 S400",
        "M0104 S400",
        "M104 S200 S400",
        "M104 S{400}",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=\"400\"",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=4_00",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=nan",
        // Each within the tolerance, together not.
        "G1 Z9.8\nG92 Z9.6\nG1 Z9.4\nG92 Z9.0\n",
    ] {
        assert!(read(with(lines)).is_err(), "{lines}");
    }
    let long = format!("M104 {}S400", " ".repeat(20_000));
    assert!(read(with(&long)).is_err());
    // A zero point moved before homing, and no homing before the first line.
    let unhomed = wall(false).replace("G28\n", "G92 Z50\n");
    assert_eq!(refusal(format!("{unhomed}{FOOTER}")).0, "sliced_unsafe");
}

#[test]
fn what_hides_a_command_from_some_printers_is_refused() {
    for line in [
        "%M104 S400",
        "!M104 S400",
        "-M104 S400",
        "1 SAVE_CONFIG",
        "\"SAVE_CONFIG",
        "/M112",
        "*M112",
        "N M104 S400",
        "N SAVE_CONFIG",
        "@M112",
        "@ m112",
        "@@SAVE_CONFIG",
        "@SAVE_CONFIG",
        "%G1 X50 Y50 E500 F600",
    ] {
        assert!(read(with(line)).is_err(), "{line}");
    }
    // For the program that sends the file, and the ends of a program.
    for line in ["@pause", "@OBJECT cube", "@", "%", "% "] {
        assert!(read(with(line)).is_ok(), "{line}");
    }
}

#[test]
fn what_slicers_write_passes() {
    for line in [
        "M104 S300\nM104 S0",
        "M140 S110\nM140 S0",
        "M900 K0.04",
        "M572 D0 S0.02",
        "M201 X9000 Y9000 Z500 E5000",
        "M203 X500 Y500 Z12 E120",
        "M204 P1250 R1250 T1250",
        "M205 X8.00 Y8.00 Z0.40 E4.50",
        "M220 S100",
        "M221 S95",
        "M73 P10 R20",
        "M117 M500 S400",
        "M17",
        "M18",
        "M84 E",
        "M600",
        "M601",
        "M0 Change the filament",
        "M25",
        "PAUSE",
        "M501",
        "M420 S1",
        "M302 S155",
        "M302",
        "M851",
        "M206",
        "M301",
        "M907 E750",
        "M906 E850",
        "M211 S1",
        "M290 Z0.05",
        "M412 S1",
        "M142 P1 R35 S40",
        "G10",
        "G11",
        "G10 S1",
        "G54",
        "G92 E0",
        "G1 X-3 Y-7",
        "G28\nG92 X0 Y0 Z0",
        "SET_GCODE_OFFSET Z=0",
        "SET_GCODE_OFFSET Z=-0.02 MOVE=1",
        "SET_PRESSURE_ADVANCE ADVANCE=0.025",
        "SET_VELOCITY_LIMIT ACCEL=10000",
        "SET_PIN PIN=light VALUE=1",
        "BED_MESH_CALIBRATE",
        "START_PRINT EXTRUDER_TEMP=220 BED_TEMP=60 CHAMBER=45",
        "PRINT_START NOZZLE=0.4 BED=smooth TOOL=0",
        "EXCLUDE_OBJECT_START NAME=a",
        "M1002 gcode_claim_action : 0\nG29 A X1 Y1\nM500",
        "M620 S0A\nG1 Z-1.5\nG1 Z5",
    ] {
        if let Err(error) = read(with(line)) {
            panic!("{line}: {error}");
        }
    }
}

#[test]
fn the_report_says_how_hot_it_gets_and_what_stays_on() {
    let ends = |start: &str, end: &str| {
        plate(format!("{start}\n{}{end}\n{FOOTER}", wall(false))).heat
    };
    let heat = ends("M140 S60\nM104 S215", "M104 S0\nM140 S0");
    let seen = (heat.nozzle_c, heat.bed_c, heat.chamber_c);
    assert_eq!(seen, (215.0, 60.0, 0.0));
    for (start, end, left) in [
        ("M104 S215", "", vec!["M104 S0"]),
        ("M109 S215\nM190 S60", "M104 S0", vec!["M140 S0"]),
        ("M109 T0 S215", "M104 S0", vec![]),
        ("M109 S215", "M104 T0 S0", vec![]),
        ("M109 T1 S215", "M104 T0 S0", vec!["M104 T1 S0"]),
        ("M104 S215\nM140 S60", "PRINT_END", vec![]),
        ("M104 S215\nM140 S60", "END_PRINT ; done", vec![]),
        ("M104 S215", "EXCLUDE_OBJECT_END NAME=a", vec!["M104 S0"]),
        ("END_PRINT\nM104 S215", "", vec!["M104 S0"]),
        ("M141 S45", "", vec!["M141 S0"]),
        (
            "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=215",
            "TURN_OFF_HEATERS",
            vec![],
        ),
        (
            "SET_HEATER_TEMPERATURE HEATER=heater_bed TARGET=60",
            "",
            vec!["M140 S0"],
        ),
        ("START_PRINT EXTRUDER_TEMP=220", "M84", vec![]),
    ] {
        assert_eq!(ends(start, end).left_on, left, "{start} / {end}");
    }
}
