//! A bounded reader of ZIP archives, shared by mesh 3MF and `.gcode.3mf`.
//!
//! It is written on top of miniz_oxide because the checks are essential: entry
//! count, duplicate names, encryption, declared and actual sizes, ratio, and a
//! budget over all entries, each before or while bytes are produced. Runs in
//! linear time. An entry is streamed through a 32 KiB window, and is buffered
//! as a whole only on request. 3MF contains only stored and deflated entries.

mod reader;

use std::cell::Cell;
use std::collections::BTreeMap;

pub use reader::EntryReader;

use crate::error::printable;
use crate::{Limits, ParseError};

const END_OF_DIRECTORY: u32 = 0x0605_4b50;
const END_OF_DIRECTORY_64: u32 = 0x0606_4b50;
const LOCATOR_64: u32 = 0x0706_4b50;
const DIRECTORY_ENTRY: u32 = 0x0201_4b50;
const LOCAL_HEADER: u32 = 0x0403_4b50;
/// Maximum length of a name in a directory, bytes.
const NAME_BYTES: usize = 65_535;
/// Size up to which an entry may exceed the ratio, because nearly empty XML is
/// harmless.
const RATIO_FREE_BYTES: u64 = 1 << 20;

/// One file of the archive, as its directory describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path with `/` as separator, without a leading `/`.
    pub name: String,
    /// Claimed inflated size. The reader enforces it.
    pub inflated: u64,
    compressed: u64,
    crc: u32,
    deflated: bool,
    encrypted: bool,
    method: u16,
    header_at: u64,
}

/// An opened archive: its directory, and the inflation budget that all reads
/// share.
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
            // Names are case-folded, because some systems would treat them as
            // one file.
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

    /// Returns the length of the whole archive, bytes.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Returns all entries in directory order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entry with a name. A leading `/` and case are ignored (OPC
    /// part names are case-insensitive).
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.get(self.index_of(name)?)
    }

    /// Returns the index in `entries` of a name. Callers with many lookups keep
    /// the index, because names may be long and similar.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        let name = name.strip_prefix('/').unwrap_or(name);
        if name.len() > NAME_BYTES {
            return None;
        }
        self.names.get(&name.to_lowercase()).copied()
    }

    /// Streams one entry. Checks its claimed sizes immediately and its actual
    /// size while reading.
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
        Ok(EntryReader::new(self, entry, self.data(entry)?))
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

    /// Returns the compressed bytes of an entry. They follow its local header,
    /// whose name and extra field may be longer than in the directory.
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

/// Returns entry count and start of the directory, from the end record or its
/// 64-bit form.
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
    // The record is 22 bytes long and may be followed by up to 65535 bytes of
    // comment.
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
    // An entry takes 46 bytes, so a larger count is invalid and not just over a
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
/// field (id 1). The extra field lists only those values, in this order.
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
