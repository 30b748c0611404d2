//! Lines and words of an OBJ text. A line ends at LF, CR or both. A backslash
//! directly before its end continues it.

pub struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Number of the current line, starting at 1; 0 before the first.
    line: u64,
}

impl<'a> Words<'a> {
    pub fn new(bytes: &'a [u8]) -> Words<'a> {
        Words { bytes, at: 0, line: 0 }
    }

    /// Returns the line number of the last word, starting at 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the offset of the next byte to read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Advances to the next line. Returns false when there is none.
    ///
    /// Unread words are skipped only to the end of their line. A continuation
    /// of that line then starts with a number, which is not a statement, so a
    /// comment or a path may end in a backslash.
    pub fn next_line(&mut self) -> bool {
        if self.line == 0 {
            self.line = 1;
            return self.at < self.bytes.len();
        }
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        match rest.iter().position(|&b| b == b'\n' || b == b'\r') {
            Some(end) => {
                self.at += end;
                self.at += self.break_at(self.at);
                self.line += 1;
                self.at < self.bytes.len()
            }
            None => {
                self.at = self.bytes.len();
                false
            }
        }
    }

    /// Returns the next word of the statement; `None` at its end or before a
    /// comment.
    #[inline]
    pub fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            match self.bytes.get(self.at)? {
                b'\n' | b'\r' | b'#' => return None,
                b'\\' if self.break_at(self.at + 1) > 0 => {
                    self.at += 1 + self.break_at(self.at + 1);
                    self.line += 1;
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => break,
            }
        }
        let rest = self.bytes.get(self.at..)?;
        let stop = rest.iter().position(|b| b.is_ascii_whitespace());
        let mut end = stop.unwrap_or(rest.len());
        // "3\" at the end of a line is the word 3 followed by a continuation.
        let last = end.checked_sub(1).and_then(|i| rest.get(i));
        if end > 1 && last == Some(&b'\\') && self.break_at(self.at + end) > 0 {
            end -= 1;
        }
        self.at += end;
        rest.get(..end)
    }

    /// Returns the number of bytes of the line break at `at`; 0 if there is
    /// none.
    #[inline]
    fn break_at(&self, at: usize) -> usize {
        match self.bytes.get(at) {
            Some(b'\n') => 1,
            Some(b'\r') if self.bytes.get(at + 1) == Some(&b'\n') => 2,
            Some(b'\r') => 1,
            _ => 0,
        }
    }
}
