//! STL, binary and ASCII. A file whose length matches its count is binary: five
//! of thirteen binary files in the test corpus start with the word "solid".
//! Other files that start with "solid" are ASCII. The remaining files are
//! binary files whose count is wrong (`mismatch`).

mod ascii;
pub mod binary;
mod mismatch;

use super::text::plain;
use crate::mesh::Mesh;
use crate::model::Model;
use crate::units::{Unit, UnitSource, Up};
use crate::{Limits, ParseError};

/// Returns the model of a mesh from an STL file, whose numbers are millimeters.
pub fn model(mesh: Mesh) -> Model {
    Model {
        mesh,
        unit: Unit::Millimeter,
        unit_source: UnitSource::Default,
        up: Up::Z,
        notes: Vec::new(),
    }
}

/// Reads an STL file.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    let claim = binary::claimed_triangles(bytes);
    if let Some(count) = claim
        && binary::length(count) == bytes.len() as u64
    {
        return Ok(model(binary::parse(bytes, limits)?));
    }
    let text = plain(bytes);
    let mesh = match claim {
        _ if ascii::looks_like(&text) => ascii::parse(&text, limits)?,
        Some(count) => mismatch::parse(bytes, count, limits)?,
        None => return Err(not_stl(bytes)),
    };
    Ok(model(mesh))
}

/// Returns the refusal of a file that is too short for binary STL and is not
/// ASCII either.
fn not_stl(bytes: &[u8]) -> ParseError {
    ParseError::NotThisFormat {
        expected: "an STL file",
        found: format!(
            "it has {} bytes and does not start with \"solid\"",
            bytes.len()
        ),
    }
}

#[cfg(test)]
mod tests;
