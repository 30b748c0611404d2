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
    /// Word Q of G5.
    pub q: Option<f64>,
}

impl Target {
    /// Returns the control points of G5, mm.
    pub fn controls(&self, from: [f64; 3], to: [f64; 3]) -> [[f64; 2]; 2] {
        let of = |word: Option<f64>| word.unwrap_or(0.0);
        let ([x, y, _], [u, v, _]) = (from, to);
        [
            [x + of(self.bend.i), y + of(self.bend.j)],
            [u + self.bend.turns, v + of(self.q)],
        ]
    }
}

/// Reads a move's words. Refuses repeated words, a second command, and words
/// that change the move on some printers: H, R and S ignore the travel limits
/// or return to a stored position (RepRapFirmware).
pub(super) fn target(code: u32, rest: &[u8]) -> Result<Target, LineError> {
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
            b'R' if matches!(code, 2 | 3) => &mut target.bend.radius,
            b'Q' if code == 5 => &mut target.q,
            b'P' => {
                target.bend.turns = word.value.unwrap_or(0.0);
                continue;
            }
            b'G' | b'M' => return Err(second_command()),
            b'K' | b'N' => continue,
            other => {
                return Err(line_error(
                    "sliced_ambiguous",
                    format!(
                        "moves with the word {}, and printers disagree on \
                         what it does",
                        char::from(other)
                    ),
                ));
            }
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
