//! A bounded reader of ZIP archives, shared by mesh 3MF and `.gcode.3mf`.
//!
//! Written on top of miniz_oxide because the checks matter most: entry count,
//! duplicate names, encryption, declared and actual sizes, ratio, and a budget
//! over all entries, each before or while bytes are produced. Linear. An entry
//! is streamed through a 32 KiB window, and held whole only on request. 3MF
//! only has stored and deflated entries.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

use crc32fast::Hasher;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_HAS_MORE_INPUT;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::error::printable;
use crate::{Limits, ParseError};

const END_OF_DIRECTORY: u32 = 0x0605_4b50;
const END_OF_DIRECTORY_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
const DIRECTORY_ENTRY: u32 = 0x0201_4b50;
const LOCAL_HEADER: u32 = 0x0403_4b50;
const WINDOW: usize = 32 * 1024;
/// Maximum length of a name in a directory.
const NAME_BYTES: usize = 65_535;
/// Entries of this size may exceed the ratio: nearly empty XML is harmless.
const RATIO_FREE_BYTES: u64 = 1 << 20;

/// One file of the archive, as its directory describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path with `/`, without a leading one.
    pub name: String,
    /// Claimed inflated size; the reader enforces it.
    pub inflated: u64,
    compressed: u64,
    crc: u32,
    deflated: bool,
    encrypted: bool,
    method: u16,
    header_at: u64,
}

/// An opened archive: its directory, and the inflation budget shared by all
/// reads.
#[derive(Debug)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
    /// Indices in `entries` by case-folded name.
    names: BTreeMap<String, usize>,
    limits: Limits,
    spent: Cell<u64>,
}

impl<'a> Archive<'a> {
    /// Reads the directory without inflating anything. Refuses encrypted
    /// entries, duplicate names and more entries than `limits` allows.
    pub fn open(
        bytes: &'a [u8],
        limits: &Limits,
    ) -> Result<Archive<'a>, ParseError> {
        if bytes.is_empty() {
            return Err(ParseError::Empty);
        }
        let (count, mut at) = directory(bytes)?;
        if count > limits.archive_entries {
            return Err(ParseError::OverLimit {
                what: "entries in the archive",
                found: count,
                limit: limits.archive_entries,
            });
        }
        let mut entries = Vec::new();
        let mut names = BTreeMap::new();
        for _ in 0..count {
            let (entry, next) = directory_entry(bytes, at)?;
            at = next;
            if entry.encrypted {
                return Err(bad(&entry.name, "is encrypted"));
            }
            // Case-folded, because some systems would see a single file.
            let index = entries.len();
            if names.insert(entry.name.to_lowercase(), index).is_some() {
                return Err(bad(&entry.name, "occurs twice"));
            }
            entries.push(entry);
        }
        Ok(Archive {
            bytes,
            entries,
            names,
            limits: limits.clone(),
            spent: Cell::new(0),
        })
    }

    /// Length of the whole archive, bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// All entries in directory order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a name. A leading `/` and case do not matter (OPC part
    /// names are case-insensitive).
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.get(self.index_of(name)?)
    }

    /// The index in `entries` of a name. Callers that look up often keep the
    /// index, because names may be long and similar.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        let name = name.strip_prefix('/').unwrap_or(name);
        if name.len() > NAME_BYTES {
            return None;
        }
        self.names.get(&name.to_lowercase()).copied()
    }

    /// Streams one entry. Checks its claimed sizes here and its actual size
    /// while reading.
    pub fn reader(&self, entry: &Entry) -> Result<EntryReader<'_>, ParseError> {
        if entry.method != 0 && entry.method != 8 {
            return Err(bad(
                &entry.name,
                &format!("uses compression method {}", entry.method),
            ));
        }
        let limits = &self.limits;
        if entry.inflated > limits.entry_inflated_bytes {
            return Err(ParseError::OverLimit {
                what: "bytes in one archive entry",
                found: entry.inflated,
                limit: limits.entry_inflated_bytes,
            });
        }
        if over_ratio(entry.inflated, entry.compressed, limits) {
            return Err(bad(&entry.name, "inflates too much to be a model"));
        }
        let data = self.data(entry)?;
        Ok(EntryReader {
            archive: self,
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
        })
    }

    /// Reads a whole entry of at most `at_most` bytes.
    pub fn read(
        &self,
        entry: &Entry,
        at_most: u64,
    ) -> Result<Vec<u8>, ParseError> {
        if entry.inflated > at_most {
            return Err(ParseError::OverLimit {
                what: "bytes in one archive entry",
                found: entry.inflated,
                limit: at_most,
            });
        }
        let mut reader = self.reader(entry)?;
        let mut whole = Vec::new();
        while let Some(chunk) = reader.next_chunk()? {
            whole.extend_from_slice(chunk);
        }
        Ok(whole)
    }

    /// The compressed bytes of an entry, after its local header, whose name
    /// and extra field may be longer than those of the directory.
    fn data(&self, entry: &Entry) -> Result<&'a [u8], ParseError> {
        let broken = || bad(&entry.name, "points outside the archive");
        let at = usize::try_from(entry.header_at).map_err(|_| broken())?;
        if u32_at(self.bytes, at) != Some(LOCAL_HEADER) {
            return Err(broken());
        }
        let name = u16_at(self.bytes, at + 26).ok_or_else(broken)?;
        let extra = u16_at(self.bytes, at + 28).ok_or_else(broken)?;
        let start = at + 30 + usize::from(name) + usize::from(extra);
        let size = usize::try_from(entry.compressed).map_err(|_| broken())?;
        let end = start.checked_add(size).ok_or_else(broken)?;
        self.bytes.get(start..end).ok_or_else(broken)
    }
}

fn over_ratio(inflated: u64, compressed: u64, limits: &Limits) -> bool {
    inflated > RATIO_FREE_BYTES
        && inflated > compressed.saturating_mul(limits.inflate_ratio)
}

/// Streams one entry: `next_chunk` for bytes, `BufRead` for parsers that need
/// it. The last chunk is returned only after size and checksum have been
/// verified.
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

impl EntryReader<'_> {
    /// The next bytes of the entry or `None` at its end.
    pub fn next_chunk(&mut self) -> Result<Option<&[u8]>, ParseError> {
        if self.ready.is_empty() {
            self.refill()?;
        }
        let range = std::mem::replace(&mut self.ready, 0..0);
        let chunk = self.window.get(range).unwrap_or(&[]);
        Ok(if chunk.is_empty() { None } else { Some(chunk) })
    }

    /// The refusal that caused an `io::Error` from `BufRead`.
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

/// Entry count and start of the directory, from the end record or its 64-bit
/// form.
fn directory(bytes: &[u8]) -> Result<(u64, usize), ParseError> {
    if u32_at(bytes, 0) != Some(LOCAL_HEADER)
        && u32_at(bytes, 0) != Some(END_OF_DIRECTORY)
    {
        return Err(ParseError::NotThisFormat {
            expected: "a 3MF file (a ZIP archive)",
            found: "it does not start with a ZIP header".into(),
        });
    }
    let lost = || bad("", "its directory is missing, so the file is cut short");
    // The record is 22 bytes, and up to 65535 bytes of comment follow it.
    let last = bytes.len().checked_sub(22).ok_or_else(lost)?;
    let first = last.saturating_sub(65_535);
    let end = (first..=last)
        .rev()
        .find(|&at| u32_at(bytes, at) == Some(END_OF_DIRECTORY))
        .ok_or_else(lost)?;
    let mut count = u64::from(u16_at(bytes, end + 10).ok_or_else(lost)?);
    let mut start = u64::from(u32_at(bytes, end + 16).ok_or_else(lost)?);
    if (count == 0xffff || start == 0xffff_ffff)
        && let Some(locator) = end.checked_sub(20)
        && u32_at(bytes, locator) == Some(LOCATOR_64)
    {
        let at = u64_at(bytes, locator + 8).ok_or_else(lost)?;
        let at = usize::try_from(at).map_err(|_| lost())?;
        if u32_at(bytes, at) != Some(END_OF_DIRECTORY_64) {
            return Err(lost());
        }
        count = u64_at(bytes, at.saturating_add(32)).ok_or_else(lost)?;
        start = u64_at(bytes, at.saturating_add(48)).ok_or_else(lost)?;
    }
    // An entry takes 46 bytes, so a larger count is invalid rather than over a
    // limit.
    if count > bytes.len() as u64 / 46 {
        return Err(ParseError::CountMismatch {
            what: "archive's entry count",
            claimed: count,
            actual: bytes.len() as u64 / 46,
        });
    }
    Ok((count, usize::try_from(start).map_err(|_| lost())?))
}

fn directory_entry(
    bytes: &[u8],
    at: usize,
) -> Result<(Entry, usize), ParseError> {
    let lost = || bad("", "its directory is cut short");
    let record = bytes.get(at..).ok_or_else(lost)?;
    if u32_at(record, 0) != Some(DIRECTORY_ENTRY) {
        return Err(lost());
    }
    let half = |at| u16_at(record, at).ok_or_else(lost);
    let word = |at| u32_at(record, at).ok_or_else(lost);
    let (flags, method) = (half(8)?, half(10)?);
    let (name_len, extra_len) =
        (usize::from(half(28)?), usize::from(half(30)?));
    let comment_len = usize::from(half(32)?);
    let name = record.get(46..46 + name_len).ok_or_else(lost)?;
    let extra = record
        .get(46 + name_len..46 + name_len + extra_len)
        .ok_or_else(lost)?;
    let mut sizes =
        [u64::from(word(24)?), u64::from(word(20)?), u64::from(word(42)?)];
    widen(&mut sizes, extra);
    let [inflated, compressed, header_at] = sizes;
    let name = String::from_utf8_lossy(name).replace('\\', "/");
    let entry = Entry {
        name: name.strip_prefix('/').unwrap_or(&name).to_string(),
        inflated,
        compressed,
        crc: word(16)?,
        deflated: method == 8,
        encrypted: flags & 0x2041 != 0,
        method,
        header_at,
    };
    Ok((entry, at + 46 + name_len + extra_len + comment_len))
}

/// Replaces each field that is all ones with its 64-bit value from the extra
/// field (id 1), which lists only those, in this order.
fn widen(sizes: &mut [u64; 3], extra: &[u8]) {
    let mut at = 0;
    while let (Some(id), Some(len)) = (u16_at(extra, at), u16_at(extra, at + 2))
    {
        if id == 1 {
            let mut from = at + 4;
            for size in sizes.iter_mut().filter(|s| **s == 0xffff_ffff) {
                if let Some(to_f64) = u64_at(extra, from) {
                    *size = to_f64;
                }
                from += 8;
            }
            return;
        }
        at += 4 + usize::from(len);
    }
}

fn bad(entry: &str, detail: &str) -> ParseError {
    ParseError::BadArchive { entry: printable(entry), detail: detail.into() }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let field = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(field.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(field.try_into().ok()?))
}

fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let field = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(field.try_into().ok()?))
}

#[cfg(test)]
mod tests;
