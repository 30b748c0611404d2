//! Refusals of a line: malformed words, several commands on one line, and
//! commands that printers interpret differently.

use super::words::{BadWord, Words, trimmed};

/// Largest coordinate that is accepted, mm; larger than any move of a printer.
const FARTHEST_MM: f64 = 1e6;

/// Reason for refusing a line, without its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineError {
    pub code: &'static str,
    pub text: String,
}

pub(super) fn line_error(
    code: &'static str,
    text: impl Into<String>,
) -> LineError {
    LineError { code, text: text.into() }
}

pub(super) type Done = Result<(), LineError>;

pub(super) fn check_range(letter: u8, value: f64) -> Done {
    let limit = if letter == b'F' { 1e9 } else { FARTHEST_MM };
    if value.abs() <= limit {
        return Ok(());
    }
    Err(line_error(
        "sliced_absurd_move",
        format!(
            "moves {} to {value}, which no printer can do",
            char::from(letter)
        ),
    ))
}

/// Reasons why printers may disagree on the effect of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    Numbered,
    Skippable,
    Cut,
    LowerCase,
    Long,
    Nested,
    ContinuesMove,
    NoNumber,
    NoAxis,
    NoExtruder,
    EarlierMode,
    SecondState,
}

impl Doubt {
    /// Returns the text that completes a sentence: "M82, which ...".
    fn text(self) -> &'static str {
        match self {
            Doubt::Numbered => "has a line number",
            Doubt::Skippable => "is in a block that the printer may skip",
            Doubt::Cut => "is far too long",
            Doubt::LowerCase => "is written in lower case",
            Doubt::Long => "is longer than 96 characters",
            Doubt::Nested => "is nested too deeply",
            Doubt::ContinuesMove => "continues the last one without a number",
            Doubt::NoNumber => "has no number",
            Doubt::NoAxis => "names no axis",
            Doubt::NoExtruder => "names no extruder",
            Doubt::EarlierMode => "brings back an earlier extrusion mode",
            Doubt::SecondState => "keeps a second state",
        }
    }
}

/// Refuses a command that changes how later extrusion is counted, if printers
/// may interpret it differently.
pub(super) fn require_certain(name: &str, doubt: Option<Doubt>) -> Done {
    let Some(doubt) = doubt else { return Ok(()) };
    Err(line_error(
        "sliced_ambiguous",
        format!(
            "contains {name}, which {}, and printers disagree on what that \
             does",
            doubt.text()
        ),
    ))
}

pub(super) fn unreadable(word: BadWord) -> LineError {
    let text = match word {
        BadWord::NotANumber(letter) => {
            format!("{} is not followed by a number", char::from(letter))
        }
        BadWord::Hexadecimal(letter) => {
            format!(
                "{} is followed by a hexadecimal number",
                char::from(letter)
            )
        }
        BadWord::Stray(byte) => format!(
            "the move contains \"{}\", which is not part of a word",
            char::from(byte).escape_default()
        ),
    };
    line_error("sliced_unreadable_move", text)
}

pub(super) fn second_command() -> LineError {
    line_error(
        "sliced_ambiguous",
        "contains two commands, and printers disagree on whether the second runs",
    )
}

/// Returns whether the arguments of the command are text.
pub(super) fn has_text(letter: u8, code: u32) -> bool {
    const WITH_TEXT: [u32; 4] = [115, 117, 118, 486];
    letter == b'M' && WITH_TEXT.contains(&code)
}

/// Refuses a second command on the line, unless it has no effect here. Text
/// arguments are not searched for commands.
pub(super) fn check_single_command(letter: u8, code: u32, rest: &[u8]) -> Done {
    if has_text(letter, code) {
        return Ok(());
    }
    let mut words = Words { rest };
    loop {
        let word = match words.next() {
            Ok(Some(word)) => word,
            // RepRapFirmware continues after a comment in parentheses.
            Err(BadWord::Stray(b'(')) => return remark(words.rest),
            Ok(None) | Err(_) => return Ok(()),
        };
        let Some(value) = word.value else { continue };
        let harmless = match word.letter {
            b'G' => [17.0, 21.0, 40.0, 49.0, 54.0, 80.0, 94.0].contains(&value),
            b'M' => false,
            _ => true,
        };
        if !harmless {
            return Err(second_command());
        }
    }
}

/// Checks a line, or the rest of one, that starts with a comment in
/// parentheses. Only some firmware executes a command after such a comment.
pub(super) fn remark(text: &[u8]) -> Done {
    let end = text.iter().position(|b| *b == b')');
    let behind = end.and_then(|at| text.get(at + 1..)).unwrap_or(&[]);
    if matches!(trimmed(behind).first(), None | Some(b';')) {
        return Ok(());
    }
    Err(line_error(
        "sliced_ambiguous",
        "continues after a comment in parentheses, and printers disagree on \
         whether that runs",
    ))
}
