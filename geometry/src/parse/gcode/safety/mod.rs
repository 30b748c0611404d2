//! Checks the commands of a sliced file for the safety of the printer and of
//! the bill. It refuses commands that no print needs and that damage a printer
//! or falsify the sum of the moves, temperatures above the printers' limits,
//! and moves that leave the largest bed (contract.md 4.2, decisions.md 52). A
//! command that is neither refused nor needed by a print on the file's firmware
//! is reported: an operator has to review it.
//!
//! `table` lists the known commands, and `rules` applies the table. `allowed`
//! has the commands that a print needs, and `review` finds the others. `heat`
//! has the limits of temperatures and the heaters that are still on at the end,
//! `named` the temperatures of named commands. `reach` has the limits of
//! coordinates, `offsets` the limits of shifts. Pauses (M0, M25, M600, M601,
//! PAUSE) do no damage but wait for an operator, so they need a review.
//!
//! No line of a file relaxes a rule. Commands that only Bambu Lab printers
//! tolerate are reported (`bambu_only`), and such a file is sent only in an
//! archive, which other printers cannot read.

mod allowed;
mod heat;
mod named;
mod offsets;
mod parameters;
mod reach;
mod review;
mod rules;
mod table;
#[cfg(test)]
mod tests;

pub use heat::Heat;
pub(super) use named::nozzle_of;
pub(super) use parameters::parameters;
pub use review::Finding;

use super::flavor::Flavor;
use super::line_error::{Done, LineError, line_error};
use crate::Limits;
use offsets::Offsets;
use reach::Reach;
use review::Review;

/// Container in which a plate's g-code arrived.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Container {
    #[default]
    Plain,
    /// A `.gcode.3mf`.
    Archive,
}

/// Checks one plate, line by line.
#[derive(Default)]
pub(super) struct Safety {
    heat: Heat,
    reach: Reach,
    offsets: Offsets,
    review: Review,
    /// Whether the file is a `.gcode.3mf`.
    archive: bool,
    /// Whether the plate has an M500.
    saves: bool,
}

/// Findings about a plate.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Judged {
    pub heat: Heat,
    /// Whether the plate uses commands that only Bambu Lab printers tolerate.
    pub bambu_only: bool,
    pub flavor: Option<Flavor>,
    /// Findings that an operator has to review.
    pub findings: Vec<Finding>,
    /// Bounding box of all moves, including start and end code; machine
    /// coordinates in mm.
    pub reach: ([f64; 3], [f64; 3]),
}

/// A numbered command as read.
#[derive(Clone, Copy)]
pub(super) struct Numbered<'a> {
    pub letter: u8,
    pub code: u32,
    /// Whether the command has no subcode.
    pub plain: bool,
    /// Text after the number.
    pub rest: &'a [u8],
    /// Whether every printer executes the command.
    pub certain: bool,
    /// Whether the command is in a block that a Bambu Lab printer may skip.
    pub skippable: bool,
}

impl Safety {
    pub fn new(container: Container, limits: &Limits) -> Safety {
        let archive = container == Container::Archive;
        Safety {
            heat: Heat::new(archive),
            reach: Reach::of(limits),
            archive,
            ..Safety::default()
        }
    }

    /// Checks a numbered command.
    pub fn command(&mut self, command: Numbered<'_>) -> Done {
        let Numbered { letter, code, rest, .. } = command;
        self.review.numbered(letter, code, rest);
        if let Some(setting) = heat::setting(letter, code) {
            let name = format!("{}{code}", char::from(letter));
            let certain = command.certain && command.plain;
            self.heat.set(setting, &name, rest, certain)?;
        }
        match (letter, code) {
            (b'M', 290) => self.offsets.babystep(rest)?,
            // Bambu Lab's slicers pause with this command.
            (b'M', 400) if rules::has_word(rest, b'U') => {
                self.review.add("M400", rest, "waits for a person");
            }
            // Bambu Lab's start code saves its leveling, usually in a
            // conditional block.
            (b'M', 500) if command.skippable || self.archive => {
                self.saves = true;
            }
            (b'M', 500) => {
                return Err(unsafe_command(
                    "M500",
                    "writes the printer's stored settings",
                ));
            }
            _ => {}
        }
        rules::check(letter, code, command.plain, rest)
    }

    /// Checks a named command. `rest` is the text after the name.
    pub fn named(&mut self, name: &[u8], rest: &[u8], certain: bool) -> Done {
        let name = String::from_utf8_lossy(name).to_ascii_uppercase();
        rules::check_named(&name, rest)?;
        if parameters::is_quoted_oddly(rest) {
            return Err(line_error(
                "sliced_ambiguous",
                format!(
                    "contains {name} with quotes or a backslash that printers \
                     read in different ways"
                ),
            ));
        }
        if parameters::has_loose_sign(rest) {
            return Err(line_error(
                "sliced_ambiguous",
                format!(
                    "contains {name} with a space beside \"=\", and printers \
                     disagree on what that sets"
                ),
            ));
        }
        self.review.named(&name, rest);
        match name.as_str() {
            "TURN_OFF_HEATERS" if certain => self.heat.all_off(),
            "SET_GCODE_OFFSET" => self.offsets.offset(rest)?,
            "SET_HEATER_TEMPERATURE" => {
                named::set_heater(rest, certain, &mut self.heat)?;
            }
            "SET_TEMPERATURE_FAN_TARGET" => {}
            _ if name.starts_with("EXCLUDE_OBJECT") => {}
            _ => {
                let starts = rules::starts_print(&name);
                named::run_macro(&name, rest, starts, &mut self.heat)?;
                if starts && let Some(key) = named::doubtful(rest) {
                    let reason = format!("sets {key}, which may be hot");
                    self.review.add(&name, rest, &reason);
                }
            }
        }
        Ok(())
    }

    /// Sets the line number of the next commands, starting at 1.
    #[inline]
    pub fn at_line(&mut self, line: u64) {
        self.review.line = line;
    }

    /// Records that the file has a move of this kind.
    pub fn note_move(&mut self, code: u32, rest: &[u8]) {
        self.review.numbered(b'G', code, rest);
    }

    /// Records the selected tool.
    pub fn select(&mut self, tool: u32) {
        self.heat.select(tool);
    }

    /// Checks a move of the head; machine coordinates in mm.
    #[inline]
    pub fn travel(&mut self, code: u32, from: [f64; 3], to: [f64; 3]) -> Done {
        self.reach.include(code, from, to)
    }

    /// Checks a line deposited at the height `z`, mm.
    pub fn deposit(&mut self, z: f64) -> Done {
        self.reach.deposited(z)
    }

    /// Handles G92 on an axis (0 to 2) whose zero point moves by `shift` mm.
    pub fn shift(&mut self, axis: usize, shift: f64) -> Done {
        self.reach.shift(axis, shift)
    }

    /// Handles G28 on an axis.
    pub fn home(&mut self, axis: usize) {
        self.reach.home(axis);
    }

    /// Returns whether the file uses commands that only Bambu Lab printers
    /// tolerate.
    pub fn bambu_only(&self) -> bool {
        self.saves || self.reach.wipes_below
    }

    /// Returns the result. `stated`: the firmware that the comments name.
    pub fn settle(self, stated: Option<Flavor>) -> Judged {
        let bambu_only = self.bambu_only();
        let (flavor, findings) = self.review.settle(stated);
        let heat = self.heat.settled();
        let reach = self.reach.extents();
        Judged { heat, bambu_only, flavor, findings, reach }
    }
}

/// Returns the refusal of a command by its name.
pub(super) fn unsafe_command(name: &str, reason: &str) -> LineError {
    line_error("sliced_unsafe", format!("contains {name}, which {reason}"))
}
