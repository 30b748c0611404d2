//! The parts of a file that are not printed, and the sentence that lists them.

use std::collections::BTreeMap;

use super::project::Role;
use crate::ParseError;

/// Reasons for leaving something out, in the order of the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// An item with `printable="0"`.
    NotPrintable,
    /// An object of type `support` or `other`.
    Helper,
    Volume(Role),
}

/// Counts the parts that were left out, by reason.
#[derive(Debug, Default)]
pub struct LeftOut {
    counts: BTreeMap<Reason, u64>,
}

impl LeftOut {
    pub fn add(&mut self, reason: Reason) {
        *self.counts.entry(reason).or_default() += 1;
    }

    /// Returns the sentence for the caller, if anything was left out.
    pub fn notes(&self) -> Vec<String> {
        if self.counts.is_empty() {
            Vec::new()
        } else {
            vec![format!("Not printed: {}.", self.list())]
        }
    }

    /// Returns the refusal of a file that has no printable part.
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
