//! STL, binary and ASCII, distinguished by length: five of thirteen binary
//! files in the test corpus start with the word "solid".

mod ascii;
pub mod binary;

use crate::mesh::Mesh;
use crate::model::Model;
use crate::units::{Unit, UnitSource, Up};
use crate::{Limits, ParseError};

/// A mesh read from an STL file, whose numbers are millimeters.
pub fn model(mesh: Mesh) -> Model {
    Model {
        mesh,
        unit: Unit::Millimeter,
        unit_source: UnitSource::Default,
        up: Up::Z,
    }
}

/// Reads an STL file.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    let mesh = match binary::claimed_triangles(bytes) {
        Some(count) if binary::length(count) == bytes.len() as u64 => {
            binary::parse(bytes, limits)?
        }
        _ if ascii::looks_like(bytes) => ascii::parse(bytes, limits)?,
        claim => return Err(neither(bytes, claim)),
    };
    Ok(model(mesh))
}

/// The refusal of bytes that are neither kind of STL.
fn neither(bytes: &[u8], claim: Option<u32>) -> ParseError {
    let Some(claimed) = claim else {
        return ParseError::NotThisFormat {
            expected: "an STL file",
            found: format!(
                "it has {} bytes and does not start with \"solid\"",
                bytes.len()
            ),
        };
    };
    let held = (bytes.len() as u64 - 84) / 50;
    if held == u64::from(claimed) {
        return ParseError::Malformed {
            what: "the binary STL".into(),
            offset: binary::length(claimed),
            detail: "bytes follow after its last triangle".into(),
        };
    }
    ParseError::CountMismatch {
        what: "triangle count of the binary STL (at byte 80)",
        claimed: u64::from(claimed),
        actual: held,
    }
}

#[cfg(test)]
mod tests;
