//! The GLB container: a header, a JSON chunk and an optional binary chunk.

use crate::{Limits, ParseError};

const JSON: u32 = 0x4e4f_534a;
const BINARY: u32 = 0x004e_4942;

/// Returns the JSON text and the binary chunk (empty when there is none).
pub fn split<'a>(
    bytes: &'a [u8],
    limits: &Limits,
) -> Result<(&'a [u8], &'a [u8]), ParseError> {
    if bytes.is_empty() {
        return Err(ParseError::Empty);
    }
    let (Some(b"glTF"), Some(version), Some(length)) =
        (bytes.get(..4), word(bytes, 4), word(bytes, 8))
    else {
        return Err(not_glb("it does not start with \"glTF\""));
    };
    if version != 2 {
        return Err(not_glb(&format!("its version is {version}, not 2")));
    }
    if u64::from(length) > bytes.len() as u64 {
        return Err(ParseError::Truncated {
            what: "the GLB".into(),
            offset: 0,
            needed: u64::from(length),
            available: bytes.len() as u64,
        });
    }
    let bytes = bytes.get(..length as usize).unwrap_or(bytes);
    let (kind, json, next) = chunk(bytes, 12)?;
    if kind != JSON {
        return Err(not_glb("its first chunk is not JSON"));
    }
    if json.len() as u64 > limits.document_bytes {
        return Err(ParseError::OverLimit {
            what: "bytes of JSON in the GLB",
            found: json.len() as u64,
            limit: limits.document_bytes,
        });
    }
    if next >= bytes.len() {
        return Ok((json, &[]));
    }
    let (kind, binary, _) = chunk(bytes, next)?;
    Ok((json, if kind == BINARY { binary } else { &[] }))
}

/// Returns type, contents and end of the chunk at `at`.
fn chunk(bytes: &[u8], at: usize) -> Result<(u32, &[u8], usize), ParseError> {
    let truncated = |needed: u64, from: usize| ParseError::Truncated {
        what: "a chunk of the GLB".into(),
        offset: at as u64,
        needed,
        available: bytes.len().saturating_sub(from) as u64,
    };
    let (Some(length), Some(kind)) = (word(bytes, at), word(bytes, at + 4))
    else {
        return Err(truncated(8, at));
    };
    let start = at + 8;
    let end = start.checked_add(length as usize);
    let data = end.and_then(|end| bytes.get(start..end));
    let data = data.ok_or_else(|| truncated(u64::from(length), start))?;
    Ok((kind, data, start + data.len()))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

fn not_glb(found: &str) -> ParseError {
    ParseError::NotThisFormat { expected: "a GLB file", found: found.into() }
}
