//! Binary STL: 80 bytes of header, a count, and 50 bytes per triangle. It is
//! parsed and welded in one pass (weld/soup.rs), even while the file arrives.

use crate::mesh::Mesh;
use crate::weld::soup::{NonFinite, Soup};
use crate::{Limits, ParseError};

/// Returns the count in the header, if the file is long enough to have one.
pub fn claimed_triangles(bytes: &[u8]) -> Option<u32> {
    let field = bytes.get(80..84)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

/// Returns the size in bytes of a binary STL with `triangles` triangles.
pub fn length(triangles: u32) -> u64 {
    84 + 50 * u64::from(triangles)
}

/// Number of bytes before the first triangle.
pub const HEAD: usize = 84;

/// Number of bytes per triangle.
pub const FACET: usize = 50;

/// Reads a file whose length matches its count.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Mesh, ParseError> {
    let (facets, _) = bytes.get(HEAD..).unwrap_or(&[]).as_chunks();
    let mut reader = Reader::new(facets.len(), limits)?;
    reader.push(facets)?;
    reader.finish()
}

/// Welds the triangles of a file part by part, so that the whole file is
/// never in memory.
pub struct Reader {
    soup: Soup,
}

impl Reader {
    /// Starts a file with this number of triangles.
    pub fn new(
        triangles: usize,
        limits: &Limits,
    ) -> Result<Reader, ParseError> {
        if triangles as u64 > limits.triangles {
            return Err(ParseError::OverLimit {
                what: "triangles",
                found: triangles as u64,
                limit: limits.triangles,
            });
        }
        if triangles == 0 {
            return Err(ParseError::NoTriangles);
        }
        Ok(Reader { soup: Soup::with_capacity(triangles) })
    }

    /// Reads the next triangles. After an error the file must not be read
    /// further.
    pub fn push(&mut self, facets: &[[u8; FACET]]) -> Result<(), ParseError> {
        self.soup.push(facets, corners).map_err(non_finite)
    }

    pub fn finish(self) -> Result<Mesh, ParseError> {
        self.soup.finish().map_err(non_finite)
    }
}

fn non_finite(NonFinite { triangle, corner }: NonFinite) -> ParseError {
    let at = HEAD as u64 + FACET as u64 * triangle;
    let what = format!("triangle {triangle} (at byte {at})");
    ParseError::NonFinite { what, index: corner }
}

/// Returns the three corners. The normal before them and the two bytes after
/// them are ignored.
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
