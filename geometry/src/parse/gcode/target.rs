//! The words of a move command.

use super::line_error::{
    LineError, check_range, line_error, second_command, unreadable,
};
use super::path::Bend;
use super::words::{BadWord, Words};

/// The words of a move.
#[derive(Default)]
pub(super) struct Target {
    pub axes: [Option<f64>; 3],
    pub e: Option<f64>,
    pub feed: Option<f64>,
    pub bend: Bend,
}

/// Reads a move's words; refuses repeated ones and a second command.
pub(super) fn target(rest: &[u8]) -> Result<Target, LineError> {
    let mut target = Target::default();
    let [mut x, mut y, mut z] = [None; 3];
    let mut words = Words { rest };
    while let Some(word) = words.next().map_err(unreadable)? {
        let slot = match word.letter {
            b'X' => &mut x,
            b'Y' => &mut y,
            b'Z' => &mut z,
            b'E' => &mut target.e,
            b'F' => &mut target.feed,
            b'I' => &mut target.bend.i,
            b'J' => &mut target.bend.j,
            b'R' => &mut target.bend.radius,
            b'P' => {
                target.bend.turns = word.value.unwrap_or(0.0);
                continue;
            }
            b'G' | b'M' => return Err(second_command()),
            _ => continue,
        };
        match word.value {
            Some(value) => {
                check_range(word.letter, value)?;
                if slot.replace(value).is_some() {
                    let letter = char::from(word.letter);
                    return Err(line_error(
                        "sliced_ambiguous",
                        format!("gives {letter} twice"),
                    ));
                }
            }
            None if word.letter == b'E' => {
                return Err(unreadable(BadWord::NotANumber(b'E')));
            }
            None => {}
        }
    }
    target.axes = [x, y, z];
    Ok(target)
}
