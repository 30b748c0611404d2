//! Commands that are neither needed by a print nor refused. An operator reviews
//! them before the file is printed. A file may name its firmware anywhere, even
//! at its end. Therefore the first occurrence of each command is recorded, and
//! all are checked when the file has been read.

use serde::Serialize;

use super::allowed::{Owner, needs, owner};
use super::table::{NAMED, NUMBERED};
use crate::error::printable;
use crate::parse::gcode::flavor::Flavor;

const UNKNOWN: &str = "is no command that the farm knows";
/// Maximum number of findings; a longer list would not be read.
const MAX_FINDINGS: usize = 20;
const MAX_SHOWN: usize = 60;
/// Larger numbers share one entry. No firmware has a command with such a
/// number.
const LAST_CODE: u32 = 16_383;

/// A command that an operator has to review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// Line number in the g-code, starting at 1.
    pub line: u64,
    /// The command with its parameters, shortened.
    pub command: String,
    /// Completes "which ...".
    pub reason: String,
}

/// The first line of each command.
#[derive(Default)]
pub(super) struct Review {
    /// Current line number.
    pub line: u64,
    /// One bit for each number, of G and of M.
    seen: [Vec<u64>; 2],
    numbered: Vec<(u8, u32, Finding)>,
    named: Vec<(&'static str, Finding)>,
    findings: Vec<Finding>,
}

impl Review {
    /// Records a numbered command. `rest` is the text after its number.
    #[inline]
    pub fn numbered(&mut self, letter: u8, code: u32, rest: &[u8]) {
        let [g, m] = &mut self.seen;
        let seen = match letter {
            b'G' => g,
            b'M' => m,
            _ => return,
        };
        let number = code.min(LAST_CODE) as usize;
        let (at, bit) = (number / 64, 1u64 << (number % 64));
        match seen.get_mut(at) {
            Some(bits) if *bits & bit != 0 => return,
            Some(bits) => *bits |= bit,
            None => {
                seen.resize(at + 1, 0);
                if let Some(bits) = seen.get_mut(at) {
                    *bits |= bit;
                }
            }
        }
        let name = format!("{}{code}", char::from(letter));
        let finding = self.finding(&name, rest, "");
        self.numbered.push((letter, code, finding));
    }

    /// Records a named command, listed in the table or unknown.
    pub fn named(&mut self, name: &str, rest: &[u8]) {
        let known = |seen: &str| seen == name;
        if self.named.iter().any(|(seen, _)| known(seen)) {
            return;
        }
        let rows = NAMED.iter().flat_map(|row| row.names);
        match rows.copied().find(|seen| known(seen)) {
            Some(known) => {
                let finding = self.finding(name, rest, "");
                self.named.push((known, finding));
            }
            None => self.add(name, rest, UNKNOWN),
        }
    }

    /// Adds a finding, unless the command already has one with this reason.
    pub fn add(&mut self, name: &str, rest: &[u8], reason: &str) {
        let is_same = |f: &Finding| {
            f.reason == reason
                && f.command.split(' ').next().is_some_and(|word| word == name)
        };
        if self.findings.len() < MAX_FINDINGS
            && !self.findings.iter().any(is_same)
        {
            let finding = self.finding(name, rest, reason);
            self.findings.push(finding);
        }
    }

    fn finding(&self, name: &str, rest: &[u8], reason: &str) -> Finding {
        let end = rest.iter().position(|b| *b == b';').unwrap_or(rest.len());
        let rest = rest.get(..end.min(4 * MAX_SHOWN)).unwrap_or(&[]);
        let text = format!("{name} {}", String::from_utf8_lossy(rest).trim());
        let shown: String = text.trim().chars().take(MAX_SHOWN).collect();
        let command = printable(&shown);
        Finding { line: self.line, command, reason: reason.into() }
    }

    /// Returns the firmware and the findings, by line. A file whose header says
    /// Marlin but that calls Klipper commands is treated as a Klipper file,
    /// because Cura has no name for Klipper.
    pub fn settle(
        self,
        stated: Option<Flavor>,
    ) -> (Option<Flavor>, Vec<Finding>) {
        let calls_klipper =
            self.named.iter().any(|(name, _)| owner(name) == Owner::Klipper);
        let flavor = match stated {
            Some(Flavor::Marlin) | None if calls_klipper => {
                Some(Flavor::Klipper)
            }
            _ => stated,
        };
        let mut all = self.findings;
        for (letter, code, finding) in self.numbered {
            if !needs(flavor, letter, code) {
                let reason = numbered_reason(flavor, letter, code);
                all.push(Finding { reason, ..finding });
            }
        }
        for (name, finding) in self.named {
            let reason = match owner(name) {
                Owner::Any => continue,
                Owner::Klipper if flavor == Some(Flavor::Klipper) => continue,
                Owner::Klipper => foreign(flavor),
                Owner::Nobody => what(name).into(),
            };
            all.push(Finding { reason, ..finding });
        }
        all.sort_by_key(|finding| finding.line);
        all.truncate(MAX_FINDINGS);
        (flavor, all)
    }
}

fn numbered_reason(flavor: Option<Flavor>, letter: u8, code: u32) -> String {
    let row = NUMBERED.iter().find(|row| row.is_of(letter, code));
    match row {
        None => UNKNOWN.into(),
        Some(_) if flavor.is_some() && needs(None, letter, code) => {
            foreign(flavor)
        }
        Some(row) => row.what.into(),
    }
}

fn foreign(flavor: Option<Flavor>) -> String {
    match flavor {
        Some(flavor) => format!("is no command of {}", flavor.name()),
        None => UNKNOWN.into(),
    }
}

fn what(name: &str) -> &'static str {
    let row = NAMED.iter().find(|row| row.names.contains(&name));
    row.map_or(UNKNOWN, |row| row.what)
}
