//! Contents of a file, taken in parts as they arrive. A binary STL is welded
//! part by part: each part fits in the cache, and the whole file is never in
//! memory. All other formats are collected first.

use crate::format::Format;
use crate::mesh::Mesh;
use crate::parse::stl::binary::{
    FACET, HEAD, Reader, claimed_triangles, length,
};
use crate::{Limits, ParseError};

/// Triangles in one part, 0.8 MB.
const PART: usize = 16_384;

/// Contents of a whole file.
pub enum Contents {
    Bytes(Vec<u8>),
    /// A binary STL that was read while it arrived.
    BinaryStl(Result<Mesh, ParseError>),
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Contents {
        Contents::Bytes(bytes)
    }
}

/// A file that has only partly arrived.
pub struct Incoming {
    /// Bytes that have not arrived yet, including those of `part`.
    left: usize,
    /// Bytes before `part` that are kept.
    kept: usize,
    buffer: Vec<u8>,
    stl: Stl,
}

enum Stl {
    /// The first part is the header.
    Expected,
    Reading(Box<Result<Reader, ParseError>>),
    /// Another format, or an ASCII STL.
    No,
}

impl Incoming {
    /// Prepares for `length` bytes. Returns `None` when memory is exhausted.
    pub fn new(length: usize, format: Format) -> Option<Incoming> {
        let head_first = format == Format::Stl && length >= HEAD;
        let stl = if head_first { Stl::Expected } else { Stl::No };
        let first = if head_first { HEAD } else { length };
        let buffer = zeroed(first)?;
        Some(Incoming { left: length, kept: 0, buffer, stl })
    }

    /// Returns the buffer for the next bytes of the file; empty at its end.
    pub fn part(&mut self) -> &mut [u8] {
        let end = self.buffer.len().min(self.kept + self.left);
        self.buffer.get_mut(self.kept..end).unwrap_or_default()
    }

    /// Consumes the part, which the caller has filled. Returns false when
    /// memory is exhausted.
    #[must_use]
    pub fn take(&mut self, limits: &Limits) -> bool {
        let arrived = self.part().len();
        self.left -= arrived;
        match &mut self.stl {
            Stl::Expected => return self.begin(limits),
            Stl::No => self.kept += arrived,
            Stl::Reading(reader) => {
                let bytes = self.buffer.get(..arrived).unwrap_or_default();
                let (facets, _) = bytes.as_chunks();
                if let Ok(open) = reader.as_mut()
                    && let Err(error) = open.push(facets)
                {
                    **reader = Err(error);
                }
            }
        }
        true
    }

    /// Decides from the header of an STL file how to read the rest.
    fn begin(&mut self, limits: &Limits) -> bool {
        let whole = self.buffer.len() + self.left;
        let count = claimed_triangles(&self.buffer);
        let binary = count.filter(|&count| length(count) == whole as u64);
        let size = match binary {
            Some(count) => {
                let reader = Reader::new(count as usize, limits);
                self.stl = Stl::Reading(Box::new(reader));
                self.left.min(PART * FACET)
            }
            None => {
                self.stl = Stl::No;
                self.kept = self.buffer.len();
                whole
            }
        };
        let Some(mut buffer) = zeroed(size) else { return false };
        let kept = self.buffer.iter().take(self.kept);
        for (to, from) in buffer.iter_mut().zip(kept) {
            *to = *from;
        }
        self.buffer = buffer;
        true
    }

    /// Returns the contents after every part has been consumed.
    pub fn finish(self) -> Contents {
        match self.stl {
            Stl::Reading(reader) => {
                Contents::BinaryStl(reader.and_then(Reader::finish))
            }
            Stl::Expected | Stl::No => Contents::Bytes(self.buffer),
        }
    }
}

fn zeroed(length: usize) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).ok()?;
    bytes.resize(length, 0);
    Some(bytes)
}

#[cfg(test)]
mod tests;
