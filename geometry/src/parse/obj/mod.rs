//! Wavefront OBJ: positions and faces. Materials, normals, texture coordinates
//! and groups are skipped. Points and lines cannot be printed and are skipped
//! too.
//!
//! The reader makes two linear passes over the text, so that a face may precede
//! its vertices: the first collects positions, the second adds faces. The crate
//! has its own reader because tobj splits meshes by material and cuts every
//! polygon into a fan, which turns concave faces inside out.

mod polygon;
mod words;

use super::text::plain;
use super::transform::{
    IDENTITY, InstanceBudget, InstanceWriter, Origin, stored,
};
use crate::error::printable;
use crate::model::{Builder, Model};
use crate::units::{Unit, UnitSource, Up};
use crate::{Limits, ParseError};
use polygon::Cutter;
use words::Words;

/// Statements that define other kinds of geometry or include another file.
const REFUSED: [(&[u8], &str); 9] = [
    (b"bzp", "a Bezier patch"),
    (b"call", "a call of another file"),
    (b"cdc", "a Cardinal curve"),
    (b"cdp", "a Cardinal patch"),
    (b"csh", "a shell command"),
    (b"cstype", "free-form curves or surfaces"),
    (b"curv", "a free-form curve"),
    (b"res", "a free-form patch"),
    (b"surf", "a free-form surface"),
];

/// Positions below this are stored unchanged (see `Origin`).
const FAR: f64 = 1000.0;

/// Number of lines between two checkpoints.
const CHECKPOINT_LINES: u64 = 1 << 16;

/// Reads an OBJ file. The format has no unit: numbers are read as millimeters
/// with Z up, as in STL.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Model, ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    let text = plain(bytes);
    let positions = positions(&text, limits)?;
    let mut builder = Builder::with_capacity(positions.len() * 2);
    faces(&text, &positions, limits, &mut builder)?;
    Ok(Model {
        mesh: builder.finish()?,
        unit: Unit::Millimeter,
        unit_source: UnitSource::Default,
        up: Up::Z,
        notes: Vec::new(),
    })
}

/// Returns all vertices of the file, relative to a common origin. Refuses
/// binary data and statements with unsupported geometry.
fn positions(
    bytes: &[u8],
    limits: &Limits,
) -> Result<Vec<[f32; 3]>, ParseError> {
    let limit = limits.triangles.saturating_mul(3);
    let mut positions = Vec::new();
    let mut origin = Origin::new(FAR);
    let mut words = Words::new(bytes);
    while words.next_line() {
        if words.line().is_multiple_of(CHECKPOINT_LINES) {
            crate::checkpoint();
        }
        match words.next() {
            Some(b"v") => {
                if positions.len() as u64 == limit {
                    return Err(ParseError::OverLimit {
                        what: "vertices",
                        found: limit + 1,
                        limit,
                    });
                }
                positions.push(position(
                    &mut words,
                    &mut origin,
                    positions.len(),
                )?);
            }
            Some(word) => refuse_foreign(word, &words)?,
            None => {}
        }
    }
    Ok(positions)
}

/// Returns the three coordinates after a "v". A weight or a color may follow
/// them.
fn position(
    words: &mut Words,
    origin: &mut Origin,
    index: usize,
) -> Result<[f32; 3], ParseError> {
    let mut position = [0.0; 3];
    for value in &mut position {
        *value = match words.next() {
            Some(word) => number(word)
                .ok_or_else(|| unexpected(words, "a coordinate", word))?,
            None => return Err(missing(words, "a coordinate")),
        };
    }
    let position = stored(position, origin.or_first(Some(position)));
    if position.iter().all(|value| value.is_finite()) {
        return Ok(position);
    }
    Err(ParseError::NonFinite {
        what: format!("the OBJ (line {})", words.line()),
        index: index as u64 + 1,
    })
}

fn refuse_foreign(word: &[u8], words: &Words) -> Result<(), ParseError> {
    if word.contains(&0) {
        return Err(ParseError::NotThisFormat {
            expected: "an OBJ file",
            found: format!("line {} is not text", words.line()),
        });
    }
    match REFUSED.iter().find(|(name, _)| *name == word) {
        Some((_, what)) => Err(ParseError::Unsupported {
            what: format!("{what} (line {} of the OBJ)", words.line()),
            advice: "export it as polygons in one file",
        }),
        None => Ok(()),
    }
}

fn faces(
    bytes: &[u8],
    positions: &[[f32; 3]],
    limits: &Limits,
    builder: &mut Builder,
) -> Result<(), ParseError> {
    let mut budget = InstanceBudget::new(limits, bytes.len());
    // The positions are already relative to their own origin.
    let mut origin = Origin::new(f64::INFINITY);
    let mut writer = InstanceWriter::new(
        "the OBJ",
        positions,
        &IDENTITY,
        &mut origin,
        builder,
    );
    let mut cutter = Cutter::new(positions);
    let mut corners = Vec::new();
    let mut defined = 0;
    let mut words = Words::new(bytes);
    while words.next_line() {
        if words.line().is_multiple_of(CHECKPOINT_LINES) {
            crate::checkpoint();
        }
        match words.next() {
            Some(b"v") => defined += 1,
            // Version 2 of the format used "fo".
            Some(b"f" | b"fo") => {
                corners.clear();
                while let Some(word) = words.next() {
                    // A polygon of n corners becomes n - 2 triangles.
                    if corners.len() as u64 > limits.triangles + 1 {
                        budget.spend_triangles(corners.len() as u64)?;
                    }
                    let total = positions.len();
                    corners.push(corner(word, defined, total, &words)?);
                }
                if corners.is_empty() {
                    return Err(missing(&words, "the corners of a face"));
                }
                budget
                    .spend_triangles(corners.len().saturating_sub(2) as u64)?;
                cutter.cut(&corners, |triangle| writer.triangle(triangle))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the position that "7", "7/1", "7//3" or "-1/2/3" refers to. Negative
/// numbers count backwards from the last vertex so far.
fn corner(
    word: &[u8],
    defined: usize,
    total: usize,
    words: &Words,
) -> Result<u32, ParseError> {
    let digits = word.split(|&b| b == b'/').next().unwrap_or(word);
    let text = std::str::from_utf8(digits).ok();
    let claimed: i64 = text
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| unexpected(words, "a vertex number", word))?;
    let index = match claimed {
        0 => {
            return Err(unexpected(words, "a vertex number from 1", word));
        }
        1.. => claimed - 1,
        _ => match i64::try_from(defined)
            .ok()
            .and_then(|n| n.checked_add(claimed))
        {
            Some(index) if index >= 0 => index,
            _ => return Err(before_first(words, claimed, defined)),
        },
    };
    match u32::try_from(index) {
        Ok(index) if (index as usize) < total => Ok(index),
        _ => Err(ParseError::BadReference {
            what: format!("A face of the OBJ (line {})", words.line()),
            index: index as u64 + 1,
            count: total as u64,
        }),
    }
}

fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn before_first(words: &Words, claimed: i64, defined: usize) -> ParseError {
    let detail = format!(
        "a face counts {} vertices back but only {defined} come before it",
        claimed.unsigned_abs(),
    );
    malformed(words, detail)
}

fn missing(words: &Words, wanted: &str) -> ParseError {
    malformed(words, format!("the line ends before {wanted}"))
}

fn unexpected(words: &Words, wanted: &str, found: &[u8]) -> ParseError {
    let found = found.get(..found.len().min(40)).unwrap_or(found);
    let found = String::from_utf8_lossy(found);
    malformed(
        words,
        format!("expected {wanted}, found \"{}\"", printable(&found)),
    )
}

fn malformed(words: &Words, detail: String) -> ParseError {
    ParseError::Malformed {
        what: format!("line {} of the OBJ", words.line()),
        offset: words.offset() as u64,
        detail,
    }
}

#[cfg(test)]
mod tests;
