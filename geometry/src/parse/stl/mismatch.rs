//! Binary STL whose length does not match its count. A file that contains fewer
//! triangles than its count is truncated. If it contains more bytes, either
//! they are a comment or padding, or the count is wrong (some programs write 0,
//! or write the count before they have written all triangles). PrusaSlicer
//! ignores the count and refuses a length that is not a multiple of a
//! triangle's. This reader inspects the triangles: the additional ones belong
//! to the surface if any two of them, or one of them and a counted one, share
//! an edge.

use super::binary::{FACET, HEAD, Reader};
use crate::mesh::Mesh;
use crate::topology::Topology;
use crate::{Limits, ParseError};

/// Reads a file that has at least a complete header.
pub fn parse(
    bytes: &[u8],
    claimed: u32,
    limits: &Limits,
) -> Result<Mesh, ParseError> {
    let (facets, rest) = bytes.get(HEAD..).unwrap_or(&[]).as_chunks();
    let Some(counted) = facets.get(..claimed as usize) else {
        return Err(cut_off(claimed, facets.len()));
    };
    if counted.len() == facets.len() {
        return read(counted, limits);
    }
    let by_count =
        if counted.is_empty() { None } else { Some(read(counted, limits)?) };
    let by_size = read(facets, limits);
    let belong = match &by_size {
        Ok(whole) => {
            let (edges, triangles) = open_edges(whole);
            let (own, counted) = by_count.as_ref().map_or((0, 0), open_edges);
            edges < own + 3 * (triangles - counted)
        }
        // There are no triangles, or too many.
        Err(_) => false,
    };
    match (by_count, by_size) {
        (_, Ok(whole)) if belong && rest.is_empty() => Ok(whole),
        (Some(mesh), _) if !belong => Ok(mesh),
        _ => Err(mismatch(claimed, facets.len())),
    }
}

fn read(facets: &[[u8; FACET]], limits: &Limits) -> Result<Mesh, ParseError> {
    let mut reader = Reader::new(facets.len(), limits)?;
    reader.push(facets)?;
    reader.finish()
}

/// Returns the number of edges with one triangle, and the number of triangles,
/// without triangles of zero area.
fn open_edges(mesh: &Mesh) -> (u64, u64) {
    let mut mesh = mesh.clone();
    mesh.drop_collapsed();
    let counts = Topology::survey(&mesh).counts;
    (counts.boundary, mesh.triangles.len() as u64)
}

fn cut_off(claimed: u32, held: usize) -> ParseError {
    ParseError::Refused {
        code: "count_mismatch",
        message: format!(
            "The file is cut off: its header says {claimed} triangles but the \
             file holds {held}. Download or export it again."
        ),
    }
}

fn mismatch(claimed: u32, held: usize) -> ParseError {
    ParseError::Refused {
        code: "count_mismatch",
        message: format!(
            "The triangle count of the binary STL says {claimed} but the file \
             holds {held}. Export it again."
        ),
    }
}
