//! Looks commands up in `table` and applies their rows.

use super::parameters::parameters;
use super::table::{
    NAMED, NUMBERED, Named, NamedRow, Row, STARTS, Verdict, WITH_SUBCODES, When,
};
use super::unsafe_command;
use crate::parse::gcode::line_error::{Done, LineError, line_error};
use crate::parse::gcode::words::{BadWord, Word, Words};

const UNREADABLE: &str =
    "is no command, and printers disagree on what they make of it";

/// Refuses a numbered command by its rows. An unknown command has no rows.
/// `plain`: whether it has no subcode.
pub(super) fn check(letter: u8, code: u32, plain: bool, rest: &[u8]) -> Done {
    let name = format!("{}{code}", char::from(letter));
    for Row { what, verdict, .. } in
        NUMBERED.iter().filter(|row| row.is_of(letter, code))
    {
        match *verdict {
            Verdict::Unsafe(when) if applies(when, rest) => {
                return Err(unsafe_command(&name, what));
            }
            Verdict::Unmeasured(when) if applies(when, rest) => {
                return Err(unmeasured(&name, what));
            }
            _ => {}
        }
    }
    if !plain && !WITH_SUBCODES.contains(&(letter, code)) {
        return Err(line_error(
            "sliced_ambiguous",
            format!(
                "contains {name} with a subcode, and printers disagree on \
                 what that does"
            ),
        ));
    }
    Ok(())
}

/// Refuses a named command by its row. Refuses an unknown one if some printer
/// may read it as a different command.
pub(super) fn check_named(name: &str, rest: &[u8]) -> Done {
    let row = NAMED.iter().find(|row| row.names.contains(&name));
    let Some(NamedRow { what, verdict, .. }) = row else {
        if is_name(name) {
            return Ok(());
        }
        return Err(unsafe_command(name, UNREADABLE));
    };
    let refused = match verdict {
        Named::Pass => return Ok(()),
        Named::Unmeasured => return Err(unmeasured(name, what)),
        Named::Unsafe => true,
        Named::Within(ranges) => parameters(rest).any(|(key, value)| {
            let range = ranges.iter().find(|range| range.0 == key);
            range.is_some_and(|(_, low, high)| {
                !value.parse().is_ok_and(|v| (*low..=*high).contains(&v))
            })
        }),
        Named::Without(text) => contains(rest, text.as_bytes()),
        Named::UnsafeUnless(key, values) => !is_one_of(rest, key, values),
        Named::UnmeasuredUnless(key, values) => {
            if is_one_of(rest, key, values) {
                return Ok(());
            }
            return Err(unmeasured(name, what));
        }
        Named::Only(wanted) => parameters(rest).any(|(key, _)| key != *wanted),
    };
    if refused { Err(unsafe_command(name, what)) } else { Ok(()) }
}

/// Returns whether every printer reads the text as the name of a macro. Old
/// firmware finds a number after G, M or T anywhere in the text. A letter with
/// a number may be a word of the previous move, or a debug command (Prusa's D3
/// writes to its memory).
fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    let starts = |b: &u8| b.is_ascii_uppercase() || *b == b'_';
    let hidden = |pair: &[u8]| match pair {
        [letter, digit] => b"GMT".contains(letter) && digit.is_ascii_digit(),
        _ => false,
    };
    bytes.len() > 1
        && bytes.iter().take(2).all(starts)
        && bytes.iter().all(|b| starts(b) || b.is_ascii_digit())
        && !bytes.windows(2).any(hidden)
}

/// Returns whether the macro of this name starts a print and therefore heats.
pub(super) fn starts_print(name: &str) -> bool {
    STARTS.contains(&name)
}

fn is_one_of(rest: &[u8], wanted: &str, values: &[&str]) -> bool {
    parameters(rest).filter(|(key, _)| key == wanted).all(|(_, value)| {
        let plain: String =
            value.chars().filter(|c| !matches!(c, '0'..='9' | '_')).collect();
        values.contains(&plain.to_ascii_lowercase().as_str())
    })
}

fn unmeasured(name: &str, what: &str) -> LineError {
    line_error("sliced_unmeasurable", format!("contains {name}, which {what}"))
}

fn contains(rest: &[u8], text: &[u8]) -> bool {
    rest.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text))
}

fn applies(when: When, rest: &[u8]) -> bool {
    match when {
        When::Always => true,
        When::Words(letters) => any(rest, |w| letters.contains(&w.letter)),
        When::OtherThan(letters) => any(rest, |w| !letters.contains(&w.letter)),
        When::Value(letters, value) => number(rest, letters, |v| v == value),
        When::Below(letters, limit) => number(rest, letters, |v| v < limit),
        When::Above(letters, limit) => {
            number(rest, letters, |v| v.abs() > limit)
        }
        When::Text(text) => contains(rest, text),
    }
}

/// Returns whether a numbered command has a word with this letter.
pub(super) fn has_word(rest: &[u8], letter: u8) -> bool {
    any(rest, |word| word.letter == letter)
}

fn number(rest: &[u8], letters: &[u8], test: impl Fn(f64) -> bool) -> bool {
    any(rest, |word| {
        letters.contains(&word.letter) && word.value.is_some_and(&test)
    })
}

/// Returns whether any word passes the test. A word that cannot be read passes,
/// because firmware may read any value.
fn any(rest: &[u8], test: impl Fn(&Word) -> bool) -> bool {
    let mut words = Words { rest };
    loop {
        match words.next() {
            Ok(Some(word)) if test(&word) => return true,
            Ok(Some(_)) => {}
            // A comment. The text after it is checked together with the line.
            Ok(None) | Err(BadWord::Stray(b'(')) => return false,
            Err(_) => return true,
        }
    }
}
