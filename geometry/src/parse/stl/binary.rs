//! Binary STL: 80 bytes of header, a count, and 50 bytes per triangle. Parsed
//! and welded in one pass (weld/soup.rs).

use crate::mesh::Mesh;
use crate::weld::{Welder, soup};
use crate::{Limits, ParseError};

/// The count in the header, if the file is long enough to have one.
pub fn claimed_triangles(bytes: &[u8]) -> Option<u32> {
    let field = bytes.get(80..84)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

/// Size in bytes of a binary STL with `triangles` triangles.
pub fn length(triangles: u32) -> u64 {
    84 + 50 * u64::from(triangles)
}

/// Reads a file whose length fits its count.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Mesh, ParseError> {
    let (facets, _) = bytes.get(84..).unwrap_or(&[]).as_chunks::<50>();
    if facets.len() as u64 > limits.triangles {
        return Err(ParseError::OverLimit {
            what: "triangles",
            found: facets.len() as u64,
            limit: limits.triangles,
        });
    }
    if facets.is_empty() {
        return Err(ParseError::NoTriangles);
    }
    let mut welder = Welder::with_capacity(facets.len() / 2);
    let mut triangles = Vec::with_capacity(facets.len());
    if !soup::weld(facets, corners, &mut welder, &mut triangles) {
        return Err(non_finite(facets));
    }
    Ok(Mesh { positions: welder.finish(), triangles })
}

/// The refusal for the first non-finite corner.
fn non_finite(facets: &[[u8; 50]]) -> ParseError {
    let first = facets.iter().zip(0u64..).find_map(|(facet, t)| {
        let bad = corners(facet)
            .iter()
            .position(|corner| corner.iter().any(|v| !v.is_finite()));
        Some((t, bad? as u64))
    });
    let (t, index) = first.unwrap_or_default();
    let what = format!("triangle {t} (at byte {})", 84 + 50 * t);
    ParseError::NonFinite { what, index }
}

/// The three corners; the normal before them and the two bytes after are
/// ignored.
#[inline]
fn corners(facet: &[u8; 50]) -> [[f32; 3]; 3] {
    let [_, _, _, ax, ay, az, bx, by, bz, cx, cy, cz] = floats(facet);
    [[ax, ay, az], [bx, by, bz], [cx, cy, cz]]
}

#[inline]
fn floats(facet: &[u8; 50]) -> [f32; 12] {
    let (words, _) = facet.as_chunks::<4>();
    match words.first_chunk::<12>() {
        Some(words) => words.map(f32::from_le_bytes),
        None => [f32::NAN; 12], // 50 bytes hold 12 words.
    }
}
