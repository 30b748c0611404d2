//! A ZIP archive in memory. Each entry is deflated while its text is written,
//! because the whole text is several times as long.

use std::fmt::{Arguments, Write};

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output,
    create_comp_flags_from_zip_params,
};

/// Number of bytes of text that are compressed together.
const RUN: usize = 1 << 16;

/// Compression level. 6 saves a tenth and takes twice as long (zlib, 120,000
/// triangles).
const LEVEL: i32 = 3;

/// First day of the format, 1980-01-01: day 1 of month 1.
const DATE: u16 = 1 << 5 | 1;

/// Version of the format that is needed to read deflated entries.
const VERSION: u16 = 20;

/// Archive under construction.
#[derive(Default)]
pub struct Package {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

/// The text of an entry.
pub struct Text {
    /// Text that is not compressed yet.
    waiting: String,
    compressor: CompressorOxide,
    compressed: Vec<u8>,
    crc: crc32fast::Hasher,
    length: u32,
}

impl Text {
    pub fn push(&mut self, text: &str) {
        self.waiting.push_str(text);
        if self.waiting.len() >= RUN {
            self.compress(TDEFLFlush::None);
            crate::checkpoint();
        }
    }

    pub fn line(&mut self, text: Arguments) {
        // Writing to a string cannot fail.
        let _ = self.waiting.write_fmt(text);
        self.push("");
    }

    fn compress(&mut self, flush: TDEFLFlush) {
        let bytes = self.waiting.as_bytes();
        self.crc.update(bytes);
        self.length += bytes.len() as u32;
        let compressed = &mut self.compressed;
        compress_to_output(&mut self.compressor, bytes, flush, |out| {
            compressed.extend_from_slice(out);
            true
        });
        self.waiting.clear();
    }
}

impl Package {
    /// Adds an entry with the text that `write` writes.
    pub fn entry(&mut self, name: &str, write: impl FnOnce(&mut Text)) {
        let flags = create_comp_flags_from_zip_params(LEVEL, 0, 0);
        let mut text = Text {
            waiting: String::with_capacity(RUN + 256),
            compressor: CompressorOxide::new(flags),
            compressed: Vec::new(),
            crc: crc32fast::Hasher::new(),
            length: 0,
        };
        write(&mut text);
        text.compress(TDEFLFlush::Finish);
        let Text { compressed, crc, length, .. } = text;
        let mut fields = Vec::new();
        // Version, flags, deflate, time and date.
        for half in [VERSION, 0, 8, 0, DATE] {
            fields.extend(half.to_le_bytes());
        }
        for word in [crc.finalize(), compressed.len() as u32, length] {
            fields.extend(word.to_le_bytes());
        }
        fields.extend((name.len() as u16).to_le_bytes());
        // No extra field.
        fields.extend([0; 2]);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&fields);
        // No comment, first disk, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend((self.bytes.len() as u32).to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(fields);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(compressed);
        self.entries += 1;
    }

    pub fn finish(self) -> Vec<u8> {
        let Package { mut bytes, directory, entries } = self;
        let start = bytes.len() as u32;
        bytes.extend(&directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend(entries.to_le_bytes());
        bytes.extend(entries.to_le_bytes());
        bytes.extend((directory.len() as u32).to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }
}
