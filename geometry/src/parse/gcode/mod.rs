//! Sliced g-code: the claims of the comments, the extrusion of the moves, and
//! whether they agree.
//!
//! The reader makes one linear pass with memory independent of the file size.
//! Comments are only claims (they are easily edited from 15.81 g to 0.10 g), so
//! every E word is summed up as well, and a claim below that sum is refused.
//! Two alternatives were rejected: reading only the start and the end (a claim
//! may be anywhere, and contradictions must be found), and billing the moves
//! (the contract bills the figures of the slicer).
//!
//! `lines` splits the stream. `machine` executes the commands, using
//! `extruder`, `print_time` and `deposits`. `safety` refuses commands that
//! falsify the bill or damage a printer. `claim_collector` reads the comments
//! through `labels` and `values`. `verdict` compares both.

mod claim;
mod claim_collector;
mod deposits;
mod extruder;
mod filament;
mod flavor;
mod generator;
mod labels;
mod line_error;
mod lines;
mod machine;
mod moves;
mod path;
mod print_time;
mod refusal;
mod report;
mod safety;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod values;
mod verdict;
mod weight;
mod words;

pub(crate) use claim::Claim;
pub use flavor::Flavor;
pub(crate) use moves::Moves;
pub use report::{
    Extents, FilamentUse, PlateReport, SecondsSource, SlicedReport, ToolUse,
};
pub(crate) use safety::Container;
pub use safety::{Finding, Heat};
pub(crate) use verdict::judge;

use crate::{Limits, ParseError};
use claim_collector::ClaimCollector;
use line_error::{LineError, line_error};
use lines::{Line, Lines};
use machine::Machine;

/// Reads a plain `.gcode` file.
pub fn parse(
    bytes: &[u8],
    limits: &Limits,
) -> Result<SlicedReport, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    if bytes.len() as u64 > limits.bytes {
        return Err(ParseError::OverLimit {
            what: "bytes in the file",
            found: bytes.len() as u64,
            limit: limits.bytes,
        });
    }
    let mut reader = Reader::new(Container::Plain, limits);
    // A chunk takes a few milliseconds. The host may stop the run between
    // chunks.
    for chunk in bytes.chunks(1 << 20) {
        reader.push(chunk)?;
        crate::checkpoint();
    }
    let (claim, moves) = reader.finish()?;
    let plate = judge(1, claim, &moves)?;
    SlicedReport::of(vec![plate]).ok_or(ParseError::Empty)
}

/// Parses an amount without sign, exponent or unit.
pub(crate) fn amount(text: &str) -> Option<f64> {
    let (value, rest) = words::decimal(text.trim().as_bytes())?;
    rest.is_empty().then_some(value)
}

/// Reads g-code in chunks of any size.
#[derive(Default)]
pub(crate) struct Reader {
    lines: Lines,
    pass: Pass,
    /// First bytes, buffered until the format can be detected.
    head: Vec<u8>,
    started: bool,
}

#[derive(Default)]
struct Pass {
    number: u64,
    claims: ClaimCollector,
    machine: Machine,
}

/// Number of bytes that distinguish text from binary formats.
const HEAD: usize = 512;

impl Reader {
    pub fn new(container: Container, limits: &Limits) -> Reader {
        let machine = Machine::new(container, limits);
        Reader {
            pass: Pass { machine, ..Pass::default() },
            ..Reader::default()
        }
    }

    pub fn push(&mut self, chunk: &[u8]) -> Result<(), ParseError> {
        let mut chunk = chunk;
        if !self.started {
            let room = HEAD.saturating_sub(self.head.len()).min(chunk.len());
            let (head, rest) = chunk.split_at(room);
            self.head.extend_from_slice(head);
            if self.head.len() < HEAD {
                return Ok(());
            }
            self.start()?;
            chunk = rest;
        }
        let pass = &mut self.pass;
        self.lines.push(chunk, |line| pass.line(&line))
    }

    fn start(&mut self) -> Result<(), ParseError> {
        self.started = true;
        check_text(&self.head)?;
        let pass = &mut self.pass;
        self.lines.push(&self.head, |line| pass.line(&line))
    }

    /// Returns the claim of the comments and the sums of the moves.
    pub fn finish(mut self) -> Result<(Claim, Moves), ParseError> {
        if !self.started {
            self.start()?;
        }
        let pass = &mut self.pass;
        self.lines.finish(|line| pass.line(&line))?;
        let machine = self.pass.machine;
        let claim = self.pass.claims.settle();
        machine.finish().map_err(|reason| ParseError::Refused {
            code: reason.code,
            message: format!("The g-code {}.", reason.text),
        })?;
        let moves = Moves {
            tools: machine.extruder.per_tool(),
            moving_seconds: machine.print_time.moving,
            pausing_seconds: machine.print_time.pausing,
            line_width_mm: machine.deposits.line_width(),
            layers: machine.deposits.layers,
            extents: machine.deposits.extents,
            judged: machine.safety.settle(claim.flavor()),
        };
        Ok((claim, moves))
    }
}

impl Pass {
    fn line(&mut self, line: &Line<'_>) -> Result<(), ParseError> {
        self.number += 1;
        let at = |reason: LineError| ParseError::Refused {
            code: reason.code,
            message: format!(
                "Line {} of the g-code {}.",
                self.number, reason.text
            ),
        };
        if line.split {
            return Err(at(line_error(
                "sliced_ambiguous",
                "contains a carriage return, where some printers begin a new \
                 command. Save the file with standard line endings",
            )));
        }
        let bytes = match line.text.strip_prefix(b"\xef\xbb\xbf") {
            Some(text) if self.number == 1 => text,
            _ => line.text,
        };
        let text = words::trimmed(bytes);
        match text.first() {
            // A command may follow beyond the part of the line that is read.
            None | Some(b'%' | b'(') if line.cut => {
                Err(at(line_error("sliced_ambiguous", "is far too long")))
            }
            None => Ok(()),
            // `%` marks the start and the end of a program.
            Some(b'%') if text.trim_ascii() == b"%" => Ok(()),
            Some(b'(') => line_error::remark(text).map_err(at),
            Some(b';') => {
                let from = text.iter().position(|b| *b != b';');
                let comment = text.get(from.unwrap_or(text.len())..);
                self.claims.comment(comment.unwrap_or(&[])).map_err(at)
            }
            Some(_) => {
                check_bytes(bytes).map_err(at)?;
                self.machine.safety.at_line(self.number);
                self.machine.command(text, line.cut).map_err(at)
            }
        }
    }
}

/// Refuses a command with bytes that firmware interprets differently.
fn check_bytes(command: &[u8]) -> Result<(), LineError> {
    let control = |b: &u8| *b < b' ' && *b != b'\t';
    let foreign = command.first().is_some_and(|b| !b.is_ascii());
    if !foreign && !command.iter().any(control) {
        return Ok(());
    }
    Err(line_error(
        "sliced_ambiguous",
        "contains a command with characters that are not plain text, and \
         printers disagree on how to read it",
    ))
}

fn check_text(head: &[u8]) -> Result<(), ParseError> {
    if head.starts_with(b"GCDE") {
        return Err(ParseError::Unsupported {
            what: "binary g-code (.bgcode)".into(),
            advice: "switch binary g-code off in the printer settings and \
                     export plain text .gcode",
        });
    }
    let found = if head.starts_with(b"PK\x03\x04") {
        "it is a ZIP archive; a sliced 3MF file is named .gcode.3mf"
    } else if head.contains(&0) {
        "it holds binary data"
    } else {
        return Ok(());
    };
    Err(ParseError::NotThisFormat {
        expected: "text g-code",
        found: found.into(),
    })
}
