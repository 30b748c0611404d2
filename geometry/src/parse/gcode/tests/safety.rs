//! Commands that damage a printer, in every spelling and at random places of an
//! honest file, and code written by slicers, which is accepted.

use super::walk::Dice;
use super::{FOOTER, plate, read, refusal, wall};

/// One line each, with the command that the refusal names. The values are from
/// the firmware's manuals; no print needs these commands.
pub const HARMFUL: &[(&str, &str)] = &[
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
    ("M3 S1000", "M3"),
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
    ("M290 Z-0.3\nM290 S-0.3", "M290"),
    ("M104 I0", "M104"),
    ("M145 S0 H290", "M145"),
    ("M149 F", "M149"),
    ("M111 S8", "M111"),
    ("M120", "M120"),
    ("M121", "M121"),
    ("M410", "M410"),
    ("M524", "M524"),
    ("M913 X50", "M913"),
    ("M915", "M915"),
    ("M218 T1 X30", "M218"),
    ("M425 Z5 F1", "M425"),
    ("M106 P1 H-1", "M106"),
    ("M900 K5000", "M900"),
    ("M204 S9999999", "M204"),
    ("M118 A1 action:cancel", "M118"),
    ("M620.1 F200 T400", "M620"),
    ("G26 H290", "G26"),
    ("G29 S4 Z-2", "G29"),
    ("G29 P6 C-2", "G29"),
    ("G38.2 Z-5", "G38"),
    ("G18", "G18"),
    ("G5 X10 I900 J0 P0 Q0", "G5"),
    ("G68 R45", "G68"),
    (
        "SET_GCODE_OFFSET Z_ADJUST=-0.2\nSET_GCODE_OFFSET Z_ADJUST=-0.2",
        "SET_GCODE_OFFSET",
    ),
    (
        "SET_GCODE_OFFSET Z=-0.2\nSET_GCODE_OFFSET Z_ADJUST=-0.2",
        "SET_GCODE_OFFSET",
    ),
    ("SET_GCODE_OFFSET Z=1_0", "SET_GCODE_OFFSET"),
    ("SET_SKEW XY=100,90,80", "SET_SKEW"),
    ("SKEW_PROFILE LOAD=x", "SKEW_PROFILE"),
    ("TESTZ Z=-1", "TESTZ"),
    ("SET_PRESSURE_ADVANCE ADVANCE=50", "SET_PRESSURE_ADVANCE"),
    ("SET_VELOCITY_LIMIT ACCEL=1e9", "SET_VELOCITY_LIMIT"),
    ("SET_IDLE_TIMEOUT TIMEOUT=999999", "SET_IDLE_TIMEOUT"),
    ("SET_PIN PIN=psu VALUE=0", "SET_PIN"),
    ("SET_HEATER_TEMPERATURE HEATER=dryer TARGET=60", "HEATER=dryer"),
    ("START_PRINT EXTRUDER_TEMP=4_00", "EXTRUDER_TEMP=4_00"),
    ("CANCEL_PRINT", "CANCEL_PRINT"),
    ("RESPOND TYPE=command MSG=action:cancel", "RESPOND"),
    ("TUNING_TOWER COMMAND=M104 PARAMETER=S FACTOR=90", "TUNING_TOWER"),
];

/// Returns the same command in other spellings that firmware reads: in lower
/// case, spaced, numbered, or with a comment.
fn spelled(line: &str, dice: &mut Dice) -> String {
    let numbered = line.as_bytes()[1].is_ascii_digit();
    let mut text = line.to_string();
    let text_of = line.contains("other.g") || line.contains("action");
    if numbered && !text_of && dice.below(2) == 0 {
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
fn a_harmful_line_is_refused_with_its_name_and_number() {
    let honest = wall(false);
    let lines: Vec<&str> = honest.lines().collect();
    // The first line after homing and printing the first side.
    let first = 10;
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        for (line, name) in HARMFUL {
            let room = (lines.len() - first) as u64;
            let at = first + dice.below(room) as usize;
            // Only the last line is harmful, alone or together with the lines
            // before it.
            let (before, last) = line.rsplit_once('\n').unwrap_or(("", line));
            let mut written = spelled(last, &mut dice);
            if !before.is_empty() {
                written = format!("{before}\n{written}");
            }
            let mut all = lines.clone();
            all.insert(at, &written);
            let text = format!("{}\n{FOOTER}", all.join("\n"));
            let (code, sentence) = refusal(&text);
            assert_eq!(code, "sliced_unsafe", "{written}: {sentence}");
            let number = at + line.lines().count();
            let start = format!("Line {number} of the g-code contains ");
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
fn indirect_harm_is_refused() {
    for lines in [
        // The nozzle is at 9.8 mm and moves down by 15 mm.
        "G91\nG1 Z-15\nG90",
        "G91\nG1 X400\nG90",
        // Radius 335 mm around Y-300: the longer arc passes Y-635.
        "G1 X0 Y0\nG3 X300 Y0 I150 J-300",
        "M104.1 S400",
        "M0104 S400",
        "M104 S200 S400",
        "M104 S{400}",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=\"400\"",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=4_00",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=nan",
        // Each shift is within the tolerance, but their sum is not.
        "G1 Z9.8\nG92 Z9.6\nG1 Z9.4\nG92 Z9.0\n",
    ] {
        assert!(read(with(lines)).is_err(), "{lines}");
    }
    let long = format!("M104 {}S400", " ".repeat(20_000));
    assert!(read(with(&long)).is_err());
    // The zero point is moved before homing, and there is no homing before the
    // first line.
    let unhomed = wall(false).replace("G28\n", "G92 Z50\n");
    assert_eq!(refusal(format!("{unhomed}{FOOTER}")).0, "sliced_unsafe");
}

#[test]
fn lines_that_hide_a_command_from_some_printers_are_refused() {
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
    // Lines for the program that sends the file, and marks of the start and end
    // of a program.
    for line in ["@pause", "@OBJECT cube", "@", "%", "% "] {
        assert!(read(with(line)).is_ok(), "{line}");
    }
}

#[test]
fn code_written_by_slicers_is_accepted() {
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
        "M569 S0 E",
        "M569 S1 X Y",
        "M145 P1",
        "M17 X1.2 Y1.2 Z0.75",
        "M620.1 E F299.339 T240",
        "G29.1 Z-0.04",
        "M862.3 P \"XL\"",
        "SET_VELOCITY_LIMIT SQUARE_CORNER_VELOCITY=5",
        "SET_GCODE_OFFSET Z=-0.02\nSET_GCODE_OFFSET Z=-0.02",
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
    ] {
        if let Err(error) = read(with(line)) {
            panic!("{line}: {error}");
        }
    }
}

#[test]
fn the_report_contains_maximum_temperatures_and_heaters_left_on() {
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
        ("T1\nM109 S215\nT0", "M104 S0", vec!["M104 T1 S0"]),
        ("M109 S215\nT1", "M104 T1 S0", vec!["M104 T0 S0"]),
        ("M109 S215\nT1", "M104 T0 S0", vec![]),
        ("M109 S215", "T255\nM104 S0", vec![]),
        ("M109 S215", "M104 T0 S0", vec![]),
        ("M109 T1 S215", "M104 T0 S0", vec!["M104 T1 S0"]),
        // The effect of a printer's macro is unknown.
        ("M104 S215\nM140 S60", "PRINT_END", vec!["M104 S0", "M140 S0"]),
        ("M104 S215", "END_PRINT\nM104 S0", vec![]),
        ("M104 S215", "M104 S0\nEND_PRINT\nM104 S200", vec!["M104 S0"]),
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
        ("START_PRINT EXTRUDER_TEMP=220", "M84", vec!["M104 S0", "M140 S0"]),
        ("PRINT_START", "M104 S0", vec!["M140 S0"]),
        ("PRINT_START", "M104 S0\nM140 S0", vec![]),
        ("PRINT_START", "TURN_OFF_HEATERS", vec![]),
        (
            "SET_HEATER_TEMPERATURE HEATER=chamber TARGET=45",
            "",
            vec!["SET_HEATER_TEMPERATURE HEATER=chamber TARGET=0"],
        ),
        ("M140 P1 S60", "M140 S0", vec!["M140 P1 S0"]),
    ] {
        assert_eq!(ends(start, end).left_on, left, "{start} / {end}");
    }
}

/// Lines that do not turn the nozzle off on every printer.
#[test]
fn heaters_turned_off_on_only_some_printers_are_refused_or_left_on() {
    for line in [
        "m104 s0",
        "M0104 S0",
        "M104.9 S0",
        "N5 M104 S0*36",
        "M104\tS0",
        "M104 S0 T3",
        "M104 T1 S0",
        "; M104 S0",
        "M622 J1\nM104 S0\nM623",
        "M628 S1\nM104 S0\nM629",
        "M624 AQAAAAAAAAA=\nM104 S0\nM625",
        "TURN_OFF_HEATERS",
        "SET_HEATER_TEMPERATURE HEATER=extruder TARGET=0",
        "SET_HEATER_TEMPERATURE HEATER=EXTRUDER TARGET=0",
        "END_PRINT",
        "M107",
        "M84",
        "M104 S0\nM104 S215",
        "M104 S0\nM109 R40",
        "M104 S0\nSTART_PRINT",
        "M104 S0\nG150 T220",
    ] {
        let text = format!("M104 S215\n{}{line}\n{FOOTER}", wall(false));
        if let Ok(report) = read(text) {
            let left = &report.per_plate[0].heat.left_on;
            assert!(left.contains(&"M104 S0".into()), "{line}: {left:?}");
        }
    }
}

#[test]
fn in_an_archive_every_filament_has_the_same_nozzle() {
    use crate::parse::gcode::{Container, Reader};
    let left_on = |container: Container, code: &str| {
        let mut reader = Reader::new(container, &crate::Limits::default());
        reader.push(code.as_bytes()).unwrap();
        reader.finish().unwrap().1.judged.heat.left_on
    };
    for (code, archive, plain) in [
        ("T3\nM104 S220\nT1\nT255\nM104 S0", "", "M104 T3 S0"),
        ("T3\nM104 S220\nT1\nM104 T0 S0\nM104 T1 S0", "", "M104 T3 S0"),
        ("M104 S220\nT1\nM104 T0 S0", "M104 S0", ""),
        ("M104 T0 S220\nM104 T1 S220\nM104 T1 S0", "M104 S0", "M104 S0"),
    ] {
        assert_eq!(
            left_on(Container::Archive, code).concat(),
            archive,
            "{code}"
        );
        assert_eq!(left_on(Container::Plain, code).concat(), plain, "{code}");
    }
}

/// No line may relax a rule, and commands that only some printers tolerate are
/// reported.
#[test]
fn commands_that_only_bambu_lab_tolerates_are_reported() {
    let signed = "M1002 gcode_claim_action : 0\nM620 S0A\n";
    for harm in ["M500", "G1 Y150 Z-1.5", "G1 Y261 Z5\nG1 Z-2.5"] {
        let text = format!("{signed}{harm}\nG1 Z10\n");
        assert_eq!(refusal(with(&text)).0, "sliced_unsafe", "{harm}");
    }
    for line in [
        "M622 J1\nG29 A X1 Y1\nM400\nM500\nM623",
        "G1 Y261 Z5\nG1 Z-1.5\nG1 Z5",
    ] {
        assert!(plate(with(line)).bambu_only, "{line}");
    }
    assert!(!plate(with(signed)).bambu_only);
    // A line below the bed, and a descent above the bed.
    for harm in [
        "G1 Y261 Z5\nG1 Z-1.5\nG1 X50 E1\nG1 Z5",
        "G1 Y50 Z5\nG1 Y261 Z-1.5\nG1 Z5",
        "G1 Y261 Z5\nG1 Z-1.5\nG1 Y50 Z5",
    ] {
        assert!(read(with(harm)).is_err(), "{harm}");
    }
}

/// The farm's profile with its placeholders filled in.
#[test]
fn the_farms_start_and_end_code_is_safe() {
    let ini =
        include_str!("../../../../../slicer-bridge/profiles/farm-print.ini");
    let code = |key: &str| {
        let line = ini.lines().find_map(|line| line.strip_prefix(key)).unwrap();
        line.replace("\\n", "\n")
            .replace("[first_layer_bed_temperature]", "60")
            .replace("[first_layer_temperature]", "215")
            .replace("{min(max_layer_z+10,max_print_height)}", "30")
    };
    let text = format!(
        "{}\n{}{}\n{FOOTER}",
        code("start_gcode = "),
        wall(false),
        code("end_gcode = ")
    );
    let plate = plate(text);
    assert_eq!(plate.heat.left_on, Vec::<String>::new());
    assert!(!plate.bambu_only);
}
