//! Hostile lines in random spellings that some firmware accepts. Every one must
//! be refused or reviewed, whatever firmware the file names.

use std::collections::BTreeSet;

use super::safety::HARMFUL;
use super::walk::Dice;
use super::{FOOTER, read, wall};

/// Commands without a row in the table, and pauses.
const UNUSUAL: &[&str] = &[
    "M600",
    "M601",
    "M0 wait",
    "M25",
    "M226 P2 S1",
    "M12345",
    "M8200 S1",
    "G777 X1",
    "MY_OWN_MACRO",
    "LOAD_FILAMENT LENGTH=900",
    "FIRMWARE_UPDATE",
    "M524",
    "PAUSE",
    "RUN_SHELL_COMMAND CMD=reboot",
    "M98 P\"0:/sys/x.g\"",
    "M32 \"x.g\"",
    "M28 x.g",
    "SDCARD_PRINT_FILE FILENAME=x.gcode",
    "FORCE_MOVE STEPPER=stepper_z DISTANCE=-9 VELOCITY=5",
    "M501",
    "M17 X9",
    "M569 P1 S0",
    "M574 X1 S0",
    "M558 P0",
    "M950 H0 C\"x\" T0",
];

const HEADERS: &[&str] = &[
    "",
    ";FLAVOR:Marlin\n",
    "; gcode_flavor = klipper\n",
    "; gcode_flavor = reprapfirmware\n",
    "; printer_model = Bambu Lab P1S\n",
];

fn cased(text: &str, dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => text.to_lowercase(),
        1 => text
            .chars()
            .map(|c| {
                if dice.below(2) == 0 {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                }
            })
            .collect(),
        _ => text.into(),
    }
}

fn spaced(text: &str, numbered: bool, dice: &mut Dice) -> String {
    let gap = match dice.below(6) {
        0 if numbered => "",
        1 => "  ",
        2 => "\t",
        3 => " \t  ",
        _ => " ",
    };
    text.replace(' ', gap)
}

/// Rewrites `G1` as `G01`, `G1.0`, `G 1` or `g001`.
fn renumbered(text: &str, dice: &mut Dice) -> String {
    let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
    let (letter, rest) = text.split_at(1);
    let (number, rest) = rest.split_at(digits);
    match dice.below(6) {
        0 => format!("{letter}0{number}{rest}"),
        1 => format!("{letter}{number}.0{rest}"),
        2 => format!("{letter} {number}{rest}"),
        3 => format!("{letter}000{number}{rest}"),
        4 => format!("{letter}{number}.{rest}"),
        _ => text.into(),
    }
}

/// Rewrites values in quotes, or as `key = value`.
fn quoted(text: &str, dice: &mut Dice) -> String {
    let Some((name, value)) = text.rsplit_once('=') else {
        return text.into();
    };
    match dice.below(5) {
        0 => format!("{name}=\"{value}\""),
        1 => format!("{name}='{value}'"),
        2 => format!("{name}= {value}"),
        3 => format!("{name} = {value}"),
        _ => text.into(),
    }
}

fn framed(text: &str, numbered: bool, dice: &mut Dice) -> String {
    let n = dice.below(99_999);
    match dice.below(18) {
        0 => format!("N{n} {text}*{}", dice.below(256)),
        1 => format!("N{n}{text} *{}", dice.below(256)),
        2 => format!("n{n} {text}"),
        3 => format!("{text} ; M104 S0"),
        4 => format!("{text};{}", "x".repeat(dice.below(300) as usize)),
        5 => format!("{text} (a remark)"),
        6 => format!("(a remark) {text}"),
        7 => format!("   {text}   "),
        8 => format!("{text}\r"),
        9 => format!("%{text}"),
        10 => format!("@{text}"),
        11 if numbered => format!("T0 {text}"),
        12 if numbered => {
            format!("{text} {}", "Q1 ".repeat(dice.below(90) as usize))
        }
        13 => format!("{}{text}", " ".repeat(20_000)),
        14 => format!("({}) {text}", "a".repeat(20_000)),
        15 => format!("%{}{text}", " ".repeat(20_000)),
        16 => format!("/{text}"),
        _ => text.into(),
    }
}

fn hostile(dice: &mut Dice) -> String {
    let known = HARMFUL.len() as u64;
    let picked = dice.below(known + UNUSUAL.len() as u64);
    let whole = match HARMFUL.get(picked as usize) {
        Some((line, _)) => *line,
        None => UNUSUAL[(picked - known) as usize],
    };
    let (before, line) = whole.rsplit_once('\n').unwrap_or(("", whole));
    let numbered = line.as_bytes()[1].is_ascii_digit();
    let mut text = line.to_string();
    if numbered {
        text = renumbered(&text, dice);
    } else {
        text = quoted(&text, dice);
    }
    let text =
        framed(&cased(&spaced(&text, numbered, dice), dice), numbered, dice);
    if before.is_empty() { text } else { format!("{before}\n{text}") }
}

fn honest() -> (String, String) {
    let code = wall(false);
    let lines: Vec<&str> = code.lines().take(60).collect();
    // At this point every axis is known, and the first sides are printed.
    let (start, end) = lines.split_at(10);
    let footer = FOOTER.replace("1332.00", "200");
    let footer: String = footer
        .lines()
        .filter(|line| !line.contains("[g]") && !line.contains("[cm3]"))
        .fold(String::new(), |all, line| all + line + "\n");
    (start.join("\n"), format!("{}\n{footer}", end.join("\n")))
}

fn judge_hostile(seed: u64, count: usize) {
    let (start, end) = honest();
    for header in HEADERS {
        let text = format!("{header}{start}\n{end}");
        let report = read(&text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(report.per_plate[0].review, []);
    }
    let mut dice = Dice::new(seed);
    let mut tried = BTreeSet::new();
    while tried.len() < count {
        let line = hostile(&mut dice);
        let header = HEADERS[dice.below(HEADERS.len() as u64) as usize];
        let text = format!("{header}{start}\n{line}\n{end}");
        if let Ok(report) = read(&text) {
            let review = &report.per_plate[0].review;
            let shown = line.trim_start();
            assert!(!review.is_empty(), "accepted after {header:?}: {shown}");
        }
        tried.insert(line);
    }
}

#[test]
fn a_thousand_hostile_lines_are_refused_or_reviewed() {
    judge_hostile(52, 1000);
}

/// Run with `cargo test --release hostile -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn many_more_hostile_lines_are_refused_or_reviewed() {
    for seed in 0..20 {
        judge_hostile(1000 + seed, 10_000);
    }
}
