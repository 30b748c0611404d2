//! The parts of a file that are not printed, and the sentence about them.

use std::collections::BTreeMap;

use super::project::Role;
use crate::ParseError;

/// Why something is left out, in the order of the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// An item with `printable="0"`.
    NotPrintable,
    /// An object of type `support` or `other`.
    Helper,
    Volume(Role),
}

/// Counts what was left out, by reason.
#[derive(Debug, Default)]
pub struct LeftOut {
    counts: BTreeMap<Reason, u64>,
}

impl LeftOut {
    pub fn add(&mut self, reason: Reason) {
        *self.counts.entry(reason).or_default() += 1;
    }

    /// The sentence for the caller, if anything was left out.
    pub fn notes(&self) -> Vec<String> {
        match self.counts.is_empty() {
            true => Vec::new(),
            false => vec![format!("Not printed: {}.", self.list())],
        }
    }

    /// The refusal of a file of which nothing is left.
    pub fn nothing_left(&self) -> ParseError {
        if self.counts.is_empty() {
            return ParseError::NoTriangles;
        }
        ParseError::Refused {
            code: "nothing_to_print",
            message: format!(
                "Nothing in the file is to be printed: it has only {}. Set a \
                 part to be printed in your slicer and export it again.",
                self.list()
            ),
        }
    }

    fn list(&self) -> String {
        let all = self.counts.iter().map(|(reason, &count)| {
            let (one, many) = words(*reason);
            format!("{count} {}", if count == 1 { one } else { many })
        });
        all.collect::<Vec<_>>().join(", ")
    }
}

fn words(reason: Reason) -> (&'static str, &'static str) {
    match reason {
        Reason::NotPrintable => (
            "object that the project sets to not print",
            "objects that the project sets to not print",
        ),
        Reason::Helper => {
            ("support or helper object", "support or helper objects")
        }
        Reason::Volume(Role::Part) => ("part", "parts"),
        Reason::Volume(Role::Negative) => (
            "negative volume that touches no part",
            "negative volumes that touch no part",
        ),
        Reason::Volume(Role::Modifier) => ("modifier", "modifiers"),
        Reason::Volume(Role::SupportBlocker) => {
            ("support blocker", "support blockers")
        }
        Reason::Volume(Role::SupportEnforcer) => {
            ("support enforcer", "support enforcers")
        }
    }
}
