//! The known commands: the effect of each, and when it is refused. A command
//! that is not listed, or that is listed but not `allowed`, needs a review.
//!
//! Sources: Marlin's g-code index, Klipper's G-Codes page, RepRapFirmware's
//! dictionary, Prusa's buddy firmware, and the start, change and end g-code of
//! the profiles of PrusaSlicer and Bambu Studio. Where firmwares give a number
//! different meanings, the row describes the most harmful one. `machine`
//! handles the effects on moves, extrusion and time, `heat` checks
//! temperatures, and `offsets` checks lasting shifts of the nozzle.

/// Words for which a numbered command is refused. A word that cannot be read
/// also leads to a refusal.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    Always,
    /// Refused with one of these words. Without them, the command only reports.
    Words(&'static [u8]),
    /// Refused with any other word.
    OtherThan(&'static [u8]),
    /// Refused with one of these words at this value.
    Value(&'static [u8], f64),
    /// Refused with one of these words below this value.
    Below(&'static [u8], f64),
    /// Refused when the absolute value of one of these words exceeds this.
    Above(&'static [u8], f64),
    /// Refused with this text, in upper or lower case.
    Text(&'static [u8]),
}

use When::{Above, Always, Below, OtherThan, Text, Value, Words};

#[derive(Debug, Clone, Copy)]
pub(super) enum Verdict {
    Pass,
    /// Damages a printer or has effects beyond the print.
    Unsafe(When),
    /// Falsifies the sum of the moves, and therefore the bill.
    Unmeasured(When),
}

use Verdict::{Pass, Unmeasured, Unsafe};

/// Meaning of some numbers of a letter. A number may have several rows.
pub(super) struct Row {
    pub letter: u8,
    pub numbers: &'static [u32],
    /// Text that completes "which ...".
    pub what: &'static str,
    pub verdict: Verdict,
}

impl Row {
    pub fn is_of(&self, letter: u8, number: u32) -> bool {
        self.letter == letter && self.numbers.contains(&number)
    }
}

const fn g(
    numbers: &'static [u32],
    what: &'static str,
    verdict: Verdict,
) -> Row {
    Row { letter: b'G', numbers, what, verdict }
}

const fn m(
    numbers: &'static [u32],
    what: &'static str,
    verdict: Verdict,
) -> Row {
    Row { letter: b'M', numbers, what, verdict }
}

const UNREAD: &str = "makes moves that the file does not show";
const SAVES: &str = "writes the printer's stored settings";
const ENDS: &str = "ends the print before the rest of the file";
const REGULATES: &str = "changes how the heaters are regulated";
const COLD: &str = "lets the extruder push cold filament";
const ENDSTOPS: &str = "switches the limits of travel off";
const CURRENT: &str = "changes the current of the motors";
const ZERO: &str = "moves the printer's zero point";
const SCALE: &str = "changes the scale of the axes";
const GEOMETRY: &str = "changes the geometry of the printer";
const PROBE: &str = "changes or moves the printer's probe";
const PINS: &str = "switches pins of the control board";
const NETWORK: &str = "changes the printer's network or passwords";
const FILES: &str = "selects, writes or deletes files on the printer";
const ELSEWHERE: &str = "runs or writes another file on the printer";
const STORED: &str = "stores commands for later";
const WIRING: &str = "assigns heaters, sensors or motors";
const TOO_FAST: &str = "sets a speed or an acceleration beyond any printer";
const TOO_HOT: &str = "heats the nozzle beyond what the printers stand";
const HOST: &str = "gives orders to the program that sends the file";
const STEPS: &str = "changes the extruder's steps per millimeter, so its moves cannot be measured";
const SEVERAL: &str = "drives several extruders from one E word";
const TURNED: &str =
    "changes how the extruder's motor turns, so its moves cannot be measured";
const EXTRUDES: &str = "moves the extruder past the E axis";
const UNSEEN: &str = "pushes filament that no move shows";

/// Maximum current of the extruder, mA. PrusaSlicer uses at most 750 mA while
/// it changes filament; Bambu Lab states amperes in M17, at most 1.2.
const EXTRUDER_MA: f64 = 1000.0;
const MOTOR_A: f64 = 2.0;
/// Minimum limit of cold extrusion. Prusa's own files lower it to 155 C. A
/// limit above `PRINTING_C`, which is hot enough to print, stops the extruder.
const COLDEST_C: f64 = 140.0;
const PRINTING_C: f64 = 190.0;
/// Fastest acceleration or speed in mm/s2, mm/min or mm/s. RepRapFirmware uses
/// minutes.
const FASTEST: f64 = 100_000.0;
const JERK: f64 = 10_000.0;
const NOZZLE_C: f64 = super::heat::NOZZLE_C;
const OFFSET_MM: f64 = super::offsets::OFFSET_MM;

#[rustfmt::skip]
pub(super) const NUMBERED: &[Row] = &[
    g(&[0, 1, 2, 3, 5], "moves", Pass),
    g(&[4], "waits", Pass),
    g(&[10], ZERO, Unsafe(Words(b"LXYZ"))),
    g(&[11, 12, 27], "retracts, cleans or parks the nozzle", Pass),
    g(&[17, 21, 40, 49, 54, 80, 94], "selects a plane, a unit or a mode of the axes", Pass),
    g(&[18, 19], "bends arcs out of the plane of the bed", Unsafe(Always)),
    g(&[20], "sets inches; slice it in millimeters", Unmeasured(Always)),
    g(&[26], "heats and prints a pattern of its own", Unsafe(Always)),
    g(&[28], "homes", Pass),
    // Marlin's mesh: Z sets a point or shifts all, C shifts all. Z of Bambu
    // Lab's G29.1 trims.
    g(&[29], ZERO, Unsafe(Above(b"Z", OFFSET_MM))),
    g(&[29], ZERO, Unsafe(Above(b"C", 0.0))),
    g(&[30], PROBE, Unsafe(OtherThan(b"XY"))),
    g(&[31], PROBE, Unsafe(Words(b"XYZP"))),
    g(&[32, 34], "levels the bed", Pass),
    g(&[33, 35, 76, 425], GEOMETRY, Unsafe(Always)),
    g(&[6, 38, 42], UNREAD, Unsafe(Always)),
    g(&[61], EXTRUDES, Unmeasured(Words(b"E"))),
    g(&[60, 61], UNREAD, Unsafe(Always)),
    g(&[52, 53, 55, 56, 57, 58, 59, 68, 69], ZERO, Unsafe(Always)),
    g(&[50, 51], SCALE, Unsafe(Always)),
    g(&[90, 91, 92], "sets the mode or the origin", Pass),
    // Bambu Lab: probing and wiping by the firmware.
    g(&[39, 150, 151, 380, 383, 392, 2814, 3811], TOO_HOT, Unsafe(Above(b"T", NOZZLE_C))),

    m(&[0, 1, 25, 226, 600, 601], "waits for a person", Pass),
    m(&[2], ENDS, Unsafe(Always)),
    m(&[3, 4], "switches a spindle or a laser on", Unsafe(Always)),
    m(&[5, 107], "switches a fan off", Pass),
    m(&[106], WIRING, Unsafe(OtherThan(b"PS"))),
    m(&[16, 20, 22, 524], ENDS, Unsafe(Always)),
    m(&[17], CURRENT, Unsafe(Above(b"XYZE", MOTOR_A))),
    m(&[18, 84], "lets the motors rest", Pass),
    m(&[21, 23, 26, 30, 471, 472, 928], FILES, Unsafe(Always)),
    m(&[24, 602], "resumes", Pass),
    m(&[28, 29, 32, 98], ELSEWHERE, Unmeasured(Always)),
    m(&[36, 37, 111], "switches to a mode that ignores commands", Unsafe(Always)),
    m(&[42, 43, 260, 261, 280, 281, 282, 340], PINS, Unsafe(Always)),
    m(&[27, 31, 73, 74, 75, 76, 77, 78, 105, 108, 113, 114, 115, 116, 117, 119, 122, 123],
        "reports or waits", Pass),
    m(&[118], HOST, Unsafe(Text(b"action"))),
    m(&[80, 85], "keeps the printer on, or limits idling", Pass),
    m(&[81], "switches the printer off", Unsafe(Always)),
    m(&[82, 83], "sets the mode of the extruder", Pass),
    m(&[86, 87], REGULATES, Unsafe(Always)),
    m(&[92], STEPS, Unmeasured(Words(b"E"))),
    m(&[92], SCALE, Unsafe(Words(b"XYZUVWABCI"))),
    m(&[104, 109, 140, 190, 141, 191], "heats by a preset that the file does not show",
        Unsafe(Words(b"I"))),
    m(&[112, 999], "stops or restarts the printer", Unsafe(Always)),
    m(&[410], "drops moves that are planned", Unsafe(Always)),
    m(&[120, 121], ENDSTOPS, Unsafe(Always)),
    m(&[142, 144, 192], "waits for or lowers a temperature", Pass),
    m(&[143], REGULATES, Unsafe(Always)),
    // Bambu Lab: P is the direction of the air.
    m(&[145], "changes the presets of the heaters", Unsafe(OtherThan(b"P"))),
    m(&[149], "changes the unit of temperatures", Unsafe(Always)),
    m(&[150, 240, 300, 355], "sets a light, a sound or a camera", Pass),
    m(&[154, 155], "reports", Pass),
    m(&[163, 164, 165, 166], SEVERAL, Unmeasured(Always)),
    m(&[200], "turns volumetric extrusion on; switch it off in the slicer's printer settings",
        Unmeasured(Above(b"DS", 0.0))),
    m(&[201, 203, 204], TOO_FAST, Unsafe(Above(b"XYZE", FASTEST))),
    m(&[204], TOO_FAST, Unsafe(Above(b"SPTR", FASTEST))),
    m(&[205, 566], TOO_FAST, Unsafe(Above(b"XYZE", JERK))),
    m(&[202, 210], TOO_FAST, Unsafe(Always)),
    m(&[206], ZERO, Unsafe(OtherThan(b""))),
    m(&[428], ZERO, Unsafe(Always)),
    // Additional length after a retraction: W and S in Marlin, R in
    // RepRapFirmware.
    m(&[207], UNSEEN, Unmeasured(Words(b"RW"))),
    m(&[207], "lowers the nozzle when it retracts", Unsafe(Below(b"Z", 0.0))),
    m(&[208], UNSEEN, Unmeasured(Above(b"S", 0.0))),
    m(&[208], UNSEEN, Unmeasured(Words(b"W"))),
    m(&[208], ENDSTOPS, Unsafe(Words(b"XYZ"))),
    m(&[209], UNSEEN, Unmeasured(Above(b"S", 0.0))),
    m(&[211], ENDSTOPS, Unsafe(Value(b"S", 0.0))),
    m(&[217], UNSEEN, Unmeasured(OtherThan(b"Z"))),
    m(&[217], "lowers the nozzle at a change of tool", Unsafe(Below(b"Z", 0.0))),
    m(&[218], ZERO, Unsafe(Words(b"XYZ"))),
    m(&[220], TOO_FAST, Unsafe(Above(b"S", 500.0))),
    m(&[221], "sets the flow", Pass),
    m(&[290], ZERO, Unsafe(Value(b"R", 0.0))),
    m(&[301, 304, 309], REGULATES, Unsafe(Words(b"PIDCLFEHTSA"))),
    m(&[302], COLD, Unsafe(Words(b"P"))),
    m(&[302], COLD, Unsafe(Below(b"SR", COLDEST_C))),
    m(&[302], "stops the extruder at printing temperature, so its moves cannot be measured",
        Unmeasured(Above(b"SR", PRINTING_C))),
    m(&[303, 306, 307, 562, 570], REGULATES, Unsafe(Always)),
    m(&[305, 308, 574, 584, 950], WIRING, Unsafe(Always)),
    m(&[350], SCALE, Unsafe(Words(b"XYZEIBS"))),
    m(&[351, 579], SCALE, Unsafe(Always)),
    m(&[400, 402, 403, 406, 407], "waits or reports", Pass),
    m(&[401, 558, 559, 585, 672], PROBE, Unsafe(Always)),
    m(&[404, 405, 592], "lets a sensor or a curve change the flow", Unmeasured(Always)),
    m(&[412, 413, 420, 430, 486, 493, 494, 593], "sets a sensor, leveling or damping", Pass),
    m(&[421, 422, 423, 556, 665, 666, 669, 667, 871, 951], GEOMETRY, Unsafe(Always)),
    m(&[425], GEOMETRY, Unsafe(Above(b"XYZ", 0.5))),
    // M500 has a separate rule.
    m(&[500, 501, 503, 504], "loads or reports stored settings", Pass),
    m(&[502], "resets the printer's settings", Unsafe(Always)),
    m(&[505, 510, 511, 512, 550, 551, 552, 553, 554, 575, 586, 587, 588, 589], NETWORK,
        Unsafe(Always)),
    m(&[555], WIRING, Unsafe(Words(b"P"))),
    m(&[560, 703], ELSEWHERE, Unmeasured(Always)),
    m(&[561, 573, 591], "sets a sensor or leveling", Pass),
    m(&[563, 567], SEVERAL, Unmeasured(Always)),
    m(&[564], ENDSTOPS, Unsafe(Value(b"SH", 0.0))),
    m(&[568], "sets a tool's temperatures", Pass),
    // Stealth mode in Marlin and Prusa; the direction of driver P in RepRapFirmware.
    m(&[569], TURNED, Unmeasured(OtherThan(b"SXYZE"))),
    m(&[571], PINS, Unsafe(Always)),
    m(&[572], "sets an absurd pressure advance", Unsafe(Above(b"S", 2.0))),
    m(&[581, 582], STORED, Unsafe(Always)),
    m(&[603, 701], UNSEEN, Unmeasured(Always)),
    // Both carriages print the same part.
    m(&[605], SEVERAL, Unmeasured(Above(b"S", 1.0))),
    m(&[702, 708, 820], "unloads filament, or sets the filament changer", Pass),
    m(&[709], "stops or restarts the printer", Unsafe(Always)),
    m(&[710], "sets the fan of the control board", Pass),
    m(&[808], "repeats or skips parts of the file", Unmeasured(Always)),
    m(&[810, 811, 812, 813, 814, 815, 816, 817, 818, 819], STORED, Unsafe(Always)),
    m(&[851], PROBE, Unsafe(Words(b"XYZ"))),
    m(&[852], GEOMETRY, Unsafe(Words(b"IJKS"))),
    m(&[862, 876], "checks the printer", Pass),
    m(&[900], "sets an absurd pressure advance", Unsafe(Above(b"K", 300.0))),
    m(&[906, 907], CURRENT, Unsafe(Words(b"XYZUVWABCDITS"))),
    m(&[906, 907], CURRENT, Unsafe(Above(b"E", EXTRUDER_MA))),
    m(&[908, 910, 913, 915, 916, 917, 918, 919, 920], CURRENT, Unsafe(Always)),
    m(&[909, 912], "reports the motors' drivers", Pass),
    m(&[911], STORED, Unsafe(Words(b"SRP"))),
    m(&[914], ENDSTOPS, Unsafe(Words(b"XYZ"))),
    m(&[994], FILES, Unsafe(Always)),
    m(&[997], "replaces the printer's firmware", Unsafe(Always)),
    // Bambu Lab: filament changes with their temperatures.
    m(&[620, 621], TOO_HOT, Unsafe(Above(b"TPS", NOZZLE_C))),
    m(&[620], TOO_HOT, Unsafe(Above(b"C", 1000.0))),
    // Bambu Lab: conditions, calibration, cameras, lights and sounds.
    m(&[481, 622, 623, 624, 625, 628, 629, 630, 632, 633, 901, 960, 970, 971, 972, 973, 974,
        975, 976, 977, 981, 982, 983, 984, 985, 991, 993, 1002, 1003, 1004, 1005, 1006, 1007,
        1009, 1012, 1013, 1015, 1024, 1026, 9833], "prepares and watches the print", Pass),
    // AnkerMake: acceleration curves.
    m(&[4899], "sets the curve of acceleration", Pass),
];

/// Numbers whose subcodes (`G29.1`) slicers write. Firmware that ignores
/// subcodes executes the main number, so its rows apply as well.
#[rustfmt::skip]
pub(super) const WITH_SUBCODES: &[(u8, u32)] = &[
    (b'G', 28), (b'G', 29), (b'G', 39), (b'G', 150), (b'G', 383),
    (b'M', 73), (b'M', 201), (b'M', 620), (b'M', 622), (b'M', 862), (b'M', 970), (b'M', 972),
    (b'M', 982), (b'M', 983), (b'M', 1012), (b'M', 1015), (b'M', 9833),
];

/// Arguments that a named command may have.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named {
    Pass,
    Unsafe,
    Unmeasured,
    /// Refused when a parameter of this name is outside the range.
    Within(&'static [(&'static str, f64, f64)]),
    /// Refused with any other parameter.
    Only(&'static str),
    /// Refused with this text, in upper or lower case.
    Without(&'static str),
    /// Refused unless the parameter is one of these; digits and `_` are
    /// ignored.
    UnsafeUnless(&'static str, &'static [&'static str]),
    UnmeasuredUnless(&'static str, &'static [&'static str]),
}

/// Klipper's commands, printer macros that slicers call, or commands for the
/// program that sends the file. A name has one row.
pub(super) struct NamedRow {
    pub names: &'static [&'static str],
    /// Text that completes "which ...".
    pub what: &'static str,
    pub verdict: Named,
}

const fn named(
    names: &'static [&'static str],
    what: &'static str,
    verdict: Named,
) -> NamedRow {
    NamedRow { names, what, verdict }
}

const UNHOMED: &str = "moves motors without regard to the limits of travel";
const HIDDEN: &str = "runs commands that the file does not show";
const RESTARTS: &str = "stops or restarts the printer";
const DRIVERS: &str = "changes the motors' drivers";
const PROBING: &[(&str, f64, f64)] = &[("HORIZONTAL_MOVE_Z", 2.0, 50.0)];

/// Macros that start a print and heat.
pub(super) const STARTS: &[&str] = &[
    "START_PRINT",
    "PRINT_START",
    "_PRINT_START",
    "_START_PRINT",
    "START_GCODE",
    "PRINT_PREPARED",
    "BOX_PRINT_START",
];

#[rustfmt::skip]
pub(super) const NAMED: &[NamedRow] = &[
    named(STARTS, "starts the print", Named::Pass),
    named(&["END_PRINT", "PRINT_END", "_PRINT_END", "_END_PRINT", "END_GCODE", "BOX_END"],
        "ends the print", Named::Pass),
    named(&["PAUSE"], "waits for a person", Named::Pass),
    named(&["RESUME", "CLEAR_PAUSE"], "resumes the print", Named::Pass),
    named(&["TX", "TC", "T?", "T-1", "P0", "SYNC", "@", "OBJECT", "BEDLEVELVISUALIZER"],
        "waits, or changes the tool", Named::Pass),
    named(&["LINE_PURGE", "VORON_PURGE", "SMART_PARK", "PRIME_LINE", "PURGE_LINE", "CLEAN_NOZZLE",
        "NOZZLE_CLEAN", "CLEAR_NOZZLE", "NOZZLE_WIPE", "PARK", "PARK_TOOLHEAD", "MOVE_TO_TRASH",
        "BOX_GO_TO_EXTRUDE_POS", "BOX_NOZZLE_CLEAN", "BOX_MOVE_TO_SAFE_POS"],
        "primes, cleans or parks the nozzle", Named::Pass),
    named(&["TIMELAPSE_TAKE_FRAME", "TIMELAPSE_START", "TIMELAPSE_STOP", "TIMELAPSE_RENDER", "HYPERLAPSE",
        "BOX_TIMELAPSE", "_ON_LAYER_CHANGE", "ON_LAYER_CHANGE", "BEFORE_LAYER_CHANGE",
        "AFTER_LAYER_CHANGE", "SET_PRINT_STATS_INFO", "SET_DISPLAY_TEXT", "SET_LED", "STATUS_PRINTING",
        "STATUS_READY", "STATUS_HEATING", "GET_POSITION", "QUERY_ENDSTOPS", "QUERY_PROBE"],
        "shows, films or reports", Named::Pass),
    named(&["RESPOND"], HOST, Named::Without("action")),
    named(&["BED_MESH_CALIBRATE", "QUAD_GANTRY_LEVEL", "Z_TILT_ADJUST"],
        "probes close above the bed", Named::Within(PROBING)),
    named(&["BED_MESH_CLEAR"], "levels the bed", Named::Pass),
    named(&["BED_MESH_PROFILE"], "changes stored settings", Named::Only("LOAD")),
    named(&["EXCLUDE_OBJECT", "EXCLUDE_OBJECT_DEFINE", "EXCLUDE_OBJECT_START", "EXCLUDE_OBJECT_END"],
        "names objects", Named::Pass),
    named(&["SAVE_GCODE_STATE", "RESTORE_GCODE_STATE", "ACTIVATE_EXTRUDER", "SET_HEATER_TEMPERATURE",
        "TURN_OFF_HEATERS", "TEMPERATURE_WAIT", "SET_GCODE_OFFSET"],
        "sets modes and temperatures", Named::Pass),
    named(&["SET_FILAMENT_SENSOR", "ENABLE_ALL_SENSOR", "DISABLE_ALL_SENSOR", "SET_INPUT_SHAPER",
        "SET_FAN_SPEED", "SET_TEMPERATURE_FAN_TARGET"], "sets a sensor, damping or a fan", Named::Pass),
    named(&["SET_PIN"], PINS,
        Named::UnsafeUnless("PIN", &["light", "lights", "led", "leds", "lamp", "caselight", "caselights",
            "chamberlight", "beeper", "buzzer", "fan"])),
    named(&["SET_PRESSURE_ADVANCE"], "sets an absurd pressure advance",
        Named::Within(&[("ADVANCE", 0.0, 2.0), ("SMOOTH_TIME", 0.0, 0.2)])),
    named(&["SET_VELOCITY_LIMIT"], TOO_FAST,
        Named::Within(&[("VELOCITY", 0.0, 2000.0), ("ACCEL", 0.0, FASTEST),
            ("ACCEL_TO_DECEL", 0.0, FASTEST), ("SQUARE_CORNER_VELOCITY", 0.0, 100.0),
            ("MINIMUM_CRUISE_RATIO", 0.0, 1.0)])),
    named(&["SET_IDLE_TIMEOUT"], "lets the printer idle for too long with its heaters on",
        Named::Within(&[("TIMEOUT", 0.0, 7200.0)])),
    named(&["SET_RETRACTION"], UNSEEN, Named::Within(&[("UNRETRACT_EXTRA_LENGTH", 0.0, 0.0)])),

    named(&["SAVE_CONFIG", "SAVE_VARIABLE", "SET_GCODE_VARIABLE"], SAVES, Named::Unsafe),
    named(&["Z_OFFSET_APPLY_PROBE", "Z_OFFSET_APPLY_ENDSTOP", "SET_KINEMATIC_POSITION", "BED_MESH_OFFSET",
        "SET_Z_THERMAL_ADJUST"], ZERO, Named::Unsafe),
    named(&["SET_SKEW", "SKEW_PROFILE", "SET_STEPPER_CARRIAGES", "DELTA_CALIBRATE", "BED_TILT_CALIBRATE",
        "AXIS_TWIST_COMPENSATION_CALIBRATE", "ENDSTOP_PHASE_CALIBRATE"], GEOMETRY, Named::Unsafe),
    named(&["TESTZ", "ACCEPT", "ABORT", "MANUAL_PROBE", "PROBE_CALIBRATE", "Z_ENDSTOP_CALIBRATE",
        "PROBE", "PROBE_ACCURACY", "BLTOUCH_DEBUG", "BLTOUCH_STORE", "SET_SMART_EFFECTOR",
        "PROBE_EDDY_CURRENT_CALIBRATE", "LDC_CALIBRATE_DRIVE_CURRENT"], PROBE, Named::Unsafe),
    named(&["FIRMWARE_RESTART", "RESTART", "EMERGENCY_STOP"], RESTARTS, Named::Unsafe),
    named(&["CANCEL_PRINT", "CANCEL", "SDCARD_RESET_FILE", "SDCARD_LOOP_DESIST"], ENDS, Named::Unsafe),
    named(&["CALL_REMOTE_METHOD"], HOST, Named::Unsafe),
    named(&["TUNING_TOWER", "UPDATE_DELAYED_GCODE"], HIDDEN, Named::Unsafe),
    named(&["PID_CALIBRATE", "MPC_CALIBRATE", "SET_HEATER_PID"], REGULATES, Named::Unsafe),
    named(&["SET_TMC_CURRENT", "SET_TMC_FIELD", "INIT_TMC", "DUMP_TMC"], DRIVERS, Named::Unsafe),
    named(&["SET_STEPPER_ENABLE", "STEPPER_BUZZ", "MANUAL_STEPPER", "TEST_RESONANCES",
        "SHAPER_CALIBRATE"], UNHOMED, Named::Unsafe),
    named(&["SET_SERVO", "SET_DIGIPOT"], PINS, Named::Unsafe),

    named(&["SET_EXTRUDER_ROTATION_DISTANCE", "SET_EXTRUDER_STEP_DISTANCE"], STEPS, Named::Unmeasured),
    named(&["SYNC_EXTRUDER_MOTION", "SYNC_STEPPER_TO_EXTRUDER"], SEVERAL, Named::Unmeasured),
    // Copies and mirrors drive two extruders.
    named(&["SET_DUAL_CARRIAGE"], SEVERAL, Named::UnmeasuredUnless("MODE", &["primary"])),
    named(&["FORCE_MOVE"], EXTRUDES, Named::Unmeasured),
    named(&["SDCARD_PRINT_FILE", "RUN_SHELL_COMMAND"], ELSEWHERE, Named::Unmeasured),
    // These names include RepRapFirmware's conditions.
    named(&["SDCARD_LOOP_BEGIN", "SDCARD_LOOP_END", "WHILE", "IF", "ELIF", "ELSE", "SKIP", "BREAK",
        "CONTINUE", "VAR", "GLOBAL", "SET"], "repeats or skips parts of the file", Named::Unmeasured),
];
