//! Tests every refusal of the table, in every spelling that some firmware
//! accepts.

use super::table::{NAMED, NUMBERED, Named, NamedRow, Row, Verdict, When};
use crate::parse::gcode::tests::{FOOTER, plate, read, wall};

/// Returns words for which a row is refused.
fn words(when: When) -> Vec<String> {
    let of = |letters: &[u8]| -> Vec<String> {
        letters.iter().map(|l| format!("{}1", char::from(*l))).collect()
    };
    let values = |letters: &[u8], value: f64| -> Vec<String> {
        letters.iter().map(|l| format!("{}{value}", char::from(*l))).collect()
    };
    match when {
        When::Always => vec![String::new()],
        When::Words(letters) => of(letters),
        When::OtherThan(letters) => of(&(b'A'..=b'Z')
            .filter(|l| !letters.contains(l) && !b"GMNT".contains(l))
            .collect::<Vec<u8>>()),
        When::Value(letters, v) => values(letters, v),
        When::Below(letters, limit) => values(letters, limit - 0.5),
        When::Above(letters, limit) => values(letters, limit + 0.5),
        When::Text(text) => vec![String::from_utf8_lossy(text).into()],
    }
}

fn numbered(letter: u8, code: u32, word: &str) -> Vec<String> {
    let name = format!("{}{code}", char::from(letter));
    let low = name.to_lowercase();
    let text = word == "action";
    let mut all = vec![
        format!("{name} {word}"),
        format!("{low} {}", word.to_lowercase()),
        format!("{}0{code} {word}", char::from(letter)),
        format!("{name}.0 {word}"),
        format!("{name}.9 {word}"),
        format!("  {name}   {word}   ; a remark"),
        format!("\t{name}\t{word}\t"),
        format!("N12 {name} {word}*71"),
        format!("N12{name}{word}"),
        format!("{name} {word}\r"),
        format!("@{name} {word}"),
        format!("M622 J0\n{name} {word}\nM623"),
        format!("T1\n{name} {word}\nT0"),
    ];
    if !text {
        all.push(format!("{name}{word}"));
        all.push(format!("{} {code}{word}", char::from(letter)));
        all.push(format!("{name} {word} V7"));
        all.push(format!("{name} V7 {word}"));
    }
    all
}

fn spelled(name: &str, parameters: &str) -> Vec<String> {
    vec![
        format!("{name} {parameters}"),
        format!("{} {parameters}", name.to_lowercase()),
        format!("{name} {}", parameters.to_lowercase()),
        format!("\t{name}\t{parameters} ; a remark"),
        format!("N12 {name} {parameters}"),
        format!("{name} ZZZ=1 {parameters}"),
        format!("{name} {parameters} ZZZ=1"),
        format!("@{name} {parameters}"),
        format!("M622 J0\n{name} {parameters}\nM623"),
    ]
}

/// Inserts the line after the first side of the wall, where every axis is
/// known.
fn refused(honest: &str, line: &str) {
    let text = honest.replace("G1 Z0.400\n", &format!("{line}\nG1 Z0.400\n"));
    assert!(read(text).is_err(), "accepted: {line:?}");
}

#[test]
fn every_refusal_holds_in_every_spelling() {
    let honest: String = wall(false)
        .lines()
        .take(60)
        .fold(String::new(), |text, line| text + line + "\n");
    let honest = format!("{honest}; filament used [mm] = 200\n");
    assert!(read(&honest).is_ok(), "{:?}", read(&honest));
    for Row { letter, numbers, verdict, .. } in NUMBERED {
        let (Verdict::Unsafe(when) | Verdict::Unmeasured(when)) = *verdict
        else {
            continue;
        };
        for (code, word) in numbers
            .iter()
            .flat_map(|code| words(when).into_iter().map(move |w| (code, w)))
        {
            for line in numbered(*letter, *code, &word) {
                refused(&honest, &line);
            }
        }
    }
    for NamedRow { names, verdict, .. } in NAMED {
        let parameters: Vec<String> = match verdict {
            Named::Pass => continue,
            Named::Unsafe | Named::Unmeasured => vec![String::new()],
            Named::Within(ranges) => ranges
                .iter()
                .flat_map(|(key, low, high)| {
                    [low - 0.5, high + 0.5, f64::NAN]
                        .map(|value| format!("{key}={value}"))
                })
                .collect(),
            Named::Only(_) => vec!["SAVE=x".into()],
            Named::Without(text) => vec![format!("MSG=x{text}:cancel")],
            Named::UnsafeUnless(key, _) | Named::UnmeasuredUnless(key, _) => {
                vec![format!("{key}=other")]
            }
        };
        for (name, parameter) in names
            .iter()
            .flat_map(|name| parameters.iter().map(move |p| (name, p)))
        {
            for line in spelled(name, parameter) {
                refused(&honest, &line);
            }
        }
    }
}

#[test]
fn commands_outside_the_table_need_a_review() {
    let known = |letter: u8, code: u32| {
        NUMBERED.iter().any(|row| row.is_of(letter, code))
    };
    let honest = format!("{}{FOOTER}", wall(false));
    for code in (0..1100).step_by(7) {
        for letter in [b'G', b'M'] {
            if !known(letter, code) {
                let line = format!("{}{code} P1", char::from(letter));
                let mark = "G1 Z0.400\n";
                let text = honest.replace(mark, &format!("{line}\n{mark}"));
                let review = plate(text).review;
                assert_eq!(review.len(), 1, "{line}");
                assert_eq!(review[0].command, line);
            }
        }
    }
}

#[test]
fn a_name_has_one_row() {
    let mut names: Vec<&str> =
        NAMED.iter().flat_map(|row| row.names).copied().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
