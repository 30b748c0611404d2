//! Judges a sliced file for the machine that prints it, as `forbidden` does
//! for the bill: commands that no print needs and that hurt a printer, heat
//! beyond what the printers stand, and moves that leave the largest bed
//! (contract.md 4.2, decisions.md 52).
//!
//! `commands` lists the numbered commands, `named` those of Klipper. `heat`
//! holds the limits of temperature and what is still on at the end. `reach`
//! holds the limits of coordinates. Pauses (M0, M25, M600, M601, PAUSE) pass:
//! they wait for a person and hurt nothing.
//!
//! Rejected: an allow list of commands. Firmware of the same family differs in
//! hundreds of harmless ones, and a farm would refuse files that it can print.

mod commands;
mod heat;
mod named;
mod reach;

pub use heat::Heat;

use super::line_error::{Done, LineError, line_error};
use super::words::Words;
use reach::Reach;

/// The judgement of one plate, line by line.
#[derive(Default)]
pub(super) struct Safety {
    heat: Heat,
    reach: Reach,
    /// The file has commands that only Bambu Lab's firmware knows. It saves
    /// its leveling with M500 and wipes the nozzle below the bed's surface.
    bambu: bool,
}

impl Safety {
    /// Judges a numbered command. `tool` is the selected one.
    pub fn command(
        &mut self,
        letter: u8,
        code: u32,
        rest: &[u8],
        tool: u32,
    ) -> Done {
        if letter == b'M' && matches!(code, 620 | 621 | 1002) {
            self.bambu = true;
        }
        if let Some(setting) = heat::setting(letter, code) {
            return self.heat.set(setting, letter, code, rest, tool);
        }
        commands::check(letter, code, rest, self.bambu)
    }

    /// Judges a named command; `rest` is what follows the name.
    pub fn named(&mut self, name: &[u8], rest: &[u8]) -> Done {
        named::check(name, rest, &mut self.heat)
    }

    /// Judges a move of the head to `to`, machine coordinates in mm.
    #[inline]
    pub fn travel(&mut self, code: u32, to: [f64; 3]) -> Done {
        self.reach.include(code, to, self.bambu)
    }

    /// Notes a deposited line.
    pub fn deposit(&mut self) -> Done {
        self.heat.deposited();
        self.reach.deposited()
    }

    /// Handles G92 on an axis (0 to 2) whose zero point moves by `shift` mm.
    pub fn shift(&mut self, axis: usize, shift: f64) -> Done {
        self.reach.shift(axis, shift)
    }

    /// Handles G28 on an axis.
    pub fn home(&mut self, axis: usize) {
        self.reach.home(axis);
    }

    /// The temperatures of the plate.
    pub fn into_heat(self) -> Heat {
        self.heat
    }
}

/// Refuses a command by its name.
pub(super) fn unsafe_command(name: &str, reason: &str) -> LineError {
    line_error("sliced_unsafe", format!("contains {name}, which {reason}"))
}

/// Whether a word with one of `letters` is in the command. A word that cannot
/// be read counts as well: firmware may read it.
fn has_word(rest: &[u8], letters: &[u8]) -> bool {
    let mut words = Words { rest };
    loop {
        match words.next() {
            Ok(Some(word)) if letters.contains(&word.letter) => return true,
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

/// The values of the words with `letter`. `None` when a word cannot be read.
fn values(rest: &[u8], letter: u8) -> Option<Vec<f64>> {
    let mut words = Words { rest };
    let mut found = Vec::new();
    while let Some(word) = words.next().ok()? {
        if word.letter == letter {
            found.extend(word.value);
        }
    }
    Some(found)
}
