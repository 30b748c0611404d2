//! Reads the words of a command line: a letter and a number each. The reader is
//! strict: it refuses text that two firmwares would read differently.

/// Powers of ten, exact in f64.
const POWERS: [f64; 19] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18,
];

/// Reads an unsigned decimal without exponent. Returns it and the rest, or
/// `None` without a digit or with more than 18 digits before the point.
pub(super) fn decimal(text: &[u8]) -> Option<(f64, &[u8])> {
    let (mut mantissa, mut significant, mut decimals) = (0u64, 0u32, 0usize);
    let (mut point, mut any) = (false, false);
    let mut rest = text;
    while let Some((&b, next)) = rest.split_first() {
        match b {
            b'0'..=b'9' => {
                any = true;
                if significant < 18 && decimals < 18 {
                    mantissa = mantissa * 10 + u64::from(b - b'0');
                    significant += u32::from(mantissa > 0);
                    decimals += usize::from(point);
                } else if !point {
                    return None;
                }
            }
            b'.' if !point => point = true,
            _ => break,
        }
        rest = next;
    }
    let scale = POWERS.get(decimals)?;
    any.then_some((mantissa as f64 / scale, rest))
}

/// Like `decimal`, with an optional sign.
pub(super) fn number(text: &[u8]) -> Option<(f64, &[u8])> {
    match text.split_first() {
        Some((b'-', rest)) => decimal(rest).map(|(v, rest)| (-v, rest)),
        Some((b'+', rest)) => decimal(rest),
        _ => decimal(text),
    }
}

/// Returns `text` without leading spaces and control bytes.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let from = text.iter().position(|&b| b > b' ').unwrap_or(text.len());
    text.get(from..).unwrap_or(&[])
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Word {
    /// Letter in upper case.
    pub letter: u8,
    pub value: Option<f64>,
}

/// Reasons why a word is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BadWord {
    /// A letter that is not followed by a number.
    NotANumber(u8),
    /// A byte that cannot start a word.
    Stray(u8),
    /// `0x..`, which some firmware reads as hexadecimal.
    Hexadecimal(u8),
}

/// The words of one command, up to its comment or checksum.
pub(super) struct Words<'a> {
    pub rest: &'a [u8],
}

impl Words<'_> {
    /// Returns the next word; `None` at the end of the command.
    pub fn next(&mut self) -> Result<Option<Word>, BadWord> {
        let text = trimmed(self.rest);
        let Some((&first, after)) = text.split_first() else {
            return Ok(None);
        };
        if first == b';' {
            return Ok(None);
        }
        if first == b'*' {
            return checksum(after).map(|()| None);
        }
        if !first.is_ascii_alphabetic() {
            return Err(BadWord::Stray(first));
        }
        let letter = first.to_ascii_uppercase();
        let from = trimmed(after);
        let Some((value, rest)) = number(from) else {
            let bare = match after.first() {
                None | Some(b';' | b'*') => true,
                Some(&b) => b <= b' ' && !is_number_start(from.first()),
            };
            self.rest = after;
            let word = Word { letter, value: None };
            return if bare {
                Ok(Some(word))
            } else {
                Err(BadWord::NotANumber(letter))
            };
        };
        match rest.first() {
            Some(b'.' | b'+' | b'-' | b',') => {
                return Err(BadWord::NotANumber(letter));
            }
            Some(b'x' | b'X') if value == 0.0 => {
                return Err(BadWord::Hexadecimal(letter));
            }
            _ => {}
        }
        self.rest = rest;
        Ok(Some(Word { letter, value: Some(value) }))
    }
}

fn is_number_start(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'{' | b'['))
}

/// Checks that only digits follow `*`, because firmware differs on words there.
fn checksum(after: &[u8]) -> Result<(), BadWord> {
    let digits = trimmed(after);
    for &b in digits {
        match b {
            b';' => break,
            b'0'..=b'9' | 0..=b' ' => {}
            other => return Err(BadWord::Stray(other)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_match_the_standard_library() {
        for text in [
            "0",
            "1",
            "-1.5",
            ".04",
            "5.",
            "0.10000",
            "123.456789",
            "-0.00001",
            "99999.99999",
            "0.1000000000000000055",
            "007",
            "+3",
        ] {
            let (value, rest) = number(text.as_bytes()).unwrap();
            assert!(rest.is_empty(), "{text}");
            let expected: f64 = text.parse().unwrap();
            assert!((value - expected).abs() <= expected.abs() * 1e-15);
        }
        for text in ["", ".", "-", "--1", "nan", "1234567890123456789012"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    fn all(text: &str) -> Result<Vec<(char, Option<f64>)>, BadWord> {
        let mut words = Words { rest: text.as_bytes() };
        let mut out = Vec::new();
        while let Some(word) = words.next()? {
            out.push((char::from(word.letter), word.value));
        }
        Ok(out)
    }

    #[test]
    fn words_may_be_adjacent_spaced_or_lower_case() {
        let expected = vec![('X', Some(10.0)), ('E', Some(-0.5))];
        for text in ["X10E-.5", "x10 e-0.50", " X 10\tE -.5 ;E9", "X10E-.5*71"]
        {
            assert_eq!(all(text), Ok(expected.clone()), "{text}");
        }
        assert_eq!(all("X Y ; z"), Ok(vec![('X', None), ('Y', None)]));
    }

    #[test]
    fn ambiguous_words_are_refused() {
        assert_eq!(all("Enan"), Err(BadWord::NotANumber(b'E')));
        assert_eq!(all("E{x}"), Err(BadWord::NotANumber(b'E')));
        assert_eq!(all("E {x}"), Err(BadWord::NotANumber(b'E')));
        assert_eq!(all("X1.2.3"), Err(BadWord::NotANumber(b'X')));
        assert_eq!(all("X1,5"), Err(BadWord::NotANumber(b'X')));
        assert_eq!(all("E0x10"), Err(BadWord::Hexadecimal(b'E')));
        assert_eq!(all("X1 (E5)"), Err(BadWord::Stray(b'(')));
        assert_eq!(all("X1 *7 E5"), Err(BadWord::Stray(b'E')));
    }
}
