//! The bytes of a document: the binary chunk of a GLB, and buffers embedded in
//! the JSON as base64. The reader never fetches anything.

use std::borrow::Cow;

use super::document::{self, Document};
use crate::ParseError;
use crate::error::printable;

/// One buffer, or the reason why its bytes are not available.
enum Buffer<'a> {
    Bytes(Cow<'a, [u8]>),
    /// Stored in a separate file of this name.
    Separate(String),
    /// A placeholder for compressed data, or a broken file.
    Absent,
}

/// All buffers of a document.
pub struct Buffers<'a> {
    all: Vec<Buffer<'a>>,
    /// Total number of bytes.
    pub total: u64,
}

/// Reasons why the bytes of a buffer are not available.
pub enum BufferError {
    NoSuchBuffer { count: usize },
    Separate(ParseError),
    Absent,
}

impl<'a> Buffers<'a> {
    /// Decodes embedded buffers. Together they are smaller than their text.
    pub fn load(
        document: &'a Document,
        binary: &'a [u8],
    ) -> Result<Buffers<'a>, ParseError> {
        let mut all = Vec::with_capacity(document.buffers.len());
        let mut total = 0;
        for (index, buffer) in document.buffers.iter().enumerate() {
            let loaded = load_buffer(index, buffer, binary)?;
            if let Buffer::Bytes(bytes) = &loaded {
                total += bytes.len() as u64;
            }
            all.push(loaded);
            crate::checkpoint();
        }
        Ok(Buffers { all, total })
    }

    pub fn get(&self, index: usize) -> Result<&[u8], BufferError> {
        match self.all.get(index) {
            Some(Buffer::Bytes(bytes)) => Ok(bytes),
            Some(Buffer::Separate(uri)) => {
                Err(BufferError::Separate(ParseError::Unsupported {
                    what: format!("the separate buffer \"{uri}\""),
                    advice: "export it as one self-contained GLB",
                }))
            }
            Some(Buffer::Absent) => Err(BufferError::Absent),
            None => Err(BufferError::NoSuchBuffer { count: self.all.len() }),
        }
    }
}

fn load_buffer<'a>(
    index: usize,
    buffer: &'a document::Buffer,
    binary: &'a [u8],
) -> Result<Buffer<'a>, ParseError> {
    let Some(uri) = buffer.uri.as_deref() else {
        return Ok(if index == 0 && !binary.is_empty() {
            Buffer::Bytes(Cow::Borrowed(binary))
        } else {
            Buffer::Absent
        });
    };
    if !uri.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:")) {
        return Ok(Buffer::Separate(printable(uri)));
    }
    let bytes =
        decode_data_uri(uri).map_err(|detail| ParseError::Malformed {
            what: format!("the embedded glTF buffer {index}"),
            offset: 0,
            detail,
        })?;
    if buffer.byte_length > bytes.len() as u64 {
        return Err(ParseError::Truncated {
            what: format!("the embedded glTF buffer {index}"),
            offset: 0,
            needed: buffer.byte_length,
            available: bytes.len() as u64,
        });
    }
    Ok(Buffer::Bytes(Cow::Owned(bytes)))
}

/// Returns the contents of a data: URI, of any media type.
fn decode_data_uri(uri: &str) -> Result<Vec<u8>, String> {
    let (head, body) =
        uri.split_once(',').ok_or("its data: URI has no comma")?;
    if !head.to_ascii_lowercase().ends_with(";base64") {
        return Err("its data: URI is not base64".into());
    }
    base64(body.as_bytes())
}

/// Decodes base64 strictly: standard alphabet, optional padding at the end, no
/// white space.
fn base64(text: &[u8]) -> Result<Vec<u8>, String> {
    let padding = text.iter().rev().take(2).take_while(|&&b| b == b'=').count();
    let digits = text.get(..text.len() - padding).unwrap_or(text);
    if digits.len() % 4 == 1 || padding > 0 && !text.len().is_multiple_of(4) {
        return Err(format!(
            "its base64 text of {} digits is incomplete",
            digits.len()
        ));
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let values = digit_values();
    for (group, at) in digits.chunks(4).zip((0..).step_by(4)) {
        let mut word = 0u32;
        for (&byte, place) in group.iter().zip(0u32..) {
            let value = values.get(usize::from(byte)).copied().unwrap_or(NONE);
            if value == NONE {
                return Err(format!(
                    "byte {:#04x} is not base64 (digit {})",
                    byte,
                    at + place as usize
                ));
            }
            word |= u32::from(value) << (18 - 6 * place);
        }
        let [_, a, b, c] = word.to_be_bytes();
        bytes.extend([a, b, c].into_iter().take(group.len() * 6 / 8));
    }
    Ok(bytes)
}

const NONE: u8 = 0xff;

fn digit_values() -> [u8; 256] {
    const DIGITS: &[u8; 64] =
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [NONE; 256];
    for (&digit, value) in DIGITS.iter().zip(0..) {
        if let Some(slot) = values.get_mut(usize::from(digit)) {
            *slot = value;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_the_rfc() {
        // RFC 4648, section 10, with and without padding.
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zg", "f"),
            ("Zm8=", "fo"),
            ("Zm8", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(base64(text.as_bytes()).unwrap(), bytes.as_bytes());
        }
        assert_eq!(base64(b"+/+/").unwrap(), [0xfb, 0xff, 0xbf]);
    }

    #[test]
    fn invalid_base64_is_refused() {
        for text in
            ["Z", "Zg=", "Zg===", "Zm9vY", "Zm 9", "Zm\n9", "Zm-_", "=="]
        {
            assert!(base64(text.as_bytes()).is_err(), "{text}");
        }
    }
}
