//! Files that cannot be measured, each refused with its own sentence.

use super::{FOOTER, moves, read, refusal, wall};
use crate::{Limits, ParseError};

#[test]
fn the_refusal_names_the_actual_format() {
    let (code, sentence) = refusal(b"GCDE\x01\0\0\0\x01\0".as_slice());
    assert_eq!(code, "unsupported");
    assert!(sentence.contains("bgcode"), "{sentence}");
    assert!(sentence.contains("plain text .gcode"), "{sentence}");
    let (code, sentence) = refusal(b"PK\x03\x04rest".as_slice());
    assert_eq!(code, "not_this_format");
    assert!(sentence.contains(".gcode.3mf"), "{sentence}");
    let utf16: Vec<u8> = "G1 X1\n".bytes().flat_map(|b| [b, 0]).collect();
    for bytes in [utf16, b"xgcode 1.0\n\0\0\0".to_vec(), vec![0; 600]] {
        assert_eq!(refusal(bytes).0, "not_this_format");
    }
    assert_eq!(read("").unwrap_err(), ParseError::Empty);
}

#[test]
fn a_file_over_the_limit_is_not_read() {
    let limits = Limits { bytes: 10, ..Limits::default() };
    let error = crate::parse::gcode::parse(b"G1 X1\nG1 X2\n", &limits);
    assert_eq!(error.unwrap_err().code(), "over_limit");
}

#[test]
fn a_file_without_deposited_lines_is_not_a_print() {
    for text in [
        "\n\n\n",
        "; only\n; comments",
        "G21\nG90\nG1 X10 Y10 F300\nG1 Z1\nM5\n",
        "M83\nG1 E100\n; filament used [mm] = 100.00\n",
        "\u{feff}",
    ] {
        assert_eq!(refusal(text).0, "sliced_no_extrusion", "{text}");
    }
    let noise: Vec<u8> = (0..100_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 | 1)
        .collect();
    assert!(read(noise).is_err());
}

/// A line inside an honest file, the code of its refusal, and a word of the
/// refusal's sentence.
const LINES: &[(&str, &str, &str)] = &[
    ("G20", "sliced_unmeasurable", "inches"),
    ("g20", "sliced_unmeasurable", "inches"),
    ("M200 D1.75", "sliced_unmeasurable", "volumetric"),
    ("M92 X80 E800", "sliced_unmeasurable", "steps"),
    ("M32 !other.g", "sliced_unmeasurable", "another file"),
    ("M98 P\"job.g\"", "sliced_unmeasurable", "another file"),
    ("M28 hidden.g", "sliced_unmeasurable", "another file"),
    ("M808 L100", "sliced_unmeasurable", "repeats"),
    ("SDCARD_LOOP_BEGIN COUNT=100", "sliced_unmeasurable", "repeats"),
    ("while iterations < 100", "sliced_unmeasurable", "repeats"),
    ("M605 S2 X100", "sliced_unmeasurable", "several extruders"),
    (
        "SET_DUAL_CARRIAGE CARRIAGE=1 MODE=copy",
        "sliced_unmeasurable",
        "several",
    ),
    ("SYNC_EXTRUDER_MOTION EXTRUDER=e1", "sliced_unmeasurable", "several"),
    ("M563 P0 D0:1", "sliced_unmeasurable", "several"),
    ("M569 P3 S0", "sliced_unmeasurable", "motor"),
    ("M302 S300", "sliced_unmeasurable", "stops the extruder"),
    (
        "FORCE_MOVE STEPPER=extruder DISTANCE=99",
        "sliced_unmeasurable",
        "E axis",
    ),
    (
        "set_extruder_rotation_distance DISTANCE=9",
        "sliced_unmeasurable",
        "steps",
    ),
    ("G1 X10 Enan", "sliced_unreadable_move", "E is not followed"),
    ("G1 X10 E{x}", "sliced_unreadable_move", "E is not followed"),
    ("G1 X10 E", "sliced_unreadable_move", "E is not followed"),
    ("G1 X1.2.3 E1", "sliced_unreadable_move", "X is not followed"),
    ("G1 X10 E0x10", "sliced_unreadable_move", "hexadecimal"),
    ("G1 X10 (E5)", "sliced_unreadable_move", "is not part of a word"),
    ("G1 X10 *71 E5", "sliced_unreadable_move", "is not part of a word"),
    ("G1 X10 E1e9", "sliced_ambiguous", "E twice"),
    ("G1 X10 E1 E-1", "sliced_ambiguous", "E twice"),
    ("G1 X99999999", "sliced_absurd_move", "no printer"),
    ("G1 X10 E99999999", "sliced_absurd_move", "no printer"),
    ("G1 X10 E1 M82", "sliced_ambiguous", "two commands"),
    ("G90 G1 X10 E5", "sliced_ambiguous", "two commands"),
    ("M104 S200 G1 X10 E5", "sliced_ambiguous", "two commands"),
    ("T0 M82", "sliced_ambiguous", "two commands"),
    ("m82", "sliced_ambiguous", "lower case"),
    ("N5 M82", "sliced_ambiguous", "line number"),
    ("N5 M82*40", "sliced_ambiguous", "line number"),
    ("(x) M82", "sliced_ambiguous", "parentheses"),
    ("M104 S200 (x) G1 X10 E5", "sliced_ambiguous", "parentheses"),
    ("\u{a0}M82", "sliced_ambiguous", "plain text"),
    ("M\u{0}82", "sliced_ambiguous", "plain text"),
    ("\u{1}M82", "sliced_ambiguous", "plain text"),
    ("; remark\rM82", "sliced_ambiguous", "carriage return"),
    ("M622 J0\nM82\nM623", "sliced_ambiguous", "may skip"),
    ("X50 Y50", "sliced_ambiguous", "continues the last one"),
    ("ACTIVATE_EXTRUDER", "sliced_ambiguous", "names no extruder"),
    (
        "ACTIVATE_EXTRUDER EXTRUDER=extruder1x",
        "sliced_ambiguous",
        "names no extruder",
    ),
    (
        "ACTIVATE_EXTRUDER EXTRUDER=extruder99999999999",
        "sliced_ambiguous",
        "names no extruder",
    ),
    ("ACTIVATE_EXTRUDER EXTRUDER=tool1", "sliced_ambiguous", "no extruder"),
    ("G1 H2 X50", "sliced_ambiguous", "the word H"),
    ("G1 R1 Z0", "sliced_ambiguous", "the word R"),
    ("m83", "sliced_ambiguous", "lower case"),
    ("g1 Z11", "sliced_ambiguous", "lower case"),
    ("N7 M83", "sliced_ambiguous", "line number"),
    ("N7 PAUSE", "sliced_ambiguous", "line number"),
    ("G92.1 E0", "sliced_ambiguous", "subcode"),
    ("M221.1 S50", "sliced_ambiguous", "subcode"),
    ("M104.9 S0", "sliced_ambiguous", "subcode"),
    ("G1.5 X50", "sliced_ambiguous", "subcode"),
    ("T1.5", "sliced_ambiguous", "subcode"),
    ("M622 J0\nG91\nM623", "sliced_ambiguous", "may skip"),
    ("M622 J0\nG92 Z9.9\nM623", "sliced_ambiguous", "may skip"),
    (
        "SAVE_GCODE_STATE NAME=a\nM82\nRESTORE_GCODE_STATE NAME=a",
        "sliced_ambiguous",
        "earlier extrusion mode",
    ),
    ("M221 S200\nm221 s100", "sliced_ambiguous", "lower case"),
    ("M82\ng92 E0", "sliced_ambiguous", "lower case"),
    ("M82\nG92", "sliced_ambiguous", "names no axis"),
    ("M82\nG92 E", "sliced_ambiguous", "has no number"),
];

#[test]
fn ambiguous_lines_are_refused_by_number() {
    let honest = format!("{}{FOOTER}", wall(false));
    let marker = "G1 Z10.000\n";
    let before = honest.split(marker).next().unwrap().lines().count();
    assert!(read(&honest).is_ok());
    for (line, code, word) in LINES {
        let text = honest.replace(marker, &format!("{line}\n{marker}"));
        let (got, sentence) = refusal(&text);
        assert_eq!(got, *code, "{line}: {sentence}");
        assert!(sentence.contains(word), "{line}: {sentence}");
        let number = before + line.lines().count();
        let numbers = [number, number - usize::from(line.contains("M623"))]
            .map(|n| format!("Line {n} of the g-code"));
        assert!(
            numbers.iter().any(|n| sentence.starts_with(n)),
            "{line}: {sentence}"
        );
    }
}

#[test]
fn a_file_that_ends_in_a_skippable_block_is_refused() {
    for block in ["M622 J1", "M628 S1", "M624 AQAAAAAAAAA="] {
        let text = format!("{}{block}\nM104 S0\n{FOOTER}", wall(false));
        assert_eq!(refusal(text).0, "sliced_ambiguous", "{block}");
    }
}

#[test]
fn a_mode_beyond_the_length_that_firmware_reads_is_refused() {
    for line in [
        format!("{}M82", " ".repeat(120)),
        format!("M82{}*1", " ".repeat(120)),
        format!("M82 {}", "X".repeat(20_000)),
    ] {
        let text = format!("M83\nG1 X1 E1\n{line}\nG1 X2 E1\n");
        // Every firmware skips leading spaces.
        let refused = moves(&text).is_err();
        assert_eq!(refused, !line.starts_with(' '), "{}", line.len());
    }
    // A long comment after a command is accepted.
    let long = format!("M83\nM82 ;{}\nG1 X1 E1\n", "x".repeat(20_000));
    assert!(moves(&long).is_err(), "cut lines are not trusted");
    let fair = format!("M83\nM82 ;{}\nG1 X1 E1\n", "x".repeat(2_000));
    assert!(moves(&fair).is_ok());
}

#[test]
fn harmless_habits_are_accepted() {
    let honest = wall(false);
    for line in [
        "G90 G21 G17",
        "print_start",
        "M204 S500 ; a remark (G1 E5)",
        "M117 G1 X10 E5 100% {x}",
        "M486 AShape G1",
        "M220 S100",
        "M200 D0",
        "M302 S155 ; lower cold extrusion limit",
        "M605 S1",
        "START_PRINT EXTRUDER_TEMP=220 BED=60",
        "EXCLUDE_OBJECT_DEFINE NAME=a POLYGON=[[1,2],[3,4]]",
        "SET_DUAL_CARRIAGE CARRIAGE=1",
        "SAVE_GCODE_STATE NAME=a\nG91\nG90\nRESTORE_GCODE_STATE NAME=a",
        "(<layer> 0.2 )",
        "%",
        "G28 XY",
        "T255",
        "Tx",
        "G29.1 Z-0.04",
        "M1002 gcode_claim_action : 0",
        "M624 AwAAAAAAAAA=\nM625",
        "M622 J1\nM83\nM623",
        "M622 J1\nG91\nG1 X-1\nG90\nM623",
        "SET_VELOCITY_LIMIT SQUARE_CORNER_VELOCITY=5",
        "M569 S0 E",
        "G4 ; wait",
        "timelapse_take_frame",
    ] {
        let text =
            honest.replace("G1 Z10.000\n", &format!("{line}\nG1 Z10.000\n"));
        let text = format!("{text}{FOOTER}");
        if let Err(error) = read(&text) {
            panic!("{line}: {error}");
        }
    }
}
