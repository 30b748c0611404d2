//! ASCII STL: one or more solids, keywords in any case, any white space, lines
//! that end at LF, CR or both, comments after `#`, `;` or `//`. Normals are
//! ignored, because the corners define them. The last `endsolid` may be
//! missing, but only if the surface is closed; an open surface may be
//! truncated.

use crate::error::printable;
use crate::mesh::Mesh;
use crate::model::Builder;
use crate::parse::transform::{Origin, stored};
use crate::topology::Topology;
use crate::{Limits, ParseError};

/// Positions below this are stored unchanged (see `Origin`).
const FAR: f64 = 1000.0;

/// Returns whether the bytes start with "solid" and look like text.
pub fn looks_like(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let head = text.get(..text.len().min(1024)).unwrap_or(text);
    text.get(..5).is_some_and(|w| w.eq_ignore_ascii_case(b"solid"))
        && !head.contains(&0)
}

/// Reads a text whose first word is "solid".
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Mesh, ParseError> {
    // A facet takes at least 64 bytes of keywords and numbers.
    let mut builder = Builder::with_capacity(bytes.len() / 256);
    let mut origin = Origin::new(FAR);
    let mut words = Words { bytes, at: 0 };
    let mut open = false;
    loop {
        let (word, at) = words.next();
        if word.is_empty() {
            break;
        }
        if word.eq_ignore_ascii_case(b"facet") && open {
            if builder.triangle_count() == limits.triangles {
                return Err(ParseError::OverLimit {
                    what: "triangles",
                    found: limits.triangles + 1,
                    limit: limits.triangles,
                });
            }
            facet(&mut words, &mut origin, &mut builder)?;
        } else if word.eq_ignore_ascii_case(b"solid") && !open {
            open = true;
            words.skip_line(); // The name is free text.
        } else if word.eq_ignore_ascii_case(b"endsolid") && open {
            open = false;
            words.skip_line();
        } else {
            let wanted = if open { "facet or endsolid" } else { "solid" };
            return Err(unexpected(word, at, wanted));
        }
    }
    let mesh = builder.finish()?;
    if open && !is_closed(&mesh) {
        return Err(ended(bytes, "endsolid"));
    }
    Ok(mesh)
}

/// Returns whether every edge has two triangles or more.
fn is_closed(mesh: &Mesh) -> bool {
    let mut mesh = mesh.clone();
    mesh.drop_collapsed();
    Topology::survey(&mesh).counts.boundary == 0
}

/// Reads the rest of a facet, after its first word.
fn facet(
    words: &mut Words,
    origin: &mut Origin,
    builder: &mut Builder,
) -> Result<(), ParseError> {
    words.expect("normal")?;
    for _ in 0..3 {
        let (word, at) = words.next();
        // The values are ignored; exporters write nan or -1.#IND for slivers.
        if number(word).is_none() && !word.contains(&b'#') {
            return Err(unexpected(word, at, "a number"));
        }
    }
    words.expect("outer")?;
    words.expect("loop")?;
    let mut corners = [0; 3];
    for (corner, place) in corners.iter_mut().zip(0u64..) {
        words.expect("vertex")?;
        let start = words.at;
        let mut position = [0.0; 3];
        for value in &mut position {
            let (word, at) = words.next();
            *value = number(word)
                .ok_or_else(|| unexpected(word, at, "a coordinate"))?;
        }
        let position = stored(position, origin.or_first(Some(position)));
        *corner =
            builder.vertex(position).ok_or_else(|| ParseError::NonFinite {
                what: format!(
                    "triangle {} (at byte {start})",
                    builder.triangle_count()
                ),
                index: place,
            })?;
    }
    words.expect("endloop")?;
    words.expect("endfacet")?;
    builder.triangle(corners);
    Ok(())
}

/// Words separated by white space, with their offsets.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Words<'a> {
    /// Returns the next word and its offset; an empty word at the end.
    #[inline]
    fn next(&mut self) -> (&'a [u8], usize) {
        let start = loop {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let skipped = rest.iter().take_while(|b| b.is_ascii_whitespace());
            self.at += skipped.count();
            match self.bytes.get(self.at..) {
                Some([b'#' | b';', ..] | [b'/', b'/', ..]) => self.skip_line(),
                _ => break self.at,
            }
        };
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().take_while(|b| !b.is_ascii_whitespace());
        self.at = start + length.count();
        (self.bytes.get(start..self.at).unwrap_or(&[]), start)
    }

    fn skip_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let line = rest.iter().take_while(|&&b| b != b'\n' && b != b'\r');
        self.at += line.count();
    }

    fn expect(&mut self, wanted: &'static str) -> Result<(), ParseError> {
        let (word, at) = self.next();
        if word.eq_ignore_ascii_case(wanted.as_bytes()) {
            return Ok(());
        }
        let start = wanted.as_bytes().get(..word.len());
        let last = self.at == self.bytes.len();
        if last && start.is_some_and(|s| word.eq_ignore_ascii_case(s)) {
            return Err(ended(self.bytes, wanted));
        }
        Err(unexpected(word, at, wanted))
    }
}

fn number(word: &[u8]) -> Option<f64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn unexpected(word: &[u8], at: usize, wanted: &str) -> ParseError {
    if word.is_empty() {
        return ParseError::Truncated {
            what: format!("{wanted} of the ASCII STL"),
            offset: at as u64,
            needed: 1,
            available: 0,
        };
    }
    let word = word.get(..word.len().min(40)).unwrap_or(word);
    ParseError::Malformed {
        what: "the ASCII STL".into(),
        offset: at as u64,
        detail: format!(
            "expected {wanted}, found \"{}\"",
            printable(&String::from_utf8_lossy(word))
        ),
    }
}

fn ended(bytes: &[u8], wanted: &str) -> ParseError {
    ParseError::Truncated {
        what: format!("\"{wanted}\" of the ASCII STL"),
        offset: bytes.len() as u64,
        needed: wanted.len() as u64,
        available: 0,
    }
}
