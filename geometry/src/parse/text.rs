//! Normalizes text files as exporters write them: UTF-8 or, with a byte order
//! mark, UTF-16. Some are padded with zeros or end with Ctrl-Z, the end mark of
//! DOS.

use std::borrow::Cow;

/// Returns the bytes of a text in UTF-8, without marks and padding at its ends.
/// Bytes that are not text are not changed. Only UTF-16 is copied.
pub fn plain(bytes: &[u8]) -> Cow<'_, [u8]> {
    let decoded = match bytes {
        [0xff, 0xfe, rest @ ..] => Some(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(utf16(rest, u16::from_be_bytes)),
        _ => None,
    };
    match decoded {
        Some(mut text) => {
            text.truncate(trimmed(&text).len());
            Cow::Owned(text)
        }
        None => {
            let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            Cow::Borrowed(trimmed(text))
        }
    }
}

/// Returns the text without zeros and Ctrl-Z at the end.
fn trimmed(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., 0 | 0x1a] = text {
        text = rest;
    }
    text
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Vec<u8> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| unit(pair));
    let mut text = String::with_capacity(pairs.len());
    for symbol in char::decode_utf16(units) {
        text.push(symbol.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf16_and_padding_are_removed() {
        for (bytes, text) in [
            (in_utf16("v 1 ü", u16::to_le_bytes), "v 1 ü"),
            (in_utf16("v 1 ü\0\u{1a}", u16::to_be_bytes), "v 1 ü"),
            (b"\xef\xbb\xbfv 1\0\0".to_vec(), "v 1"),
            (b"v 1\n\x1a".to_vec(), "v 1\n"),
            (b"\0\0".to_vec(), ""),
            (vec![], ""),
        ] {
            assert_eq!(&*plain(&bytes), text.as_bytes());
        }
    }

    #[test]
    fn an_incomplete_symbol_at_the_end_is_dropped() {
        assert_eq!(&*plain(&[0xff, 0xfe, b'v', 0, b'1']), b"v");
    }
}
