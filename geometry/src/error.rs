//! Reasons why a file cannot be read. `Display` is a sentence for the caller of
//! the API; `code` is stable and intended for programs.

use std::fmt;

/// A reason for a refusal. Offsets are bytes from the start of the file, or of
/// the archive entry that `what` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError {
    /// The file has no bytes.
    Empty,
    /// The bytes do not have the declared format.
    NotThisFormat { expected: &'static str, found: String },
    /// The file has more of `what` than the service accepts.
    OverLimit { what: &'static str, found: u64, limit: u64 },
    /// `what` starts at `offset` and needs more bytes than there are.
    Truncated { what: String, offset: u64, needed: u64, available: u64 },
    /// A count in the file differs from the actual number.
    CountMismatch { what: &'static str, claimed: u64, actual: u64 },
    /// The syntax of `what` is invalid at `offset`.
    Malformed { what: String, offset: u64, detail: String },
    /// Vertex `index` of `what` has a NaN or infinite coordinate.
    NonFinite { what: String, index: u64 },
    /// `what` refers to something that does not exist.
    BadReference { what: String, index: u64, count: u64 },
    /// A graph that must be acyclic contains a cycle.
    Cycle { what: &'static str, index: u64 },
    /// The file is valid but needs an unsupported feature. `advice` says what
    /// to do instead.
    Unsupported { what: String, advice: &'static str },
    /// An archive entry is unsafe to read; `detail` says why.
    BadArchive { entry: String, detail: String },
    /// The file is well formed but contains no triangle.
    NoTriangles,
    /// Every triangle has zero area.
    OnlyDegenerate { triangles: u64 },
    /// The file contains only flat sheets, or shells that enclose no volume.
    ZeroVolume,
    /// Any other refusal, with its own code and a complete sentence.
    Refused { code: &'static str, message: String },
}

impl ParseError {
    /// Returns the stable identifier of the kind of refusal.
    pub fn code(&self) -> &'static str {
        match self {
            ParseError::Empty => "empty_file",
            ParseError::NotThisFormat { .. } => "not_this_format",
            ParseError::OverLimit { .. } => "over_limit",
            ParseError::Truncated { .. } => "truncated",
            ParseError::CountMismatch { .. } => "count_mismatch",
            ParseError::Malformed { .. } => "malformed",
            ParseError::NonFinite { .. } => "non_finite",
            ParseError::BadReference { .. } => "bad_reference",
            ParseError::Cycle { .. } => "cycle",
            ParseError::Unsupported { .. } => "unsupported",
            ParseError::BadArchive { .. } => "bad_archive",
            ParseError::NoTriangles => "no_triangles",
            ParseError::OnlyDegenerate { .. } => "only_degenerate",
            ParseError::ZeroVolume => "zero_volume",
            ParseError::Refused { code, .. } => code,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Empty => write!(f, "The file is empty."),
            ParseError::NotThisFormat { expected, found } => {
                write!(f, "This is not {expected}: {found}.")
            }
            ParseError::OverLimit { what, found, limit } => {
                write!(f, "Too many {what}: {found}, the limit is {limit}.")
            }
            ParseError::Truncated { what, offset, needed, available } => {
                write!(
                    f,
                    "The file is cut short: {what} at byte {offset} needs \
                     {needed} bytes and {available} are left. Download or \
                     export it again."
                )
            }
            ParseError::CountMismatch { what, claimed, actual } => write!(
                f,
                "The {what} says {claimed} but the file holds {actual}."
            ),
            ParseError::Malformed { what, offset, detail } => {
                write!(f, "Cannot read {what} at byte {offset}: {detail}.")
            }
            ParseError::NonFinite { what, index } => write!(
                f,
                "Vertex {index} of {what} has a coordinate that is not a \
                 finite number."
            ),
            ParseError::BadReference { what, index, count } => write!(
                f,
                "{what} refers to number {index} but there are only {count}."
            ),
            ParseError::Cycle { what, index } => {
                write!(f, "The {what} contain themselves (number {index}).")
            }
            ParseError::Unsupported { what, advice } => {
                write!(f, "The file needs {what}, which is not read: {advice}.")
            }
            ParseError::BadArchive { entry, detail } if entry.is_empty() => {
                write!(f, "The archive cannot be read: {detail}.")
            }
            ParseError::BadArchive { entry, detail } => {
                write!(f, "The archive entry \"{entry}\" {detail}.")
            }
            ParseError::NoTriangles => {
                write!(f, "The file holds no triangles.")
            }
            ParseError::OnlyDegenerate { triangles } => write!(
                f,
                "All {triangles} triangles of the file are degenerate (zero \
                 area)."
            ),
            ParseError::ZeroVolume => {
                write!(f, "The model is flat or open: it encloses no volume.")
            }
            ParseError::Refused { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for ParseError {}

/// Shortens a name from a file and removes control characters, for use in a
/// message.
pub fn printable(name: &str) -> String {
    let mut out: String = name
        .chars()
        .take(80)
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    if name.chars().nth(80).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_contain_the_numbers() {
        let e = ParseError::CountMismatch {
            what: "triangle count",
            claimed: 900,
            actual: 12,
        };
        assert_eq!(
            e.to_string(),
            "The triangle count says 900 but the file holds 12."
        );
        assert_eq!(e.code(), "count_mismatch");
    }

    #[test]
    fn control_characters_in_names_are_removed() {
        assert_eq!(printable("a\nb\u{1b}c"), "a?b?c");
        assert_eq!(printable(&"x".repeat(500)).chars().count(), 81);
    }
}
