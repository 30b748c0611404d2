//! Splits a stream of chunks into lines. Buffers at most one line, and at most
//! `MAX_LINE_BYTES` of it, so memory does not grow with the file.

/// Maximum length of a line that is read. Claims and moves are far shorter;
/// longer lines are thumbnails, polygons or settings dumps.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// One line without its line ending.
pub(super) struct Line<'a> {
    pub text: &'a [u8],
    /// The line continues beyond `text`.
    pub cut: bool,
    /// The line contains a carriage return, where some firmware starts a new
    /// command.
    pub split: bool,
}

#[derive(Default)]
pub(super) struct Lines {
    carry: Vec<u8>,
    cut: bool,
    split: bool,
    /// Whether the bytes of this line so far end in a carriage return.
    returned: bool,
    open: bool,
}

impl Lines {
    /// Calls `each` with every line that ends in `chunk`.
    pub fn push<E>(
        &mut self,
        chunk: &[u8],
        mut each: impl FnMut(Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = chunk;
        while let Some(at) = rest.iter().position(|&b| b == b'\n') {
            let (head, tail) = rest.split_at(at);
            rest = tail.get(1..).unwrap_or(&[]);
            if self.open {
                self.extend(head);
                self.close(&mut each)?;
            } else {
                let text = without_returns(head);
                each(Line {
                    text: text.get(..MAX_LINE_BYTES).unwrap_or(text),
                    cut: text.len() > MAX_LINE_BYTES,
                    split: text.contains(&b'\r'),
                })?;
            }
        }
        self.extend(rest);
        Ok(())
    }

    /// Calls `each` with the last line if it has no line ending.
    pub fn finish<E>(
        &mut self,
        mut each: impl FnMut(Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.open { self.close(&mut each) } else { Ok(()) }
    }

    fn extend(&mut self, piece: &[u8]) {
        if piece.is_empty() {
            return;
        }
        self.open = true;
        let inner = without_returns(piece);
        self.split |= inner.contains(&b'\r');
        self.split |= self.returned && !inner.is_empty();
        self.returned = piece.ends_with(b"\r");
        let room = MAX_LINE_BYTES.saturating_sub(self.carry.len());
        self.cut |= inner.len() > room;
        self.carry.extend_from_slice(inner.get(..room).unwrap_or(inner));
    }

    fn close<E>(
        &mut self,
        each: &mut impl FnMut(Line<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let done =
            each(Line { text: &self.carry, cut: self.cut, split: self.split });
        self.carry.clear();
        (self.cut, self.split) = (false, false);
        (self.returned, self.open) = (false, false);
        done
    }
}

fn without_returns(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&b| b != b'\r').map_or(0, |at| at + 1);
    text.get(..end).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_into(chunks: &[&[u8]]) -> Vec<(Vec<u8>, bool, bool)> {
        let mut out = Vec::new();
        let mut lines = Lines::default();
        let mut each = |l: Line<'_>| {
            out.push((l.text.to_vec(), l.cut, l.split));
            Ok::<(), ()>(())
        };
        for chunk in chunks {
            lines.push(chunk, &mut each).unwrap();
        }
        lines.finish(&mut each).unwrap();
        out
    }

    #[test]
    fn chunk_boundaries_do_not_change_the_lines() {
        let text = b"one\r\ntwo\n\nthree\rfour\r\r\nfive";
        let whole = cut_into(&[text]);
        let expected: Vec<(Vec<u8>, bool, bool)> = vec![
            (b"one".to_vec(), false, false),
            (b"two".to_vec(), false, false),
            (b"".to_vec(), false, false),
            (b"three\rfour".to_vec(), false, true),
            (b"five".to_vec(), false, false),
        ];
        assert_eq!(whole, expected);
        for a in 0..text.len() {
            for b in a..text.len() {
                let parts =
                    [&text[..a], &text[a..b], &text[b..]].map(|p| p as &[u8]);
                let got = cut_into(&parts);
                let flags: Vec<_> = got.iter().map(|l| l.2).collect();
                assert_eq!(flags, [false, false, false, true, false]);
                assert_eq!(got.len(), whole.len());
            }
        }
    }

    #[test]
    fn an_endless_line_is_limited_to_its_first_bytes() {
        let long = vec![b'x'; 3 * MAX_LINE_BYTES];
        for lines in [cut_into(&[&long]), cut_into(&[&long, &long, b"\n"])] {
            assert_eq!(lines.len(), 1);
            assert_eq!(lines[0].0.len(), MAX_LINE_BYTES);
            assert!(lines[0].1);
        }
    }
}
