//! Inflates one entry of an archive through a window, and checks its size, its
//! checksum and the budget of the archive.

use std::io::{self, BufRead, Read};

use crc32fast::Hasher;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_HAS_MORE_INPUT;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::{Archive, Entry, bad};
use crate::ParseError;

const WINDOW: usize = 32 * 1024;

/// Streams one entry through `next_chunk`, or through `BufRead` for parsers
/// that need it. The last chunk is returned only after size and checksum have
/// been verified.
pub struct EntryReader<'a> {
    archive: &'a Archive<'a>,
    name: String,
    data: &'a [u8],
    deflated: bool,
    claimed: u64,
    crc_claimed: u32,
    crc: Hasher,
    inflater: Box<DecompressorOxide>,
    window: Vec<u8>,
    out: usize,
    ready: std::ops::Range<usize>,
    produced: u64,
    done: bool,
    failure: Option<ParseError>,
}

impl<'a> EntryReader<'a> {
    pub(super) fn new(
        archive: &'a Archive<'a>,
        entry: &Entry,
        data: &'a [u8],
    ) -> EntryReader<'a> {
        EntryReader {
            archive,
            name: entry.name.clone(),
            data,
            deflated: entry.deflated,
            claimed: entry.inflated,
            crc_claimed: entry.crc,
            crc: Hasher::new(),
            inflater: Box::default(),
            window: vec![0; WINDOW],
            out: 0,
            ready: 0..0,
            produced: 0,
            done: false,
            failure: None,
        }
    }
}

impl EntryReader<'_> {
    /// Returns the next bytes of the entry or `None` at its end.
    pub fn next_chunk(&mut self) -> Result<Option<&[u8]>, ParseError> {
        if self.ready.is_empty() {
            self.refill()?;
        }
        let range = std::mem::replace(&mut self.ready, 0..0);
        let chunk = self.window.get(range).unwrap_or(&[]);
        Ok(if chunk.is_empty() { None } else { Some(chunk) })
    }

    /// Returns the refusal that caused an `io::Error` from `BufRead`.
    pub fn take_failure(&mut self) -> Option<ParseError> {
        self.failure.take()
    }

    fn refill(&mut self) -> Result<(), ParseError> {
        while self.ready.is_empty() && !self.done {
            crate::checkpoint();
            let from = if self.out >= WINDOW { 0 } else { self.out };
            let made = if self.deflated {
                self.inflate(from)?
            } else {
                self.copy(from)
            };
            self.out = from + made;
            self.ready = from..self.out;
            self.account(made as u64)?;
        }
        Ok(())
    }

    fn inflate(&mut self, from: usize) -> Result<usize, ParseError> {
        let (status, used, made) = decompress(
            &mut self.inflater,
            self.data,
            &mut self.window,
            from,
            TINFL_FLAG_HAS_MORE_INPUT,
        );
        self.data = self.data.get(used..).unwrap_or(&[]);
        match status {
            TINFLStatus::Done => self.done = true,
            TINFLStatus::HasMoreOutput => {}
            TINFLStatus::NeedsMoreInput => {
                return Err(bad(
                    &self.name,
                    "ends before its data is complete",
                ));
            }
            _ => return Err(bad(&self.name, "is not valid deflate data")),
        }
        Ok(made)
    }

    fn copy(&mut self, from: usize) -> usize {
        let room = self.window.get_mut(from..).unwrap_or(&mut []);
        let made = room.len().min(self.data.len());
        let (now, later) = self.data.split_at(made);
        if let Some(target) = room.get_mut(..made) {
            target.copy_from_slice(now);
        }
        self.data = later;
        self.done = later.is_empty();
        made
    }

    fn account(&mut self, made: u64) -> Result<(), ParseError> {
        self.produced += made;
        let chunk = self.window.get(self.ready.clone()).unwrap_or(&[]);
        self.crc.update(chunk);
        if self.produced > self.claimed {
            return Err(bad(&self.name, "is larger than the archive says"));
        }
        let total = self.archive.spent.get() + made;
        self.archive.spent.set(total);
        if total > self.archive.limits.total_inflated_bytes {
            return Err(ParseError::OverLimit {
                what: "inflated bytes in the archive",
                found: total,
                limit: self.archive.limits.total_inflated_bytes,
            });
        }
        if self.done && self.produced != self.claimed {
            return Err(bad(&self.name, "is smaller than the archive says"));
        }
        if self.done && self.crc.clone().finalize() != self.crc_claimed {
            return Err(bad(&self.name, "is damaged (its checksum is wrong)"));
        }
        Ok(())
    }
}

impl Read for EntryReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let chunk = self.fill_buf()?;
        let n = chunk.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..n), chunk.get(..n)) {
            to.copy_from_slice(from);
        }
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for EntryReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ready.is_empty()
            && let Err(error) = self.refill()
        {
            let message = error.to_string();
            self.failure = Some(error);
            return Err(io::Error::other(message));
        }
        Ok(self.window.get(self.ready.clone()).unwrap_or(&[]))
    }

    fn consume(&mut self, n: usize) {
        self.ready.start = (self.ready.start + n).min(self.ready.end);
    }
}
