//! Sliced g-code: what the comments claim and what the moves extrude.

use serde::Serialize;

use crate::{Limits, ParseError};

/// What a sliced file says about itself, and what its moves add up to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlicedReport {}

/// Reads a plain `.gcode` file.
pub fn parse(
    bytes: &[u8],
    _limits: &Limits,
) -> Result<SlicedReport, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    Err(ParseError::Refused {
        code: "not_built",
        message: "G-code files are not read yet.".into(),
    })
}
