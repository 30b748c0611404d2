//! Why a line is refused: malformed words, several commands on a line, and
//! commands that not every printer would follow.

use super::words::{BadWord, Words, trimmed};

/// Farther than any move of a printer goes, mm.
const FARTHEST_MM: f64 = 1e6;

/// Why a line cannot be measured, without its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Complaint {
    pub code: &'static str,
    pub text: String,
}

pub(super) fn complaint(
    code: &'static str,
    text: impl Into<String>,
) -> Complaint {
    Complaint { code, text: text.into() }
}

pub(super) type Done = Result<(), Complaint>;

pub(super) fn bounded(letter: u8, value: f64) -> Done {
    let limit = if letter == b'F' { 1e9 } else { FARTHEST_MM };
    if value.abs() <= limit {
        return Ok(());
    }
    Err(complaint(
        "sliced_absurd_move",
        format!(
            "moves {} to {value}, which no printer can do",
            char::from(letter)
        ),
    ))
}

/// Refuses a command that changes how later extrusion counts when not every
/// printer would follow it.
pub(super) fn certain(name: &str, doubt: Option<&str>) -> Done {
    match doubt {
        None => Ok(()),
        Some(doubt) => Err(complaint(
            "sliced_ambiguous",
            format!("{name} {doubt}, and printers disagree on what that does"),
        )),
    }
}

pub(super) fn unreadable(word: BadWord) -> Complaint {
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
            "the move holds \"{}\", which belongs to no word",
            char::from(byte).escape_default()
        ),
    };
    complaint("sliced_unreadable_move", text)
}

pub(super) fn second_command() -> Complaint {
    complaint(
        "sliced_ambiguous",
        "holds two commands, and printers disagree on whether the second runs",
    )
}

/// Refuses a second command on the line unless it is one that changes
/// nothing here. Texts and names are not searched.
pub(super) fn alone(letter: u8, code: u32, rest: &[u8]) -> Done {
    const WITH_TEXT: [u32; 13] =
        [16, 23, 30, 36, 38, 115, 117, 118, 486, 550, 587, 588, 589];
    if letter == b'M' && WITH_TEXT.contains(&code) {
        return Ok(());
    }
    let mut words = Words { rest };
    loop {
        let word = match words.next() {
            Ok(Some(word)) => word,
            // RepRapFirmware goes on behind a remark in parentheses.
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

/// A line, or the rest of one, that starts with a remark in parentheses.
/// Something behind the remark is a command to some firmware only.
pub(super) fn remark(text: &[u8]) -> Done {
    let end = text.iter().position(|b| *b == b')');
    let behind = end.and_then(|at| text.get(at + 1..)).unwrap_or(&[]);
    if matches!(trimmed(behind).first(), None | Some(b';')) {
        return Ok(());
    }
    Err(complaint(
        "sliced_ambiguous",
        "goes on behind a remark in parentheses, and printers disagree on \
         whether that runs",
    ))
}
