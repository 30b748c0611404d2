//! Streams the elements of one archive entry with quick-xml. Refusals name the
//! entry and the offset.

use std::io::{self, BufRead, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::ParseError;
use crate::error::printable;
use crate::parse::zip::{Archive, Entry, EntryReader};

/// Maximum size of a tag, text or comment, bytes. Vertices take less than 100.
const EVENT_BYTES: usize = 1 << 20;

/// An element that `each_element` passes to its callback. Names are local,
/// without prefixes.
pub enum Element<'a> {
    Open(Tag<'a>),
    Close(&'a str),
}

/// A start tag and its end offset.
pub struct Tag<'a> {
    start: &'a BytesStart<'a>,
    entry: &'a str,
    offset: u64,
}

/// Calls `visit` with each start and end tag of the entry. An empty element
/// produces both.
pub fn each_element(
    archive: &Archive<'_>,
    entry: &Entry,
    mut visit: impl FnMut(Element<'_>) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let inner = archive.reader(entry)?;
    let mut reader =
        Reader::from_reader(Guarded { inner, allowance: EVENT_BYTES });
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        reader.get_mut().allowance = EVENT_BYTES;
        let event = reader.read_event_into(&mut buffer);
        let offset = reader.buffer_position();
        match event {
            Ok(Event::Eof) => return Ok(()),
            Ok(Event::Start(start)) => {
                let tag = Tag { start: &start, entry: &entry.name, offset };
                visit(Element::Open(tag))?;
            }
            Ok(Event::Empty(start)) => {
                let tag = Tag { start: &start, entry: &entry.name, offset };
                visit(Element::Open(tag))?;
                visit(Element::Close(start.local_name().into_inner()))?;
            }
            Ok(Event::End(end)) => {
                visit(Element::Close(end.local_name().into_inner()))?;
            }
            Ok(_) => {}
            Err(error) => {
                let refusal = reader.get_mut().inner.take_failure();
                let detail = error.to_string();
                return Err(refusal.unwrap_or_else(|| {
                    malformed(&entry.name, offset, &detail)
                }));
            }
        }
    }
}

impl<'a> Tag<'a> {
    /// Returns the tag's name without its prefix.
    pub fn name(&self) -> &'a str {
        self.start.local_name().into_inner()
    }

    /// Calls `visit(prefix, name, value)` with each attribute. Values are not
    /// unescaped; numbers, ids and paths do not need it.
    pub fn each_attribute(
        &self,
        mut visit: impl FnMut(&str, &str, &str) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        for attribute in self.start.attributes().with_checks(false) {
            let attribute =
                attribute.map_err(|e| self.malformed(&e.to_string()))?;
            let key = attribute.key.as_ref();
            let (prefix, name) = key.split_once(':').unwrap_or(("", key));
            visit(prefix, name, &attribute.value)?;
        }
        Ok(())
    }

    /// Parses an attribute as a number.
    pub fn number<T: std::str::FromStr>(
        &self,
        name: &str,
        value: &str,
    ) -> Result<T, ParseError> {
        value.trim().parse().map_err(|_| {
            self.malformed(&format!(
                "{name}=\"{}\" is not a number",
                printable(value)
            ))
        })
    }

    /// Returns a refusal at this tag.
    pub fn malformed(&self, detail: &str) -> ParseError {
        malformed(self.entry, self.offset, detail)
    }
}

fn malformed(entry: &str, offset: u64, detail: &str) -> ParseError {
    ParseError::Malformed {
        what: format!("\"{}\" in the 3MF", printable(entry)),
        offset,
        detail: printable(detail),
    }
}

/// A reader that fails when one event is too large.
struct Guarded<'a> {
    inner: EntryReader<'a>,
    allowance: usize,
}

impl Read for Guarded<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.inner.read(into)
    }
}

impl BufRead for Guarded<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.allowance == 0 {
            return Err(io::Error::other("a tag or text is over 1 MB long"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.allowance = self.allowance.saturating_sub(n);
        self.inner.consume(n);
    }
}
